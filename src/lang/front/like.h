// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LIKE_H
#define TSR_LANG_LIKE_H

// `piece Tokin like Gold`: what one piece can do, another can too.

#include "lang/front/ast.h"

// Gives pieces the abilities of those they are like, beside their own. 0 = there is no such piece, which is in
// `diags`.
int pieces_like(game_ast *g, diag_list *diags);

// Cards are chosen, and men are placed: where pieces have attributes, and nothing is placed from a hand, a hand is an
// area like any other.
void area_take_hand(game_ast *g);

#endif
