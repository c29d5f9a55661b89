// SPDX-License-Identifier: MIT
//
// Azul as networks see it: plain numbers (features), or planes of 5 x 5 yes and no.

#include "azul/azul.h"
#include "azul/azul_state.h"

#include <stdio.h>
#include <string.h>

// --- Features ----------------------------------------------------------------
//
// The table: 50 counts of tiles in the sources, 5 of the bag, 5 of the lid, and
// round, marker in the centre, tiling, free wall. Then four boards, the viewer's
// first and the others in turn order, absent ones all 0: wall 25, colours in each
// row 25, lines 5 x (share, one of five colours), floor, score, marker, starter.

static float *put_tiles(float *out, azul_tiles tiles, float whole) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        *out++ = (float)azul_count(tiles, colour) / whole;
    }
    return out;
}

static float *put_table(float *out, const tsr_rules *r, const azul_state *s) {
    for (int source = 0; source < AZUL_SOURCES; source++) {
        out = put_tiles(out, s->source[source], AZUL_DISPLAY_TILES);
    }
    out = put_tiles(out, s->bag, AZUL_COPIES);
    out = put_tiles(out, s->lid, AZUL_COPIES);
    *out++ = (float)s->round / 10.0f;
    *out++ = s->marker == TSR_NOBODY;
    *out++ = s->phase == AZUL_TILING;
    *out++ = (float)azul_is_advanced(r);
    return out;
}

static float *put_board(float *out, const azul_state *s, int player) {
    const azul_player *p = &s->player[player];
    for (int cell = 0; cell < AZUL_CELLS; cell++) {
        *out++ = (float)(p->wall >> cell & 1u);
    }
    for (int row = 0; row < AZUL_SIZE; row++) {
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            *out++ = azul_row_of(p->cells[colour], row) != 0;
        }
    }
    for (int line = 0; line < AZUL_SIZE; line++) {
        int count = azul_line_count(p, line);
        *out++ = (float)count / (float)(line + 1);
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            *out++ = count && azul_line_colour(p, line) == colour;
        }
    }
    *out++ = (float)azul_floor_used(s, player) / AZUL_FLOOR_SPACES;
    *out++ = (float)p->score / 100.0f;
    *out++ = s->marker == player;
    *out++ = s->starter == player;
    return out;
}

void azul_features(const tsr_rules *r, const void *view, int viewer, float *out) {
    const azul_state *s = view;
    int player = viewer < r->players ? viewer : 0;
    memset(out, 0, AZUL_FEATURES * sizeof *out);
    out = put_table(out, r, s);
    for (int i = 0; i < r->players; i++) {
        out = put_board(out, s, player);
        player = azul_after(r, player);
    }
}

// --- Planes ------------------------------------------------------------------
//
// Everything in Azul has five of something, so a plane is 5 x 5. Numbers are steps: "at least one, two...", five or 25 of
// them. Which display holds what does not matter, only how many hold one, two, three or four of a colour. What the boards
// are worth by tsr_azul_value is among the inputs, so that a network has to learn only what that leaves out.

enum { PLANE_CELLS = AZUL_SIZE * AZUL_SIZE };

// Planes of a board, the viewer's first and the others in turn order; then those of the table.
typedef enum board_plane {
    WALL = 0,
    ROW_COLOURS, // on the free wall, where cells have no colours of their own
    LINE_COLOUR,
    LINE_TILES,
    LINE_POINTS, // that the tile of a line under way would bring
    IN_ROW,
    IN_COLUMN,
    OF_COLOUR,
    FLOOR, // and marker and starter
    SCORE,
    BOARD_PLANES
} board_plane;

typedef enum table_plane {
    ONES = 0, // displays with one tile of a colour
    TWOS,
    THREES,
    FOURS,
    CENTRE,
    BAG,
    LID,
    CLOCK, // rounds, and what is left to take
    LEAD,  // by worth, in points
    WIDE_LEAD,
    TABLE_PLANES
} table_plane;

static const char *const board_legend[BOARD_PLANES] = {
    "wall",          "colours of rows",  "colours of lines", "tiles on lines",    "points of lines",
    "tiles in rows", "tiles in columns", "tiles of colours", "floor and markers", "score"};
static const char *const table_legend[TABLE_PLANES] = {"displays with one",
                                                       "displays with two",
                                                       "displays with three",
                                                       "displays with four",
                                                       "centre",
                                                       "bag",
                                                       "lid",
                                                       "rounds and takes",
                                                       "lead",
                                                       "wide lead"};

static void sight(const tsr_rules *r, tsr_sight *out) {
    *out = (tsr_sight){.planes = (uint32_t)(r->players * BOARD_PLANES + TABLE_PLANES),
                       .height = AZUL_SIZE,
                       .width = AZUL_SIZE};
}

static int legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap) {
    uint32_t boards = (uint32_t)r->players * BOARD_PLANES;
    if (i >= boards) {
        return snprintf(buf, cap, "%s", i - boards < TABLE_PLANES ? table_legend[i - boards] : "?");
    }
    return snprintf(buf, cap, "board %u: %s", i / BOARD_PLANES, board_legend[i % BOARD_PLANES]);
}

// One cell for each step that `number` may have reached.
static void put_steps(uint8_t *cell, const int8_t *step, int count, int number) {
    for (int i = 0; i < count; i++) {
        cell[i] = number >= step[i];
    }
}

static const int8_t to_five[] = {1, 2, 3, 4, 5}, to_six[] = {1, 2, 3, 4, 6},
                    to_eight[] = {2, 3, 4, 6, 8}, to_all[] = {1, 4, 7, 10, 14};

static void put_lines(const tsr_rules *r, const azul_player *p, uint8_t *plane) {
    for (int line = 0; line < AZUL_SIZE; line++) {
        int count = azul_line_count(p, line), colour = azul_line_colour(p, line);
        int column = count ? azul_best_column(r, p, line, colour) : -1;
        plane[LINE_COLOUR * PLANE_CELLS + AZUL_SIZE * line + colour] = count > 0;
        put_steps(plane + LINE_TILES * PLANE_CELLS + AZUL_SIZE * line, to_five, 5, count);
        if (column >= 0) {
            int points = azul_points(p->wall | 1u << (AZUL_SIZE * line + column), line, column);
            put_steps(plane + LINE_POINTS * PLANE_CELLS + AZUL_SIZE * line, to_eight, 5, points);
        }
    }
}

static void put_sets(const azul_player *p, uint8_t *plane) {
    for (int i = 0; i < AZUL_SIZE; i++) {
        int in_row = __builtin_popcount(azul_row_of(p->wall, i));
        int in_column = __builtin_popcount(p->wall >> i & 0x108421u);
        put_steps(plane + IN_ROW * PLANE_CELLS + AZUL_SIZE * i, to_five, 5, in_row);
        put_steps(plane + IN_COLUMN * PLANE_CELLS + AZUL_SIZE * i, to_five, 5, in_column);
        put_steps(plane + OF_COLOUR * PLANE_CELLS + AZUL_SIZE * i, to_five, 5,
                  __builtin_popcount(p->cells[i]));
    }
}

static void put_board_planes(const tsr_rules *r, const azul_state *s, int player, uint8_t *plane) {
    const azul_player *p = &s->player[player];
    uint8_t *floor = plane + FLOOR * PLANE_CELLS;
    for (int cell = 0; cell < PLANE_CELLS; cell++) {
        int row = cell / AZUL_SIZE, colour = cell % AZUL_SIZE;
        plane[WALL * PLANE_CELLS + cell] = p->wall >> cell & 1u;
        plane[ROW_COLOURS * PLANE_CELLS + cell] =
            azul_is_advanced(r) && azul_row_of(p->cells[colour], row) != 0;
        plane[SCORE * PLANE_CELLS + cell] = p->score >= 3 * (cell + 1);
        floor[cell] = azul_floor_used(s, player) > cell;
    }
    floor[AZUL_FLOOR_SPACES] = s->marker == player;
    floor[AZUL_FLOOR_SPACES + 1] = s->starter == player;
    put_lines(r, p, plane);
    put_sets(p, plane);
}

static void put_displays(const tsr_rules *r, const azul_state *s, uint8_t *plane) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int holds[AZUL_DISPLAY_TILES + 1] = {0};
        for (int i = 1; i <= azul_displays(r); i++) {
            holds[azul_count(s->source[i], colour)]++;
        }
        for (int n = 1; n <= AZUL_DISPLAY_TILES; n++) {
            put_steps(plane + (ONES + n - 1) * PLANE_CELLS + AZUL_SIZE * colour, to_five, 5,
                      holds[n]);
        }
        put_steps(plane + CENTRE * PLANE_CELLS + AZUL_SIZE * colour, to_six, 5,
                  azul_count(s->source[AZUL_CENTRE], colour));
        put_steps(plane + BAG * PLANE_CELLS + AZUL_SIZE * colour, to_all, 5,
                  azul_count(s->bag, colour));
        put_steps(plane + LID * PLANE_CELLS + AZUL_SIZE * colour, to_all, 5,
                  azul_count(s->lid, colour));
    }
}

// The clock: seven rounds, marker in the centre, tiling, then how many different takes are left.
static void put_clock(const azul_state *s, uint8_t *clock) {
    enum { ROUNDS = 7 };
    int takes = __builtin_popcountll(s->where);
    for (int i = 0; i < PLANE_CELLS; i++) {
        clock[i] = i < ROUNDS ? s->round > i : takes > i - ROUNDS - 2;
    }
    clock[ROUNDS] = s->marker == TSR_NOBODY;
    clock[ROUNDS + 1] = s->phase == AZUL_TILING;
}

static float lead_of(const tsr_rules *r, const azul_state *s, int player) {
    float most = 0;
    for (int p = azul_after(r, player); p != player; p = azul_after(r, p)) {
        float worth = tsr_azul_value(r, s, p, &tsr_azul_weights_default);
        most = worth > most ? worth : most;
    }
    return tsr_azul_value(r, s, player, &tsr_azul_weights_default) - most;
}

static void put_lead(float lead, uint8_t *plane) {
    for (int i = 0; i < PLANE_CELLS; i++) {
        float step = (float)(i - PLANE_CELLS / 2);
        plane[LEAD * PLANE_CELLS + i] = lead >= step;
        plane[WIDE_LEAD * PLANE_CELLS + i] = lead >= 4.0f * step;
    }
}

static void observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars) {
    const azul_state *s = view;
    int player = viewer < r->players ? viewer : 0;
    (void)scalars; // there are none
    if (!planes) return;
    uint8_t *table = planes + (size_t)r->players * BOARD_PLANES * PLANE_CELLS;
    memset(planes, 0, (size_t)(r->players * BOARD_PLANES + TABLE_PLANES) * PLANE_CELLS);
    put_lead(lead_of(r, s, player), table);
    for (int i = 0; i < r->players; i++) {
        put_board_planes(r, s, player, planes + (size_t)i * BOARD_PLANES * PLANE_CELLS);
        player = azul_after(r, player);
    }
    put_displays(r, s, table);
    put_clock(s, table + CLOCK * PLANE_CELLS);
}

const tsr_game_learn azul_learn = {
    .size = sizeof(tsr_game_learn), .sight = sight, .observe = observe, .legend = legend};
