// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_GENES_H
#define TSR_ARENA_GENES_H

// An agent's spec with gaps for numbers that somebody looks for:
//
//     azul-greedy:line={0..2},row={0..2=0.5}      two numbers; the second starts at 0.5
//     unicorns-weights:genes={x68}                68 letters of 0-9 A-Z a-z - _
//     unicorns-weights:genes={x3=0V_}             three, starting at these
//
// A gene is a number from 0 to 1. In a gap for a number it becomes one between the ends; in
// a gap for letters each gene becomes one of 64 letters.

#include <stddef.h>

#include <tessera/registry.h>

enum { GENES_MAX = 256, GENES_SPEC = 2000 };

typedef struct genes {
    const char *text; // borrowed
    int count;
    double start[GENES_MAX]; // where the search begins; 0.5 where nothing is said
    char given[GENES_MAX];   // it is said
} genes;

// Reads a spec and finds its gaps; at least one. `text` must outlive `out`.
TSR_NODISCARD tsr_err genes_read(const char *text, genes *out, tsr_error *err);

// The spec with its gaps filled from `gene`, `count` numbers from 0 to 1. `buf` has room
// for GENES_SPEC; 0 = it does not fit.
int genes_write(const genes *g, const double *gene, char *buf);

// The other way: what filled the gaps of `spec`. Refuses the spec of another agent, and what does
// not fit the gaps, and says where. `gene` has room for `count`.
TSR_NODISCARD tsr_err genes_find(const genes *g, const char *spec, double *gene, tsr_error *err);

// Starts where nothing is said with what the agent takes by itself if the option is not given:
// numbers by their default, letters if the agent's `open` has put them into the option's value, which
// was left empty.
TSR_NODISCARD tsr_err genes_ask_agent(genes *g, const tsr_registry *registry, const tsr_rules *r,
                                      tsr_error *err);

#endif
