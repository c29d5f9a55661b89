// SPDX-License-Identifier: MIT
//
// The lines of a board: between its cells, round all of them, through its crossings, and along sides that
// belong to players.
//
//   9 ┌──┬──┬──┐           R-R-R
//   8 ├──┼──•──┤       2 B . . . B
//   7 └──┴──┴──┘        1 B . . . B
//     crossings               R-R-R
#include "term/zone_grid.h"

static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};

static int exists(const grid *g, int r, int c) {
    const zone_place *place = grid_place(g, r, c);
    return place && place->top;
}

// The character where lines meet, by which of the four arms are there.
static const char *junction(term_glyphs set, int up, int down, int left, int right) {
    static const char *const signs[16] = {
        " ", "╶", "╴", "─", "╷", "┌", "┐", "┬", "╵", "└", "┘", "┴", "│", "├", "┤", "┼",
    };
    int arms = up << 3 | down << 2 | left << 1 | right;
    if (set == TERM_UNICODE) {
        return signs[arms];
    }
    return arms == 0 ? " " : arms == 3 ? "-" : arms == 12 ? "|" : "+";
}

static int has_line_above(const grid *g, int r, int c) {
    return exists(g, r - 1, c) || exists(g, r, c);
}

static int has_line_before(const grid *g, int r, int c) {
    return exists(g, r, c - 1) || exists(g, r, c);
}

void grid_draw_lines(const grid *g, term_canvas *out) {
    term_glyphs set = g->v->look->glyphs;
    const char *across = junction(set, 0, 0, 1, 1);
    const char *down = junction(set, 1, 1, 0, 0);
    for (int r = 0; r <= g->rows; r++) {
        int y = g->top - 1 + r * g->step_y;
        for (int c = 0; c <= g->cols; c++) {
            int x = g->left - 2 + c * g->step_x;
            const char *corner =
                junction(set, has_line_before(g, r - 1, c), has_line_before(g, r, c),
                         has_line_above(g, r, c - 1), has_line_above(g, r, c));
            term_put(out, y, x, quiet, corner);
            for (int k = 1; has_line_above(g, r, c) && k < g->step_x; k++) {
                term_put(out, y, x + k, quiet, across);
            }
            if (r < g->rows && has_line_before(g, r, c)) {
                term_put(out, y + 1, x, quiet, down);
            }
        }
    }
}

void grid_draw_frame(const grid *g, term_canvas *out) {
    term_glyphs set = g->v->look->glyphs;
    int x0 = g->left - 2;
    int x1 = g->left + (g->cols - 1) * g->step_x + g->width + 1;
    int y0 = g->top - 1;
    int y1 = g->top + g->rows;
    for (int x = x0 + 1; x < x1; x++) {
        term_put(out, y0, x, quiet, junction(set, 0, 0, 1, 1));
        term_put(out, y1, x, quiet, junction(set, 0, 0, 1, 1));
    }
    for (int y = y0 + 1; y < y1; y++) {
        term_put(out, y, x0, quiet, junction(set, 1, 1, 0, 0));
        term_put(out, y, x1, quiet, junction(set, 1, 1, 0, 0));
    }
    term_put(out, y0, x0, quiet, junction(set, 0, 1, 0, 1));
    term_put(out, y0, x1, quiet, junction(set, 0, 1, 1, 0));
    term_put(out, y1, x0, quiet, junction(set, 1, 0, 0, 1));
    term_put(out, y1, x1, quiet, junction(set, 1, 0, 1, 0));
}

// --- Crossings -----------------------------------------------------------------

const char *grid_crossing(const grid *g, int r, int c) {
    return junction(g->v->look->glyphs, r > 0, r<g->rows - 1, c> 0, c < g->cols - 1);
}

void grid_draw_lattice(const grid *g, term_canvas *out) {
    term_glyphs set = g->v->look->glyphs;
    for (int r = 0; r < g->rows; r++) {
        int y = g->top + r * g->step_y;
        int last = g->left + (g->cols - 1) * g->step_x;
        for (int x = g->left; x <= last; x++) {
            int crossing = (x - g->left) % g->step_x == 0;
            term_put(out, y, x, quiet, junction(set, 0, 0, 1, 1));
            for (int k = 1; crossing && r + 1 < g->rows && k < g->step_y; k++) {
                term_put(out, y + k, x, quiet, junction(set, 1, 1, 0, 0));
            }
        }
    }
}

// --- Sides ---------------------------------------------------------------------

int grid_has_sides(const grid *g) {
    return g->zone->sides[0] || g->zone->sides[1] || g->zone->sides[2] || g->zone->sides[3];
}

// A letter of its own for each colour: nothing is told by colour alone.
static const char *side_letter(uint8_t colour) {
    static const char *const letter[] = {" ", "1", "2", "3", "4", "5", "6", "7", "8", "W", "K",
                                         "R", "B", "Y", "G", "P", "O", "C", "I", "N", "E"};
    return colour < sizeof letter / sizeof *letter ? letter[colour] : "?";
}

// One sign of a side, 0 to 3 from the north clockwise; a turned board has turned sides.
static void put_side(const grid *g, int side, int y, int x, int between, term_canvas *out) {
    const uint8_t colour = g->zone->sides[(side + (g->v->look->flip ? 2 : 0)) % 4];
    const term_style style = {colour, 0, between ? 0 : TERM_BOLD, 0};
    if (colour) {
        term_put(out, y, x, style,
                 between ? junction(g->v->look->glyphs, 0, 0, 1, 1) : side_letter(colour));
    }
}

void grid_draw_sides(const grid *g, term_canvas *out) {
    const int across = (g->cols - 1) * g->step_x, down = (g->rows - 1) * g->shift;
    for (int k = 0; k <= across; k++) {
        int between = k % g->step_x != 0;
        put_side(g, 0, g->top - 1, g->left + k, between, out);
        put_side(g, 2, g->top + g->rows, g->left + down + k, between, out);
    }
    for (int r = 0; r < g->rows; r++) {
        int x = g->left + r * g->shift;
        put_side(g, 3, g->top + r, x - 2, 0, out);
        put_side(g, 1, g->top + r, x + across + g->width + 1, 0, out);
    }
}
