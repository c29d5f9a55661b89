// SPDX-License-Identifier: MIT
//
// The mark that ends a longest: where it is, where any way that comes to it shows that there is a longest one, and what
// that means for an `else`.
#include "lang/plan/ways_build.h"

static int mark_behind(const program *p, int node, uint8_t *seen) {
    const ir_node *n = &p->node[node];
    if (seen[node] || n->kind == N_END || n->kind == N_DEAD) {
        return 0;
    }
    seen[node] = 1;
    if (n->kind == N_MARK) {
        return node;
    }
    const int found = mark_behind(p, n->next, seen);
    return found || !ir_has_alt(n->kind) ? found : mark_behind(p, n->alt, seen);
}

int way_mark_behind(const program *p, int node) {
    uint8_t seen[IR_MAX_NODES] = {0};
    return mark_behind(p, node, seen);
}

int way_asks_nothing(const program *p, int node) {
    while (p->node[node].kind == N_DO) {
        node = p->node[node].next;
    }
    return p->node[node].kind == N_END || p->node[node].kind == N_ROLL;
}

// Whether the game goes on whatever is done between a node and the mark.
static int goes_on(const program *p, int node, int mark, uint8_t *seen) {
    const ir_node *n = &p->node[node];
    if (node == mark || seen[node] || n->kind == N_DEAD) {
        return 1;
    }
    seen[node] = 1;
    if (n->kind == N_END || n->kind == N_ROLL || n->kind == N_LONGEST ||
        (n->kind == N_DO && ir_may_end_game(p, n->code)) ||
        (n->kind == N_CHOICE && ir_may_end_game(p, n->apply))) {
        return 0;
    }
    return goes_on(p, n->next, mark, seen) &&
           (!ir_has_alt(n->kind) || goes_on(p, n->alt, mark, seen));
}

// Ways that end the game do not come to the mark, so they are not measured; and behind it nothing may fail.
int way_any_shows(const program *p, int node, int mark) {
    uint8_t seen[IR_MAX_NODES] = {0};
    return way_asks_nothing(p, p->node[mark].next) && goes_on(p, node, mark, seen);
}

// Whether a way goes from a node to a mark that counts choices, without a choice and whatever is asked and done.
static int just_marks(const program *p, int node) {
    const ir_node *n = &p->node[node];
    if (n->kind == N_MARK) {
        return !n->code;
    }
    if (n->kind != N_WHEN && (n->kind != N_DO || ir_may_end_game(p, n->code))) {
        return 0;
    }
    return just_marks(p, n->next) && (n->kind == N_DO || just_marks(p, n->alt));
}

// Inside of a longest the first part of an `else` is possible if it comes to the mark, even if it is too short. Then the
// second will not do; but where that adds nothing to the choices that are counted, it is no longer than the first.
int way_may_be_short(const program *p, const ir_node *n) {
    return n->kind == N_ELSE && n->within && !just_marks(p, n->alt);
}

void way_put_reach(way_builder *b, const ir_node *n, int if_needed, way_place *reaches) {
    way_jump(b, WAY_JREACH, way_need(b, WAYS_NODE, WAYS_MEASURE, n->next), (uint32_t)if_needed,
             reaches);
}
