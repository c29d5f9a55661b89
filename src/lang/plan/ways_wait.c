// SPDX-License-Identifier: MIT
//
// Where a turn waits, and for whom: for its player where one choice is a move, for chance where the rules
// roll. A position remembers the node (ir_head.pc). When chance has filled the number of its node the turn
// goes on behind it: it waits for the player who has something to choose there, does what needs no choice,
// or is over if nothing can be done.
#include "lang/plan/ways_build.h"

static int follows_chance(const program *p, int node) {
    for (int i = 0; i < p->node_count; i++) {
        if (plan_is_chance(p, i) && p->node[i].next == node) {
            return 1;
        }
    }
    return 0;
}

// Behind a roll somebody is asked if some choice may come first.
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

void way_write_rolled(way_builder *b, int node) {
    const int next = b->p->node[node].next;
    way_place none = {0};
    way_put(b, WAY_CALL, way_need(b, WAYS_START, WAYS_EXISTS, next), 0);
    way_jump(b, WAY_JNO, 0, 0, &none);
    if (plan_waits(b->p, next) == WAIT_PLAYER) {
        way_put(b, WAY_WAIT, (uint32_t)next, 0);
        way_put(b, WAY_RET, 0, 0);
    } else {
        way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_SETTLE, next), 0);
    }
    way_here(b, &none);
    way_put(b, WAY_FINISH, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}
