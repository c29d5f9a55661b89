// SPDX-License-Identifier: MIT
//
// Instructions that offer choices, as C: each says to a taker what is offered, and the taker prints
// what becomes of it.
#include "lang/cgen/cgen_insn.h"

static void put_taken(const block *b, const cgen_offer *o) {
    cgen *g = b->g;
    if (b->asks_offered) {
        cgen_put(g, *o->cells ? "    offered |= set_any(%s);\n" : "    offered = 1;\n", o->cells);
    }
    b->taker->take(b->taker, o);
    b->taker->count++;
}

// Motions of each piece on a set: what one can reach is `reach`, given its cell `c`.
static void put_each_origin(const block *b, cgen_offer o, const char *pieces, const char *reach) {
    cgen *g = b->g;
    o.form = OFFER_ORIGIN;
    o.cells = "reach";
    o.from = "c";
    o.in_loop = 1;
    cgen_put(g,
             "    {\n    set pieces = %s;\n    while (set_any(pieces)) {\n"
             "    const int c = set_pop(&pieces);\n    const set reach = %s;\n",
             pieces, reach);
    put_taken(b, &o);
    cgen_put(g, "    }\n    }\n");
}

static void put_origin(const block *b, const insn *x, cgen_offer o) {
    cgen *g = b->g;
    char from[200];
    o.form = OFFER_ORIGIN;
    cgen_word cells = cgen_operand(g, x, 1);
    o.cells = cells.t;
    o.from = from;
    if (b->is_cell[x->a]) {
        cgen_set(from, sizeof from, "c%u", x->a);
        put_taken(b, &o);
    } else {
        cgen_set(from, sizeof from, "set_first(%s)", A);
        cgen_put(g, "    if (set_any(%s)) {\n", A);
        put_taken(b, &o);
        cgen_put(g, "    }\n");
    }
}

int cgen_put_offer(const block *b, const insn *x, int at) {
    cgen *g = b->g;
    int node = insn_node(x);
    cgen_offer o = {.cells = "", .from = "-1", .in_loop = b->is_loop[at]};
    cgen_word a = cgen_operand(g, x, 0), reach;
    if (!b->taker) {
        return op_is_offer(x->op);
    }
    o.node = node < 0 ? 0 : insn_value(x, node);
    o.node = o.node ? o.node : b->taker->node;
    switch ((opcode)x->op) {
    case OP_WITH: cgen_put(g, "    with = set_first(%s);\n", A); break;
    case OP_EMITC:
        o.form = OFFER_CLASS;
        o.cells = a.t;
        o.shift = x->b;
        put_taken(b, &o);
        break;
    case OP_EMITO: put_origin(b, x, o); break;
    case OP_EMIT:
        o.form = OFFER_CELLS;
        o.cells = a.t;
        put_taken(b, &o);
        break;
    case OP_EMIT1:
        o.form = OFFER_ONE;
        put_taken(b, &o);
        break;
    case OP_STEP:
        reach = cgen_and(g, cgen_shift(g, A, x->c).t, B);
        o.form = OFFER_CLASS;
        o.cells = reach.t;
        o.shift = x->c;
        put_taken(b, &o);
        break;
    case OP_GLIDE:
        cgen_need_sights(g, x->b);
        cgen_set(reach.t, sizeof reach.t, "set_and(sight_%u(c, %s), %s)", x->b, C, D);
        put_each_origin(b, o, A, reach.t);
        break;
    case OP_LEAPS:
        cgen_need_near(g, x->b, 0);
        cgen_set(reach.t, sizeof reach.t, "set_and(near_%u[c], %s)", x->b, C);
        put_each_origin(b, o, A, reach.t);
        break;
    default: return 0;
    }
    return 1;
}
