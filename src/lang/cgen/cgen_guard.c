// SPDX-License-Identifier: MIT
//
// Which turns are legal, as C: the test of one turn, and what spares most turns their test.
//
// A test like `require not check` reads few cells (opt_reads.c). guard_N asks it once for a
// position, and answers three sets, so that a turn that leaves no cell of `stay` and arrives
// in none of `shut` is legal without a test, and one that does not arrive in `mend` is not.
#include <stdio.h>

#include "lang/cgen/cgen_impl.h"

enum { MAX_LOOKS = 64 }; // instructions of a test

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

// Touching a cell that is read may change the answer.
static void put_reads_guard(cgen *g, const ir_node *n) {
    cgen_put(g,
             "    if (test_%u(s) == %d) {\n        q.stay = q.shut = cells_%u(s);\n    }\n"
             "    return q;\n}\n",
             n->code, VM_YES, ir_test(g->p, n)->reads);
}

// Only shields must stay: those without which the test fails. First it is asked as things
// are, then without all that might be one, and only then without each of them.
static void put_shields_guard(cgen *g, const ir_node *n) {
    const ir_layout *at = &g->p->at;
    char in_sight[40];
    cgen_word own = cgen_reg(g, at->own + ir_test(g->p, n)->shield_owner);
    cgen_set(in_sight, sizeof in_sight, "cells_%u(s)", ir_test(g->p, n)->shield_cells);
    cgen_put(g,
             "    if (test_%u(s) != %d) { // only arriving in what is read may mend it\n"
             "        q.mend = cells_%u(s);\n        return q;\n    }\n"
             "    q.stay = NO_CELLS;\n    q.shut = %s;\n",
             n->code, VM_YES, ir_test(g->p, n)->reads,
             cgen_and(g, own.t, cgen_reg(g, at->type + ir_test(g->p, n)->looks_from).t).t);
    cgen_put(g,
             "    if (loose_%u(s) == %d) { // nothing to shield from\n        return q;\n    }\n",
             n->code, VM_YES);
    cgen_put(g, "    set men = set_minus(%s, q.shut), away = men;\n",
             cgen_and(g, own.t, in_sight).t);
    cgen_put(
        g,
        "    for (int all = 1; set_any(away); all = 0) {\n        st t;\n        copy(&t, s);\n"
        "        lift(&t, away);\n        if (test_%u(&t) != %d) {\n"
        "            q.stay = all ? NO_CELLS : set_or(q.stay, away);\n"
        "        } else if (all) {\n            break;\n        }\n"
        "        away = set_any(men) ? set_one(set_pop(&men)) : NO_CELLS;\n    }\n"
        "    return q;\n}\n",
        n->code, VM_YES);
}

void cgen_need_guard(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    buffer *was = g->out;
    if (g->has_guard[node]) {
        return;
    }
    g->has_guard[node] = 1;
    cgen_need_code(g, FORM_TEST, n->code);
    cgen_need_code(g, FORM_CELLS, ir_test(g->p, n)->reads);
    if (ir_test(g->p, n)->shield_cells) {
        cgen_need_code(g, FORM_LOOSE, n->code);
        cgen_need_code(g, FORM_CELLS, ir_test(g->p, n)->shield_cells);
    }
    cgen_word all = cgen_all(g);
    g->out = &g->code;
    cgen_put(g, "\nFN guard guard_%d(const st *s) {\n    guard q = {%s, NO_CELLS, %s};\n", node,
             all.t, all.t);
    if (ir_test(g->p, n)->shield_cells) {
        put_shields_guard(g, n);
    } else {
        put_reads_guard(g, n);
    }
    g->out = was;
}

// Whether a shift leads from each cell back to where another came from.
static int is_opposite(const board *b, int one, int other) {
    for (int c = 0; c < b->cells; c++) {
        int x = b->shift[one].to[c], y = b->shift[other].to[c];
        if ((x != BOARD_NONE && b->shift[other].to[x] != c) ||
            (y != BOARD_NONE && b->shift[one].to[y] != c)) {
            return 0;
        }
    }
    return 1;
}

int cgen_comes_in_pairs(const board *b, int dirs) {
    const dirset *d = &b->set[dirs];
    for (int i = 0; i < d->count; i++) {
        int found = 0;
        for (int k = 0; k < d->count; k++) {
            found |= is_opposite(b, d->shift[i], d->shift[k]);
        }
        if (!found) {
            return 0;
        }
    }
    return 1;
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
