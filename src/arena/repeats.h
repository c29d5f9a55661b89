// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_REPEATS_H
#define TSR_ARENA_REPEATS_H

// Games that have been played before: same start, same seats, same moves.
//
// Two players who leave nothing to chance play the same game from the same position every time, and
// a hundred copies of one game say no more than the game itself. A set of hashes that grows.

#include <stddef.h>
#include <stdint.h>

typedef struct repeats {
    uint64_t *slot; // open addressing; 0 = free
    size_t cap, count;
    int failed; // no memory: what came later was taken for new
} repeats;

void repeats_deinit(repeats *r); // a zeroed one is fine

// Adds a game; 0 if it was there.
int repeats_add(repeats *r, uint64_t hash);
int repeats_has(const repeats *r, uint64_t hash);

#endif
