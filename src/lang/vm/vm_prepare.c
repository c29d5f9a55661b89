// SPDX-License-Identifier: MIT
//
// Puts the machine's own instructions into its copy of the code: groups that are done in one go, and
// those that know something where they stand (vm_codes.def).
#include "lang/vm/vm_prepare.h"

#include <string.h>

#include "lang/ir/pass.h"

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
        if (op_never_falls_through(x->op) && i >= last) {
            return (span_of_code){first, i + 1};
        }
    }
}

// The node that an instruction offers, -1 = it offers nothing.
static int offered_node(const insn *x) {
    int n = insn_node(x);
    return n < 0 ? -1 : insn_value(x, n);
}

// --- Playouts -----------------------------------------------------------------------------------

// How many instructions of a piece offer something, and how many of these a turn.
static int count_offers(const program *p, span_of_code s, int *turns) {
    int count = 0;
    *turns = 0;
    for (uint32_t i = s.first; i < s.end; i++) {
        int node = offered_node(&p->code[i]);
        count += node >= 0;
        *turns += node >= 0 && p->fact.turn[node].turn;
    }
    return count;
}

// Whether every cell that `x` offers is a turn, whose code has the endings in it.
static int is_plain_place(const program *p, const insn *x) {
    if (x[0].op != OP_EMIT || x[1].op != OP_RET) {
        return 0;
    }
    const ir_node *n = &p->node[x[0].b];
    return ir_turn(p, n)->ply && ir_path(p, n)->tail == TAIL_PLAIN && !ir_weight(p, n)->zone &&
           ir_turn(p, n)->bind == BOARD_NONE && p->choice[n->choice].kind != CH_PASS;
}

// The first offer, followed by a jump to the end if there is one.
static int is_first_place(const program *p, const insn *x) {
    const insn *joffer = x + 1;
    insn alone[2] = {x[0], {.op = OP_RET, .a = 1}};
    return joffer->op == OP_JOFFER && p->code[joffer->a].op == OP_RET && is_plain_place(p, alone);
}

static void chain_offers(program *p, uint32_t first) {
    span_of_code s = piece_at(p, first);
    int turns, offers = count_offers(p, s, &turns), seen = 0;
    for (uint32_t i = s.first; i < s.end && turns; i++) {
        insn *x = &p->vm[i];
        if (x->op == OP_RET && x->a == 1) {
            x->op = turns == offers ? OP_DRAW : OP_DRAWMIX;
        } else if (offers == 1 && is_plain_place(p, &p->code[i])) {
            x->op = OP_PLACE;
            if (i > s.first && x[-1].op == OP_NOR && x[-1].a == x->a) {
                x[-1].op = OP_FILL;
            }
        } else if (!seen && turns == offers && is_first_place(p, &p->code[i])) {
            x->op = OP_PLACEIF;
        }
        seen |= offered_node(&p->code[i]) >= 0;
    }
}

// Puts `code` for every RET of a piece with this answer, -1 = with any.
static void chain_ends(program *p, uint32_t first, vm_code code, int answer) {
    span_of_code s = piece_at(p, first);
    for (uint32_t i = s.first; i < s.end; i++) {
        if (p->vm[i].op == OP_RET && (answer < 0 || p->vm[i].a == answer)) {
            p->vm[i].op = (uint16_t)code;
        }
    }
}

// Whether the mover or the player behind them is next: nobody is passed over, and nobody is named.
static int goes_round(const program *p) {
    int round = !p->at.out;
    for (uint32_t i = 0; i < p->plan_code && round; i++) {
        round = p->code[i].op != OP_NEXTIS && p->code[i].op != OP_HALFPLY;
    }
    return round;
}

// Whether nothing has to be settled when a turn is over, whoever is next.
static int ends_swiftly(const program *p) {
    const uint32_t duties = DUTY_SETTLE | DUTY_RING | DUTY_START;
    for (int me = 0; me < p->players; me++) {
        if (!p->phase[0].offers[me]) {
            return 0;
        }
    }
    return p->phases == 1 && !(p->fact.duties & duties) && goes_round(p);
}

static void chain(program *p) {
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (p->phase[ph].offers[me]) {
                chain_offers(p, p->phase[ph].offers[me]);
            }
        }
    }
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_CHOICE && p->fact.turn[i].ply) {
            chain_ends(p, p->fact.turn[i].ply, OP_NEXT, 1);
        }
    }
    for (int me = 0; me < p->players && p->fact.duties & DUTY_LATER_ENDINGS; me++) {
        chain_ends(p, p->root[me].later, OP_ENDED, -1);
    }
    p->fact.swift = ends_swiftly(p);
}

// --- Frequent cases ----------------------------------------------------------------------------

// Where the code from `x` on is these instructions.
static int is_group(const program *p, uint32_t at, const opcode *ops, int count) {
    for (int i = 0; i < count; i++) {
        if (at + (uint32_t)i >= p->code_count || p->code[at + (uint32_t)i].op != (uint16_t)ops[i]) {
            return 0;
        }
    }
    return 1;
}

static void quicken_at(program *p, uint32_t at) {
    static const opcode hops[] = {OP_SHIFTAND, OP_SHIFT, OP_ANDN, OP_EMITC};
    int plain = p->at.type == BOARD_NONE && p->at.latch == BOARD_NONE;
    int two = p->players == 2 && p->at.neutral == BOARD_NONE;
    const insn *x = &p->code[at];
    insn *out = &p->vm[at];
    if (x->op == OP_ADD && plain && x->b != IR_NEUTRAL) {
        int line = x[1].op == OP_JNOLINE && x[1].a == p->at.own + x->b && x[1].c > at;
        out->op = line ? OP_ADDLINE : OP_ADDOWN;
    } else if (x->op == OP_OWN && two && x->b != IR_NEUTRAL) {
        out->op = OP_OWNTWO;
    } else if (is_group(p, at, hops, 4)) {
        out->op = OP_HOPS;
    } else if (is_group(p, at, hops + 1, 3)) {
        out->op = OP_STEPS;
    }
}

// --- Ends of turns -----------------------------------------------------------------------------

// In the code of an ending the key of the position is known.
static void know_key(program *p, uint32_t first) {
    span_of_code s = piece_at(p, first);
    for (uint32_t i = s.first; i < s.end; i++) {
        p->vm[i].op = p->vm[i].op == OP_JREPEAT ? (uint16_t)OP_JBEEN : p->vm[i].op;
    }
}

// Whoever made the turn has left in `to` what it added.
static void ask_about_added(program *p, const ir_roots *root) {
    for (uint32_t i = p->plan_code; i < p->code_count && root->whole; i++) {
        insn *x = &p->vm[i];
        if (x->op == OP_JASK && x->a == root->whole) {
            x->op = OP_JADDED;
            x->d = (uint16_t)root->endings;
        }
    }
}

static void quicken_ends(program *p) {
    for (int me = 0; me < p->players; me++) {
        know_key(p, p->root[me].endings);
        know_key(p, p->root[me].whole);
        know_key(p, p->root[me].later);
        ask_about_added(p, &p->root[me]);
    }
}

void vm_prepare(program *p, arena *a) {
    p->vm = arena_new(a, p->code_count * sizeof *p->vm);
    p->fact.swift = 0;
    if (!p->vm) {
        p->vm = p->code;
        return;
    }
    memcpy(p->vm, p->code, p->code_count * sizeof *p->vm);
    if (pass_on(p, PASS_chain)) {
        chain(p);
    }
    for (uint32_t i = 0; i < p->code_count && pass_on(p, PASS_quicken); i++) {
        quicken_at(p, i);
    }
    if (pass_on(p, PASS_quicken)) {
        quicken_ends(p);
    }
}
