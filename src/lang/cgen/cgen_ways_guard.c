// SPDX-License-Identifier: MIT
//
// Ways as C: guards (plan/ways_guard.c). A guard is a struct of three sets that its function fills in.
#include "lang/cgen/cgen_ways.h"

static void put_jump_unless(const printed *q, const way_insn *x, const char *holds) {
    cgen_put(q->g, "    if (!(%s)) {\n        ", holds);
    cgen_way_jump(q, x);
    cgen_put(q->g, "\n    }\n");
}

static cgen_word cells_of(cgen *g, uint32_t code) {
    cgen_word w;
    cgen_need_code(g, FORM_CELLS, code);
    cgen_set(w.t, sizeof w.t, "cells_%u(s)", code);
    return w;
}

static cgen_word owner_of(cgen *g, int test) {
    return cgen_reg(g, g->p->at.own + g->p->fact.test[test].shield_owner);
}

// The test melts into its guard.
static void put_ask(const printed *q, const way_insn *x) {
    char test[80];
    cgen_need_code(q->g, FORM_TEST, x->a);
    cgen_set(test, sizeof test, "test_%u(%s) == %d", x->a, q->s, VM_YES);
    put_jump_unless(q, x, test);
}

static void put_loose(const printed *q, const way_insn *x) {
    char test[80];
    cgen_need_code(q->g, FORM_LOOSE, x->a);
    cgen_set(test, sizeof test, "loose_%u(s) != %d", x->a, VM_YES);
    put_jump_unless(q, x, test);
}

static void put_free(cgen *g, int test) {
    const cgen_word own = owner_of(g, test);
    const cgen_word type = cgen_reg(g, g->p->at.type + g->p->fact.test[test].looks_from);
    cgen_put(g, "    q->stay = NO_CELLS;\n    q->shut = %s;\n", cgen_and(g, own.t, type.t).t);
}

static void put_men(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_put(g, "    set men = set_minus(%s, q->shut);\n",
             cgen_and(g, owner_of(g, x->c).t, cells_of(g, x->a).t).t);
    put_jump_unless(q, x, "set_any(men)");
}

static void put_each_man(cgen *g, uint32_t fn) {
    cgen_need_way(g, fn);
    cgen_put(g,
             "    while (set_any(men)) {\n        (void)%s(s, q, set_one(set_pop(&men)));\n    }\n",
             cgen_way_name(&g->p->ways->fn[fn]).t);
}

int cgen_guard_insn(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    switch ((way_op)x->op) {
    case WAY_ASK: put_ask(q, x); break;
    case WAY_READS: cgen_put(g, "    q->stay = q->shut = %s;\n", cells_of(g, x->a).t); break;
    case WAY_FREE: put_free(g, x->c); break;
    case WAY_MEND: cgen_put(g, "    q->mend = %s;\n", cells_of(g, x->a).t); break;
    case WAY_LOOSE: put_loose(q, x); break;
    case WAY_MEN: put_men(q, x); break;
    case WAY_LIFT: cgen_put(g, "    lift(%s, men);\n", q->s); break;
    case WAY_EACHMAN: put_each_man(g, x->a); break;
    case WAY_STAY: cgen_put(g, "    q->stay = %s;\n", cgen_or(g, "q->stay", "men").t); break;
    default: return 0;
    }
    return 1;
}
