// SPDX-License-Identifier: MIT
// The root of the search that asks a network: halving the moves that look best; see gumbel.h.
#include "learn/gumbel.h"

#include "learn/real.h"

static double standing(const gumbel *t, double sharp, uint32_t i) {
    const gumbel_node *root = &t->node[0];
    gumbel_facts f = gumbel_facts_of(t, root);
    double q = f.visits[i] ? (double)f.worth[i] : (double)root->value;
    return t->noise[i] + (double)f.log_prior[i] + sharp * q;
}

// Sorts the first `count` candidates, best first; equals stay as they are.
static void sort_candidates(gumbel *t, double sharp, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint16_t c = t->candidate[i];
        double mine = standing(t, sharp, c);
        uint32_t j = i;
        for (; j > 0 && standing(t, sharp, t->candidate[j - 1]) < mine; j--) {
            t->candidate[j] = t->candidate[j - 1];
        }
        t->candidate[j] = c;
    }
}

static void line_up(gumbel *t, tsr_rng *noise) {
    uint32_t n = t->node[0].edges;
    for (uint32_t i = 0; i < n; i++) {
        double u = noise ? tsr_rng_unit(noise) : 0;
        t->noise[i] = noise ? -real_log(-real_log(u > 1e-12 ? u : 1e-12) + 1e-12) : 0;
        t->candidate[i] = (uint16_t)i;
    }
    sort_candidates(t, t->node[0].visits > 1 ? gumbel_sharpness(&t->node[0]) : 0, n);
}

static uint32_t halvings(uint32_t count) {
    uint32_t n = 1;
    for (count = (count + 1) / 2; count > 1; count = (count + 1) / 2) {
        n++;
    }
    return n;
}

// Tries each of the first `count` candidates once, but those that are settled. The simulations
// made; stops early when told so, or when the root is settled.
static uint32_t try_each(gumbel *t, const gumbel_plan *plan, uint32_t count, uint32_t left,
                         int *stopped) {
    uint32_t made = 0;
    for (uint32_t k = 0; k < count && made < left && !t->node[0].proven; k++) {
        uint32_t edge = t->candidate[k];
        const gumbel_edge *e = &t->edge[t->node[0].first + edge];
        if (e->proven) {
            continue;
        }
        *stopped = plan->spend && plan->spend(plan->self);
        if (*stopped) {
            break;
        }
        gumbel_simulate(t, edge);
        made++;
    }
    return made;
}

// So many times over, as long as there is something to find out.
static uint32_t try_often(gumbel *t, const gumbel_plan *plan, uint32_t count, uint32_t times,
                          uint32_t left, int *stopped) {
    uint32_t all = 0, made = 1;
    for (uint32_t k = 0; k < times && made > 0 && all < left && !*stopped; k++) {
        made = try_each(t, plan, count, left - all, stopped);
        all += made;
    }
    return all;
}

// Of a settled root the best move there is.
static int settled_best(const gumbel *t, int otherwise) {
    const gumbel_node *root = &t->node[0];
    gumbel_facts f = gumbel_facts_of(t, root);
    double most = -1;
    for (uint32_t i = 0; i < root->edges; i++) {
        double v = t->edge[root->first + i].proven ? (double)f.worth[i] : -1;
        if (v > most) {
            most = v;
            otherwise = (int)i;
        }
    }
    return otherwise;
}

void gumbel_search(gumbel *t, const gumbel_plan *plan) {
    const gumbel_node *root = &t->node[0];
    uint32_t n = root->edges, width = plan->width ? plan->width : GUMBEL_WIDTH;
    uint32_t count = n < width ? n : width, left = plan->simulations;
    uint32_t rounds = halvings(count);
    int stopped = 0;
    line_up(t, plan->noise);
    while (n > 1 && left > 0 && !stopped && !root->proven) {
        uint32_t times = plan->simulations / (rounds * count);
        times = count <= 2 ? left : times > 0 ? times : 1;
        uint32_t made = try_often(t, plan, count, times, left, &stopped);
        left -= made;
        sort_candidates(t, gumbel_sharpness(root), count);
        if (made > 0) {
            count = (count + 1) / 2;
        } else if (!stopped && count < n) { // all of them are settled: let others in
            count = 2 * count < n ? 2 * count : n;
            sort_candidates(t, gumbel_sharpness(root), n);
        } else {
            break;
        }
        count = count < 2 && !stopped ? 2 : count;
    }
    t->best = root->proven ? settled_best(t, t->candidate[0]) : t->candidate[0];
}

tsr_move gumbel_best(const gumbel *t) {
    return t->edge[t->node[0].first + (uint32_t)t->best].move;
}

void gumbel_policy(gumbel *t) {
    gumbel_improve(t, &t->node[0]);
}
