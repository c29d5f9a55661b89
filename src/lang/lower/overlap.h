// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_OVERLAP_H
#define TSR_LANG_OVERLAP_H

// overlap_shape.c: which cells and motions cannot be the same, whatever stands on the board. Where that cannot be
// told, the answer is that they meet.

#include "lang/lower/lower.h"

int overlap_sets_meet(lower *l, const ast *a, const ast *b);

// What a motion may land on; two that share none of these end on different cells.
enum { ON_EMPTY = 1, ON_ENEMY = 2, ON_OWN = 4 };
int overlap_landing(const ast *motion);
int overlap_landings_meet(lower *l, const ast *a, const ast *b);

// Whether following one direction and following another may lead from a cell to the same one: along a plane
// by arithmetic, elsewhere (points joined by lines, edges that meet) by going there. `most`: how far.
int overlap_ways_meet(const board *b, int x, int y, int most);
int overlap_reach(const lower *l, const ast *a,
                  const ast *b); // how many cells either of two motions goes at most

// Whether two motions can cover the same distance in the same direction. *shift is set to a
// direction they share, where that is known.
int overlap_shapes_meet(lower *l, const ast *a, const ast *b, int *shift);

// overlap_names.c: what the author's own names mean in the condition of a choice (NULL: it has none), and whether they
// mean the same in two of them where both say `e`.
const guard_names *overlap_read_names(lower *l, const guard *g);
int overlap_names_agree(const ast *e, const guard_names *a, const guard_names *b);

// overlap_areas.c: whether equal cards of several areas may be chosen from a set.
int overlap_spans_areas(lower *l, const ast *e);

#endif
