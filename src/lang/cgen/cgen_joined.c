// SPDX-License-Identifier: MIT
//
// Ways as C: instructions about the sets that joined code offers. What is done with a set is printed
// where it is offered; each of its turns is a function that melts into that place.
#include <string.h>

#include "lang/cgen/cgen_ways.h"

typedef struct set_taker {
    cgen_taker base;
    const printed *q;
    int has_safe; // the present set has a set `safe`
} set_taker;

// --- Cells ---------------------------------------------------------------------------------------

// Begins what is done for each cell of `x`: it is `z`, reached from `a`.
static void begin_cells(cgen *g, const cgen_offer *o) {
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    {\n        const int a = -1, z = -1;\n        (void)a, (void)z;\n");
        return;
    }
    cgen_begin_cells(g, o);
}

static void put_some(cgen *g, const cgen_offer *o) {
    cgen_put(g, o->form == OFFER_ONE ? "    return 1;\n"
                                     : "    if (set_any(x)) {\n        return 1;\n    }\n");
}

// How many there are is kept in `count`: a sum in memory would have to be read and written again for each.
static void put_lists(cgen *g, const cgen_offer *o) {
    const cgen_word v = cgen_way_with(g, g->p->node[o->node].choice, "v", "a", "z");
    if (o->form == OFFER_ONE) {
        begin_cells(g, o);
        cgen_put(g, "        if (walk_emit(w, %s)) {\n            return 1;\n        }\n    }\n",
                 v.t);
        return;
    }
    cgen_put(g, "    uint64_t *const out = w->out;\n    int count = w->count;\n"
                "    if (!out) {\n        count += set_count(x);\n        x = NO_CELLS;\n    }\n");
    begin_cells(g, o);
    cgen_put(g,
             "        if (out) {\n            if (count >= w->cap) {\n"
             "                w->count = count;\n                return 1;\n            }\n"
             "            out[count] = way_move(%s);\n        }\n        count++;\n    }\n"
             "    w->count = count;\n",
             v.t);
}

// Needs a copy of the state only where a `for` around the choice names a cell.
static void put_cells(set_taker *t, const way_insn *x, const cgen_offer *o) {
    cgen *g = t->base.g;
    const int binds = g->p->fact.turn[x->c].bind != BOARD_NONE;
    if (binds) {
        cgen_put(g, "%s", cgen_own(g, "bound", "s").t);
        cgen_bind(g, x->c, "&bound");
    }
    begin_cells(g, o);
    cgen_need_way(g, x->a);
    cgen_put(g, "        if (%s(%s, w, v, a, z)) {\n            return 1;\n        }\n    }\n",
             cgen_way_name(&g->p->ways->fn[x->a]).t, binds ? "&bound" : "s");
}

// --- Turns ---------------------------------------------------------------------------------------

// Counting never stops.
static void put_turn_call(cgen *g, const way_fn *fn, const char *in, const char *sub,
                          const char *safe, const char *with) {
    const char *name = cgen_way_name(fn).t;
    if (fn->shape == SHAPE_COUNT) {
        cgen_put(g, "%s        (void)%s(s, depth, made, &sum, a, z, %s, %s, %s);\n", in, name, sub,
                 safe, with);
        return;
    }
    cgen_put(g, "%s        if (%s(s, w, v, a, z, %s, %s, %s)) {\n", in, name, sub, safe, with);
    cgen_put(g, "%s            return 1;\n%s        }\n", in, in);
}

// Every piece that the one on `z` may become.
static void put_each_turn(cgen *g, const way_insn *x, const char *safe, const char *with) {
    const fact_weight *weight = &g->p->fact.weight[x->c];
    const way_fn *fn = &g->p->ways->fn[x->a];
    cgen_need_way(g, x->a);
    if (weight->zone && weight->weight > 1) {
        cgen_put(g,
                 "        const int ways = set_has(%s, z) ? %d : 1;\n"
                 "        for (int sub = 0; sub < ways; sub++) {\n",
                 cgen_const(g, weight->zone - 1).t, weight->weight);
        put_turn_call(g, fn, "    ", "sub", safe, with);
        cgen_put(g, "        }\n");
    } else {
        put_turn_call(g, fn, "", "0", safe, with);
    }
}

void cgen_way_turns(const printed *q, const way_insn *x) {
    put_each_turn(q->g, x, "0", "0");
}

// Stones that need room to breathe: where one may be put is found from groups.
static void put_breath(set_taker *t, const way_insn *x, const cgen_offer *o) {
    cgen *g = t->base.g;
    const int mode = t->q->fn->mode;
    if ((mode == WAYS_LIST || mode == WAYS_NODES) && o->form != OFFER_ONE &&
        cgen_breathes(g, x->c)) {
        cgen_put_safe(g, &t->base, o);
        if (mode == WAYS_LIST) {
            cgen_put_tally(g, x->c);
        }
        t->has_safe = 1;
    }
}

static void put_turns(set_taker *t, const way_insn *x, const cgen_offer *o) {
    cgen *g = t->base.g;
    put_breath(t, x, o);
    begin_cells(g, o);
    put_each_turn(g, x, t->has_safe ? "set_has(safe, z)" : "0",
                  g->p->fact.turn[x->c].bind == BOARD_NONE ? "0" : "with");
    cgen_put(g, "    }\n");
}

static void put_known(set_taker *t, const cgen_offer *o) {
    t->has_safe = cgen_is_guarded(&t->base, o);
    if (t->has_safe) {
        cgen_put_safe(t->base.g, &t->base, o);
    } else if (t->base.guard && o->form != OFFER_ONE &&
               t->base.g->p->fact.test[o->node].must_pass == t->base.guard) {
        cgen_put(t->base.g, "    x = %s;\n", cgen_and(t->base.g, "x", "guarded.mend").t);
    }
}

void cgen_put_tally(cgen *g, int node) {
    const fact_weight *weight = &g->p->fact.weight[node];
    cgen_put(g, "    if (!w->out) {\n        w->count += set_count(safe);\n");
    if (weight->zone && weight->weight > 1) {
        cgen_put(g, "        w->count += %d * set_count(%s);\n", weight->weight - 1,
                 cgen_and(g, "safe", cgen_const(g, weight->zone - 1).t).t);
    }
    cgen_put(g, "        x = %s;\n    }\n", cgen_minus(g, "x", "safe").t);
}

// --- Sets ----------------------------------------------------------------------------------------

static void put_set_insn(set_taker *t, const way_insn *x, const cgen_offer *o) {
    cgen *g = t->base.g;
    switch ((way_op)x->op) {
    case WAY_SOME: put_some(g, o); break;
    case WAY_LISTS: put_lists(g, o); break;
    case WAY_KNOWN: put_known(t, o); break;
    case WAY_TALLY:
        if (t->has_safe) {
            cgen_put_tally(g, x->c);
        }
        break;
    case WAY_CELLS: put_cells(t, x, o); break;
    case WAY_TURNS: put_turns(t, x, o); break;
    default: g->failed = 1; break;
    }
}

// The function for a set, as statements: it only ever goes straight on.
static void take_set(cgen_taker *base, const cgen_offer *o) {
    set_taker *t = (set_taker *)base;
    cgen *g = base->g;
    const plan_ways *ways = g->p->ways;
    const int fn = way_of(g->p, WAYS_SETS, (way_mode)t->q->fn->mode, o->node);
    if (fn < 0) {
        g->failed = 1;
        return;
    }
    t->has_safe = 0;
    cgen_put(g, o->form == OFFER_ONE ? "    {\n" : "    {\n    set x = %s;\n", o->cells);
    for (const way_insn *x = &ways->x[ways->fn[fn].first]; x->op != WAY_RET; x++) {
        put_set_insn(t, x, o);
    }
    cgen_put(g, "    }\n");
}

void cgen_way_joined(printed *q, const way_insn *x) {
    cgen *g = q->g;
    set_taker t = {{.take = take_set, .g = g, .mode = (way_mode)q->fn->mode}, q, 0};
    t.base.guard = q->guard;
    t.base.flight = q->guard && cgen_need_flight(g, q->guard);
    cgen_offers(g, x->a, &t.base);
}

void cgen_way_guard(printed *q, const way_insn *x) {
    q->guard = q->g->p->ways->fn[x->a].node;
    cgen_put_guard(q->g, q->guard);
}
