// SPDX-License-Identifier: MIT
//
// Ways as C: positions counted (plan/ways_count.c). The functions of the plan are printed like all others; here
// is what they call when a turn was made, and how counting begins.
//
// Keys of earlier positions lie in one array for the whole tree: every ply writes behind what its ancestors wrote, and
// where no earlier position can return it moves on to fresh room instead of starting over (`in_tree` in push_key).
#include "lang/cgen/cgen_ways.h"

void cgen_way_after(const printed *q, const way_insn *x) {
    cgen_put(q->g, "    *sum += nodes_after_%u(%s, depth, made);\n", x->a, q->s);
}

void cgen_way_becomes_jump(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    cgen_put(g, "    if (set_has(%s, z)) {\n        ",
             cgen_const(g, g->p->fact.weight[x->c].zone - 1).t);
    cgen_way_jump(q, x);
    cgen_put(g, "\n    }\n");
}

static void put_start(cgen *g, int node) {
    cgen_put(g, "return %s(s, depth, made);", cgen_way(g, WAYS_START, WAYS_NODES, node).t);
}

static void put_nodes_from(cgen *g) {
    cgen_put(g, "\nFN uint64_t nodes_from(const st *s, int depth, int made) {\n"
                "    if (depth == 0) {\n        return 1;\n    }\n"
                "    if (s->h.over) {\n        return 0;\n    }\n"
                "    if (depth == 1 && !made) {\n        walk w = {.fuel = FUEL};\n"
                "        (void)list_start(s, &w);\n        return (uint64_t)w.count;\n    }\n");
    cgen_each_start(g, put_start, "return 0;");
    cgen_put(g, "}\n");
}

void cgen_count(cgen *g) {
    const program *p = g->p;
    g->out = &g->turns;
    if (!p->ways->counts) {
        return;
    }
    cgen_put(g, "\n// Counting positions: the ends of all ways of `depth` turns.\n"
                "FN uint64_t nodes_from(const st *s, int depth, int made);\n");
    buffer_add_text(&g->protos, "RT void clear_turn(st *s);\n");
    for (int me = 0; me < p->players; me++) {
        buffer_addf(&g->protos, "FN uint64_t nodes_after_%d(st *s, int depth, int made);\n", me);
        cgen_put(g,
                 "\nFN uint64_t nodes_after_%d(st *s, int depth, int made) {\n"
                 "    finish_turn(s, %d, IN_TREE, 0);\n"
                 "    return nodes_from(s, depth - 1, made);\n}\n",
                 me, me);
    }
    put_nodes_from(g);
    cgen_put(g,
             "\nstatic int nodes(const void *state, int depth, int made, uint64_t *out) {\n"
             "    st s;\n    load(&s, state);\n    if (depth < 0 || depth > %d) {\n"
             "        return 0;\n    }\n",
             WAYS_MOST_PLIES);
    if (p->past.ring_cap) {
        cgen_put(g,
                 "    uint64_t ring[%d];\n"
                 "    memcpy(ring, s.ring, s.h.ring_count * sizeof *ring);\n    s.ring = ring;\n",
                 p->past.ring_cap + WAYS_MOST_PLIES + 1);
    }
    cgen_put(g, "    *out = nodes_from(&s, depth, made);\n    return 1;\n}\n");
}
