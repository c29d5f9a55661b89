// SPDX-License-Identifier: MIT
//
// Random play as C: sample.c for one program.
//
// The choices that may come first are laid out as sets, a cell is drawn from all of
// them, and only the drawn turn is made. Where every set is written by one instruction
// outside loops, they are locals and the draw is a chain of compares; else they are
// gathered in an array. Everything is inlined into `playout`, so that the state of a
// small game lives in registers for a whole game.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"

enum { MAX_STATIC = 12, MAX_LISTED = 256, MAX_DRAWN = 64 };

typedef struct plan {
    cgen *g;
    int start;                  // phase * players + player
    int node[MAX_DRAWN], nodes; // choices drawn from
    int offers;                 // sets in all
    int loops;                  // some are written in loops
    int lists;                  // some moves are listed
    int odd_class;              // a class by a shift that is no uniform one
    int possible;
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

// Jumps that lead no further are drawn from sets, the others are listed.
static int is_drawn_hop(const cgen *g, const cgen_offer *o) {
    return o->form != OFFER_ONE && plan_is_hop(g->p, o->node);
}

static void take_note(cgen_taker *t, const cgen_offer *o) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    const ir_node *n = &t->g->p->node[o->node];
    int known = 0;
    if (!ir_turn(t->g->p, n)->turn) {
        pl->lists = 1;
        if (!is_drawn_hop(t->g, o)) {
            return;
        }
    }
    for (int i = 0; i < pl->nodes; i++) {
        known |= pl->node[i] == o->node;
    }
    if (!known && pl->nodes < MAX_DRAWN) {
        pl->node[pl->nodes++] = o->node;
    }
    pl->possible &= pl->nodes < MAX_DRAWN;
    pl->offers++;
    pl->loops |= o->in_loop;
    pl->odd_class |= o->form == OFFER_CLASS && !t->g->p->b.shift[o->shift].uniform;
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
    pl->possible &= pl->offers > 0 && (is_static(pl) || !pl->odd_class);
}

// --- Games that only fill cells --------------------------------------------------------------------

enum { MAX_FILL = 64 }; // instructions of a turn that just fills a cell

// Whether register `reg` is, in this code, the cells where nothing stands.
static int is_empties(const program *p, const insn **code, int count, int reg) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const insn *x = code[i];
        if (ir_op_format[x->op][0] == 'D' && x->a == reg) {
            found += x->op == OP_NOR && x->b != x->c && x->b < 2 && x->c < 2 ? 1 : 100;
        }
    }
    return found == 1 && p->players == 2 && p->at.own == 0 && p->at.neutral == BOARD_NONE &&
           p->at.closed == BOARD_NONE;
}

// Whether a joined turn does nothing to the board but fill the cell that was drawn.
static int only_fills(const cgen *g, const ir_node *n) {
    const program *p = g->p;
    const insn *code[MAX_FILL];
    int kind = p->choice[n->choice].kind, adds = 0;
    int count = ir_block(g->p, ir_turn(p, n)->ply ? ir_turn(p, n)->ply : ir_turn(p, n)->turn, code,
                         MAX_FILL);
    if (ir_path(p, n)->tail != TAIL_PLAIN ||
        (kind != CH_PLACE && kind != CH_PASS && kind != CH_SWAP) || count > MAX_FILL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        int op = code[i]->op;
        if (op == OP_ADD) {
            adds += code[i]->a == p->at.to ? 1 : 100;
        } else if (ir_op_class[op] == CLASS_BOARD) {
            return 0;
        }
    }
    return adds == (kind == CH_PLACE);
}

// The offer of empty cells is the only one with cells, and all turns just fill.
static int fills(const cgen *g, int phase, int player) {
    const program *p = g->p;
    const insn *code[MAX_FILL];
    int count = ir_block(g->p, p->phase[phase].offers[player], code, MAX_FILL), emits = 0;
    for (int i = 0; i < count && count <= MAX_FILL; i++) {
        const insn *x = code[i];
        int at = x->op == OP_EMIT ? x->b : x->op == OP_EMIT1 ? x->a : 0;
        if (!op_is_offer(x->op)) {
            continue;
        }
        if (!at || !p->fact.turn[at].turn || !only_fills(g, &p->node[at]) ||
            (x->op == OP_EMIT && !is_empties(p, code, count, x->a))) {
            return 0;
        }
        emits += x->op == OP_EMIT;
    }
    return emits == 1;
}

static int can_keep_pool(const cgen *g) {
    const program *p = g->p;
    int all = p->phases == 1 && !p->fact.overlaps && !p->split;
    for (int me = 0; all && me < p->players; me++) {
        all = cgen_joined(g, 0, me) && fills(g, 0, me);
    }
    return all;
}

// --- Gathering --------------------------------------------------------------------------------

static int promotes(const cgen *g, const ir_node *n) {
    const fact_weight *w = ir_weight(g->p, n);
    return w->zone && w->weight > 1;
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
    cgen_put(g, "        (void)%s(&bound, &lister, NO_WAY, a, z);\n    }\n%s",
             cgen_way(g, WAYS_TRY, WAYS_LIST, o->node).t, o->form == OFFER_ONE ? "" : "    }\n");
}

static void take_static(cgen_taker *t, const cgen_offer *o) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000], name[24], count[40];
    if (!ir_turn(g->p, n)->turn && !is_drawn_hop(g, o)) {
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
    if (!ir_turn(g->p, n)->turn) {
        take_listed(g, o, name);
    }
    if (g->keeps_pool) {
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

static void take_lot(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000];
    const char *with = ir_turn(g->p, n)->bind != BOARD_NONE ? "with" : "0";
    if (!ir_turn(g->p, n)->turn && !is_drawn_hop(g, o)) {
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
    if (!ir_turn(g->p, n)->turn) {
        take_listed(g, o, "left");
    }
    cgen_put(g,
             "    const set x = left;\n    if (set_any(x)) {\n" CGEN_ROOM_FOR_LOT
             "        lots[n] = (lot){x, %s, %d, ",
             weight, o->node);
    if (o->form == OFFER_CLASS) {
        cgen_put(g, "%d, 1, %s};\n", -g->p->b.shift[o->shift].amount, with);
    } else {
        cgen_put(g, "%s, 0, %s};\n", o->form == OFFER_ORIGIN ? o->from : "0", with);
    }
    cgen_put(g, "        total += lots[n++].weight;\n    }\n    }\n");
}

// --- Making the drawn turn -----------------------------------------------------------------------

// What is drawn is a legal turn: nothing comes after it, or it is a jump that leads no further.
static int is_certain(const cgen *g, const ir_node *n) {
    return ir_path(g->p, n)->tail == TAIL_PLAIN || !ir_turn(g->p, n)->turn;
}

// With `a`, `z`, `sub` and `with` known: makes the turn, and judges it.
static void put_act(plan *pl, int at, const char *drop) {
    cgen *g = pl->g;
    const ir_node *n = &g->p->node[at];
    int certain = is_certain(g, n);
    cgen_rule_comment(g, n->choice);
    if (!certain) {
        cgen_put(g, "        st was;\n        copy(&was, s);\n");
    }
    if (g->p->choice[n->choice].kind != CH_PASS) {
        cgen_put(g, "        s->h.passes = 0;\n");
    }
    cgen_bind(g, at, "s");
    cgen_put(g, "        (void)a, (void)z, (void)sub;\n");
    cgen_put(g, "        %s%s;\n", certain ? "(void)" : "const int ok = ",
             cgen_turn_call(g, at,
                            ir_turn(g->p, n)->ply    ? ir_turn(g->p, n)->ply
                            : ir_turn(g->p, n)->turn ? ir_turn(g->p, n)->turn
                                                     : ir_turn(g->p, n)->last_hop,
                            "s", "sub")
                 .t);
    if (!certain) {
        cgen_put(g, "        if (ok == %d) {\n            copy(s, &was);\n", VM_NO);
        if (!promotes(g, n)) { // promotions are drawn again, never dropped one by one
            cgen_put(g, "%s            total--;\n", drop);
        }
        cgen_put(g, "            continue;\n        }\n");
    }
    cgen_put(g, "        way v = %s;\n", cgen_way_with(g, n->choice, "NO_WAY", "a", "z").t);
    if (promotes(g, n)) {
        cgen_need_promotions(g, at);
        cgen_put(g,
                 "        if (set_has(%s, z)) {\n            v = way_add(v, promotion_%d[sub], "
                 "CHOICE_BITS, promotion_%d[sub], -1, -1);\n        }\n",
                 cgen_const(g, ir_weight(g->p, n)->zone - 1).t, at, at);
    }
    cgen_put(g, "        *move = way_move(v);\n        return %s;\n",
             ir_turn(g->p, n)->ply ? "DRAW_PLIED" : "DRAW_MADE");
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
             g->keeps_pool ? "empty ? pool_take(empty, r) : tally_nth(e%d, k%d, r)"
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
        cgen_set(drop, sizeof drop, "            n%d = 0;\n", i);
    } else {
        put_cell(pl, pl->offer_node[i], cells, total, nth);
        cgen_put(g, "        const int a = %s;\n", pl->origin[i]);
        cgen_set(drop, sizeof drop,
                 "            e%d = set_minus(e%d, set_one(z));\n            k%d = tally_of(e%d);\n"
                 "            n%d--;\n",
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
        !is_certain(pl->g, n)) {
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
                kind > CH_TAKE ? "            l->weight = 0;\n"
                               : "            l->cells = set_minus(l->cells, set_one(z));\n"
                                 "            l->weight--;\n");
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
                 MAX_LISTED, MAX_LISTED);
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
                 MAX_LISTED);
    }
}

static void put_draw(cgen *g, int phase, int player) {
    plan pl = {.g = g, .start = phase * g->p->players + player, .possible = !g->p->fact.overlaps};
    uint32_t code = g->p->phase[phase].offers[player];
    if (cgen_pairs(g, phase, player)) {
        return;
    }
    pl.possible &= cgen_joined(g, phase, player);
    if (pl.possible) {
        make_plan(&pl, code);
    }
    cgen_put(g,
             "\n// Draws a uniform legal turn of this player and makes it.\n"
             "%s int draw_turn_%d(st *s, tsr_rng *g, uint64_t *move, pool *empty) {\n"
             "    (void)empty;\n",
             cgen_is_large(g) ? "FN" : "RT", pl.start);
    if (!pl.possible) {
        cgen_put(g, "    (void)s, (void)g, (void)move;\n    return DRAW_LIST;\n}\n");
        return;
    }
    draw_taker t = {.base = {.take = is_static(&pl) ? take_static : take_lot, .g = g}, .pl = &pl};
    put_declarations(&pl);
    cgen_put(g, "    {\n");
    cgen_offers(g, code, &t.base);
    cgen_put(g, "    }\n");
    put_totals(&pl);
    cgen_put(g, "    for (int tries = 0; total > 0 && tries < 40; tries++) {\n"
                "    uint32_t r = tsr_rng_below(g, total);\n");
    if (is_static(&pl)) {
        for (int i = 0, count; i < pl.offers; i += count) {
            count = group_at(&pl, i);
            int last = i + count == pl.offers && !pl.lists;
            if (count > 1) {
                put_group_draw(&pl, i, count, last);
            } else {
                put_static_draw(&pl, i, last);
            }
        }
        if (pl.lists) {
            cgen_put(g, "    *move = listed[r];\n    return DRAW_LISTED;\n");
        }
    } else {
        put_lot_draws(&pl);
    }
    cgen_put(g, "    }\n    return total > 0 ? DRAW_LIST : DRAW_NONE;\n}\n");
}

// --- Split turns --------------------------------------------------------------------------------
//
// A move is one choice: draw a cell, make the choice, and see whether the rest of the turn
// can follow. If not, the cell is dropped and another is drawn.

// Where the next choice is a plain one, whose moves no other choice lists.
static int can_split(const cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    return g->p->split && n->kind == N_CHOICE && !n->within && !g->p->fact.overlaps &&
           plan_is_unique(g->p, node) && !cgen_writes_state(g, n->code);
}

static void take_split(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    if (o->form == OFFER_ONE) {
        cgen_put(g, CGEN_ROOM_FOR_LOT
                 "    lots[n++] = (lot){NO_CELLS, 1, 0, 0, 0, 0};\n    total++;\n");
        return;
    }
    cgen_put(g,
             "    {\n    const set x = %s;\n    if (set_any(x)) {\n" CGEN_ROOM_FOR_LOT
             "        lots[n] = (lot){x, (uint32_t)set_count(x), 0, ",
             o->cells);
    if (o->form == OFFER_CLASS) {
        g->failed |= !g->p->b.shift[o->shift].uniform;
        cgen_put(g, "%d, 1, 0};\n", -g->p->b.shift[o->shift].amount);
    } else {
        cgen_put(g, "%s, 0, 0};\n", o->form == OFFER_ORIGIN ? o->from : "0");
    }
    cgen_put(g, "        total += lots[n++].weight;\n    }\n    }\n");
}

static void put_split(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    int has_cell = g->p->choice[n->choice].kind <= CH_TAKE;
    cgen_taker t = {.take = take_split, .g = g, .node = node};
    cgen_put(g,
             "\nFN int draw_choice_%d(st *s, tsr_rng *g) {\n    uint32_t total = 0;\n"
             "    lot lots[MAX_LOTS];\n    int n = 0;\n    {\n",
             node);
    cgen_offers(g, n->code, &t);
    cgen_put(g, "    }\n    for (int tries = 0; total > 0 && tries < 40; tries++) {\n"
                "    uint32_t r = tsr_rng_below(g, total);\n    int i = 0;\n"
                "    while (i + 1 < n && r >= lots[i].weight) {\n"
                "        r -= lots[i++].weight;\n    }\n");
    if (has_cell) {
        cgen_put(g, "    const int z = set_nth(lots[i].cells, r);\n"
                    "    const int a = lots[i].from + z * lots[i].step;\n"
                    "    (void)a;\n");
    }
    cgen_put(g, "    st t = *s;\n%s    const int over = %s == %d;\n",
             g->p->choice[n->choice].kind == CH_PASS ? "" : "    t.h.passes = 0;\n",
             cgen_apply(g, n, "&t", "a", "z").t, VM_OVER);
    cgen_put(g,
             "    if (over || %s(&t, &(walk){.fuel = FUEL}, NO_WAY)) {\n        *s = t;\n"
             "        if (over) {\n            finish(s, s->h.me, 1);\n        } else {\n"
             "            settle_from(s, %d, 1);\n        }\n        return DRAW_MADE;\n    }\n",
             cgen_way(g, WAYS_NODE, WAYS_EXISTS, n->next).t, n->next);
    cgen_put(g, has_cell ? "    lots[i].cells = set_minus(lots[i].cells, set_one(z));\n" : "");
    cgen_put(g, "    lots[i].weight--;\n    total--;\n    }\n"
                "    return total > 0 ? DRAW_LIST : DRAW_NONE;\n}\n");
}

static void put_split_case(cgen *g, int node) {
    if (can_split(g, node)) {
        cgen_put(g, "return draw_choice_%d(s, g);", node);
    } else {
        cgen_put(g, "return DRAW_LIST;");
    }
}

static void put_splits(cgen *g) {
    for (int i = 2; i < g->p->node_count; i++) {
        // "Done" is a move too where the turn may end without the choice.
        if (can_split(g, i)) {
            put_split(g, i);
        }
    }
    cgen_put(g, "\nFN int draw_choice(st *s, tsr_rng *g) {\n    (void)g;\n");
    cgen_each_start(g, put_split_case, "return DRAW_LIST;");
    cgen_put(g, "}\n");
}

// --- The loop -------------------------------------------------------------------------------------

static void put_draws(cgen *g) {
    for (int ph = 0; ph < g->p->phases; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            put_draw(g, ph, me);
        }
    }
}

// `head` is where the state's head is; `then` what happens once a turn is made.
static void put_switch(cgen *g, const char *head, const char *call, int finishes) {
    const program *p = g->p;
    cgen_put(g, "        switch (%s.phase * %d + %s.me) {\n", head, p->players, head);
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            cgen_put(g, "        case %d:\n            got = draw_turn_%d(%s);\n",
                     ph * p->players + me, ph * p->players + me, call);
            if (finishes) {
                cgen_put(g,
                         "            if (got >= DRAW_MADE) {\n"
                         "                finish_turn(&s, %d, 1, got == DRAW_PLIED);\n"
                         "                continue;\n            }\n",
                         me);
            }
            cgen_put(g, "            break;\n");
        }
    }
    cgen_put(g, "        default: break;\n        }\n");
}

static void put_playout(cgen *g) {
    const program *p = g->p;
    int after = -1, fills_on = cgen_fill(g, &after);
    cgen_put(g,
             "\n// One ply the slow way, by listing all moves.\n"
             "RARE int play_listed(st *s, tsr_rng *g) {\n    uint64_t list[%d];\n"
             "    int n = moves_of(s, list, %d);\n"
             "    return n > 0 && play_move(s, list[tsr_rng_below(g, (uint32_t)n)], 1);\n}\n",
             p->size.max_moves, p->size.max_moves);
    cgen_put(g, "\nRARE int play_drawn(st *s, tsr_rng *g, int got, uint64_t move) {\n"
                "    return got == DRAW_LIST ? play_listed(s, g)\n"
                "           : got == DRAW_LISTED && play_move(s, move, 1);\n}\n");
    cgen_put(g, "\n// The player on turn cannot move.\nRARE void blocked(st *s) {\n"
                "    stuck(s);\n    if (!s->h.over) {\n");
    cgen_put(g, "        s->h.over = %d;\n", p->has_score ? IR_FINISH : IR_DRAW);
    for (int i = 0; i < p->players; i++) {
        cgen_put(g, "        s->h.rank[%d] = 1;\n", i);
    }
    cgen_put(g, "    }\n    close_game(s);\n}\n");
    cgen_put(g, "\nstatic uint32_t playout(void *state, tsr_rng *rng, uint32_t max) {\n");
    cgen_put(g, g->keeps_pool || fills_on ? "    pool empty;\n    empty.count = -1;\n" : "");
    cgen_put(g, fills_on ? "    int filled = 0;\n" : "");
    cgen_put(g, "    st s;\n    tsr_rng g = *rng;\n    uint32_t plies = 0;\n    load(&s, state);\n"
                "    for (; !s.h.over && plies < max; plies++) {\n"
                "        int got = DRAW_LIST;\n        uint64_t move = 0;\n");
    if (fills_on) {
        cgen_put_fill(g, after);
    }
    if (!p->split && !p->fact.overlaps) {
        cgen_put(g, "        clear_turn(&s); // as it is: lets the compiler know\n");
        put_switch(g, "s.h", g->keeps_pool ? "&s, &g, &move, &empty" : "&s, &g, &move, NULL", 1);
    } else if (p->split && !p->fact.overlaps) {
        cgen_put(g, "        got = draw_choice(&s, &g);\n        if (got == DRAW_MADE) {\n"
                    "            continue;\n        }\n");
    }
    cgen_put(g, "        st t;\n        tsr_rng q = g;\n        copy(&t, &s);\n"
                "        got = play_drawn(&t, &q, got, move);\n        g = q;\n"
                "        copy(&s, &t);\n");
    cgen_put(g, g->keeps_pool ? "        empty.count = -1;\n" : "");
    cgen_put(g, "        if (!got) {\n            blocked(&t);\n            copy(&s, &t);\n"
                "            break;\n        }\n    }\n"
                "    if (!s.h.over) { // whether the next player is stuck must be known\n"
                "        st t;\n        copy(&t, &s);\n        if (!exists_start(&t)) {\n"
                "            blocked(&t);\n        }\n        copy(&s, &t);\n    }\n"
                "    store(&s, state);\n    *rng = g;\n    return plies;\n}\n");
}

static void put_sample(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nstatic uint64_t sample(const void *state, tsr_rng *g) {\n    st s;\n"
                "    uint64_t move = 0;\n    int got = DRAW_LIST;\n    load(&s, state);\n");
    if (!p->split && !p->fact.overlaps) {
        cgen_put(g, "    clear_turn(&s);\n");
        put_switch(g, "s.h", "&s, g, &move, NULL", 0);
    }
    cgen_put(g,
             "    if (got > DRAW_NONE) {\n        return move;\n    }\n"
             "    uint64_t list[%d];\n    load(&s, state);\n    int n = moves_of(&s, list, %d);\n"
             "    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : 0;\n}\n",
             p->size.max_moves, p->size.max_moves);
}

void cgen_random(cgen *g) {
    g->out = &g->turns;
    g->keeps_pool = (uint8_t)can_keep_pool(g);
    if (!g->p->split && !g->p->fact.overlaps) {
        put_draws(g);
    } else if (g->p->split && !g->p->fact.overlaps) {
        put_splits(g);
    }
    put_playout(g);
    put_sample(g);
}
