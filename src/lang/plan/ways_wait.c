// SPDX-License-Identifier: MIT
//
// Where a turn waits, and for whom: for its player where one choice is a move, for chance where the rules
// roll. A position remembers the node (ir_head.pc). When chance has filled the number of its node, or somebody is
// asked or has answered, the turn goes on behind it: it does what needs no choice, waits for the player who has
// something to choose, or is over if nothing can be done.
#include "lang/plan/ways_build.h"

// What needs no choice.
static int is_done_at_once(int kind) {
    return kind == N_DO || kind == N_TEST || kind == N_WHEN;
}

// ... but not what a turn begins with: cards may be dealt before the first one.
static int is_passed(const program *p, int node) {
    return is_done_at_once(p->node[node].kind) && !plan_is_first(p, node);
}

enum { MOST_EFFECTS = 512 }; // instructions of one node that are looked at

// Whether an instruction changes the position; what is kept for the turn alone is no part of it.
static int changes_position(const program *p, const insn *x) {
    const char first = ir_op_format[x->op][0];
    return op_is_effect(x->op) || (first == 'D' && x->a < p->at.here) ||
           (first == 'E' && x->a < p->at.events);
}

static int is_effect(const program *p, const ir_node *n) {
    const insn *x[MOST_EFFECTS];
    const int count = n->kind == N_DO ? ir_block(p, n->code, x, MOST_EFFECTS) : 0;
    int found = count > MOST_EFFECTS;
    for (int i = 0; i < count && !found; i++) {
        found = changes_position(p, x[i]);
    }
    return found;
}

enum { CHANGE = -1 };

// Whether a turn that goes on from there comes to `node` before it waits; or, to a CHANGE of the position.
static int find_from(const program *p, int from, int node, uint8_t *seen) {
    const ir_node *n = &p->node[from];
    if (!is_passed(p, from) || seen[from]) {
        return from == node;
    }
    seen[from] = 1;
    return (node == CHANGE && is_effect(p, n)) || find_from(p, n->next, node, seen) ||
           (n->kind == N_WHEN && find_from(p, n->alt, node, seen));
}

static int is_come_to(const program *p, int from, int node) {
    uint8_t seen[IR_MAX_NODES] = {0};
    return find_from(p, from, node, seen);
}

// Those who are asked at once are asked in the position that is there.
static int begins_joint(const program *p, int node) {
    int found = 0;
    for (int i = 0; i < p->joints * p->players; i++) {
        found |= p->joint[i / p->players].start[i % p->players] == node;
    }
    return found;
}

// Whether a turn goes on behind chance without waiting: players look at what has come of it. Where nothing changes before
// somebody is asked it waits at once, and conditions are tested when moves are listed.
static int goes_on(const program *p, int chance) {
    const int next = ir_behind_chance(p, chance);
    return ir_is_deal(&p->node[chance]) || (!begins_joint(p, next) && is_come_to(p, next, CHANGE));
}

// Whether a turn that has waited for chance there may wait for a player at `node` next.
static int leads_to(const program *p, int chance, int node) {
    const int next = ir_behind_chance(p, chance);
    if (next == node) {
        return !is_passed(p, node) || !goes_on(p, chance);
    }
    return is_passed(p, next) && !is_passed(p, node) && goes_on(p, chance) &&
           is_come_to(p, next, node);
}

static int follows_chance(const program *p, int node) {
    int found = 0;
    for (int i = 0; i < p->node_count && !found; i++) {
        found = plan_is_chance(p, i) && leads_to(p, i, node);
    }
    return found;
}

// Behind chance somebody is asked if some choice may come first.
static int asks_after_chance(const program *p, int node) {
    return plan_has_chance(p) && p->fact.path[node].first && follows_chance(p, node);
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
