// SPDX-License-Identifier: MIT
//
// Where a turn waits, and for whom: for its player where one choice is a move, for chance where the rules
// roll. A position remembers the node (ir_head.pc). When chance has filled the number of its node the turn
// goes on behind it: it waits for the player who has something to choose there, does what needs no choice,
// or is over if nothing can be done.
#include "lang/plan/ways_build.h"

static int follows_roll(const program *p, int node) {
    for (int i = 0; i < p->node_count; i++) {
        if (plan_is_chance(p, i) && !ir_is_deal(&p->node[i]) && ir_behind_chance(p, i) == node) {
            return 1;
        }
    }
    return 0;
}

// Behind a deal whatever needs no choice is done before anybody is asked: players look at what has come of it.
static int is_done_at_once(int kind) {
    return kind == N_DO || kind == N_TEST || kind == N_WHEN;
}

// ... but not what a turn begins with: cards may be dealt before the first one.
static int is_passed(const program *p, int node) {
    return is_done_at_once(p->node[node].kind) && !plan_is_first(p, node);
}

static int is_come_to(const program *p, int from, int node, uint8_t *seen) {
    const ir_node *n = &p->node[from];
    if (!is_passed(p, from) || seen[from]) {
        return from == node;
    }
    seen[from] = 1;
    return is_come_to(p, n->next, node, seen) ||
           (n->kind == N_WHEN && is_come_to(p, n->alt, node, seen));
}

static int follows_deal(const program *p, int node) {
    uint8_t seen[IR_MAX_NODES] = {0};
    for (int i = 0; i < p->node_count && !is_passed(p, node); i++) {
        if (ir_is_deal(&p->node[i]) && is_come_to(p, ir_behind_chance(p, i), node, seen)) {
            return 1;
        }
    }
    return 0;
}

// Behind chance somebody is asked if some choice may come first.
static int asks_after_chance(const program *p, int node) {
    return plan_has_chance(p) && p->fact.path[node].first &&
           (follows_roll(p, node) || follows_deal(p, node));
}

static int asks_for_one_choice(const program *p, int node) {
    const int kind = p->node[node].kind;
    return p->split && node > 1 &&
           (kind == N_OR || kind == N_ELSE || kind == N_FOR || kind == N_LONGEST ||
            kind == N_CHOICE);
}

int plan_has_chance(const program *p) {
    return p->size.max_chance > 0;
}

way_wait plan_waits(const program *p, int node) {
    if (plan_is_chance(p, node)) {
        return WAIT_CHANCE;
    }
    return asks_for_one_choice(p, node) || asks_after_chance(p, node) ? WAIT_PLAYER : WAIT_NOBODY;
}

int plan_is_start(const program *p, int node) {
    return plan_is_first(p, node) || plan_waits(p, node) != WAIT_NOBODY;
}

// Where a position waits for its player: at the beginning of a turn nowhere in it.
uint32_t way_waits_at(const program *p, int node) {
    return p->dealt && plan_is_first(p, node) && !plan_is_chance(p, node) ? 0 : (uint32_t)node;
}

void way_write_rolled(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    const int next = ir_behind_chance(b->p, node);
    way_place none = {0};
    if (ir_is_deal(n) || ir_is_let(n)) { // everybody shall see what has come of it, or be asked
        way_jump(b, WAY_RUN, b->p->node[n->next].code, 0, &none);
    }
    way_put(b, WAY_CALL, way_need(b, WAYS_START, WAYS_EXISTS, next), 0);
    way_jump(b, WAY_JNO, 0, 0, &none);
    if (plan_waits(b->p, next) == WAIT_PLAYER) {
        way_put(b, WAY_WAIT, way_waits_at(b->p, next), 0);
        way_put(b, WAY_RET, 0, 0);
    } else {
        way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_SETTLE, next), 0);
    }
    way_here(b, &none);
    way_put(b, WAY_FINISH, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}
