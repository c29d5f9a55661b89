// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_MOST_MOVES_H
#define TSR_LANG_MOST_MOVES_H

// How many moves one decision can have at most, whatever stands on the board: `max_moves` of a rules
// file. Whoever lists moves takes room for so many, so a figure too large costs memory and one too small
// would leave moves out.

#include "base/arena.h"
#include "lang/ir/ir.h"

// Sets p->size.max_moves of a program that is ready to play. 0 for lack of memory.
int most_moves(program *p, arena *a);

#endif
