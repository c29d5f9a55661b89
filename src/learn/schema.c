// SPDX-License-Identifier: MIT
// How a schema is laid out, and looking through it; see schema.h.
#include "learn/schema.h"

#include <stdio.h>
#include <string.h>

#include "core/learn.h"

// --- Layout -----------------------------------------------------------------------------

static const int axis[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

schema *schema_new(const tsr_sight *sight, const tsr_alloc *alloc) {
    schema *s = tsr_mem_new(alloc, sizeof *s);
    if (!s) {
        return NULL;
    }
    arena_init(&s->memory, alloc, 0);
    s->sight = *sight;
    s->cells = sight->height * sight->width;
    s->ranges = sight->planes + sight->scalars;
    s->range = arena_new(&s->memory, (s->ranges + 1) * sizeof *s->range);
    if (!s->range) {
        schema_free(s);
        return NULL;
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
    int ex = x + far * axis[k][0], ey = y + far * axis[k][1];
    return ex >= 0 && ex < (int)s->sight.width && ey < (int)s->sight.height;
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
                cell[j] = (uint16_t)((y + j * axis[k][1]) * width + x + j * axis[k][0]);
            }
        }
    }
    return 1;
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
    s->most += s->lines;
    s->moves = s->actions ? s->actions + s->pieces : SCHEMA_SPREAD;
    return at <= SCHEMA_INPUTS;
}

// --- Looking ----------------------------------------------------------------------------

tsr_err schema_eye_open(schema_eye *e, const schema *s, arena *a, tsr_error *err) {
    e->planes = arena_new(a, (size_t)s->sight.planes * s->cells + 8);
    e->scalars = arena_new(a, (s->sight.scalars + 1) * sizeof *e->scalars);
    e->digit = arena_new(a, (size_t)s->cells + 1);
    return e->planes && e->scalars && e->digit
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_MEMORY, "no memory to look at positions");
}

static uint32_t put_steps(const schema_range *range, float value, uint32_t at, uint32_t *out) {
    uint32_t n = 0;
    while (n < range->steps && value >= range->step[n]) {
        out[n] = at + n;
        n++;
    }
    return n;
}

// Eight cells, the first one in the lowest byte.
static inline uint64_t eight_cells(const uint8_t *at) {
    uint64_t x;
    memcpy(&x, at, sizeof x); // the last plane has 8 bytes behind it
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

// Most cells of a plane are empty: goes from one that is not to the next.
static uint32_t put_plane(const schema *s, const schema_range *range, schema_eye *e,
                          uint32_t *out) {
    const uint8_t *plane = e->planes + (size_t)range->source * s->cells;
    uint32_t n = 0;
    for (uint32_t at = 0; at < s->cells; at += 8) {
        uint64_t eight = eight_cells(plane + at);
        eight &= s->cells - at < 8 ? ((uint64_t)1 << 8 * (s->cells - at)) - 1 : ~(uint64_t)0;
        while (eight) {
            uint32_t in = (uint32_t)__builtin_ctzll(eight) / 8, c = at + in;
            n += put_steps(range, plane[c], range->first + c * range->steps, out + n);
            e->digit[c] = range->digit ? (uint8_t)range->digit : e->digit[c];
            eight &= ~((uint64_t)0xff << 8 * in);
        }
    }
    return n;
}

static inline uint32_t put_lines_of(const schema *s, const uint8_t *digit, uint32_t *out,
                                    uint32_t length) {
    const uint16_t *cell = s->line_cell;
    uint32_t n = 0, first = s->first_line;
    for (uint32_t i = 0; i < s->lines; i++, cell += length, first += s->contents) {
        uint32_t content = 0;
        for (uint32_t j = 0; j < length; j++) {
            content = content * s->digits + digit[cell[j]];
        }
        out[n] = first + content;
        n += content != 0;
    }
    return n;
}

// The usual length is known when it is compiled.
static uint32_t put_lines(const schema *s, const uint8_t *digit, uint32_t *out) {
    return s->line == 4 ? put_lines_of(s, digit, out, 4) : put_lines_of(s, digit, out, s->line);
}

uint32_t schema_look(const schema *s, const tsr_rules *r, schema_eye *e, const void *view,
                     int viewer, uint32_t *out) {
    uint32_t n = 0;
    learn_observe(r, view, viewer, e->planes, e->scalars);
    memset(e->digit, 0, s->cells);
    for (uint32_t i = 0; i < s->ranges; i++) {
        const schema_range *range = &s->range[i];
        n += range->scalar ? put_steps(range, e->scalars[range->source], range->first, out + n)
                           : put_plane(s, range, e, out + n);
    }
    return s->line ? n + put_lines(s, e->digit, out + n) : n;
}

// --- Moves ------------------------------------------------------------------------------

static int put_pieces(const schema *s, const tsr_rules *r, const void *view, int who, tsr_move m,
                      uint32_t *out) {
    uint16_t piece[8];
    int n = s->pieces ? r->g.ai->move_pieces(r, view, who, m, piece) : 0;
    for (int i = 0; i < n; i++) {
        out[i] = s->actions + piece[i];
    }
    return n;
}

int schema_turns(const schema *s, const tsr_rules *r, const void *view, int who) {
    const tsr_game_learn *learn = s->actions ? learn_of(r) : NULL;
    return learn && learn->sees_turned && learn->sees_turned(r, view, who);
}

int schema_move_rows(const schema *s, const tsr_rules *r, const void *view, int who, tsr_move m,
                     int turned, uint32_t *out) {
    if (!s->actions) {
        out[0] = (uint32_t)(tsr_mix(m) % SCHEMA_SPREAD);
        return 1;
    }
    int n = r->more.action(r, view, who, m, out);
    for (int i = 0; turned && i < n; i++) {
        out[i] = learn_turned(r, out[i]);
    }
    return n + put_pieces(s, r, view, who, m, out + n);
}

int schema_move(const schema *s, const tsr_rules *r, const void *view, int who, tsr_move m,
                uint32_t *out) {
    return schema_move_rows(s, r, view, who, m, schema_turns(s, r, view, who), out);
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
