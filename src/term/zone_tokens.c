// SPDX-License-Identifier: MIT
//
// Zones whose items stand in a line (rows, piles, hands, tracks, counters,
// buttons) or in a list (words, stacks). Each item is a token: a sign, a name in
// brackets, or a small picture of a polyomino; tokens flow and wrap.
//
//   hand: [Neigh] [Rainbow Unicorn] ## ##         reserve: []     [][]
//   floor: r b . . . . .                                   [][] 3 []   2
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

#include "term/glyphs.h"
#include "term/zones.h"

static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};
static const term_style plain = {0, 0, 0, 0};

// --- Tokens --------------------------------------------------------------------

// A polyomino or a puzzle card: two columns a cell, its sign and count below.
static void draw_mask(const zone_view *v, const tsr_item *item, term_canvas *out) {
    const char *block = v->look->glyphs == TERM_UNICODE ? "\u2588\u2588" : "[]";
    term_style style = zone_item_style(item);
    char sign[TERM_GLYPH_MAX];
    int first_row = 8, first_col = 8, last_row = 0;
    for (int i = 0; i < 64; i++) {
        if (item->mask >> i & 1) {
            first_row = i / 8 < first_row ? i / 8 : first_row;
            first_col = i % 8 < first_col ? i % 8 : first_col;
            last_row = i / 8;
        }
    }
    for (int i = 0; i < 64; i++) {
        if (item->mask >> i & 1) {
            term_put(out, i / 8 - first_row, 2 * (i % 8 - first_col), style, block);
        }
    }
    term_glyph(v->look->glyphs, v->sc, item, sign);
    term_put(out, last_row - first_row + 1, 0, style, sign);
}

static int is_named(const zone_view *v, const tsr_item *item) {
    return item->kind == TSR_ITEM_BUTTON || item->kind == TSR_ITEM_TEXT ||
           (item->kind == TSR_ITEM_CARD && !(item->flags & TSR_ITEM_FACE_DOWN) &&
            v->sc->text[item->label]);
}

static void token_text(const zone_view *v, const tsr_item *item, char *out, size_t cap) {
    const char *label = v->sc->text + item->label;
    tsr_out o = tsr_out_to(out, cap);
    if (is_named(v, item)) {
        int bare = item->kind == TSR_ITEM_TEXT;
        tsr_put(&o, bare ? "" : "[");
        tsr_put(&o, label);
        tsr_put(&o, bare ? "" : "]");
        if (item->count > 1) {
            tsr_putf(&o, "%s%u", v->look->glyphs == TERM_UNICODE ? "\u00d7" : "x", item->count);
        }
    } else if (term_is_free(v->sc, item)) {
        tsr_put(&o, v->look->glyphs == TERM_UNICODE ? "\u00b7" : ".");
    } else {
        char glyph[TERM_GLYPH_MAX];
        tsr_item one = *item;
        one.count = item->kind == TSR_ITEM_NUMBER ? item->count : 1;
        term_glyph(v->look->glyphs, v->sc, &one, glyph);
        tsr_put(&o, glyph);
        if (one.count != item->count && item->count > 1) {
            tsr_putf(&o, "%s%u", v->look->glyphs == TERM_UNICODE ? "\u00d7" : "x", item->count);
        }
    }
    tsr_out_end(&o);
}

static void draw_token(const zone_view *v, const tsr_item *item, term_canvas *out) {
    if (item->mask) {
        draw_mask(v, item, out);
        return;
    }
    char text[256], left[2], right[2];
    zone_place place = {0};
    int x = 0;
    zone_place_add(v, &place, item);
    place.last &= item->kind != TSR_ITEM_BUTTON; // pressed is not where a piece went
    zone_place_marks(&place, left, right);
    token_text(v, item, text, sizeof text);
    term_style style = is_named(v, item) ? plain : zone_item_style(item);
    if (item->flags & TSR_ITEM_DIM) {
        style.attr = TERM_DIM;
    }
    if (left[0] != ' ') {
        x += term_put(out, 0, x, style, left);
    }
    x += term_put(out, 0, x, style, text);
    if (left[0] != ' ') {
        term_put(out, 0, x, style, right);
    }
}

// --- In a line -------------------------------------------------------------------

typedef struct flow {
    term_canvas *out;
    int indent, cols; // where lines begin, and how long they may be
    int x, y, height; // the next token; the height of the present line
    int gap;
} flow;

static void flow_add(flow *f, const term_canvas *token) {
    if (f->x > f->indent && f->x + token->cols > f->cols) {
        f->y += f->height + (f->height > 1);
        f->x = f->indent;
        f->height = 1;
    }
    term_lay(f->out, f->y, f->x, token);
    f->x += token->cols + f->gap;
    f->height = token->rows > f->height ? token->rows : f->height;
}

static int zone_gap(const zone_view *v) {
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        const tsr_item *item = &v->sc->items[i];
        if (item->zone == v->zone && item->mask) {
            return 2;
        }
    }
    return 1;
}

// A track's places that hold nothing are shown too.
static void flow_free_places(flow *f, const zone_view *v, int shown) {
    term_canvas dot;
    term_canvas_init(&dot);
    term_put(&dot, 0, 0, quiet, v->look->glyphs == TERM_UNICODE ? "\u00b7" : ".");
    int places = zone_of(v)->kind == TSR_ZONE_TRACK ? zone_of(v)->cols : 0;
    for (int i = shown; i < places && i < 100; i++) {
        flow_add(f, &dot);
    }
    term_canvas_deinit(&dot);
}

void zone_draw_tokens(const zone_view *v, term_canvas *out) {
    const char *label = zone_label(v);
    term_canvas token;
    flow f = {out, 0, v->cols, 0, 0, 1, zone_gap(v)};
    int shown = 0;
    if (*label) {
        int colon = zone_of(v)->kind != TSR_ZONE_COUNTER;
        f.x = term_put(out, 0, 0, quiet, label);
        f.x += term_put(out, 0, f.x, quiet, colon ? ": " : " ");
        f.indent = f.x < v->cols / 2 ? f.x : 2;
    }
    term_canvas_init(&token);
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        if (v->sc->items[i].zone == v->zone) {
            term_canvas_clear(&token);
            draw_token(v, &v->sc->items[i], &token);
            flow_add(&f, &token);
            shown++;
        }
    }
    term_canvas_deinit(&token);
    flow_free_places(&f, v, shown);
    if (shown == 0 && f.out->cols == f.x) {
        term_put(out, f.y, f.x, quiet, "-");
    }
}

// --- In a list -------------------------------------------------------------------

// Puts `text` in lines of at most `cols` columns; returns the row after it.
static int put_wrapped(term_canvas *out, int row, int col, int cols, term_style style,
                       const char *text) {
    while (*text) {
        size_t used = 0, fits = 0;
        int columns = 0;
        for (;;) {
            int wide;
            size_t n = term_char(text + used, &wide);
            if (n == 0 || columns + wide > cols) {
                fits = n == 0 ? used : fits;
                break;
            }
            fits = text[used] == ' ' ? used : fits;
            columns += wide;
            used += n;
        }
        fits = fits ? fits : used ? used : 1;
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)fits, text);
        term_put(out, row++, col, style, line);
        text += fits;
        text += *text == ' ';
    }
    return row;
}

void zone_draw_lines(const zone_view *v, term_canvas *out) {
    int stack = zone_of(v)->kind == TSR_ZONE_STACK;
    const char *pointer = v->look->glyphs == TERM_UNICODE ? "\u25b8" : ">";
    int row = 0;
    if (*zone_label(v)) {
        term_put(out, row++, 0, quiet, zone_label(v));
    }
    int first = row;
    for (uint32_t k = 0; k < v->sc->item_count; k++) {
        // A stack is read from its top, which is the last item.
        const tsr_item *item = &v->sc->items[stack ? v->sc->item_count - 1 - k : k];
        if (item->zone != v->zone) {
            continue;
        }
        term_style style = zone_item_style(item);
        style.attr &= (uint8_t)~TERM_BOLD;
        if (stack && row == first) {
            term_put(out, row, 0, plain, pointer);
        }
        row = put_wrapped(out, row, stack ? 2 : 0, v->cols - 2, style, v->sc->text + item->label);
    }
}
