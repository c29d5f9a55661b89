// SPDX-License-Identifier: MIT
//
// Sets that grow, as C: floods, chains of hops, runs between two cells, with the directions written out one by one.
#include "lang/cgen/cgen_board.h"

static int all_uniform(const cgen *g, int dirs) {
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        if (!g->p->b.shift[s].uniform) {
            return 0;
        }
    }
    return 1;
}

void cgen_need_flood(cgen *g, int dirs) {
    if (g->has_flood[dirs]) {
        return;
    }
    g->has_flood[dirs] = 1;
    int uniform = all_uniform(g, dirs);
    if (!uniform) {
        cgen_need_near(g, dirs, 0);
    }
    for (int i = 0, s; uniform && (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_shift(g, "edge", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "FN set flood_%d(set seed, set within) {\n"
                "    set all = set_and(seed, within), edge = all;\n"
                "    while (set_any(edge)) {\n        set next = NO_CELLS;\n",
                dirs);
    for (int i = 0, s; uniform && (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        next = set_or(next, %s);\n", cgen_shift(g, "edge", s).t);
    }
    if (!uniform) {
        buffer_addf(t, "        next = set_rows(edge, near_%d);\n", dirs);
    }
    buffer_add_text(t, "        edge = set_minus(set_and(next, within), all);\n"
                       "        all = set_or(all, edge);\n    }\n    return all;\n}\n");
}

void cgen_need_hops(cgen *g, int dirs) {
    if (g->has_hops[dirs]) {
        return;
    }
    g->has_hops[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_shift(g, "edge", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "FN set hops_%d(set from, set over, set to) {\n"
                "    set all = NO_CELLS, edge = from, room = set_minus(to, from);\n"
                "    while (set_any(edge)) {\n        set next = NO_CELLS, crossed;\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        crossed = set_and(%s, over);\n", cgen_shift(g, "edge", s).t);
        buffer_addf(t, "        next = set_or(next, %s);\n", cgen_shift(g, "crossed", s).t);
    }
    buffer_add_text(t, "        edge = set_and(next, room);\n"
                       "        room = set_minus(room, edge);\n"
                       "        all = set_or(all, edge);\n    }\n    return all;\n}\n");
}

void cgen_need_flank(cgen *g, int dirs) {
    if (g->has_flank[dirs]) {
        return;
    }
    g->has_flank[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_sight_from(g, s, "c", "run");
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set flank_%d(set from, set goal, set run) {\n"
                "    set sum = NO_CELLS, seen;\n    int c = set_first(from);\n"
                "    if (c < 0) {\n        return sum;\n    }\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t,
                    "    seen = %s;\n"
                    "    if (set_meets(set_minus(seen, run), goal)) {\n"
                    "        sum = set_or(sum, set_and(seen, run));\n    }\n",
                    cgen_sight_from(g, s, "c", "run").t);
    }
    buffer_add_text(t, "    return sum;\n}\n");
}

// The most steps that any cell can go along a shift.
static int longest_ray(const cgen *g, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    int best = 0;
    for (int c = 0; c < g->p->b.cells; c++) {
        int n = 0;
        for (int at = s->to[c]; at != BOARD_NONE && n < g->p->b.cells; at = s->to[at]) {
            n++;
        }
        best = n > best ? n : best;
    }
    return best;
}

void cgen_need_rayhit(cgen *g, int dirs) {
    if (g->has_rayhit[dirs]) {
        return;
    }
    g->has_rayhit[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_back(g, "x", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set rayhit_%d(set goal, set run) {\n    set sum = NO_CELLS, x, grown;\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        int steps = longest_ray(g, s) - 1; // a run lies between two cells
        buffer_addf(t, "    x = set_and(%s, run);\n", cgen_back(g, "goal", s).t);
        if (g->p->b.shift[s].uniform && steps <= 8) {
            for (int k = 1; k < steps; k++) {
                buffer_addf(t, "    x = set_or(x, set_and(%s, run));\n", cgen_back(g, "x", s).t);
            }
        } else {
            buffer_addf(t,
                        "    while (grown = set_or(x, set_and(%s, run)), !set_same(grown, x)) {\n"
                        "        x = grown;\n    }\n",
                        cgen_back(g, "x", s).t);
        }
        buffer_addf(t, "    sum = set_or(sum, %s);\n", cgen_back(g, "x", s).t);
    }
    buffer_add_text(t, "    (void)grown;\n    return sum;\n}\n");
}
