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

#include "lang/walk_impl.h"

// Whether the turn that is due begins with joined offers.
static inline int quick_ready(const frame *f) {
    return !f->h.pc && f->p->phase[f->h.phase].offers[f->h.me];
}

// Runs them. The offers of the frame are then those of the turn.
void quick_offer(frame *f);

// The cell that offer `i` goes from for this target, -1 = none.
static inline int quick_from(const frame *f, int i, int to) {
    const offer *o = &f->offer[i];
    if (o->form == OFFER_CLASS) {
        const board_shift *s = &f->p->b.shift[o->aux];
        return s->uniform ? to - s->amount : walk_class_origin(f->p, o->aux, to);
    }
    return o->form == OFFER_ORIGIN ? o->aux : -1;
}

// Loads the choice of offer `i` with this target, to be run by its node's `turn`; and that
// done. 1 = legal; the frame is not restored.
static inline void quick_load(frame *f, int i, int to, int sub) {
    const program *p = f->p;
    const ir_node *n = &p->node[f->offer[i].node];
    const int w = p->b.words;
    int from = quick_from(f, i, to);
    if (from >= 0) {
        set_one(vm_set(f, p->at.from), from, w);
    }
    if (to >= 0) {
        set_one(vm_set(f, p->at.to), to, w);
    }
    if (n->bind != BOARD_NONE && f->offer[i].with < p->b.cells) {
        set_one(vm_set(f, n->bind), f->offer[i].with, w);
    }
    f->sub = sub;
}

int quick_run(frame *f, int i, int to, int sub);

// The choice that says what a piece on `to` becomes, number `sub` of them; 0 = it stays what
// it is.
int quick_promotion(const program *p, const ir_node *n, int to, int sub);

// The legal moves, as walk_list: `out` NULL = only count. And whether there is one.
int quick_list(frame *f, tsr_move *out, int cap);
int quick_exists(frame *f);

// sample.c: one ply of a playout the longer way, by drawing or by listing; 0 = no move.
int play_drawn(frame *f, tsr_rng *g, uint64_t *ring);
int play_listed(frame *f, tsr_rng *g, uint64_t *ring);

#endif
