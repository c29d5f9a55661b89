// SPDX-License-Identifier: MIT
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

// The laws every game keeps, and the machine that puts a game to the test.
//
// A law is a sentence that must be true of any game at all: "moves listed are
// legal and no others are", "the view of a player does not depend on what is
// hidden from that player". laws.def has the list. The suite knows nothing of any
// game but its table (tessera/game.h): it plays random games, and at every
// position asks each law whether it still holds.
//
// A broken law is told as a sentence with the game, the options, the seed, the
// ply, the position and the command that shows it again. The walk through a game
// depends on its seed alone, not on which laws are looked at, so a failure found
// by the whole suite shows up again with `--law N --seed S --games 1`.
//
// Not thread-safe; one run at a time owns its config and its tally.

#include <stdint.h>

#include <tessera/rules.h>

enum { LAW_COUNT = 24 };

#define LAW_BIT(n) (1u << (n))
#define LAW_ALL    ((1u << (LAW_COUNT + 1)) - 2u)

typedef struct law_config {
    uint32_t laws;       // LAW_BIT(n) | ...
    uint64_t seed;       // game k of a run has seed + k
    int games;           // random games for each number of players
    int deep;            // positions of one game at which the costly laws look; 0 = all
    int told;            // failures told in words for each law and setup
    const char *command; // how the runner was called, for "again:"; NULL = "conformance"
    // Receives one failure, several lines with a line feed at the end. May be NULL.
    void (*tell)(void *self, const char *text);
    void *self;
} law_config;

// What was looked at, and what was found. Index 0 is unused.
typedef struct law_tally {
    uint64_t games, plies, positions; // positions: those where the costly laws looked
    uint64_t checks[LAW_COUNT + 1];
    uint64_t broken[LAW_COUNT + 1];
    uint64_t refused; // setups with options at their ends that `open` declined
} law_tally;

// All laws, 20 games, seed 1, 24 positions a game, 3 failures told.
void law_config_init(law_config *config);

// Puts one setup to the test. Returns the number of laws broken. Adds to `tally`.
int law_run_setup(const tsr_setup *setup, const law_config *config, law_tally *tally);

// Every number of players; with law 22 also every option at its ends, where laws
// 1 to 5 must hold. Returns the number of laws broken in all.
int law_run_game(const tsr_game *game, const law_config *config, law_tally *tally);

// "L8"'s sentence; `law` is 1 to LAW_COUNT.
const char *law_title(int law);

// The laws that `tally` saw broken, as bits.
uint32_t law_broken_bits(const law_tally *tally);

// Where the suite is at this moment, for a crash handler: fills `buf` (no
// allocation, no stdio) with one line and returns its length; 0 if it is nowhere.
int law_where(char *buf, int cap);

#endif
