// SPDX-License-Identifier: MIT
#include "arena/evolve.h"

#include <string.h>

#include <tessera/alloc.h>
#include <tessera/rng.h>

typedef struct evolve {
    const evolve_config *config;
    double gene[EVOLVE_POPULATION][EVOLVE_GENES];
    double child[EVOLVE_POPULATION][EVOLVE_GENES];
    double fitness[EVOLVE_POPULATION];
    int order[EVOLVE_POPULATION]; // best first
} evolve;

// About normal: mean 0, deviation 1.
static double bell(tsr_rng *g) {
    double sum = 0;
    for (int i = 0; i < 4; i++) { // one after the other: their order is their order in the sum
        sum += tsr_rng_unit(g);
    }
    return (sum - 2) * 1.7320508;
}

// Back inside from either end, so that the ends are nothing special.
static double reflected(double x) {
    x = x < 0 ? -x : x;
    x = x > 1 ? 2 - x : x;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void begin(evolve *e) {
    const evolve_config *c = e->config;
    tsr_rng g;
    tsr_rng_init(&g, c->seed);
    memcpy(e->gene[0], c->start, (size_t)c->genes * sizeof *c->start);
    for (int i = 1; i < c->population; i++) {
        for (int k = 0; k < c->genes; k++) {
            e->gene[i][k] = tsr_rng_unit(&g);
        }
    }
}

static void sort(evolve *e) {
    for (int i = 0; i < e->config->population; i++) {
        int j = i;
        for (; j > 0 && e->fitness[e->order[j - 1]] < e->fitness[i]; j--) {
            e->order[j] = e->order[j - 1];
        }
        e->order[j] = i;
    }
}

static tsr_err judge_all(evolve *e, int generation, tsr_error *err) {
    const evolve_config *c = e->config;
    for (int i = 0; i < c->population; i++) {
        tsr_err x = c->judge(c->self, generation, i, e->gene[i], &e->fitness[i], err);
        if (x) {
            return x;
        }
    }
    sort(e);
    if (c->judged) {
        c->judged(c->self, generation, e->fitness, e->order[0]);
    }
    return TSR_OK;
}

static const double *parent(const evolve *e, tsr_rng *g) {
    return e->gene[e->order[tsr_rng_below(g, (uint32_t)e->config->parents)]];
}

static void breed(evolve *e, int generation) {
    const evolve_config *c = e->config;
    double step = c->step * (1 - 0.9 * generation / c->generations);
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(c->seed, (uint64_t)generation + 1));
    memcpy(e->child[0], e->gene[e->order[0]], sizeof e->child[0]);
    for (int i = 1; i < c->population; i++) {
        const double *a = parent(e, &g), *b = parent(e, &g);
        double share = tsr_rng_unit(&g);
        for (int k = 0; k < c->genes; k++) {
            e->child[i][k] = reflected(share * a[k] + (1 - share) * b[k] + step * bell(&g));
        }
    }
    memcpy(e->gene, e->child, sizeof e->gene);
}

static void mean_of_parents(const evolve *e, double *out) {
    const evolve_config *c = e->config;
    for (int k = 0; k < c->genes; k++) {
        double sum = 0;
        for (int i = 0; i < c->parents; i++) {
            sum += e->gene[e->order[i]][k];
        }
        out[k] = sum / c->parents;
    }
}

tsr_err evolve_run(const evolve_config *c, double *out, tsr_error *err) {
    if (c->genes < 1 || c->genes > EVOLVE_GENES || c->population < 2 ||
        c->population > EVOLVE_POPULATION || c->parents < 1 || c->parents > c->population) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "such a population cannot evolve");
    }
    evolve *e = tsr_mem_new(NULL, sizeof *e);
    if (!e) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a population");
    }
    tsr_err x = TSR_OK;
    e->config = c;
    begin(e);
    for (int g = 0; !x && g < c->generations; g++) {
        if (g > 0) {
            breed(e, g);
        }
        x = judge_all(e, g, err);
    }
    if (!x) {
        mean_of_parents(e, out);
    }
    tsr_mem_free(NULL, e, sizeof *e);
    return x;
}
