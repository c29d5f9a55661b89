// SPDX-License-Identifier: MIT
//
// Ways as C: random turns of many pieces on boards of many words, where each steps or hops on. Where one of them can go
// is only counted: which cells that are is found again for the one piece that is drawn.
#include "lang/cgen/cgen_draw.h"
#include "lang/cgen/cgen_insn.h"

// EACH piece: where it can go, what of that is free, an offer, back: instructions that stand together.
enum { LOOP = 5 };

static const insn *at_place(const block *b, int i, int k) {
    return &b->g->p->code[b->at[i + k]];
}

static int writes(const insn *x, int reg) {
    const char *format = ir_op_format[x->op];
    return (format[0] == 'D' || format[0] == 'B') && x->a == reg;
}

static int reads(const insn *x, int reg) {
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        if ((format[k] == 'S' || format[k] == 'B') && insn_value(x, k) == reg) {
            return 1;
        }
    }
    return 0;
}

// Whether whoever reads a register outside of the loop at place `i` has written it just before.
static int is_own(const block *b, int i, int reg) {
    for (int k = 0; k < b->count; k++) {
        int from = k;
        if ((k >= i && k < i + LOOP) || !reads(at_place(b, k, 0), reg)) {
            continue;
        }
        while (from > 0 && !b->jumps_to[b->at[from]] && !writes(at_place(b, from - 1, 0), reg)) {
            from--;
        }
        if (from == 0 || b->jumps_to[b->at[from]]) {
            return 0;
        }
    }
    return reg >= b->g->p->at.state_sets;
}

static int offers_of(const block *b, int node) {
    int count = 0;
    for (int k = 0; k < b->count; k++) {
        const insn *x = at_place(b, k, 0);
        const int n = insn_node(x);
        count += op_is_offer(x->op) && n >= 0 && insn_value(x, n) == node;
    }
    return count;
}

static int is_loop(const block *b, int i) {
    if (i + LOOP > b->count || at_place(b, i, 0)->op != OP_EACH || b->jumps_to[b->at[i]] != 1) {
        return 0;
    }
    for (int k = 0; k < LOOP; k++) {
        if (b->at[i + k] != b->at[i] + k || (k && b->jumps_to[b->at[i + k]])) {
            return 0;
        }
    }
    const insn *each = at_place(b, i, 0), *look = each + 1, *free = each + 2, *emit = each + 3;
    const int cell = each->a;
    const int steps = look->op == OP_NEAR && look->b == cell && free->op == OP_ANDN &&
                      free->b == look->a && free->c != look->a && free->c != cell;
    const int hops = look->op == OP_ANDN && look->c == cell && look->b != cell &&
                     free->op == OP_CHAIN && free->b == cell && free->c == look->a &&
                     free->d != cell && free->d != look->a;
    return (steps || hops) && emit->op == OP_EMITO && emit->a == cell && emit->b == free->a &&
           free->a != cell && each[4].op == OP_JMP && each[4].a == b->at[i] && emit->c &&
           is_own(b, i, cell) && is_own(b, i, look->a) && is_own(b, i, free->a) &&
           offers_of(b, emit->c) == 1;
}

// Whether the turns of a node are cells of plain lots, each of which is legal.
static int can_count(const drawing *d, int node) {
    cgen *g = d->g;
    return g->p->b.words > 2 && !g->lanes && !d->waits && !d->guard && cgen_never_fails(g, node) &&
           cgen_is_one_turn(g, node) && !plan_several(g->p, node) &&
           g->p->fact.turn[node].bind == BOARD_NONE && cgen_draw_insn(g, node)->op == WAY_LOT;
}

// It is drawn from, if that is not known yet: this is also how a draw is looked at before it is printed.
static void note(drawing *d, int node) {
    int known = 0;
    for (int i = 0; i < d->nodes; i++) {
        known |= d->node[i] == node;
    }
    if (!known) {
        d->node[d->nodes++] = node;
    }
    d->loops = 1;
}

int cgen_take_counted(cgen_taker *t, block *b, int i) {
    drawing *d = ((draw_taker *)(void *)t)->d;
    cgen *g = t->g;
    const insn *x = is_loop(b, i) ? at_place(b, i, 1) : NULL;
    const int node = x ? x[2].c : 0, hops = x && x->op == OP_ANDN;
    char ways[60];
    if (!x || !can_count(d, node)) {
        return 0;
    }
    const int dirs = hops ? x[1].e : x->c;
    if (hops) {
        cgen_need_hops(g, dirs); // its tables stand before those that count
    }
    if (!cgen_need_counts(g, dirs, hops)) {
        return 0;
    }
    note(d, node);
    d->counted[node] = hops ? COUNTED_HOPS : COUNTED_STEPS;
    d->counted_dirs[node] = (uint16_t)dirs;
    const cgen_word men = cgen_reg(g, x[-1].b);
    if (hops) {
        cgen_put(g, "    chains_begin_%d(&hopping_%d, %s, %s, %s);\n", dirs, node, men.t,
                 cgen_reg(g, x->b).t, cgen_reg(g, x[1].d).t);
        cgen_set(ways, sizeof ways, "chains_from_%d(&hopping_%d, c)", dirs, node);
    } else {
        cgen_put(g, "    room_%d = wide_of(set_minus(%s, %s));\n", node, cgen_all(g).t,
                 cgen_reg(g, x[1].c).t);
        cgen_set(ways, sizeof ways, "steps_from_%d(c, &room_%d)", dirs, node);
    }
    cgen_put(g,
             "    for (queue left = queue_of(%s); left.some;) {\n"
             "        const int c = queue_next(&left);\n"
             "        const uint32_t ways = %s;\n" CGEN_ROOM_FOR_LOT
             "        lots[n].weight = ways;\n        lots[n].node = %d;\n"
             "        lots[n].from = c;\n        lots[n].with = 0;\n        total += ways;\n"
             "        n += ways > 0;\n%s    }\n    %s = NO_CELLS;\n",
             men.t, ways, node, b->asks_offered ? "        offered |= ways > 0;\n" : "", men.t);
    b->jumps_to[b->at[i]]--;
    b->jumps_to[x[-1].c]--;
    return LOOP;
}

void cgen_put_counted_sets(const drawing *d) {
    for (int i = 0; i < d->nodes; i++) {
        const int at = d->node[i], dirs = d->counted_dirs[at];
        if (d->counted[at] == COUNTED_STEPS) {
            cgen_put(d->g, "    wide room_%d = {{0}};\n    (void)room_%d;\n", at, at);
        } else if (d->counted[at] == COUNTED_HOPS) {
            cgen_put(d->g, "    chains_%d hopping_%d;\n    chains_none_%d(&hopping_%d);\n", dirs,
                     at, dirs, at);
        }
    }
}

void cgen_put_counted_cell(const drawing *d, int at) {
    const int dirs = d->counted_dirs[at];
    cgen_put(d->g, "        const int sub = 0, a = l->from;\n        const int z = ");
    if (d->counted[at] == COUNTED_STEPS) {
        cgen_put(d->g, "steps_nth_%d(a, &room_%d, r);\n", dirs, at);
    } else {
        cgen_put(d->g, "chains_nth_%d(&hopping_%d, a, r);\n", dirs, at);
    }
}
