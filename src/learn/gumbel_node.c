// SPDX-License-Identifier: MIT
// A new node of the search that asks a network.
#include <string.h>

#include "learn/gumbel.h"

void gumbel_begin_node(gumbel *t, uint32_t at) {
    gumbel_node *n = &t->node[at];
    uint32_t turn = tsr_turn(t->r, gumbel_state(t, at));
    *n = (gumbel_node){.who = (uint8_t)(turn ? tsr_mover(turn) : 0)};
    memset(gumbel_sum_of(t, at), 0, t->r->players * sizeof(double));
    n->kind = turn == 0 ? GUMBEL_OVER : n->who == TSR_CHANCE ? GUMBEL_CHANCE : GUMBEL_OPEN;
    if (turn == 0 && t->solves) {
        float u[TSR_MAX_PLAYERS];
        tsr_utility(t->r, gumbel_state(t, at), u);
        n->proven = 1;
        n->exact = u[0];
    }
}
