// SPDX-License-Identifier: MIT
//
// Guards: a test asked once about all turns of a position.
//
// A test like `require not check` reads few cells (opt_reads.c). Its guard says which turns are legal
// without asking it again, and which cannot be, by three sets: a turn that leaves no cell of `stay` and
// enters none of `shut` passes, and one that enters none of `mend` fails. It begins with all cells in
// `stay` and `mend`, so that nothing is known.
#include "lang/plan/ways_build.h"

// Touching a cell that is read may change the answer.
static void write_reading_guard(way_builder *b, const fact_test *t) {
    way_put(b, WAY_READS, t->reads, 0);
    way_put(b, WAY_RET, 0, 0);
}

// Only shields must stay: those without which the test fails. It is asked without all that might be one,
// and only then without each of them.
static void write_shielded_guard(way_builder *b, int node) {
    const fact_test *t = &b->p->fact.test[node];
    way_place none = {0}, shielded = {0};
    way_put(b, WAY_FREE, 0, (uint32_t)node);
    way_jump(b, WAY_LOOSE, b->p->node[node].code, 0, &none);
    way_jump(b, WAY_MEN, t->shield_cells, (uint32_t)node, &none);
    way_put(b, WAY_FORK, 0, 0);
    way_put(b, WAY_LIFT, 0, 0);
    way_jump(b, WAY_ASK, b->p->node[node].code, 0, &shielded);
    way_put(b, WAY_BACK, 0, 0);
    way_here(b, &none);
    way_put(b, WAY_RET, 0, 0);
    way_here(b, &shielded);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_EACHMAN, way_need(b, WAYS_TRY, WAYS_GUARD, node), 0);
    way_put(b, WAY_RET, 0, 0);
}

void way_write_guard_man(way_builder *b, int node) {
    way_place shields = {0};
    way_put(b, WAY_FORK, 0, 0);
    way_put(b, WAY_LIFT, 0, 0);
    way_jump(b, WAY_ASK, b->p->node[node].code, 0, &shields);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, 0, 0);
    way_here(b, &shields);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_STAY, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}

void way_write_guard(way_builder *b, int node) {
    const fact_test *t = &b->p->fact.test[node];
    way_place fails = {0};
    way_jump(b, WAY_ASK, b->p->node[node].code, 0, &fails);
    if (t->shield_cells) {
        write_shielded_guard(b, node);
        way_here(b, &fails);
        way_put(b, WAY_MEND, t->reads, 0);
    } else {
        write_reading_guard(b, t);
        way_here(b, &fails);
    }
    way_put(b, WAY_RET, 0, 0);
}
