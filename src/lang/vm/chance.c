// SPDX-License-Identifier: MIT
//
// What chance may come to, and how likely each is: a node that names a code asks it for the weight of every outcome,
// elsewhere all weigh the same.
#include "lang/vm/walk_impl.h"

// The code finds the outcome in the number of its node and leaves the weight where a score is left.
static uint32_t weight_of(frame *f, const ir_node *n, uint32_t outcome) {
    const int32_t was = f->num[n->reg];
    f->num[n->reg] = (int32_t)(n->code + outcome);
    (void)vm_run(f, n->reach);
    const int32_t weight = f->num[f->p->at.state_nums];
    f->num[n->reg] = was;
    return weight > 0 ? (uint32_t)weight : 0;
}

static uint32_t weigh(frame *f, const ir_node *n, uint32_t weight[IR_MAX_OUTCOMES]) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= n->apply; i++) {
        weight[i] = weight_of(f, n, i);
        sum += weight[i];
    }
    return sum;
}

int32_t chance_draw(frame *f, int node, tsr_rng *g) {
    const ir_node *n = &f->p->node[node];
    uint32_t weight[IR_MAX_OUTCOMES], i = 0;
    if (!n->reach) {
        return (int32_t)n->code + (int32_t)tsr_rng_below(g, n->apply + 1);
    }
    const uint32_t sum = weigh(f, n, weight);
    uint32_t r = sum ? tsr_rng_below(g, sum) : 0;
    while (sum && r >= weight[i]) {
        r -= weight[i++];
    }
    return (int32_t)(n->code + i);
}

int walk_outcomes(const program *p, const void *state, tsr_move (*code_of)(int value),
                  tsr_move *out, uint32_t *weight) {
    frame f;
    walk_open(&f, p, state);
    const ir_node *n = &p->node[f.h.pc];
    int count = 0;
    for (uint32_t i = 0; i <= n->apply; i++) {
        const uint32_t heavy = n->reach ? weight_of(&f, n, i) : 1;
        if (heavy && out) {
            out[count] = code_of((int)(n->code + i));
            weight[count] = heavy;
        }
        count += heavy > 0;
    }
    return count;
}

int32_t walk_draw(const program *p, const void *state, tsr_rng *g) {
    frame f;
    walk_open(&f, p, state);
    return chance_draw(&f, f.h.pc, g);
}
