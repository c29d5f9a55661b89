// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_ADVISE_H
#define TSR_ARENA_ADVISE_H

// A hint for any game, from the contract alone: every legal move is tried, what is
// hidden is guessed, the rest is played at random, and moves are ranked by how well
// that ends. Honest but shallow; enough to tell a beginner a blunder from a plan.
//
// Reads what the player sees and nothing else. Same seed, same advice.

#include <tessera/rules.h>

typedef struct advise_move {
    tsr_move move;
    double score;    // mean share of opponents beaten, 0 to 1
    uint32_t trials; // games played out
} advise_move;

// Ranks the moves `who` has in `view`, best first, into `out` (room for `cap`).
// Plays out `trials` games in all, at least one a move, unless `stopped` (may be
// NULL) says to come to an end. *count is the number of entries.
TSR_NODISCARD tsr_err advise(const tsr_rules *r, const void *view, int who, uint64_t seed,
                             uint32_t trials, int (*stopped)(void *self), void *self,
                             advise_move *out, int cap, int *count);

#endif
