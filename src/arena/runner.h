// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_RUNNER_H
#define TSR_ARENA_RUNNER_H

// One game after another between the same agents, with changing seats.
//
// Game number g is played from an opening, with a seating and a seed that depend on g and the run's
// seed alone, so any game of a run can be played again by itself, in any process, and a
// run gives the same results every time.
//
//     number    0      1      2      3      4      5        two players
//     group     0 ------      1 ------      2 ------        one opening, or one deal
//     seating   0      1      0      1      0      1        who sits where
//
// Where the game has chance, all seatings of a group share the seed: everybody
// plays the same deals from every seat, and luck cancels. Without chance each
// game has a seed of its own.
//
// Not thread-safe: one owner.

#include <tessera/agent.h>
#include <tessera/match.h>
#include <tessera/registry.h>

#include "arena/adjudicate.h"
#include "arena/openings.h"

typedef enum runner_seating {
    RUNNER_ROTATE = 0, // player p sits on seat p + g: `players` seatings
    RUNNER_PERMUTE,    // every order of the players: players! seatings
    RUNNER_FIXED       // player p always sits on seat p
} runner_seating;

// One finished game; plain data, so that it can be sent between processes as it is.
typedef struct runner_game {
    uint64_t number; // from 0
    uint64_t seed;
    uint64_t hash;                      // of start, seats and moves: the same game has the same
    uint8_t player_on[TSR_MAX_PLAYERS]; // by seat
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_faults fault[TSR_MAX_PLAYERS];
    int32_t end; // tsr_end; TSR_END_NONE = it was broken off
    int32_t plies;
    int32_t adjudicated;
    // By seat, where the agents' clock is the processor's: answers, and what they took in all.
    uint32_t answers[TSR_MAX_PLAYERS];
    uint64_t cpu_us[TSR_MAX_PLAYERS];
    tsr_error complaint; // the first failure of an agent, if any
} runner_game;

typedef struct runner_config {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *spec[TSR_MAX_PLAYERS]; // one agent a player
    const char *name[TSR_MAX_PLAYERS]; // all different
    uint64_t seed;
    runner_seating seating;
    tsr_policy policy; // for illegal answers and failures
    uint8_t tries;
    const void *start;     // a position, or NULL; openings come before it
    openings *openings;    // or NULL: every game from the start
    adjudicate adjudicate; // zeroed: games are played to their end
    const char *data_name; // the file of the game's FILE option, for the records; or NULL
    tsr_clock clock;       // of every seat; all 0 = none: time stands still in the records
    int cpu_clock;         // all time is processor time of this process, whatever else is going on
                           // on the machine. Not for agents that think in other processes
    // Hooks; each may be NULL.
    void *self;
    tsr_err (*open_record)(void *self, uint64_t number, tsr_sink *sink, tsr_error *err);
    void (*close_record)(void *self);
    void (*played)(void *self, const runner_game *game, const tsr_match *match);
    int (*stopped)(void *self); // non-zero ends the run after the present answer
    // What the agent that is asked now expects; of one answer the last call counts.
    void (*thought)(void *self, const tsr_match *match, const tsr_agent_info *info);
} runner_config;

// How many seatings there are until they repeat: the size of a group.
uint64_t runner_rounds(runner_seating seating, int players);

// The player on each seat in game `number`.
void runner_seats(runner_seating seating, int players, uint64_t number, uint8_t *player_on);

// The seed of game `number`.
uint64_t runner_seed(const runner_config *config, uint64_t number);

typedef struct runner runner;

// Opens the agents. `config` is kept. *bad (may be NULL) is the player whose agent could not be
// opened, or -1. *out is new: runner_close.
TSR_NODISCARD tsr_err runner_open(const runner_config *config, runner **out, int *bad,
                                  tsr_error *err);
void runner_close(runner *r); // NULL is fine

// Plays game `number` from `opening`. An error is one of memory or of the record. If the run was
// stopped meanwhile, the game has no end.
TSR_NODISCARD tsr_err runner_play(runner *r, uint64_t number, uint64_t opening, runner_game *out,
                                  tsr_error *err);

#endif
