// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SEATS_H
#define TSR_LANG_SEATS_H

// `players 2..6 of Red, …` and `seats 3 Red, Yellow, Blue`: of all who may play, those who do.

#include "lang/front/ast.h"

// Leaves those players in `g` who play when there are `players` of them, 0 = as few as may. 0 = what the file
// says of them cannot be, which is in `diags`.
int seats_take(game_ast *g, int players, diag_list *diags);

#endif
