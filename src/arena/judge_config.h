// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_JUDGE_CONFIG_H
#define TSR_ARENA_JUDGE_CONFIG_H

// What a judge (judge.h) is told.

#include <tessera/registry.h>

#include "arena/adjudicate.h"
#include "arena/crew_away.h"
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
    const crew_away *away; // opt. As in series_config
    const char *about;
} judge_config;

#endif
