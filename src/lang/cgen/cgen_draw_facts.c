// SPDX-License-Identifier: MIT
//
// What the plan says of the turns that are drawn from a node, as all that prints draws asks it.
#include "lang/cgen/cgen_draw.h"

// What the plan does with the sets of a node: LOT, HOPS or CELLS comes first.
const way_insn *cgen_draw_insn(const cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_SETS, WAYS_DRAW, node);
    return &g->p->ways->x[g->p->ways->fn[fn < 0 ? 0 : fn].first];
}

int cgen_is_numbered(const cgen *g, int node) {
    return plan_several(g->p, node) || plan_is_load(g->p, node);
}

// What it does with a turn of it begins with a copy where it may turn out not to be legal.
int cgen_never_fails(cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_TURN, WAYS_DRAW, node);
    return fn >= 0 && !cgen_is_numbered(g, node) &&
           g->p->ways->x[g->p->ways->fn[fn].first].op != WAY_FORK;
}

// Whether a cell of it is one turn.
int cgen_is_one_turn(const cgen *g, int node) {
    return !plan_promotes(g->p, node) && plan_several(g->p, node) <= 1 && !plan_is_load(g->p, node);
}
