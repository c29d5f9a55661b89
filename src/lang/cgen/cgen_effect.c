// SPDX-License-Identifier: MIT
//
// Instructions that change a state, as C.
#include "lang/cgen/cgen_insn.h"

static void put_outcome(const block *b, const insn *x) {
    cgen *g = b->g;
    const program *p = g->p;
    g->failed |= b->taker || b->form == FORM_CELLS;
    cgen_put(g, "    s->h.over = %u;\n", x->a);
    for (int i = 0; i < p->players; i++) {
        int rank = x->a == IR_WIN    ? (i == x->b ? 1 : 2)
                   : x->a == IR_LOSE ? (i == x->b ? p->players : 1)
                                     : 1;
        cgen_put(g, "    s->h.rank[%d] = %d;\n", i, rank);
    }
    cgen_put(g, "    return %d;\n", VM_OVER);
}

static int owner_reg(const cgen *g, int player) {
    return player == IR_NEUTRAL ? g->p->at.neutral : g->p->at.own + player;
}

static void put_move(cgen *g, const insn *x) {
    const ir_layout *at = &g->p->at;
    int own = owner_reg(g, x->c);
    cgen_put(g, "    {\n    const set a = %s, z = %s;\n", A, B);
    cgen_put_minus(g, own, "a"); // first, so that a round trip does not capture itself
    if (at->type != BOARD_NONE) {
        cgen_put_minus(g, at->type + x->d, "a");
    }
    cgen_put_latch_minus(g, "a");
    cgen_put(g, "    capture(s, z);\n");
    cgen_put_plus(g, own, "z");
    if (at->type != BOARD_NONE) {
        cgen_put_plus(g, at->type + x->d, "z");
    }
    cgen_put_latch_minus(g, "z");
    cgen_put(g, "    s->n[%d] |= %u;\n    }\n", at->events, event_of_type(x->d));
}

static void put_change(cgen *g, const insn *x) {
    const ir_layout *at = &g->p->at;
    if (x->op == OP_TYPE && at->type == BOARD_NONE) {
        return;
    }
    cgen_put(g, "    {\n    const set x = %s;\n", cgen_and(g, A, "occupied(s)").t);
    if (x->op == OP_OWN) {
        cgen_put_owners_minus(g, "x");
        cgen_put_plus(g, owner_reg(g, x->b), "x");
    } else {
        cgen_put_types_minus(g, "x");
        cgen_put_plus(g, at->type + x->b, "x");
        cgen_put_latch_minus(g, "x");
    }
    cgen_put(g, "    }\n");
}

static void put_note(const block *b, const insn *x) {
    cgen *g = b->g;
    if (g->p->at.next_to == BOARD_NONE) {
        return;
    }
    cgen_need_toward(g);
    cgen_put(g,
             "    s->next_from = set_any(s->next_from) ? s->next_from : %s;\n"
             "    s->next_over = between(%s, %s);\n    s->next_to = %s;\n",
             A, A, B, B);
}

static void put_reopen(cgen *g) {
    cgen_put(g, "    s->h.over = 0;\n");
    for (int i = 0; i < g->p->players; i++) {
        cgen_put(g, "    s->h.rank[%d] = 0;\n", i);
    }
}

int cgen_put_effect(const block *b, const insn *x) {
    cgen *g = b->g;
    const program *p = g->p;
    int tok = p->at.tokens;
    switch ((opcode)x->op) {
    case OP_PUT:
        cgen_put(g, "    {\n    const set x = %s;\n    lift(s, x);\n", A);
        cgen_put_plus(g, owner_reg(g, x->b), "x");
        if (p->at.type != BOARD_NONE) {
            cgen_put_plus(g, p->at.type + x->c, "x");
        }
        cgen_put(g, "    }\n");
        break;
    case OP_ADD:
        cgen_put(g, "    {\n    const set x = %s;\n", A);
        cgen_put_plus(g, owner_reg(g, x->b), "x");
        if (p->at.type != BOARD_NONE) {
            cgen_put_plus(g, p->at.type + x->c, "x");
        }
        cgen_put_latch_minus(g, "x");
        cgen_put(g, "    }\n");
        break;
    case OP_CLEAR: cgen_put(g, "    lift(s, %s);\n", A); break;
    case OP_CAPTURE: cgen_put(g, "    capture(s, %s);\n", A); break;
    case OP_LATER: cgen_put_plus(g, p->at.later, A); break;
    case OP_MOVE: put_move(g, x); break;
    case OP_CARRY: cgen_put(g, "    carry(s, %s, %s);\n", A, B); break;
    case OP_OWN:
    case OP_TYPE: put_change(g, x); break;
    case OP_CLOSE:
        cgen_put(g, "    {\n    const set x = %s;\n    lift(s, x);\n", A);
        cgen_put_plus(g, p->at.closed, "x");
        cgen_put(g, "    }\n");
        break;
    case OP_TOKADD:
        cgen_put(g, "    tokens_add(s->n + %d, %s, %d);\n", tok + x->b * p->b.cells, A,
                 (int16_t)x->c);
        break;
    case OP_TOKBRING:
        cgen_put(g, "    tokens_bring(s->n + %d, %s, %s);\n", tok + x->c * p->b.cells, A, B);
        break;
    case OP_SOW:
        cgen_need_to(g, x->c);
        cgen_put(g, "    %s = tokens_sow(s->n + %d, %s, to_%u, %s);\n", A, tok + x->e * p->b.cells,
                 B, x->c, D);
        break;
    case OP_HAND:
        cgen_put(g, "    s->n[%d] = clamped(s->n[%d] + %d, 0, TOKEN_MAX);\n",
                 p->at.hands + x->a * p->types + x->b, p->at.hands + x->a * p->types + x->b,
                 (int16_t)x->c);
        break;
    case OP_EVENT:
        cgen_put(g, "    s->n[%d] |= %d;\n", p->at.events + x->c,
                 (int32_t)((uint32_t)x->a | (uint32_t)x->b << 16));
        break;
    case OP_NOTE: put_note(b, x); break;
    case OP_OUTCOME: put_outcome(b, x); break;
    case OP_AGAIN: cgen_put(g, "    s->h.again = 1;\n"); break;
    case OP_HALFPLY: cgen_put(g, "    s->h.again = 2;\n"); break;
    case OP_SWAP: cgen_put(g, "    s->h.swapped ^= 1;\n    s->h.again = 1;\n"); break;
    case OP_ENDTURN: cgen_put(g, "    s->h.turns++;\n    clear_registers(s);\n"); break;
    case OP_PHASE: cgen_put(g, "    s->h.phase = %u;\n", x->a); break;
    case OP_MOVER:
        cgen_put(g, "    s->h.me = s->h.again == 1 ? %u : %d;\n    s->h.again = 0;\n", x->a,
                 x->a + 1 < p->players ? x->a + 1 : 0);
        break;
    case OP_ONTURN: cgen_put(g, "    s->h.me = %u;\n", x->a); break;
    case OP_KEY: cgen_put(g, "    note_key(s);\n"); break;
    case OP_PUSHKEY: cgen_put(g, "    push_key(s, %s != 0, lazy);\n", IA); break;
    case OP_REOPEN: put_reopen(g); break;
    case OP_PASSED:
        cgen_put(g, "    s->h.passes = (uint8_t)(s->h.passes < 199 ? s->h.passes + 1 : 200);\n");
        break;
    default: return 0;
    }
    return 1;
}
