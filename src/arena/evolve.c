// SPDX-License-Identifier: MIT
// Generations: the first, what judgements say, who is remembered, who might be the answer.
#include "arena/evolve.h"

#include <string.h>

#include <tessera/alloc.h>
#include <tessera/rng.h>

enum { LUCK_FIRST = 1 };

// Of what a judgement counted, a generation later.
static const double kept = 0.8;

// --- The first generation -------------------------------------------------------------------

static void vary(double *gene, uint32_t genes, tsr_rng *g) {
    enum { TENTHS = 2 }; // far enough for all directions to be tried
    for (uint32_t k = 0; k < genes; k++) {
        gene[k] = evolve_reflected(gene[k] + TENTHS / 10.0 * evolve_bell(g->s));
    }
}

// Start genomes in turn over the islands, then changed copies of them, or anything.
static void fill(evolve *e) {
    const evolve_plan *p = &e->plan;
    size_t size = p->genes * sizeof(double);
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(p->seed, LUCK_FIRST));
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t island = i % p->islands, place = i / p->islands;
        double *gene = e->one[island * p->population + place].gene;
        memcpy(gene, p->start + (size_t)(i % p->starts) * p->genes, size);
        for (uint32_t k = 0; i >= p->starts && p->random && k < p->genes; k++) {
            gene[k] = tsr_rng_unit(&g);
        }
        if (i >= p->starts && !p->random) {
            vary(gene, p->genes, &g);
        }
    }
}

static int is_sound(const evolve_plan *p) {
    return p->genes >= 1 && p->genes <= EVOLVE_GENES && p->population >= 2 && p->islands >= 1 &&
           p->islands <= EVOLVE_POPULATION / p->population && p->starts >= 1 &&
           p->elite < p->population && p->migrants < p->population;
}

tsr_err evolve_new(const evolve_plan *plan, evolve **out, tsr_error *err) {
    if (!is_sound(plan)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "such a population cannot evolve: fewer elites and migrants than "
                        "individuals, and %d on all islands at most",
                        EVOLVE_POPULATION);
    }
    if (plan->method == EVOLVE_CMA && (plan->islands > 1 || plan->population < 4)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "cma needs a population of 4 at least, on one island");
    }
    evolve *e = tsr_mem_new(NULL, sizeof *e);
    if (!e) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a population");
    }
    e->plan = *plan;
    e->count = plan->population * plan->islands;
    e->one = tsr_mem_new(NULL, e->count * sizeof *e->one);
    e->next = tsr_mem_new(NULL, e->count * sizeof *e->next);
    tsr_err x = e->one && e->next ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory to evolve");
    if (!x && plan->method == EVOLVE_CMA) {
        x = evolve_cma_new(e, err);
    }
    if (x) {
        evolve_free(e);
        return x;
    }
    memcpy(e->last, plan->start, plan->genes * sizeof(double));
    memcpy(e->hall[e->halls++], plan->start, plan->genes * sizeof(double));
    if (plan->method == EVOLVE_CMA) {
        evolve_cma_draw(e);
    } else {
        fill(e);
    }
    *out = e;
    return TSR_OK;
}

void evolve_free(evolve *e) {
    if (!e) {
        return;
    }
    evolve_cma_free(e);
    tsr_mem_free(NULL, e->one, e->count * sizeof *e->one);
    tsr_mem_free(NULL, e->next, e->count * sizeof *e->next);
    tsr_mem_free(NULL, e, sizeof *e);
}

// --- Judgements -----------------------------------------------------------------------------

double evolve_merit(const evolve_one *one) {
    return one->gain / (one->weight + EVOLVE_DOUBT);
}

void evolve_order(const evolve *e, uint32_t *order) {
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t j = i;
        double merit = evolve_merit(&e->one[i]);
        for (; j > 0 && evolve_merit(&e->one[order[j - 1]]) < merit; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

// When the hall is full every other champion leaves, so that all times stay represented.
static void remember(evolve *e, const double *gene) {
    if (e->halls == EVOLVE_HALL) {
        for (uint32_t i = 1; i < EVOLVE_HALL / 2; i++) {
            memcpy(e->hall[i], e->hall[2 * i], sizeof e->hall[i]);
        }
        e->halls = EVOLVE_HALL / 2;
    }
    memcpy(e->hall[e->halls++], gene, sizeof e->hall[0]);
}

void evolve_settle(evolve *e) {
    double sum = 0;
    uint32_t fittest = 0, best = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        sum += e->one[i].fitness;
    }
    for (uint32_t i = 0; i < e->count; i++) {
        evolve_one *one = &e->one[i];
        one->gain = one->gain * kept + one->fitness - sum / e->count;
        one->weight = one->weight * kept + 1;
        one->lived++;
    }
    for (uint32_t i = 1; i < e->count; i++) {
        fittest = e->one[i].fitness > e->one[fittest].fitness ? i : fittest;
        best = evolve_merit(&e->one[i]) > evolve_merit(&e->one[best]) ? i : best;
    }
    memcpy(e->last, e->one[fittest].gene, sizeof e->last);
    remember(e, e->one[best].gene);
    e->judged++;
}

// --- The answer -----------------------------------------------------------------------------

int evolve_finalists(const evolve *e, double out[EVOLVE_FINALISTS][EVOLVE_GENES]) {
    uint32_t order[EVOLVE_POPULATION];
    uint32_t top = e->count < EVOLVE_TOP ? e->count : EVOLVE_TOP;
    size_t size = e->plan.genes * sizeof(double);
    evolve_order(e, order);
    memset(out[top], 0, sizeof out[top]);
    for (uint32_t i = 0; i < top; i++) {
        memcpy(out[i], e->one[order[i]].gene, size);
        for (uint32_t k = 0; k < e->plan.genes; k++) {
            out[top][k] += out[i][k] / top;
        }
    }
    for (uint32_t k = 0; e->cma && k < e->plan.genes; k++) {
        out[top][k] = evolve_reflected(evolve_cma_middle(e)[k]);
    }
    memcpy(out[top + 1], e->plan.start, size);
    return (int)top + 2;
}
