// SPDX-License-Identifier: MIT
//
// Runs the functions of ways: guards (plan/ways_guard.c), and what they know about a set of cells.
#include "lang/ir/rt/sets.h"
#include "lang/vm/vm_effects.h"
#include "lang/vm/walk_impl.h"

// The cells that code answers.
static const uint64_t *cells_of(frame *f, uint32_t code) {
    (void)vm_run(f, code);
    return vm_set(f, f->ret_set);
}

void guard_ask(walker *w, uint32_t fn) {
    const program *p = w->p;
    walk_guard *q = &w->guard;
    const int words = p->b.words;
    set_copy(q->stay, p->b.all, words);
    set_copy(q->mend, p->b.all, words);
    set_zero(q->shut, words);
    (void)walk_try(w, fn, -1, -1);
}

void guard_reads(walker *w, uint32_t code) {
    const int words = w->p->b.words;
    set_copy(w->guard.stay, cells_of(w->f, code), words);
    set_copy(w->guard.shut, w->guard.stay, words);
}

void guard_frees(walker *w, int test) {
    const fact_test *t = &w->p->fact.test[test];
    const int words = w->p->b.words;
    set_zero(w->guard.stay, words);
    set_join_and(w->guard.shut, vm_set(w->f, w->p->at.own + t->shield_owner),
                 vm_set(w->f, w->p->at.type + t->looks_from), words);
}

void guard_mends(walker *w, uint32_t code) {
    set_copy(w->guard.mend, cells_of(w->f, code), w->p->b.words);
}

int guard_finds_men(walker *w, uint32_t code, int test) {
    walk_guard *q = &w->guard;
    const int words = w->p->b.words;
    set_join_and(q->men, cells_of(w->f, code),
                 vm_set(w->f, w->p->at.own + w->p->fact.test[test].shield_owner), words);
    set_minus(q->men, q->shut, words);
    return set_any(q->men, words);
}

void guard_lifts_men(walker *w) {
    lift(w->f, w->guard.men, w->p->b.words);
}

void guard_tries_each(walker *w, uint32_t fn) {
    const int words = w->p->b.words;
    uint64_t men[BOARD_MAX_WORDS];
    set_copy(men, w->guard.men, words);
    for (int c = set_take_first(men, words); c >= 0; c = set_take_first(men, words)) {
        set_one(w->guard.men, c, words);
        (void)walk_try(w, fn, -1, -1);
    }
}

void guard_keeps_men(walker *w) {
    set_or(w->guard.stay, w->guard.men, w->p->b.words);
}

void guard_knows(walker *w, int node) {
    const program *p = w->p;
    const walk_guard *q = &w->guard;
    const offer *o = &w->f->offer[w->offer];
    const int words = p->b.words;
    const int is_whole = p->fact.test[node].only_test && p->fact.turn[node].turn;
    if (!(is_whole || p->fact.test[node].must_pass) || o->form == OFFER_ONE) {
        return; // where the piece itself goes that is looked from must be tested
    }
    set_and(w->cells, q->mend, words);
    if (!is_whole) {
        set_and(w->f->target + w->offer * words, q->mend, words); // they are walked from there
        return;
    }
    if (o->form == OFFER_ORIGIN && board_has(q->stay, o->aux)) {
        return;
    }
    if (o->form == OFFER_CELLS && set_same(q->stay, p->b.all, words)) {
        return; // a piece that comes anew mends nothing for sure
    }
    set_copy(w->safe, w->cells, words);
    set_minus(w->safe, q->shut, words);
    if (o->form == OFFER_CLASS) { // nor may it come from there
        uint64_t from[BOARD_MAX_WORDS];
        set_shift(from, q->stay, &p->b.shift[o->aux], words);
        set_minus(w->safe, from, words);
    }
}
