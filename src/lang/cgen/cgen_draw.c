// SPDX-License-Identifier: MIT
//
// Ways as C: the instruction that draws a random turn.
//
// What is drawn from is laid out as sets, as the plan says of each (plan/ways_draw.c). Where every
// set is written by one instruction outside loops, they are locals and the draw is a chain of
// compares; else they are gathered in an array. Everything is inlined into `playout`, so that the
// state of a small game lives in registers for a whole game.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_ways.h"

enum { MAX_STATIC = 12 };

typedef struct plan {
    cgen *g;
    int node[IR_MAX_NODES], nodes; // choices drawn from
    int offers;                    // sets in all
    int loops;                     // some are written in loops
    int lists;                     // some moves are listed
    // while printing
    int offer_node[MAX_STATIC];
    char origin[MAX_STATIC][80];
    int form[MAX_STATIC];
    int step[MAX_STATIC]; // of motions by a step of fixed length, else 0
    int next_offer;
} plan;

typedef struct draw_taker {
    cgen_taker base; // first
    plan *pl;
} draw_taker;

// --- Planning -------------------------------------------------------------------------------

// What the plan does with the sets of a node: LOT, HOPS or CELLS comes first.
static const way_insn *set_insn(const cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_SETS, WAYS_DRAW, node);
    return &g->p->ways->x[g->p->ways->fn[fn < 0 ? 0 : fn].first];
}

// What it does with a turn of it begins with a copy where it may turn out not to be legal.
static int is_sure(cgen *g, int node) {
    const int fn = way_of(g->p, WAYS_TURN, WAYS_DRAW, node);
    return fn >= 0 && g->p->ways->x[g->p->ways->fn[fn].first].op != WAY_FORK;
}

static void take_note(cgen_taker *t, const cgen_offer *o) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    const int op = set_insn(t->g, o->node)->op;
    int known = 0;
    pl->lists |= op != WAY_LOT;
    if (op == WAY_CELLS) {
        return;
    }
    for (int i = 0; i < pl->nodes; i++) {
        known |= pl->node[i] == o->node;
    }
    if (!known) {
        pl->node[pl->nodes++] = o->node;
    }
    pl->offers++;
    pl->loops |= o->in_loop;
}

static int is_static(const plan *pl) {
    return !pl->loops && pl->offers <= MAX_STATIC;
}

static void make_plan(plan *pl, uint32_t code) {
    cgen *g = pl->g;
    draw_taker note = {.base = {.take = take_note, .g = g}, .pl = pl};
    buffer scratch, *was = g->out;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, code, &note.base);
    g->out = was;
    buffer_deinit(&scratch);
}

// --- Gathering --------------------------------------------------------------------------------

static int promotes(const cgen *g, const ir_node *n) {
    return plan_promotes(g->p, (int)(n - g->p->node));
}

static void put_weight(cgen *g, const ir_node *n, const char *cells, const char *total, char *buf,
                       size_t cap) {
    if (promotes(g, n)) {
        cgen_set(buf, cap, "%s + %du * (uint32_t)set_count(%s)", total,
                 ir_weight(g->p, n)->weight - 1,
                 cgen_and(g, cells, cgen_const(g, ir_weight(g->p, n)->zone - 1).t).t);
    } else {
        cgen_set(buf, cap, "%s", total);
    }
}

// Turns that are no sets are listed one by one; of jumps those that go on, `left` is the rest.
static void take_listed(cgen *g, const cgen_offer *o, const char *left) {
    const ir_node *n = &g->p->node[o->node];
    const way_insn *x = set_insn(g, o->node);
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
    cgen_put(g, "        st bound;\n        copy(&bound, s);\n");
    if (ir_turn(g->p, n)->bind != BOARD_NONE) {
        cgen_bind(g, o->node, "&bound");
    }
    cgen_need_way(g, lists);
    cgen_put(g, "        (void)%s(&bound, &lister, NO_WAY, a, z);\n    }\n%s",
             cgen_way_name(&g->p->ways->fn[lists]).t, o->form == OFFER_ONE ? "" : "    }\n");
}

static void take_static(cgen_taker *t, const cgen_offer *o) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000], name[24], count[40];
    if (set_insn(g, o->node)->op == WAY_CELLS) {
        take_listed(g, o, NULL);
        return;
    }
    int i = pl->next_offer++;
    if (i >= MAX_STATIC) {
        g->failed = 1;
        return;
    }
    pl->offer_node[i] = o->node;
    pl->form[i] = o->form;
    pl->step[i] = o->form == OFFER_CLASS && g->p->b.shift[o->shift].uniform
                      ? g->p->b.shift[o->shift].amount
                      : 0;
    if (ir_turn(g->p, n)->bind != BOARD_NONE) {
        cgen_put(g, "    b%d = with;\n", i);
    }
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    n%d = 1;\n", i);
        return;
    }
    cgen_set(name, sizeof name, "e%d", i);
    cgen_set(count, sizeof count, "tally_total(k%d)", i);
    put_weight(g, n, name, count, weight, sizeof weight);
    cgen_put(g, "    e%d = %s;\n", i, o->cells);
    if (set_insn(g, o->node)->op == WAY_HOPS) {
        take_listed(g, o, name);
    }
    if (g->p->ways->pool.keeps) {
        cgen_put(g,
                 "    if (empty) {\n        if (empty->count < 0) {\n"
                 "            pool_fill(empty, e%d);\n        }\n"
                 "        n%d = (uint32_t)empty->count;\n    } else {\n"
                 "        k%d = tally_of(e%d);\n        n%d = tally_total(k%d);\n    }\n",
                 i, i, i, i, i, i);
        cgen_origin(g, o, pl->origin[i], sizeof pl->origin[i]);
        return;
    }
    cgen_put(g, "    k%d = tally_of(e%d);\n    n%d = %s;\n", i, i, i, weight);
    if (o->form == OFFER_ORIGIN) {
        cgen_put(g, "    f%d = %s;\n", i, o->from);
        cgen_set(pl->origin[i], sizeof pl->origin[i], "f%d", i);
    } else {
        cgen_origin(g, o, pl->origin[i], sizeof pl->origin[i]);
    }
}

// One more lot of the cells `x`. Where the cells they come from are not all equally far each is a lot.
static void put_lot(cgen *g, const cgen_offer *o, const char *weight, int node, const char *with) {
    const board_shift *by = &g->p->b.shift[o->form == OFFER_CLASS ? o->shift : 0];
    if (o->form == OFFER_CLASS && !by->uniform) {
        char one[1400];
        put_weight(g, &g->p->node[o->node], "set_one(z)", "1", one, sizeof one);
        cgen_need_origin(g, o->shift);
        cgen_put(g,
                 "    for (set y = x; set_any(y);) {\n" CGEN_ROOM_FOR_LOT
                 "        const int z = set_pop(&y);\n"
                 "        lots[n] = (lot){set_one(z), %s, %d, origin_%d[z], 0, %s};\n"
                 "        total += lots[n++].weight;\n    }\n",
                 one, node, o->shift, with);
        return;
    }
    cgen_put(g, "    if (set_any(x)) {\n" CGEN_ROOM_FOR_LOT "        lots[n] = (lot){x, %s, %d, ",
             weight, node);
    if (o->form == OFFER_CLASS) {
        cgen_put(g, "%d, 1, %s};\n", -by->amount, with);
    } else {
        cgen_put(g, "%s, 0, %s};\n", o->form == OFFER_ORIGIN ? o->from : "0", with);
    }
    cgen_put(g, "        total += lots[n++].weight;\n    }\n");
}

void cgen_put_plain_lot(cgen *g, const cgen_offer *o, int node) {
    if (o->form == OFFER_ONE) {
        cgen_put(
            g, CGEN_ROOM_FOR_LOT "    lots[n++] = (lot){NO_CELLS, 1, %d, 0, 0, 0};\n    total++;\n",
            node);
        return;
    }
    cgen_put(g, "    {\n    const set x = %s;\n", o->cells);
    put_lot(g, o, "(uint32_t)set_count(x)", node, "0");
    cgen_put(g, "    }\n");
}

static void take_lot(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000];
    const char *with = ir_turn(g->p, n)->bind != BOARD_NONE ? "with" : "0";
    if (set_insn(g, o->node)->op == WAY_CELLS) {
        take_listed(g, o, NULL);
        return;
    }
    if (o->form == OFFER_ONE) {
        cgen_put(g,
                 CGEN_ROOM_FOR_LOT
                 "    lots[n++] = (lot){NO_CELLS, 1, %d, 0, 0, %s};\n    total++;\n",
                 o->node, with);
        return;
    }
    put_weight(g, n, "x", "(uint32_t)set_count(x)", weight, sizeof weight);
    cgen_put(g, "    {\n    set left = %s;\n", o->cells);
    if (set_insn(g, o->node)->op == WAY_HOPS) {
        take_listed(g, o, "left");
    }
    cgen_put(g, "    const set x = left;\n");
    put_lot(g, o, weight, o->node, with);
    cgen_put(g, "    }\n");
}

// --- Making the drawn turn -----------------------------------------------------------------------

// With `a`, `z`, `sub` and `with` known: makes the turn. One that is not legal is not drawn again; promotions
// are drawn again, never dropped one by one.
static void put_act(plan *pl, int at, const char *drop) {
    cgen *g = pl->g;
    const int binds = g->p->fact.turn[at].bind != BOARD_NONE;
    const cgen_word turn = cgen_way(g, WAYS_TURN, WAYS_DRAW, at);
    cgen_put(g, "        %s %s(s, move, a, z, sub, %s);\n",
             is_sure(g, at) ? "return" : "const int got =", turn.t, binds ? "with" : "0");
    if (is_sure(g, at)) {
        return;
    }
    cgen_put(g, "        if (got) {\n            return got;\n        }\n");
    if (!promotes(g, &g->p->node[at])) {
        cgen_put(g, "%s        total--;\n", drop);
    }
    cgen_put(g, "        continue;\n");
}

// The cell drawn, and which of its turns, from number `r` of an offer.
static void put_cell(plan *pl, int at, const char *cells, const char *total, const char *nth) {
    const ir_node *n = &pl->g->p->node[at];
    if (promotes(pl->g, n)) {
        cgen_put(pl->g,
                 "        const uint32_t extra = r < %s ? 0 : r - %s;\n"
                 "        const int sub = r < %s ? 0 : 1 + (int)(extra %% %du);\n"
                 "        const int z = r < %s ? %s\n            : set_nth(%s, extra / %du);\n",
                 total, total, total, ir_weight(pl->g->p, n)->weight - 1, total, nth,
                 cgen_and(pl->g, cells, cgen_const(pl->g, ir_weight(pl->g->p, n)->zone - 1).t).t,
                 ir_weight(pl->g->p, n)->weight - 1);
    } else {
        cgen_put(pl->g, "        const int sub = 0, z = %s;\n", nth);
    }
}

static void put_static_draw(plan *pl, int i, int last) {
    cgen *g = pl->g;
    char cells[24], total[40], nth[100], drop[240];
    cgen_set(cells, sizeof cells, "e%d", i);
    cgen_set(total, sizeof total, "tally_total(k%d)", i);
    cgen_set(nth, sizeof nth,
             g->p->ways->pool.keeps ? "empty ? pool_take(empty, r) : tally_nth(e%d, k%d, r)"
                                    : "tally_nth(e%d, k%d, r)",
             i, i);
    if (last) {
        cgen_put(g, "    {\n");
    } else {
        cgen_put(g, "    if (r < n%d) {\n", i);
    }
    if (g->p->fact.turn[pl->offer_node[i]].bind != BOARD_NONE) {
        cgen_put(g, "        const int with = b%d;\n", i);
    }
    if (pl->form[i] == OFFER_ONE) {
        cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n");
        cgen_set(drop, sizeof drop, "        n%d = 0;\n", i);
    } else {
        put_cell(pl, pl->offer_node[i], cells, total, nth);
        cgen_put(g, "        const int a = %s;\n", pl->origin[i]);
        cgen_set(drop, sizeof drop,
                 "        e%d = set_minus(e%d, set_one(z));\n        k%d = tally_of(e%d);\n"
                 "        n%d--;\n",
                 i, i, i, i, i);
    }
    put_act(pl, pl->offer_node[i], drop);
    cgen_put(g, "    }\n");
    if (!last) {
        cgen_put(g, "    r -= n%d;\n", i);
    }
}

// How many offers from number i on are motions of one choice by steps of fixed length, all of
// them turns: one of these is picked without a jump, as which it is cannot be foretold.
static int group_at(const plan *pl, int i) {
    const program *p = pl->g->p;
    const ir_node *n = &p->node[pl->offer_node[i]];
    int k = i;
    if (p->b.words > 1 || promotes(pl->g, n) || ir_turn(p, n)->bind != BOARD_NONE ||
        !is_sure(pl->g, pl->offer_node[i])) {
        return 1;
    }
    while (k < pl->offers && pl->offer_node[k] == pl->offer_node[i] && pl->step[k]) {
        k++;
    }
    return k > i ? k - i : 1;
}

static void put_group_draw(plan *pl, int i, int count, int last) {
    cgen *g = pl->g;
    cgen_put(g, "    uint32_t all%d = n%d", i, i);
    for (int k = i + 1; k < i + count; k++) {
        cgen_put(g, " + n%d", k);
    }
    cgen_put(g, last ? ";\n    (void)all%d;\n    {\n" : ";\n    if (r < all%d) {\n", i);
    cgen_put(g,
             "        set cells = e%d;\n        tally of = k%d;\n        uint32_t sum = n%d, "
             "before = 0;\n        int by = %d;\n",
             i, i, i, pl->step[i]);
    for (int k = i + 1; k < i + count; k++) {
        cgen_put(g,
                 "        cells = r >= sum ? e%d : cells;\n"
                 "        of.of[0] = r >= sum ? k%d.of[0] : of.of[0];\n"
                 "        by = r >= sum ? %d : by;\n"
                 "        before = r >= sum ? sum : before;\n        sum += n%d;\n",
                 k, k, pl->step[k], k);
    }
    cgen_put(g, "        const int sub = 0, z = tally_nth(cells, of, r - before), a = z - by;\n");
    put_act(pl, pl->offer_node[i], "");
    cgen_put(g, "    }\n");
    if (!last) {
        cgen_put(g, "    r -= all%d;\n", i);
    }
}

static void put_lot_draws(plan *pl) {
    cgen *g = pl->g;
    cgen_put(g, "    int i = 0;\n    while (i < n && r >= lots[i].weight) {\n"
                "        r -= lots[i++].weight;\n    }\n    if (i == n) {\n");
    cgen_put(g, pl->lists ? "        *move = listed[r];\n        return DRAW_LISTED;\n    }\n"
                          : "        return DRAW_LIST;\n    }\n");
    cgen_put(g, "    lot *const l = &lots[i];\n    const int with = l->with;\n    (void)with;\n"
                "    switch (l->node) {\n");
    for (int i = 0; i < pl->nodes; i++) {
        int at = pl->node[i], kind = g->p->choice[g->p->node[at].choice].kind;
        cgen_put(g, "    case %d: {\n", at);
        if (kind > CH_TAKE) {
            cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n");
        } else {
            put_cell(pl, at, "l->cells", "(uint32_t)set_count(l->cells)", "set_nth(l->cells, r)");
            cgen_put(g, "        const int a = %s;\n",
                     kind == CH_MOTION ? "l->from + z * l->step" : "-1");
        }
        put_act(pl, at,
                kind > CH_TAKE ? "        l->weight = 0;\n"
                               : "        l->cells = set_minus(l->cells, set_one(z));\n"
                                 "        l->weight--;\n");
        cgen_put(g, "    }\n");
    }
    cgen_put(g, "    default: return DRAW_LIST;\n    }\n");
}

static void put_declarations(plan *pl) {
    cgen *g = pl->g;
    cgen_put(g, "    uint32_t total = 0;\n");
    if (pl->lists) {
        cgen_put(g,
                 "    uint64_t listed[%d];\n"
                 "    walk lister = {.out = listed, .cap = %d, .fuel = FUEL};\n",
                 DRAW_MOST_LISTED, DRAW_MOST_LISTED);
    }
    for (int i = 0; is_static(pl) && i < pl->offers; i++) {
        cgen_put(g,
                 "    set e%d = NO_CELLS;\n    tally k%d = {{0}};\n    uint32_t n%d = 0;\n"
                 "    int f%d = 0, b%d = 0;\n"
                 "    (void)e%d, (void)k%d, (void)n%d, (void)f%d, (void)b%d;\n",
                 i, i, i, i, i, i, i, i, i, i);
    }
    if (!is_static(pl)) {
        cgen_put(g, "    lot lots[MAX_LOTS];\n    int n = 0;\n");
    }
}

static void put_totals(plan *pl) {
    cgen *g = pl->g;
    for (int i = 0; is_static(pl) && i < pl->offers; i++) {
        cgen_put(g, "    total += n%d;\n", i);
    }
    if (pl->lists) {
        cgen_put(g,
                 "    if (lister.count >= %d) {\n        return DRAW_LIST;\n    }\n"
                 "    total += (uint32_t)lister.count;\n",
                 DRAW_MOST_LISTED);
    }
}

static void put_draws(plan *pl) {
    cgen *g = pl->g;
    if (!is_static(pl)) {
        put_lot_draws(pl);
        return;
    }
    for (int i = 0, count; i < pl->offers; i += count) {
        count = group_at(pl, i);
        int last = i + count == pl->offers && !pl->lists;
        if (count > 1) {
            put_group_draw(pl, i, count, last);
        } else {
            put_static_draw(pl, i, last);
        }
    }
    if (pl->lists) {
        cgen_put(g, "    *move = listed[r];\n    return DRAW_LISTED;\n");
    }
}

static void put_tries(cgen *g) {
    cgen_put(g,
             "    for (int tries = 0; total > 0 && tries < %d; tries++) {\n"
             "    uint32_t r = tsr_rng_below(g, total);\n",
             DRAW_MOST_TRIES);
}

static void put_joined_draw(cgen *g, uint32_t code) {
    plan pl = {.g = g};
    make_plan(&pl, code);
    draw_taker t = {.base = {.take = is_static(&pl) ? take_static : take_lot, .g = g}, .pl = &pl};
    put_declarations(&pl);
    cgen_put(g, "    {\n");
    cgen_offers(g, code, &t.base);
    cgen_put(g, "    }\n");
    put_totals(&pl);
    put_tries(g);
    put_draws(&pl);
    cgen_put(g, "    }\n    return total > 0 ? DRAW_LIST : DRAW_NONE;\n");
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
