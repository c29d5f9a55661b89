// SPDX-License-Identifier: MIT
//
// Ways as C: the instruction that draws a random turn.
//
// What is drawn from is laid out as sets, as the plan says of each (plan/ways_draw.c). Where every
// set is written by one instruction outside loops, they are locals and the draw is a chain of
// compares (cgen_draw_local.c); else they are gathered in an array (cgen_draw_lots.c). Everything is inlined into
// `playout`, so that the state of a small game lives in registers for a whole game.
#include "lang/cgen/cgen_draw.h"

// A turn that turns out not to be legal is drawn again. Lanes whose turns are drawn together do that in their
// next round: most draw once, and all would wait for the unlucky one.
static int tries_in_rounds(const drawing *d) {
    int may_fail = 0;
    for (int i = 0; i < d->nodes; i++) {
        may_fail |= !cgen_never_fails(d->g, d->node[i]);
    }
    return d->g->rounds && may_fail && !d->lists && !d->g->p->ways->pool.keeps;
}

static int draws_loads(const drawing *d) {
    int some = 0;
    for (int i = 0; i < d->nodes; i++) {
        some |= plan_is_load(d->g->p, d->node[i]);
    }
    return some;
}

static void put_declarations(drawing *d) {
    cgen *g = d->g;
    if (d->waits && !cgen_is_local(d)) {
        g->draft_lots = 1;
        cgen_put(g, "    uint32_t total = d->total;\n    lot *const lots = d->lots;\n"
                    "    int n = d->count;\n");
        return;
    }
    cgen_put(g, "    uint32_t total = 0;\n");
    if (d->lists) {
        cgen_put(g,
                 "    uint64_t listed[%d];\n"
                 "    walk lister = {.out = listed, .cap = %d, .fuel = FUEL};\n",
                 DRAW_MOST_LISTED, DRAW_MOST_LISTED);
    }
    for (int i = 0; cgen_is_local(d) && i < d->offers; i++) {
        cgen_put(g,
                 "    set e%d = NO_CELLS;\n    tally k%d = {{0}};\n    uint32_t n%d = 0;\n"
                 "    int f%d = 0, b%d = 0;\n"
                 "    (void)e%d, (void)k%d, (void)n%d, (void)f%d, (void)b%d;\n",
                 i, i, i, i, i, i, i, i, i, i);
    }
    if (cgen_copies_once(g)) {
        cgen_put(g, "    st was;\n    int kept = 0;\n    (void)was, (void)kept;\n");
    }
    for (int i = 0; cgen_is_local(d) && draws_loads(d) && i < d->offers; i++) {
        cgen_put(g, "    loads l%d;\n    (void)l%d;\n", i, i);
    }
    if (!cgen_is_local(d)) {
        cgen_put(g, "    lot lots[MAX_LOTS];\n    int n = 0;\n");
    }
}

// What was drawn in earlier rounds, in vain.
static void put_gone(drawing *d, int i) {
    cgen *g = d->g;
    g->draft_gone = g->draft_gone > i + 1 ? g->draft_gone : (uint8_t)(i + 1);
    cgen_put(g, "    if (!d->tries) {\n        d->gone[%d] = NO_CELLS;\n    }\n", i);
    if (d->form[i] == OFFER_ONE) {
        cgen_put(g, "    n%d = set_any(d->gone[%d]) ? 0 : n%d;\n", i, i, i);
    } else {
        cgen_put(g,
                 "    e%d = set_minus(e%d, d->gone[%d]);\n    k%d = tally_of(e%d);\n"
                 "    n%d = tally_total(k%d);\n",
                 i, i, i, i, i, i, i);
    }
}

static void put_totals(drawing *d) {
    cgen *g = d->g;
    for (int i = d->begin; d->waits && cgen_is_local(d) && i < d->end; i++) {
        const int node = d->offer_node[i];
        if (!cgen_never_fails(g, node) && cgen_is_one_turn(g, node)) {
            put_gone(d, i);
        }
    }
    for (int i = d->begin; cgen_is_local(d) && i < d->end; i++) {
        cgen_put(g, "    total += n%d;\n", i);
    }
    if (d->listing) {
        cgen_put(g,
                 "    if (lister.count >= %d) {\n        return DRAW_LIST;\n    }\n"
                 "    total += (uint32_t)lister.count;\n",
                 DRAW_MOST_LISTED);
    }
}

static void put_draws(drawing *d) {
    if (!cgen_is_local(d)) {
        cgen_put_lot_draws(d);
        return;
    }
    cgen_put_local_draws(d);
    if (d->listing) {
        cgen_put(d->g, "    *move = listed[r];\n    return DRAW_LISTED;\n");
    }
}

static void put_tries(cgen *g, drawing *d) {
    cgen_put(g, "    for (int tries = 0; total > 0 && tries < %d; tries++) {\n", DRAW_MOST_TRIES);
    if (d) {
        cgen_put_draw_guard(d);
    }
    cgen_put(g, "    uint32_t r = tsr_rng_below(g, total);\n");
}

static void put_one_try(drawing *d) {
    cgen *g = d->g;
    cgen_put(g, "    if (total > 0) {\n    do {\n");
    cgen_put_draw_guard(d);
    cgen_put(g, "    uint32_t r = tsr_rng_below(g, total);\n");
    put_draws(d);
    cgen_put(g, "    } while (0);\n    }\n");
    cgen_put(g, cgen_is_local(d) ? "" : "    d->total = total;\n    d->count = n;\n");
    cgen_put(g, "    return total == 0 ? DRAW_NONE : ++d->tries < %d ? DRAW_AGAIN : DRAW_LIST;\n",
             DRAW_MOST_TRIES);
}

static void put_all_tries(drawing *d) {
    cgen *g = d->g;
    put_totals(d);
    put_tries(g, d);
    if (d->end == d->begin + 1 && d->form[d->begin] == OFFER_ONE && !d->listing) {
        cgen_put(g, "    (void)r; // there is one\n");
    }
    put_draws(d);
    cgen_put(g, "    }\n    return total > 0 ? DRAW_LIST : DRAW_NONE;\n");
}

// `this else that`: a turn is drawn from the first if there is one. So each is drawn from by itself, and what one
// needs is not kept while the other is looked at.
static void close_part(cgen_taker *t) {
    drawing *d = ((draw_taker *)(void *)t)->d;
    d->end = d->next_offer;
    put_all_tries(d);
    d->begin = d->end;
    d->listing = 0;
}

static void put_joined_draw(cgen *g, uint32_t code, uint32_t guard) {
    drawing d = {.g = g, .guard = guard ? g->p->ways->fn[guard - 1].node : 0};
    cgen_look_ahead(&d, code);
    d.waits = tries_in_rounds(&d);
    draw_taker t = {.base = {.take = cgen_is_local(&d) ? cgen_take_local : cgen_take_lot,
                             .close = cgen_is_local(&d) && !g->lanes ? close_part : NULL,
                             .g = g},
                    .d = &d};
    put_declarations(&d);
    if (!cgen_is_local(&d)) {
        cgen_put_counted_sets(&d);
        t.base.loop = cgen_take_counted;
    }
    cgen_put(g, d.waits && !cgen_is_local(&d) ? "    if (!d->tries) {\n    total = 0;\n    n = 0;\n"
                                              : "    {\n");
    cgen_offers(g, code, &t.base);
    cgen_put(g, "    }\n");
    d.end = d.offers;
    d.listing |= !cgen_is_local(&d) && d.lists;
    if (d.waits) {
        put_totals(&d);
        put_one_try(&d);
        return;
    }
    put_all_tries(&d);
}

// --- One choice a move ---------------------------------------------------------------------------

static void take_choice(cgen_taker *t, const cgen_offer *o) {
    cgen_put_plain_lot(t->g, o, 0);
}

static void put_choice_draw(cgen *g, uint32_t code, int node) {
    const int has_cell = g->p->choice[g->p->node[node].choice].kind <= CH_TAKE;
    cgen_taker t = {.take = take_choice, .g = g, .node = node};
    cgen_put(g, "    uint32_t total = 0;\n    lot lots[MAX_LOTS];\n    int n = 0;\n    {\n");
    cgen_offers(g, code, &t);
    cgen_put(g, "    }\n");
    put_tries(g, NULL);
    cgen_put(g, "    int i = 0;\n    while (i + 1 < n && r >= lots[i].weight) {\n"
                "        r -= lots[i++].weight;\n    }\n");
    cgen_put(g, has_cell ? "    const int z = set_nth(lots[i].cells, r);\n"
                           "    const int a = lots[i].from + z * lots[i].step;\n"
                         : "    const int z = -1, a = -1;\n");
    cgen_put(g,
             "    const int got = %s(s, move, a, z, 0, 0);\n    if (got) {\n"
             "        return got;\n    }\n",
             cgen_way(g, WAYS_TURN, WAYS_DRAW, node).t);
    cgen_put(g, has_cell ? "    lots[i].cells = set_minus(lots[i].cells, set_one(z));\n" : "");
    cgen_put(g, "    lots[i].weight--;\n    total--;\n    }\n"
                "    return total > 0 ? DRAW_LIST : DRAW_NONE;\n");
}

void cgen_way_draw(const printed *q, const way_insn *x) {
    if (x->op == WAY_PAIRS) {
        cgen_pairs(q->g, x);
    } else if (x->c) {
        put_choice_draw(q->g, x->a, x->c);
    } else {
        put_joined_draw(q->g, x->a, x->b);
    }
}
