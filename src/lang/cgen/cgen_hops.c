// SPDX-License-Identifier: MIT
//
// Choices that may be repeated, as C: jumps.
//
// Most jumps lead no further, and such a one is a whole turn: it is drawn from a set, listed
// and played like any other (node.last, opt_join.c). Only those that go on are walked.
// goes_on_N tells which: it makes the jump on a copy of the state and looks whether anything
// is offered from there. Of the copy only what that offer reads is left in machine code.
#include "lang/cgen/cgen_impl.h"

static void take_more(cgen_taker *t, const cgen_offer *o) {
    cgen_put(t->g,
             o->form == OFFER_ONE ? "    return 1;\n"
                                  : "    if (set_any(%s)) {\n        return 1;\n    }\n",
             o->cells);
}

void cgen_need_goes_on(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->choice[n->choice].kind;
    cgen_taker taker = {.take = take_more, .g = g, .node = node, .given = 1};
    buffer *was = g->out;
    if (g->has_goes_on[node]) {
        return;
    }
    g->has_goes_on[node] = 1;
    g->out = &g->code;
    cgen_put(g, "\n");
    cgen_rule_comment(g, n->choice);
    cgen_put(g,
             "RT int goes_on_%d(const st *in, int leaves, int lands) {\n"
             "    (void)leaves, (void)lands;\n"
             "    const set from = %s, to = %s;\n    (void)from, (void)to;\n"
             "    st own, *const s = &own;\n    copy(s, in);\n",
             node, kind == CH_MOTION ? "set_one(leaves)" : "NO_CELLS",
             kind <= CH_TAKE ? "set_one(lands)" : "NO_CELLS");
    cgen_offers(g, ir_turn(g->p, n)->hop, &taker);
    cgen_put(g, "    return 0;\n}\n");
    g->out = was;
}
