// SPDX-License-Identifier: MIT
//
// Azul's points: tiles on the wall, the floor, the bonuses and the winner.

#include "azul/azul_state.h"

// The length of the run of ones through bit `at` of a row of five; that bit is set.
static int run(uint32_t row, int at) {
    int from_here_up = __builtin_ctz(~(row >> at));
    int from_here_down = __builtin_clz(~(row << (31 - at)));
    return from_here_up + from_here_down - 1;
}

// A column of the wall as five bits, row 0 lowest. The multiplication brings the
// bits 0, 5, 10, 15, 20 next to each other without ever carrying.
static uint32_t column_of(uint32_t wall, int column) {
    uint64_t spread = wall >> column & 0x108421u;
    return (uint32_t)(spread * 0x111110u >> 20) & 31u;
}

int azul_points(uint32_t wall, int row, int column) {
    int across = run(azul_row_of(wall, row), column);
    int down = run(column_of(wall, column), row);
    if (across > 1 && down > 1) return across + down;
    return across > down ? across : down;
}

void azul_runs(uint32_t wall, int row, int column, int *across, int *down) {
    *across = run(azul_row_of(wall, row), column);
    *down = run(column_of(wall, column), row);
    if (*down == 1) {
        *down = 0;
    } else if (*across == 1) {
        *across = 0;
    }
}

int azul_penalty(int used) {
    static const uint8_t cost[AZUL_FLOOR_SPACES + 1] = {0, 1, 2, 4, 6, 8, 11, 14};
    return cost[used];
}

// Bit 5 * row for each complete row.
static uint32_t full_rows(uint32_t wall) {
    return wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & 0x108421u;
}

// Bit `column` for each complete column.
static uint32_t full_columns(uint32_t wall) {
    return wall & wall >> 5 & wall >> 10 & wall >> 15 & wall >> 20 & 31u;
}

int azul_full_rows(const azul_player *p) {
    return __builtin_popcount(full_rows(p->wall));
}

int azul_full_columns(const azul_player *p) {
    return __builtin_popcount(full_columns(p->wall));
}

int azul_full_colours(const azul_player *p) {
    int full = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        full += __builtin_popcount(p->cells[colour]) == AZUL_SIZE;
    }
    return full;
}

int azul_bonus(const azul_player *p) {
    return AZUL_ROW_BONUS * azul_full_rows(p) + AZUL_COLUMN_BONUS * azul_full_columns(p) +
           AZUL_COLOUR_BONUS * azul_full_colours(p);
}

// Whether `a` has done better than `b`: points, then complete rows.
static int is_better(const azul_player *a, const azul_player *b) {
    if (a->score != b->score) return a->score > b->score;
    return azul_full_rows(a) > azul_full_rows(b);
}

void azul_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const azul_state *s = state;
    for (int p = 0; p < r->players; p++) {
        tsr_result result = {.score = s->player[p].score};
        if (s->phase == AZUL_OVER) {
            result.rank = 1;
            for (int q = 0; q < r->players; q++) {
                result.rank = (uint8_t)(result.rank + is_better(&s->player[q], &s->player[p]));
            }
        }
        out[p] = result;
    }
}
