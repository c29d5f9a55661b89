// SPDX-License-Identifier: MIT
//
// What follows from where the tiles lie: the colour of a cell, the two derived
// sets, and how many tiles there are.

#include "azul.h"

int azul_cell_colour(const azul_player *p, int row, int column) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        if (p->cells[colour] >> (5 * row + column) & 1u) return colour;
    }
    return -1;
}

// Whether `colour` may be added to `line`.
static int accepts(const azul_player *p, int line, int colour) {
    if (azul_line_is_full(p, line)) return 0;
    if (azul_line_count(p, line)) return azul_line_colour(p, line) == colour;
    return azul_row_of(p->cells[colour], line) == 0;
}

uint32_t azul_open_of(const azul_player *p) {
    uint32_t open = AZUL_OPEN_ALL << AZUL_FLOOR;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        for (int line = 0; line < AZUL_SIZE; line++) {
            open |= (uint32_t)accepts(p, line, colour) << (6 * colour + line);
        }
    }
    return open;
}

uint64_t azul_where_of(const azul_state *s) {
    uint64_t where = 0;
    for (int source = 0; source < AZUL_SOURCES; source++) {
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            uint64_t here = azul_count(s->source[source], colour) > 0;
            where |= here << (12 * colour + source);
        }
    }
    return where;
}

int azul_tiles_of(const tsr_rules *r, const azul_state *s, int colour) {
    int count = azul_count(s->bag, colour) + azul_count(s->lid, colour);
    for (int source = 0; source < AZUL_SOURCES; source++) {
        count += azul_count(s->source[source], colour);
    }
    for (int player = 0; player < r->players; player++) {
        const azul_player *p = &s->player[player];
        count += azul_count(p->floor, colour) + __builtin_popcount(p->cells[colour]);
        for (int line = 0; line < AZUL_SIZE; line++) {
            if (azul_line_colour(p, line) == colour) count += azul_line_count(p, line);
        }
    }
    return count;
}

// Whether each colour from `colour` on that `row` lacks can get a column of `free`,
// all different.
static int can_fill(const azul_player *p, int row, int colour, uint32_t free) {
    while (colour < AZUL_COLOURS && azul_row_of(p->cells[colour], row)) {
        colour++;
    }
    if (colour == AZUL_COLOURS) return 1;
    uint32_t columns = free & ~azul_columns_of(p->cells[colour]);
    for (; columns; columns &= columns - 1) {
        uint32_t column = columns & (0u - columns);
        if (can_fill(p, row, colour + 1, free & ~column)) return 1;
    }
    return 0;
}

int azul_can_complete_a_row(const azul_player *p) {
    for (int row = 0; row < AZUL_SIZE; row++) {
        if (can_fill(p, row, 0, 31u & ~azul_row_of(p->wall, row))) return 1;
    }
    return 0;
}
