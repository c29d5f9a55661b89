// SPDX-License-Identifier: MIT
//
// Checks the functions of ways before anybody runs or prints them.
#include <stdio.h>

#include "lang/plan/ways.h"

typedef struct checker {
    const program *p;
    const way_fn *fn;
    // By instruction: 1 + the copies there are when it is reached, 0 = it is not.
    int8_t copies[WAYS_MOST_INSNS];
} checker;

static int is_operand(const program *p, char kind, uint32_t value) {
    switch (kind) {
    case 'c': return value < p->code_count;
    case 'f': return value < p->ways->fn_count;
    case 'F': return value <= p->ways->fn_count;
    case 'N': return value < (uint32_t)p->node_count;
    case 'S': return value < p->at.set_count;
    case 'H': return value >= 1 && value <= (uint32_t)p->choice_count;
    default: return 1;
    }
}

static int has_operands(const program *p, const way_insn *x) {
    const char *format = way_op_format[x->op];
    const uint32_t value[3] = {x->a, x->b, x->c};
    int sound = 1;
    for (int i = 0; format[i]; i++) {
        sound &= is_operand(p, format[i], value[i]);
    }
    return sound;
}

// An instruction is reached with so many copies; always with as many.
static int reach(checker *k, uint32_t at, int copies) {
    if (at >= k->fn->count || copies < 0 || copies > 1) {
        return 0;
    }
    if (!k->copies[at]) {
        k->copies[at] = (int8_t)(copies + 1);
    }
    return k->copies[at] == copies + 1;
}

// Whoever is called on a copy of what may not be changed is given the copy; the state itself may only be
// changed by those who may.
static int may_write(const checker *k, const way_insn *x, int copies) {
    const int writes = x->op == WAY_RUN || x->op == WAY_APPLY || x->op == WAY_LIFT ||
                       x->op == WAY_MAKE || x->op == WAY_AFTER;
    const int calls = x->op == WAY_CALL || x->op == WAY_TAIL;
    const int shape = k->fn->shape;
    if ((shape != SHAPE_LOOK && shape != SHAPE_GUARD && shape != SHAPE_COUNT) || copies) {
        return 1;
    }
    return !writes && !(calls && k->p->ways->fn[x->a].shape != SHAPE_LOOK);
}

// Instructions that leave if something is so.
static int may_leave(const way_insn *x) {
    const int offers = (x->op >= WAY_ANY && x->op <= WAY_EACH) || x->op == WAY_JOINED;
    const int sets =
        x->op >= WAY_SOME && x->op <= WAY_TURNS && x->op != WAY_KNOWN && x->op != WAY_TALLY;
    return offers || sets || x->op == WAY_CHOSE || x->op == WAY_SKIP || x->op == WAY_LONGEST ||
           x->op == WAY_NEED;
}

static int check_insn(checker *k, uint32_t at) {
    const way_insn *x = &k->p->ways->x[k->fn->first + at];
    const int before = k->copies[at] - 1;
    const int copies = before + (x->op == WAY_FORK) - (x->op == WAY_BACK || x->op == WAY_KEEP);
    if (x->op >= WAY_COUNT_ || !has_operands(k->p, x) || !may_write(k, x, before)) {
        return 0;
    }
    if (way_is_jump(x) && (x->b <= at || !reach(k, x->b, copies))) {
        return 0;
    }
    if (may_leave(x) && copies) {
        return 0;
    }
    if (way_leaves(x)) {
        return x->op == WAY_JMP || copies == 0;
    }
    return reach(k, at + 1, copies);
}

int plan_ways_verify(const program *p, char *buf, size_t cap) {
    for (uint32_t i = 0; i < p->ways->fn_count; i++) {
        checker k = {.p = p, .fn = &p->ways->fn[i]};
        const char *name = way_mode_name[k.fn->mode];
        if (k.fn->count > WAYS_MOST_INSNS || !reach(&k, 0, 0)) {
            (void)snprintf(buf, cap, "way %s_%u: too long", name, k.fn->node);
            return 1;
        }
        for (uint32_t at = 0; at < k.fn->count; at++) {
            if (k.copies[at] && !check_insn(&k, at)) {
                (void)snprintf(buf, cap, "way %s_%u: instruction %u", name, k.fn->node, at);
                return 1;
            }
        }
    }
    return 0;
}
