// SPDX-License-Identifier: MIT
//
// Boards as C: masks, rays and rows as constant tables, and the functions over them
// (sights, floods, lines) with their directions unrolled.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"
#include "lang/ir/rt/sets.h"

// --- Constants ----------------------------------------------------------------------------

static int words_of(const cgen *g) {
    return g->p->b.words;
}

// Rows that tables by cell have: with one word, all its bits may be asked for.
static int rows_of(const cgen *g) {
    return words_of(g) <= 2 ? 64 * words_of(g) : g->p->b.cells;
}

static void put_literal(buffer *out, const uint64_t *x, int words) {
    if (words == 1) {
        buffer_addf(out, "0x%" PRIx64 "ull", x[0]);
    } else if (words == 2) {
        buffer_addf(out, "SET2(0x%" PRIx64 "u, 0x%" PRIx64 "u)", x[1], x[0]);
    } else {
        buffer_add_text(out, "{{");
        for (int i = 0; i < words; i++) {
            buffer_addf(out, "%s0x%" PRIx64 "u", i ? ", " : "", x[i]);
        }
        buffer_add_text(out, "}}");
    }
}

static cgen_word short_literal(const uint64_t *x, int words) {
    cgen_word w;
    if (words == 1) {
        // As wide as a set even if it is small: what follows may be its complement.
        cgen_set(w.t, sizeof w.t, "0x%" PRIx64 "ull", x[0]);
    } else {
        cgen_set(w.t, sizeof w.t, "SET2(0x%" PRIx64 "u, 0x%" PRIx64 "u)", x[1], x[0]);
    }
    return w;
}

// A constant set: written in place where it is short, else by the name given.
static cgen_word constant(cgen *g, const uint64_t *x, uint8_t *has, const char *kind, int number) {
    cgen_word w;
    if (words_of(g) <= 2) {
        return short_literal(x, words_of(g));
    }
    cgen_set(w.t, sizeof w.t, "%s_%d", kind, number);
    if (!*has) {
        *has = 1;
        buffer_addf(&g->tables, "static const set %s = ", w.t);
        put_literal(&g->tables, x, words_of(g));
        buffer_add_text(&g->tables, ";\n");
    }
    return w;
}

cgen_word cgen_const(cgen *g, int k) {
    return constant(g, g->p->consts + k * words_of(g), &g->has_const[k], "cells", k);
}

cgen_word cgen_all(cgen *g) {
    return constant(g, g->p->b.all, &g->has_all, "board", 0);
}

static cgen_word mask(cgen *g, int shift) {
    return constant(g, g->p->b.shift[shift].mask, &g->has_mask[shift], "mask", shift);
}

// --- Algebra ------------------------------------------------------------------------------

static cgen_word binary(const cgen *g, const char *x, const char *op, const char *name,
                        const char *y) {
    cgen_word w;
    if (g->p->b.words <= 2) {
        cgen_set(w.t, sizeof w.t, "(%s %s%s)", x, op, y);
    } else {
        cgen_set(w.t, sizeof w.t, "%s(%s, %s)", name, x, y);
    }
    return w;
}

cgen_word cgen_and(cgen *g, const char *x, const char *y) {
    return binary(g, x, "& ", "set_and", y);
}

cgen_word cgen_or(cgen *g, const char *x, const char *y) {
    return binary(g, x, "| ", "set_or", y);
}

cgen_word cgen_minus(cgen *g, const char *x, const char *y) {
    return binary(g, x, "& ~", "set_minus", y);
}

// --- Moving sets ----------------------------------------------------------------------------

static cgen_word slide_bits(const cgen *g, const char *x, int amount) {
    cgen_word w;
    if (amount == 0) {
        cgen_set(w.t, sizeof w.t, "%s", x);
    } else if (g->p->b.words <= 2) {
        cgen_set(w.t, sizeof w.t, "(%s %s %d)", x, amount > 0 ? "<<" : ">>",
                 amount > 0 ? amount : -amount);
    } else {
        cgen_set(w.t, sizeof w.t, "set_%s(%s, %d)", amount > 0 ? "up" : "down", x,
                 amount > 0 ? amount : -amount);
    }
    return w;
}

cgen_word cgen_shift(cgen *g, const char *x, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    cgen_word w;
    if (s->uniform) {
        return slide_bits(g, cgen_and(g, x, mask(g, shift).t).t, s->amount);
    }
    cgen_need_to(g, shift);
    cgen_set(w.t, sizeof w.t, "set_steps(%s, to_%d)", x, shift);
    return w;
}

cgen_word cgen_back(cgen *g, const char *x, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    cgen_word w;
    if (s->uniform) {
        return cgen_and(g, slide_bits(g, x, -s->amount).t, mask(g, shift).t);
    }
    cgen_need_to(g, shift);
    cgen_set(w.t, sizeof w.t, "set_unsteps(%s, to_%d)", x, shift);
    return w;
}

// --- Tables by cell ---------------------------------------------------------------------------

static void put_rows(cgen *g, const char *name, int number, const uint64_t *rows, int count) {
    buffer *t = &g->tables;
    const uint64_t none[BOARD_MAX_WORDS] = {0};
    buffer_addf(t, "static const set %s_%d[ROWS] = {", name, number);
    for (int c = 0; c < rows_of(g); c++) {
        buffer_add_text(t, c % (words_of(g) == 1 ? 4 : 1) ? " " : "\n    ");
        put_literal(t, c < count ? rows + (size_t)c * (size_t)words_of(g) : none, words_of(g));
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

static void put_cells(cgen *g, const char *name, int number, const uint16_t *to) {
    buffer_addf(&g->tables, "static const uint16_t %s_%d[CELLS] = {", name, number);
    for (int c = 0; c < g->p->b.cells; c++) {
        buffer_addf(&g->tables, "%s%u,", c % 16 ? " " : "\n    ", to[c]);
    }
    buffer_add_text(&g->tables, "\n};\n");
}

void cgen_need_ray(cgen *g, int shift) {
    if (!g->has_ray[shift]) {
        g->has_ray[shift] = 1;
        put_rows(g, "ray", shift, g->p->b.shift[shift].ray, g->p->b.cells);
    }
}

void cgen_need_to(cgen *g, int shift) {
    if (!g->has_to[shift]) {
        g->has_to[shift] = 1;
        put_cells(g, "to", shift, g->p->b.shift[shift].to);
    }
}

// Where a step by a shift that is no uniform one came from: as walk_class_origin.
void cgen_need_origin(cgen *g, int shift) {
    uint16_t from[BOARD_MAX_CELLS];
    const board_shift *s = &g->p->b.shift[shift];
    if (g->has_origin[shift]) {
        return;
    }
    g->has_origin[shift] = 1;
    for (int c = 0; c < g->p->b.cells; c++) {
        from[c] = (uint16_t)c;
    }
    for (int c = g->p->b.cells - 1; c >= 0; c--) {
        if (s->to[c] != BOARD_NONE) {
            from[s->to[c]] = (uint16_t)c;
        }
    }
    put_cells(g, "origin", shift, from);
}

void cgen_need_star(cgen *g, int dirs) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    uint64_t sum[BOARD_MAX_WORDS];
    if (g->has_star[dirs]) {
        return;
    }
    g->has_star[dirs] = 1;
    buffer_addf(t, "static const set star_%d[ROWS] = {", dirs);
    for (int c = 0; c < rows_of(g); c++) {
        set_zero(sum, b->words);
        for (int i = 0; c < b->cells && i < b->set[dirs].count; i++) {
            const board_shift *s = &b->shift[b->set[dirs].shift[i]];
            set_or(sum, s->ray + (size_t)c * (size_t)b->words, b->words);
        }
        buffer_add_text(t, c % (b->words == 1 ? 4 : 1) ? " " : "\n    ");
        put_literal(t, sum, b->words);
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

void cgen_need_near(cgen *g, int dirs, int backwards) {
    static const char *const names[] = {"near", "into"};
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    uint64_t one[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS], step[BOARD_MAX_WORDS];
    if (g->has_near[backwards][dirs]) {
        return;
    }
    g->has_near[backwards][dirs] = 1;
    buffer_addf(t, "static const set %s_%d[ROWS] = {", names[backwards], dirs);
    for (int c = 0; c < rows_of(g); c++) {
        set_zero(sum, b->words);
        for (int i = 0; c < b->cells && i < b->set[dirs].count; i++) {
            const board_shift *s = &b->shift[b->set[dirs].shift[i]];
            set_one(one, c, b->words);
            if (backwards) {
                set_back(step, one, s, b->words);
            } else {
                set_shift(step, one, s, b->words);
            }
            set_or(sum, step, b->words);
        }
        buffer_add_text(t, c % (b->words == 1 ? 4 : 1) ? " " : "\n    ");
        put_literal(t, sum, b->words);
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

void cgen_need_rows(cgen *g, int columns) {
    const board *b = &g->p->b;
    const int16_t *axis = columns ? b->x : b->y;
    uint64_t line[BOARD_MAX_WORDS];
    buffer *t = &g->tables;
    uint8_t *has = columns ? &g->has_columns : &g->has_rows;
    if (*has) {
        return;
    }
    *has = 1;
    buffer_addf(t, "static const set %s[ROWS] = {", columns ? "column_of" : "row_of");
    for (int c = 0; c < rows_of(g); c++) {
        set_zero(line, b->words);
        for (int k = 0; c < b->cells && k < b->cells; k++) {
            if (axis[k] == axis[c]) {
                board_put(line, k);
            }
        }
        set_and(line, b->all, b->words);
        buffer_add_text(t, "\n    ");
        put_literal(t, line, b->words);
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

// --- Rays -------------------------------------------------------------------------------------

// What is seen from cell `c` along one shift, as an expression.
static cgen_word sight_from(cgen *g, int shift, const char *c, const char *open) {
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

static int each_shift(const cgen *g, int dirs, int i) {
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

void cgen_need_sights(cgen *g, int dirs) {
    if (g->has_sights[dirs]) {
        return;
    }
    g->has_sights[dirs] = 1;
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)sight_from(g, s, "c", "open"); // its tables come first
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set sight_%d(int c, set open) {\n    set sum = NO_CELLS;\n", dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        put_or_line(g, t, "sum", sight_from(g, s, "c", "open").t);
    }
    buffer_add_text(t, "    return sum;\n}\n");
    put_over_cells(t, "sight", dirs);
}

void cgen_need_slide(cgen *g, int dirs) {
    if (g->has_slide[dirs]) {
        return;
    }
    g->has_slide[dirs] = 1;
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        cgen_need_to(g, s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set slides_%d(set from, set open, int min, int max) {\n"
                "    set sum = NO_CELLS;\n    while (set_any(from)) {\n"
                "        int c = set_pop(&from);\n",
                dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        sum = set_or(sum, slide_steps(to_%d, c, open, min, max));\n", s);
    }
    buffer_add_text(t, "    }\n    return sum;\n}\n");
}

void cgen_need_farthest(cgen *g, int dirs) {
    if (g->has_farthest[dirs]) {
        return;
    }
    g->has_farthest[dirs] = 1;
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        cgen_need_to(g, s);
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set farthest_%d(int c, set open) {\n    set sum = NO_CELLS;\n", dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
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
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)sight_from(g, s, "c", "open");
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set vaults_%d(set from, set open, set over) {\n"
                "    set sum = NO_CELLS, hit;\n    while (set_any(from)) {\n"
                "        int c = set_pop(&from);\n",
                dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t, "        hit = set_and(set_minus(%s, open), over);\n",
                    sight_from(g, s, "c", "open").t);
        buffer_addf(t,
                    "        if (set_any(hit)) {\n            sum = set_or(sum, %s);\n        }\n",
                    sight_from(g, s, "set_first(hit)", "open").t);
    }
    buffer_add_text(t, "    }\n    return sum;\n}\n");
}

// --- Fills -------------------------------------------------------------------------------------

static int all_uniform(const cgen *g, int dirs) {
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
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
    for (int i = 0, s; uniform && (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_shift(g, "edge", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "FN set flood_%d(set seed, set within) {\n"
                "    set all = set_and(seed, within), edge = all;\n"
                "    while (set_any(edge)) {\n        set next = NO_CELLS;\n",
                dirs);
    for (int i = 0, s; uniform && (s = each_shift(g, dirs, i)) >= 0; i++) {
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
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_shift(g, "edge", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "FN set hops_%d(set from, set over, set to) {\n"
                "    set all = NO_CELLS, edge = from, room = set_minus(to, from);\n"
                "    while (set_any(edge)) {\n        set next = NO_CELLS, crossed;\n",
                dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
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
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)sight_from(g, s, "c", "run");
    }
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT set flank_%d(set from, set goal, set run) {\n"
                "    set sum = NO_CELLS, seen;\n    int c = set_first(from);\n"
                "    if (c < 0) {\n        return sum;\n    }\n",
                dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        buffer_addf(t,
                    "    seen = %s;\n"
                    "    if (set_meets(set_minus(seen, run), goal)) {\n"
                    "        sum = set_or(sum, set_and(seen, run));\n    }\n",
                    sight_from(g, s, "c", "run").t);
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
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
        (void)cgen_back(g, "x", s);
    }
    buffer *t = &g->tables;
    buffer_addf(t, "RT set rayhit_%d(set goal, set run) {\n    set sum = NO_CELLS, x, grown;\n",
                dirs);
    for (int i = 0, s; (s = each_shift(g, dirs, i)) >= 0; i++) {
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

// --- Lines --------------------------------------------------------------------------------------

// The cells from which `times` steps of a shift exist.
static void find_room(const board *b, int shift, int times, uint64_t *room) {
    uint64_t step[BOARD_MAX_WORDS];
    set_copy(room, b->all, b->words);
    for (int i = 0; i < times; i++) {
        set_back(step, room, &b->shift[shift], b->words);
        set_copy(room, step, b->words);
    }
}

static void put_room(cgen *g, int shift, int times) {
    const board *b = &g->p->b;
    uint64_t room[BOARD_MAX_WORDS];
    if (b->words <= 2) {
        return;
    }
    find_room(b, shift, times, room);
    buffer_addf(&g->tables, "static const set room_%d_%d = ", shift, times);
    put_literal(&g->tables, room, b->words);
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
                    slide_bits(g, "run", -b->shift[shift].amount * more).t);
        known += more;
    }
    find_room(b, shift, n - 1, room);
    if (b->words <= 2) {
        m = short_literal(room, b->words);
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

// Whether a run of `n` fits the board anywhere. If not, its bits would be moved by more than a
// word has.
static int fits_line(const board *b, int shift, int n) {
    uint64_t room[BOARD_MAX_WORDS];
    find_room(b, shift, n - 1, room);
    return set_any(room, b->words);
}

static void put_rooms(cgen *g, int n, int has) {
    for (int i = 0; i < g->p->b.axis_count && !g->has_line[!has][n]; i++) {
        if (fits_line(&g->p->b, g->p->b.axis[i], n)) {
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
        if (!fits_line(b, b->axis[i], n)) {
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
                put_literal(t, line, b->words);
                buffer_add_text(t, ",");
                count++;
            }
        }
    }
    if (!count) { // no room for such a line: one that nothing fits
        uint64_t all[BOARD_MAX_WORDS];
        memset(all, 0xff, sizeof all);
        put_literal(t, all, b->words);
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

void cgen_need_line(cgen *g, int n, int has) {
    if (n < 1 || n > CGEN_MAX_LINE) {
        g->failed = 1;
        return;
    }
    if (g->has_line[has][n]) {
        return;
    }
    if (axes_are_uniform(g)) {
        put_uniform_lines(g, n, has);
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
        put_cells(g, "axis_back", n * 100 + i, b->axis_back[i]);
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
    put_rows(g, "linked", 0, g->p->b.linked, g->p->b.cells);
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

// --- From cell to cell ----------------------------------------------------------------------------

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

void cgen_need_toward(cgen *g) {
    uint16_t shift[48];
    buffer *t = &g->tables;
    if (g->has_toward) {
        return;
    }
    g->has_toward = 1;
    int n = toward_shifts(g, shift);
    for (int i = 0; i < n; i++) {
        cgen_need_ray(g, shift[i]);
        if (!g->p->b.shift[shift[i]].uniform) {
            cgen_need_to(g, shift[i]);
        }
    }
    buffer_add_text(t, "// The number of the shift that leads from one cell to another, or -1.\n"
                       "FN int toward(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return -1;\n    }\n");
    for (int i = 0; i < n; i++) {
        buffer_addf(t, "    if (set_has(ray_%d[from], to)) {\n        return %d;\n    }\n",
                    shift[i], shift[i]);
    }
    buffer_add_text(t, "    return -1;\n}\n"
                       "FN set between(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return NO_CELLS;\n    }\n");
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
            (void)sight_from(g, i, "c", "open");
        }
    }
    buffer_add_text(t, "FN set ray_by(set from, int shift, set open) {\n"
                       "    set sum = NO_CELLS;\n    while (set_any(from)) {\n"
                       "        int c = set_pop(&from);\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].ray) {
            buffer_addf(t, "        case %d: sum = set_or(sum, %s); break;\n", i,
                        sight_from(g, i, "c", "open").t);
        }
    }
    buffer_add_text(t, "        default: return NO_CELLS;\n        }\n    }\n"
                       "    return set_and(sum, open);\n}\n");
}
