// SPDX-License-Identifier: MIT
//
// Sets moved by one of several shifts, by its number, as C: on boards of one or two words a table says which cells move
// and how far, so that nothing is jumped over; elsewhere it is a switch.
#include <stdlib.h>

#include "lang/cgen/cgen_board.h"

// Which way all of them lead, each by as many bits from everywhere: 1 up, -1 down, 0 = not so.
static int common_way(const board *b, const dirset *d) {
    int ups = 0, downs = 0, odd = b->words > 2;
    for (int i = 0; i < d->count; i++) {
        const board_shift *s = &b->shift[d->shift[i]];
        int moves = 0;
        for (int w = 0; w < b->words; w++) {
            moves |= s->mask[w] != 0;
        }
        odd |= moves && (!s->uniform || abs(s->amount) > 63);
        ups |= s->amount > 0;
        downs |= s->amount < 0;
    }
    return odd ? 0 : ups - downs;
}

static void put_tables(cgen *g, int dirs) {
    const board *b = &g->p->b;
    const dirset *d = &b->set[dirs];
    buffer *t = &g->tables;
    buffer_addf(t, "static const set nth_from_%d[] = {", dirs);
    for (int i = 0; i < d->count; i++) {
        buffer_addf(t, "%s, ", cgen_literal(b->shift[d->shift[i]].mask, b->words).t);
    }
    buffer_addf(t, "0};\nstatic const uint8_t nth_by_%d[] = {", dirs);
    for (int i = 0; i < d->count; i++) {
        buffer_addf(t, "%d, ", abs(b->shift[d->shift[i]].amount));
    }
    buffer_add_text(t, "0};\n");
}

static void put_looked_up(cgen *g, int dirs, int back, int up) {
    const int count = g->p->b.set[dirs].count;
    buffer_addf(&g->tables,
                "RT set %s_nth_%d(set x, uint32_t n) {\n    const uint32_t i = n < %d ? n : %d;\n",
                back ? "back" : "move", dirs, count, count);
    if (back) {
        buffer_addf(&g->tables, "    return (x %s nth_by_%d[i]) & nth_from_%d[i];\n}\n",
                    up ? ">>" : "<<", dirs, dirs);
    } else {
        buffer_addf(&g->tables, "    return (x & nth_from_%d[i]) %s nth_by_%d[i];\n}\n", dirs,
                    up ? "<<" : ">>", dirs);
    }
}

static void put_switch(cgen *g, int dirs, int back) {
    const dirset *d = &g->p->b.set[dirs];
    for (int i = 0; i < d->count; i++) { // the tables come before
        (void)(back ? cgen_back(g, "x", d->shift[i]) : cgen_shift(g, "x", d->shift[i]));
    }
    buffer_addf(&g->tables, "FN set %s_nth_%d(set x, uint32_t n) {\n    switch (n) {\n",
                back ? "back" : "move", dirs);
    for (int i = 0; i < d->count; i++) {
        const cgen_word moved =
            back ? cgen_back(g, "x", d->shift[i]) : cgen_shift(g, "x", d->shift[i]);
        buffer_addf(&g->tables, "    case %d: return %s;\n", i, moved.t);
    }
    buffer_add_text(&g->tables, "    default: return NO_CELLS;\n    }\n}\n");
}

void cgen_need_nth(cgen *g, int dirs, int back) {
    const int way = common_way(&g->p->b, &g->p->b.set[dirs]);
    if (g->has_nth[back][dirs]) {
        return;
    }
    if (way && !g->has_nth[!back][dirs]) {
        put_tables(g, dirs);
    }
    g->has_nth[back][dirs] = 1;
    if (way) {
        put_looked_up(g, dirs, back, way > 0);
    } else {
        put_switch(g, dirs, back);
    }
}
