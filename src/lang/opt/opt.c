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

// Tables that the machine looks up side by side.
static void need_tables(program *p) {
    for (uint32_t i = 0; i < p->code_count; i++) {
        const insn *x = &p->code[i];
        switch ((opcode)x->op) {
        case OP_RAY:
        case OP_SIGHT: board_need_look(&p->b, x->c); break;
        case OP_JSIGHT:
        case OP_GLIDE: board_need_look(&p->b, x->b); break;
        case OP_FLANK:
        case OP_RAYHIT: board_need_look(&p->b, x->e); break;
        case OP_ROWOF:
        case OP_COLOF: board_need_rows(&p->b); break;
        case OP_TOWARD:
        case OP_BETWEEN:
        case OP_NOTE: board_need_toward(&p->b); break;
        case OP_JHASLINE:
        case OP_JNOLINE: board_need_lines(&p->b, x->b); break;
        default: break;
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
