// SPDX-License-Identifier: MIT
//
// The board: cells and their names, shifts and sets of directions, each interned once. What is looked
// up by code is made of them in board_tables.c.
#include "lang/ir/board.h"

#include <string.h>

// --- Looking up --------------------------------------------------------------

int board_cell(const board *b, const char *name) {
    for (int c = 0; c < b->cells; c++) {
        if (b->name[c] && strcmp(b->name[c], name) == 0) {
            return c;
        }
    }
    return -1;
}

int board_dir_find(const board *b, const char *name) {
    for (int i = 0; i < b->dir_count; i++) {
        if (strcmp(b->dir[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int cell_at(const board *b, int x, int y) {
    if (b->wrap_x) {
        x = (x % b->width + b->width) % b->width;
    }
    if (b->wrap_y) {
        y = (y % b->height + b->height) % b->height;
    }
    if (x < 0 || y < 0 || x >= b->width || y >= b->height) {
        return -1;
    }
    int c = y * b->width + x;
    return board_has(b->all, c) ? c : -1;
}

// --- Shifts ------------------------------------------------------------------

uint16_t board_shift_new(board *b) {
    if (b->shift_count >= BOARD_MAX_SHIFTS) {
        b->failed = 1;
        return 0;
    }
    board_shift *s = &b->shift[b->shift_count];
    memset(s, 0, sizeof *s);
    s->to = arena_new(b->a, (size_t)b->cells * sizeof *s->to);
    s->mask = board_set_new(b);
    s->back = BOARD_NONE;
    s->part[0] = s->part[1] = BOARD_NONE;
    if (!s->to || !s->mask) {
        b->failed = 1;
        return 0;
    }
    for (int c = 0; c < b->cells; c++) {
        s->to[c] = BOARD_NONE;
    }
    return (uint16_t)b->shift_count++;
}

// Fills in what follows from the table `to`.
void board_shift_finish(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    int amount = 0, first = 1;
    s->uniform = 1;
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] == BOARD_NONE) {
            continue;
        }
        board_put(s->mask, c);
        int d = (int)s->to[c] - c;
        if (first) {
            amount = d;
            first = 0;
        } else if (d != amount) {
            s->uniform = 0;
        }
    }
    s->uniform = s->uniform && !first && amount != 0;
    s->amount = (int16_t)amount;
}

uint16_t board_shift_by(board *b, int dx, int dy) {
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].dx == dx && b->shift[i].dy == dy && b->shift[i].part[0] == BOARD_NONE) {
            return (uint16_t)i;
        }
    }
    uint16_t id = board_shift_new(b);
    if (b->failed) {
        return 0;
    }
    board_shift *s = &b->shift[id];
    s->dx = (int16_t)dx;
    s->dy = (int16_t)dy;
    for (int c = 0; c < b->cells; c++) {
        int t = c < b->area0 && board_has(b->all, c)
                    ? cell_at(b, c % b->width + dx, c / b->width + dy)
                    : -1;
        if (t >= 0 && b->apart && t % b->width / b->apart != c % b->width / b->apart) {
            t = -1; // nothing leads from one grid to another
        }
        s->to[c] = t < 0 ? BOARD_NONE : (uint16_t)t;
    }
    board_shift_finish(b, id);
    return id;
}

uint16_t board_shift_join(board *b, uint16_t first, uint16_t second) {
    const board_shift *p = &b->shift[first], *q = &b->shift[second];
    if (b->lattice && p->part[0] == BOARD_NONE && q->part[0] == BOARD_NONE) {
        return board_shift_by(b, p->dx + q->dx, p->dy + q->dy);
    }
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].part[0] == first && b->shift[i].part[1] == second) {
            return (uint16_t)i;
        }
    }
    uint16_t id = board_shift_new(b);
    if (b->failed) {
        return 0;
    }
    board_shift *s = &b->shift[id];
    s->part[0] = first;
    s->part[1] = second;
    for (int c = 0; c < b->cells; c++) {
        uint16_t mid = b->shift[first].to[c];
        s->to[c] = mid == BOARD_NONE ? BOARD_NONE : b->shift[second].to[mid];
    }
    board_shift_finish(b, id);
    return id;
}

static int undoes(const board *b, const board_shift *p, const board_shift *q) {
    for (int c = 0; c < b->cells; c++) {
        if (p->to[c] != BOARD_NONE && q->to[p->to[c]] != c) {
            return 0;
        }
        if (q->to[c] != BOARD_NONE && p->to[q->to[c]] != c) {
            return 0;
        }
    }
    return 1;
}

uint16_t board_shift_back(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    if (s->back != BOARD_NONE) {
        return s->back;
    }
    if (b->lattice && s->part[0] == BOARD_NONE) {
        uint16_t back = board_shift_by(b, -s->dx, -s->dy);
        b->shift[id].back = back;
        return back;
    }
    for (int i = 0; i < b->shift_count; i++) {
        if (undoes(b, s, &b->shift[i])) {
            s->back = (uint16_t)i;
            return s->back;
        }
    }
    return BOARD_NONE;
}

int board_shift_is_one_to_one(const board *b, uint16_t id) {
    const board_shift *s = &b->shift[id];
    uint64_t reached[BOARD_MAX_WORDS] = {0};
    for (int c = 0; c < b->cells && !s->uniform; c++) {
        if (s->to[c] == BOARD_NONE) {
            continue;
        }
        if (board_has(reached, s->to[c])) {
            return 0;
        }
        board_put(reached, s->to[c]);
    }
    return 1;
}

// --- Direction sets ----------------------------------------------------------

uint16_t board_dirset(board *b, const uint16_t *shifts, int count) {
    dirset d;
    memset(&d, 0, sizeof d);
    for (int i = 0; i < count; i++) {
        int known = 0;
        for (int k = 0; k < d.count; k++) {
            known |= d.shift[k] == shifts[i];
        }
        if (!known && d.count < DIRSET_MAX) {
            d.shift[d.count++] = shifts[i];
        }
    }
    for (int i = 0; i < b->set_count; i++) {
        if (b->set[i].count == d.count &&
            memcmp(b->set[i].shift, d.shift, (size_t)d.count * sizeof *d.shift) == 0) {
            return (uint16_t)i;
        }
    }
    if (b->set_count >= BOARD_MAX_DIRSETS) {
        b->failed = 1;
        return 0;
    }
    b->set[b->set_count] = d;
    return (uint16_t)b->set_count++;
}

void board_dir_add(board *b, const char *name, uint16_t shift) {
    if (b->dir_count >= BOARD_MAX_DIRS) {
        b->failed = 1;
        return;
    }
    b->dir[b->dir_count].name = name;
    b->dir[b->dir_count++].shift = shift;
}
