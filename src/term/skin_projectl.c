// SPDX-License-Identifier: MIT
//
// Project L's own view: open puzzles small, one's own large, pieces as blocks in their
// colours. The drawing is tsr_pl_picture (tessera/projectl.h); this puts it on a
// canvas and turns its marks into styles.

#include <stdlib.h>
#include <string.h>

#include <tessera/projectl.h>

#include "term/skin.h"

static term_style style_of(char mark) {
    term_style style = {0};
    if (mark >= 'a' && mark <= 'i') {
        style.fore = (uint8_t)tsr_pl_shape_colour(mark - 'a');
    } else if (mark >= 'A' && mark <= 'I') {
        style.fore = (uint8_t)tsr_pl_shape_colour(mark - 'A');
        style.attr = TERM_REVERSE;
    } else {
        style.attr = mark == '1' ? TERM_BOLD : mark == '2' ? TERM_DIM : 0;
    }
    return style;
}

// Puts a line, piece by piece between its marks.
static void put_line(term_canvas *out, int row, char *line) {
    term_style style = {0};
    int col = 0;
    while (*line) {
        char *end = line + strcspn(line, "\001"), mark = *end;
        *end = '\0';
        col += term_put(out, row, col, style, line);
        line = end;
        if (mark && end[1]) {
            style = style_of(end[1]);
            line += 2;
        }
    }
}

static void draw_projectl(const term_subject *s, const term_look *look, term_canvas *out) {
    uint32_t flags = TSR_PL_MARKS | (look->glyphs == TERM_ASCII ? TSR_PL_ASCII : 0);
    int size = tsr_pl_picture(s->rules, s->view, s->viewer, flags, s->names, NULL, 0), row = 0;
    char *text = malloc((size_t)size + 1);
    if (!text) {
        out->failed = 1;
        return;
    }
    (void)tsr_pl_picture(s->rules, s->view, s->viewer, flags, s->names, text, (size_t)size + 1);
    for (char *line = text; *line; row++) {
        char *end = line + strcspn(line, "\n"), *next = end + (*end != '\0');
        *end = '\0';
        put_line(out, row, line);
        term_canvas_extend(out, row + 1, 0);
        line = next;
    }
    free(text);
}

extern const term_skin term_skin_projectl;

const term_skin term_skin_projectl = {"projectl", "table", "open puzzles small, your own large",
                                      draw_projectl};
