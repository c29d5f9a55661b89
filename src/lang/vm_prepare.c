// SPDX-License-Identifier: MIT
#include "lang/vm_prepare.h"

#include <string.h>

#include "lang/opt.h"

// --- What a code consists of ---------------------------------------------------------------

typedef struct span_of_code {
    uint32_t first, end; // instructions from first up to end
} span_of_code;

// Joined code is one piece that ends with an instruction after which nothing follows, and
// all its jumps stay inside.
static span_of_code piece_at(const program *p, uint32_t first) {
    uint32_t last = first, i = first;
    for (;; i++) {
        const insn *x = &p->code[i];
        int j = insn_jump(x);
        insn copy = *x;
        if (j >= 0 && *insn_operand(&copy, j) > last) {
            last = *insn_operand(&copy, j);
        }
        int ends = x->op == OP_RET || x->op == OP_RETS || x->op == OP_JMP || x->op == OP_OUTCOME;
        if (ends && i >= last) {
            return (span_of_code){first, i + 1};
        }
    }
}

// The node that an instruction offers, -1 = it offers nothing.
static int offered_node(const insn *x) {
    const char *format = ir_op_format[x->op], *n = strchr(format, 'N');
    insn copy = *x;
    return n && x->op != OP_JCAN ? *insn_operand(&copy, (int)(n - format)) : -1;
}

// --- Playouts -----------------------------------------------------------------------------------

// How many instructions of a piece offer something; -1 = some offer what has no turn.
static int count_offers(const program *p, span_of_code s) {
    int count = 0;
    for (uint32_t i = s.first; i < s.end; i++) {
        int node = offered_node(&p->code[i]);
        if (node >= 0 && !p->node[node].turn) {
            return -1;
        }
        count += node >= 0;
    }
    return count;
}

// Whether every cell that `x` offers is a turn, whose code has the endings in it.
static int is_sure_place(const program *p, const insn *x) {
    if (x[0].op != OP_EMIT || x[1].op != OP_RET) {
        return 0;
    }
    const ir_node *n = &p->node[x[0].b];
    return n->ply && n->tail == TAIL_PLAIN && !n->zone && n->bind == BOARD_NONE &&
           p->choice[n->choice].kind != CH_PASS;
}

static void chain_offers(program *p, uint32_t first) {
    span_of_code s = piece_at(p, first);
    int offers = count_offers(p, s);
    if (offers < 0) {
        return;
    }
    for (uint32_t i = s.first; i < s.end; i++) {
        insn *x = &p->vm[i];
        if (x->op == OP_RET && x->a == 1) {
            x->op = OP_DRAW;
        }
        if (offers == 1 && is_sure_place(p, &p->code[i])) {
            x->op = OP_PLACE;
            if (i > s.first && x[-1].op == OP_NOR && x[-1].a == x->a) {
                x[-1].op = OP_FILL;
            }
        }
    }
}

static void chain_ply(program *p, uint32_t first) {
    span_of_code s = piece_at(p, first);
    for (uint32_t i = s.first; i < s.end; i++) {
        if (p->vm[i].op == OP_RET && p->vm[i].a == 1) {
            p->vm[i].op = OP_NEXT;
        }
    }
}

// Whether nothing has to be settled when a turn is over, whoever is next.
static int ends_swiftly(const program *p) {
    const uint32_t duties = DUTY_SETTLE | DUTY_LATER_ENDINGS | DUTY_RING | DUTY_START;
    for (int me = 0; me < p->players; me++) {
        if (!p->phase[0].offers[me]) {
            return 0;
        }
    }
    return p->g->phase_count == 1 && !(p->duties & duties);
}

static void chain(program *p) {
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (p->phase[ph].offers[me]) {
                chain_offers(p, p->phase[ph].offers[me]);
            }
        }
    }
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_CHOICE && p->node[i].ply) {
            chain_ply(p, p->node[i].ply);
        }
    }
    p->swift = (uint8_t)ends_swiftly(p);
}

// --- Single instructions ---------------------------------------------------------------------------

static void specialise(program *p) {
    int plain = p->at.type == BOARD_NONE && p->at.latch == BOARD_NONE;
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (p->vm[i].op == OP_ADD && plain && p->vm[i].b != IR_NEUTRAL) {
            p->vm[i].op = OP_ADDOWN;
        }
    }
}

void vm_prepare(program *p, arena *a) {
    p->vm = arena_new(a, p->code_count * sizeof *p->vm);
    p->swift = 0;
    if (!p->vm) {
        p->vm = p->code;
        return;
    }
    memcpy(p->vm, p->code, p->code_count * sizeof *p->vm);
    if (pass_on(p, PASS_chain)) {
        chain(p);
    }
    if (pass_on(p, PASS_quicken)) {
        specialise(p);
    }
}
