// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_EVOLVE_PLOT_H
#define TSR_ARENA_EVOLVE_PLOT_H

// How an evolution went: a line of CSV for each generation, and a picture of it.
//
//     generation,games,cpu_s,best,mean,spread,lowest,gene 1,gene 2,...
//     12,24000,11.8,51.2400,44.1033,2.9810,37.0200,0.2521,...
//
// best, mean, spread (standard deviation) and lowest are of the generation's fitness, genes its mean
// genome. Everything but `cpu_s` depends on the seed alone; `cpu_s` counts all processes, of earlier
// sittings as well.

#include "arena/evolve.h"

void evolve_plot_begin(buffer *csv, uint32_t genes);

// The generation just judged.
void evolve_plot_add(buffer *csv, const evolve *e, uint64_t games, double cpu_s);

// Seconds of processor time at the last line, 0 if there is none.
double evolve_plot_cpu(const char *csv);

// The fitness over generations, and what became of every gene.
void evolve_plot_svg(const char *csv, uint32_t genes, const char *title, buffer *out);

#endif
