// SPDX-License-Identifier: MIT
// Looking through a schema; see schema.h.
#include <string.h>

#include "core/learn.h"
#include "learn/schema.h"

// --- Looking ----------------------------------------------------------------------------

// Zeros behind the board, where lines that do not fit would go on; what is read there is not used.
static size_t reach(const schema *s) {
    return (size_t)SCHEMA_LINE * (s->sight.width + 1) + PICKS_LANE;
}

tsr_err schema_eye_open(schema_eye *e, const schema *s, arena *a, tsr_error *err) {
    e->planes = arena_new(a, (size_t)s->sight.planes * s->cells + 8);
    e->scalars = arena_new(a, (s->sight.scalars + 1) * sizeof *e->scalars);
    e->plane = arena_new(a, (size_t)s->room + 1);
    e->digit = arena_new(a, (size_t)s->room + reach(s));
    e->content = arena_new(a, (size_t)s->room + 1);
    e->by = picks_best();
    return e->planes && e->scalars && e->plane && e->digit && e->content
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

// A plane that counts.
static uint32_t put_counts(const schema *s, const schema_range *range, const uint8_t *plane,
                           uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t c = 0; c < s->cells; c++) {
        n += plane[c] ? put_steps(range, plane[c], range->first + c * range->steps, out + n) : 0;
    }
    return n;
}

static uint32_t put_plane(const schema *s, const schema_range *range, schema_eye *e,
                          uint32_t *out) {
    const uint8_t *plane = e->planes + (size_t)range->source * s->cells;
    memcpy(e->plane, plane, s->cells); // zeros follow, where the next plane would
    if (range->digit) {
        e->by->mark(e->plane, s->room, (uint8_t)range->digit, e->digit);
    }
    if (range->steps == 1 && range->step[0] <= 1) { // something is there or not
        return e->by->pick(e->plane, s->cells, 1, range->first - 1, s->cell, out);
    }
    return put_counts(s, range, plane, out);
}

// Lines whose contents bytes can hold, an axis at once.
static uint32_t put_axes(const schema *s, schema_eye *e, uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < 4; k++) {
        size_t at = (size_t)k * s->room;
        uint32_t step = (uint32_t)(schema_axis[k][1] * (int)s->sight.width + schema_axis[k][0]);
        e->by->contents(e->digit, s->room, step, s->line, s->digits, s->line_fits + at, e->content);
        n += e->by->pick(e->content, s->cells, 255, s->first_line, s->line_from + at, out + n);
    }
    return n;
}

// Any others, one by one.
static uint32_t put_lines(const schema *s, const uint8_t *digit, uint32_t *out) {
    const uint16_t *cell = s->line_cell;
    uint32_t n = 0, first = s->first_line;
    for (uint32_t i = 0; i < s->lines; i++, cell += s->line, first += s->contents) {
        uint32_t content = 0;
        for (uint32_t j = 0; j < s->line; j++) {
            content = content * s->digits + digit[cell[j]];
        }
        out[n] = first + content;
        n += content != 0;
    }
    return n;
}

uint32_t schema_look(const schema *s, const tsr_rules *r, schema_eye *e, const void *view,
                     int viewer, uint32_t *out) {
    uint32_t n = 0;
    learn_observe(r, view, viewer, e->planes, e->scalars);
    memset(e->digit, 0, s->room);
    for (uint32_t i = 0; i < s->ranges; i++) {
        const schema_range *range = &s->range[i];
        n += range->scalar ? put_steps(range, e->scalars[range->source], range->first, out + n)
                           : put_plane(s, range, e, out + n);
    }
    if (s->line_fits) {
        return n + put_axes(s, e, out + n);
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
