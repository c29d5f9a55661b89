// SPDX-License-Identifier: MIT
//
// Ways as C: turns that carry things off a pile, drawn by number (plan/ways_load.c).
#include "lang/cgen/cgen_draw.h"

enum { MOST_AT_ONCE = 64 }; // cells that are compared at once, whether they may be drawn or not

// --- Tables ----------------------------------------------------------------------------------------

// All that anybody owns.
static cgen_word all_things(cgen *g) {
    const ir_layout *at = &g->p->at;
    cgen_word all = cgen_reg(g, at->own);
    for (int i = 1; i < g->p->players; i++) {
        all = cgen_or(g, all.t, cgen_reg(g, at->own + i).t);
    }
    return at->neutral == BOARD_NONE ? all : cgen_or(g, all.t, cgen_reg(g, at->neutral).t);
}

// Where turns are drawn till one is legal, how many ways there are up to each cell is kept. Of few cells the one drawn is
// found without a jump, as which it is cannot be foretold.
static void put_laid(cgen *g, int bytes) {
    const int cells = (g->p->b.cells + 7) / 8 * 8, few = cells <= MOST_AT_ONCE;
    buffer_addf(
        &g->code,
        "\ntypedef struct loads {\n    uint32_t up_to[%d];\n    uint16_t cell[%d];\n} loads;\n"
        "\nFN uint32_t load_lay(const st *s, const uint16_t (*most)[CELLS], set x, loads *l) {\n"
        "    const uint8_t *covered = (const uint8_t *)(s->n + %d);\n"
        "    uint32_t sum = 0;\n    int n = 0;\n    x = set_and(x, %s);\n",
        cells, cells, bytes, all_things(g).t);
    if (few) {
        buffer_addf(
            &g->code,
            "    for (int i = 0; i < %d; i++) {\n        l->up_to[i] = UINT32_MAX;\n    }\n",
            cells);
    }
    buffer_addf(&g->code,
                "    while (set_any(x)) {\n        const int z = set_pop(&x);\n"
                "        sum += most[covered[z] < %d ? covered[z] + 1 : %d][z];\n"
                "        l->up_to[n] = sum;\n        l->cell[n++] = (uint16_t)z;\n    }\n"
                "    return sum;\n}\n"
                "\nFN int load_pick(const loads *l, uint32_t *r) {\n    uint32_t n = 0;\n",
                LOAD_ROWS - 2, LOAD_ROWS - 1);
    if (few) {
        buffer_addf(&g->code,
                    "    for (int i = 0; i < %d; i++) {\n        n += l->up_to[i] <= *r;\n    }\n",
                    cells);
    } else {
        buffer_add_text(&g->code, "    while (l->up_to[n] <= *r) {\n        n++;\n    }\n");
    }
    buffer_add_text(&g->code, "    *r -= n ? l->up_to[n - 1] : 0;\n    return l->cell[n];\n}\n");
}

static void put_functions(cgen *g) {
    const int bytes = g->p->at.piles - 1;
    buffer_addf(
        &g->code,
        "\n// How many things lie on a cell.\n"
        "RT int load_height(const st *s, int cell) {\n"
        "    return pile_covered(&piles, (const uint8_t *)(s->n + %d), cell) + set_has(%s, cell);\n"
        "}\n"
        "\n// How many ways there are at most from a cell, by what lies on one.\n"
        "RT uint32_t load_most(const st *s, const uint16_t (*most)[CELLS], int on, int cell) {\n"
        "    const int height = load_height(s, on);\n"
        "    return most[height < %d ? height : %d][cell];\n}\n",
        bytes, all_things(g).t, LOAD_ROWS, LOAD_ROWS - 1);
    buffer_add_text(
        &g->code,
        "\nFN uint32_t load_weight(const st *s, const uint16_t (*most)[CELLS], set x) {\n"
        "    uint32_t sum = 0;\n    while (set_any(x)) {\n"
        "        const int z = set_pop(&x);\n"
        "        sum += load_most(s, most, z, z);\n    }\n    return sum;\n}\n"
        "\n// The cell of which *r is one of the ways; *r is then which.\n"
        "FN int load_draw(const st *s, const uint16_t (*most)[CELLS], set x, uint32_t *r) {\n"
        "    int z = set_pop(&x);\n"
        "    for (uint32_t ways; (ways = load_most(s, most, z, z)) <= *r; *r -= ways) {\n"
        "        z = set_pop(&x);\n    }\n    return z;\n}\n");
    put_laid(g, bytes);
}

static void put_table(cgen *g, int node) {
    const int cells = g->p->b.cells;
    const uint16_t *most = g->p->ways->load.most[node];
    buffer_addf(&g->tables, "static const uint16_t load_%d[%d][CELLS] = {", node, LOAD_ROWS);
    for (int i = 0; i < LOAD_ROWS * cells; i++) {
        buffer_addf(&g->tables, "%s%u", i % cells ? ", " : i ? "},\n    {" : "\n    {", most[i]);
    }
    buffer_add_text(&g->tables, "}};\n");
}

// The node that has the table of this one.
static int need_table(cgen *g, int node) {
    uint16_t *const *most = g->p->ways->load.most;
    int first = 0;
    while (most[first] != most[node]) {
        first++;
    }
    if (!g->has_loads) {
        g->has_loads = 1;
        put_functions(g);
    }
    if (!g->has_load[first]) {
        g->has_load[first] = 1;
        put_table(g, first);
    }
    return first;
}

// --- Draws -----------------------------------------------------------------------------------------

cgen_word cgen_load_weight(cgen *g, int node, const char *cells) {
    cgen_word w;
    cgen_set(w.t, sizeof w.t, "load_weight(s, load_%d, %s)", need_table(g, node), cells);
    return w;
}

cgen_word cgen_load_lay(cgen *g, int node, int offer) {
    cgen_word w;
    cgen_set(w.t, sizeof w.t, "load_lay(s, load_%d, e%d, &l%d)", need_table(g, node), offer, offer);
    return w;
}

void cgen_load_draw(cgen *g, int node, const char *cells) {
    cgen_put(g, "        const int z = load_draw(s, load_%d, %s, &r), sub = (int)r;\n",
             need_table(g, node), cells);
}

// --- Instructions ----------------------------------------------------------------------------------

void cgen_way_laden(const printed *q, const way_insn *x) {
    cgen_put(q->g, "    if (load_height(s, %d)) {\n        ", q->g->p->ways->load.cell);
    cgen_way_jump(q, x);
    cgen_put(q->g, "\n    }\n");
}

void cgen_way_part(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    const int table = need_table(g, x->c);
    cgen_put(g, "    const int here = set_first(%s);\n", cgen_reg(g, g->p->at.here).t);
    if (x->a) {
        cgen_put(g, "    const int most = (int)load_most(s, load_%d, %d, here);\n", table,
                 g->p->ways->load.cell);
    } else {
        cgen_put(g, "    const int most = (int)load_most(s, load_%d, here, here);\n", table);
    }
    cgen_put(g, "    if (w->nth >= most) {\n        w->nth -= most;\n        ");
    cgen_way_jump(q, x);
    cgen_put(g, "\n    }\n");
}
