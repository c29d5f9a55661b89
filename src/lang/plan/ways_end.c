// SPDX-License-Identifier: MIT
//
// Ways through the automaton: where a path ends, and what is written in place of what follows as far as nobody
// chooses.
#include "lang/plan/ways_build.h"

enum {
    MELT_DEPTH = 4,   // tests in a row that are written where they are reached, not called
    MELT_EFFECTS = 12 // ... the same of effects
};

void way_put_end(way_builder *b, way_mode mode, int node) {
    switch (mode) {
    case WAYS_LIST: way_put(b, WAY_EMIT, 0, 0); break;
    case WAYS_FIND: way_put(b, WAY_FOUND, (uint32_t)node, 0); break;
    case WAYS_NTH:
    case WAYS_PART: way_put(b, WAY_NTH, 0, 0); break;
    case WAYS_FOLLOW:
    case WAYS_GO_ON:
    case WAYS_EXPLAIN: way_put(b, WAY_DONE, (uint32_t)node, 0); break;
    case WAYS_EXISTS:
    case WAYS_STOP: way_put(b, WAY_SET, 1, 0); break;
    case WAYS_ONLY: // nothing was chosen: only behind a roll may `last` still be of use
        way_put(b, WAY_SET, b->p->node[node].kind == N_ROLL, 0);
        break;
    case WAYS_FIRST: // other choices may follow in the list
    case WAYS_CHOOSES:
    case WAYS_MEASURE:
    case WAYS_DONE:
    case WAYS_SETTLE:
    case WAYS_GUARD:
    case WAYS_DRAW:
    case WAYS_PLY:
    case WAYS_PLAY:
    case WAYS_NODES:
    case WAYS_ROLLED:
    case WAYS_MOST:
    case WAYS_MODES: way_put(b, WAY_SET, 0, 0); break;
    }
}

static void put_rest(way_builder *b, way_mode mode, int node, int depth);

// Effects, on the copy that whoever only looks has made: it is dropped anyhow, so they need none of their own.
static void put_effects(way_builder *b, way_mode mode, const ir_node *n, int depth) {
    way_place over = {0}, done = {0};
    way_jump(b, WAY_RUN, n->code, 0, &over);
    put_rest(b, mode, n->next, depth);
    way_jump(b, WAY_JMP, 0, 0, &done);
    way_here(b, &over);
    way_put_end(b, mode, 0);
    way_here(b, &done);
}

static void put_rest(way_builder *b, way_mode mode, int node, int depth) {
    const int seen = way_next_seen(b, mode, node);
    const ir_node *n = &b->p->node[seen < 0 ? node : seen];
    const int is_test = n->kind == N_TEST, asks = is_test || n->kind == N_WHEN;
    if (n->kind == N_END || n->kind == N_ROLL) {
        way_put_end(b, mode, ir_index(b->p, n));
    } else if (n->kind == N_DO && way_looks(mode) && depth < MELT_EFFECTS) {
        put_effects(b, mode, n, depth + 1);
    } else if (n->kind == N_DEAD) {
        way_put(b, WAY_SET, 0, 0);
    } else if (asks && depth < MELT_DEPTH && mode != WAYS_EXPLAIN) {
        way_place no = {0}, done = {0};
        way_jump(b, WAY_ASK, n->code, 0, &no);
        put_rest(b, mode, n->next, depth + 1);
        way_jump(b, WAY_JMP, 0, 0, &done);
        way_here(b, &no);
        if (is_test) {
            way_put(b, WAY_SET, 0, 0);
        } else {
            put_rest(b, mode, n->alt, depth + 1);
        }
        way_here(b, &done);
    } else {
        way_put(b, WAY_CALL, way_need(b, WAYS_NODE, mode, ir_index(b->p, n)), 0);
    }
}

void way_put_rest(way_builder *b, way_mode mode, int node) {
    put_rest(b, mode, node, 0);
}
