// SPDX-License-Identifier: MIT
//
// From cell to cell as C: which way leads there, what lies between, and shifts that are known by number only.
#include <string.h>

#include "lang/cgen/cgen_board.h"

// The shifts that `toward` looks along, in its order.
static int toward_shifts(const cgen *g, uint16_t *out) {
    const board *b = &g->p->b;
    const uint16_t *lists[3] = {b->any, b->orthogonal, b->diagonal};
    const int counts[3] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    int n = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < counts[k]; i++) {
            int known = !b->shift[lists[k][i]].ray;
            for (int j = 0; j < n && !known; j++) {
                known = out[j] == lists[k][i];
            }
            if (!known) {
                out[n++] = lists[k][i];
            }
        }
    }
    return n;
}

enum { MOST_LINES = 48 }; // ways that `toward` looks along

// A shift and the one that undoes it.
typedef struct line_pair {
    int there, back;
} line_pair;

// What lies between two cells of a line: the machine goes there step by step.
static void walk_between(const board *b, int from, int to, uint64_t *out) {
    const int s = board_find_toward(b, from, to);
    memset(out, 0, (size_t)b->words * sizeof *out);
    for (int at = s < 0 ? to : b->shift[s].to[from]; at != to && at != BOARD_NONE;
         at = b->shift[s].to[at]) {
        board_put(out, at);
    }
}

static int undoes(const board *b, int back, int shift) {
    for (int c = 0; c < b->cells; c++) {
        const int to = b->shift[shift].to[c];
        if (to != BOARD_NONE && b->shift[back].to[to] != c) {
            return 0;
        }
    }
    return 1;
}

// The same from rays: what both see when they look towards each other, along whatever line.
static void meet_between(const board *b, const line_pair *line, int n, int from, int to,
                         uint64_t *out) {
    memset(out, 0, (size_t)b->words * sizeof *out);
    for (int i = 0; i < n; i++) {
        const uint64_t *there = b->shift[line[i].there].ray, *back = b->shift[line[i].back].ray;
        for (int k = 0; k < b->words; k++) {
            out[k] |= there[from * b->words + k] & back[to * b->words + k];
        }
    }
}

// Whether the two are the same for all cells, as on boards whose lines neither bend nor close.
static int rays_meet(const board *b, const line_pair *line, int n) {
    for (int pair = 0; pair < b->cells * b->cells; pair++) {
        uint64_t walked[BOARD_MAX_WORDS], met[BOARD_MAX_WORDS];
        walk_between(b, pair / b->cells, pair % b->cells, walked);
        meet_between(b, line, n, pair / b->cells, pair % b->cells, met);
        if (memcmp(walked, met, (size_t)b->words * sizeof *met) != 0) {
            return 0;
        }
    }
    return 1;
}

// Whether anything ever lies ahead: on a board of dark cells not along rows.
static int leads_on(const board *b, int shift) {
    const uint64_t *ray = b->shift[shift].ray;
    for (int i = 0; i < b->cells * b->words; i++) {
        if (ray[i]) {
            return 1;
        }
    }
    return 0;
}

// Along lines that are tried one by one.
static void put_lines_between(cgen *g, const uint16_t *shift, int n) {
    buffer *t = &g->tables;
    for (int i = 0; i < n; i++) {
        buffer_addf(t, "    if (set_has(ray_%d[from], to)) {\n", shift[i]);
        if (g->p->b.shift[shift[i]].uniform) {
            buffer_addf(t,
                        "        return set_minus(set_minus(ray_%d[from], ray_%d[to]), "
                        "set_one(to));\n    }\n",
                        shift[i], shift[i]);
        } else {
            buffer_addf(t,
                        "        set sum = NO_CELLS;\n"
                        "        for (int at = to_%d[from]; at != to && at != NONE; at = "
                        "to_%d[at]) {\n            sum = set_or(sum, set_one(at));\n        }\n"
                        "        return sum;\n    }\n",
                        shift[i], shift[i]);
        }
    }
    buffer_add_text(t, "    return NO_CELLS;\n}\n");
}

// The lines there are, each both ways; 0 = one of them cannot be gone back.
static int find_lines(const board *b, const uint16_t *shift, int n, line_pair *line) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        int back = 0;
        while (back < n && !undoes(b, shift[back], shift[i])) {
            back++;
        }
        if (back == n) {
            return 0;
        }
        if (leads_on(b, shift[i])) {
            line[found++] = (line_pair){shift[i], shift[back]};
        }
    }
    return found;
}

static void put_between(cgen *g, const uint16_t *shift, int n) {
    enum { MOST_WORDS = 2 };
    const board *b = &g->p->b;
    line_pair line[MOST_LINES];
    buffer *t = &g->tables;
    int lines = b->words <= MOST_WORDS ? find_lines(b, shift, n, line) : 0;
    lines = rays_meet(b, line, lines) ? lines : 0;
    for (int i = 0; i < n && !lines; i++) {
        if (!b->shift[shift[i]].uniform) {
            cgen_need_to(g, shift[i]);
        }
    }
    buffer_add_text(t, "FN set between(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return NO_CELLS;\n    }\n");
    if (!lines) {
        put_lines_between(g, shift, n);
        return;
    }
    buffer_add_text(t,
                    "    set sum = NO_CELLS; // no jumps: which line it is cannot be foretold\n");
    for (int i = 0; i < lines; i++) {
        buffer_addf(t, "    sum = set_or(sum, set_and(ray_%d[from], ray_%d[to]));\n", line[i].there,
                    line[i].back);
    }
    buffer_add_text(t, "    return sum;\n}\n");
}

void cgen_need_toward(cgen *g) {
    uint16_t shift[MOST_LINES];
    buffer *t = &g->tables;
    if (g->has_toward) {
        return;
    }
    g->has_toward = 1;
    int n = toward_shifts(g, shift);
    for (int i = 0; i < n; i++) {
        cgen_need_ray(g, shift[i]);
    }
    buffer_add_text(t, "// The number of the shift that leads from one cell to another, or -1.\n"
                       "FN int toward(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return -1;\n    }\n");
    for (int i = 0; i < n; i++) {
        buffer_addf(t, "    if (set_has(ray_%d[from], to)) {\n        return %d;\n    }\n",
                    shift[i], shift[i]);
    }
    buffer_add_text(t, "    return -1;\n}\n");
    put_between(g, shift, n);
}

void cgen_need_shift_by(cgen *g) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    if (g->has_shift_by) {
        return;
    }
    g->has_shift_by = 1;
    for (int i = 0; i < b->shift_count; i++) {
        (void)cgen_shift(g, "x", i);
        (void)cgen_back(g, "x", i);
    }
    buffer_add_text(t, "FN set shift_by(set x, int shift, int times) {\n"
                       "    for (; times > 0; times--) {\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        buffer_addf(t, "        case %d: x = %s; break;\n", i, cgen_shift(g, "x", i).t);
    }
    buffer_add_text(t, "        default: return NO_CELLS;\n        }\n    }\n"
                       "    for (; times < 0; times++) {\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        buffer_addf(t, "        case %d: x = %s; break;\n", i, cgen_back(g, "x", i).t);
    }
    buffer_addf(t,
                "        default: return NO_CELLS;\n        }\n    }\n"
                "    return shift < 0 || shift >= %d ? NO_CELLS : x;\n}\n",
                b->shift_count);
}

void cgen_need_ray_by(cgen *g) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    if (g->has_ray_by) {
        return;
    }
    g->has_ray_by = 1;
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].ray) {
            (void)cgen_sight_from(g, i, "c", "open");
        }
    }
    buffer_add_text(t, "FN set ray_by(set from, int shift, set open) {\n"
                       "    set sum = NO_CELLS;\n    while (set_any(from)) {\n"
                       "        int c = set_pop(&from);\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].ray) {
            buffer_addf(t, "        case %d: sum = set_or(sum, %s); break;\n", i,
                        cgen_sight_from(g, i, "c", "open").t);
        }
    }
    buffer_add_text(t, "        default: return NO_CELLS;\n        }\n    }\n"
                       "    return set_and(sum, open);\n}\n");
}
