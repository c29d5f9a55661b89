// SPDX-License-Identifier: MIT
// How a schema is laid out, and what its inputs and moves are called; see schema.h.
#include "learn/schema.h"

#include <stdio.h>

// --- Layout -----------------------------------------------------------------------------

const int schema_axis[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

schema *schema_new(const tsr_sight *sight, const tsr_alloc *alloc) {
    schema *s = tsr_mem_new(alloc, sizeof *s);
    if (!s) {
        return NULL;
    }
    arena_init(&s->memory, alloc, 0);
    s->sight = *sight;
    s->cells = sight->height * sight->width;
    s->room = (s->cells + PICKS_LANE - 1) / PICKS_LANE * PICKS_LANE;
    s->ranges = sight->planes + sight->scalars;
    s->range = arena_new(&s->memory, (s->ranges + 1) * sizeof *s->range);
    s->cell = arena_new(&s->memory, (s->room + 1) * sizeof *s->cell);
    if (!s->range || !s->cell) {
        schema_free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < s->room; i++) {
        s->cell[i] = i;
    }
    for (uint32_t i = 0; i < s->ranges; i++) {
        s->range[i].scalar = i >= sight->planes;
        s->range[i].source = i < sight->planes ? i : i - sight->planes;
    }
    return s;
}

void schema_free(schema *s) {
    if (s) {
        const tsr_alloc *alloc = s->memory.alloc;
        arena_deinit(&s->memory);
        tsr_mem_free(alloc, s, sizeof *s);
    }
}

// Whether a line along axis `k` from cell x, y stays on the board.
static int line_fits(const schema *s, int k, int x, int y) {
    int far = (int)s->line - 1;
    int ex = x + far * schema_axis[k][0], ey = y + far * schema_axis[k][1];
    return ex >= 0 && ex < (int)s->sight.width && ey < (int)s->sight.height;
}

// Where lines begin that a byte can hold.
static int place_lines(schema *s) {
    int width = (int)s->sight.width, cells = (int)s->cells;
    s->line_from = arena_new(&s->memory, (size_t)4 * s->room * sizeof *s->line_from);
    s->line_fits = arena_new(&s->memory, (size_t)4 * s->room);
    if (!s->line_from || !s->line_fits) {
        return 0;
    }
    uint32_t from = 0;
    for (int k = 0; k < 4; k++) {
        for (int c = 0; c < cells; c++) {
            if (line_fits(s, k, c % width, c / width)) {
                s->line_from[(uint32_t)k * s->room + (uint32_t)c] = from;
                s->line_fits[(uint32_t)k * s->room + (uint32_t)c] = 255;
                from += s->contents;
            }
        }
    }
    return 1;
}

static int lay_lines(schema *s) {
    int width = (int)s->sight.width, height = (int)s->sight.height;
    s->line_cell = arena_new(&s->memory, (size_t)4 * s->cells * s->line * sizeof *s->line_cell + 2);
    if (!s->line_cell) {
        return 0;
    }
    for (int i = 0; i < 4 * width * height; i++) {
        int k = i / (width * height), x = i % width, y = i / width % height;
        if (line_fits(s, k, x, y)) {
            uint16_t *cell = s->line_cell + (size_t)s->lines++ * s->line;
            for (int j = 0; j < (int)s->line; j++) {
                cell[j] =
                    (uint16_t)((y + j * schema_axis[k][1]) * width + x + j * schema_axis[k][0]);
            }
        }
    }
    return s->contents > 256 || place_lines(s);
}

int schema_lay_out(schema *s) {
    uint64_t at = 0;
    s->digits = 1;
    for (uint32_t i = 0; i < s->ranges; i++) {
        schema_range *range = &s->range[i];
        range->first = (uint32_t)at;
        at += (uint64_t)range->steps * (range->scalar ? 1 : s->cells);
        s->digits += range->digit != 0;
        if (at > SCHEMA_INPUTS) {
            return 0;
        }
    }
    s->first_line = (uint32_t)at;
    s->most = (uint32_t)at;
    s->contents = 1;
    for (uint32_t i = 0; i < s->line; i++) {
        s->contents *= s->digits;
        if (s->contents > SCHEMA_INPUTS) {
            return 0;
        }
    }
    if (s->line && !lay_lines(s)) {
        return 0;
    }
    at += (uint64_t)s->lines * s->contents;
    s->inputs = (uint32_t)at;
    s->most += s->lines + PICKS_SPARE;
    s->moves = s->actions ? s->actions + s->pieces : SCHEMA_SPREAD;
    return at <= SCHEMA_INPUTS;
}

// --- Names ------------------------------------------------------------------------------

static int line_name(const schema *s, uint32_t input, char *buf, size_t cap) {
    uint32_t line = (input - s->first_line) / s->contents;
    const uint16_t *cell = s->line_cell + (size_t)line * s->line;
    uint32_t width = s->sight.width;
    return snprintf(buf, cap, "line %u,%u %u,%u: %u of %u", cell[0] % width, cell[0] / width,
                    cell[1] % width, cell[1] / width, (input - s->first_line) % s->contents,
                    s->digits);
}

int schema_input_name(const schema *s, uint32_t input, char *buf, size_t cap) {
    if (input >= s->first_line) {
        return line_name(s, input, buf, cap);
    }
    uint32_t i = 0;
    while (i + 1 < s->ranges && s->range[i + 1].first <= input) {
        i++;
    }
    const schema_range *range = &s->range[i];
    uint32_t at = input - range->first, cell = at / range->steps;
    double step = (double)range->step[at % range->steps];
    if (range->scalar) {
        return snprintf(buf, cap, "%s from %.6g", range->name, step);
    }
    return snprintf(buf, cap, "%s on %u,%u from %.6g", range->name, cell % s->sight.width,
                    cell / s->sight.width, step);
}

int schema_move_name(const schema *s, const tsr_rules *r, uint32_t row, char *buf, size_t cap) {
    if (row < s->actions) {
        return r->more.action_text(r, row, buf, cap);
    }
    return snprintf(buf, cap, "%s %u", s->actions ? "piece" : "code", row - s->actions);
}
