// SPDX-License-Identifier: MIT
//
// Azul's classic view: the others' boards in a line each, the table as numbers,
// one's own board, and at the end where the points came from. The drawing itself
// is tsr_azul_draw (tessera/azul.h); this puts it on a canvas.

#include <stdlib.h>

#include <tessera/azul.h>

#include "term/skin.h"

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
    row = term_put_lines(out, row, text);
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
