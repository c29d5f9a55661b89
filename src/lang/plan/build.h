// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PLAN_BUILD_H
#define TSR_LANG_PLAN_BUILD_H

// Writing code behind that of a program: instructions, jumps to places that come later, registers.

#include "lang/ir/ir.h"

// A place to jump to. It begins as {0}; the jumps that wait for it are chained through their targets.
typedef struct place {
    int last; // jump + 1
} place;

typedef struct writer {
    program *p;
    int failed; // something did not fit
} writer;

// What code answers with, as plain numbers of RET and JASK: VM_NO, VM_YES, VM_OVER (ops.h).

uint32_t write_here(const writer *w);
void write_insn(writer *w, opcode op, int a, int b, int c, int d);
void write_jump_of(writer *w, opcode op, int a, int b, int c,
                   place *to); // the target is the last operand
void write_jump(writer *w, opcode op, int a, int b, place *to);
void write_place(writer *w, place *at); // what comes next is there
int write_new_set(writer *w);           // a register nobody else has
int write_new_num(writer *w);

// KINT: register `reg` becomes `value`.
void write_number(writer *w, int reg, int32_t value);

// effects.c: code for nodes that only act, beginning at `node`. It answers VM_OVER if the game ended.
uint32_t write_effects(writer *w, int node);

// finish.c: the end of a turn of every player, and what of it is needed elsewhere.
void write_ends(writer *w);

#endif
