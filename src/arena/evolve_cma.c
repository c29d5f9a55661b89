// SPDX-License-Identifier: MIT
// CMA-ES: a normal distribution whose middle follows the better half of what was drawn from it, and
// whose width and shape follow the way the middle goes (Hansen's rules and constants). The shape
// is kept as a covariance and its Cholesky factor: C = A A'. Draws that leave 0..1 are reflected
// for the judge; what is learned from them is where they were drawn.
#include <math.h>
#include <string.h>

#include <tessera/alloc.h>
#include <tessera/rng.h>

#include "arena/evolve.h"
#include "learn/real.h"

// Followed by four parts of doubles: covariance, factor (both n x n), and the draws (population x n).
struct evolve_cma {
    double width; // the step, sigma
    double middle[EVOLVE_GENES];
    double path[EVOLVE_GENES];  // of the middle, for the shape
    double drift[EVOLVE_GENES]; // of the middle in the draws' own measure, for the width
    double part[];
};

typedef struct constants {
    uint32_t n, best; // best: how many have a weight
    double weight[EVOLVE_POPULATION];
    double mass; // how many equal ones the weights are worth
    double c_drift, damp, c_path, c_one, c_many, length;
} constants;

static double *covariance(const evolve *e) {
    return e->cma->part;
}

static double *factor(const evolve *e) {
    return e->cma->part + (size_t)e->plan.genes * e->plan.genes;
}

static double *draws(const evolve *e) {
    return factor(e) + (size_t)e->plan.genes * e->plan.genes;
}

size_t evolve_cma_size(const evolve *e) {
    size_t n = e->plan.genes;
    return sizeof(evolve_cma) + (2 * n * n + e->plan.population * n) * sizeof(double);
}

void *evolve_cma_bytes(evolve *e) {
    return e->cma;
}

const double *evolve_cma_middle(const evolve *e) {
    return e->cma->middle;
}

tsr_err evolve_cma_new(evolve *e, tsr_error *err) {
    uint32_t n = e->plan.genes;
    e->cma = tsr_mem_new(NULL, evolve_cma_size(e));
    if (!e->cma) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a covariance");
    }
    e->cma->width = e->plan.ways.step;
    memcpy(e->cma->middle, e->plan.start, n * sizeof(double));
    for (uint32_t i = 0; i < n; i++) {
        covariance(e)[i * n + i] = factor(e)[i * n + i] = 1;
    }
    return TSR_OK;
}

void evolve_cma_free(evolve *e) {
    tsr_mem_free(NULL, e->cma, e->cma ? evolve_cma_size(e) : 0);
    e->cma = NULL;
}

// --- Drawing -----------------------------------------------------------------------------

// Row k of A z.
static double turned(const evolve *e, const double *z, uint32_t k) {
    const double *row = factor(e) + (size_t)k * e->plan.genes;
    double sum = 0;
    for (uint32_t j = 0; j <= k; j++) {
        sum += row[j] * z[j];
    }
    return sum;
}

void evolve_cma_draw(evolve *e) {
    uint32_t n = e->plan.genes;
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(e->plan.seed, e->judged + 1u));
    memset(e->one, 0, e->count * sizeof *e->one);
    for (uint32_t i = 0; i < e->count; i++) {
        double *z = draws(e) + (size_t)i * n;
        for (uint32_t k = 0; k < n; k++) {
            z[k] = evolve_bell(g.s);
        }
        for (uint32_t k = 0; k < n; k++) {
            e->one[i].gene[k] =
                evolve_reflected(e->cma->middle[k] + e->cma->width * turned(e, z, k));
        }
    }
}

// --- Learning ----------------------------------------------------------------------------

static void set_constants(const evolve *e, constants *c) {
    double sum = 0, squares = 0, n = e->plan.genes;
    c->n = e->plan.genes;
    c->best = e->count / 2;
    for (uint32_t i = 0; i < c->best; i++) {
        c->weight[i] = real_log(e->count / 2.0 + 0.5) - real_log(i + 1.0);
        sum += c->weight[i];
    }
    for (uint32_t i = 0; i < c->best; i++) {
        c->weight[i] /= sum;
        squares += c->weight[i] * c->weight[i];
    }
    c->mass = 1 / squares;
    c->c_drift = (c->mass + 2) / (n + c->mass + 5);
    c->damp = 1 + 2 * fmax(0, sqrt((c->mass - 1) / (n + 1)) - 1) + c->c_drift;
    c->c_path = (4 + c->mass / n) / (n + 4 + 2 * c->mass / n);
    c->c_one = 2 / ((n + 1.3) * (n + 1.3) + c->mass);
    c->c_many = fmin(1 - c->c_one, 2 * (c->mass - 2 + 1 / c->mass) / ((n + 2) * (n + 2) + c->mass));
    c->length = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)); // of a usual draw
}

// The best draws, the fittest first.
static void rank(const evolve *e, uint32_t *order) {
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t j = i;
        for (; j > 0 && e->one[order[j - 1]].fitness < e->one[i].fitness; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

// The old shape fades; the path of the middle and the good draws are added to it.
static void shape(evolve *e, const constants *c, const uint32_t *order, double fade) {
    double y[EVOLVE_GENES], *C = covariance(e);
    const double *p = e->cma->path;
    uint32_t n = c->n;
    for (size_t k = 0; k < (size_t)n * n; k++) {
        C[k] = C[k] * fade + c->c_one * p[k / n] * p[k % n];
    }
    for (uint32_t i = 0; i < c->best; i++) {
        for (uint32_t k = 0; k < n; k++) {
            y[k] = turned(e, draws(e) + (size_t)order[i] * n, k);
        }
        for (size_t k = 0; k < (size_t)n * n; k++) {
            C[k] += c->c_many * c->weight[i] * y[k / n] * y[k % n];
        }
    }
}

// The lower triangle A with C = A A'; a pivot that has become too small is held up.
static void refactor(evolve *e) {
    uint32_t n = e->plan.genes;
    double *A = factor(e);
    const double *C = covariance(e);
    memset(A, 0, (size_t)n * n * sizeof *A);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            double sum = C[(size_t)i * n + j];
            for (uint32_t k = 0; k < j; k++) {
                sum -= A[(size_t)i * n + k] * A[(size_t)j * n + k];
            }
            A[(size_t)i * n + j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / A[(size_t)j * n + j];
        }
    }
}

void evolve_cma_learn(evolve *e) {
    constants c;
    evolve_cma *m = e->cma;
    uint32_t order[EVOLVE_POPULATION];
    double z[EVOLVE_GENES] = {0}, length = 0;
    set_constants(e, &c);
    rank(e, order);
    for (uint32_t i = 0; i < c.best; i++) {
        for (uint32_t k = 0; k < c.n; k++) {
            z[k] += c.weight[i] * draws(e)[(size_t)order[i] * c.n + k];
        }
    }
    for (uint32_t k = 0; k < c.n; k++) {
        m->drift[k] =
            (1 - c.c_drift) * m->drift[k] + sqrt(c.c_drift * (2 - c.c_drift) * c.mass) * z[k];
        length += m->drift[k] * m->drift[k];
    }
    length = sqrt(length) / c.length;
    // While the width still grows fast, the path would only say that it does.
    double steady = length < 1.4 + 2.0 / (c.n + 1);
    double most = sqrt(c.c_path * (2 - c.c_path) * c.mass);
    for (uint32_t k = 0; k < c.n; k++) {
        double step = turned(e, z, k);
        m->middle[k] += m->width * step;
        m->path[k] = (1 - c.c_path) * m->path[k] + steady * most * step;
    }
    double lost = (1 - steady) * c.c_one * c.c_path * (2 - c.c_path);
    shape(e, &c, order, 1 - c.c_one - c.c_many + lost);
    m->width = fmin(m->width * real_exp(fmin(1, c.c_drift / c.damp * (length - 1))), 0.5);
    refactor(e);
}
