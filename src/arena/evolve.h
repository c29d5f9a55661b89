// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_EVOLVE_H
#define TSR_ARENA_EVOLVE_H

// Evolution of number vectors that somebody else judges.
//
//     evolve_new      the first generation: the start genomes and changed copies of them
//     (judging)       the caller writes `fitness` of every individual; higher is better
//     evolve_settle   takes the judgements in: running means, champion, hall of fame
//     evolve_breed    the next generation, and so on
//
// All of a generation should be judged by the same games, so that luck is shared; every generation
// by new ones, so that nobody lives on a lucky day. Whoever lives on (the elite) collects
// judgements. `merit` is what they say together: the mean of how far the individual
// was above its generations' means, older ones counting less since these means rise, and drawn towards
// 0 as if it had been judged EVOLVE_DOUBT times more with no result either way, since whoever
// seems best after one judgement is mostly the luckiest. Parents are chosen by fitness, elites by merit.
//
// With several islands each breeds by itself, and the best of one now and then replace the last of
// the next. With the method `cma` a normal distribution is moved and shaped instead (evolve_cma.c).
//
// Everything depends on the plan and the judgements alone: luck comes from the seed and the
// generation's number, so what evolve_put has written goes on to the same bits.

#include <stdint.h>

#include <tessera/error.h>

#include "base/buffer.h"

enum {
    EVOLVE_GENES = 256,
    EVOLVE_POPULATION = 1024, // on all islands together
    EVOLVE_STARTS = 1024,
    EVOLVE_HALL = 64,
    EVOLVE_TOP = 5, // whose mean is a candidate too
    EVOLVE_FINALISTS = EVOLVE_TOP + 2
};

enum { EVOLVE_DOUBT = 2 };

typedef enum evolve_method { EVOLVE_GENETIC = 0, EVOLVE_CMA } evolve_method;

typedef enum evolve_selection {
    EVOLVE_TOURNAMENT = 0, // the best of `rivals` drawn ones
    EVOLVE_TRUNCATION,     // any of the best `share`
    EVOLVE_RANK,           // the best is drawn n times as often as the last of n
    EVOLVE_ROULETTE        // by how far the fitness is above the lowest
} evolve_selection;

typedef enum evolve_crossover {
    EVOLVE_ARITHMETIC = 0, // a point between the parents
    EVOLVE_BLEND,          // gene by gene between them, or `reach` of the distance beyond
    EVOLVE_EITHER,         // gene by gene from one or the other ("uniform")
    EVOLVE_COPY            // one parent ("none")
} evolve_crossover;

typedef enum evolve_mutation {
    EVOLVE_GAUSS = 0, // `chance` of the genes move, by `step` as standard deviation
    EVOLVE_UNIFORM    // `chance` of the genes become any number
} evolve_mutation;

typedef struct evolve_ways {
    evolve_selection selection;
    uint32_t rivals;
    double share;
    evolve_crossover crossover;
    double reach;
    evolve_mutation mutation;
    double step, chance;
    int fades; // changes shrink to a tenth over the run
} evolve_ways;

typedef struct evolve_plan {
    evolve_method method;
    evolve_ways ways;
    uint32_t genes, population, islands; // population: of each island
    uint32_t generations, elite;
    uint32_t migrate_every, migrants;
    uint64_t seed;
    int random;          // all but the start genomes are drawn anywhere
    const double *start; // `starts` genomes of `genes` numbers; the first is what is never lost
    uint32_t starts;
} evolve_plan;

typedef struct evolve_one {
    double gene[EVOLVE_GENES];
    double fitness; // in this generation
    double gain;    // fitness above the mean, summed over its generations, the older the less
    double weight;  // how many judgements that is worth
    uint32_t lived; // generations that have judged it
    uint32_t pad;
} evolve_one;

typedef struct evolve_cma evolve_cma;

typedef struct evolve {
    evolve_plan plan; // `start` is borrowed
    uint32_t count;   // individuals
    uint32_t judged;  // generations
    evolve_one *one, *next;
    double last[EVOLVE_GENES]; // the fittest of the last generation; the start genome before
    double hall[EVOLVE_HALL][EVOLVE_GENES]; // champions of all times; the start genome first
    uint32_t halls;
    evolve_cma *cma;
} evolve;

TSR_NODISCARD tsr_err evolve_new(const evolve_plan *plan, evolve **out, tsr_error *err);
void evolve_free(evolve *e); // NULL is fine

// Every individual has its fitness.
void evolve_settle(evolve *e);

// The next generation.
void evolve_breed(evolve *e);

double evolve_merit(const evolve_one *one);

// Individuals by merit, the best first; room for e->count.
void evolve_order(const evolve *e, uint32_t *order);

// Who might be the answer: the best by merit, their mean (or the middle of the distribution), and
// last the start genome. Returns how many, EVOLVE_FINALISTS at most.
int evolve_finalists(const evolve *e, double out[EVOLVE_FINALISTS][EVOLVE_GENES]);

// The run as bytes with whatever else goes with it (`more`), and back into a new one of the same
// plan; refuses what is torn, altered or of another. *more then points into `bytes`.
void evolve_put(const evolve *e, const buffer *more, buffer *out);
TSR_NODISCARD tsr_err evolve_take(evolve *e, const char *bytes, size_t size, const char **more,
                                  size_t *more_size, tsr_error *err);

// --- Words -----------------------------------------------------------------------------

// "tournament:3", "truncation:0.25", "rank", "roulette".
TSR_NODISCARD tsr_err evolve_read_selection(const char *text, evolve_ways *out, tsr_error *err);
// "arithmetic", "blend:0.5", "uniform", "none".
TSR_NODISCARD tsr_err evolve_read_crossover(const char *text, evolve_ways *out, tsr_error *err);
// "gauss:0.1,0.2" (step, chance), "uniform:0.05".
TSR_NODISCARD tsr_err evolve_read_mutation(const char *text, evolve_ways *out, tsr_error *err);

// --- Between its files -------------------------------------------------------------------

double evolve_bell(uint64_t state[4]); // about normal; `state` is a tsr_rng's
double evolve_reflected(double x);     // back inside 0 to 1 from either end

TSR_NODISCARD tsr_err evolve_cma_new(evolve *e, tsr_error *err);
void evolve_cma_free(evolve *e);
void evolve_cma_draw(evolve *e);  // a generation
void evolve_cma_learn(evolve *e); // from the judgements
const double *evolve_cma_middle(const evolve *e);
size_t evolve_cma_size(const evolve *e); // bytes of what it has learned
void *evolve_cma_bytes(evolve *e);

#endif
