// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_EVOLVE_H
#define TSR_CLI_EVOLVE_H

// The parts of `tessera evolve`: what it was asked for, whom the evolved play against, where they
// start, how generations go by in a folder, how the answer is found, and what is told of it all.

#include "arena/evolve.h"
#include "arena/genes.h"
#include "arena/judge.h"
#include "cli/away.h"
#include "cli/json.h"
#include "cli/series_options.h"
#include "cli/table.h"

typedef struct evolve_values {
    cli_game_values game;
    cli_series_values series;
    int64_t games, population, generations, islands, seats, final, elite;
    int64_t fitness, method;
    const char *start, *selection, *crossover, *mutation, *migrate, *out;
    cli_seed seed;
    int mix, steady, json;
} evolve_values;

extern const char *const evolve_fitness_words[];
extern const char *const evolve_method_words[];

enum { LAB_OTHERS = 16, LAB_HALL = 32, LAB_SETTINGS = 8192 };

typedef enum lab_kind { LAB_SPEC = 0, LAB_LAST, LAB_HALL_OF_FAME } lab_kind;

// Somebody to play against.
typedef struct lab_other {
    lab_kind kind;
    int hall;         // champions that take turns
    const char *spec; // or NULL; borrowed
} lab_other;

// Those who sit with the evolved in one generation, and who sits where.
typedef struct lab_company {
    char (*spec)[GENES_SPEC];
    const char *of[LAB_OTHERS * LAB_HALL];
    int count;
    judge_table table[LAB_OTHERS * LAB_HALL];
    int tables;
} lab_company;

typedef struct lab {
    const evolve_values *v;
    const cli_table *table;
    cli_away away;
    uint64_t seed;
    lab_other other[LAB_OTHERS];
    int others;
    genes genes;
    double *start; // genomes
    uint32_t starts;
    evolve_plan plan;
    evolve *e;
    char (*spec)[GENES_SPEC]; // of everybody in a generation
    const char **of;          // the same as pointers
    judge_verdict *verdict;
    int verdicts;
    // The run so far.
    buffer curve;
    uint64_t games; // played for judgements, in all sittings
    uint64_t lines; // bytes of individuals.jsonl
    int lines_file; // or -1
    // For the time that is left.
    uint64_t begin_us, planned, sitting; // games of the whole run, of this sitting
    uint64_t told_us;
    double earlier_cpu_s;
    char what[96]; // is being played
    char settings[LAB_SETTINGS];
} lab;

// --- What all parts ask (evolve_state.c) ------------------------------------------------------

// Asked to stop by a signal; `self` is not looked at.
int evolve_is_stopped(void *self);
cli_exit evolve_refuse(const tsr_error *err);
cli_exit evolve_interrupted(const lab *l);
double evolve_cpu_s(const lab *l); // of the whole run

// --- Whom they play against (evolve_others.c) ----------------------------------------------

// "best-last-generation", "hall:4" or an agent's spec.
cli_exit evolve_read_others(lab *l, char **words, int count);

// Those of the present generation; with `fixed` the start genome sits for all that evolves.
// Free with evolve_leave_company.
cli_exit evolve_meet(const lab *l, int fixed, lab_company *out);
void evolve_leave_company(lab_company *c);

// Plays `count` candidates against a company; l->verdict has the results.
cli_exit evolve_judge(lab *l, const char *const *spec, int count, const lab_company *with,
                      uint64_t games, uint64_t seed);

// --- Where they start (evolve_start.c) -----------------------------------------------------

// Specs of a file, one a line; '#' begins a remark. *out is new: evolve_free_lines.
typedef struct evolve_lines {
    char *text;
    size_t size;
    char **line;
    int *number; // of the line in the file
    int count;
} evolve_lines;

cli_exit evolve_read_lines(const char *path, evolve_lines *out);
void evolve_free_lines(evolve_lines *lines);

cli_exit evolve_read_start(lab *l);

// --- Generations (evolve_run.c) --------------------------------------------------------------

cli_exit evolve_run_on(lab *l);

// FOLDER/name, or nothing without a folder.
cli_exit evolve_lay_down(const lab *l, const char *name, const buffer *text);

// --- The answer (evolve_final.c) ---------------------------------------------------------------

cli_exit evolve_answer(lab *l);

// --- A whole population (evolve_eval.c) ----------------------------------------------------------

// tessera evolve eval GAME POPULATION OTHER...
cli_exit evolve_eval(lab *l, const char *population);

// --- Telling (evolve_tell.c) ---------------------------------------------------------------------

void evolve_tell_begin(const lab *l);
void evolve_tell_progress(void *self, uint64_t games, uint64_t all); // a judge's; `self` is a lab
void evolve_tell_generation(const lab *l);
void evolve_tell_individual(const lab *l, uint32_t i, buffer *out); // as a line of JSON
void evolve_tell_verdict(const lab *l, const char *type, const char *who, const char *spec,
                         const judge_verdict *v);
void evolve_tell_answer(const lab *l, const char *spec, const judge_verdict *v,
                        const judge_verdict *start, int is_start);
void evolve_tell_mean(const lab *l, const judge_verdict *v, int count, int best);

#endif
