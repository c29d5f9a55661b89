// SPDX-License-Identifier: MIT
//
// Ways as C: instructions that make a turn, what its piece becomes, how long it must be, and answers.
#include "lang/cgen/cgen_ways.h"

int cgen_is_plied(const cgen *g, const way_insn *x) {
    const fact_turn *t = &g->p->fact.turn[x->c];
    return x->op == WAY_MAKE && t->ply && x->a == t->turn;
}

cgen_word cgen_make(cgen *g, const way_insn *x, const char *s) {
    const uint32_t code = cgen_is_plied(g, x) ? g->p->fact.turn[x->c].ply : x->a;
    return cgen_turn_call(g, x->c, code, s, "sub");
}

void cgen_way_make(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_bind(g, x->c, q->s);
    // Where positions are counted, a turn may also be made without its test: all end alike.
    const cgen_word make = q->fn->shape == SHAPE_COUNT ? cgen_turn_call(g, x->c, x->a, q->s, "sub")
                                                       : cgen_make(g, x, q->s);
    cgen_put(g, x[1].op == WAY_JNO ? "    r = %s != %d;\n" : "    (void)%s;\n", make.t, VM_NO);
}

// What a draw answers has a name (cgen_rt.inc).
void cgen_way_return(const printed *q, const way_insn *x) {
    int plied = 0;
    if (q->fn->shape == SHAPE_COUNT && q->fn->kind == WAYS_START) {
        cgen_put(q->g, "    return sum;\n");
        return;
    }
    for (int i = 0; i < q->fn->count; i++) {
        plied |= cgen_is_plied(q->g, &q->x[i]);
    }
    cgen_put(q->g, "    return %s;\n",
             plied && x->a == DRAWN_MADE ? "DRAW_PLIED" : cgen_answer(q, x->a).t);
}

void cgen_way_becomes(cgen *g, int node) {
    cgen_need_promotions(g, node);
    cgen_put(g,
             "    if (set_has(%s, z)) {\n        v = way_add(v, promotion_%d[sub], CHOICE_BITS, "
             "promotion_%d[sub], -1, -1);\n    }\n",
             cgen_const(g, g->p->fact.weight[node].zone - 1).t, node, node);
}

void cgen_way_measure(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_need_way(g, x->a);
    cgen_put(g, "    {\n    walk q = {.longest = -1, .most = INT32_MAX, .fuel = w->fuel};\n"
                "    v.base = v.steps;\n");
    if (x->b) {
        cgen_need_way(g, x->b - 1);
        cgen_put(g, "    (void)%s(%s, &q, v);\n    q.most = q.longest;\n    q.longest = -1;\n",
                 cgen_way_name(&g->p->ways->fn[x->b - 1]).t, q->s);
    }
    cgen_put(g, "    (void)%s(%s, &q, v);\n", cgen_way_name(&g->p->ways->fn[x->a]).t, q->s);
    const char *before = x->c ? "" : "v.steps + ";
    if (x->op == WAY_LONGEST) {
        cgen_put(g,
                 "    if (q.longest < 0) {\n        return 0;\n    }\n    v.need = %sq.longest;\n",
                 before);
    } else {
        cgen_put(g, "    v.need = q.longest < 0 ? -1 : %sq.longest;\n", before);
    }
    cgen_put(g, "    }\n");
}

// At the mark, where ways are measured by a number.
void cgen_way_worth(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_need_code(g, FORM_SCORE, x->a);
    if (x->op == WAY_NOTE) {
        cgen_put(g, "    r = walk_note(w, score_%u(%s));\n", x->a, q->s);
    } else {
        cgen_put(g, "    if (v.need >= 0 && score_%u(%s) != v.need) {\n        return 0;\n    }\n",
                 x->a, q->s);
    }
}
