// SPDX-License-Identifier: MIT
//
// Boards as C: rays, steps, neighbours and rows as constant tables by cell.
#include "lang/cgen/cgen_board.h"
#include "lang/ir/rt/sets.h"

// Rows that tables by cell have: with one word, all its bits may be asked for.
static int rows_of(const cgen *g) {
    return g->p->b.words <= 2 ? 64 * g->p->b.words : g->p->b.cells;
}

void cgen_put_rows(cgen *g, const char *name, int number, const uint64_t *rows, int count) {
    buffer *t = &g->tables;
    const uint64_t none[BOARD_MAX_WORDS] = {0};
    buffer_addf(t, "static const set %s_%d[ROWS] = {", name, number);
    for (int c = 0; c < rows_of(g); c++) {
        buffer_add_text(t, c % (g->p->b.words == 1 ? 4 : 1) ? " " : "\n    ");
        cgen_put_literal(t, c < count ? rows + (size_t)c * (size_t)g->p->b.words : none,
                         g->p->b.words);
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

void cgen_put_cells(cgen *g, const char *name, int number, const uint16_t *to) {
    buffer_addf(&g->tables, "static const uint16_t %s_%d[CELLS] = {", name, number);
    for (int c = 0; c < g->p->b.cells; c++) {
        buffer_addf(&g->tables, "%s%u,", c % 16 ? " " : "\n    ", to[c]);
    }
    buffer_add_text(&g->tables, "\n};\n");
}

void cgen_need_only(cgen *g) {
    if (!g->has_only) {
        g->has_only = 1;
        buffer_add_text(&g->tables, "// Some words of a set; the others are known to be empty.\n"
                                    "RT set only(set x, const unsigned words) {\n"
                                    "#define ONLY(i) x.w[i] = words >> i & 1 ? x.w[i] : 0;\n"
                                    "    EACH_WORD(ONLY)\n#undef ONLY\n    return x;\n}\n");
    }
}

void cgen_need_ray(cgen *g, int shift) {
    if (!g->has_ray[shift]) {
        g->has_ray[shift] = 1;
        cgen_put_rows(g, "ray", shift, g->p->b.shift[shift].ray, g->p->b.cells);
    }
}

void cgen_need_to(cgen *g, int shift) {
    if (!g->has_to[shift]) {
        g->has_to[shift] = 1;
        cgen_put_cells(g, "to", shift, g->p->b.shift[shift].to);
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
    cgen_put_cells(g, "origin", shift, from);
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
        cgen_put_literal(t, sum, b->words);
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
        cgen_put_literal(t, sum, b->words);
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
        cgen_put_literal(t, line, b->words);
        buffer_add_text(t, ",");
    }
    buffer_add_text(t, "\n};\n");
}

void cgen_find_room(const board *b, int shift, int times, uint64_t *room) {
    uint64_t step[BOARD_MAX_WORDS];
    set_copy(room, b->all, b->words);
    for (int i = 0; i < times; i++) {
        set_back(step, room, &b->shift[shift], b->words);
        set_copy(room, step, b->words);
    }
}

// If it does not, its bits would be moved by more than a word has.
int cgen_fits_line(const board *b, int shift, int n) {
    uint64_t room[BOARD_MAX_WORDS];
    cgen_find_room(b, shift, n - 1, room);
    return set_any(room, b->words);
}
