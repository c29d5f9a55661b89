// SPDX-License-Identifier: MIT
//
// How many ways there are to end a turn after its first choice, where the automaton alone says so: turn one of
// four blocks left or right; stay what you are or be promoted; one, if a test that is too long for joined code allows
// it. Then a turn is drawn as a cell and a number, and it is drawn again if there are not so many ways after all
// (ways_draw.c).
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

enum {
    MOST_CODE = 64, // instructions that are looked at
    MOST_DEPTH = 40,
    MOST_LOOKS = 1000, // nodes: after a condition two ways may lead to the same place
    MOST_WAYS = 16,
    MOST_WHENS = 4,   // conditions in a row that are asked where they are reached
    SELDOM_FEWER = 2, // of as many draws one is in vain, at most
    ANY_NUMBER = 1 << 20
};

// The fewest ways that are left if the game is not over, and the most; most 0 = nothing is known.
typedef struct way_range {
    int least, most;
} way_range;

static const way_range unknown = {0, 0};

// How many cells a choice offers, if they are always the same; else 0.
static int offers_always(const program *p, const ir_node *n) {
    const insn *x[MOST_CODE];
    const int count = ir_block(p, n->code, x, MOST_CODE);
    if (count == 2 && x[0]->op == OP_EMIT1) {
        return 1;
    }
    if (count != 3 || x[0]->op != OP_KSET || x[1]->op != OP_EMIT || x[1]->a != x[0]->a) {
        return 0;
    }
    int cells = 0;
    for (int i = 0; i < p->b.words; i++) {
        cells += __builtin_popcountll(p->consts[x[0]->b * p->b.words + i]);
    }
    return cells;
}

// A look at the automaton from a node on, and how many nodes it may still see.
typedef struct look {
    const program *p;
    int left;
} look;

static way_range range_of(look *l, int at, int depth);

static way_range range_of_both(look *l, const ir_node *n, int depth) {
    const way_range x = range_of(l, n->next, depth + 1);
    if (!x.most) {
        return unknown;
    }
    const way_range y = range_of(l, n->alt, depth + 1);
    if (!y.most) {
        return unknown;
    }
    if (n->kind == N_OR) {
        return (way_range){x.least + y.least, x.most + y.most};
    }
    return (way_range){x.least < y.least ? x.least : y.least, x.most > y.most ? x.most : y.most};
}

static way_range range_of(look *l, int at, int depth) {
    const program *p = l->p;
    const ir_node *n = &p->node[at];
    if (depth > MOST_DEPTH || l->left-- <= 0) {
        return unknown;
    }
    way_range rest = unknown;
    switch ((node_kind)n->kind) {
    case N_END: return (way_range){1, 1};
    case N_TEST: return range_of(l, n->next, depth + 1);
    case N_OR:
    case N_WHEN: return range_of_both(l, n, depth);
    case N_DO:
        rest = range_of(l, n->next, depth + 1);
        return rest.most && ir_may_end_game(p, n->code) ? (way_range){ANY_NUMBER, rest.most} : rest;
    case N_CHOICE: {
        const int cells = offers_always(p, n);
        rest = range_of(l, n->next, depth + 1);
        rest.least = rest.least < ANY_NUMBER ? rest.least * cells : ANY_NUMBER;
        rest.most = rest.most < ANY_NUMBER ? rest.most * cells : 0;
        return rest;
    }
    case N_DEAD:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return unknown;
    }
    return unknown;
}

int way_count_several(const program *p, int node) {
    const ir_node *n = &p->node[node];
    const fact_turn *t = &p->fact.turn[node];
    if (n->kind != N_CHOICE || p->choice[n->choice].kind > CH_TAKE || p->split || n->within ||
        t->turn || t->last_hop || t->bind != BOARD_NONE || p->fact.weight[node].pair ||
        !pass_on(p, PASS_several)) {
        return 0;
    }
    look l = {p, MOST_LOOKS};
    const way_range r = range_of(&l, n->next, 0);
    return r.most <= MOST_WAYS && r.most <= SELDOM_FEWER * r.least ? r.most : 0;
}

static int always_from(look *l, int at, int depth) {
    const program *p = l->p;
    const ir_node *n = &p->node[at];
    const int goes_on = depth < MOST_DEPTH && l->left-- > 0;
    if (n->kind == N_END) {
        return 1;
    }
    if (n->kind == N_OR && goes_on) {
        const int x = always_from(l, n->next, depth + 1);
        const int y = x ? always_from(l, n->alt, depth + 1) : 0;
        return x && y && x + y < ANY_NUMBER ? x + y : 0;
    }
    const int follows = goes_on && (n->kind == N_DO || n->kind == N_CHOICE);
    const int rest = follows ? always_from(l, n->next, depth + 1) : 0;
    if (rest > 1 && ir_may_end_game(p, n->kind == N_DO ? n->code : n->apply)) {
        return 0; // one way, if it does
    }
    const int all = n->kind == N_CHOICE && rest ? rest * offers_always(p, n) : rest;
    return all < ANY_NUMBER ? all : 0;
}

int way_always_from(const program *p, int node) {
    look l = {p, MOST_LOOKS};
    return always_from(&l, node, 0);
}

// --- From the cell on ----------------------------------------------------------------------------

static void put_several(way_builder *b, int at, int several, way_place *no, int depth) {
    const ir_node *n = &b->p->node[at];
    if (n->kind == N_WHEN && depth < MOST_WHENS) {
        way_place other = {0}, join = {0};
        way_jump(b, WAY_ASK, n->code, 0, &other);
        put_several(b, n->next, several, no, depth + 1);
        way_jump(b, WAY_JMP, 0, 0, &join);
        way_here(b, &other);
        put_several(b, n->alt, several, no, depth + 1);
        way_here(b, &join);
        return;
    }
    look l = {b->p, MOST_LOOKS};
    const int most = range_of(&l, at, 0).most;
    if (most && most < several) { // a number too high is known before anything is tested
        way_jump(b, WAY_JFEW, (uint32_t)most, 0, no);
    }
    way_put_rest(b, WAYS_NTH, at);
}

void way_put_several(way_builder *b, int node, int several, way_place *no) {
    put_several(b, node, several, no, 0);
}

// One of both by the number that was drawn; or the one that is offered, where that can be one alone.
void way_write_parted(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place other = {0};
    if (b->ways->load.apart[node]) {
        way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_PART, n->next), 0);
        way_jump(b, WAY_JNO, 0, 0, &other);
        way_put(b, WAY_RET, 1, 0);
    } else {
        way_jump(b, WAY_PART, b->ways->load.laden[node], (uint32_t)node, &other);
        way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_PART, n->next), 0);
    }
    way_here(b, &other);
    way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_PART, n->alt), 0);
}
