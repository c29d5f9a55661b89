// SPDX-License-Identifier: MIT
//
// The Unicorns table in words: stables and hands in lists, the piles, what is being
// played and who may answer, the effects at work and what happened last. The drawing
// itself is tsr_unicorns_draw (tessera/unicorns.h); this puts it on a canvas.

#include <stdlib.h>
#include <string.h>

#include <tessera/unicorns.h>

#include "term/skin.h"

static void put_lines(term_canvas *out, char *text) {
    static const term_style plain = {0};
    int row = 0;
    for (char *line = text; *line; row++) {
        size_t size = strcspn(line, "\n");
        char *next = line + size + (line[size] == '\n');
        line[size] = '\0';
        (void)term_put(out, row, 0, plain, line);
        term_canvas_extend(out, row + 1, 0);
        line = next;
    }
}

static void draw_unicorns(const term_subject *s, const term_look *look, term_canvas *out) {
    int width = look->cols, height = look->rows;
    int size = tsr_unicorns_draw(s->rules, s->view, s->viewer, s->names, width, height, NULL, 0);
    char *text = malloc((size_t)size + 1);
    if (!text) {
        out->failed = 1;
        return;
    }
    (void)tsr_unicorns_draw(s->rules, s->view, s->viewer, s->names, width, height, text,
                            (size_t)size + 1);
    put_lines(out, text);
    free(text);
}

const term_skin term_skin_unicorns = {"unicorns", "lists", "stables, hands and effects as lists",
                                      draw_unicorns};
