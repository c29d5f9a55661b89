// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_REACH_H
#define TSR_LANG_REACH_H

// Which pairs of cells a motion can connect, whatever stands on the board. Numbers for moves are made of
// it (actions.h), so a pair too many costs a number, and one too few would be a mistake.

#include "base/arena.h"
#include "lang/ir/ir.h"

typedef struct reach {
    int cells;
    uint64_t *bit; // [cells * cells], from * cells + to
} reach;

// Of each choice that is a motion: out[1] to out[p->choice_count]. 0 for lack of memory.
int reach_find(const program *p, reach *out, arena *a);

static inline int reach_has(const reach *x, size_t at) {
    return x->bit[at / 64] >> (at % 64) & 1;
}

// Of one node that offers motions or goes on with one. `out` is empty, or was filled here before.
int reach_of_node(const program *p, int node, reach *out, arena *a);

// The first pair from number `at` on.
#define REACH_END SIZE_MAX
size_t reach_next(const reach *x, size_t at);

// Whether they have a pair in common.
int reach_meets(const reach *x, const reach *y);

#endif
