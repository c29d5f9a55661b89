// SPDX-License-Identifier: MIT
//
// Ways as C: random turns drawn from sets that are gathered in an array, because they are many or are found in
// loops.
#include "lang/cgen/cgen_draw.h"

// One more lot of the cells `x`. Where the cells they come from are not all equally far each is a lot.
static void put_lot(cgen *g, const cgen_offer *o, const char *weight, int node, const char *with) {
    const board_shift *by = &g->p->b.shift[o->form == OFFER_CLASS ? o->shift : 0];
    if (o->form == OFFER_CLASS && !by->uniform) {
        char one[1400];
        cgen_put_weight(g, &g->p->node[o->node], "set_one(z)", "1", one, sizeof one);
        cgen_need_origin(g, o->shift);
        cgen_put(g,
                 "    for (set y = x; set_any(y);) {\n" CGEN_ROOM_FOR_LOT
                 "        const int z = set_pop(&y);\n"
                 "        lots[n] = (lot){set_one(z), %s, %d, origin_%d[z], 0, %s};\n"
                 "        total += lots[n++].weight;\n    }\n",
                 one, node, o->shift, with);
        return;
    }
    // Whether a piece can go anywhere is not to be foreseen; in a lane, what is written costs more.
    cgen_put(g, "%s" CGEN_ROOM_FOR_LOT "        lots[n] = (lot){x, %s, %d, ",
             g->lanes ? "    if (set_any(x)) {\n" : "", weight, node);
    if (o->form == OFFER_CLASS) {
        cgen_put(g, "%d, 1, %s};\n", -by->amount, with);
    } else {
        cgen_put(g, "%s, 0, %s};\n", o->form == OFFER_ORIGIN ? o->from : "0", with);
    }
    cgen_put(g, g->lanes ? "        total += lots[n++].weight;\n    }\n"
                         : "        total += lots[n].weight;\n        n += set_any(x);\n");
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

void cgen_take_lot(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char weight[3000];
    const char *with = ir_turn(g->p, n)->bind != BOARD_NONE ? "with" : "0";
    if (cgen_draw_insn(g, o->node)->op == WAY_CELLS) {
        cgen_take_listed(g, o, NULL);
        return;
    }
    if (o->form == OFFER_ONE) {
        cgen_put(g,
                 CGEN_ROOM_FOR_LOT
                 "    lots[n++] = (lot){NO_CELLS, 1, %d, 0, 0, %s};\n    total++;\n",
                 o->node, with);
        return;
    }
    cgen_put_weight(g, n, "x", "(uint32_t)set_count(x)", weight, sizeof weight);
    cgen_put(g, "    {\n    set left = %s;\n", o->cells);
    if (cgen_draw_insn(g, o->node)->op == WAY_HOPS) {
        cgen_take_listed(g, o, "left");
    }
    cgen_put(g, "    const set x = left;\n");
    put_lot(g, o, weight, o->node, with);
    cgen_put(g, "    }\n");
}

void cgen_put_lot_draws(drawing *d) {
    cgen *g = d->g;
    cgen_put(g, "    int i = 0;\n    while (i < n && r >= lots[i].weight) {\n"
                "        r -= lots[i++].weight;\n    }\n    if (i == n) {\n");
    cgen_put(g, d->lists ? "        *move = listed[r];\n        return DRAW_LISTED;\n    }\n"
                         : "        return DRAW_LIST;\n    }\n");
    cgen_find_rest(d);
    cgen_put(g, "    lot *const l = &lots[i];\n    const int with = l->with;\n    (void)with;\n");
    cgen_put(g, d->rest ? "    st was;\n    copy(&was, s);\n    int made = 0, took = -1;\n" : "");
    cgen_put(g, "    switch (l->node) {\n");
    for (int i = 0; i < d->nodes; i++) {
        int at = d->node[i], kind = g->p->choice[g->p->node[at].choice].kind;
        cgen_put(g, "    case %d: {\n", at);
        if (kind > CH_TAKE) {
            cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n");
        } else if (d->counted[at]) {
            cgen_put_counted_cell(d, at);
        } else {
            cgen_put_cell(d, at, "l->cells", "(uint32_t)set_count(l->cells)",
                          "set_nth(l->cells, r)");
            cgen_put(g, "        const int a = %s;\n",
                     kind == CH_MOTION ? "l->from + z * l->step" : "-1");
        }
        if (d->rest && d->shares[i]) {
            cgen_put_turn_head(d, at);
            cgen_put(g, "    }\n");
            continue;
        }
        cgen_put_act(d, at,
                     kind > CH_TAKE ? "        l->weight = 0;\n"
                                    : "        l->cells = set_minus(l->cells, set_one(z));\n"
                                      "        l->weight--;\n");
        cgen_put(g, "    }\n");
    }
    cgen_put(g, "    default: return DRAW_LIST;\n    }\n");
    if (d->rest) { // nobody asks a lane which move it was
        cgen_put(g,
                 "    if (made && run_%u(s) != %d) {\n        return DRAW_MADE;\n    }\n"
                 "    copy(s, &was);\n    if (took >= 0) {\n"
                 "        l->cells = set_minus(l->cells, set_one(took));\n"
                 "        l->weight--;\n        total--;\n    }\n",
                 d->rest, VM_NO);
    }
}
