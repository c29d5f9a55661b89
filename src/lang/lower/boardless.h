// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_BOARDLESS_H
#define TSR_LANG_BOARDLESS_H

#include "lang/front/ast.h"
#include "lang/front/diag.h"

// Says that a board is missing if the game has none and something in it speaks of one.
void boardless_check(const game_ast *g, diag_list *diags);

#endif
