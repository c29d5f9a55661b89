// SPDX-License-Identifier: MIT
//
// Ways as C: random choices where one is a move and several may come next (plan/ways_firsts.c). What they offer is
// gathered in an array; what is drawn from it may lead nowhere, and is drawn no more then.
#include "lang/cgen/cgen_draw.h"

static int has_cell(const cgen *g, int node) {
    return g->p->choice[g->p->node[node].choice].kind <= CH_TAKE;
}

static void take_choice(cgen_taker *t, const cgen_offer *o) {
    cgen_put_plain_lot(t->g, o, t->node);
}

void cgen_way_lots(const printed *q, const way_insn *x) {
    cgen_taker t = {.take = take_choice, .g = q->g, .node = x->c};
    cgen_put(q->g, "    {\n");
    cgen_offers(q->g, x->a, &t);
    cgen_put(q->g, "    }\n");
}

// With the lot and the number in it known, by each choice that lots may be of.
static void put_turns(const printed *q) {
    cgen *g = q->g;
    cgen_put(g, "    switch (lots[i].node) {\n");
    for (int k = 0; k < q->fn->count; k++) {
        const int node = q->x[k].c;
        if (q->x[k].op != WAY_LOTS) {
            continue;
        }
        cgen_put(g, "    case %d:\n%s", node,
                 has_cell(g, node) ? "        z = set_nth(lots[i].cells, at);\n"
                                     "        a = lots[i].from + z * lots[i].step;\n"
                                   : "");
        cgen_put(g, "        got = %s(s, move, a, z, v.need, 0);\n        break;\n",
                 cgen_way(g, WAYS_TURN, WAYS_DRAW, node).t);
    }
    cgen_put(g, "    default: break;\n    }\n");
}

void cgen_way_among(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_put(g,
             "    for (int tries = 0; total > 0 && tries < %d; tries++) {\n"
             "    uint32_t at = tsr_rng_below(g, total);\n    int i = 0, a = -1, z = -1, got = 0;\n"
             "    while (i + 1 < n && at >= lots[i].weight) {\n        at -= lots[i++].weight;\n"
             "    }\n",
             DRAW_MOST_TRIES);
    put_turns(q);
    cgen_put(g, "    if (got) {\n        ");
    cgen_way_jump(q, x);
    cgen_put(g, "\n    }\n    if (z >= 0) {\n"
                "        lots[i].cells = set_minus(lots[i].cells, set_one(z));\n    }\n"
                "    lots[i].weight--;\n    total--;\n    }\n"
                "    r = total > 0 ? DRAW_LIST : DRAW_NONE;\n");
}
