// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_DEFAULTS_H
#define TSR_CORE_DEFAULTS_H

// What the optional slots of a game do when the game leaves them out.

#include <tessera/game.h>

// Fills every NULL slot of `g` with its default.
void defaults_fill(tsr_game *g);

// Whether all required slots are there; else the name of one that is missing.
const char *defaults_missing(const tsr_game *g);

#endif
