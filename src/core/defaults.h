// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_DEFAULTS_H
#define TSR_CORE_DEFAULTS_H

// What the optional slots of a game do when the game leaves them out.

#include <tessera/game.h>

// Fills every NULL slot of a table with its default (`told` alone has none).
void defaults_fill(tsr_game *g);
void defaults_fill_more(tsr_game_more *g);

// Whether the game has fixed numbers for its moves.
int defaults_has_action(const tsr_game_more *g);

// Whether all required slots are there; else the name of one that is missing.
const char *defaults_missing(const tsr_game *g);

#endif
