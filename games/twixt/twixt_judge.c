// SPDX-License-Identifier: MIT
//
// TwixT: how good a position is, by how many pegs each side still needs to join its borders.

#include <string.h>

#include "twixt/twixt.h"

enum { FAR = 2 * TWIXT_LARGEST };

// What a step to a cell costs: nothing to an own peg, one to a free hole.
static int cost_of(const tsr_rules *r, const twixt *s, int who, int row, int col) {
    int peg = twixt_peg(r, s, row, col);
    return peg == who + 1 ? 0 : peg || !twixt_is_open(r, who, row, col) ? FAR : 1;
}

// Whether the other's links leave the way between two cells open.
static int is_way_open(const tsr_rules *r, const twixt *s, int who, twixt_link k) {
    return twixt_has_link(s, k) || !twixt_is_crossed(r, s, k, 1 - who);
}

// One round over all cells in one direction of reading; returns whether anything came nearer.
static int spread(const tsr_rules *r, const twixt *s, int who, uint8_t *far, int backward) {
    int size = twixt_size(r), cells = size * size, nearer = 0;
    for (int i = 0; i < cells; i++) {
        int at = backward ? cells - 1 - i : i, row = at / size, col = at % size;
        if (far[twixt_at(row, col)] >= FAR) {
            continue;
        }
        for (int n = 0; n < 2 * TWIXT_STEPS; n++) {
            twixt_way way = twixt_ways[n % TWIXT_STEPS];
            int sign = n < TWIXT_STEPS ? 1 : -1;
            int to_row = row + sign * way.row, to_col = col + sign * way.col;
            twixt_link k = {sign > 0 ? row : to_row, sign > 0 ? col : to_col, n % TWIXT_STEPS};
            int cost = cost_of(r, s, who, to_row, to_col) + far[twixt_at(row, col)];
            if (cost < FAR && cost < far[twixt_at(to_row, to_col)] && is_way_open(r, s, who, k)) {
                far[twixt_at(to_row, to_col)] = (uint8_t)cost;
                nearer = 1;
            }
        }
    }
    return nearer;
}

// The pegs that the player needs to get from one border to the other.
static int pegs_needed(const tsr_rules *r, const twixt *s, int who) {
    uint8_t far[TWIXT_CELLS];
    int size = twixt_size(r), best = FAR, backward = 0;
    memset(far, FAR, sizeof far);
    for (int i = 0; i < size; i++) {
        int row = who == 0 ? 0 : i, col = who == 0 ? i : 0;
        far[twixt_at(row, col)] = (uint8_t)cost_of(r, s, who, row, col);
    }
    while (spread(r, s, who, far, backward)) {
        backward = !backward;
    }
    for (int i = 0; i < size; i++) {
        int at = who == 0 ? twixt_at(size - 1, i) : twixt_at(i, size - 1);
        best = far[at] < best ? far[at] : best;
    }
    return best;
}

void twixt_heuristic(const tsr_rules *r, const void *p, float *out) {
    const twixt *s = p;
    if (s->over) {
        out[0] = s->winner == 0 ? 1.0f : s->winner == 1 ? 0.0f : 0.5f;
    } else {
        int lead = 2 * (pegs_needed(r, s, 1) - pegs_needed(r, s, 0)) + (s->player == 0 ? 1 : -1);
        int size = lead < 0 ? -lead : lead;
        out[0] = 0.5f + 0.5f * (float)lead / (float)(size + 4);
    }
    out[1] = 1.0f - out[0];
}
