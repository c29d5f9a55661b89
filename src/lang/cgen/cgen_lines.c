// SPDX-License-Identifier: MIT
//
// Straight lines and links as C: whether a set has a run of so many cells, and whether it joins two sides.
#include <inttypes.h>
#include <string.h>

#include "lang/cgen/cgen_board.h"
#include "lang/ir/rt/sets.h"

static void put_room(cgen *g, int shift, int times) {
    const board *b = &g->p->b;
    uint64_t room[BOARD_MAX_WORDS];
    if (b->words <= 2) {
        return;
    }
    cgen_find_room(b, shift, times, room);
    buffer_addf(&g->tables, "static const set room_%d_%d = ", shift, times);
    cgen_put_literal(&g->tables, room, b->words);
    buffer_add_text(&g->tables, ";\n");
}

// Prints the starts of runs of `n` into variable `run`, doubling what is known. Runs may go
// over the edge of the board on the way: in the end only cells count from which they do not.
static void put_line_starts(cgen *g, int shift, int n) {
    const board *b = &g->p->b;
    uint64_t room[BOARD_MAX_WORDS];
    cgen_word m;
    buffer_add_text(&g->tables, "    run = x;\n");
    for (int known = 1; known < n;) {
        int more = known * 2 <= n ? known : n - known;
        buffer_addf(&g->tables, "    run = set_and(run, %s);\n",
                    cgen_slide(g, "run", -b->shift[shift].amount * more).t);
        known += more;
    }
    cgen_find_room(b, shift, n - 1, room);
    if (b->words <= 2) {
        m = cgen_literal(room, b->words);
    } else {
        cgen_set(m.t, sizeof m.t, "room_%d_%d", shift, n - 1);
    }
    buffer_addf(&g->tables, "    run = %s;\n", cgen_and(g, "run", m.t).t);
}

static int axes_are_uniform(const cgen *g) {
    for (int i = 0; i < g->p->b.axis_count; i++) {
        if (!g->p->b.shift[g->p->b.axis[i]].uniform) {
            return 0;
        }
    }
    return 1;
}

static void put_rooms(cgen *g, int n, int has) {
    for (int i = 0; i < g->p->b.axis_count && !g->has_line[!has][n]; i++) {
        if (cgen_fits_line(&g->p->b, g->p->b.axis[i], n)) {
            put_room(g, g->p->b.axis[i], n - 1);
        }
    }
}

static void put_uniform_lines(cgen *g, int n, int has) {
    const board *b = &g->p->b;
    put_rooms(g, n, has);
    for (int i = 0; !has && i < b->axis_count; i++) {
        (void)cgen_shift(g, "run", b->axis[i]);
    }
    buffer_addf(&g->tables,
                "RT %s %s_%d(set x) {\n    set run = x, %s = NO_CELLS;\n    (void)run;\n",
                has ? "int" : "set", has ? "has_line" : "lines", n, has ? "any" : "sum");
    for (int i = 0; i < b->axis_count; i++) {
        if (!cgen_fits_line(b, b->axis[i], n)) {
            continue;
        }
        put_line_starts(g, b->axis[i], n);
        if (has) {
            buffer_add_text(&g->tables, "    any = set_or(any, run);\n");
            continue;
        }
        buffer_add_text(&g->tables, "    sum = set_or(sum, run);\n");
        for (int k = 1; k < n; k++) {
            buffer_addf(&g->tables, "    run = %s;\n    sum = set_or(sum, run);\n",
                        cgen_shift(g, "run", b->axis[i]).t);
        }
    }
    buffer_addf(&g->tables, "    return %s;\n}\n", has ? "set_any(any)" : "sum");
}

// Drawn boards have few lines: all of them, one by one.
static void put_listed_lines(cgen *g, int n, int has) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    int count = 0;
    buffer_addf(t, "static const set %s_of_%d[] = {", has ? "a_line" : "line", n);
    for (int i = 0; i < b->axis_count; i++) {
        for (int c = 0; c < b->cells; c++) {
            uint64_t line[BOARD_MAX_WORDS] = {0};
            int at = c, k = 0;
            for (; k < n && at != BOARD_NONE; k++) {
                board_put(line, at);
                at = b->shift[b->axis[i]].to[at];
            }
            if (k == n && board_has(b->all, c)) {
                buffer_add_text(t, "\n    ");
                cgen_put_literal(t, line, b->words);
                buffer_add_text(t, ",");
                count++;
            }
        }
    }
    if (!count) { // no room for such a line: one that nothing fits
        uint64_t all[BOARD_MAX_WORDS];
        memset(all, 0xff, sizeof all);
        cgen_put_literal(t, all, b->words);
        count = 1;
    }
    buffer_addf(t,
                "\n};\nRT %s %s_%d(set x) {\n    set sum = NO_CELLS;\n"
                "    for (int i = 0; i < %d; i++) {\n"
                "        if (set_inside(%s_of_%d[i], x)) {\n"
                "            sum = set_or(sum, %s_of_%d[i]);\n        }\n    }\n"
                "    return %s;\n}\n",
                has ? "int" : "set", has ? "has_line" : "lines", n, count, has ? "a_line" : "line",
                n, has ? "a_line" : "line", n, has ? "set_any(sum)" : "sum");
}

// Of a board so small that every set of its cells can be looked up in few words.
static int has_line_table(const board *b, int n) {
    enum { MOST_CELLS = 12 };
    return b->lines && b->lines_of == n && b->cells <= MOST_CELLS;
}

static void put_line_table(cgen *g, int n) {
    const board *b = &g->p->b;
    const int words = b->cells > 6 ? 1 << (b->cells - 6) : 1;
    buffer_addf(&g->tables,
                "// For each set of cells, as a bit: whether it has a line.\n"
                "static const uint64_t line_table_%d[] = {",
                n);
    for (int i = 0; i < words; i++) {
        buffer_addf(&g->tables, "%s0x%" PRIx64 "ull,", i % 4 ? " " : "\n    ", b->lines[i]);
    }
    buffer_addf(&g->tables,
                "\n};\nRT int has_line_%d(set x) {\n"
                "    return (int)(line_table_%d[x >> 6] >> (x & 63) & 1);\n}\n",
                n, n);
}

void cgen_need_line(cgen *g, int n, int has) {
    if (n < 1 || n > CGEN_MAX_LINE) {
        g->failed = 1;
        return;
    }
    if (g->has_line[has][n]) {
        return;
    }
    if (has && has_line_table(&g->p->b, n)) {
        put_line_table(g, n);
    } else if (axes_are_uniform(g)) {
        const int abreast = has && cgen_has_line_abreast(g, n);
        put_uniform_lines(g, n, has);
        buffer_add_text(&g->tables, abreast ? "#endif\n" : "");
    } else {
        put_listed_lines(g, n, has);
    }
    g->has_line[has][n] = 1;
}

// A straight run of `n` through one cell: from it both ways along each axis.
void cgen_need_line_to(cgen *g, int n) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    if (n < 1 || n > CGEN_MAX_LINE || g->has_line_to[n]) {
        g->failed |= n < 1 || n > CGEN_MAX_LINE;
        return;
    }
    g->has_line_to[n] = 1;
    if (b->words <= 4 && axes_are_uniform(g)) { // the whole board is quicker
        cgen_need_line(g, n, 1);
        buffer_addf(t,
                    "RT int line_to_%d(set x, set cell) {\n    (void)cell;\n"
                    "    return has_line_%d(x);\n}\n",
                    n, n);
        return;
    }
    for (int i = 0; i < b->axis_count; i++) {
        cgen_need_to(g, b->axis[i]);
        cgen_put_cells(g, "axis_back", n * 100 + i, b->axis_back[i]);
    }
    buffer_addf(t,
                "RT int line_to_%d(set x, set cell) {\n    int c = set_first(cell);\n"
                "    if (c < 0 || !set_has(x, c)) {\n        return 0;\n    }\n",
                n);
    for (int i = 0; i < b->axis_count; i++) {
        buffer_addf(
            t, "    if (run_through(x, c, to_%u, axis_back_%d, %d)) {\n        return 1;\n    }\n",
            b->axis[i], n * 100 + i, n);
    }
    buffer_add_text(t, "    return 0;\n}\n");
}

// As do_linked: cell by cell, until both are met.
// Where all steps are shifts, the group of the cell grows on all sides at once.
static void put_links_by_shifts(cgen *g) {
    const board *b = &g->p->b;
    for (int i = 0; i < b->any_count; i++) {
        (void)cgen_shift(g, "edge", b->any[i]); // its tables come first
    }
    buffer_add_text(&g->tables, "RT int links(set cell, set in, set one, set two) {\n"
                                "    set all = set_and(cell, in), edge = all;\n"
                                "    while (set_any(edge)) {\n        set next = NO_CELLS;\n");
    for (int i = 0; i < b->any_count; i++) {
        buffer_addf(&g->tables, "        next = set_or(next, %s);\n",
                    cgen_shift(g, "edge", b->any[i]).t);
    }
    buffer_add_text(&g->tables, "        edge = set_minus(set_and(next, in), all);\n"
                                "        all = set_or(all, edge);\n    }\n"
                                "    return set_meets(all, one) && set_meets(all, two);\n}\n");
}

static void put_links_by_cells(cgen *g) {
    cgen_put_rows(g, "linked", 0, g->p->b.linked, g->p->b.cells);
    buffer_add_text(&g->tables,
                    "RT int links(set cell, set in, set one, set two) {\n"
                    "    int c = set_first(cell), meets_one = 0, meets_two = 0;\n"
                    "    if (c < 0 || !set_has(in, c)) {\n        return 0;\n    }\n"
                    "    set all = set_one(c), left = all;\n"
                    "    while (set_any(left)) {\n        c = set_pop(&left);\n"
                    "        meets_one |= set_has(one, c);\n"
                    "        meets_two |= set_has(two, c);\n"
                    "        if (meets_one & meets_two) {\n            return 1;\n        }\n"
                    "        set more = set_minus(set_and(linked_0[c], in), all);\n"
                    "        all = set_or(all, more);\n        left = set_or(left, more);\n"
                    "    }\n    return 0;\n}\n");
}

void cgen_need_linked(cgen *g) {
    const board *b = &g->p->b;
    int uniform = b->any_count > 0;
    if (g->has_linked) {
        return;
    }
    g->has_linked = 1;
    for (int i = 0; i < b->any_count; i++) {
        uniform &= b->shift[b->any[i]].uniform;
    }
    if (uniform) {
        put_links_by_shifts(g);
    } else {
        put_links_by_cells(g);
    }
}
