// SPDX-License-Identifier: MIT
//
// What a deal may come to: a thing of any kind that lies where it is dealt from, by how many there are.
#include "lang/vm/walk_impl.h"

uint32_t deal_weights(frame *f, int node, uint32_t weight[IR_MAX_TYPES]) {
    const program *p = f->p;
    const int w = p->b.words;
    uint64_t cells[BOARD_MAX_WORDS], some[BOARD_MAX_WORDS];
    uint32_t sum = 0;
    (void)vm_run(f, p->node[node].reach);
    set_copy(cells, vm_set(f, f->ret_set), w);
    for (int t = 0; t < p->types; t++) {
        set_copy(some, cells, w);
        if (p->at.type != BOARD_NONE) {
            set_and(some, vm_set(f, p->at.type + t), w);
        }
        weight[t] = (uint32_t)set_count(some, w);
        sum += weight[t];
    }
    return sum;
}

int32_t deal_draw(frame *f, int node, tsr_rng *g) {
    uint32_t weight[IR_MAX_TYPES];
    const uint32_t sum = deal_weights(f, node, weight);
    uint32_t r = sum ? tsr_rng_below(g, sum) : 0;
    int32_t t = 0;
    while (sum && r >= weight[t]) {
        r -= weight[t++];
    }
    return t;
}

uint32_t walk_deal(const program *p, const void *state, uint32_t weight[IR_MAX_TYPES]) {
    frame f;
    vm_load(&f, p, state);
    f.can = walk_can;
    return deal_weights(&f, f.h.pc, weight);
}

int32_t walk_draw(const program *p, const void *state, tsr_rng *g) {
    frame f;
    vm_load(&f, p, state);
    f.can = walk_can;
    return deal_draw(&f, f.h.pc, g);
}
