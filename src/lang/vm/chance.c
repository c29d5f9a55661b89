// SPDX-License-Identifier: MIT
//
// What chance may come to, and how likely each is: a node that names a code asks it for the weight of every outcome,
// elsewhere all weigh the same.
#include "lang/ir/rt/slots.h"
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

static uint32_t weigh(frame *f, int node, uint32_t weight[IR_MAX_OUTCOMES]) {
    const program *p = f->p;
    const ir_node *n = &p->node[node];
    const int cells = plan_counted_in(p, node);
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= n->apply; i++) {
        weight[i] = cells < 0 || i == 0
                        ? weight_of(f, n, i)
                        : (uint32_t)kind_count(vm_set(f, p->at.type), vm_set(f, cells),
                                               (int32_t)(n->code + i), p->types, p->b.words);
        sum += weight[i];
    }
    return sum;
}

static int32_t draw_card(frame *f, int node, tsr_rng *g) {
    const program *p = f->p;
    (void)vm_run(f, p->node[node].reach);
    return kind_drawn(vm_set(f, p->at.own), p->at.type - p->at.own,
                      vm_set(f, plan_counted_in(p, node)), p->slot_kind, p->types, p->b.words, g);
}

int32_t chance_draw(frame *f, int node, tsr_rng *g) {
    const ir_node *n = &f->p->node[node];
    uint32_t weight[IR_MAX_OUTCOMES], i = 0;
    if (!n->reach) {
        return (int32_t)n->code + (int32_t)tsr_rng_below(g, n->apply + 1);
    }
    if (plan_draws_card(f->p, node)) {
        return draw_card(f, node, g);
    }
    const uint32_t sum = weigh(f, node, weight);
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
    uint32_t heavy[IR_MAX_OUTCOMES];
    int count = 0;
    if (n->reach) {
        (void)weigh(&f, f.h.pc, heavy);
    }
    for (uint32_t i = 0; i <= n->apply; i++) {
        const uint32_t own = n->reach ? heavy[i] : 1;
        if (own && out) {
            out[count] = code_of((int)(n->code + i));
            weight[count] = own;
        }
        count += own > 0;
    }
    return count;
}

int32_t walk_draw(const program *p, const void *state, tsr_rng *g) {
    frame f;
    walk_open(&f, p, state);
    return chance_draw(&f, f.h.pc, g);
}
