// SPDX-License-Identifier: MIT
//
// Ways for people: names of instructions and modes, and functions as text.
#include <string.h>

#include "lang/plan/plan.h"
#include "lang/plan/ways.h"

const char *const way_op_name[WAY_COUNT_] = {
#define WAY(name, format, meaning) #name,
#include "lang/plan/ways.def"
#undef WAY
};

const char *const way_op_format[WAY_COUNT_] = {
#define WAY(name, format, meaning) format,
#include "lang/plan/ways.def"
#undef WAY
};

const char *const way_mode_name[WAYS_MODES] = {
    "list",  "first", "exists", "only",   "chooses", "measure", "find", "follow",
    "go_on", "stop",  "done",   "settle", "explain", "guard",   "draw", "ply",
    "play",  "nodes", "rolled", "nth",    "part",    "most"};

const char *const way_kind_prefix[WAYS_KINDS] = {"", "try_", "", "sets_", "each_"};

int way_is_jump(const way_insn *x) {
    const char *format = way_op_format[x->op];
    return strlen(format) > 1 && format[1] == 'j';
}

int way_leaves(const way_insn *x) {
    return x->op == WAY_RET || x->op == WAY_LEAVE || x->op == WAY_TAIL || x->op == WAY_PICK ||
           x->op == WAY_JMP || x->op == WAY_DRAW || x->op == WAY_PAIRS;
}

static void put_name(tsr_out *o, const way_fn *fn) {
    tsr_putf(o, "%s%s%s_%u", way_kind_prefix[fn->kind], way_mode_name[fn->mode],
             fn->kind == WAYS_START ? "_start" : "", fn->node);
}

static void put_operand(tsr_out *o, const plan_ways *w, char kind, uint32_t value) {
    switch (kind) {
    case 'c': tsr_putf(o, " code%u", value); break;
    case 'f':
        tsr_putf(o, " ");
        put_name(o, &w->fn[value]);
        break;
    case 'F':
        if (value) {
            tsr_putf(o, " ");
            put_name(o, &w->fn[value - 1]);
        }
        break;
    case 'N': tsr_putf(o, " node%u", value); break;
    case 'j': tsr_putf(o, " ->%u", value); break;
    case 'S': tsr_putf(o, " s%u", value); break;
    case 'H': tsr_putf(o, " choice%u", value); break;
    case 'n': tsr_putf(o, " %u", value); break;
    default: break;
    }
}

void plan_put_ways(tsr_out *o, const program *p) {
    const plan_ways *w = p->ways;
    tsr_putf(o, "\nways: %u functions of %u instructions\n", w->fn_count, w->count);
    for (uint32_t i = 0; i < w->fn_count; i++) {
        const way_fn *fn = &w->fn[i];
        tsr_putf(o, "\n");
        put_name(o, fn);
        tsr_putf(o, ":\n");
        for (uint32_t k = 0; k < fn->count; k++) {
            const way_insn *x = &w->x[fn->first + k];
            const char *format = way_op_format[x->op];
            const uint32_t value[3] = {x->a, x->b, x->c};
            tsr_putf(o, "  %3u  %s", k, way_op_name[x->op]);
            for (int n = 0; format[n]; n++) {
                put_operand(o, w, format[n], value[n]);
            }
            tsr_putf(o, "\n");
        }
    }
}
