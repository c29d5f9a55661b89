// SPDX-License-Identifier: MIT
//
// Sets that grow, as C: floods, chains of hops, runs between two cells, with the directions written out one by one.
#include <inttypes.h>

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
    if (cgen_put_leaps(g, dirs)) {
        return;
    }
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

// The run from cell c along one shift. In one word it is found without a jump: where it ends cannot be foretold.
static void put_flank(cgen *g, buffer *t, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    if (g->p->b.words == 1 && s->uniform && s->ray) {
        buffer_addf(t, "    sum |= flank_%s(ray_%d[c], end, run);\n", s->amount > 0 ? "up" : "down",
                    shift);
        return;
    }
    const cgen_word seen = cgen_sight_from(g, shift, "c", "run");
    buffer_addf(t,
                "    {\n        const set seen = %s;\n        if (set_meets(seen, end)) {\n"
                "            sum = set_or(sum, set_and(seen, run));\n        }\n    }\n",
                seen.t);
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
                "    set sum = NO_CELLS;\n    const set end = set_minus(goal, run);\n"
                "    int c = set_first(from);\n    if (c < 0) {\n        return sum;\n    }\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        put_flank(g, t, s);
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

// Cells with one before them and one behind them along a shift: a run lies between two cells.
static uint64_t inner_word(const board_shift *s) {
    const uint64_t ahead = s->mask[0];
    return ahead & (s->amount > 0 ? ahead << s->amount : ahead >> -s->amount);
}

// Cells behind runs of one shift on a board of one word. Shifts of inner cells lead over no edge, so one mask does
// for all steps, and runs double: `open` is where as many cells as x has grown by lie one after the other.
static void put_hits_of_word(cgen *g, buffer *t, int shift, int steps) {
    const board_shift *s = &g->p->b.shift[shift];
    const char *way = s->amount > 0 ? ">>" : "<<";
    const int by = s->amount > 0 ? s->amount : -s->amount;
    if (steps < 1) {
        return;
    }
    buffer_addf(t, "    open = run & 0x%" PRIx64 "ull;\n    x = goal %s %d & open;\n",
                inner_word(s), way, by);
    for (int have = 1, wide = 1; have < steps;) {
        buffer_addf(t, "    x |= x %s %d & open;\n", way, by * wide);
        have += wide;
        if (steps - have > wide) {
            buffer_addf(t, "    open &= open %s %d;\n", way, by * wide);
            wide *= 2;
        }
    }
    buffer_addf(t, "    sum |= x %s %d;\n", way, by);
}

static void put_hits(cgen *g, buffer *t, int shift, int steps) {
    buffer_addf(t, "    x = set_and(%s, run);\n", cgen_back(g, "goal", shift).t);
    if (g->p->b.shift[shift].uniform && steps <= 8) {
        for (int k = 1; k < steps; k++) {
            buffer_addf(t, "    x = set_or(x, set_and(%s, run));\n", cgen_back(g, "x", shift).t);
        }
    } else {
        buffer_addf(t,
                    "    while (open = set_or(x, set_and(%s, run)), !set_same(open, x)) {\n"
                    "        x = open;\n    }\n",
                    cgen_back(g, "x", shift).t);
    }
    buffer_addf(t, "    sum = set_or(sum, %s);\n", cgen_back(g, "x", shift).t);
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
    buffer_addf(t, "RT set rayhit_%d(set goal, set run) {\n    set sum = NO_CELLS, x, open;\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        const int steps = longest_ray(g, s) - 1;
        if (g->p->b.words == 1 && g->p->b.shift[s].uniform) {
            put_hits_of_word(g, t, s, steps);
        } else {
            put_hits(g, t, s, steps);
        }
    }
    buffer_add_text(t, "    (void)x, (void)open;\n    return sum;\n}\n");
}
