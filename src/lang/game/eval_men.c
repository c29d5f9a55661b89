// SPDX-License-Identifier: MIT
//
// Men that are pushed or carried, so that what they reach is not known: where who has lost enough of them has lost,
// each is worth the same.
#include "lang/game/eval_make.h"

// Whether the first player wins, all men standing as at the start, when `gone` of the other's are not there.
static int wins_without(eval_maker *m, int gone) {
    const program *p = m->p;
    const uint32_t endings = p->root[0].endings;
    vm_load(&m->f, p, p->start);
    for (int c = 0; c < p->b.cells && gone > 0; c++) {
        if (lang_owner_at(p, p->start, c) == 1) {
            eval_take_away(m, c);
            gone--;
        }
    }
    m->f.h.me = 0;
    return gone == 0 && endings && vm_run(&m->f, endings) == VM_OVER && m->f.h.rank[0] == 1 &&
           m->f.h.rank[1] != 1;
}

void eval_count_men(eval_maker *m) {
    const program *p = m->p;
    int gone = 0, men = p->players == 2 && !p->pile.at ? p->b.cells : 0;
    while (gone < men && !wins_without(m, gone)) {
        gone++;
    }
    if (gone == 0 || gone == men) {
        return;
    }
    m->e->counts |= EVAL_MATERIAL;
    for (int t = 0; t < p->types; t++) {
        m->e->value[t] = p->g->pieces[t].neutral ? 0 : EVAL_PIECE;
        for (int k = 0; k < p->players * p->b.cells; k++) {
            eval_add_place(m, k / p->b.cells, t, k % p->b.cells, m->e->value[t]);
        }
    }
}
