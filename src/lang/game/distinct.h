// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_DISTINCT_H
#define TSR_LANG_DISTINCT_H

// Turns that differ in nothing but what they choose inside a `distinct`, and lead to one position: one move.

#include <tessera/game.h>

#include "lang/ir/ir.h"

// Leaves one of them in a list: the shortest, of these the first. Returns how many are left.
int distinct_keep(const program *p, const void *s, tsr_move *list, int count);

// The one that stands for a move in such a list.
tsr_move distinct_same(const program *p, const void *s, tsr_move m);

#endif
