// SPDX-License-Identifier: MIT
//
// Blocks of code as the printer sees them: what can be reached, what nobody reads, which registers hold
// one cell, which jumps are rather choices between two values.
#include "lang/cgen/cgen_block.h"

#include <string.h>

int cgen_jump_of(const insn *x) {
    int j = insn_jump(x);
    return j < 0 ? -1 : insn_value(x, j);
}

// A loose look is along lines only: what is beside a cell is not asked for.
static int is_left_out(const block *b, const insn *x) {
    return b->form == FORM_LOOSE && x->op == OP_JNEARB;
}

static void reach(block *b, uint32_t at) {
    const program *p = b->g->p;
    while (at < p->code_count && at != b->end && !b->is_in[at]) {
        const insn *x = &p->code[at];
        b->is_in[at] = 1;
        int to = is_left_out(b, x) ? -1 : cgen_jump_of(x);
        if (to >= 0) {
            b->jumps_to[to]++;
            reach(b, (uint32_t)to);
            for (uint32_t i = (uint32_t)to; to <= (int)at && i <= at; i++) {
                b->is_loop[i] = 1;
            }
        }
        if (op_never_falls_through(x->op)) {
            return;
        }
        at++;
    }
}

static void count_uses(block *b) {
    memset(b->reads_set, 0, sizeof b->reads_set);
    memset(b->writes_set, 0, sizeof b->writes_set);
    memset(b->reads_num, 0, sizeof b->reads_num);
    memset(b->writes_num, 0, sizeof b->writes_num);
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        const char *format = ir_op_format[x->op];
        for (int k = 0; !b->is_dead[b->at[i]] && format[k]; k++) {
            uint16_t v = insn_value(x, k);
            switch (format[k]) {
            case 'B': b->reads_set[v] = b->writes_set[v] = 1; break;
            case 'S': b->reads_set[v] = 1; break;
            case 'D': b->writes_set[v] = 1; break;
            case 'I': b->reads_num[v] = 1; break;
            case 'E': b->writes_num[v] = 1; break;
            default: break;
            }
        }
    }
}

// Whether somebody will miss the result of an instruction.
static int is_missed(const block *b, const insn *x) {
    const program *p = b->g->p;
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        uint16_t v = insn_value(x, k);
        if (format[k] == 'B' || (format[k] == 'D' && (b->reads_set[v] || v < p->at.state_sets)) ||
            (format[k] == 'E' &&
             (b->reads_num[v] || v <= p->at.state_nums))) { // the first scratch is the score
            return 1;
        }
    }
    return 0;
}

static void drop_dead(block *b) {
    for (int i = 0; i < b->count; i++) {
        b->is_dead[b->at[i]] = (uint8_t)is_left_out(b, &b->g->p->code[b->at[i]]);
    }
    for (int changed = 1; changed;) {
        changed = 0;
        count_uses(b);
        for (int i = 0; i < b->count; i++) {
            const insn *x = &b->g->p->code[b->at[i]];
            if (op_is_pure(x->op) && !b->is_dead[b->at[i]] && !is_missed(b, x)) {
                b->is_dead[b->at[i]] = 1;
                changed = 1;
            }
        }
    }
}

static void find_cells(block *b) {
    memset(b->only_each, 0, sizeof b->only_each);
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        if (x->op == OP_EACH && x->a >= b->g->p->at.state_sets) {
            b->only_each[x->a] = 1;
        }
    }
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        const char *format = ir_op_format[x->op];
        for (int k = 0; !b->is_dead[b->at[i]] && format[k]; k++) {
            int written = format[k] == 'B' || (format[k] == 'D' && !(x->op == OP_EACH && k == 0));
            if (written) {
                b->only_each[insn_value(x, k)] = 0;
            }
        }
    }
}

// --- Jumps over little -------------------------------------------------------------------------

enum { MAX_SKIPPED = 4 };

// Something that may be done and then not used, for it costs next to nothing.
static int is_cheap(const insn *x) {
    return ir_op_class[x->op] == CLASS_CELLWISE || x->op == OP_IMOV || x->op == OP_KINT;
}

// How many instructions the jump at b->at[i] skips, where they are few, cheap, and entered from
// nowhere else; 0 = it is printed as a jump.
static int skipped_by(const block *b, int i) {
    const insn *x = &b->g->p->code[b->at[i]];
    const int plain = b->form == FORM_END && x->op != OP_JMP && x->op != OP_EACH &&
                      x->op != OP_JRARE && x->op != OP_JCAN;
    const int to = plain ? cgen_jump_of(x) : -1;
    int n = 0;
    while (i + n + 1 < b->count && b->at[i + n + 1] < to) {
        const int k = b->at[i + n + 1];
        if (b->jumps_to[k] || n == MAX_SKIPPED || !is_cheap(&b->g->p->code[k])) {
            return 0;
        }
        n++;
    }
    return i + n + 1 < b->count && b->at[i + n + 1] == to ? n : 0;
}

static void find_selects(block *b) {
    for (int i = 0; i < b->count; i++) {
        const int at = b->at[i], count = skipped_by(b, i);
        b->skips[at] = (uint8_t)count;
        if (count) {
            b->jumps_to[cgen_jump_of(&b->g->p->code[at])]--;
        }
    }
}

// --- All together ------------------------------------------------------------------------------

void cgen_block_open(block *b, cgen *g, uint32_t start, cgen_form form) {
    memset(b, 0, sizeof *b);
    b->g = g;
    b->start = start;
    b->form = form;
    b->end = form == FORM_HEAD ? g->cut[start] : g->p->code_count;
    reach(b, start);
    for (uint32_t i = 0; i < g->p->code_count; i++) {
        if (b->is_in[i] && b->count < (int)(sizeof b->at / sizeof *b->at)) {
            b->at[b->count++] = (uint16_t)i;
        }
    }
    for (int i = 0; i < b->count; i++) {
        b->asks_offered |= g->p->code[b->at[i]].op == OP_JOFFER;
        b->binds |= g->p->code[b->at[i]].op == OP_WITH;
    }
    drop_dead(b);
    find_cells(b);
    find_selects(b);
}

int cgen_writes_state(const cgen *g, uint32_t at) {
    block b;
    cgen_block_open(&b, (cgen *)(uintptr_t)g, at, FORM_RUN);
    for (int i = 0; i < b.count; i++) {
        const insn *x = &g->p->code[b.at[i]];
        if (op_is_effect(x->op)) {
            return 1;
        }
    }
    for (int r = 0; r < g->p->at.state_sets; r++) {
        if (b.writes_set[r]) {
            return 1;
        }
    }
    for (int r = 0; r < g->p->at.state_nums; r++) {
        if (b.writes_num[r]) {
            return 1;
        }
    }
    return 0;
}
