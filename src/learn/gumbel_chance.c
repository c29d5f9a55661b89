// SPDX-License-Identifier: MIT
// What chance decides in the search that asks a network: few outcomes at first, more with every visit.
//
// All that chance has to decide before somebody else does is one draw: a round of tiles is dealt at once, not tile by
// tile. What was drawn before is come back to, so that the tree grows below it; after v visits there are at
// most about 2 * sqrt(v) different outcomes, each visited as often as it was drawn.
#include <string.h>

#include "learn/gumbel.h"

enum { FIRST_ROOM = 4 };

// A draw into t->drawn.
static void draw(gumbel *t, uint32_t at) {
    memcpy(t->drawn, gumbel_state(t, at), t->r->state_size);
    while (tsr_turn(t->r, t->drawn) == 1u << TSR_CHANCE) {
        tsr_play(t->r, t->drawn, TSR_CHANCE, tsr_sample(t->r, t->drawn, TSR_CHANCE, &t->g));
    }
}

// The edge to what was drawn; `edges` = it is new.
static uint32_t find(const gumbel *t, const gumbel_node *n) {
    uint32_t i = 0;
    while (i < n->edges &&
           memcmp(gumbel_state(t, t->edge[n->first + i].child), t->drawn, t->r->state_size) != 0) {
        i++;
    }
    return i;
}

// Room for one more edge: all of them move to where twice as many fit. 0 = there is none.
static int make_room(gumbel *t, gumbel_node *n) {
    uint32_t room = n->edges < FIRST_ROOM ? FIRST_ROOM : 2 * (uint32_t)n->edges;
    int full = n->edges == 0 || (n->edges >= FIRST_ROOM && (n->edges & (n->edges - 1)) == 0);
    if (!full) {
        return 1;
    }
    if (room > t->edge_cap - t->edges || room > UINT16_MAX / 2) {
        return 0;
    }
    memcpy(t->edge + t->edges, t->edge + n->first, n->edges * sizeof *t->edge);
    memcpy(t->visits + t->edges, t->visits + n->first, n->edges * sizeof *t->visits);
    memcpy(t->fact + (size_t)3 * t->edges, gumbel_drawn_of(t, n), n->edges * sizeof *t->fact);
    n->first = t->edges;
    t->edges += room;
    return 1;
}

// A node for what was drawn; 0 = there is no room.
static int add(gumbel *t, uint32_t at) {
    gumbel_node *n = &t->node[at];
    if (t->nodes == t->node_cap || !make_room(t, n)) {
        return 0;
    }
    uint32_t child = t->nodes++;
    memcpy(gumbel_state(t, child), t->drawn, t->r->state_size);
    gumbel_begin_node(t, child);
    t->edge[n->first + n->edges] = (gumbel_edge){.move = TSR_NO_MOVE, .child = child};
    t->visits[n->first + n->edges] = 0;
    gumbel_drawn_of(t, n)[n->edges++] = 0;
    return 1;
}

// Of what was drawn before, that which was visited least for how often it was.
static uint32_t lagging(const gumbel *t, const gumbel_node *n) {
    const float *drawn = gumbel_drawn_of(t, n);
    const uint32_t *visits = t->visits + n->first;
    uint32_t best = 0;
    double most = -1;
    for (uint32_t i = 0; i < n->edges; i++) {
        double lag = (double)drawn[i] / (visits[i] + 1.0);
        if (lag > most) {
            most = lag;
            best = i;
        }
    }
    return best;
}

int gumbel_draw(gumbel *t, uint32_t at) {
    gumbel_node *n = &t->node[at];
    if ((uint64_t)n->edges * n->edges > 4 * (uint64_t)n->visits) {
        t->draw = lagging(t, n);
        return 1;
    }
    draw(t, at);
    t->draw = find(t, n);
    if (t->draw == n->edges && !add(t, at)) {
        return 0;
    }
    gumbel_drawn_of(t, n)[t->draw] += 1;
    return 1;
}
