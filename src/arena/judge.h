// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_JUDGE_H
#define TSR_ARENA_JUDGE_H

// How good each of many candidates is: each plays the same games, on `seats` seats of the table,
// against the same others, with the same luck and from the same openings.
//
// A deal is one opening, or one seed, with the seats rotated. Candidates and deals are done by several
// processes at once (crew.h); sums are made in a fixed order, so verdicts have the same bits
// with any number of them.
//
// Not thread-safe: one owner. POSIX.

#include <tessera/registry.h>

#include "arena/adjudicate.h"
#include "arena/openings.h"

typedef enum judge_fitness {
    JUDGE_PLACE = 0, // the sum over its seats of 2^(players - place + 1)
    JUDGE_FIRST,     // whether one of its seats is first
    JUDGE_SHARE,     // the share of opponents beaten, mean over its seats
    JUDGE_SCORE      // the game's own points, mean over its seats
} judge_fitness;

typedef struct judge_table {
    uint8_t other[TSR_MAX_PLAYERS]; // by place from `seats` on: which of the others sits there
} judge_table;

typedef struct judge_config {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *const *candidate; // specs
    int candidates;
    const char *const *other; // specs of those who may sit with them, 200 at most
    int others;
    const judge_table *table; // deal by deal in turn
    int tables;
    int seats;
    judge_fitness fitness;
    uint64_t games; // of each candidate
    uint64_t seed;
    int jobs; // processes; 0 = in this one
    openings *openings;
    adjudicate adjudicate;
    const char *data_name;
    int cpu_clock;
    void *self;
    int (*stopped)(void *self); // opt
    // opt. So many games of all are played.
    void (*progress)(void *self, uint64_t games, uint64_t all);
} judge_config;

typedef struct judge_verdict {
    uint64_t games, distinct;
    uint64_t firsts;       // games in which one of its seats is first
    double fitness, share; // means; `share` as in JUDGE_SHARE
    uint32_t deals;        // whole ones
    double *first;         // by deal: the share of its games in which one of them is first
} judge_verdict;

// Plays; `out` has `candidates` places. An agent that fails or crashes ends it with an error. If it was
// stopped, what is in `out` is not whole.
TSR_NODISCARD tsr_err judge_run(const judge_config *config, judge_verdict *out, tsr_error *err);
void judge_free(judge_verdict *verdicts, int count);

typedef struct judge_rate {
    double mean, low, high; // 95 % sure
    int sure;
} judge_rate;

// How often one of its seats is first, over deals.
judge_rate judge_first_rate(const judge_verdict *v);

// How much more often than `b` in the same deals, -1 to 1.
judge_rate judge_difference(const judge_verdict *a, const judge_verdict *b);

#endif
