// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_BLOCK_H
#define TSR_LANG_CGEN_BLOCK_H

// A block: the code that can be reached from one instruction, looked at before it is printed.

#include "lang/cgen/cgen_impl.h"

typedef struct block {
    cgen *g;
    uint32_t start, end;          // end: of FORM_HEAD, else behind all code
    uint16_t at[IR_MAX_CODE / 4]; // reachable instructions in order
    int count;
    uint8_t is_in[IR_MAX_CODE], is_dead[IR_MAX_CODE];
    uint16_t jumps_to[IR_MAX_CODE]; // how many jumps lead to an instruction
    uint8_t skips[IR_MAX_CODE];     // a jump that is printed as a choice: over so many instructions
    uint8_t is_loop[IR_MAX_CODE];   // between the target of a jump back and that jump
    uint8_t reads_set[IR_MAX_SETS + 1], writes_set[IR_MAX_SETS + 1];
    uint8_t reads_num[IR_MAX_NUMS], writes_num[IR_MAX_NUMS];
    uint8_t only_each[IR_MAX_SETS + 1]; // only written by EACH
    uint8_t is_cell[IR_MAX_SETS + 1];   // as printed so far, written by EACH: the cell is in c<reg>
    cgen_form form;
    cgen_taker *taker;
    int asks_offered, binds; // has JOFFER, WITH
    // cgen_spans.c, by instruction and scratch register: words that may have cells before it, that are read behind it and
    // before it. NULL = nothing is known.
    uint32_t *may, *need, *first;
} block;

void cgen_block_open(block *b, cgen *g, uint32_t start, cgen_form form);

// cgen_spans.c: which words of sets matter in a block; and that the instruction at place `i` of it comes next.
void cgen_spans_find(block *b);
void cgen_spans_free(block *b);
void cgen_spans_at(const block *b, int i);

// cgen_same.c: stands for a code that was printed already, if the block is a copy of it; 0 = it is none.
int cgen_put_copy(const block *b);

// Where an instruction jumps to, -1 = it does not.
int cgen_jump_of(const insn *x);

#endif
