// SPDX-License-Identifier: MIT
#ifndef TSR_LIMITS_LIMITS_H
#define TSR_LIMITS_LIMITS_H

// How fast a game could be played here if nothing else mattered.
//
// Each row is one game, written by hand for speed alone: the board in bits, no
// contract, no table of functions. `tessera bench` runs these loops in the same
// process as the games themselves and prints the ratio, which, unlike figures
// per second, means the same on every machine.
//
// The loops use no globals and may run in several threads.

#include <stdint.h>

typedef struct limit_row {
    const char *game; // as in the registry: "tictactoe"

    // Plays `games` games of uniformly random legal moves; *moves gets the moves of
    // all of them. Returns how many the first player has won, so that the work cannot
    // be optimised away and can be checked.
    uint64_t (*playouts)(uint64_t games, uint64_t seed, uint64_t *moves);

    // The number of move sequences of exactly `depth` moves from the start. The last
    // move is counted, not made, as in tsr_perft_run.
    uint64_t (*perft)(int depth);
} limit_row;

extern const limit_row limit_rows[];
extern const int limit_row_count;

// The row of a game, or NULL.
const limit_row *limit_find(const char *game);

// tictactoe.c
uint64_t limit_tictactoe_playouts(uint64_t games, uint64_t seed, uint64_t *moves);
uint64_t limit_tictactoe_perft(int depth);

#endif
