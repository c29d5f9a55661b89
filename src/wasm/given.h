// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_GIVEN_H
#define TSR_WASM_GIVEN_H

// The shelf that the engine was given (given.c), and what puts rules on it (shelve.c).

#include <tessera/game.h>

#include "abi/ruleset.h"
#include "wasm/image.h"

// A game from a rules file under the name it was given, copied from one that was made here or came in an image.
typedef struct shelved {
    tsr_game game;
    tsr_game *made;
    image *image;
    char *name, *text;
} shelved;

int given_is_full(tsr_problem *why);            // then it says so
int given_shelve(shelved *s, tsr_problem *why); // taken, unless it fails: not 0

#endif
