// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_COULD_H
#define TSR_LANG_LOWER_COULD_H

// What a choice tells everybody of the hidden piece that it chooses (lower_could.c).

#include "lang/lower/lower_expr.h"

int lower_any_left_out(lower *l); // whether any choice tells something; before the layout is made

// Code, which is none where no choice tells anything: behind a choice of `cell` from a set; where pieces have gone or
// become others; where one has gone from a cell to another of the board.
void lower_could_chosen(lower *l, const ast *from, int cell);
void lower_could_forget(lower *l, int cells);
void lower_could_moved(lower *l, int from, int to);

#endif
