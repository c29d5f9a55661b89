// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_GAME_DATA_H
#define TSR_AGENTS_GAME_DATA_H

// Everything about a game that does not change while it is played, as JSON, for programs
// that play it (docs/protocol.md).

#include <tessera/game.h>
#include <tessera/text.h>

// One object: names, options, flags, the rules' text, and the game's things (cards, puzzles).
void game_data_put(tsr_out *o, const tsr_rules *r);

#endif
