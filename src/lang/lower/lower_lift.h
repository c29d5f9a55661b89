// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_LIFT_H
#define TSR_LANG_LOWER_LIFT_H

// What the files of lifting share: sets of cells seen from `here`, and the way back from them.

#include "lang/lower/lower_expr.h"

// lift_moved.c: whether `e` is cells found from `here` by the board alone: `here` moved, the lines it is on, a ray.
int lift_is_looked(lower *l, const ast *e);
int lift_is_one(lower *l, const ast *e); // ... and never more than one cell
int lift_goes_by_number(lower *l,
                        const ast *e); // ... some way of it so often as a number says during play
// The cells h for which `e`, seen from h, meets the cells of register `goal`.
int lift_reach_back(lower *l, const ast *e, int goal);

// Whether cells are the same wherever `here` is, and no question about attacks, which are asked of one cell.
int lift_is_same_everywhere(lower *l, const ast *e);
// Of what two sets have in common, the one that is seen from `here`; *other is the same everywhere. NULL = it is not
// so.
const ast *lift_seen_of_meet(lower *l, const ast *meet, const ast **other);

// The text that a name stands for, and the names it is read among; `e` itself if it is no such name.
const ast *lift_text(const lower *l, const ast *e, const binding **env);

#endif
