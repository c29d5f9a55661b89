// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_STRAY_H
#define TSR_LANG_LOWER_STRAY_H

// Numbers that leave their range (lower_stray.c): assignments for which that can neither be proved nor excluded are
// tried in play.

#include "lang/lower/lower_expr.h"

// Before an assignment stores the number `from`, which may be anything in `v`.
void lower_keep_range(lower *l, const ast *assignment, const value *v, int from);

// The numbers in the state of a program made to be tried: ir_layout.why.
int lower_stray_numbers(const game_ast *g);

// What is said of an assignment that makes a number outside its range, and of one for which nothing is proved.
void lower_say_strays(diag_list *diags, const game_ast *g, const ast *assignment, ir_range made);
void lower_say_may_stray(diag_list *diags, const game_ast *g, const ast *assignment);

#endif
