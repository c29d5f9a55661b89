// SPDX-License-Identifier: MIT
//
// 2048: how tiles slide and merge.

#include <string.h>

#include "2048/2048.h"

int tiles_size_of(const tsr_rules *r) {
    return r->opt[0];
}

int tiles_cells_of(const tsr_rules *r) {
    return tiles_size_of(r) * tiles_size_of(r);
}

int tiles_most(const tsr_rules *r) { // a row of all tiles down to two of the last, which is a 4
    return tiles_cells_of(r) + 1;
}

int tiles_cell_at(int size, int to, int line, int i) {
    int far = size - 1 - i;
    switch (to) {
    case 0: return i * size + line;
    case 1: return line * size + far;
    case 2: return far * size + line;
    default: return line * size + i;
    }
}

// Slides one line; adds what merges to `points`. Returns whether anything moved.
static int slide_line(uint8_t *cell, int size, int to, int line, uint32_t *points) {
    int moved = 0, next = 0, may_merge = 0;
    for (int i = 0; i < size; i++) {
        int from = tiles_cell_at(size, to, line, i);
        int tile = cell[from];
        if (!tile) {
            continue;
        }
        int last = next ? tiles_cell_at(size, to, line, next - 1) : 0;
        cell[from] = 0;
        if (may_merge && cell[last] == tile) { // a tile that was merged merges no more
            *points += (uint32_t)1 << ++cell[last];
            may_merge = 0;
            moved = 1;
        } else {
            moved |= next != i;
            cell[tiles_cell_at(size, to, line, next++)] = (uint8_t)tile;
            may_merge = 1;
        }
    }
    return moved;
}

int tiles_slide(const tsr_rules *r, uint8_t *cell, int to, uint32_t *points) {
    int moved = 0;
    for (int line = 0; line < tiles_size_of(r); line++) {
        moved |= slide_line(cell, tiles_size_of(r), to, line, points);
    }
    return moved;
}

int tiles_can_slide(const tsr_rules *r, const tiles *s, int to) {
    uint8_t cell[TILES_CELLS];
    uint32_t points = 0;
    memcpy(cell, s->cell, sizeof cell);
    return tiles_slide(r, cell, to, &points);
}

int tiles_is_stuck(const tsr_rules *r, const tiles *s) {
    for (int to = 0; to < TILES_WAYS; to++) {
        if (tiles_can_slide(r, s, to)) {
            return 0;
        }
    }
    return 1;
}

int tiles_highest(const tiles *s) {
    int best = 0;
    for (int i = 0; i < TILES_CELLS; i++) {
        best = s->cell[i] > best ? s->cell[i] : best;
    }
    return best;
}

int tiles_count(const tiles *s) {
    int n = 0;
    for (int i = 0; i < TILES_CELLS; i++) {
        n += s->cell[i] != 0;
    }
    return n;
}
