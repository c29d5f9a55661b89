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

// " x3", where there are several of a thing.
static void put_count(const zone_view *v, const tsr_item *item, tsr_out *o) {
    if (item->count > 1 && item->kind != TSR_ITEM_NUMBER) {
        tsr_putf(o, "%s%u", v->look->glyphs == TERM_UNICODE ? "\u00d7" : "x", item->count);
    }
}

// The filled cells of a mask, moved to the upper left corner.
static uint64_t corner_mask(uint64_t mask) {
    while (!(mask & 0xff)) {
        mask >>= 8;
    }
    while (!(mask & 0x0101010101010101u)) {
        mask >>= 1;
    }
    return mask;
}

static int has_cell(uint64_t mask, int row, int col) {
    return row < 8 && (mask >> (8 * row + col) & 1);
}

// Two columns a cell: the most natural picture of it. Returns the rows used.
static int draw_blocks(const zone_view *v, uint64_t mask, term_style style, term_canvas *out) {
    const char *block = v->look->glyphs == TERM_UNICODE ? "\u2588\u2588" : "[]";
    int rows = 0;
    for (int i = 0; i < 64; i++) {
        if (mask >> i & 1) {
            term_put(out, i / 8, 2 * (i % 8), style, block);
            rows = i / 8 + 1;
        }
    }
    return rows;
}

// Where there is little room: two rows of cells in one line, one column each;
// without Unicode, one character a cell.
static int draw_small_blocks(const zone_view *v, uint64_t mask, term_style style,
                             term_canvas *out) {
    int unicode = v->look->glyphs == TERM_UNICODE;
    int step = unicode ? 2 : 1, rows = 0;
    for (int y = 0; y < 8; y += step) {
        for (int x = 0; x < 8; x++) {
            int upper = has_cell(mask, y, x), lower = unicode && has_cell(mask, y + 1, x);
            const char *half = upper && lower ? "\u2588" : upper ? "\u2580" : "\u2584";
            if (upper || lower) {
                term_put(out, y / step, x, style, unicode ? half : "#");
                rows = y / step + 1;
            }
        }
    }
    return rows;
}

// A polyomino or a puzzle card, with its sign and number below.
static void draw_mask(const zone_view *v, const tsr_item *item, term_canvas *out) {
    term_style style = zone_item_style(item);
    uint64_t mask = corner_mask(item->mask);
    char sign[TERM_GLYPH_MAX + 16];
    int rows = v->level == ZONE_ROOMY ? draw_blocks(v, mask, style, out)
                                      : draw_small_blocks(v, mask, style, out);
    term_glyph(v->look->glyphs, v->sc, item, sign);
    tsr_out o = tsr_out_to(sign, sizeof sign);
    o.len = strlen(sign);
    put_count(v, item, &o);
    tsr_out_end(&o);
    term_put(out, rows, 0, style, sign);
}

static int is_told_by_glyph(const zone_view *v, const tsr_item *item) {
    return item->flags & TSR_ITEM_FACE_DOWN || strcmp(v->sc->text + item->sort, "playing") == 0;
}

static int is_named(const zone_view *v, const tsr_item *item) {
    return item->kind == TSR_ITEM_BUTTON || item->kind == TSR_ITEM_TEXT ||
           (item->kind == TSR_ITEM_CARD && !is_told_by_glyph(v, item) && v->sc->text[item->label]);
}

// A label is a phrase to be spoken, and begins with the name: "Neigh, an instant: ...".
// On a button it is all that is to be read; on a card the name is enough.
static size_t name_size(const tsr_item *item, const char *label) {
    return item->kind == TSR_ITEM_CARD ? strcspn(label, ",:") : strlen(label);
}

static void token_text(const zone_view *v, const tsr_item *item, char *out, size_t cap) {
    const char *label = v->sc->text + item->label;
    tsr_out o = tsr_out_to(out, cap);
    if (is_named(v, item)) {
        int bare = item->kind == TSR_ITEM_TEXT;
        tsr_put(&o, bare ? "" : "[");
        tsr_putf(&o, "%.*s", (int)name_size(item, label), label);
        tsr_put(&o, bare ? "" : "]");
    } else if (term_is_free(v->sc, item)) {
        tsr_put(&o, v->look->glyphs == TERM_UNICODE ? "\u00b7" : ".");
    } else {
        char glyph[TERM_GLYPH_MAX];
        term_glyph(v->look->glyphs, v->sc, item, glyph);
        tsr_put(&o, glyph);
    }
    put_count(v, item, &o);
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

// --- As a fan ------------------------------------------------------------------------

// A hand that is held open: each card lies over the one before it, the last is seen whole.
//
//   hand /Neigh /Basic Unicorn x2 /Back Kick +
//        |!N    |uB               |*B        |
static int is_fan(const zone_view *v) {
    int open = 0;
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        const tsr_item *item = &v->sc->items[i];
        if (item->zone == v->zone) {
            if (!is_named(v, item)) {
                return 0;
            }
            open++;
        }
    }
    return open > 1 && v->level == ZONE_ROOMY && zone_of(v)->layout == TSR_LAYOUT_FAN;
}

// The name without its brackets, with marks of what has just happened to it.
static void fan_name(const zone_view *v, const tsr_item *item, char *out, size_t cap) {
    const char *label = v->sc->text + item->label;
    char left[2], right[2];
    zone_place place = {0};
    tsr_out o = tsr_out_to(out, cap);
    zone_place_add(v, &place, item);
    zone_place_marks(&place, left, right);
    tsr_putf(&o, "%s%.*s", left[0] == ' ' ? "" : left, (int)name_size(item, label), label);
    tsr_putf(&o, "%s", right[0] == ' ' ? "" : right);
    if (item->count > 1) {
        tsr_put(&o, " ");
    }
    put_count(v, item, &o);
    tsr_out_end(&o);
}

static void draw_fan_card(const zone_view *v, const tsr_item *item, term_canvas *out) {
    const int unicode = v->look->glyphs == TERM_UNICODE;
    const term_style style = zone_item_style(item);
    char name[256], sign[TERM_GLYPH_MAX];
    fan_name(v, item, name, sizeof name);
    term_glyph(v->look->glyphs, v->sc, item, sign);
    term_put(out, 0, 0, quiet, unicode ? "\u256d" : "/");
    term_put(out, 1, 0, quiet, unicode ? "\u2502" : "|");
    term_put(out, 0, 1, item->flags & TSR_ITEM_DIM ? style : plain, name);
    term_put(out, 1, 1, style, sign);
    term_canvas_extend(out, 2, term_columns(name) + 2);
}

// The right edge of the last card of a line.
static void end_fan(const zone_view *v, const flow *f) {
    const int unicode = v->look->glyphs == TERM_UNICODE;
    term_put(f->out, f->y, f->x, quiet, unicode ? "\u256e" : "\\");
    term_put(f->out, f->y + 1, f->x, quiet, unicode ? "\u2502" : "|");
}

static void draw_fan(const zone_view *v, term_canvas *out) {
    const char *label = zone_label(v);
    term_canvas card;
    flow f = {out, 0, v->cols - 1, 0, 0, 2, 0};
    f.x = f.indent = *label ? term_put(out, 0, 0, quiet, label) + 1 : 0;
    term_canvas_init(&card);
    for (uint32_t i = 0; i < v->sc->item_count; i++) {
        if (v->sc->items[i].zone == v->zone) {
            term_canvas_clear(&card);
            draw_fan_card(v, &v->sc->items[i], &card);
            if (f.x > f.indent && f.x + card.cols > f.cols) {
                end_fan(v, &f);
                f.x = f.indent;
                f.y += 2;
            }
            flow_add(&f, &card);
        }
    }
    end_fan(v, &f);
    out->failed |= card.failed;
    term_canvas_deinit(&card);
}

// --- Any of them ---------------------------------------------------------------------

void zone_draw_tokens(const zone_view *v, term_canvas *out) {
    const char *label = zone_label(v);
    if (is_fan(v)) {
        draw_fan(v, out);
        return;
    }
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
