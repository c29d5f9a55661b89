// SPDX-License-Identifier: MIT
//
// Boards of points joined by lines, such as morris: points stand where the game
// puts them (in 1/100 of a cell), lines are drawn below them.
#include <stdio.h>
#include <stdlib.h>

#include "term/glyphs.h"
#include "term/zones.h"

typedef struct scale {
    int x, y; // columns and rows a cell
    int min_row, min_col, max_row, max_col;
    int flip;
    int margin; // columns at the left for the names of rows
} scale;

static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};

static scale scale_of(const zone_view *v) {
    static const int steps[ZONE_LEVELS][2] = {{6, 2}, {4, 2}, {3, 1}};
    scale s = {steps[v->level][0], steps[v->level][1], 32767, 32767, -32768, -32768, 0, 0};
    s.flip = v->look->flip;
    s.margin = zone_of(v)->coords ? (zone_of(v)->rows > 9 ? 3 : 2) : 0;
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        const tsr_item *item = &v->sc->items[i];
        if (item->zone == v->zone) {
            s.min_row = item->row < s.min_row ? item->row : s.min_row;
            s.min_col = item->col < s.min_col ? item->col : s.min_col;
            s.max_row = item->row > s.max_row ? item->row : s.max_row;
            s.max_col = item->col > s.max_col ? item->col : s.max_col;
        }
    }
    return s;
}

static int x_at(const scale *s, int col) {
    int from = s->flip ? s->max_col - col : col - s->min_col;
    return s->margin + (from * s->x + 50) / 100 + 1; // one column free for a mark
}

static int y_at(const scale *s, int row) {
    int from = s->flip ? s->max_row - row : row - s->min_row;
    return (from * s->y + 50) / 100;
}

static int x_of(const scale *s, const tsr_item *item) {
    return x_at(s, item->col);
}

static int y_of(const scale *s, const tsr_item *item) {
    return y_at(s, item->row);
}

// The margins of a board whose points stand on a lattice: columns below, rows left.
static void draw_names(const zone_view *v, const scale *s, term_canvas *out) {
    const tsr_zone *zone = zone_of(v);
    char name[16];
    int bottom = y_at(s, s->flip ? s->min_row : s->max_row) + 1;
    int letters = zone->coords == TSR_COORDS_LETTERS;
    for (int c = 0; zone->coords && c < zone->cols && c < 26; c++) {
        if (letters) {
            snprintf(name, sizeof name, "%c", 'a' + c);
        } else {
            snprintf(name, sizeof name, "%d", c);
        }
        term_put(out, bottom, x_at(s, 100 * c), quiet, name);
    }
    for (int r = 0; zone->coords && r < zone->rows && r < 100; r++) {
        snprintf(name, sizeof name, "%d", letters ? zone->rows - r : r);
        term_put(out, y_at(s, 100 * r), s->margin - 1 - term_columns(name), quiet, name);
    }
}

static const char *stroke(term_glyphs set, int dx, int dy) {
    int unicode = set == TERM_UNICODE;
    if (dy == 0) {
        return unicode ? "─" : "-";
    }
    if (dx == 0) {
        return unicode ? "│" : "|";
    }
    return (dx > 0) == (dy > 0) ? (unicode ? "╲" : "\\") : (unicode ? "╱" : "/");
}

// Lines of the board are grey, links between men have the colour of the men.
static term_style edge_style(const tsr_item *a, const tsr_item *b) {
    return a->kind == TSR_ITEM_PIECE && b->kind == TSR_ITEM_PIECE ? zone_item_style(a) : quiet;
}

// A line to the next row has no row of its own: half of it lies in each of the two.
static void draw_flat(int x0, int y0, int dx, int dy, term_style style, const char *sign,
                      term_canvas *out) {
    int way = dx < 0 ? -1 : 1, half = abs(dx) / 2;
    for (int i = 1; i < half; i++) {
        term_put(out, y0, x0 + way * i, style, sign);
        term_put(out, y0 + dy, x0 + dx - way * i, style, sign);
    }
}

static void draw_edge(const zone_view *v, const scale *s, tsr_edge edge, term_canvas *out) {
    const tsr_item *a = &v->sc->items[edge.a];
    const tsr_item *b = &v->sc->items[edge.b];
    int x0 = x_of(s, a), y0 = y_of(s, a);
    int dx = x_of(s, b) - x0, dy = y_of(s, b) - y0;
    term_style style = edge_style(a, b);
    if (abs(dy) == 1) {
        draw_flat(x0, y0, dx, dy, style, stroke(v->look->glyphs, dx, 0), out);
    }
    // Slanting lines get one sign a row: more would look like a staircase.
    int steps = dy == 0 ? abs(dx) : abs(dy);
    for (int i = 1; i < steps; i++) {
        term_put(out, y0 + dy * i / steps, x0 + dx * i / steps, style,
                 stroke(v->look->glyphs, dx, dy));
    }
}

// What stands at one point: several items may share it.
static zone_place place_of(const zone_view *v, const tsr_item *point) {
    zone_place place = {0};
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        const tsr_item *item = &v->sc->items[i];
        if (item->zone == v->zone && item->row == point->row && item->col == point->col) {
            zone_place_add(v, &place, item);
        }
    }
    return place;
}

static void draw_point(const zone_view *v, const scale *s, const tsr_item *item, term_canvas *out) {
    zone_place place = place_of(v, item);
    if (place.top != item) {
        return;
    }
    char text[TERM_GLYPH_MAX], left[2], right[2];
    int x = x_of(s, item), y = y_of(s, item);
    term_style style = zone_item_style(item);
    zone_place_text(v, &place, v->look->glyphs == TERM_UNICODE ? "\u00b7" : ".", text);
    zone_place_marks(&place, left, right);
    if (left[0] != ' ') {
        term_put(out, y, x - 1, style, left);
        term_put(out, y, x + term_columns(text), style, right);
    }
    term_put(out, y, x, style, text);
}

void zone_draw_graph(const zone_view *v, term_canvas *out) {
    const tsr_scene *sc = v->sc;
    scale s = scale_of(v);
    for (uint32_t i = 0; i < sc->edge_count; i++) {
        tsr_edge e = sc->edges[i];
        if (e.a < sc->item_count && e.b < sc->item_count && sc->items[e.a].zone == v->zone &&
            sc->items[e.b].zone == v->zone) {
            draw_edge(v, &s, e, out);
        }
    }
    for (uint32_t i = 0; i < sc->item_count; i++) {
        if (sc->items[i].zone == v->zone) {
            draw_point(v, &s, &sc->items[i], out);
        }
    }
    draw_names(v, &s, out);
}
