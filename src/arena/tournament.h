// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_TOURNAMENT_H
#define TSR_ARENA_TOURNAMENT_H

// A tournament: many lineups (schedule.h), each played in groups (series.h), and ratings for
// everybody (ratings.h).
//
// A group is one lineup on all its seatings, from one opening or with one seed. Group number g is
// fixed by the entrants, the seed and (swiss) the results of earlier rounds, so a
// tournament gives the same results with any number of processes, and one that was
// killed goes on where it stopped: hand in the groups that are done. A player that
// crashes the process costs its group, not the tournament.
//
// Where nothing is left to chance, games that were played before are not counted again (sheet.h
// says when).
//
// Not thread-safe: one owner. POSIX.

#include "arena/groups.h"
#include "arena/ratings.h"
#include "arena/series.h"

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
    int jobs; // processes at once, at least 1
    tsr_policy policy;
    uint8_t tries;
    tsr_clock clock;    // of every seat; all 0 = no clock
    int cpu_clock;      // as in runner_config
    openings *openings; // or NULL
    adjudicate adjudicate;
    int once;                // games played before do not count again
    int pgn;                 // games come with their PGN
    const char *data_name;   // the file of the game's FILE option, for the records; or NULL
    const char *records;     // a folder for a record of every game, or NULL
    const series_game *done; // of an earlier run: whole groups in their order
    size_t done_count;
    // Hooks; each may be NULL.
    void *self;
    // A group in its order, also of those done before (then `pgn` is NULL); `counted` = 0 for
    // repetitions.
    tsr_err (*played)(void *self, const series_game *games, const char *const *pgn, int count,
                      int counted, tsr_error *err);
    int (*stopped)(void *self); // asked a few times a second
    const crew_away *away;      // opt. As in series_config; without `records`
    const char *about;
} tournament_config;

typedef struct tournament_row {
    uint64_t games, won, tied, lost, faults;
    double score;  // share of opponents beaten, summed
    groups groups; // the same by group
} tournament_row;

typedef struct tournament_report {
    uint64_t games, planned; // games; swiss plans round by round
    uint64_t distinct;       // different games
    uint64_t repeated;       // games that were not counted
    uint64_t adjudicated;
    uint64_t crashed; // groups that could not be played to the end
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
