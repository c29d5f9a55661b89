// SPDX-License-Identifier: MIT
//
// The rows of ops.def as tables, and questions about one instruction that they answer.
#include "lang/ir/ops.h"

#include <string.h>

const char *const ir_op_name[OP_COUNT_] = {
#define OP(name, class, format, what, needs, meaning) #name,
#include "lang/ir/ops.def"
#undef OP
};

const char *const ir_op_format[OP_COUNT_] = {
#define OP(name, class, format, what, needs, meaning) format,
#include "lang/ir/ops.def"
#undef OP
};

const char *const ir_op_what[OP_COUNT_] = {
#define OP(name, class, format, what, needs, meaning) #what,
#include "lang/ir/ops.def"
#undef OP
};

const uint8_t ir_op_class[OP_COUNT_] = {
#define OP(name, class, format, what, needs, meaning) CLASS_##class,
#include "lang/ir/ops.def"
#undef OP
};

const uint8_t ir_op_need[OP_COUNT_] = {
#define OP(name, class, format, what, needs, meaning) NEED_##needs,
#include "lang/ir/ops.def"
#undef OP
};

int op_reads_state(int op) {
    static const char *const words[] = {"f->",   "(f,",    "(f)",      "TOKENS(",
                                        "HANDS", "EVENTS", "TYPE_SETS"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(ir_op_what[op], words[i])) {
            return 1;
        }
    }
    return 0;
}

int insn_find(const insn *x, char kind) {
    const char *format = ir_op_format[x->op];
    for (int i = 0; format[i]; i++) { // a few letters: shorter than to call strchr
        if (format[i] == kind) {
            return i;
        }
    }
    return -1;
}

int insn_jump(const insn *x) {
    return insn_find(x, 'j');
}

int insn_node(const insn *x) {
    return op_is_offer(x->op) ? insn_find(x, 'N') : -1;
}
