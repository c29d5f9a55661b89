// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CROWDED_H
#define TSR_LANG_CROWDED_H

// Whether whole turns are more than a list can hold, as far as that shows before anybody plays: then they are asked
// choice by choice.

#include <tessera/rng.h>

#include "lang/ir/ir.h"

// `state` is for the positions that are looked at. Not for turns that several players take at once.
int crowded(const program *p, void *state);

// Chance or a player does something at random; 0 = nobody can, or the game is over. `list` has room for all moves.
int crowded_go_on(const program *p, void *state, tsr_move *list, tsr_rng *g);

#endif
