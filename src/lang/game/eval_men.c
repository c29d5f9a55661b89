// SPDX-License-Identifier: MIT
//
// Men that are pushed or carried, so that what they reach is not known: where who has lost enough of them has lost,
// each is worth the same.
#include "lang/game/eval_make.h"

static void take_away(eval_maker *m, int cell) {
    const program *p = m->p;
    const int last = p->at.type == BOARD_NONE ? 0 : p->types;
    for (int i = 0; i < p->players; i++) {
        vm_set(&m->f, p->at.own + i)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
    for (int t = 0; t < last; t++) {
        vm_set(&m->f, p->at.type + t)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
}

// Whether the first player wins, all men standing as at the start, when `gone` of the other's are not there.
static int wins_without(eval_maker *m, int gone) {
    const program *p = m->p;
    const uint32_t endings = p->root[0].endings;
    vm_load(&m->f, p, p->start);
    for (int c = 0; c < p->b.cells && gone > 0; c++) {
        if (lang_owner_at(p, p->start, c) == 1) {
            take_away(m, c);
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
