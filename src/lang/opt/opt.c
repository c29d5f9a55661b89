// SPDX-License-Identifier: MIT
//
// The order of the rewrites: joins code, improves every code that is left, then looks for facts.
#include "lang/opt/opt.h"

#include "base/assert.h"

// The codes that nodes and endings refer to, each by itself.
static void improve_codes(program *p, region *g) {
    for (int i = 2; i < p->node_count; i++) {
        ir_node *n = &p->node[i];
        if (n->kind != N_ROLL && n->kind != N_MARK) { // their code is a number, or answers one
            n->code = opt_code(p, g, n->code);
            n->apply = opt_code(p, g, n->apply);
        }
    }
    for (int me = 0; me < p->players; me++) {
        p->root[me].endings = opt_code(p, g, p->root[me].endings);
        p->root[me].whole = opt_code(p, g, p->root[me].whole);
        p->root[me].later = opt_code(p, g, p->root[me].later);
        for (int ph = 0; ph < p->phases; ph++) {
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
        case NEED_HANDS:
        case NEED_PILES:
        case NEED_TYPES:
        case NEED_SLOTS: break;
        }
    }
}

static void find_pairs(program *p, region *g) {
    (void)g;
    opt_find_pairs(p);
}

static void build_tables(program *p, region *g) {
    (void)g;
    need_tables(p);
}

static void find_duties(program *p, region *g) {
    (void)g;
    ir_find_duties(p);
}

// --- The schedule ---------------------------------------------------------------------------

// Facts that passes give and need (facts.h); lowering leaves those about paths and weights.
enum { FACT_PATHS = 1, FACT_WEIGHTS = 2, FACT_TURNS = 4, FACT_TESTS = 8, FACT_DUTIES = 16 };

enum { ALWAYS = -1 };

// A pass rewrites a program or finds out something about it. It cannot fail: where it is in doubt
// it does nothing. `g` is room to work in.
typedef struct opt_pass {
    int switched_by; // pass_id, or ALWAYS
    uint32_t needs, gives;
    void (*run)(program *p, region *g);
} opt_pass;

static const opt_pass schedule[] = {
    {PASS_join, FACT_PATHS | FACT_WEIGHTS, FACT_TURNS, opt_join},
    {ALWAYS, FACT_PATHS, 0, improve_codes},
    {PASS_reads, FACT_PATHS, FACT_TESTS, opt_reads},
    {ALWAYS, 0, 0, build_tables},
    {PASS_pairs, FACT_PATHS | FACT_WEIGHTS, 0, find_pairs}, // when all codes are as they will be
    {ALWAYS, FACT_PATHS, FACT_DUTIES, find_duties},
};

// Only asked where assertions are on.
static int is_sound(const program *p, const arena *a) {
#if defined(TSR_ASSERTIONS) && TSR_ASSERTIONS
    return !a->failed && !ir_verify(p, NULL, 0);
#else
    (void)p;
    (void)a;
    return 1;
#endif
}

void opt_program(program *p, arena *a) {
    region *g = arena_new(a, sizeof *g);
    uint32_t known = FACT_PATHS | FACT_WEIGHTS;
    if (!g) {
        return; // the arena has failed, and so will the compilation
    }
    const int sound = is_sound(p, a);
    (void)sound;
    for (size_t i = 0; i < sizeof schedule / sizeof *schedule; i++) {
        const opt_pass *s = &schedule[i];
        TSR_ASSERT((s->needs & ~known) == 0);
        if (s->switched_by == ALWAYS || pass_on(p, (pass_id)s->switched_by)) {
            s->run(p, g);
            TSR_ASSERT(!sound || a->failed || is_sound(p, a)); // what was sound stays sound
        }
        known |= s->gives;
    }
}
