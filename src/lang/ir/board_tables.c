// SPDX-License-Identifier: MIT
//
// Tables that code looks up: rays, neighbours, lines of sight, rows, lines. Each is made when the first
// instruction asks for it, and never changes after that.
#include "lang/ir/board.h"

// --- Of shifts and directions -------------------------------------------------

void board_need_ray(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    size_t words = (size_t)b->words;
    if (s->ray) {
        return;
    }
    size_t rows = b->cells < 64 ? 65 : (size_t)b->cells + 1;
    s->ray = arena_new(b->a, rows * words * sizeof *s->ray);
    if (!s->ray) {
        b->failed = 1;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        int at = s->to[c];
        for (int n = 0; at != BOARD_NONE && at != c && n < b->cells; n++) {
            board_put(s->ray + (size_t)c * words, at);
            at = s->to[at];
        }
    }
}

void board_need_near(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    size_t words = (size_t)b->words;
    if (d->near) {
        return;
    }
    d->near = arena_new(b->a, (size_t)b->cells * words * sizeof *d->near);
    d->back = arena_new(b->a, (size_t)b->cells * words * sizeof *d->back);
    if (!d->near || !d->back) {
        b->failed = 1;
        d->near = NULL;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        for (int i = 0; i < d->count; i++) {
            uint16_t t = b->shift[d->shift[i]].to[c];
            if (t != BOARD_NONE) {
                board_put(d->near + (size_t)c * words, t);
                board_put(d->back + (size_t)t * words, c);
            }
        }
    }
}

void board_need_reach(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    size_t size = (size_t)b->cells * (size_t)b->words;
    if (d->reach) {
        return;
    }
    d->reach = arena_new(b->a, size * sizeof *d->reach);
    b->failed |= !d->reach;
    for (int i = 0; d->reach && i < d->count; i++) {
        const uint64_t *ray = b->shift[d->shift[i]].ray;
        for (size_t k = 0; k < size; k++) {
            d->reach[k] |= ray[k];
        }
    }
}

void board_need_look(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    for (int i = 0; i < d->count; i++) {
        const board_shift *s = &b->shift[d->shift[i]];
        if (b->words > 2 || !s->uniform || !s->ray) {
            return;
        }
    }
    if (d->look || !d->count) {
        return;
    }
    d->look = arena_new(b->a, (size_t)d->count * sizeof *d->look);
    b->failed |= !d->look;
    d->eight = b->width <= 8 && b->height <= 8;
    int n = 0;
    for (int down = 0; d->look && down < 2; down++) {
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            int by = down ? -s->amount : s->amount;
            if (by > 0) {
                d->look[n++] = (board_look){s->ray, s->mask[0], by, 0};
                d->eight &= by < 16;
            }
        }
        d->ups = down ? d->ups : n;
    }
}

void board_need_rows(board *b) {
    size_t words = (size_t)b->words, size = (size_t)b->cells * words;
    if (b->row) {
        return;
    }
    b->row = arena_new(b->a, size * sizeof *b->row);
    b->column = arena_new(b->a, size * sizeof *b->column);
    if (!b->row || !b->column) {
        b->failed = 1;
        b->row = NULL;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        for (int k = 0; k < b->cells; k++) {
            if (board_has(b->all, k) && b->y[k] == b->y[c]) {
                board_put(b->row + (size_t)c * words, k);
            }
            if (board_has(b->all, k) && b->x[k] == b->x[c]) {
                board_put(b->column + (size_t)c * words, k);
            }
        }
    }
}

int board_find_toward(const board *b, int from, int to) {
    const uint16_t *lists[3] = {b->any, b->orthogonal, b->diagonal};
    const int counts[3] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < counts[k]; i++) {
            const board_shift *s = &b->shift[lists[k][i]];
            if (s->ray && board_has(s->ray + (size_t)from * (size_t)b->words, to)) {
                return lists[k][i];
            }
        }
    }
    return -1;
}

void board_need_toward(board *b) {
    enum { MOST_CELLS = 128 };
    if (b->toward || b->cells > MOST_CELLS) {
        return;
    }
    uint16_t *table = arena_new(b->a, (size_t)(b->cells * b->cells) * sizeof *table);
    b->failed |= !table;
    for (int i = 0; table && i < b->cells * b->cells; i++) {
        int s = board_find_toward(b, i / b->cells, i % b->cells);
        table[i] = s < 0 ? BOARD_NONE : (uint16_t)s;
    }
    b->toward = table;
}

void board_need_linked(board *b) {
    uint16_t d = board_dirset(b, b->any, b->any_count);
    board_need_near(b, d);
    b->linked = b->set[d].near;
}

static int has_run(const board *b, uint64_t set, const board_shift *s, int n) {
    for (int c = 0; c < b->cells; c++) {
        int length = 0, at = c;
        while (length < n && at != BOARD_NONE && set >> at & 1) {
            length++;
            at = s->to[at];
        }
        if (length == n) {
            return 1;
        }
    }
    return 0;
}

// The axes as shifts of one word, those that have room for a run of `n`.
static void need_runs(board *b, int n) {
    if (b->words != 1 || b->run_of || n < 2) {
        return;
    }
    b->run_count = 0;
    for (int i = 0; i < b->axis_count; i++) {
        const board_shift *s = &b->shift[b->axis[i]];
        int by = s->amount < 0 ? -s->amount : s->amount;
        if (!s->uniform) {
            return;
        }
        if (by * (n - 1) < 64) {
            uint64_t mask = s->amount < 0 ? s->mask[0] >> by : s->mask[0]; // of the way up
            b->run[b->run_count++] = (board_axis){.mask = mask, .by = by};
        }
    }
    b->run_of = n;
}

void board_need_lines(board *b, int n) {
    enum { MOST_CELLS = 16 };
    need_runs(b, n);
    if (b->cells > MOST_CELLS || b->lines) {
        return;
    }
    uint32_t sets = 1u << b->cells;
    b->lines = arena_new(b->a, (sets / 64 + 1) * sizeof *b->lines);
    b->lines_of = n;
    b->failed |= !b->lines;
    for (uint32_t set = 0; b->lines && set < sets; set++) {
        for (int i = 0; i < b->axis_count; i++) {
            if (has_run(b, set, &b->shift[b->axis[i]], n)) {
                b->lines[set / 64] |= (uint64_t)1 << set % 64;
            }
        }
    }
}

// The table of `s` read backwards, or NULL if two cells lead to one.
static const uint16_t *reversed(board *b, const board_shift *s) {
    uint16_t *from = arena_new(b->a, (size_t)b->cells * sizeof *from);
    if (!from) {
        b->failed = 1;
        return NULL;
    }
    for (int c = 0; c < b->cells; c++) {
        from[c] = BOARD_NONE;
    }
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] != BOARD_NONE) {
            if (from[s->to[c]] != BOARD_NONE) {
                return NULL;
            }
            from[s->to[c]] = (uint16_t)c;
        }
    }
    return from;
}

int board_need_axes(board *b) {
    int all = 1;
    for (int i = 0; i < b->axis_count; i++) {
        if (!b->axis_back[i]) {
            b->axis_back[i] = reversed(b, &b->shift[b->axis[i]]);
        }
        all &= b->axis_back[i] != NULL;
    }
    return all;
}
