// SPDX-License-Identifier: MIT
//
// Rules that code asks about: `can move`, `stuck for next player`. Such a rule is walked in the state at
// hand, where joined code leaves nothing of what it keeps to itself: `it`, and the cells that a `for` names.
// So a rule that is asked about may read of these only what it has written before. `here` is handed over.
#include "lang/opt/opt.h"

enum { MOST_ASKED = 512, NOT_SEEN = -1 }; // instructions of one code

typedef struct asked {
    const program *p;
    int64_t *written; // by node: what every way there has written, as bits; or NOT_SEEN
} asked;

static int reads_rule(asked *a, int at, int64_t written);

// The bit of a register that joined code keeps to itself; 0 = it does not.
static int64_t bit_of(const program *p, int reg) {
    return reg == p->at.it                                            ? 1
           : reg >= p->at.named && reg < p->at.named + p->named_count ? 2ll << (reg - p->at.named)
                                                                      : 0;
}

static int reads_insn(asked *a, const insn *x, int64_t written) {
    const char *format = ir_op_format[x->op];
    int reads = x->op == OP_JCAN && reads_rule(a, x->a, written);
    for (int k = 0; format[k]; k++) {
        reads |= (format[k] == 'S' || format[k] == 'B') &&
                 (bit_of(a->p, insn_value(x, k)) & ~written) != 0;
    }
    return reads;
}

// Adds what code writes before it jumps to *written.
static int reads_code(asked *a, uint32_t code, int64_t *written) {
    const insn *x[MOST_ASKED];
    const int count = code ? ir_block(a->p, code, x, MOST_ASKED) : 0;
    int reads = count > MOST_ASKED, jumps = 0;
    for (int i = 0; i < count && !reads; i++) {
        reads = reads_insn(a, x[i], *written);
        jumps |= insn_jump(x[i]) >= 0;
        *written |= !jumps && ir_op_format[x[i]->op][0] == 'D' ? bit_of(a->p, x[i]->a) : 0;
    }
    return reads;
}

static int reads_rule(asked *a, int at, int64_t written) {
    const ir_node *n = &a->p->node[at];
    const int64_t before = a->written[at];
    if (n->kind == N_END || n->kind == N_DEAD || (before != NOT_SEEN && !(before & ~written))) {
        return 0;
    }
    written = before == NOT_SEEN ? written : before & written;
    a->written[at] = written;
    return n->kind == N_ROLL || reads_code(a, n->code, &written) ||
           (n->kind == N_CHOICE && reads_code(a, n->apply, &written)) ||
           reads_rule(a, n->next, written) ||
           (ir_has_alt(n->kind) && reads_rule(a, n->alt, written));
}

int opt_asked_read_names(const program *p, int64_t *seen) {
    asked a = {.p = p, .written = seen};
    int reads = 0;
    for (int i = 0; i < p->node_count; i++) {
        seen[i] = NOT_SEEN;
    }
    for (uint32_t i = 0; i < p->code_count && !reads; i++) {
        reads = p->code[i].op == OP_JCAN && reads_rule(&a, p->code[i].a, 0);
    }
    return reads;
}
