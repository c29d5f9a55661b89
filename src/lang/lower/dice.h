// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_DICE_H
#define TSR_LANG_DICE_H

// Which piece of a game is its die.

#include "lang/lower/lower.h"

enum { MOST_DICE = 16 }; // of one face in one area, and in one throw

// What the rules roll: the first throw of new dice, and one of another piece.
typedef struct dice_search {
    const ast *first, *other;
} dice_search;

dice_search dice_find(const game_ast *g);
int dice_are_thrown(const game_ast *g, const ast *steps); // new ones, there or in what they name
int dice_is_face(const decl_piece *d, const char *die);   // one of its kinds

#endif
