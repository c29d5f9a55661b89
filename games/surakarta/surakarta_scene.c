// SPDX-License-Identifier: MIT
//
// Surakarta: the picture, points joined by lines and by loops of three quarters of a circle round each
// corner; and how good a position is.

#include "surakarta/surakarta.h"

enum { CELL = 100, EDGE = 200, LAST = SURAKARTA_SIDE - 1, BENDS = 8, RING = 12 };

// Twelve points of a circle, in thousandths: across, and down from its middle.
static const int16_t circle[RING][2] = {{1000, 0},    {866, 500},  {500, 866},  {0, 1000},
                                        {-500, 866},  {-866, 500}, {-1000, 0},  {-866, -500},
                                        {-500, -866}, {0, -1000},  {500, -866}, {866, -500}};

static uint32_t add_point(const tsr_grid *b, uint16_t zone, int row, int col, tsr_scene *out) {
    tsr_item cell = {.ref = tsr_grid_cell_ref(b, row, col),
                     .zone = zone,
                     .owner = TSR_NOBODY,
                     .row = (int16_t)(EDGE + CELL * row),
                     .col = (int16_t)(EDGE + CELL * col)};
    const char *free = tsr_grid_is_free(b, row, col) ? "free " : "";
    return tsr_add_item(out, cell, "_", "%spoint %d,%d", free, row, col);
}

// A loop goes round its corner from the point on the row to the one on the column, the long way.
static void add_loop(const uint32_t *point, uint16_t zone, int corner, int radius, tsr_scene *out) {
    int top = corner < 2, left = corner % 2 == 0;
    int row = top ? 0 : LAST, col = left ? 0 : LAST;
    int across = left ? 1 : -1, down = top ? 1 : -1;
    uint32_t from = point[row * SURAKARTA_SIDE + col + across * radius];
    for (int i = 1; i <= BENDS; i++) {
        const int16_t *bend = circle[RING - i];
        tsr_item item = {.zone = zone,
                         .kind = TSR_ITEM_TEXT,
                         .owner = TSR_NOBODY,
                         .row = (int16_t)(EDGE + CELL * row + down * radius * bend[1] / 10),
                         .col = (int16_t)(EDGE + CELL * col + across * radius * bend[0] / 10)};
        uint32_t to = tsr_add_item(out, item, "\u00b7", "loop");
        tsr_add_edge(out, from, to);
        from = to;
    }
    tsr_add_edge(out, from, point[(row + down * radius) * SURAKARTA_SIDE + col]);
}

static void add_lines(const uint32_t *point, tsr_scene *out) {
    for (int i = 0; i < SURAKARTA_SIDE; i++) {
        for (int k = 0; k < LAST; k++) {
            tsr_add_edge(out, point[i * SURAKARTA_SIDE + k], point[i * SURAKARTA_SIDE + k + 1]);
            tsr_add_edge(out, point[k * SURAKARTA_SIDE + i], point[(k + 1) * SURAKARTA_SIDE + i]);
        }
    }
}

// Rows and columns are numbered inside the loops.
static void add_number(uint16_t zone, int row, int col, int number, tsr_scene *out) {
    tsr_item item = {.zone = zone,
                     .kind = TSR_ITEM_TEXT,
                     .owner = TSR_NOBODY,
                     .row = (int16_t)row,
                     .col = (int16_t)col};
    char digit[2] = {(char)('0' + number), '\0'};
    tsr_add_item(out, item, digit, "%d", number);
}

static void add_stone(const tsr_grid *b, uint16_t zone, int row, int col, tsr_scene *out) {
    int black = tsr_grid_at(b, row, col) == 'B';
    tsr_item stone = {.zone = zone,
                      .kind = TSR_ITEM_PIECE,
                      .owner = (uint8_t)black,
                      .colour = black ? TSR_COLOUR_BLACK : TSR_COLOUR_WHITE,
                      .shape = black ? TSR_SHAPE_DISC : TSR_SHAPE_RING,
                      .row = (int16_t)(EDGE + CELL * row),
                      .col = (int16_t)(EDGE + CELL * col)};
    tsr_add_item(out, stone, black ? "B" : "W", "%s stone on %d,%d", black ? "black" : "white", row,
                 col);
}

static void add_counters(const tsr_rules *r, const tsr_grid *b, tsr_scene *out) {
    tsr_result result[2];
    tsr_grid_result(r, b, result);
    for (int who = 0; who < 2; who++) {
        tsr_zone zone = {
            .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)who, .parent = -1, .role = TSR_ROLE_SCORE};
        tsr_item item = {.zone = (uint16_t)tsr_add_zone(out, zone, "stones of %s", r->seats[who]),
                         .kind = TSR_ITEM_NUMBER,
                         .owner = (uint8_t)who,
                         .count = (uint16_t)result[who].score};
        tsr_add_item(out, item, "", "stones: %d", (int)result[who].score);
    }
}

void surakarta_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out) {
    const tsr_grid *b = s;
    uint32_t point[SURAKARTA_CELLS];
    tsr_zone board = {.kind = TSR_ZONE_GRAPH, .owner = TSR_NOBODY, .parent = -1};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "%s", r->g.title);
    for (int i = 0; i < SURAKARTA_CELLS; i++) {
        point[i] = add_point(b, zone, i / SURAKARTA_SIDE, i % SURAKARTA_SIDE, out);
    }
    add_lines(point, out);
    for (int corner = 0; corner < 4; corner++) {
        add_loop(point, zone, corner, 1, out);
        add_loop(point, zone, corner, 2, out);
    }
    for (int i = 0; i < SURAKARTA_SIDE; i++) {
        add_number(zone, EDGE + CELL * i, EDGE - CELL * 3 / 4, i, out);
        add_number(zone, EDGE - CELL * 3 / 4, EDGE + CELL * i, i, out);
    }
    for (int i = 0; i < SURAKARTA_CELLS; i++) {
        if (tsr_grid_cells(b)[i] != TSR_GRID_FREE) {
            add_stone(b, zone, i / SURAKARTA_SIDE, i % SURAKARTA_SIDE, out);
        }
    }
    add_counters(r, b, out);
}

void surakarta_heuristic(const tsr_rules *r, const void *s, float *out) {
    int lead = tsr_grid_count(s, 'W') - tsr_grid_count(s, 'B');
    int size = lead < 0 ? -lead : lead;
    out[0] = 0.5f + 0.5f * (float)lead / (float)(size + 3);
    out[1] = 1.0f - out[0];
}
