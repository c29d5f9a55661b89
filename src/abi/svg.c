// SPDX-License-Identifier: MIT
// A scene as an SVG picture that needs nothing else: for notebooks and pages of other programs.
//
// Boards (grids, hexagons, graphs) are drawn; every other zone is a line of boxes with the glyphs of
// its things. Zones stand one below the other in the scene's order. What is said by colour is said by
// glyph or form as well, and every thing has its phrase as a title.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/text.h>

#include "abi/state.h"

enum { CELL = 40, MARGIN = 20, LABEL = 18, HALF = CELL / 2, LINE_WIDTH = 640 };

typedef struct drawing {
    const tsr_scene *sc;
    tsr_out out;
    int y, width; // where the next zone begins; the widest so far
} drawing;

// --- Words and colours ---------------------------------------------------------------------------

static const char *text_at(const tsr_scene *sc, uint32_t at) {
    return at < sc->text_size && sc->text ? sc->text + at : "";
}

static void put_escaped(tsr_out *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': tsr_put(out, "&amp;"); break;
        case '<': tsr_put(out, "&lt;"); break;
        case '>': tsr_put(out, "&gt;"); break;
        case '"': tsr_put(out, "&quot;"); break;
        default: tsr_put_char(out, (unsigned char)*text < 0x20 ? ' ' : *text);
        }
    }
}

static const char *colour_of(int colour) {
    static const char *const players[TSR_MAX_PLAYERS] = {
        "#f5f2e8", "#3b3f46", "#c23b3b", "#3566b8", "#d9a520", "#3c8d4f", "#7d4a9c", "#d2702a"};
    static const char *const others[] = {"#ffffff", "#222222", "#c23b3b", "#3566b8",
                                         "#e0b020", "#3c8d4f", "#7d4a9c", "#d2702a",
                                         "#2f9aa8", "#d889a8", "#8a5a3a", "#9a9a9a"};
    if (colour >= TSR_COLOUR_PLAYER && colour < TSR_COLOUR_PLAYER + TSR_MAX_PLAYERS) {
        return players[colour - TSR_COLOUR_PLAYER];
    }
    int i = colour - TSR_COLOUR_WHITE;
    return i >= 0 && i < (int)(sizeof others / sizeof *others) ? others[i] : "#d8cfb8";
}

static int is_dark(int colour) {
    return colour_of(colour)[1] < '8';
}

// --- Things --------------------------------------------------------------------------------------

static void put_title(drawing *d, const tsr_item *item) {
    tsr_put(&d->out, "<title>");
    put_escaped(&d->out, text_at(d->sc, item->label));
    tsr_put(&d->out, "</title>");
}

static void put_glyph(drawing *d, const tsr_item *item, int x, int y, int on_piece) {
    const char *glyph = text_at(d->sc, item->glyph);
    int dark = on_piece && is_dark(item->colour);
    if (*glyph && strcmp(glyph, " ") != 0) {
        tsr_putf(&d->out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">", x, y + 6, dark ? "#fff" : "#222");
        put_escaped(&d->out, glyph);
        tsr_put(&d->out, "</text>");
    }
    if (item->count > 1) {
        tsr_putf(&d->out, "<text class=\"n\" x=\"%d\" y=\"%d\">%u</text>", x + 13, y + 16,
                 (unsigned)item->count);
    }
}

static void put_form(drawing *d, const tsr_item *item, int x, int y) {
    const char *fill = colour_of(item->colour);
    const char *edge = item->flags & TSR_ITEM_LAST ? "#d2702a" : "#444";
    if (item->kind == TSR_ITEM_PIECE && item->shape != TSR_SHAPE_SQUARE) {
        tsr_putf(&d->out, "<circle cx=\"%d\" cy=\"%d\" r=\"15\" fill=\"%s\" stroke=\"%s\"/>", x, y,
                 fill, edge);
    } else {
        tsr_putf(&d->out,
                 "<rect x=\"%d\" y=\"%d\" width=\"30\" height=\"30\" rx=\"4\" fill=\"%s\" "
                 "stroke=\"%s\"/>",
                 x - 15, y - 15, fill, edge);
    }
}

// A place that says how many things lie in it, as the pits of Kalah do.
static int is_pit(const drawing *d, const tsr_item *item) {
    const char *glyph = text_at(d->sc, item->glyph);
    return item->kind == TSR_ITEM_CELL && ((*glyph >= '0' && *glyph <= '9') || *glyph == '+');
}

// A thing whose centre is (x, y).
static void put_item(drawing *d, const tsr_item *item, int x, int y) {
    int ghost = item->flags & (TSR_ITEM_GHOST | TSR_ITEM_DIM);
    int solid =
        item->kind != TSR_ITEM_CELL && item->kind != TSR_ITEM_NUMBER && item->kind != TSR_ITEM_TEXT;
    tsr_put(&d->out, ghost ? "<g opacity=\".4\">" : "<g>");
    put_title(d, item);
    if (solid) {
        put_form(d, item, x, y);
    } else if (is_pit(d, item)) {
        tsr_putf(&d->out,
                 "<circle cx=\"%d\" cy=\"%d\" r=\"17\" fill=\"#efe4c8\" stroke=\"#8d7b57\"/>", x,
                 y);
    } else if (item->kind == TSR_ITEM_CELL) { // a place that can be pointed at
        tsr_putf(&d->out, "<circle cx=\"%d\" cy=\"%d\" r=\"15\" fill-opacity=\"0\"/>", x, y);
    }
    if (item->kind != TSR_ITEM_CELL || is_pit(d, item)) {
        put_glyph(d, item, x, y, solid);
    }
    tsr_put(&d->out, "</g>\n");
}

// --- Boards --------------------------------------------------------------------------------------

static void grow(drawing *d, int width) {
    d->width = width > d->width ? width : d->width;
}

static int is_hidden_cell(const tsr_item *item) {
    return item->kind == TSR_ITEM_CELL && item->row < 0;
}

static void put_square(drawing *d, const tsr_zone *z, const tsr_item *item, int x, int y) {
    int odd = (item->row + item->col) & 1 && z->flags & TSR_ZONE_CHECKED;
    const char *fill = item->colour ? colour_of(item->colour) : odd ? "#c9b48a" : "#efe4c8";
    tsr_putf(
        &d->out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#8d7b57\"/>\n",
        x - HALF, y - HALF, CELL, CELL, fill);
}

static void put_hexagon(drawing *d, int x, int y) {
    tsr_putf(&d->out,
             "<path d=\"M%d %dl20-11l20 11v23l-20 11l-20-11z\" fill=\"#efe4c8\" "
             "stroke=\"#8d7b57\"/>\n",
             x - HALF, y - 11);
}

static void centre_of(const drawing *d, const tsr_zone *z, const tsr_item *item, int *x, int *y) {
    if (z->kind == TSR_ZONE_GRAPH) {
        *x = MARGIN + HALF + item->col * CELL / 100;
        *y = d->y + HALF + item->row * CELL / 100;
    } else {
        *x = MARGIN + HALF + item->col * CELL + (z->kind == TSR_ZONE_HEX ? item->row * HALF : 0);
        *y = d->y + HALF + item->row * (z->kind == TSR_ZONE_HEX ? CELL - 6 : CELL);
    }
}

// Places first, then what stands on them.
static void put_board_layer(drawing *d, const tsr_zone *z, uint32_t zone, int places, int *bottom) {
    for (uint32_t i = 0; i < d->sc->item_count; i++) {
        const tsr_item *item = &d->sc->items[i];
        int x, y;
        if (item->zone != zone || is_hidden_cell(item)) {
            continue;
        }
        centre_of(d, z, item, &x, &y);
        if (places && z->kind == TSR_ZONE_GRID) {
            put_square(d, z, item, x, y);
        } else if (places && z->kind == TSR_ZONE_HEX) {
            put_hexagon(d, x, y);
        } else if (!places) {
            put_item(d, item, x, y);
        }
        grow(d, x + HALF);
        *bottom = y + HALF > *bottom ? y + HALF : *bottom;
    }
}

static void put_edges(drawing *d, const tsr_zone *z, uint32_t zone) {
    for (uint32_t i = 0; i < d->sc->edge_count; i++) {
        const tsr_edge *e = &d->sc->edges[i];
        const tsr_item *a = &d->sc->items[e->a], *b = &d->sc->items[e->b];
        int x, y, to_x, to_y;
        if (a->zone == zone && b->zone == zone) {
            centre_of(d, z, a, &x, &y);
            centre_of(d, z, b, &to_x, &to_y);
            tsr_putf(&d->out, "<path d=\"M%d %dL%d %d\" stroke=\"#8d7b57\"/>\n", x, y, to_x, to_y);
        }
    }
}

static void put_board(drawing *d, const tsr_zone *z, uint32_t zone) {
    int bottom = d->y;
    put_edges(d, z, zone);
    put_board_layer(d, z, zone, 1, &bottom);
    put_board_layer(d, z, zone, 0, &bottom);
    d->y = bottom + 10;
}

// --- Everything else -----------------------------------------------------------------------------

static void put_words(drawing *d, const char *text, int x) {
    tsr_putf(&d->out, "<text class=\"l\" x=\"%d\" y=\"%d\">", x, d->y + 13);
    put_escaped(&d->out, text);
    tsr_put(&d->out, "</text>\n");
    grow(d, x + 8 * (int)strlen(text));
    d->y += LABEL;
}

static void put_line(drawing *d, uint32_t zone) {
    int x = MARGIN + HALF, any = 0;
    for (uint32_t i = 0; i < d->sc->item_count; i++) {
        const tsr_item *item = &d->sc->items[i];
        if (item->zone != zone) {
            continue;
        }
        if (item->kind == TSR_ITEM_TEXT || item->kind == TSR_ITEM_NUMBER) {
            put_words(d, text_at(d->sc, item->label), MARGIN);
            continue;
        }
        if (x > LINE_WIDTH) {
            x = MARGIN + HALF;
            d->y += CELL;
        }
        put_item(d, item, x, d->y + HALF);
        grow(d, x + HALF);
        x += CELL;
        any = 1;
    }
    d->y += any ? CELL : 0;
}

static int is_board(const tsr_zone *z) {
    return z->kind == TSR_ZONE_GRID || z->kind == TSR_ZONE_HEX || z->kind == TSR_ZONE_GRAPH;
}

static void put_zone(drawing *d, uint32_t zone) {
    const tsr_zone *z = &d->sc->zones[zone];
    const char *label = text_at(d->sc, z->label);
    if (z->kind == TSR_ZONE_ACTIONS || z->flags & TSR_ZONE_POPUP) {
        return; // to press, not to look at
    }
    if (*label) {
        put_words(d, label, MARGIN);
    }
    if (is_board(z)) {
        put_board(d, z, zone);
    } else if (z->kind != TSR_ZONE_GROUP) {
        put_line(d, zone);
    }
}

static int draw(const tsr_scene *sc, char *buf, size_t cap, int width, int height, drawing *d) {
    *d = (drawing){.sc = sc, .out = tsr_out_to(buf, cap), .y = MARGIN};
    tsr_putf(&d->out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
             "height=\"%d\" font-family=\"sans-serif\">\n<style>text{font-size:18px;"
             "text-anchor:middle}.l{font-size:13px;text-anchor:start}.n{font-size:11px}</style>\n"
             "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
             width, height, width, height);
    for (uint32_t i = 0; i < sc->zone_count; i++) {
        put_zone(d, i);
    }
    tsr_put(&d->out, "</svg>\n");
    return tsr_out_end(&d->out);
}

int tsr_state_svg(const tsr_state *s, int viewer, char *buf, size_t cap) {
    tsr_scene sc = {0};
    drawing d;
    tsr_state *view = NULL;
    int seat = s && viewer == -1 ? state_seat(s, -1) : viewer;
    int code = s ? tsr_state_view(s, seat, &view) : TSR_FAIL_ARGUMENT;
    if (code) {
        return code;
    }
    if (tsr_scene_take(s->rs->r, view->at, seat, NULL, &sc) == TSR_OK) {
        (void)draw(&sc, NULL, 0, 0, 0, &d); // how large it is
        code = draw(&sc, buf, buf ? cap : 0, d.width + MARGIN, d.y + MARGIN, &d);
    } else {
        code = TSR_FAIL_MEMORY;
    }
    tsr_scene_free(NULL, &sc);
    tsr_state_free(view);
    return code;
}
