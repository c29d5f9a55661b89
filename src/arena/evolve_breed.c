// SPDX-License-Identifier: MIT
// The next generation: who has children, how they are mixed and changed, who lives on, who moves.
#include <string.h>

#include <tessera/rng.h>

#include "arena/evolve.h"

// The individuals of one island, the fittest first.
typedef struct island {
    const evolve_plan *plan;
    const evolve_one *one;
    uint32_t order[EVOLVE_POPULATION];
    double above; // how far all are above the least fit, together
    tsr_rng g;
} island;

static void survey(island *l) {
    uint32_t n = l->plan->population;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i;
        for (; j > 0 && l->one[l->order[j - 1]].fitness < l->one[i].fitness; j--) {
            l->order[j] = l->order[j - 1];
        }
        l->order[j] = i;
    }
    l->above = 0;
    for (uint32_t i = 0; i < n; i++) {
        l->above += l->one[i].fitness - l->one[l->order[n - 1]].fitness;
    }
}

// --- Selection ---------------------------------------------------------------------------

// All of these draw a place in the order.

static uint32_t draw_tournament(island *l) {
    uint32_t best = l->plan->population - 1;
    for (uint32_t i = 0; i < l->plan->ways.rivals; i++) {
        uint32_t one = tsr_rng_below(&l->g, l->plan->population);
        best = one < best ? one : best;
    }
    return best;
}

static uint32_t draw_truncation(island *l) {
    uint32_t n = (uint32_t)(l->plan->ways.share * l->plan->population + 0.5);
    return tsr_rng_below(&l->g, n ? n : 1);
}

static uint32_t draw_rank(island *l) {
    uint32_t n = l->plan->population, at = 0;
    for (uint32_t rest = tsr_rng_below(&l->g, n * (n + 1) / 2); rest >= n - at; at++) {
        rest -= n - at;
    }
    return at;
}

static uint32_t draw_roulette(island *l) {
    uint32_t n = l->plan->population, at = 0;
    double rest = tsr_rng_unit(&l->g) * l->above, low = l->one[l->order[n - 1]].fitness;
    if (l->above <= 0) {
        return tsr_rng_below(&l->g, n);
    }
    while (at + 1 < n && rest >= l->one[l->order[at]].fitness - low) {
        rest -= l->one[l->order[at++]].fitness - low;
    }
    return at;
}

static const double *parent(island *l) {
    static uint32_t (*const draw[])(island *) = {draw_tournament, draw_truncation, draw_rank,
                                                 draw_roulette};
    return l->one[l->order[draw[l->plan->ways.selection](l)]].gene;
}

// --- Children ----------------------------------------------------------------------------

static void mix(island *l, const double *a, const double *b, double *out) {
    const evolve_ways *w = &l->plan->ways;
    double whole = w->crossover == EVOLVE_ARITHMETIC ? tsr_rng_unit(&l->g) : 0;
    for (uint32_t k = 0; k < l->plan->genes; k++) {
        double share = 0;
        switch (w->crossover) {
        case EVOLVE_ARITHMETIC: share = whole; break;
        case EVOLVE_BLEND: share = tsr_rng_unit(&l->g) * (1 + 2 * w->reach) - w->reach; break;
        case EVOLVE_EITHER: share = tsr_rng_below(&l->g, 2); break;
        case EVOLVE_COPY: break;
        }
        out[k] = evolve_reflected(a[k] + share * (b[k] - a[k]));
    }
}

static void change(island *l, double left, double *gene) {
    const evolve_ways *w = &l->plan->ways;
    for (uint32_t k = 0; k < l->plan->genes; k++) {
        double chance = w->mutation == EVOLVE_UNIFORM ? w->chance * left : w->chance;
        if (tsr_rng_unit(&l->g) >= chance) {
            continue;
        }
        gene[k] = w->mutation == EVOLVE_UNIFORM
                      ? tsr_rng_unit(&l->g)
                      : evolve_reflected(gene[k] + w->step * left * evolve_bell(l->g.s));
    }
}

// --- Who lives on ------------------------------------------------------------------------

// The best by merit, with what is known of them.
static void keep_elite(const island *l, evolve_one *out) {
    uint32_t n = l->plan->population;
    char kept[EVOLVE_POPULATION] = {0};
    for (uint32_t i = 0; i < l->plan->elite; i++) {
        uint32_t best = n;
        for (uint32_t j = 0; j < n; j++) {
            if (!kept[j] && (best == n || evolve_merit(&l->one[j]) > evolve_merit(&l->one[best]))) {
                best = j;
            }
        }
        kept[best] = 1;
        out[i] = l->one[best];
    }
}

static void breed_island(const evolve *e, uint32_t number, double left) {
    const evolve_plan *p = &e->plan;
    evolve_one *out = e->next + (size_t)number * p->population;
    island l = {.plan = p, .one = e->one + (size_t)number * p->population};
    tsr_rng_init(&l.g, tsr_seed_of(tsr_seed_of(p->seed, e->judged + 1u), number));
    survey(&l);
    keep_elite(&l, out);
    for (uint32_t i = p->elite; i < p->population; i++) {
        const double *a = parent(&l), *b = parent(&l);
        memset(&out[i], 0, sizeof out[i]);
        mix(&l, a, b, out[i].gene);
        change(&l, left, out[i].gene);
    }
}

// The first of each island (its elite, if it has one) take the last places of the next.
static void migrate(evolve *e) {
    const evolve_plan *p = &e->plan;
    for (uint32_t from = 0; p->islands > 1 && from < p->islands; from++) {
        const evolve_one *left = e->next + (size_t)from * p->population;
        evolve_one *to = e->next + (size_t)((from + 1) % p->islands) * p->population;
        for (uint32_t i = 0; i < p->migrants; i++) {
            to[p->population - 1 - i] = left[i];
        }
    }
}

void evolve_breed(evolve *e) {
    const evolve_plan *p = &e->plan;
    double left = p->ways.fades ? 1 - 0.9 * e->judged / p->generations : 1;
    if (e->cma) {
        evolve_cma_learn(e);
        evolve_cma_draw(e);
        return;
    }
    for (uint32_t i = 0; i < p->islands; i++) {
        breed_island(e, i, left);
    }
    if (p->migrate_every && e->judged % p->migrate_every == 0) {
        migrate(e);
    }
    evolve_one *judged = e->one;
    e->one = e->next;
    e->next = judged;
}
