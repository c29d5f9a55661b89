// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_MOST_PIECES_H
#define TSR_LANG_MOST_PIECES_H

// How many pieces can stand on the board, where none are added during play.

#include <tessera/error.h>

#include "base/arena.h"
#include "lang/ir/ir.h"

// Pieces in a position: of a player, of a type, of all.
int pieces_own(const program *p, const void *s, int player);
int pieces_type(const program *p, const void *s, int type);
int pieces_all(const program *p, const void *s);

// Sets p->size.most_own, most_all and most_of of a program that can be walked. 0 for lack of memory.
int most_pieces(program *p, arena *a);

// Whether a position keeps to them; if not, `err` (or NULL) says who or what has too many.
int most_pieces_hold(const program *p, const void *state, tsr_error *err);

#endif
