// SPDX-License-Identifier: MIT
//
// Ways as C: what draws from local sets and draws from lots have in common.
#include "lang/cgen/cgen_draw.h"

int cgen_promotes(const cgen *g, const ir_node *n) {
    return plan_promotes(g->p, (int)(n - g->p->node));
}

void cgen_put_weight(cgen *g, const ir_node *n, const char *cells, const char *total, char *buf,
                     size_t cap) {
    const int several = plan_several(g->p, ir_index(g->p, n));
    if (plan_is_load(g->p, ir_index(g->p, n))) {
        cgen_set(buf, cap, "%s", cgen_load_weight(g, ir_index(g->p, n), cells).t);
    } else if (several) {
        cgen_set(buf, cap, "%du * %s", several, total);
    } else if (cgen_promotes(g, n)) {
        cgen_set(buf, cap, "%s + %du * (uint32_t)set_count(%s)", total,
                 ir_weight(g->p, n)->weight - 1,
                 cgen_and(g, cells, cgen_const(g, ir_weight(g->p, n)->zone - 1).t).t);
    } else {
        cgen_set(buf, cap, "%s", total);
    }
}

// Turns that are no sets are listed one by one; of jumps those that go on, `left` is the rest.
void cgen_take_listed(cgen *g, const cgen_offer *o, const char *left) {
    const ir_node *n = &g->p->node[o->node];
    const way_insn *x = cgen_draw_insn(g, o->node);
    const uint32_t lists = x->op == WAY_HOPS ? x->b : x->a;
    char origin[200];
    cgen_put(g, "    {\n");
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    const int a = -1, z = -1;\n");
    } else {
        cgen_origin(g, o, origin, sizeof origin);
        cgen_put(g,
                 "    set x = %s;\n    while (set_any(x)) {\n        const int z = set_pop(&x);\n"
                 "        const int a = %s;\n",
                 o->cells, origin);
    }
    if (left) {
        cgen_need_goes_on(g, o->node);
        cgen_put(g,
                 "        if (!goes_on_%d(s, a, z)) {\n            continue;\n        }\n"
                 "        %s = %s;\n",
                 o->node, left, cgen_minus(g, left, "set_one(z)").t);
    }
    if (g->lanes) { // few lanes come here: those wait until others do (cgen_rounds.c)
        cgen_put(g, "        if (!*move) {\n            return DRAW_LATER;\n        }\n");
    }
    cgen_put(g, "        st bound;\n        copy(&bound, s);\n");
    if (ir_turn(g->p, n)->bind != BOARD_NONE) {
        cgen_bind(g, o->node, "&bound");
    }
    cgen_need_way(g, lists);
    cgen_put(g, "        (void)%s(&bound, &lister, NO_WAY, a, z);\n    }\n%s",
             cgen_way_name(&g->p->ways->fn[lists]).t, o->form == OFFER_ONE ? "" : "    }\n");
}

// --- Making the drawn turn -----------------------------------------------------------------------

// With `a`, `z`, `sub` and `with` known: makes the turn. One that is not legal is not drawn again; where a cell stands
// for several they are drawn again, never dropped one by one.
void cgen_put_act(drawing *d, int at, const char *drop) {
    cgen *g = d->g;
    const int binds = g->p->fact.turn[at].bind != BOARD_NONE;
    const cgen_word turn = cgen_way(g, WAYS_TURN, WAYS_DRAW, at);
    cgen_put(g, "        %s %s(s, move, a, z, sub, %s%s);\n",
             cgen_never_fails(g, at) ? "return" : "const int got =", turn.t, binds ? "with" : "0",
             cgen_copies_once(g) ? ", &was, &kept" : "");
    if (cgen_never_fails(g, at)) {
        return;
    }
    cgen_put(g, "        if (got) {\n            return got;\n        }\n");
    if (cgen_is_one_turn(g, at)) {
        cgen_put(g, "%s        total--;\n", drop);
    }
    cgen_put(g, "        continue;\n");
}

// The cell drawn, and which of its turns, from number `r` of an offer.
void cgen_put_cell(drawing *d, int at, const char *cells, const char *total, const char *nth) {
    const ir_node *n = &d->g->p->node[at];
    const int several = plan_several(d->g->p, at);
    if (plan_is_load(d->g->p, at)) {
        cgen_load_draw(d->g, at, cells);
    } else if (several) {
        cgen_put(d->g,
                 "        const int sub = (int)(r %% %du);\n        r /= %du;\n"
                 "        const int z = %s;\n",
                 several, several, nth);
    } else if (cgen_promotes(d->g, n)) {
        cgen_put(d->g,
                 "        const uint32_t extra = r < %s ? 0 : r - %s;\n"
                 "        const int sub = r < %s ? 0 : 1 + (int)(extra %% %du);\n"
                 "        const int z = r < %s ? %s\n            : set_nth(%s, extra / %du);\n",
                 total, total, total, ir_weight(d->g->p, n)->weight - 1, total, nth,
                 cgen_and(d->g, cells, cgen_const(d->g, ir_weight(d->g->p, n)->zone - 1).t).t,
                 ir_weight(d->g->p, n)->weight - 1);
    } else {
        cgen_put(d->g, "        const int sub = 0, z = %s;\n", nth);
    }
}
