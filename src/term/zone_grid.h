// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_ZONE_GRID_H
#define TSR_TERM_ZONE_GRID_H

// A board of squares or hexagons while it is being drawn; internal to zone_grid.c, which measures it and draws
// its cells, and zone_lines.c, which draws what is between and round them.

#include "term/zones.h"

typedef struct grid {
    const zone_view *v;
    const tsr_zone *zone;
    zone_place *places;
    int rows, cols;
    int width;          // columns of the widest cell text
    int level;          // zone_level, after the board's own taste
    int coloured;       // squares have backgrounds
    int margin;         // columns left of the board for row numbers
    int top;            // row of the first line of cells
    int step_x, step_y; // from cell to cell
    int left;           // column of the first cell's text
    int shift;          // hexagons: columns each row moves to the right
    int lattice;        // things lie on crossings of lines
    int sides;          // columns between the names of rows and the board for marks of its sides
} grid;

// The place drawn at row `r`, column `c` of the picture.
static inline const zone_place *grid_place(const grid *g, int r, int c) {
    if (r < 0 || c < 0 || r >= g->rows || c >= g->cols) {
        return NULL;
    }
    int i = r * g->cols + c;
    return &g->places[g->v->look->flip ? g->rows * g->cols - 1 - i : i];
}

// The character of a crossing at row `r`, column `c`, by which lines meet there.
const char *grid_crossing(const grid *g, int r, int c);

void grid_draw_lines(const grid *g, term_canvas *out);   // between and round all cells
void grid_draw_frame(const grid *g, term_canvas *out);   // round the board
void grid_draw_lattice(const grid *g, term_canvas *out); // from crossing to crossing

// The sides of a board of hexagons, each with the letter and the colour of who joins it.
int grid_has_sides(const grid *g);
void grid_draw_sides(const grid *g, term_canvas *out);

#endif
