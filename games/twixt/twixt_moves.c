// SPDX-License-Identifier: MIT
//
// TwixT: which moves there are, and why others are not.

#include "twixt/twixt.h"

static int may_swap(const tsr_rules *r, const twixt *s) {
    return r->opt[TWIXT_SWAP] && s->pegs == 1 && s->player == 1 && !s->swapped;
}

// A link of the last peg as a move: the cell at its other end.
static tsr_move move_of(const twixt *s, twixt_link k) {
    int row = s->last / TWIXT_LARGEST, col = s->last % TWIXT_LARGEST;
    int is_upper = k.row == row && k.col == col;
    twixt_way way = twixt_ways[k.step];
    return tsr_move_of(TWIXT_JOIN, k.row + is_upper * way.row, k.col + is_upper * way.col, 0, 0);
}

static int links(const tsr_rules *r, const twixt *s, tsr_move *out) {
    twixt_link found[TWIXT_EXCHANGES];
    int n = twixt_exchanges(r, s, found);
    for (int i = 0; i < n; i++) {
        out[i] = move_of(s, found[i]);
    }
    out[n] = TWIXT_DONE;
    return n + 1;
}

int twixt_moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const twixt *s = p;
    int n = 0;
    if (s->over || who != s->player) {
        return 0;
    }
    if (s->joining) {
        return links(r, s, out);
    }
    for (int i = 0; i < twixt_size(r) * twixt_size(r); i++) {
        int row = i / twixt_size(r), col = i % twixt_size(r);
        if (twixt_is_open(r, who, row, col) && !twixt_peg(r, s, row, col)) {
            out[n++] = tsr_move_of(TWIXT_PUT, row, col, 0, 0);
        }
    }
    if (may_swap(r, s)) {
        out[n++] = TWIXT_TURN_ROUND;
    }
    return n;
}

static int why_no_link(const tsr_rules *r, const twixt *s, tsr_move m, tsr_line *out) {
    tsr_move found[TWIXT_EXCHANGES + 1];
    int n = links(r, s, found);
    for (int i = 0; i < n; i++) {
        if (found[i] == m) {
            return tsr_say(out, 0);
        }
    }
    return tsr_say(out, NO_LINK);
}

static int why_no_peg(const tsr_rules *r, const twixt *s, int who, tsr_move m, tsr_line *out) {
    int row = tsr_move_byte(m, 1), col = tsr_move_byte(m, 2), size = twixt_size(r);
    if (m != tsr_move_of(TWIXT_PUT, row, col, 0, 0) || row >= size || col >= size) {
        return tsr_say(out, OFF_BOARD);
    }
    int code = twixt_peg(r, s, row, col) ? TAKEN : !twixt_is_open(r, who, row, col) ? NOT_THERE : 0;
    return tsr_say(out, code, TSR_CHAR('a' + col), TSR_INT(size - row));
}

int twixt_why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    const twixt *s = p;
    if (s->joining) {
        return why_no_link(r, s, m, out);
    }
    if (m == TWIXT_TURN_ROUND) {
        return tsr_say(out, may_swap(r, s) ? 0 : NO_SWAP);
    }
    if (m == TWIXT_DONE || tsr_move_byte(m, 0) == TWIXT_JOIN) {
        return tsr_say(out, NO_LINK);
    }
    return why_no_peg(r, s, who, m, out);
}

// --- Action numbers ----------------------------------------------------------

// Pegs by cell, links by the cell at their other end, done, swap.
int twixt_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    int kind = tsr_move_byte(m, 0), cells = twixt_size(r) * twixt_size(r);
    int cell = tsr_move_byte(m, 1) * twixt_size(r) + tsr_move_byte(m, 2);
    *out = (uint32_t)(kind == TWIXT_PUT    ? cell
                      : kind == TWIXT_JOIN ? cells + cell
                      : kind == TWIXT_DONE ? 2 * cells
                                           : 2 * cells + 1);
    return 1;
}

int twixt_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    int cells = twixt_size(r) * twixt_size(r), cell = (int)number % cells;
    int row = cell / twixt_size(r), col = cell % twixt_size(r);
    tsr_move m = (int)number == 2 * cells ? TWIXT_DONE
                 : (int)number > 2 * cells
                     ? TWIXT_TURN_ROUND
                     : tsr_move_of((int)number < cells ? TWIXT_PUT : TWIXT_JOIN, row, col, 0, 0);
    return twixt_move_text(r, NULL, 0, m, buf, cap);
}
