// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_TRIO_H
#define TSR_TEST_TRIO_H

// The same rules three times: by the reference player (ref_play.h), interpreted, and compiled where that
// is at hand. They must list the same moves and come to the same positions, byte for byte. Everything
// asserts.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tessera/game.h>

// How much is played of one game.
typedef struct trio_limits {
    int games, plies;
    int64_t work; // moves listed in all of it
} trio_limits;
extern trio_limits trio_most;

typedef struct trio {
    tsr_game *game;               // with every rewrite off
    tsr_rules *plain, *vm, *fast; // that one; as it is; compiled, or NULL
    char *a, *b, *c;              // states: of the reference, the interpreter, compiled code
    tsr_move x[TSR_MAX_MOVES], y[TSR_MAX_MOVES];
} trio;

// 0 = the text does not compile.
int trio_open(trio *t, const char *text, const tsr_game *as_is, int joined);
void trio_close(trio *t);

// Compiles the rules into a shared object at `path`, to be played as the third.
void trio_compile(trio *t, const tsr_game *as_is, int joined, const char *path);

// Plays random games; answers how many plies were compared.
int trio_check(trio *t, const char *name);

#endif
