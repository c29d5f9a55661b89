// SPDX-License-Identifier: MIT
//
// The machine's loop, for sets of VM_WORDS words, as a function called VM_LOOP. vm.c
// includes this file once for each number of words worth a loop of its own.
//
// With gcc and clang every instruction jumps straight to the next one's code, which
// lets the processor predict each jump by itself; elsewhere it is a switch.

static int VM_LOOP(frame *f, uint32_t start) {
    const program *p = f->p;
    const board *b = &p->b;
    const insn *code = p->code;
    const insn *x = code + start;
    const int w = VM_WORDS;
#ifdef VM_THREADED
    static const void *const label[OP_COUNT_] = {
#define OP(name, format, meaning) &&op_##name,
#include "lang/opcodes.def"
#undef OP
    };
#define VM_CASE(name) op_##name:
#define VM_GO         goto *label[x->op]
    VM_GO;
#else
#define VM_CASE(name) case OP_##name:
#define VM_GO         goto again
again:
    switch ((opcode)x->op) {
#endif
#define DO(name, statement)                                                                        \
    VM_CASE(name) {                                                                                \
        statement;                                                                                 \
        x++;                                                                                       \
        VM_GO;                                                                                     \
    }
// Going back costs fuel: what the verifier cannot see still ends.
#define JUMP(name, operand, condition)                                                             \
    VM_CASE(name) {                                                                                \
        if (condition) {                                                                           \
            const insn *to = code + x->operand;                                                    \
            if (to <= x && --f->fuel < 0) {                                                        \
                return VM_NO;                                                                      \
            }                                                                                      \
            x = to;                                                                                \
        } else {                                                                                   \
            x++;                                                                                   \
        }                                                                                          \
        VM_GO;                                                                                     \
    }
#define END(name, statement, answer)                                                               \
    VM_CASE(name) {                                                                                \
        statement;                                                                                 \
        uint32_t to = f->next && OP_##name == OP_RET ? f->next(f, answer) : 0;                     \
        if (!to) {                                                                                 \
            return answer;                                                                         \
        }                                                                                          \
        x = code + to;                                                                             \
        VM_GO;                                                                                     \
    }
#include "lang/vm_ops.def"
#undef DO
#undef JUMP
#undef END
#ifndef VM_THREADED
case OP_COUNT_: break;
}
return VM_NO;
#endif
#undef VM_CASE
#undef VM_GO
}
