// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_BENCH_SHARE_H
#define TSR_CLI_BENCH_SHARE_H

// The share that one loop reaches of another, on a machine whose speed changes while it is
// measured: both run in turn for a few milliseconds each, and neighbours are compared.

#include <stdint.h>

// A loop: plays so many games and says how many moves they took.
typedef struct bench_side {
    uint64_t (*play)(void *self, uint64_t games);
    void *self;
} bench_side;

typedef struct bench_share {
    double median, low, high; // of the ratios game to hand; the outer two are quartiles
    double games, moves;      // a second, of the hand-written loop: medians
    int pairs;
} bench_share;

// Compares `game` with `hand` for `seconds` of `clock` in all, one pair of slices at least.
bench_share bench_share_of(const bench_side *game, const bench_side *hand, double seconds,
                           double (*clock)(void));

#endif
