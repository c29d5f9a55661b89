// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_OPS_H
#define TSR_LANG_OPS_H

// Instructions, and all that can be said of one by its row in ops.def. Whoever reads or rewrites
// code asks here what an instruction is; nobody compares the numbers of opcodes.

#include <stdint.h>

typedef enum opcode {
#define OP(name, class, format, what, needs, meaning) OP_##name,
#include "lang/ir/ops.def"
#undef OP
    OP_COUNT_
} opcode;

typedef struct insn {
    uint16_t op, a, b, c, d, e;
} insn;

// What an instruction does, in general: ops.def says it in words.
typedef enum op_class {
    CLASS_CELLWISE,
    CLASS_ALONG,
    CLASS_SET,
    CLASS_NUMBER,
    CLASS_JUMP,
    CLASS_LEAVE,
    CLASS_BOARD,
    CLASS_ASIDE,
    CLASS_OVER,
    CLASS_OFFER
} op_class;

// Tables and registers that must be there when an instruction runs, or make it quick.
typedef enum op_need {
    NEED_NOTHING,
    NEED_RAYS,   // rays of its directions
    NEED_LOOK,   // the same, and tables to look at them side by side
    NEED_AXES,   // the board's axes can be walked backwards
    NEED_LINKS,  // the neighbours of each cell
    NEED_LATER,  // a register for what is captured when the turn ends
    NEED_CLOSED, // a register for cells that are out of play
    NEED_HANDS,  // registers for hands
    NEED_PILES,  // room for what lies covered
    NEED_TYPES,  // a register for each type
    NEED_SLOTS,  // where types lie in areas
    NEED_ROWS,   // quick: the row and the column of each cell
    NEED_TOWARD, // quick: the shift from each cell to each other
    NEED_LINES   // quick: straight runs of the length in operand b
} op_need;

// What code answers: RET, RETS, and OUTCOME.
enum { VM_NO = 0, VM_YES = 1, VM_OVER = 2 };

// How an offer tells where its motions come from: by a shift undone, from one cell; its cells alone;
// nothing to say.
typedef enum offer_form { OFFER_CLASS, OFFER_ORIGIN, OFFER_CELLS, OFFER_ONE } offer_form;

extern const char *const ir_op_name[OP_COUNT_];
extern const char *const ir_op_format[OP_COUNT_];
extern const char *const ir_op_what[OP_COUNT_]; // the text of what it does
extern const uint8_t ir_op_class[OP_COUNT_];    // op_class
extern const uint8_t ir_op_need[OP_COUNT_];     // op_need

// Writes its first operand and does nothing else.
static inline int op_is_pure(int op) {
    return ir_op_class[op] <= CLASS_NUMBER;
}

// Reads something of the state that no operand names: its row speaks of the position, of tokens or hands.
int op_reads_state(int op);

// Changes the state by more than a register that it names.
static inline int op_is_effect(int op) {
    return ir_op_class[op] >= CLASS_BOARD && ir_op_class[op] <= CLASS_OVER;
}

static inline int op_is_offer(int op) {
    return ir_op_class[op] == CLASS_OFFER;
}

// The instruction behind it is reached by a jump, or not at all.
static inline int op_never_falls_through(int op) {
    return op == OP_JMP || ir_op_class[op] == CLASS_LEAVE || ir_op_class[op] == CLASS_OVER;
}

// Operand `i`, from 0: its value, and where it stands.
static inline uint16_t insn_value(const insn *x, int i) {
    return i == 0 ? x->a : i == 1 ? x->b : i == 2 ? x->c : i == 3 ? x->d : x->e;
}
static inline uint16_t *insn_operand(insn *x, int i) {
    uint16_t *const all[5] = {&x->a, &x->b, &x->c, &x->d, &x->e};
    return all[i];
}

// Which operand is the first of a kind (a letter of ops.def), -1 = none.
int insn_find(const insn *x, char kind);

// Which operand is the jump target, -1 = none; and which one names the choice of an offer.
int insn_jump(const insn *x);
int insn_node(const insn *x);

#endif
