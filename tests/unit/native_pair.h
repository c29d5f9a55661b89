// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_NATIVE_PAIR_H
#define TSR_TEST_NATIVE_PAIR_H

// The same rules twice, interpreted and compiled, and what must be true of them: they agree,
// and what compiled code draws is uniform. Everything asserts.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tessera/game.h>

enum { PAIR_MAX_DRAWN = 400 }; // moves of a position whose draws are counted

typedef struct pair {
    tsr_rules *vm, *native;
    char *a, *b; // a state each
    tsr_move x[TSR_MAX_MOVES], y[TSR_MAX_MOVES];
} pair;

// `view` NULL = as the game is usually played; `table` NULL = as it is on the shelf.
void pair_open(pair *p, const tsr_game *g, const char *view, const void *table);
// The same with any option, or NULL.
void pair_open_with(pair *p, const tsr_game *g, const char *option, const char *value,
                    const void *table);
void pair_close(pair *p);

// Equal lists of moves in equal order, equal states byte for byte after each, equal counts and
// results, in this many games, or as many as make so many plies; equal perft up to so many leaves.
void pair_check_agreement(pair *p, int games, uint64_t plies, uint64_t leaves);

// Draws in a position that so many random plies lead to are uniform; 0 = there was nothing to
// draw, or more than `most` moves.
int pair_check_draws(pair *p, int plies, int most, tsr_rng *g);

// The same in so many positions where some moves have more jumps than others.
void pair_check_jumps(pair *p, int positions);

// Games whose random play is one loop that keeps no position (cgen_fill.c). It leaves one that
// could have come about: the interpreter can play from where the loop began to where it ended.
// `words` of a set; the loop begins after `first` turns.
void pair_check_filled(pair *p, size_t words, uint32_t first);

#endif
