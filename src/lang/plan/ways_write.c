// SPDX-License-Identifier: MIT
//
// Writing ways: instructions, jumps to places further on, and the list of functions that are needed.
#include <string.h>

#include "lang/plan/ways_build.h"

// --- Writing -------------------------------------------------------------------------------------

// Room for one more of `count` things; the old ones are copied.
static void *grown(way_builder *b, void *old, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) {
        return old;
    }
    const uint32_t more = *room ? 2 * *room : 256;
    void *wide = arena_new(b->a, more * size);
    if (!wide) {
        b->failed = 1;
        return old;
    }
    if (count) {
        memcpy(wide, old, count * size);
    }
    *room = more;
    return wide;
}

static void put(way_builder *b, way_op op, uint32_t a, uint32_t to, uint32_t c) {
    plan_ways *w = b->ways;
    w->x = grown(b, w->x, w->count, &b->room, sizeof *w->x);
    if (!b->failed) {
        w->x[w->count++] = (way_insn){(uint16_t)op, (uint16_t)c, a, to};
    }
}

void way_put(way_builder *b, way_op op, uint32_t a, uint32_t c) {
    put(b, op, a, 0, c);
}

void way_jump(way_builder *b, way_op op, uint32_t a, uint32_t c, way_place *to) {
    put(b, op, a, to->last, c);
    to->last = b->ways->count;
}

void way_here(way_builder *b, way_place *at) {
    while (at->last && !b->failed) {
        uint32_t *target = &b->ways->x[at->last - 1].b;
        at->last = *target;
        *target = b->ways->count - b->first;
    }
}

// --- Functions -----------------------------------------------------------------------------------

static uint32_t *slot_of(const way_builder *b, way_kind kind, way_mode mode, int node) {
    const size_t row = (size_t)kind * WAYS_MODES + (size_t)mode;
    return &b->ways->of[row * (size_t)b->p->node_count + (size_t)node];
}

static way_shape shape_of(way_mode mode) {
    if (way_looks(mode)) {
        return mode == WAYS_GUARD ? SHAPE_GUARD : SHAPE_LOOK;
    }
    if (mode == WAYS_DONE || mode == WAYS_SETTLE || mode == WAYS_ROLLED) {
        return SHAPE_SETTLE;
    }
    return mode == WAYS_FIND || mode == WAYS_NTH || mode == WAYS_PART ? SHAPE_FIND
           : mode == WAYS_DRAW || mode == WAYS_PLY                    ? SHAPE_DRAW
           : mode == WAYS_PLAY                                        ? SHAPE_PLAY
           : mode == WAYS_NODES                                       ? SHAPE_COUNT
                                                                      : SHAPE_FOLLOW;
}

static uint32_t add_function(way_builder *b, way_kind kind, way_mode mode, int node) {
    plan_ways *w = b->ways;
    w->fn = grown(b, w->fn, w->fn_count, &b->fn_room, sizeof *w->fn);
    if (b->failed) {
        return 0;
    }
    w->fn[w->fn_count] = (way_fn){.mode = (uint8_t)mode,
                                  .kind = (uint8_t)kind,
                                  .shape = (uint8_t)shape_of(mode),
                                  .node = (uint16_t)node};
    return w->fn_count++;
}

// Of the alternatives only those that begin with a choice that reads `last`, if only one does.
static int narrowed(const program *p, int node) {
    const uint64_t last = p->past.last_choices;
    for (const ir_node *n = &p->node[node]; n->kind == N_OR; n = &p->node[node]) {
        const int one = (p->fact.path[n->next].first & last) != 0,
                  two = (p->fact.path[n->alt].first & last) != 0;
        if (one == two) {
            break;
        }
        node = one ? n->next : n->alt;
    }
    return node;
}

static int resumes(const program *p, way_mode mode, int node) {
    return p->node[node].within &&
           (mode == WAYS_LIST || mode == WAYS_FIRST || mode == WAYS_EXISTS || mode == WAYS_FIND ||
            mode == WAYS_EXPLAIN || mode == WAYS_STOP);
}

// All that may begin the turn is offered at once.
int way_begins_joined(const program *p, way_mode mode, int node) {
    return (mode == WAYS_LIST || mode == WAYS_EXISTS || mode == WAYS_NODES) &&
           plan_joined(p, node) != 0;
}

uint32_t way_need(way_builder *b, way_kind kind, way_mode mode, int node) {
    uint32_t *slot = slot_of(b, kind, mode, node);
    if (!*slot && !b->failed) {
        const int own = kind != WAYS_START || mode == WAYS_FOLLOW || mode == WAYS_DRAW ||
                        mode == WAYS_PLY || mode == WAYS_PLAY || mode == WAYS_ROLLED ||
                        resumes(b->p, mode, node) || way_begins_joined(b->p, mode, node);
        const int at = kind == WAYS_START && mode == WAYS_ONLY ? narrowed(b->p, node) : node;
        const uint32_t fn =
            own ? add_function(b, kind, mode, node) : way_need(b, WAYS_NODE, mode, at);
        *slot = fn + 1;
    }
    return *slot ? *slot - 1 : 0;
}
