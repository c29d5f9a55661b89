// SPDX-License-Identifier: MIT
//
// Writing instructions, nodes and constants at the end of a program, and patching jumps.
#include "lang/lower/lower_expr.h"

#include <string.h>

void lower_too_big(lower *l, span at, const char *what) {
    if (!l->broken) {
        diag_add(l->diags, DIAG_TOO_BIG, at, "this game needs too many %s", what);
    }
    l->broken = 1;
}

static const span nowhere = {.line = 1, .col = 1, .len = 1};

int lower_emit(lower *l, opcode op, int a, int b, int c, int d, int e) {
    program *p = l->p;
    if (p->code_count >= IR_MAX_CODE - IR_PLAN_CODE - 1) {
        lower_too_big(l, nowhere, "instructions");
        p->code_count = 1;
    }
    insn *x = &p->code[p->code_count];
    x->op = (uint16_t)op;
    x->a = (uint16_t)a;
    x->b = (uint16_t)b;
    x->c = (uint16_t)c;
    x->d = (uint16_t)d;
    x->e = (uint16_t)e;
    return (int)p->code_count++;
}

uint32_t lower_emit_here(const lower *l) {
    return l->p->code_count;
}

static uint16_t *jump_field(insn *x) {
    return insn_operand(x, insn_jump(x));
}

void lower_emit_jump(lower *l, opcode op, int a, int b, label *to) {
    int i = lower_emit(l, op, a, b, 0, 0, 0);
    *jump_field(&l->p->code[i]) = (uint16_t)to->head;
    to->head = i + 1;
}

void lower_emit_label(lower *l, label *to) {
    while (to->head && !l->broken) {
        uint16_t *field = jump_field(&l->p->code[to->head - 1]);
        int next = *field;
        *field = (uint16_t)l->p->code_count;
        to->head = next;
    }
}

int lower_new_set(lower *l) {
    int max = IR_MAX_SET_WORDS / l->b->words;
    max = max > IR_MAX_SETS ? IR_MAX_SETS : max;
    if (l->set_top >= max) {
        lower_too_big(l, nowhere, "sets at once");
        l->set_top = l->p->at.to + 1;
    }
    int r = l->set_top++;
    if (l->set_top > l->p->at.set_count) {
        l->p->at.set_count = (uint16_t)l->set_top;
    }
    return r;
}

void lower_free_sets(lower *l, int top) {
    l->set_top = top;
    l->shared_count = 0; // what is shared may be in them, or behind a jump
}

int lower_new_num(lower *l) {
    if (l->num_top >= IR_MAX_NUMS) {
        lower_too_big(l, nowhere, "numbers at once");
        l->num_top = l->p->at.state_nums;
    }
    int r = l->num_top++;
    if (l->num_top > l->p->at.num_count) {
        l->p->at.num_count = (uint16_t)l->num_top;
    }
    return r;
}

int lower_new_const(lower *l, const uint64_t *k) {
    program *p = l->p;
    size_t w = (size_t)l->b->words;
    for (int i = 0; i < p->const_count; i++) {
        if (memcmp(p->consts + (size_t)i * w, k, w * sizeof *k) == 0) {
            return i;
        }
    }
    if (p->const_count >= IR_MAX_CONSTS) {
        lower_too_big(l, nowhere, "constants");
        p->const_count = 0;
    }
    memcpy(p->consts + (size_t)p->const_count * w, k, w * sizeof *k);
    return p->const_count++;
}

int lower_new_node(lower *l, node_kind kind, int next, int alt) {
    program *p = l->p;
    if (p->node_count >= IR_MAX_NODES) {
        lower_too_big(l, nowhere, "steps");
        p->node_count = 2;
    }
    ir_node *n = &p->node[p->node_count];
    memset(n, 0, sizeof *n);
    n->kind = (uint8_t)kind;
    n->next = (uint16_t)next;
    n->alt = (uint16_t)alt;
    n->within = (uint8_t)l->in_longest;
    return p->node_count++;
}

// Code of its own starts with fresh scratch registers.
uint32_t lower_begin_code(lower *l) {
    l->set_top = l->p->at.to + 1;
    l->num_top = l->p->at.state_nums;
    l->shared_count = 0;
    return lower_emit_here(l);
}

void lower_end_code(lower *l, int answer) {
    lower_emit(l, OP_RET, answer, 0, 0, 0, 0);
}

// --- Values ---------------------------------------------------------------------

value lower_value_of_set(int reg, int owned) {
    value v;
    memset(&v, 0, sizeof v);
    v.type = V_SET;
    v.owned = (uint8_t)owned;
    v.reg = (uint16_t)reg;
    return v;
}

value lower_value_of_const(const uint64_t *k) {
    value v;
    memset(&v, 0, sizeof v);
    v.type = V_SET;
    v.k = k;
    return v;
}

value lower_value_of_int(int32_t n) {
    value v;
    memset(&v, 0, sizeof v);
    v.type = V_INT;
    v.konst = 1;
    v.num = v.lo = v.hi = n;
    return v;
}

value lower_value_of_reg(lower *l, int num, int32_t lo, int32_t hi) {
    value v;
    (void)l;
    memset(&v, 0, sizeof v);
    v.type = V_INT;
    v.reg = (uint16_t)num;
    v.lo = lo;
    v.hi = hi;
    return v;
}

int lower_set_reg(lower *l, const value *v) {
    if (!v->k) {
        return v->reg;
    }
    int r = lower_new_set(l);
    lower_emit(l, OP_KSET, r, lower_new_const(l, v->k), 0, 0, 0);
    return r;
}

int lower_own_reg(lower *l, const value *v) {
    if (v->k) {
        return lower_set_reg(l, v);
    }
    if (v->owned) {
        return v->reg;
    }
    int r = lower_new_set(l);
    lower_emit(l, OP_MOV, r, v->reg, 0, 0, 0);
    return r;
}

int lower_num_reg(lower *l, const value *v) {
    if (!v->konst) {
        return v->reg;
    }
    int r = lower_new_num(l);
    lower_emit(l, OP_KINT, r, (uint16_t)((uint32_t)v->num & 0xffff),
               (uint16_t)((uint32_t)v->num >> 16), 0, 0);
    return r;
}

value lower_value_of_dirs(const uint16_t *shifts, int count) {
    value v;
    memset(&v, 0, sizeof v);
    v.type = V_DIR;
    for (int i = 0; i < count && v.count < DIRSET_MAX; i++) {
        v.shift[v.count++] = shifts[i];
    }
    return v;
}
