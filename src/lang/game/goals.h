// SPDX-License-Identifier: MIT
//
// What the rules ask for in the end, as far as a picture can say it: cells that have to be held, and numbers that have
// to be reached.
#ifndef TSR_LANG_GOALS_H
#define TSR_LANG_GOALS_H

#include "lang/ir/ir.h"

enum { GOAL_CELLS = 8 }; // more than these are a part of the board that needs no marks

// Cells that a `win when` names one by one: "marks is Box", "my King on d4 | e4". Returns how many.
int goal_cells(const program *p, uint16_t out[GOAL_CELLS]);

// What a number of the rules has to come to: 3 in "win when my given = 3"; 0 = nothing is said of it.
int goal_number(const program *p, const char *number);

#endif
