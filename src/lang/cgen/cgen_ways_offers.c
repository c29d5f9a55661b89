// SPDX-License-Identifier: MIT
//
// Ways as C: instructions about offers, and about each cell of a set.
#include "lang/cgen/cgen_ways.h"

typedef struct way_taker {
    cgen_taker base;
    const printed *q;
    const way_insn *x;
} way_taker;

static void take_any(cgen_taker *t, const cgen_offer *o) {
    cgen_put(t->g,
             o->form == OFFER_ONE ? "    return 1;\n"
                                  : "    if (set_any(%s)) {\n        return 1;\n    }\n",
             o->cells);
}

// What is done with one of the cells; it may stop there.
static void put_stop_if(const way_taker *t, const char *from, const char *to) {
    cgen *g = t->base.g;
    if (t->x->op == WAY_ALL) {
        cgen_put(g, "        if (walk_emit(w, %s)) {\n            return 1;\n        }\n",
                 cgen_way_with(g, g->p->node[t->x->c].choice, "v", from, to).t);
        return;
    }
    const way_fn *fn = &g->p->ways->fn[t->x->b];
    cgen_need_way(g, t->x->b);
    cgen_put(g, "        if (%s(%s, w%s, %s, %s)) {\n            return 1;\n        }\n",
             cgen_way_name(fn).t, t->q->state, cgen_keeps_way(g, fn) ? "" : ", v", from, to);
}

static void take_each(cgen_taker *base, const cgen_offer *o) {
    const way_taker *t = (const way_taker *)base;
    cgen *g = base->g;
    if (o->form == OFFER_ONE) {
        put_stop_if(t, "-1", "-1");
        return;
    }
    cgen_put(g, "    {\n    set x = %s;\n", o->cells);
    if (t->x->op == WAY_ALL) {
        cgen_put(g, "    if (!w->out) {\n        w->count += set_count(x);\n"
                    "        x = NO_CELLS;\n    }\n");
    }
    cgen_begin_cells(g, o);
    put_stop_if(t, "a", "z");
    cgen_put(g, "    }\n    }\n");
}

void cgen_way_offers(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    way_taker t = {
        {.take = x->op == WAY_ANY ? take_any : take_each, .g = g, .node = q->fn->node}, q, x};
    cgen_put(g, "    {\n");
    if (x->op == WAY_ALL && g->p->ways->cyclic) {
        cgen_put(g, "    if (v.steps >= MAX_STEPS) {\n        return 0;\n    }\n");
    }
    cgen_offers(g, x->a, &t.base);
    cgen_put(g, "    }\n");
}

// Is the next step of the move among what is offered?
static void take_follow(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    char origin[80];
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    offered = 1;\n");
        return;
    }
    cgen_origin(g, o, origin, sizeof origin);
    cgen_put(g, "    if (set_has(%s, z)", o->cells);
    if (o->form != OFFER_CELLS) {
        cgen_put(g, " && (a < 0 || a == %s)", origin);
    }
    cgen_put(g, ") {\n        offered = 1;\n    }\n");
}

void cgen_need_offered(cgen *g, int node, uint32_t code) {
    buffer *was = g->out;
    if (g->has_offered[node]) {
        return;
    }
    g->has_offered[node] = 1;
    g->out = &g->code;
    cgen_taker taker = {.take = take_follow, .g = g, .node = node};
    int writes = cgen_writes_state(g, code);
    cgen_put(g, "\nFN int offered_%d(const st *%s, int a, int z) {\n    (void)a, (void)z;\n", node,
             writes ? "in" : "s");
    if (writes) {
        cgen_put(g, g->lanes ? "    st own, *const s = &own;\n    copy(s, in);\n"
                             : "    st own = *in, *s = &own;\n");
    }
    cgen_put(g, "    (void)s;\n");
    cgen_put(g, "    int offered = 0;\n");
    cgen_offers(g, code, &taker);
    cgen_put(g, "    return offered;\n}\n");
    g->out = was;
}

void cgen_way_each(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_word reg = cgen_reg(g, x->c);
    cgen_need_code(g, FORM_CELLS, x->a);
    const int writes = cgen_writes_state(g, x->a);
    cgen_put(g, "%s", writes ? cgen_own(g, "q", "s").t : "");
    cgen_put(g, writes ? "    set x = cells_%u(&q);\n" : "    set x = cells_%u(s);\n", x->a);
    if (q->fn->shape == SHAPE_LOOK) {
        printed copy = *q;
        copy.s = "&t";
        cgen_put(g,
                 "    while (set_any(x)) {\n%s        t.%s = "
                 "set_one(set_pop(&x));\n        if (%s) {\n            return 1;\n        }\n"
                 "    }\n",
                 cgen_own(g, "t", "s").t, reg.t + 3, cgen_way_call(&copy, x->b).t);
        return;
    }
    cgen_put(g,
             "    const set kept = %s;\n    while (set_any(x)) {\n        %s = "
             "set_one(set_pop(&x));\n",
             reg.t, reg.t);
    cgen_put(g, "        if (%s) {\n            return 1;\n        }\n        %s = kept;\n    }\n",
             cgen_way_call(q, x->b).t, reg.t);
}
