// SPDX-License-Identifier: MIT
//
// The Unicorns table in words: stables and hands in lists, the piles, what is being
// played and who may answer, the effects at work and what happened last. The drawing
// itself is tsr_unicorns_draw (tessera/unicorns.h); this puts it on a canvas.

#include <stdlib.h>

#include <tessera/unicorns.h>

#include "term/skin.h"

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
    (void)term_put_lines(out, 0, text);
    free(text);
}

const term_skin term_skin_unicorns = {"unicorns", "lists", "stables, hands and effects as lists",
                                      draw_unicorns};
