// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_TOURNAMENT_H
#define TSR_ARENA_TOURNAMENT_H

// A tournament: many lineups (schedule.h), each played in groups, several groups at
// once in processes of their own.
//
// A group is one lineup on all its seatings with one seed. Group number g is fixed
// by the entrants, the seed and (swiss) the results of earlier rounds, so a
// tournament gives the same results with any number of processes, and one that was
// killed goes on where it stopped: hand in the games that are done. A player that
// crashes the process costs its group, not the tournament.
//
// Not thread-safe: one owner. POSIX.

#include <tessera/match.h>
#include <tessera/registry.h>

#include "arena/ratings.h"
#include "arena/schedule.h"

// One finished game; plain data, sent between processes as it is.
typedef struct tournament_game {
    uint64_t group;
    uint64_t seed;
    uint32_t seating; // rotation within the group
    uint32_t plies;
    uint8_t entrant[TSR_MAX_PLAYERS]; // by seat
    uint8_t rank[TSR_MAX_PLAYERS];
    int32_t score[TSR_MAX_PLAYERS];
    uint16_t faults[TSR_MAX_PLAYERS]; // illegal, late and missing answers
} tournament_game;

typedef struct tournament_config {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *spec[SCHEDULE_ENTRANTS];
    const char *name[SCHEDULE_ENTRANTS]; // all different
    int entrants;
    schedule_kind kind;
    int rounds;      // swiss
    uint64_t groups; // of each lineup
    uint64_t seed;
    int jobs; // processes at once
    tsr_policy policy;
    uint8_t tries;
    tsr_clock clock;             // of every seat; all 0 = no clock
    const char *records;         // a folder for a record of every game, or NULL
    const tournament_game *done; // of an earlier run, in any order
    size_t done_count;
    // Hooks; each may be NULL.
    void *self;
    void (*played)(void *self, const tournament_game *game); // also for those done before
    int (*stopped)(void *self);                              // asked a few times a second
} tournament_config;

typedef struct tournament_row {
    uint64_t games, won, tied, lost, faults;
    double score; // share of opponents beaten, summed
} tournament_row;

typedef struct tournament_report {
    uint64_t games, planned; // games; swiss plans round by round
    uint64_t crashed;        // groups that could not be played to the end
    int stopped;
    tournament_row row[SCHEDULE_ENTRANTS];
    ratings_results results;
    ratings_row rating[SCHEDULE_ENTRANTS];
} tournament_report;

// How many games a group has.
int tournament_group_size(const tsr_rules *r);

TSR_NODISCARD tsr_err tournament_run(const tournament_config *config, tournament_report *report,
                                     tsr_error *err);

#endif
