// SPDX-License-Identifier: MIT
//
// Azul's classic view: the others' boards in a line each, the table as numbers,
// one's own board, and at the end where the points came from. The drawing itself
// is tsr_azul_draw (tessera/azul.h); this puts it on a canvas.

#include <stdlib.h>
#include <string.h>

#include <tessera/azul.h>

#include "term/skin.h"

// Puts the lines of `text` on the canvas from `row` on; returns the row after them.
static int put_lines(term_canvas *out, int row, char *text) {
    static const term_style plain = {0};
    for (char *line = text; *line; row++) {
        size_t size = strcspn(line, "\n");
        char *next = line + size + (line[size] == '\n');
        line[size] = '\0';
        (void)term_put(out, row, 0, plain, line);
        term_canvas_extend(out, row + 1, 0);
        line = next;
    }
    return row;
}

typedef int drawing(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                    char *buf, size_t cap);

static int put_drawing(const term_subject *s, drawing *draw, int row, term_canvas *out) {
    int size = draw(s->rules, s->view, s->viewer, s->names, NULL, 0);
    char *text = malloc((size_t)size + 1);
    if (!text) {
        out->failed = 1;
        return row;
    }
    (void)draw(s->rules, s->view, s->viewer, s->names, text, (size_t)size + 1);
    row = put_lines(out, row, text);
    free(text);
    return row;
}

static void draw_azul(const term_subject *subject, const term_look *look, term_canvas *out) {
    (void)look;
    int row = put_drawing(subject, tsr_azul_draw, 0, out);
    if (tsr_turn(subject->rules, subject->view) == 0) {
        (void)put_drawing(subject, tsr_azul_draw_result, row + 1, out);
    }
}

const term_skin term_skin_azul = {"azul", "classic", "boards in lines, the table in numbers",
                                  draw_azul};
