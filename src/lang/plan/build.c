// SPDX-License-Identifier: MIT
//
// The writer of plans: instructions at the end of a program, jumps that lead forward, registers of
// their own.
#include "lang/plan/build.h"

uint32_t write_here(const writer *w) {
    return w->p->code_count;
}

void write_insn(writer *w, opcode op, int a, int b, int c, int d) {
    program *p = w->p;
    if (p->code_count >= IR_MAX_CODE) {
        w->failed = 1;
        return;
    }
    insn x = {(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d, 0};
    p->code[p->code_count++] = x;
}

static uint16_t *target_of(insn *x) {
    return insn_operand(x, insn_jump(x));
}

void write_jump(writer *w, opcode op, int a, int b, place *to) {
    write_jump_of(w, op, a, b, 0, to);
}

void write_jump_of(writer *w, opcode op, int a, int b, int c, place *to) {
    write_insn(w, op, a, b, c, 0);
    if (!w->failed) {
        *target_of(&w->p->code[w->p->code_count - 1]) = (uint16_t)to->last;
        to->last = (int)w->p->code_count;
    }
}

void write_place(writer *w, place *at) {
    while (at->last && !w->failed) {
        uint16_t *target = target_of(&w->p->code[at->last - 1]);
        at->last = *target;
        *target = (uint16_t)w->p->code_count;
    }
}

int write_new_set(writer *w) {
    ir_layout *at = &w->p->at;
    if (at->set_count >= IR_MAX_SETS || (at->set_count + 1) * w->p->b.words > IR_MAX_SET_WORDS) {
        w->failed = 1;
        return at->to;
    }
    return at->set_count++;
}

int write_new_num(writer *w) {
    ir_layout *at = &w->p->at;
    if (at->num_count >= IR_MAX_NUMS) {
        w->failed = 1;
        return at->num_count - 1;
    }
    return at->num_count++;
}

void write_number(writer *w, int reg, int32_t value) {
    const uint32_t bits = (uint32_t)value;
    write_insn(w, OP_KINT, reg, (int)(bits & 0xffff), (int)(bits >> 16), 0);
}
