// SPDX-License-Identifier: MIT
//
// Looks at what a draw draws from before it is printed: which choices, how many sets, whether they are locals.
#include "lang/cgen/cgen_draw.h"

static void take_note(cgen_taker *t, const cgen_offer *o) {
    drawing *d = ((draw_taker *)(void *)t)->d;
    const int op = cgen_draw_insn(t->g, o->node)->op;
    int known = 0;
    d->lists |= op != WAY_LOT;
    if (op == WAY_CELLS) {
        return;
    }
    for (int i = 0; i < d->nodes; i++) {
        known |= d->node[i] == o->node;
    }
    if (!known) {
        d->node[d->nodes++] = o->node;
    }
    d->offers++;
    d->loops |= o->in_loop;
}

int cgen_is_local(const drawing *d) {
    return !d->loops && d->offers <= CGEN_MAX_LOCAL;
}

void cgen_look_ahead(drawing *d, uint32_t code) {
    cgen *g = d->g;
    draw_taker note = {.base = {.take = take_note, .loop = cgen_take_counted, .g = g}, .d = d};
    buffer scratch, *was = g->out;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, code, &note.base);
    g->out = was;
    buffer_deinit(&scratch);
}

int cgen_draws_local(cgen *g, uint32_t code) {
    drawing d = {.g = g};
    cgen_look_ahead(&d, code);
    return cgen_is_local(&d);
}
