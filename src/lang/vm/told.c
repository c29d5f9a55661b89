// SPDX-License-Identifier: MIT
//
// Moves that tell all by themselves (plan/ways_play.c): their bits taken apart.
#include "lang/vm/walk_impl.h"

static int cell_at(const program *p, tsr_move m, int bits) {
    return (int)(m >> bits & (((tsr_move)1 << p->size.cell_bits) - 1));
}

// Which of the pieces that a choice may become the rest of a move names; -1 = none.
static int promotion_of(const program *p, int node, tsr_move rest) {
    const int ways = rest && plan_promotes(p, node) ? p->fact.weight[node].weight : 0;
    for (int i = 0; i < ways; i++) {
        int sub = i;
        if (ir_promotion(p, p->node[p->node[node].next].next, &sub)->choice == rest) {
            return i;
        }
    }
    return rest ? -1 : 0;
}

// The function + 1 that plays the move from its bits, and its cells; 0 = it must be taken apart.
uint32_t walk_told(walker *w, const uint32_t *row, int *from, int *to) {
    const program *p = w->p;
    const int choice = (int)(w->move & (((tsr_move)1 << p->size.choice_bits) - 1));
    const uint32_t fn = choice <= p->choice_count ? row[choice] : 0;
    int bits = p->size.choice_bits;
    if (!fn || w->move & WALK_HASHED) {
        return 0;
    }
    const int kind = p->choice[choice].kind;
    *from = *to = -1;
    if (kind == CH_MOTION) {
        *from = cell_at(p, w->move, bits);
        bits += p->size.cell_bits;
    }
    if (kind <= CH_TAKE) {
        *to = cell_at(p, w->move, bits);
        bits += p->size.cell_bits;
    }
    w->sub = promotion_of(p, p->ways->fn[fn - 1].node, w->move >> bits);
    return *from < p->b.cells && *to < p->b.cells && w->sub >= 0 ? fn : 0;
}
