// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_EVOLVE_H
#define TSR_ARENA_EVOLVE_H

// Evolution of number vectors: (mu, lambda) with recombination and one survivor.
//
// Each generation is judged anew, all of it by the same games (the judge is told the
// generation's number, from which it takes its seed), so luck is shared and nobody lives on a
// lucky day. The best `parents` have children: two of them are mixed and every
// number is moved a little, less from generation to generation. The best one itself stays
// in. The answer is the mean of the last parents: judgements are noisy, and whoever seems best
// is mostly the luckiest.
//
// A run depends on the seed and the judgements alone, so one that was broken off is repeated
// by giving the same judgements again.

#include <stdint.h>

#include <tessera/error.h>

enum { EVOLVE_GENES = 256, EVOLVE_POPULATION = 256 };

typedef struct evolve_config {
    int genes, population, parents, generations;
    uint64_t seed;
    double step;         // of the first children, as a standard deviation; genes are 0 to 1
    const double *start; // the first individual
    void *self;
    // How good `gene` is; higher is better. An error ends the run.
    tsr_err (*judge)(void *self, int generation, int individual, const double *gene, double *out,
                     tsr_error *err);
    // opt. A generation is judged: its fitnesses and who is best.
    void (*judged)(void *self, int generation, const double *fitness, int best);
} evolve_config;

// Runs it; the answer goes to `out`, `genes` numbers.
TSR_NODISCARD tsr_err evolve_run(const evolve_config *config, double *out, tsr_error *err);

#endif
