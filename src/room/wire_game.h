// SPDX-License-Identifier: MIT
#ifndef TSR_ROOM_WIRE_GAME_H
#define TSR_ROOM_WIRE_GAME_H

// What a shelf tells of a game before anybody plays it, as JSON in the words of docs/wire.md. No I/O.

#include <tessera/game.h>
#include <tessera/rules.h>

#include "base/buffer.h"

// {"name":"chess",...,"options":[...]: its members, all but the closing brace, so that a host can add its own.
void wire_open_game(buffer *b, const tsr_game *g);

// {"size":"9"...}: what was chosen for these rules; files of somebody's own are not told.
void wire_add_chosen(buffer *b, const tsr_rules *r);

#endif
