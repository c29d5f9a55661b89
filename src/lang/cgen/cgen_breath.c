// SPDX-License-Identifier: MIT
//
// Stones that need room to breathe, as C: which cells a stone may be put on, found from groups.
//
// In Go and its kin a turn puts a stone on an empty cell, takes off the other player's groups that
// have no empty neighbour (no liberty) then, and is legal if no group of the mover is without one
// and, perhaps, the position is new. Trying that on every cell floods the board twice for each.
// breath_N looks at each group once. Let every group have a liberty; else all cells are tried. Let a
// stone be put on z.
//
// (a) If z is the last liberty of a group of the other player, that group is taken: the cell is
//     tried. There are few such. Otherwise nothing is taken, since a group loses no liberty but z.
// (b) If z has an empty neighbour, or a neighbour in a group of the mover with two liberties, the
//     stone's new group has a liberty, and it holds every stone that breathed through z.
// (c) If it has neither, its neighbours of the mover have z as their only liberty: the new group
//     has none, and the turn is not legal.
//
// So under (b) only the position's key is left to be asked for: the position with one more stone. Most
// keys have never been there, which a table of bits of the keys there were says at once.
#include "lang/cgen/cgen_impl.h"

enum { MAX_TURN = 32, TURN = 14 }; // instructions; those of such a turn, without `new position`

typedef struct breath {
    int mine, theirs; // registers
    int dirs;
    int fresh; // the position must be new
} breath;

// --- Is it such a turn? ---------------------------------------------------------------------------

// No cell has the same neighbour in two directions.
static int parts(const board *b, const dirset *d) {
    for (int c = 0; c < b->cells; c++) {
        for (int i = 0; i < d->count; i++) {
            int to = b->shift[d->shift[i]].to[c];
            for (int k = 0; k < i; k++) {
                if (to != BOARD_NONE && to == b->shift[d->shift[k]].to[c]) {
                    return 0;
                }
            }
            if (to == c) {
                return 0;
            }
        }
    }
    return 1;
}

// y = those of `stones` that are linked with an empty cell, by the instructions from x[0] to x[3].
static int finds_live(const breath *t, const insn *const *x, int stones) {
    return x[0]->op == OP_NOR && x[1]->op == OP_NEAR && x[2]->op == OP_AND &&
           x[3]->op == OP_FLOOD &&
           ((x[0]->b == t->mine && x[0]->c == t->theirs) ||
            (x[0]->b == t->theirs && x[0]->c == t->mine)) &&
           x[1]->b == x[0]->a && x[1]->c == t->dirs && x[2]->b == stones && x[2]->c == x[1]->a &&
           x[3]->b == x[2]->a && x[3]->c == stones && x[3]->d == t->dirs;
}

static int is_answer(const cgen *g, int at, int answer) {
    return g->p->code[at].op == OP_RET && g->p->code[at].a == answer;
}

// ADD; live ones of theirs; ANDN, CAPTURE; live ones of mine; JDIFF; perhaps JNEW; RET, RET.
static int is_breath(const cgen *g, const insn *const *x, int count, breath *t) {
    const program *p = g->p;
    t->fresh = count == TURN + 1;
    if ((count != TURN && !t->fresh) || x[0]->op != OP_ADD || x[0]->a != p->at.to || x[0]->b >= 2 ||
        x[2]->op != OP_NEAR) {
        return 0;
    }
    t->mine = p->at.own + x[0]->b;
    t->theirs = p->at.own + 1 - x[0]->b;
    t->dirs = x[2]->c;
    int takes = finds_live(t, x + 1, t->theirs) && x[5]->op == OP_ANDN && x[5]->b == t->theirs &&
                x[5]->c == x[4]->a && x[6]->op == OP_CAPTURE && x[6]->a == x[5]->a;
    int tests = takes && finds_live(t, x + 7, t->mine) && x[11]->op == OP_JDIFF &&
                x[11]->a == t->mine && x[11]->b == x[10]->a && is_answer(g, x[11]->c, VM_NO);
    if (!tests || !t->fresh) {
        return tests && x[12]->op == OP_RET && x[12]->a == VM_YES;
    }
    return x[12]->op == OP_JNEW && is_answer(g, x[12]->a, VM_YES) && x[13]->op == OP_RET &&
           x[13]->a == VM_NO;
}

static int find(const cgen *g, int node, breath *t) {
    const program *p = g->p;
    const ir_node *n = &p->node[node];
    const insn *x[MAX_TURN];
    if (!pass_on(p, PASS_breath) || p->players != 2 || p->types != 1 || p->at.type != BOARD_NONE ||
        p->at.neutral != BOARD_NONE || p->at.latch != BOARD_NONE ||
        p->choice[n->choice].kind != CH_PLACE || !ir_turn(p, n)->turn ||
        ir_turn(p, n)->bind != BOARD_NONE) {
        return 0;
    }
    int count = ir_block(p, ir_turn(p, n)->turn, x, MAX_TURN);
    return count <= MAX_TURN && x[0] == &p->code[ir_turn(p, n)->turn] &&
           is_breath(g, x, count, t) && cgen_comes_in_pairs(&p->b, t->dirs) &&
           parts(&p->b, &p->b.set[t->dirs]);
}

int cgen_breathes(const cgen *g, int node) {
    breath t;
    return find(g, node, &t);
}

// --- Groups ---------------------------------------------------------------------------------------

// A statement for each direction, with `x` moved in it.
static void put_each_way(cgen *g, int dirs, const char *x, const char *before, const char *after) {
    const dirset *d = &g->p->b.set[dirs];
    for (int i = 0; i < d->count; i++) {
        cgen_put(g, "%s%s%s", before, cgen_shift(g, x, d->shift[i]).t, after);
    }
}

// groups_D: 0 = a group has no liberty. Stones with two of their own need not be looked at group by
// group.
static void need_groups(cgen *g, int dirs) {
    if (g->has_groups[dirs]) {
        return;
    }
    g->has_groups[dirs] = 1;
    cgen_need_flood(g, dirs);
    cgen_put(g, "\nRT set around_%d(set x) {\n    set sum = NO_CELLS;\n", dirs);
    put_each_way(g, dirs, "x", "    sum = set_or(sum, ", ");\n");
    cgen_put(g, "    return sum;\n}\n");
    cgen_put(g,
             "\n// `rich`: stones of groups with more than one liberty; `last`: the only ones of "
             "others.\nFN int groups_%d(set stones, set open, set *rich, set *last) {\n"
             "    set once = NO_CELLS, twice = NO_CELLS, near;\n",
             dirs);
    put_each_way(g, dirs, "open", "    near = ",
                 ";\n    twice = set_or(twice, set_and(once, near));\n"
                 "    once = set_or(once, near);\n");
    cgen_put(
        g,
        "    *rich = flood_%d(twice, stones);\n    *last = NO_CELLS;\n"
        "    set left = set_minus(stones, *rich);\n    while (set_any(left)) {\n"
        "        const set group = flood_%d(set_one(set_first(left)), left);\n"
        "        const set breath = set_and(around_%d(group), open);\n"
        "        const int count = set_count(breath);\n        left = set_minus(left, group);\n"
        "        if (count == 0) {\n            return 0;\n        }\n"
        "        if (count == 1) {\n            *last = set_or(*last, breath);\n"
        "        } else {\n            *rich = set_or(*rich, group);\n        }\n"
        "    }\n    return 1;\n}\n",
        dirs, dirs, dirs);
}

// --- Cells ----------------------------------------------------------------------------------------

// Takes away from `calm` the cells that would bring a position back. Many bits for each key, so that
// most are never set.
static void put_fresh(cgen *g, const breath *t) {
    unsigned words = 16;
    while (words < (unsigned)g->p->past.ring_cap / 4 && words < 1024) {
        words *= 2;
    }
    cgen_put(g,
             "    uint64_t been[%u] = {0};\n    for (int i = 0; i < s->h.ring_count; i++) {\n"
             "        been[s->ring[i] >> 6 & %u] |= (uint64_t)1 << (s->ring[i] & 63);\n    }\n",
             words, words - 1);
    cgen_word own = cgen_reg(g, t->mine);
    cgen_put(g,
             "    for (set left = calm; set_any(left);) {\n        const int z = set_pop(&left);\n"
             "        st t;\n        copy(&t, s);\n        t.%s = set_or(mine, set_one(z));\n"
             "        const uint64_t now = key(&t);\n"
             "        if (been[now >> 6 & %u] >> (now & 63) & 1 && has_been(s, now, 2)) {\n"
             "            calm = set_minus(calm, set_one(z));\n        }\n    }\n",
             own.t + 3, words - 1);
}

void cgen_need_breath(cgen *g, int node) {
    breath t;
    buffer *was = g->out;
    if (g->has_breath[node] || !find(g, node, &t)) {
        return;
    }
    g->has_breath[node] = 1;
    g->out = &g->code;
    need_groups(g, t.dirs);
    cgen_put(g,
             "\n// The cells of x where a stone may be put; those not in `safe` must be tried.\n"
             "FN set breath_%d(const st *s, set x, set *safe) {\n"
             "    const set mine = %s, theirs = %s;\n",
             node, cgen_reg(g, t.mine).t, cgen_reg(g, t.theirs).t);
    cgen_put(g,
             "    const set open = set_minus(%s, set_or(mine, theirs));\n"
             "    set rich, last, their_rich, their_last;\n    *safe = NO_CELLS;\n"
             "    if (set_any(set_minus(x, open)) || !groups_%d(mine, open, &rich, &last) ||\n"
             "        !groups_%d(theirs, open, &their_rich, &their_last)) {\n"
             "        return x;\n    }\n"
             "    set calm = set_and(set_minus(x, their_last),\n"
             "                       around_%d(set_or(open, rich)));\n",
             cgen_all(g).t, t.dirs, t.dirs, t.dirs);
    if (t.fresh) {
        put_fresh(g, &t);
    }
    cgen_put(g, "    *safe = calm;\n    return set_or(calm, set_and(x, their_last));\n}\n");
    g->out = was;
}
