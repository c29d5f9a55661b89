// SPDX-License-Identifier: MIT
//
// Ways as C: random turns drawn from a few sets that are local variables, by a chain of compares.
#include "lang/cgen/cgen_draw.h"

void cgen_put_local_weight(cgen *g, int node, int i, char *buf, size_t cap) {
    char cells[24], count[40];
    cgen_set(cells, sizeof cells, "e%d", i);
    cgen_set(count, sizeof count, "tally_total(k%d)", i);
    if (plan_is_load(g->p, node)) {
        cgen_set(buf, cap, "%s", cgen_load_lay(g, node, i).t);
    } else {
        cgen_put_weight(g, &g->p->node[node], cells, count, buf, cap);
    }
}

void cgen_take_local(cgen_taker *t, const cgen_offer *o) {
    drawing *d = ((draw_taker *)(void *)t)->d;
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000], name[24];
    d->listing |= cgen_draw_insn(g, o->node)->op != WAY_LOT;
    if (cgen_draw_insn(g, o->node)->op == WAY_CELLS) {
        cgen_take_listed(g, o, NULL);
        return;
    }
    int i = d->next_offer++;
    if (i >= CGEN_MAX_LOCAL) {
        g->failed = 1;
        return;
    }
    d->offer_node[i] = o->node;
    d->form[i] = o->form;
    d->step[i] = o->form == OFFER_CLASS && g->p->b.shift[o->shift].uniform
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
    cgen_put_local_weight(g, o->node, i, weight, sizeof weight);
    cgen_put(g, "    e%d = %s;\n", i, o->cells);
    if (cgen_draw_insn(g, o->node)->op == WAY_HOPS) {
        cgen_take_listed(g, o, name);
    }
    if (g->p->ways->pool.keeps) {
        cgen_put(g,
                 "    if (empty) {\n        if (empty->count < 0) {\n"
                 "            pool_fill(empty, e%d);\n        }\n"
                 "        n%d = (uint32_t)empty->count;\n    } else {\n"
                 "        k%d = tally_of(e%d);\n        n%d = tally_total(k%d);\n    }\n",
                 i, i, i, i, i, i);
        cgen_origin(g, o, d->origin[i], sizeof d->origin[i]);
        return;
    }
    cgen_put(g, "    k%d = tally_of(e%d);\n    n%d = %s;\n", i, i, i, weight);
    if (o->form == OFFER_ORIGIN) {
        cgen_put(g, "    f%d = %s;\n", i, o->from);
        cgen_set(d->origin[i], sizeof d->origin[i], "f%d", i);
    } else {
        cgen_origin(g, o, d->origin[i], sizeof d->origin[i]);
    }
}

static void put_local_draw(drawing *d, int i, int last) {
    cgen *g = d->g;
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
    if (g->p->fact.turn[d->offer_node[i]].bind != BOARD_NONE) {
        cgen_put(g, "        const int with = b%d;\n", i);
    }
    if (d->form[i] == OFFER_ONE) {
        cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n");
        cgen_set(drop, sizeof drop,
                 d->waits ? "        d->gone[%d] = set_one(0);\n" : "        n%d = 0;\n", i);
    } else {
        if (plan_is_load(g->p, d->offer_node[i])) {
            cgen_put(g, "        const int z = load_pick(&l%d, &r), sub = (int)r;\n", i);
        } else {
            cgen_put_cell(d, d->offer_node[i], cells, total, nth);
        }
        cgen_put(g, "        const int a = %s;\n", d->origin[i]);
        cgen_set(drop, sizeof drop,
                 "        e%d = set_minus(e%d, set_one(z));\n        k%d = tally_of(e%d);\n"
                 "        n%d--;\n",
                 i, i, i, i, i);
    }
    if (d->waits && d->form[i] != OFFER_ONE) {
        cgen_set(drop, sizeof drop, "        d->gone[%d] = set_or(d->gone[%d], set_one(z));\n", i,
                 i);
    }
    cgen_put_act(d, d->offer_node[i], drop);
    cgen_put(g, "    }\n");
    if (!last) {
        cgen_put(g, "    r -= n%d;\n", i);
    }
}

static int picks_alike(const drawing *d, int i) {
    const program *p = d->g->p;
    const ir_node *n = &p->node[d->offer_node[i]];
    return p->b.words == 1 && !cgen_promotes(d->g, n) && ir_turn(p, n)->bind == BOARD_NONE &&
           cgen_never_fails(d->g, d->offer_node[i]);
}

// How many offers from number i on are motions of one choice by steps of fixed length, all of
// them turns: one of these is picked without a jump, as which it is cannot be foretold.
static int group_at(const drawing *d, int i) {
    int k = i;
    if (!picks_alike(d, i)) {
        return 1;
    }
    while (k < d->end && d->offer_node[k] == d->offer_node[i] && d->step[k]) {
        k++;
    }
    return k > i ? k - i : 1;
}

static void put_group_draw(drawing *d, int i, int count, int last) {
    cgen *g = d->g;
    cgen_put(g, "    uint32_t all%d = n%d", i, i);
    for (int k = i + 1; k < i + count; k++) {
        cgen_put(g, " + n%d", k);
    }
    cgen_put(g, last ? ";\n    (void)all%d;\n    {\n" : ";\n    if (r < all%d) {\n", i);
    cgen_put(g,
             "        set cells = e%d;\n        tally of = k%d;\n        uint32_t sum = n%d, "
             "before = 0;\n        int by = %d;\n",
             i, i, i, d->step[i]);
    for (int k = i + 1; k < i + count; k++) {
        cgen_put(g,
                 "        cells = r >= sum ? e%d : cells;\n"
                 "        of.of[0] = r >= sum ? k%d.of[0] : of.of[0];\n"
                 "        by = r >= sum ? %d : by;\n"
                 "        before = r >= sum ? sum : before;\n        sum += n%d;\n",
                 k, k, d->step[k], k);
    }
    cgen_put(g, "        const int sub = 0, z = tally_nth(cells, of, r - before), a = z - by;\n");
    cgen_put_act(d, d->offer_node[i], "");
    cgen_put(g, "    }\n");
    if (!last) {
        cgen_put(g, "    r -= all%d;\n", i);
    }
}

// Whether every offer is part of such a group: then lanes that drew different choices find the cell together, before
// their ways part. Where there is little code they are soon together again.
static int finds_at_once(const drawing *d) {
    int is = d->g->lanes && cgen_is_large(d->g) && !d->waits && d->end > d->begin;
    for (int i = d->begin; is && i < d->end; i++) {
        is = d->step[i] && picks_alike(d, i);
    }
    return is;
}

static void put_found_draw(drawing *d) {
    cgen *g = d->g;
    const int first = d->begin;
    cgen_put(g,
             "    set cells = e%d;\n    tally of = k%d;\n    uint32_t sum = n%d, before = 0;\n"
             "    int by = %d, node = %d;\n",
             first, first, first, d->step[first], d->offer_node[first]);
    for (int k = first + 1; k < d->end; k++) {
        cgen_put(g,
                 "    cells = r >= sum ? e%d : cells;\n"
                 "    of.of[0] = r >= sum ? k%d.of[0] : of.of[0];\n"
                 "    by = r >= sum ? %d : by;\n    node = r >= sum ? %d : node;\n"
                 "    before = r >= sum ? sum : before;\n    sum += n%d;\n",
                 k, k, d->step[k], d->offer_node[k], k);
    }
    cgen_put(g, "    if (r < sum) {\n"
                "        const int sub = 0, z = tally_nth(cells, of, r - before), a = z - by;\n"
                "        switch (node) {\n");
    for (int k = first; k < d->end; k++) {
        if (k == first || d->offer_node[k] != d->offer_node[k - 1]) {
            cgen_put(g, "        case %d:\n", d->offer_node[k]);
            cgen_put_act(d, d->offer_node[k], "");
        }
    }
    cgen_put(g, "        default: return DRAW_LIST;\n        }\n    }\n    r -= sum;\n");
}

void cgen_put_local_draws(drawing *d) {
    if (finds_at_once(d)) {
        put_found_draw(d);
        return;
    }
    for (int i = d->begin, count; i < d->end; i += count) {
        count = group_at(d, i);
        int last = i + count == d->end && !d->listing;
        if (count > 1) {
            put_group_draw(d, i, count, last);
        } else {
            put_local_draw(d, i, last);
        }
    }
}
