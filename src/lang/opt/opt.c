// SPDX-License-Identifier: MIT
//
// The order of the rewrites: joins code, improves every code that is left, then looks for facts.
#include "lang/opt/opt.h"

#include <tessera/lang.h>

static const struct {
    const char *name, *about;
} passes[PASS_COUNT_] = {
#define PASS(name, about) {#name, about},
#include "lang/opt/passes.def"
#undef PASS
};

int tsr_lang_pass_count(void) {
    return PASS_COUNT_;
}

const char *tsr_lang_pass_name(int i) {
    return i >= 0 && i < PASS_COUNT_ ? passes[i].name : NULL;
}

const char *tsr_lang_pass_about(int i) {
    return i >= 0 && i < PASS_COUNT_ ? passes[i].about : NULL;
}

// The codes that nodes and endings refer to, each by itself.
static void improve_codes(program *p, region *g) {
    for (int i = 2; i < p->node_count; i++) {
        ir_node *n = &p->node[i];
        if (n->kind != N_ROLL) { // whose code is a number
            n->code = opt_code(p, g, n->code);
            n->apply = opt_code(p, g, n->apply);
        }
    }
    for (int me = 0; me < p->players; me++) {
        p->endings_code[me] = opt_code(p, g, p->endings_code[me]);
        p->whole_code[me] = opt_code(p, g, p->whole_code[me]);
        p->later_code[me] = opt_code(p, g, p->later_code[me]);
        for (int ph = 0; ph < p->g->phase_count; ph++) {
            for (int i = 0; i < p->phase[ph].next_count; i++) {
                p->phase[ph].next_code[me][i] = opt_code(p, g, p->phase[ph].next_code[me][i]);
            }
        }
    }
}

// Tables that make instructions quick.
static void need_tables(program *p) {
    board *b = &p->b;
    for (uint32_t i = 0; i < p->code_count; i++) {
        const insn *x = &p->code[i];
        switch ((op_need)ir_op_need[x->op]) {
        case NEED_LOOK: board_need_look(b, insn_value(x, insn_find(x, 'd'))); break;
        case NEED_ROWS: board_need_rows(b); break;
        case NEED_TOWARD: board_need_toward(b); break;
        case NEED_LINES: board_need_lines(b, x->b); break;
        case NEED_NOTHING: // and those that somebody had to ask for before
        case NEED_RAYS:
        case NEED_AXES:
        case NEED_LINKS:
        case NEED_LATER:
        case NEED_CLOSED:
        case NEED_HANDS: break;
        }
    }
}

void opt_program(program *p, arena *a) {
    region *g = arena_new(a, sizeof *g);
    if (!g) {
        return; // slower, and still right
    }
    if (pass_on(p, PASS_join)) {
        opt_join(p, g);
    }
    improve_codes(p, g);
    if (pass_on(p, PASS_reads)) {
        opt_reads(p, g);
    }
    need_tables(p);
    if (pass_on(p, PASS_pairs)) {
        opt_find_pairs(p);
    }
}
