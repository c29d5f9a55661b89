// SPDX-License-Identifier: MIT
//
// TwixT: links between pegs, which of them cross, and whether a chain of them joins two borders.

#include <string.h>

#include "twixt/twixt.h"

const twixt_way twixt_ways[TWIXT_STEPS] = {{1, -2}, {1, 2}, {2, -1}, {2, 1}};

// For each step from 0,0 the links that cut it, by their upper end and step: geometry, the same
// everywhere on the board.
enum { CROSSINGS = 9 };
static const int8_t crossings[TWIXT_STEPS][CROSSINGS][3] = {
    {{-1, -2, 3},
     {-1, -1, 3},
     {-1, 0, 2},
     {0, -3, 1},
     {0, -2, 1},
     {0, -2, 3},
     {0, -1, 1},
     {0, -1, 2},
     {0, -1, 3}},
    {{-1, 0, 3},
     {-1, 1, 2},
     {-1, 2, 2},
     {0, 1, 0},
     {0, 1, 2},
     {0, 1, 3},
     {0, 2, 0},
     {0, 2, 2},
     {0, 3, 0}},
    {{-1, -1, 3},
     {0, -2, 1},
     {0, -1, 1},
     {0, -1, 3},
     {0, 1, 0},
     {1, -2, 1},
     {1, -1, 1},
     {1, -1, 3},
     {1, 0, 0}},
    {{-1, 1, 2},
     {0, -1, 1},
     {0, 1, 0},
     {0, 1, 2},
     {0, 2, 0},
     {1, 0, 1},
     {1, 1, 0},
     {1, 1, 2},
     {1, 2, 0}},
};

static int is_inside(const tsr_rules *r, int row, int col) {
    return row >= 0 && col >= 0 && row < twixt_size(r) && col < twixt_size(r);
}

int twixt_is_open(const tsr_rules *r, int who, int row, int col) {
    int last = twixt_size(r) - 1, across = who == 0 ? col : row;
    return is_inside(r, row, col) && across != 0 && across != last;
}

int twixt_peg(const tsr_rules *r, const twixt *s, int row, int col) {
    return is_inside(r, row, col) ? s->cell[twixt_at(row, col)] & TWIXT_PEG : 0;
}

int twixt_has_place(const tsr_rules *r, const twixt *s, int who) {
    for (int row = 0; row < twixt_size(r); row++) {
        for (int col = 0; col < twixt_size(r); col++) {
            if (twixt_is_open(r, who, row, col) && !twixt_peg(r, s, row, col)) {
                return 1;
            }
        }
    }
    return 0;
}

int twixt_between(int row, int col, int row2, int col2, twixt_link *out) {
    int down = row < row2;
    for (int step = 0; step < TWIXT_STEPS; step++) {
        twixt_way way = twixt_ways[step];
        int fits = down ? row2 - row == way.row && col2 - col == way.col
                        : row - row2 == way.row && col - col2 == way.col;
        if (fits) {
            *out = (twixt_link){down ? row : row2, down ? col : col2, step};
            return 1;
        }
    }
    return 0;
}

int twixt_has_link(const twixt *s, twixt_link k) {
    return s->cell[twixt_at(k.row, k.col)] >> 2 >> k.step & 1;
}

static int owner_of(const tsr_rules *r, const twixt *s, twixt_link k) {
    return twixt_peg(r, s, k.row, k.col) - 1;
}

// Crossing number `i` of a link; 0 unless there is a link.
static int crossing(const tsr_rules *r, const twixt *s, twixt_link k, int i, twixt_link *out) {
    const int8_t *c = crossings[k.step][i];
    *out = (twixt_link){k.row + c[0], k.col + c[1], c[2]};
    return is_inside(r, out->row, out->col) && twixt_has_link(s, *out);
}

int twixt_is_crossed(const tsr_rules *r, const twixt *s, twixt_link k, int who) {
    twixt_link other;
    for (int i = 0; i < CROSSINGS; i++) {
        if (crossing(r, s, k, i, &other) && owner_of(r, s, other) == who) {
            return 1;
        }
    }
    return 0;
}

int twixt_may_join(const tsr_rules *r, const twixt *s, twixt_link k) {
    twixt_way way = twixt_ways[k.step];
    int peg = twixt_peg(r, s, k.row, k.col);
    return peg && twixt_peg(r, s, k.row + way.row, k.col + way.col) == peg &&
           !twixt_has_link(s, k) && !twixt_is_crossed(r, s, k, 2 - peg);
}

static void set_link(twixt *s, twixt_link k) {
    s->cell[twixt_at(k.row, k.col)] |= (uint8_t)(TWIXT_LINK << k.step);
}

void twixt_exchange(const tsr_rules *r, twixt *s, twixt_link k) {
    twixt_link other;
    for (int i = 0; i < CROSSINGS; i++) {
        if (crossing(r, s, k, i, &other)) {
            s->cell[twixt_at(other.row, other.col)] &= (uint8_t) ~(TWIXT_LINK << other.step);
        }
    }
    set_link(s, k);
}

// Where own links may cross each other, nothing stops a link but the other's.
static int crosses_none(const tsr_rules *r, const twixt *s, twixt_link k, int who) {
    return twixt_may_join(r, s, k) &&
           (r->opt[TWIXT_LINKS] == TWIXT_CROSSING || !twixt_is_crossed(r, s, k, who));
}

// Link number `i` of the eight that a cell may have.
static twixt_link link_of(int row, int col, int i) {
    twixt_way way = twixt_ways[i % TWIXT_STEPS];
    int up = i >= TWIXT_STEPS;
    return (twixt_link){row - up * way.row, col - up * way.col, i % TWIXT_STEPS};
}

void twixt_join_all(const tsr_rules *r, twixt *s, int who) {
    int row = s->last / TWIXT_LARGEST, col = s->last % TWIXT_LARGEST;
    for (int i = 0; i < 2 * TWIXT_STEPS; i++) {
        twixt_link k = link_of(row, col, i);
        if (crosses_none(r, s, k, who)) {
            set_link(s, k);
        }
    }
    if (r->opt[TWIXT_LINKS] == TWIXT_CROSSING) {
        return; // older pegs have all their links
    }
    for (int i = 0; i < TWIXT_STEPS * TWIXT_CELLS; i++) {
        int at = i / TWIXT_STEPS;
        twixt_link k = {at / TWIXT_LARGEST, at % TWIXT_LARGEST, i % TWIXT_STEPS};
        if ((s->cell[at] & TWIXT_PEG) == who + 1 && crosses_none(r, s, k, who)) {
            set_link(s, k);
        }
    }
}

int twixt_exchanges(const tsr_rules *r, const twixt *s, twixt_link *out) {
    int row = s->last / TWIXT_LARGEST, col = s->last % TWIXT_LARGEST, n = 0;
    for (int i = 0; r->opt[TWIXT_LINKS] == TWIXT_REMOVED && i < 2 * TWIXT_STEPS; i++) {
        twixt_link k = link_of(row, col, i);
        if (twixt_may_join(r, s, k)) {
            out[n++] = k;
        }
    }
    return n;
}

// Goes from the player's first border along links as far as they lead.
int twixt_is_connected(const tsr_rules *r, const twixt *s, int who) {
    uint8_t seen[TWIXT_CELLS] = {0};
    uint16_t stack[TWIXT_CELLS];
    int size = twixt_size(r), depth = 0;
    for (int i = 0; i < size; i++) {
        int row = who == 0 ? 0 : i, col = who == 0 ? i : 0;
        if (twixt_peg(r, s, row, col) == who + 1) {
            seen[twixt_at(row, col)] = 1;
            stack[depth++] = (uint16_t)twixt_at(row, col);
        }
    }
    while (depth > 0) {
        int at = stack[--depth], row = at / TWIXT_LARGEST, col = at % TWIXT_LARGEST;
        if ((who == 0 ? row : col) == size - 1) {
            return 1;
        }
        for (int i = 0; i < 2 * TWIXT_STEPS; i++) {
            twixt_way way = twixt_ways[i % TWIXT_STEPS];
            int sign = i < TWIXT_STEPS ? 1 : -1, to_row = row + sign * way.row;
            int to_col = col + sign * way.col, to = twixt_at(to_row, to_col);
            if (is_inside(r, to_row, to_col) && !seen[to] &&
                twixt_has_link(s, link_of(row, col, i))) {
                seen[to] = 1;
                stack[depth++] = (uint16_t)to;
            }
        }
    }
    return 0;
}
