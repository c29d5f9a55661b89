// SPDX-License-Identifier: MIT
//
// Which turns are legal, as C: the test of one turn, and what spares most turns their test.
//
// A guard (plan/ways_guard.c) asks a test once for a position. Of the cells on offer those are safe that
// need no test then, and those are left out where no turn is legal.
#include <stdio.h>

#include "lang/cgen/cgen_ways.h"

enum { MAX_LOOKS = 64 }; // instructions of a test

void cgen_need_promotions(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    if (g->has_promotions[node]) {
        return;
    }
    g->has_promotions[node] = 1;
    buffer_addf(&g->tables, "static const uint8_t promotion_%d[] = {", node);
    for (int i = 0; i < ir_weight(g->p, n)->weight; i++) {
        int r = i;
        buffer_addf(&g->tables, "%s%u", i ? ", " : "",
                    ir_promotion(g->p, g->p->node[n->next].next, &r)->choice);
    }
    buffer_add_text(&g->tables, "};\n");
}

void cgen_bind(cgen *g, int node, const char *s) {
    int bind = g->p->fact.turn[node].bind;
    if (bind != BOARD_NONE) {
        cgen_put(g, "        (%s)->%s = set_one(with);\n", s, cgen_reg(g, bind).t + 3);
    }
}

cgen_word cgen_turn_call(cgen *g, int node, uint32_t code, const char *s, const char *sub) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->choice[n->choice].kind;
    cgen_word w;
    cgen_need_code(g, FORM_TURN, code);
    cgen_set(w.t, sizeof w.t, "make_%u(%s, %s, %s, %s)", code, s,
             kind == CH_MOTION ? "set_one(a)" : "NO_CELLS",
             kind <= CH_TAKE ? "set_one(z)" : "NO_CELLS", sub);
    return w;
}

// --- The test of one turn ---------------------------------------------------------------------

// The copy of the state melts away: of the effects only what the tests read is left. But turns
// that a guard mostly vouches for are seldom tested, so in large games their code is called.
void cgen_need_legal(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->choice[n->choice].kind;
    buffer *was = g->out;
    if (g->has_legal[node]) {
        return;
    }
    g->has_legal[node] = 1;
    cgen_need_code(g, FORM_TURN, ir_turn(g->p, n)->turn);
    g->out = &g->code;
    cgen_put(g, "\n");
    cgen_rule_comment(g, n->choice);
    cgen_put(g,
             "FN int legal_%d(const st *s, int a, int z, int sub, int with) {\n"
             "    (void)a, (void)z, (void)with;\n    st t;\n    copy(&t, s);\n",
             node);
    cgen_bind(g, node, "&t");
    cgen_put(g, "    return %s_%u(&t, %s, %s, sub) != %d;\n}\n",
             ir_test(g->p, n)->only_test && cgen_is_large(g) ? "make" : "turn",
             ir_turn(g->p, n)->turn, kind == CH_MOTION ? "set_one(a)" : "NO_CELLS",
             kind <= CH_TAKE ? "set_one(z)" : "NO_CELLS", VM_NO);
    g->out = was;
}

// The piece that is looked from may go where no look would find anything: asked of those it
// might find, once for all cells, with the piece off the board.
int cgen_need_flight(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    const insn *x[MAX_LOOKS];
    int count = ir_block(g->p, n->code, x, MAX_LOOKS);
    if (g->has_flight[node]) {
        return 1;
    }
    for (int i = 0; i < count && count <= MAX_LOOKS; i++) {
        if (x[i]->op == OP_JSIGHT && !cgen_comes_in_pairs(&g->p->b, x[i]->b)) {
            return 0;
        }
    }
    if (count > MAX_LOOKS) {
        return 0;
    }
    buffer *was = g->out;
    g->has_flight[node] = 1;
    cgen_need_code(g, FORM_SEEN, n->code);
    g->out = &g->code;
    cgen_put(g,
             "\nFN set flight_%d(const st *s, set x) {\n    st t;\n    copy(&t, s);\n"
             "    lift(&t, %s);\n",
             node,
             cgen_and(g, cgen_reg(g, g->p->at.own + ir_test(g->p, n)->shield_owner).t,
                      cgen_reg(g, g->p->at.type + ir_test(g->p, n)->looks_from).t)
                 .t);
    cgen_put(g, "    return set_minus(x, seen_%u(&t));\n}\n", n->code);
    g->out = was;
    return 1;
}

// --- What a guard knows ---------------------------------------------------------------------------

void cgen_put_guard(cgen *g, int test) {
    cgen_word all = cgen_all(g);
    cgen_put(g, "    guard guarded = {%s, NO_CELLS, %s};\n    (void)%s(s, &guarded);\n", all.t,
             all.t, cgen_way(g, WAYS_NODE, WAYS_GUARD, test).t);
}

void cgen_ask_guard(cgen *g, int start, cgen_taker *taker) {
    taker->guard = plan_guard(g->p, start);
    if (taker->guard) {
        taker->flight = cgen_need_flight(g, taker->guard);
        cgen_put_guard(g, taker->guard);
    }
}

int cgen_is_guarded(const cgen_taker *t, const cgen_offer *o) {
    const ir_node *n = &t->g->p->node[o->node];
    if (t->mode != WAYS_EXISTS && o->form != OFFER_ONE && cgen_breathes(t->g, o->node)) {
        return 1; // who only wants one turn finds one soon
    }
    return t->guard && ir_turn(t->g->p, n)->turn && o->form != OFFER_ONE &&
           (ir_test(t->g->p, n)->only_test == t->guard ||
            (ir_test(t->g->p, n)->moves_looker == t->guard && t->flight));
}

// Turns that move another piece than the one the test looks from.
static void put_guarded(cgen *g, const cgen_taker *t, const cgen_offer *o) {
    if (g->p->fact.test[t->guard].shield_cells) {
        cgen_put(g, "    x = %s;\n", cgen_and(g, "x", "guarded.mend").t);
    }
    cgen_put(g, "    set safe = %s;\n", cgen_minus(g, "x", "guarded.shut").t);
    if (o->form == OFFER_CLASS) {
        cgen_put(g, "    safe = %s;\n",
                 cgen_minus(g, "safe", cgen_shift(g, "guarded.stay", o->shift).t).t);
    } else if (o->form == OFFER_ORIGIN) {
        cgen_put(g, "    safe = set_has(guarded.stay, %s) ? NO_CELLS : safe;\n", o->from);
    } else { // a piece that comes anew mends nothing for sure
        cgen_put(g, "    safe = set_same(guarded.stay, %s) ? NO_CELLS : safe;\n", cgen_all(g).t);
    }
}

// The targets among `x` that need no test; the others are left out where they cannot be legal.
void cgen_put_safe(cgen *g, const cgen_taker *t, const cgen_offer *o) {
    const ir_node *n = &g->p->node[o->node];
    if (cgen_breathes(g, o->node)) {
        cgen_need_breath(g, o->node);
        cgen_put(g, "    set safe = NO_CELLS;\n    x = breath_%d(s, x, &safe);\n", o->node);
    } else if (ir_test(g->p, n)->moves_looker) { // one cell is tested as quickly as it is asked for
        const ir_node *test = &g->p->node[ir_test(g->p, n)->moves_looker];
        cgen_put(g,
                 "    set safe = NO_CELLS;\n    if (set_count(x) > 1 && set_count(%s) == 1) {\n"
                 "        x = flight_%u(s, x);\n        safe = x;\n    }\n",
                 cgen_and(g, cgen_reg(g, g->p->at.own + ir_test(g->p, test)->shield_owner).t,
                          cgen_reg(g, g->p->at.type + ir_test(g->p, test)->looks_from).t)
                     .t,
                 ir_test(g->p, n)->moves_looker);
    } else {
        put_guarded(g, t, o);
    }
}
