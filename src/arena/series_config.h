// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SERIES_CONFIG_H
#define TSR_ARENA_SERIES_CONFIG_H

// What a series (series.h) is told, and what it tells of a game.

#include "arena/crew_away.h"
#include "arena/runner.h"
#include "arena/schedule.h"
#include "base/buffer.h"

// One finished game of a group.
typedef struct series_game {
    uint64_t group;
    uint32_t seating; // within the group
    uint32_t pad;
    uint8_t entrant[TSR_MAX_PLAYERS]; // by seat
    runner_game game;                 // its players are places of the lineup
} series_game;

typedef struct series_config {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *const *spec, *const *name; // of the entrants; names are all different
    const schedule_lineup *lineup;
    int lineups;
    uint64_t first, groups; // numbers of the groups of this stretch
    uint64_t first_opening; // of this stretch
    uint64_t most;          // games in all, cutting off the last group; 0 = all
    runner_seating seating;
    int numbered; // an entrant may sit twice: names get the place of the lineup added
    uint64_t seed;
    int jobs; // processes; 0 = in this one
    tsr_policy policy;
    uint8_t tries;
    const void *start;
    openings *openings;
    adjudicate adjudicate;
    const char *data_name;
    tsr_clock clock;
    int cpu_clock; // as in runner_config
    int pgn;       // write every game as PGN; tsr_lang_has_pgn must be true
    // opt. Whoever wants to know more of the games than their results: called where they are played,
    // maybe in another process, so what it finds out goes into the text `out` (no NUL in it), which
    // takes the place of the PGN.
    void (*thought)(void *self, const tsr_match *match, const tsr_agent_info *info);
    void (*note)(void *self, const runner_game *game, const tsr_match *match, buffer *out);
    int replace_records; // what is there belongs to a game that was cut off
    void *self;
    // opt. Where the record of a game goes.
    void (*record_path)(void *self, const series_game *g, char *path, size_t cap);
    // opt. 1 = an earlier run has played this group.
    int (*was_done)(void *self, uint64_t group);
    // The games of a group, `count` of them (fewer if the run was stopped; 0 if its process
    // died), each with its PGN or note, or NULL. In order.
    tsr_err (*played)(void *self, uint64_t group, const series_game *games, const char *const *pgn,
                      int count, tsr_error *err);
    int (*stopped)(void *self);
    // opt. On other machines, without `thought`, `note` and `record_path`. `about` is the part of the
    // brief that says which rules, openings and adjudication these are.
    const crew_away *away;
    const char *about;
} series_config;

#endif
