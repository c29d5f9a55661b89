// SPDX-License-Identifier: MIT
//
// Boards of squares and of hexagons.
//
//       0   1   2            a  b  c            a b c
//     +---+---+---+        +---------+        3 . x .
//   0 | X |   |[O]|      3 | .  x  . |        2 . .[o]
//     +---+---+---+      2 | . [o] . |        1 . . .
//   1 |   | X |   |        +---------+
//     roomy                  plain              tight
//
// Cells that do not exist leave no line behind, so a board may have any outline.
#include <stdio.h>
#include <stdlib.h>

#include <tessera/game.h>

#include "term/glyphs.h"
#include "term/zone_grid.h"

static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};

static int gather(grid *g) {
    const tsr_scene *sc = g->v->sc;
    g->places = calloc((size_t)g->rows * (size_t)g->cols + 1, sizeof *g->places);
    if (!g->places) {
        return 0;
    }
    for (uint32_t i = 0; i < sc->item_count; i++) {
        const tsr_item *item = &sc->items[i];
        if (item->zone == g->v->zone && item->row >= 0 && item->row < g->rows && item->col >= 0 &&
            item->col < g->cols) {
            zone_place_add(g->v, &g->places[item->row * g->cols + item->col], item);
        }
    }
    return 1;
}

// --- Measuring -----------------------------------------------------------------

static int digits(int n) {
    return n > 99 ? 3 : n > 9 ? 2 : 1;
}

// Letters a to z, then aa, ab ...
static void column_name(const grid *g, int c, char *out, size_t cap) {
    int index = g->v->look->flip ? g->cols - 1 - c : c;
    if (g->zone->coords == TSR_COORDS_NUMBERS) {
        snprintf(out, cap, "%d", index);
    } else if (index < 26) {
        snprintf(out, cap, "%c", 'a' + index);
    } else {
        snprintf(out, cap, "%c%c", 'a' + index / 26 - 1, 'a' + index % 26);
    }
}

static void row_name(const grid *g, int r, char *out, size_t cap) {
    int index = g->v->look->flip ? g->rows - 1 - r : r;
    snprintf(out, cap, "%d", g->zone->coords == TSR_COORDS_NUMBERS ? index : g->rows - index);
}

static int widest_text(const grid *g) {
    int widest = 1;
    for (int i = 0; i < g->rows * g->cols; i++) {
        char text[TERM_GLYPH_MAX];
        zone_place_text(g->v, &g->places[i], " ", text);
        int columns = term_columns(text);
        widest = columns > widest ? columns : widest;
    }
    if (g->zone->coords == TSR_COORDS_NUMBERS && g->cols > 10 && widest < digits(g->cols - 1)) {
        widest = digits(g->cols - 1);
    }
    return widest;
}

static int is_whole(const grid *g) {
    for (int i = 0; i < g->rows * g->cols; i++) {
        if (!g->places[i].top) {
            return 0;
        }
    }
    return 1;
}

static void measure(grid *g) {
    int header = g->zone->coords == TSR_COORDS_NUMBERS;
    int lined = g->level == ZONE_ROOMY;
    int framed = lined || (g->level == ZONE_PLAIN && is_whole(g) && !g->coloured);
    g->margin = g->zone->coords ? digits(g->rows) + 1 : 0;
    g->step_y = lined ? 2 : 1;
    g->step_x = g->width + (lined ? 3 : g->level == ZONE_PLAIN ? 2 : 1);
    g->top = header + (framed ? 1 : 0);
    g->left = g->margin + (framed ? 2 : 1);
    if (g->level == ZONE_TIGHT && g->margin) {
        g->left = g->margin;
    }
}

// --- Cells ---------------------------------------------------------------------

static term_style cell_style(const grid *g, const zone_place *place, int r, int c) {
    term_style style = zone_item_style(place->top);
    if (g->coloured) {
        int dark = (r + c) % 2;
        style.back = (uint8_t)(place->last ? (dark ? TERM_BACK_DARK_LAST : TERM_BACK_LIGHT_LAST)
                                           : (dark ? TERM_BACK_DARK : TERM_BACK_LIGHT));
    }
    if (place->last) {
        style.attr |= TERM_BOLD;
    }
    return style;
}

static const char *free_sign(const grid *g, const zone_place *place, int r, int c) {
    int dark = (r + c) % 2, star = (place->top->flags & TSR_ITEM_GHOST) != 0;
    if (g->lattice) {
        return star ? "\u2022" : grid_crossing(g, r, c);
    }
    if (star && g->zone->owner == TSR_NOBODY) { // star points, and what a game is about
        return "+";
    }
    if (g->level == ZONE_ROOMY || g->coloured) {
        return g->level == ZONE_ROOMY && g->zone->flags & TSR_ZONE_CHECKED && dark ? ":" : " ";
    }
    if (g->zone->flags & TSR_ZONE_CHECKED && dark) {
        return ":";
    }
    return g->v->look->glyphs == TERM_UNICODE ? "\u00b7" : ".";
}

static int is_marked(const zone_place *place) {
    return place && place->top && (place->last || place->pending || place->strong);
}

static void draw_cell(const grid *g, term_canvas *out, int r, int c) {
    const zone_place *place = grid_place(g, r, c);
    if (!place->top) {
        return;
    }
    char text[TERM_GLYPH_MAX], left[2], right[2];
    int y = g->top + r * g->step_y;
    int x = g->left + c * g->step_x + r * g->shift;
    term_style style = cell_style(g, place, r, c);
    term_style mark = style;
    zone_place_text(g->v, place, free_sign(g, place, r, c), text);
    zone_place_marks(place, left, right);
    int pad = (g->width - term_columns(text)) / 2;
    if (!is_marked(place) && term_is_free(g->v->sc, place->top)) {
        style.fore = TSR_COLOUR_GREY;
    }
    for (int k = -1; g->coloured && k <= g->width; k++) {
        term_put(out, y, x + k, style, " ");
    }
    // A tight board has one gap between two cells: marked neighbours share brackets.
    int tight = g->level == ZONE_TIGHT;
    if (left[0] != ' ' && !(tight && is_marked(grid_place(g, r, c - 1)))) {
        term_put(out, y, x - 1, mark, left);
    }
    term_put(out, y, x + pad, style, text);
    if (right[0] != ' ' && !(tight && is_marked(grid_place(g, r, c + 1)))) {
        term_put(out, y, x + g->width, mark, right);
    }
}

static void draw_names(const grid *g, term_canvas *out) {
    char name[16];
    if (!g->zone->coords) {
        return;
    }
    int numbers = g->zone->coords == TSR_COORDS_NUMBERS;
    int y = numbers ? 0 : g->top + (g->rows - 1) * g->step_y + (g->top > 0 ? 2 : 1);
    for (int c = 0; c < g->cols; c++) {
        column_name(g, c, name, sizeof name);
        int x = g->left + c * g->step_x + (numbers ? 0 : (g->rows - 1) * g->shift);
        term_put(out, y, x + (g->width - term_columns(name)) / 2, quiet, name);
    }
    for (int r = 0; r < g->rows; r++) {
        row_name(g, r, name, sizeof name);
        int x = g->margin - g->sides - 1 - term_columns(name) + r * g->shift;
        term_put(out, g->top + r * g->step_y, x, quiet, name);
    }
}

static void draw_cells(const grid *g, term_canvas *out) {
    for (int r = 0; r < g->rows; r++) {
        for (int c = 0; c < g->cols; c++) {
            draw_cell(g, out, r, c);
        }
    }
}

// Crossings want lines, which ASCII has no signs for, and some room.
static int is_lattice(const grid *g) {
    return g->zone->form == TSR_FORM_POINT && g->v->look->glyphs == TERM_UNICODE &&
           g->level != ZONE_TIGHT && !g->coloured && is_whole(g);
}

static void measure_lattice(grid *g) {
    g->lattice = 1;
    g->top = g->zone->coords == TSR_COORDS_NUMBERS;
    g->left = g->margin + 1;
    g->step_x = g->width + (g->level == ZONE_ROOMY ? 3 : 2);
}

// --- The two kinds ---------------------------------------------------------------

static int begin(grid *g, const zone_view *v) {
    *g = (grid){.v = v, .zone = zone_of(v), .rows = zone_of(v)->rows, .cols = zone_of(v)->cols};
    g->level = v->level;
    if (g->zone->flags & TSR_ZONE_SMALL && g->level < ZONE_TIGHT) {
        g->level = ZONE_TIGHT;
    }
    if (g->zone->flags & TSR_ZONE_CHECKED && v->look->depth == TERM_256) {
        g->coloured = 1;
        g->level = g->level == ZONE_ROOMY ? ZONE_PLAIN : g->level;
    }
    // Twenty times the largest board anybody plays on; more is a mistake.
    if (g->rows > 200 || g->cols > 200 || !gather(g)) {
        return 0;
    }
    g->width = widest_text(g);
    return 1;
}

void zone_draw_grid(const zone_view *v, term_canvas *out) {
    grid g;
    if (!begin(&g, v)) {
        out->failed = 1;
        return;
    }
    measure(&g);
    if (is_lattice(&g)) {
        measure_lattice(&g);
        grid_draw_lattice(&g, out);
    } else if (g.level == ZONE_ROOMY) {
        grid_draw_lines(&g, out);
    } else if (g.level == ZONE_PLAIN && g.left - g.margin == 2) {
        grid_draw_frame(&g, out);
    }
    draw_cells(&g, out);
    draw_names(&g, out);
    free(g.places);
}

void zone_draw_hex(const zone_view *v, term_canvas *out) {
    grid g;
    if (!begin(&g, v)) {
        out->failed = 1;
        return;
    }
    // Each row moves right by half a cell, so the step must be even.
    g.level = g.level == ZONE_ROOMY ? ZONE_PLAIN : g.level;
    measure(&g);
    g.sides = grid_has_sides(&g) ? 2 : 0;
    g.margin += g.sides;
    g.top = (g.zone->coords == TSR_COORDS_NUMBERS) + (g.sides > 0);
    g.left = g.margin + 1;
    g.step_x = g.width + (g.level == ZONE_PLAIN ? 3 : 1);
    g.step_x += g.step_x % 2;
    g.shift = g.step_x / 2;
    if (g.sides) {
        grid_draw_sides(&g, out);
    }
    draw_cells(&g, out);
    draw_names(&g, out);
    free(g.places);
}
