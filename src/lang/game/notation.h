// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_NOTATION_H
#define TSR_LANG_NOTATION_H

// Moves in the notations that an author may name: `notation points`. Each is a writer and a reader (points.h, ptn.h,
// san.c); a move for which a notation has no words is written as cells (slots_move.c).

#include <tessera/game.h>

#include "lang/game/noted.h"

// Whether moves are written otherwise than as cells.
int notation_writes(const program *p);

// How the game writes a move; 0 = it has no words for it, else the length. Only moves with the same cells may have the
// same text.
int notation_text(const tsr_rules *r, const void *s, const spelled *m, char *buf, size_t cap);

// Reads a move in any notation of the game. A text that is well-formed, but means no legal move or several, gives
// TSR_OK and a code for which notation_refuses has the reason.
tsr_err notation_read(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out);

// How many legal moves the text meant that was read as `m`; -1 = it is no such code.
int notation_refuses(tsr_move m);

#endif
