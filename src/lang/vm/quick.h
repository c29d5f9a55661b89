// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_QUICK_H
#define TSR_LANG_QUICK_H

// Turns without walking: what joined code (opt_join.c) makes possible.
//
// The walker explores the graph of a turn choice by choice. Where a phase has joined code
// for its offers, one run of it offers everything that may begin the turn, and where a
// choice has joined code for its turn, one run of that says whether it is legal. These
// functions do so and fall back on the walker choice by choice; the moves come in the
// walker's order, so nobody can tell the difference.

#include "lang/vm/vm_play.h"

// Whether the turn that is due begins with joined offers.
static inline int quick_ready(const frame *f) {
    return !f->h.pc && f->p->phase[f->h.phase].offers[f->h.me];
}

// Runs them. The offers of the frame are then those of the turn.
void quick_offer(frame *f);

// Loads the choice of offer `i` with this target and runs its node's `turn`. 1 = legal; the
// frame is not restored.
int quick_run(frame *f, int i, int to, int sub);

// The choice that says what a piece on `to` becomes, number `sub` of them; 0 = it stays what
// it is.
int quick_promotion(const program *p, const ir_node *n, int to, int sub);

// The legal moves, as walk_list: `out` NULL = only count. And whether there is one.
int quick_list(frame *f, tsr_move *out, int cap);
int quick_exists(frame *f);

// sample.c: one ply of a playout the longer way, by drawing or by listing; 0 = no move. With
// `offered` the offers of the frame are those of the turn.
int quick_drawn(frame *f, tsr_rng *g, int offered);
int quick_listed(frame *f, tsr_rng *g);

#endif
