// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_RUNNER_H
#define TSR_ARENA_RUNNER_H

// Many games between the same agents, with changing seats.
//
// Game number g is played with a seating and a seed that depend on g and the
// run's seed alone, so any game of a run can be played again by itself, and a
// run gives the same results every time.
//
// Where the game has chance, all seatings of one round share the seed: everybody
// plays the same deals from every seat, and luck cancels. Without chance each
// game has a seed of its own.
//
// Not thread-safe: one owner.

#include <tessera/match.h>
#include <tessera/registry.h>

#include "arena/tally.h"

typedef enum runner_seating {
    RUNNER_ROTATE = 0, // player p sits on seat p + g: `players` seatings
    RUNNER_PERMUTE,    // every order of the players: players! seatings
    RUNNER_FIXED       // player p always sits on seat p
} runner_seating;

// One finished game.
typedef struct runner_game {
    uint64_t number; // from 0
    uint64_t seed;
    int player_on[TSR_MAX_PLAYERS]; // by seat
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_faults fault[TSR_MAX_PLAYERS];
    tsr_end end;
    int plies;
    const tsr_match *match; // borrowed
} runner_game;

typedef struct runner_config {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *spec[TSR_MAX_PLAYERS]; // one agent a player
    const char *name[TSR_MAX_PLAYERS]; // all different
    uint64_t games;
    uint64_t seed;
    runner_seating seating;
    tsr_policy policy; // for illegal answers and failures
    uint8_t tries;
    const void *start;     // a position, or NULL
    const char *data_name; // the file of the game's FILE option, for the records; or NULL
    tsr_clock clock;       // of every seat; all 0 = none: time stands still in the records
    // Hooks; each may be NULL.
    void *self;
    tsr_err (*open_record)(void *self, uint64_t number, tsr_sink *sink, tsr_error *err);
    void (*close_record)(void *self);
    void (*played)(void *self, const runner_game *game);
    int (*stopped)(void *self); // non-zero ends the run after the present answer
} runner_config;

typedef struct runner_report {
    uint64_t games; // played to the end
    uint64_t plies;
    tally_row player[TSR_MAX_PLAYERS];
    tally_row seat[TSR_MAX_PLAYERS];
    tsr_faults fault[TSR_MAX_PLAYERS]; // by player
    int stopped;
    int bad_player;      // a player whose agent could not be opened, or -1
    tsr_error complaint; // the first failure of an agent, if any
} runner_report;

// How many seatings there are until they repeat.
uint64_t runner_rounds(runner_seating seating, int players);

// The player on each seat in game `number`.
void runner_seats(runner_seating seating, int players, uint64_t number, int *player_on);

// The seed of game `number`.
uint64_t runner_seed(const runner_config *config, uint64_t number);

// Plays them. An error is one of memory or of the record: `report` holds what was
// played before.
TSR_NODISCARD tsr_err runner_run(const runner_config *config, runner_report *report,
                                 tsr_error *err);

#endif
