// SPDX-License-Identifier: MIT
//
// Ways at random where one choice is a move and several may come next: what they offer is laid out as lots, one of
// all cells is drawn, and it is drawn again if it leads nowhere.
//
// Down to where choices part, the turn goes one way: effects are done, questions asked, longest ways measured. From
// there on everything on offer is gathered. Where the turn may be over instead of going on, moves are listed.
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

enum { MOST_DEPTH = 8 }; // nodes in a row, each of which may part the ways

// --- What can be drawn -----------------------------------------------------------------------------

// Everything is gathered once.
static int can_gather(const program *p, int at, uint8_t *seen) {
    const ir_node *n = &p->node[at];
    if (seen[at] && n->kind != N_DEAD) {
        return 0;
    }
    seen[at] = 1;
    switch ((node_kind)n->kind) {
    case N_DEAD: return 1;
    case N_CHOICE: return plan_is_unique(p, at) && way_count_offers(p, n->code) >= 0;
    case N_TEST: return can_gather(p, n->next, seen);
    case N_OR:
    case N_ELSE:
    case N_WHEN: return can_gather(p, n->next, seen) && can_gather(p, n->alt, seen);
    case N_END:
    case N_DO:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return 0;
    }
    return 0;
}

static int can_go_on(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    uint8_t seen[IR_MAX_NODES] = {0};
    if (depth > MOST_DEPTH) {
        return 0;
    }
    switch ((node_kind)n->kind) {
    case N_END:
    case N_DEAD:
    case N_MARK:
    case N_ROLL: return 1; // moves are listed there
    case N_DO:
    case N_TEST:
    case N_LONGEST: return can_go_on(p, n->next, depth + 1);
    case N_ELSE:
    case N_WHEN: return can_go_on(p, n->next, depth + 1) && can_go_on(p, n->alt, depth + 1);
    case N_OR:
    case N_CHOICE: return can_gather(p, at, seen);
    case N_FOR: return 0;
    }
    return 0;
}

int way_draws_firsts(const program *p, int node) {
    return pass_on(p, PASS_firsts) && p->fact.path[node].first && can_go_on(p, node, 0);
}

// --- Functions -------------------------------------------------------------------------------------

// On, if the first part of an `else` can be played; else to `no`.
static void put_possible(way_builder *b, const ir_node *n, way_place *no) {
    way_place reaches = {0};
    if (way_may_be_short(b->p, n)) {
        way_put_reach(b, n, 0, &reaches);
        way_jump(b, WAY_JMP, 0, 0, no);
        way_here(b, &reaches);
        return;
    }
    way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_EXISTS, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, no);
}

static void gather(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place no = {0}, done = {0};
    switch ((node_kind)n->kind) {
    case N_CHOICE:
        (void)way_need(b, WAYS_TURN, WAYS_DRAW, node);
        way_put(b, WAY_LOTS, n->code, (uint32_t)node);
        return;
    case N_OR:
        gather(b, n->next);
        gather(b, n->alt);
        return;
    case N_TEST:
        way_jump(b, WAY_ASK, n->code, 0, &no);
        gather(b, n->next);
        way_here(b, &no);
        return;
    case N_WHEN: way_jump(b, WAY_ASK, n->code, 0, &no); break;
    case N_ELSE: put_possible(b, n, &no); break;
    case N_END:
    case N_DEAD:
    case N_DO:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return;
    }
    gather(b, n->next);
    way_jump(b, WAY_JMP, 0, 0, &done);
    way_here(b, &no);
    gather(b, n->alt);
    way_here(b, &done);
}

static void put_drawn(way_builder *b, int node) {
    way_place made = {0};
    gather(b, node);
    way_jump(b, WAY_AMONG, 0, 0, &made);
    way_put(b, WAY_LEAVE, 0, 0);
    way_here(b, &made);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
}

static void go_on(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place no = {0};
    switch ((node_kind)n->kind) {
    case N_END:
    case N_MARK:
    case N_FOR:
    case N_ROLL: way_put(b, WAY_RET, DRAWN_NOT, 0); return;
    case N_DEAD: way_put(b, WAY_RET, DRAWN_NONE, 0); return;
    case N_DO:
    case N_OR:
    case N_CHOICE: way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_DRAW, node), 0); return;
    case N_LONGEST:
        way_put_longest(b, WAY_LONGEST, n->next, b->p->node[n->alt].code != 0);
        go_on(b, n->next);
        return;
    case N_TEST:
    case N_WHEN: way_jump(b, WAY_ASK, n->code, 0, &no); break;
    case N_ELSE: put_possible(b, n, &no); break;
    }
    go_on(b, n->next);
    way_here(b, &no);
    if (n->kind == N_TEST) {
        way_put(b, WAY_RET, DRAWN_NONE, 0);
    } else {
        go_on(b, n->alt);
    }
}

void way_write_draw_firsts(way_builder *b, int node) {
    if (b->p->node[node].within) {
        const int mark = way_mark_behind(b->p, node);
        way_put_longest(b, WAY_RESUME, node, mark && b->p->node[mark].code);
    }
    go_on(b, node);
}

// Effects before the choice, undone if none can be made.
static void write_effects(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0}, made = {0};
    way_put(b, WAY_FORK, 0, 0);
    way_jump(b, WAY_RUN, n->code, 0, &over);
    way_jump(b, WAY_DRAWN, way_need(b, WAYS_NODE, WAYS_DRAW, n->next), 0, &made);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0);
    way_here(b, &over);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, DRAWN_NOT, 0);
    way_here(b, &made);
    way_put(b, WAY_KEEP, 0, 0);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
}

void way_write_draw_node(way_builder *b, int node) {
    const int kind = b->p->node[node].kind;
    if (kind == N_DO) {
        write_effects(b, node);
    } else if (kind == N_OR || kind == N_CHOICE) {
        put_drawn(b, node);
    } else {
        go_on(b, node);
    }
}
