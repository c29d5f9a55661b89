// SPDX-License-Identifier: MIT
//
// Where the cells of a board that was given by its lines alone lie on the table: such a board says who is beside
// whom, and nothing else.
#ifndef TSR_LANG_RING_PLACE_H
#define TSR_LANG_RING_PLACE_H

#include "lang/ir/board.h"

// Whether the cells, but perhaps one in the middle that is joined to all others, form a ring in their order. Then
// `row` and `col` are where `cell` lies on a circle, in 1/100 of a place.
int ring_place(const board *b, int cell, int *row, int *col);

#endif
