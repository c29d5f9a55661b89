// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_INSN_H
#define TSR_LANG_CGEN_INSN_H

// Instructions as C, one statement each. Every function prints the instructions of its kind and
// answers 0 for those of another.

#include "lang/cgen/cgen_block.h"

// The operands of instruction `x` as C: sets, and numbers.
#define A  cgen_operand(g, x, 0).t
#define B  cgen_operand(g, x, 1).t
#define C  cgen_operand(g, x, 2).t
#define D  cgen_operand(g, x, 3).t
#define E  cgen_operand(g, x, 4).t
#define IA cgen_num(g, x->a).t
#define IB cgen_num(g, x->b).t
#define IC cgen_num(g, x->c).t

// cgen_spans.c: operand `k`, a set, as it is read or written; of a set that is read only the words that may have cells.
cgen_word cgen_operand(cgen *g, const insn *x, int k);
uint32_t cgen_words_in(const cgen *g, int reg); // words of a register that may have cells, as bits

// Words of what an instruction makes, as bits: those that come out as its row says, those that are empty and must be
// written; and those that all it reads may have. The others nobody reads, or they stay as they are.
typedef struct cgen_span {
    uint32_t made, none, whole;
} cgen_span;
cgen_span cgen_span_of(const cgen *g, const insn *x);
void cgen_spans_note(cgen *g, const insn *x); // it was printed, in an expansion

// cgen_row.c: an instruction by its row of ops.def: as a statement; what its row says, as an expression.
// 0 = the row says it in words of the machine.
int cgen_put_row(cgen *g, const insn *x);
int cgen_row_text(cgen *g, const insn *x, char *out, size_t cap);

// cgen_value.c: sets that functions and tables make; and those where it does not matter what a register
// holds.
int cgen_put_set(const block *b, const insn *x);
int cgen_put_named_set(cgen *g, const insn *x);
int cgen_put_jump(const block *b, const insn *x);          // cgen_jump.c
int cgen_put_effect(const block *b, const insn *x);        // cgen_effect.c: what changes a state
int cgen_put_slot(cgen *g, const insn *x);                 // cgen_slots.c: cells of a type
int cgen_put_pile(const block *b, const insn *x);          // cgen_piles.c: what is about piles
int cgen_put_offer(const block *b, const insn *x, int at); // cgen_offer.c: what a choice offers
void cgen_put_ret(const block *b, const insn *x);

// When a jump is taken, as an expression; 0 = it is no plain one.
int cgen_put_test(const block *b, const insn *x, char *test, size_t cap);

#endif
