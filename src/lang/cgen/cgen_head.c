// SPDX-License-Identifier: MIT
//
// The head of a state as members of a struct: which of its fields a game uses.
//
// A field that is zero in all positions of a game, or that nobody looks at, stays where it is. To take a
// position apart and put it together again is a good part of a short game.
#include "lang/cgen/cgen_impl.h"

static int has_op(const program *p, int op) {
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (p->code[i].op == op) {
            return 1;
        }
    }
    return 0;
}

static int has_rolls(const cgen *g) {
    const program *p = g->p;
    int rolls = cgen_has_chance(g) || p->size.max_chance;
    for (int i = 0; i < p->node_count; i++) {
        rolls |= p->node[i].kind == N_ROLL;
    }
    return rolls;
}

static int changes_who_is_next(const program *p) {
    return has_op(p, OP_AGAIN) || has_op(p, OP_HALFPLY) || has_op(p, OP_NEXTIS) ||
           has_op(p, OP_SWAP);
}

// Fields are copied one by one, never the whole struct: so the compiler may keep them in registers.
void cgen_copy_head(cgen *g, const char *to, const char *from, int stores) {
    const program *p = g->p;
    const int all = g->lanes, rolls = all || has_rolls(g), waits = rolls || p->split;
    const struct {
        const char *name;
        int used;
    } fields[] = {
        {"me", 1},
        {"over", 1},
        {"phase", all || p->phases > 1},
        {"swapped", all || has_op(p, OP_SWAP)},
        {"pc", waits},
        {"passes", 1},
        {"again", waits || changes_who_is_next(p)},
        {"turns", 1},
        {"rolls", rolls},
        {"ring_count", all || p->past.ring_cap > 0},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i].used) {
            cgen_put(g, "    %s.%s = %s.%s;\n", to, fields[i].name, from, fields[i].name);
        } else if (!stores) {
            cgen_put(g, "    %s.%s = 0;\n", to, fields[i].name);
        }
    }
    for (int i = 0; i < p->players; i++) {
        cgen_put(g, "    %s.rank[%d] = %s.rank[%d];\n", to, i, from, i);
    }
}
