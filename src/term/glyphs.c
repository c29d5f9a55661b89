// SPDX-License-Identifier: MIT
//
// Which character stands for an item, in Unicode or in ASCII.
#include "term/glyphs.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "term/canvas.h"

int term_is_free(const tsr_scene *sc, const tsr_item *item) {
    static const char *const blanks[] = {"", " ", "_", ".", "\u00b7"};
    const char *glyph = sc->text + item->glyph;
    if (item->kind != TSR_ITEM_CELL) {
        return 0;
    }
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        if (strcmp(glyph, blanks[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_ascii(const char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x80) {
            return 0;
        }
    }
    return 1;
}

// Signs that have a usual letter: chess, discs, tiles.
static const char *usual_letter(const char *glyph) {
    static const char *const pairs[][2] = {
        {"\u2654", "K"}, {"\u2655", "Q"}, {"\u2656", "R"}, {"\u2657", "B"}, {"\u2658", "N"},
        {"\u2659", "P"}, {"\u265a", "k"}, {"\u265b", "q"}, {"\u265c", "r"}, {"\u265d", "b"},
        {"\u265e", "n"}, {"\u265f", "p"}, {"\u25cf", "x"}, {"\u25cb", "o"}, {"\u25a0", "#"},
        {"\u25a1", "+"}, {"\u00d7", "x"}, {"\u2022", "*"}, {"\u2588", "#"}, {"\u2663", "c"},
        {"\u2666", "d"}, {"\u2665", "h"}, {"\u2660", "s"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (strncmp(glyph, pairs[i][0], strlen(pairs[i][0])) == 0) {
            return pairs[i][1];
        }
    }
    return NULL;
}

static char shape_sign(int shape) {
    static const char signs[] = {
        [TSR_SHAPE_DISC] = 'o',    [TSR_SHAPE_SQUARE] = '#', [TSR_SHAPE_TRIANGLE] = '^',
        [TSR_SHAPE_DIAMOND] = 'v', [TSR_SHAPE_STAR] = '*',   [TSR_SHAPE_CROSS] = 'x',
        [TSR_SHAPE_HEXAGON] = 'h', [TSR_SHAPE_RING] = 'O',
    };
    return shape > 0 && shape < (int)sizeof signs ? signs[shape] : '\0';
}

static char initial(const char *label) {
    for (; *label; label++) {
        if (isalnum((unsigned char)*label)) {
            return *label;
        }
    }
    return '?';
}

static void substitute(const tsr_scene *sc, const tsr_item *item, char *out) {
    const char *glyph = sc->text + item->glyph, *letter = usual_letter(glyph);
    char sign = shape_sign(item->shape);
    if (letter && item->kind == TSR_ITEM_CARD) { // all suits are three bytes; the rank follows
        snprintf(out, TERM_GLYPH_MAX, "%s%.2s", letter, glyph + 3);
    } else if (letter) {
        snprintf(out, TERM_GLYPH_MAX, "%s", letter);
    } else {
        snprintf(out, TERM_GLYPH_MAX, "%c", sign ? sign : initial(sc->text + item->label));
    }
}

// The game's own glyph, cut to two columns. U+265F gets the sign that keeps fonts
// from drawing a coloured pawn.
static void own_glyph(const char *glyph, char *out) {
    int columns = 0;
    size_t used = 0;
    for (;;) {
        int wide;
        size_t n = term_char(glyph + used, &wide);
        if (n == 0 || columns + wide > 2 || used + n + 4 >= TERM_GLYPH_MAX) {
            break;
        }
        columns += wide;
        used += n;
    }
    memcpy(out, glyph, used);
    out[used] = '\0';
    if (strcmp(out, "\u265f") == 0) {
        strcpy(out + used, "\ufe0e");
    }
}

void term_glyph(term_glyphs set, const tsr_scene *sc, const tsr_item *item, char *out) {
    const char *glyph = sc->text + item->glyph;
    if (item->kind == TSR_ITEM_NUMBER) {
        snprintf(out, TERM_GLYPH_MAX, "%.*s", TERM_GLYPH_MAX - 1, glyph);
        if (!*glyph) {
            snprintf(out, TERM_GLYPH_MAX, "%u", item->count);
        }
        return;
    }
    if (item->flags & TSR_ITEM_FACE_DOWN && !*glyph) {
        strcpy(out, set == TERM_UNICODE ? "\u2592\u2592" : "##");
    } else if (!*glyph) {
        snprintf(out, TERM_GLYPH_MAX, "%c",
                 item->kind == TSR_ITEM_CELL ? ' ' : initial(sc->text + item->label));
    } else if (set == TERM_ASCII && !is_ascii(glyph)) {
        substitute(sc, item, out);
    } else {
        own_glyph(glyph, out);
    }
}
