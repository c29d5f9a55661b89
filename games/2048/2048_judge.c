// SPDX-License-Identifier: MIT
//
// 2048: how good a position is.

#include "2048/2048.h"

// How far a line is from falling to one side, and how many neighbours in it may merge. High tiles
// weigh more: one of them in the middle spoils a board for long.
static void judge_line(const uint8_t *cell, int size, int to, int line, int *disorder,
                       int *merges) {
    int up = 0, down = 0;
    for (int i = 1; i < size; i++) {
        int a = cell[tiles_cell_at(size, to, line, i - 1)],
            b = cell[tiles_cell_at(size, to, line, i)];
        int step = b * b * b - a * a * a;
        up += step > 0 ? step : 0;
        down += step < 0 ? -step : 0;
        *merges += a && a == b;
    }
    *disorder += up < down ? up : down;
}

void tiles_heuristic(const tsr_rules *r, const void *p, float *out) {
    const tiles *s = p;
    int disorder = 0, merges = 0, size = tiles_size_of(r);
    int empty = tiles_cells_of(r) - tiles_count(s), top = tiles_highest(s);
    for (int line = 0; line < size; line++) {
        judge_line(s->cell, size, 0, line, &disorder, &merges);
        judge_line(s->cell, size, 3, line, &disorder, &merges);
    }
    int corner = s->cell[0] == top || s->cell[size - 1] == top ||
                 s->cell[size * (size - 1)] == top || s->cell[size * size - 1] == top;
    float order = (float)disorder / (float)(top * top * top + 1);
    float x = (float)(2 * empty + 2 * merges + 4 * corner) + 0.5f * (float)top - 4 * order;
    x = s->over ? 0 : x > 0 ? x : 0.1f;
    *out = x / (x + 20);
}
