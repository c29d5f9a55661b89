// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_FORCE_H
#define TSR_TEST_FORCE_H

// What a position of a game for two is worth, by trying everything.

#include <string.h>

#include <tessera/rules.h>

// Plays `move` into `next`. Is the game over?
static inline int force_ends(const tsr_rules *r, const void *s, tsr_move move, void *next) {
    memcpy(next, s, r->state_size);
    tsr_play(r, next, tsr_mover(tsr_turn(r, s)), move);
    return tsr_turn(r, next) == 0;
}

// The value for the mover by trying everything: 1, 0 or -1.
static inline int force_value(const tsr_rules *r, const void *s, int alpha, int beta) {
    uint64_t next[TSR_MAX_STATE / 8];
    tsr_move moves[TSR_MAX_MOVES];
    int who = tsr_mover(tsr_turn(r, s)), n = tsr_moves(r, s, who, moves), best = -1;
    for (int i = 0; i < n && best < beta; i++) {
        int v;
        if (force_ends(r, s, moves[i], next)) {
            float u[TSR_MAX_PLAYERS];
            tsr_utility(r, next, u);
            v = u[who] > 0.75f ? 1 : u[who] < 0.25f ? -1 : 0;
        } else {
            v = -force_value(r, next, -beta, best > alpha ? -best : -alpha);
        }
        best = v > best ? v : best;
    }
    return best;
}

#endif
