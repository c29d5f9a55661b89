// SPDX-License-Identifier: MIT
//
// Ways without walking: where a turn begins with joined code (opt_join.c), one run of it offers all that may
// come first, as sets, each marked with the node of its choice. What is done with a set is known from its
// node: every cell is a move; or a turn that joined code tests; or a choice that is walked from there on.
// The moves come in the order of the walk, so nobody can tell the difference.
#include "lang/plan/ways_build.h"

// Who only wants one turn finds one soon, without a guard.
void way_write_joined(way_builder *b, way_mode mode, int node) {
    const int guard = mode == WAYS_EXISTS ? 0 : plan_guard(b->p, node);
    way_firsts f = {.count = 0};
    way_find_firsts(b->p, node, &f);
    for (int i = 0; i < f.count; i++) {
        (void)way_need(b, WAYS_SETS, mode, f.node[i]);
    }
    if (guard) {
        way_put(b, WAY_GUARD, way_need(b, WAYS_NODE, WAYS_GUARD, guard), 0);
    }
    way_put(b, WAY_JOINED, plan_joined(b->p, node), 0);
    way_put(b, WAY_RET, 0, 0);
}

void way_put_turns(way_builder *b, way_mode mode, int node) {
    way_put(b, WAY_TURNS, way_need(b, WAYS_TURN, mode, node), (uint32_t)node);
}

void way_write_sets(way_builder *b, way_mode mode, int node) {
    const program *p = b->p;
    if (mode == WAYS_DRAW) {
        way_write_draw_sets(b, node);
        return;
    }
    const fact_turn *t = &p->fact.turn[node];
    if (mode == WAYS_NODES) {
        if (way_is_guarded(p, node)) {
            way_put(b, WAY_KNOWN, 0, (uint32_t)node);
        }
        way_put_turns(b, mode, node);
        way_put(b, WAY_RET, 0, 0);
        return;
    }
    const int plain = p->fact.path[node].tail == TAIL_PLAIN;
    if (mode == WAYS_EXISTS && (plain || t->leads_on)) {
        way_put(b, WAY_SOME, 0, 0);
    } else if (plain) {
        way_put(b, WAY_LISTS, 0, (uint32_t)node);
    } else if (t->turn || (mode == WAYS_LIST && plan_is_hop(p, node))) {
        if (mode == WAYS_LIST && t->turn && way_is_guarded(p, node)) {
            way_put(b, WAY_KNOWN, 0, (uint32_t)node);
            way_put(b, WAY_TALLY, 0, (uint32_t)node);
        }
        way_put_turns(b, mode, node);
    } else {
        if (mode == WAYS_LIST && !plan_is_hop(p, node) && way_is_mended(p, node)) {
            way_put(b, WAY_KNOWN, 0, (uint32_t)node);
        }
        way_put(b, WAY_CELLS, way_need(b, WAYS_TRY, mode, node), (uint32_t)node);
    }
    way_put(b, WAY_RET, 0, 0);
}

// A jump that leads no further is a turn; only others are walked.
static void write_hop(way_builder *b, int node) {
    way_place more = {0};
    way_jump(b, WAY_JMORE, b->p->fact.turn[node].hop, (uint32_t)node, &more);
    way_put(b, WAY_CHOSE, b->p->node[node].choice, 0);
    way_put(b, WAY_EMIT, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0);
    way_here(b, &more);
    way_put(b, WAY_TAIL, way_need(b, WAYS_TRY, WAYS_LIST, node), 0);
}

void way_write_turn(way_builder *b, way_mode mode, int node) {
    const fact_weight *weight = &b->p->fact.weight[node];
    way_place safe = {0}, no = {0};
    if (mode == WAYS_DRAW) {
        way_write_draw_turn(b, node);
        return;
    }
    if (mode == WAYS_PLAY) {
        way_write_told(b, node);
        return;
    }
    if (mode == WAYS_NODES) {
        way_write_count_turn(b, node);
        return;
    }
    if (mode == WAYS_EXISTS) {
        way_put(b, WAY_LEGAL, 0, (uint32_t)node);
        way_put(b, WAY_LEAVE, 0, 0);
        return;
    }
    if (!b->p->fact.turn[node].turn) {
        write_hop(b, node);
        return;
    }
    way_jump(b, WAY_JSAFE, 0, 0, &safe);
    way_put(b, WAY_LEGAL, 0, (uint32_t)node);
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_here(b, &safe);
    way_put(b, WAY_CHOSE, b->p->node[node].choice, 0);
    if (weight->zone && weight->weight > 1) {
        way_put(b, WAY_BECOMES, 0, (uint32_t)node);
    }
    way_put(b, WAY_EMIT, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0);
    way_here(b, &no);
    way_put(b, WAY_RET, 0, 0);
}
