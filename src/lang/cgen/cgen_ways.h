// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_WAYS_H
#define TSR_LANG_CGEN_WAYS_H

// What the files share that print the functions of ways.

#include "lang/cgen/cgen_impl.h"

// A function while it is printed.
typedef struct printed {
    cgen *g;
    const way_fn *fn;
    const way_insn *x; // its instructions
    const char *s;     // the state that it works on
    const char *state; // the state that it was given
} printed;

// cgen_ways.c: the name of a function; the note that it is needed; a call of it, as an expression.
cgen_word cgen_way_name(const way_fn *fn);
void cgen_need_way(cgen *g, uint32_t fn);
cgen_word cgen_way_call(const printed *q, uint32_t to);

// cgen_ways_offers.c: ANY, ALL, OFFERS; EACH; the function offered_N that OFFERED asks.
void cgen_way_offers(const printed *q, const way_insn *x);
void cgen_way_each(const printed *q, const way_insn *x);
void cgen_need_offered(cgen *g, int node, uint32_t code);

#endif
