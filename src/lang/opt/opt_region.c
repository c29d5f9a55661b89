// SPDX-License-Identifier: MIT
//
// Regions: copying code into one, labels, and putting it back into the program.
#include "lang/opt/opt.h"

#include <string.h>

// --- Building ----------------------------------------------------------------------------

void region_begin(region *g, program *p) {
    g->p = p;
    g->count = g->labels = g->locals = g->failed = 0;
    g->node = 0;
    g->set0 = p->at.to + 1;
    g->num0 = p->at.state_nums;
    g->sets = g->nums = 0;
}

int region_label(region *g) {
    if (g->labels >= REGION_MAX) {
        g->failed = 1;
        return 0;
    }
    g->label[g->labels] = 0xffff;
    return g->labels++;
}

void region_place(region *g, int label) {
    g->label[label] = (uint16_t)g->count;
}

void region_add(region *g, opcode op, int a, int b, int c, int d, int e) {
    if (g->count >= REGION_MAX - 1) {
        g->failed = 1;
        return;
    }
    insn x = {(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d, (uint16_t)e};
    g->x[g->count++] = x;
}

int region_new_set(region *g) {
    if (g->sets >= REGION_REGS) {
        g->failed = 1;
        return g->set0;
    }
    return g->set0 + g->sets++;
}

void region_make_local(region *g, int reg) {
    if (reg == BOARD_NONE || g->locals >= REGION_LOCALS) {
        return;
    }
    g->local[g->locals][0] = (uint16_t)reg;
    g->local[g->locals++][1] = (uint16_t)region_new_set(g);
    // Between turns it is empty, and that is how code finds it.
    region_add(g, OP_ZERO, g->local[g->locals - 1][1], 0, 0, 0, 0);
}

static uint16_t map_set(const region *g, uint16_t r, int base) {
    for (int i = 0; i < g->locals; i++) {
        if (g->local[i][0] == r) {
            return g->local[i][1];
        }
    }
    return r < g->set0 ? r : (uint16_t)(r + base);
}

// Where the code that begins at `start` ends: its jumps lead forward, but for loops.
static uint32_t code_end(const program *p, uint32_t start) {
    uint32_t end = start + 1;
    for (uint32_t i = start; i < end; i++) {
        insn x = p->code[i];
        int j = insn_jump(&x);
        if (j >= 0 && *insn_operand(&x, j) + 1u > end) {
            end = *insn_operand(&x, j) + 1u;
        }
        if (!op_never_falls_through(x.op) && i + 2 > end) {
            end = i + 2;
        }
    }
    return end;
}

// Renames what `x` refers to; `top` gets the highest scratch registers met.
static void map_insn(region *g, insn *x, const int base[2], int top[2], uint32_t start,
                     int first_label) {
    const char *format = ir_op_format[x->op];
    for (int i = 0; format[i]; i++) {
        uint16_t *v = insn_operand(x, i);
        if (format[i] == 'D' || format[i] == 'S' || format[i] == 'B') {
            top[0] = *v >= g->set0 && *v - g->set0 + 1 > top[0] ? *v - g->set0 + 1 : top[0];
            *v = map_set(g, *v, base[0]);
        } else if (format[i] == 'E' || format[i] == 'I') {
            top[1] = *v >= g->num0 && *v - g->num0 + 1 > top[1] ? *v - g->num0 + 1 : top[1];
            *v = *v < g->num0 ? *v : (uint16_t)(*v + base[1]);
        } else if (format[i] == 'j') {
            *v = (uint16_t)(first_label + (int)(*v - start));
        }
    }
}

// How many instructions two codes begin with alike, if these only fill scratch registers and lead nowhere else.
static uint32_t same_beginning(const region *g, uint32_t one, uint32_t other) {
    const program *p = g->p;
    const uint32_t end = code_end(p, one), other_end = code_end(p, other);
    uint32_t same = 0, furthest = 0;
    for (; one + same < end && other + same < other_end; same++) {
        insn x = p->code[one + same], y = p->code[other + same];
        const int j = insn_jump(&x);
        const uint16_t to = j >= 0 ? *insn_operand(&x, j) : 0;
        if (j >= 0 && x.op == y.op) {
            *insn_operand(&y, j) = (uint16_t)(*insn_operand(&y, j) + one - other);
        }
        if (memcmp(&x, &y, sizeof x) != 0 || ir_op_class[x.op] > CLASS_JUMP ||
            insn_is_effect(g, &x)) {
            break;
        }
        furthest = j >= 0 && to - one > furthest ? to - one : furthest;
    }
    return furthest <= same ? same : 0;
}

// The rest of a code only asks and answers.
static int only_asks(const program *p, uint32_t from) {
    const uint32_t end = code_end(p, from);
    int asks = 1;
    for (uint32_t i = from; i < end; i++) {
        insn x = p->code[i];
        const int j = insn_jump(&x);
        asks &= x.op == OP_RET || (j >= 0 && *insn_operand(&x, j) >= from);
    }
    return asks;
}

int region_copy_after(region *g, uint32_t start, uint32_t before, const int base[2], int yes,
                      int no) {
    const uint32_t same = same_beginning(g, before, start), end = code_end(g->p, start);
    const int first = g->labels;
    int top[2] = {0, 0};
    if (!same || !only_asks(g->p, start + same) || !only_asks(g->p, before + same) ||
        g->labels + (int)(end - start) > REGION_MAX) {
        return 0;
    }
    g->labels += (int)(end - start);
    for (uint32_t i = start + same; i < end; i++) {
        insn x = g->p->code[i];
        map_insn(g, &x, base, top, start, first);
        region_place(g, first + (int)(i - start));
        if (x.op == OP_RET && (x.a ? yes : no) >= 0) {
            region_add(g, OP_JMP, x.a ? yes : no, 0, 0, 0, 0);
        } else {
            region_add(g, (opcode)x.op, x.a, x.b, x.c, x.d, x.e);
        }
    }
    return 1;
}

void region_copy(region *g, uint32_t start, int yes, int no, int set) {
    uint32_t end = code_end(g->p, start);
    int first = g->labels, base[2] = {g->sets, g->nums}, top[2] = {0, 0};
    if (g->labels + (int)(end - start) > REGION_MAX) {
        g->failed = 1;
        return;
    }
    g->labels += (int)(end - start);
    for (uint32_t i = start; i < end; i++) {
        insn x = g->p->code[i];
        map_insn(g, &x, base, top, start, first);
        region_place(g, first + (int)(i - start));
        if (x.op == OP_RET && (x.a ? yes : no) >= 0) {
            region_add(g, OP_JMP, x.a ? yes : no, 0, 0, 0, 0);
        } else if (x.op == OP_RETS && set >= 0) {
            region_add(g, OP_MOV, set, x.a, 0, 0, 0);
            region_add(g, OP_JMP, yes, 0, 0, 0, 0);
        } else {
            int n = insn_node(&x);
            if (n >= 0 && g->node) {
                *insn_operand(&x, n) = g->node;
            }
            region_add(g, (opcode)x.op, x.a, x.b, x.c, x.d, x.e);
        }
    }
    g->sets += top[0];
    g->nums += top[1];
    g->failed |= g->sets > REGION_REGS || g->nums > REGION_REGS;
}

// --- Sealing --------------------------------------------------------------------------------

void region_keep(region *g, const uint8_t *keep) {
    uint16_t moved[REGION_MAX];
    int n = 0;
    for (int i = 0; i < g->count; i++) {
        moved[i] = (uint16_t)n;
        n += keep[i] != 0;
    }
    n = 0;
    for (int i = 0; i < g->count; i++) {
        if (keep[i]) {
            g->x[n] = g->x[i];
            int j = insn_jump(&g->x[n]);
            if (j >= 0) {
                uint16_t *to = insn_operand(&g->x[n], j);
                *to = moved[*to];
            }
            n++;
        }
    }
    g->count = n;
}

// A jump to a jump goes where that one leads, unless that is back.
static int thread_jumps(region *g) {
    int changed = 0;
    for (int i = 0; i < g->count; i++) {
        int j = insn_jump(&g->x[i]);
        uint16_t *to = j >= 0 ? insn_operand(&g->x[i], j) : NULL;
        if (to && g->x[*to].op == OP_JMP && g->x[*to].a > i && g->x[*to].a != *to) {
            *to = g->x[*to].a;
            changed = 1;
        }
    }
    return changed;
}

static int drop_unreached(region *g) {
    uint8_t keep[REGION_MAX] = {1};
    int dropped = 0;
    for (int again = 1; again;) {
        again = 0;
        for (int i = 0; i < g->count; i++) {
            int j = insn_jump(&g->x[i]);
            if (!keep[i]) {
                continue;
            }
            uint16_t to = j >= 0 ? *insn_operand(&g->x[i], j) : (uint16_t)i;
            again |= to < i && !keep[to];
            keep[to] = 1;
            if (!op_never_falls_through(g->x[i].op) && i + 1 < g->count) {
                keep[i + 1] = 1;
            }
        }
    }
    for (int i = 0; i < g->count; i++) {
        if (g->x[i].op == OP_JMP && g->x[i].a == i + 1) {
            keep[i] = 0;
        }
        dropped |= !keep[i];
    }
    if (dropped) {
        region_keep(g, keep);
    }
    return dropped;
}

void region_seal(region *g) {
    region_add(g, OP_RET, 0, 0, 0, 0, 0); // whoever falls off the end
    for (int i = 0; i < g->count && !g->failed; i++) {
        int j = insn_jump(&g->x[i]);
        if (j >= 0) {
            uint16_t *to = insn_operand(&g->x[i], j);
            g->failed |= *to >= g->labels || g->label[*to] >= g->count;
            *to = g->failed ? 0 : g->label[*to];
        }
    }
    for (int changed = 1; changed && !g->failed;) {
        changed = thread_jumps(g);
        changed |= drop_unreached(g);
    }
}

uint32_t region_finish(region *g) {
    program *p = g->p;
    if (g->failed || p->code_count + (uint32_t)g->count >= IR_MAX_CODE - IR_PLAN_CODE ||
        !opt_registers(g)) {
        return 0;
    }
    uint32_t start = p->code_count;
    for (int i = 0; i < g->count; i++) {
        insn x = g->x[i];
        int j = insn_jump(&x);
        if (j >= 0) {
            uint16_t *to = insn_operand(&x, j);
            *to = (uint16_t)(*to + start);
        }
        p->code[p->code_count++] = x;
    }
    return start;
}
