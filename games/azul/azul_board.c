// SPDX-License-Identifier: MIT
//
// What follows from where the tiles lie: the colour of a cell, the two derived
// sets, and how many tiles there are.

#include "azul/azul_state.h"

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

// --- Free walls --------------------------------------------------------------
//
// What a wall still lacks are wants; each wants one of a few places, all different.

// Whether every one of the `count` wants can get a place of `left` of its own.
static int can_match(const uint32_t *wants, int count, uint32_t left) {
    if (count == 0) return 1;
    for (uint32_t places = wants[0] & left; places; places &= places - 1) {
        uint32_t place = places & (0u - places);
        if (can_match(wants + 1, count - 1, left & ~place)) return 1;
    }
    return 0;
}

// The columns of `row` that are free and lack `colour`.
static uint32_t columns_left(const azul_player *p, int row, int colour) {
    return 31u & ~azul_row_of(p->wall, row) & ~azul_columns_of(p->cells[colour]);
}

int azul_can_complete_row(const azul_player *p, int row) {
    uint32_t wants[AZUL_COLOURS];
    int count = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        if (azul_row_of(p->cells[colour], row) == 0) wants[count++] = columns_left(p, row, colour);
    }
    return can_match(wants, count, 31u);
}

// The colours that neither `row` nor `column` has, as bits.
static uint32_t colours_left(const azul_player *p, int row, int column) {
    uint32_t colours = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        uint32_t in_row = azul_row_of(p->cells[colour], row);
        uint32_t in_column = azul_columns_of(p->cells[colour]) >> column & 1u;
        colours |= (uint32_t)(!in_row && !in_column) << colour;
    }
    return colours;
}

int azul_can_complete_column(const azul_player *p, int column) {
    uint32_t wants[AZUL_SIZE];
    int count = 0;
    for (int row = 0; row < AZUL_SIZE; row++) {
        int is_free = !(azul_row_of(p->wall, row) >> column & 1u);
        if (is_free) wants[count++] = colours_left(p, row, column);
    }
    return can_match(wants, count, 31u);
}

int azul_can_complete_colour(const azul_player *p, int colour) {
    uint32_t wants[AZUL_SIZE];
    int count = 0;
    for (int row = 0; row < AZUL_SIZE; row++) {
        if (azul_row_of(p->cells[colour], row) == 0) wants[count++] = columns_left(p, row, colour);
    }
    return can_match(wants, count, 31u);
}

int azul_can_complete_a_row(const azul_player *p) {
    for (int row = 0; row < AZUL_SIZE; row++) {
        if (azul_can_complete_row(p, row)) return 1;
    }
    return 0;
}

// --- Wall-tiling --------------------------------------------------------------

int azul_has_tiled(const tsr_rules *r, const azul_state *s, int player) {
    if (s->phase != AZUL_TILING) return 0;
    for (int p = s->starter; p != s->mover; p = azul_after(r, p)) {
        if (p == player) return 1;
    }
    return 0;
}
