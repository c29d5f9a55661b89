// SPDX-License-Identifier: MIT
//
// Ways as C: the instruction that draws a random turn.
//
// What is drawn from is laid out as sets, as the plan says of each (plan/ways_draw.c). Where every
// set is written by one instruction outside loops, they are locals and the draw is a chain of
// compares (cgen_draw_local.c); else they are gathered in an array (cgen_draw_lots.c). Everything is inlined into
// `playout`, so that the state of a small game lives in registers for a whole game.
#include "lang/cgen/cgen_draw.h"

// --- Planning -------------------------------------------------------------------------------

// What the plan does with the sets of a node: LOT, HOPS or CELLS comes first.
const way_insn *cgen_draw_insn(const cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_SETS, WAYS_DRAW, node);
    return &g->p->ways->x[g->p->ways->fn[fn < 0 ? 0 : fn].first];
}

// What it does with a turn of it begins with a copy where it may turn out not to be legal.
int cgen_never_fails(cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_TURN, WAYS_DRAW, node);
    return fn >= 0 && g->p->ways->x[g->p->ways->fn[fn].first].op != WAY_FORK;
}

static void take_note(cgen_taker *t, const cgen_offer *o) {
    drawing *d = ((draw_taker *)(void *)t)->d;
    const int op = cgen_draw_insn(t->g, o->node)->op;
    int known = 0;
    d->lists |= op != WAY_LOT;
    if (op == WAY_CELLS) {
        return;
    }
    for (int i = 0; i < d->nodes; i++) {
        known |= d->node[i] == o->node;
    }
    if (!known) {
        d->node[d->nodes++] = o->node;
    }
    d->offers++;
    d->loops |= o->in_loop;
}

static int is_local(const drawing *d) {
    return !d->loops && d->offers <= CGEN_MAX_LOCAL;
}

static void look_ahead(drawing *d, uint32_t code) {
    cgen *g = d->g;
    draw_taker note = {.base = {.take = take_note, .g = g}, .d = d};
    buffer scratch, *was = g->out;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, code, &note.base);
    g->out = was;
    buffer_deinit(&scratch);
}

int cgen_draws_local(cgen *g, uint32_t code) {
    drawing d = {.g = g};
    look_ahead(&d, code);
    return is_local(&d);
}

// --- Gathering --------------------------------------------------------------------------------

int cgen_promotes(const cgen *g, const ir_node *n) {
    return plan_promotes(g->p, (int)(n - g->p->node));
}

void cgen_put_weight(cgen *g, const ir_node *n, const char *cells, const char *total, char *buf,
                     size_t cap) {
    if (cgen_promotes(g, n)) {
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

// With `a`, `z`, `sub` and `with` known: makes the turn. One that is not legal is not drawn again; promotions
// are drawn again, never dropped one by one.
void cgen_put_act(drawing *d, int at, const char *drop) {
    cgen *g = d->g;
    const int binds = g->p->fact.turn[at].bind != BOARD_NONE;
    const cgen_word turn = cgen_way(g, WAYS_TURN, WAYS_DRAW, at);
    cgen_put(g, "        %s %s(s, move, a, z, sub, %s);\n",
             cgen_never_fails(g, at) ? "return" : "const int got =", turn.t, binds ? "with" : "0");
    if (cgen_never_fails(g, at)) {
        return;
    }
    cgen_put(g, "        if (got) {\n            return got;\n        }\n");
    if (!cgen_promotes(g, &g->p->node[at])) {
        cgen_put(g, "%s        total--;\n", drop);
    }
    cgen_put(g, "        continue;\n");
}

// The cell drawn, and which of its turns, from number `r` of an offer.
void cgen_put_cell(drawing *d, int at, const char *cells, const char *total, const char *nth) {
    const ir_node *n = &d->g->p->node[at];
    if (cgen_promotes(d->g, n)) {
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

// A turn that turns out not to be legal is drawn again. Lanes whose turns are drawn together do that in their
// next round: most draw once, and all would wait for the unlucky one.
static int tries_in_rounds(const drawing *d) {
    int may_fail = 0;
    for (int i = 0; i < d->nodes; i++) {
        may_fail |= !cgen_never_fails(d->g, d->node[i]);
    }
    return d->g->rounds && may_fail && !d->lists && !d->g->p->ways->pool.keeps;
}

static void put_declarations(drawing *d) {
    cgen *g = d->g;
    if (d->waits && !is_local(d)) {
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
    for (int i = 0; is_local(d) && i < d->offers; i++) {
        cgen_put(g,
                 "    set e%d = NO_CELLS;\n    tally k%d = {{0}};\n    uint32_t n%d = 0;\n"
                 "    int f%d = 0, b%d = 0;\n"
                 "    (void)e%d, (void)k%d, (void)n%d, (void)f%d, (void)b%d;\n",
                 i, i, i, i, i, i, i, i, i, i);
    }
    if (!is_local(d)) {
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
    for (int i = d->begin; d->waits && is_local(d) && i < d->end; i++) {
        const int node = d->offer_node[i];
        if (!cgen_never_fails(g, node) && !cgen_promotes(g, &g->p->node[node])) {
            put_gone(d, i);
        }
    }
    for (int i = d->begin; is_local(d) && i < d->end; i++) {
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
    if (!is_local(d)) {
        cgen_put_lot_draws(d);
        return;
    }
    cgen_put_local_draws(d);
    if (d->listing) {
        cgen_put(d->g, "    *move = listed[r];\n    return DRAW_LISTED;\n");
    }
}

static void put_tries(cgen *g) {
    cgen_put(g,
             "    for (int tries = 0; total > 0 && tries < %d; tries++) {\n"
             "    uint32_t r = tsr_rng_below(g, total);\n",
             DRAW_MOST_TRIES);
}

static void put_one_try(drawing *d) {
    cgen *g = d->g;
    cgen_put(g, "    if (total > 0) {\n    do {\n    uint32_t r = tsr_rng_below(g, total);\n");
    put_draws(d);
    cgen_put(g, "    } while (0);\n    }\n");
    cgen_put(g, is_local(d) ? "" : "    d->total = total;\n    d->count = n;\n");
    cgen_put(g, "    return total == 0 ? DRAW_NONE : ++d->tries < %d ? DRAW_AGAIN : DRAW_LIST;\n",
             DRAW_MOST_TRIES);
}

static void put_all_tries(drawing *d) {
    cgen *g = d->g;
    put_totals(d);
    put_tries(g);
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

static void put_joined_draw(cgen *g, uint32_t code) {
    drawing d = {.g = g};
    look_ahead(&d, code);
    d.waits = tries_in_rounds(&d);
    draw_taker t = {.base = {.take = is_local(&d) ? cgen_take_local : cgen_take_lot,
                             .close = is_local(&d) && !g->lanes ? close_part : NULL,
                             .g = g},
                    .d = &d};
    put_declarations(&d);
    cgen_put(g, d.waits && !is_local(&d) ? "    if (!d->tries) {\n    total = 0;\n    n = 0;\n"
                                         : "    {\n");
    cgen_offers(g, code, &t.base);
    cgen_put(g, "    }\n");
    d.end = d.offers;
    d.listing |= !is_local(&d) && d.lists;
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
    put_tries(g);
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
        put_joined_draw(q->g, x->a);
    }
}
