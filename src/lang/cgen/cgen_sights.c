// SPDX-License-Identifier: MIT
//
// Looking along directions as C: sights, slides and vaults, with the directions written out one by one.
#include "lang/cgen/cgen_board.h"

// Whether a shift leads from each cell back to where another came from.
static int is_opposite(const board *b, int one, int other) {
    for (int c = 0; c < b->cells; c++) {
        int x = b->shift[one].to[c], y = b->shift[other].to[c];
        if ((x != BOARD_NONE && b->shift[other].to[x] != c) ||
            (y != BOARD_NONE && b->shift[one].to[y] != c)) {
            return 0;
        }
    }
    return 1;
}

int cgen_comes_in_pairs(const board *b, int dirs) {
    const dirset *d = &b->set[dirs];
    for (int i = 0; i < d->count; i++) {
        int found = 0;
        for (int k = 0; k < d->count; k++) {
            found |= is_opposite(b, d->shift[i], d->shift[k]);
        }
        if (!found) {
            return 0;
        }
    }
    return 1;
}

// What is seen from cell `c` along one shift, as an expression.
cgen_word cgen_sight_from(cgen *g, int shift, const char *c, const char *open) {
    const board_shift *s = &g->p->b.shift[shift];
    cgen_word w;
    if (s->uniform && s->ray) {
        cgen_need_ray(g, shift);
        cgen_set(w.t, sizeof w.t, "sight_%s(ray_%d, %s, %s)", s->amount > 0 ? "up" : "down", shift,
                 c, open);
    } else {
        cgen_need_to(g, shift);
        cgen_set(w.t, sizeof w.t, "sight_steps(to_%d, %s, %s)", shift, c, open);
    }
    return w;
}

int cgen_each_shift(const cgen *g, int dirs, int i) {
    return i < g->p->b.set[dirs].count ? g->p->b.set[dirs].shift[i] : -1;
}

static void put_or_line(cgen *g, buffer *t, const char *sum, const char *more) {
    buffer_addf(t, "    %s = %s;\n", sum, cgen_or(g, sum, more).t);
}

// A function over all cells of a set that joins what another finds for one.
static void put_over_cells(buffer *t, const char *name, int dirs) {
    buffer_addf(t,
                "RT set %ss_%d(set from, set open) {\n    set sum = NO_CELLS;\n"
                "    while (set_any(from)) {\n"
                "        sum = set_or(sum, %s_%d(set_pop(&from), open));\n    }\n"
                "    return sum;\n}\n",
                name, dirs, name, dirs);
}

static int has_ray_up(const cgen *g, int shift, int up) {
    const board_shift *s = &g->p->b.shift[shift];
    return s->uniform && s->ray && (s->amount > 0) == up;
}

// On a board of one word the n-th direction up the cells is looked along together with the n-th down, whichever
// they are: the one that goes with shift i of a set of directions, or -1.
static int partner(const cgen *g, int dirs, int i) {
    const int up = g->p->b.shift[cgen_each_shift(g, dirs, i)].amount > 0;
    int before = 0;
    if (g->p->b.words != 1 || !has_ray_up(g, cgen_each_shift(g, dirs, i), up)) {
        return -1;
    }
    for (int k = 0; k < i; k++) {
        before += has_ray_up(g, cgen_each_shift(g, dirs, k), up);
    }
    for (int k = 0, s; (s = cgen_each_shift(g, dirs, k)) >= 0; k++) {
        if (has_ray_up(g, s, !up) && before-- == 0) {
            return s;
        }
    }
    return -1;
}

static void put_sight(cgen *g, buffer *t, int dirs, int i) {
    const int shift = cgen_each_shift(g, dirs, i), other = partner(g, dirs, i);
    cgen_word line;
    if (other < 0) {
        put_or_line(g, t, "sum", cgen_sight_from(g, shift, "c", "open").t);
    } else if (g->p->b.shift[shift].amount > 0) {
        cgen_set(line.t, sizeof line.t, "sight_lines(ray_%d, ray_%d, c, open)", shift, other);
        put_or_line(g, t, "sum", line.t);
    }
}

void cgen_need_sights(cgen *g, int dirs) {
    if (g->has_sights[dirs]) {
        return;
    }
    g->has_sights[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_sight_from(g, s, "c", "open"); // its tables come first
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set sight_%d(int c, set open) {\n    set sum = NO_CELLS;\n", dirs);
    for (int i = 0; cgen_each_shift(g, dirs, i) >= 0; i++) {
        put_sight(g, t, dirs, i);
    }
    buffer_add_text(t, "    return sum;\n}\n");
    put_over_cells(t, "sight", dirs);
}

void cgen_need_slide(cgen *g, int dirs) {
    if (g->has_slide[dirs]) {
        return;
    }
    g->has_slide[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        cgen_need_to(g, s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set slides_%d(set from, set open, int min, int max) {\n"
                "    set sum = NO_CELLS;\n    while (set_any(from)) {\n"
                "        int c = set_pop(&from);\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        sum = set_or(sum, slide_steps(to_%d, c, open, min, max));\n", s);
    }
    buffer_add_text(t, "    }\n    return sum;\n}\n");
}

void cgen_need_farthest(cgen *g, int dirs) {
    if (g->has_farthest[dirs]) {
        return;
    }
    g->has_farthest[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        cgen_need_to(g, s);
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set farthest_%d(int c, set open) {\n    set sum = NO_CELLS;\n", dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "    sum = set_or(sum, farthest_steps(to_%d, c, open));\n", s);
    }
    buffer_add_text(t, "    return sum;\n}\n");
    put_over_cells(t, "farthest", dirs);
}

void cgen_need_vault(cgen *g, int dirs) {
    if (g->has_vault[dirs]) {
        return;
    }
    g->has_vault[dirs] = 1;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_sight_from(g, s, "c", "open");
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set vaults_%d(set from, set open, set over) {\n"
                "    set sum = NO_CELLS, hit;\n    while (set_any(from)) {\n"
                "        int c = set_pop(&from);\n",
                dirs);
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        hit = set_and(set_minus(%s, open), over);\n",
                    cgen_sight_from(g, s, "c", "open").t);
        buffer_addf(t,
                    "        if (set_any(hit)) {\n            sum = set_or(sum, %s);\n        }\n",
                    cgen_sight_from(g, s, "set_first(hit)", "open").t);
    }
    buffer_add_text(t, "    }\n    return sum;\n}\n");
}
