// SPDX-License-Identifier: MIT
//
// By which choice a piece can go to a cell, as C, where a number of a move does not tell: only the sets that are
// on offer are looked at, so no move is listed.
#include "lang/cgen/cgen_impl.h"

// Notes an asked choice that offers `to` to the piece on `from`.
static void take_offer(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const int choice = g->p->node[o->node].choice;
    if (o->form == OFFER_ONE || g->p->choice[choice].kind != CH_MOTION || choice > 63 ||
        !(g->asked >> choice & 1)) {
        return;
    }
    cgen_put(g, "    {\n    set x = %s;\n    x = %s;\n", o->cells,
             cgen_and(g, "x", "set_one(to)").t);
    cgen_begin_cells(g, o);
    cgen_put(g, "        found |= (uint64_t)(a == from && z == to) << %d;\n    }\n    }\n", choice);
}

void cgen_asked(cgen *g) {
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        cgen_taker taker = {.take = take_offer, .g = g, .mode = WAYS_MODES};
        cgen_put(g,
                 "\nRARE uint64_t offers_quick_%d(const st *s, int from, int to) {\n"
                 "    uint64_t found = 0;\n    (void)s;\n",
                 i);
        cgen_offers(g, g->p->phase[i / g->p->players].offers[i % g->p->players], &taker);
        cgen_put(g, "    return found;\n}\n");
    }
    cgen_put(g, "\n// Asked choices (1 << choice) that lead from there to there, legal or not.\n"
                "FN uint64_t offers_of(const st *s, int from, int to) {\n"
                "    switch (s->h.phase * PLAYERS + s->h.me) {\n");
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        cgen_put(g, "    case %d: return offers_quick_%d(s, from, to);\n", i, i);
    }
    cgen_put(g, "    default: return 0;\n    }\n}\n");
}
