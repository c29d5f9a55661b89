// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_ATTACK_H
#define TSR_LANG_ATTACK_H

// What the files about `attacked` share: attack.c (the code), attack_form.c (which ability is asked how).
//
// A cell is attacked if an enemy ability would take away a piece of mine that stands on it. So `to` and
// `over` of a motion are read as if one stood there: `enemy` is true of the cell, `empty` is false,
// regions stay what they are.

#include "lang/lower/lower.h"

// Whether the cell asked about belongs to a set of cells, with a piece of mine on it.
typedef enum cover {
    COVER_NEVER,
    COVER_ALWAYS,
    COVER_REGION, // the cells are known without looking at pieces, or by what stands there now
    COVER_HARD    // it depends on more than the cell
} cover;

// How an ability is asked.
typedef enum attack_form {
    ATTACK_NONE,   // it never takes anything, or takes no part
    ATTACK_TURNED, // its motion, turned round
    ATTACK_WALKED  // a piece is put on the cell, and the ability is tried
} attack_form;

cover attack_cover(lower *l, const ast *to);

// The same of what a motion lands on when nothing is said.
cover attack_landing(lower *l, const ast *motion);

// The motion that a rule begins with, if all that follows it neither fails nor takes or puts a piece;
// else NULL.
const ast *attack_first_motion(const ast *r);

// `after` is what follows every ability of the piece, or NULL. Says so where an ability that asks about
// attacks could attack (error 8).
attack_form attack_form_of(lower *l, const ast *r, const guard *guards, const ast *after,
                           const char *name);

// Whether some ability of this game has to be walked. Before the state is laid out.
int attack_walks(lower *l);

#endif
