// SPDX-License-Identifier: MIT
//
// A walk through the ways of a program: how it begins, the choices it has made so far, and how a function is run
// from where it stands.
#include <string.h>

#include "lang/vm/walk_impl.h"

// --- Beginning -----------------------------------------------------------------------------------

void walk_begin(walker *w, frame *f) {
    memset(w, 0, offsetof(walker, now));
    w->f = f;
    w->p = f->p;
    w->longest = w->need = w->stop_node = w->ended = -1;
    w->now.count = 0;
}

int walk_from(walker *w, way_mode mode, int node) {
    int fn = way_of(w->p, WAYS_START, mode, node);
    if (fn < 0) { // a part of a turn, which begins elsewhere
        fn = way_of(w->p, WAYS_NODE, mode, node);
    }
    return fn >= 0 && walk_run(w, (uint32_t)fn);
}

int walk_run(walker *w, uint32_t fn) {
    return walk_try(w, fn, -1, -1);
}

int walk_start_node(const frame *f) {
    return f->h.pc ? f->h.pc : f->p->phase[f->h.phase].start[f->h.me];
}

int walk_at_roll(const program *p, const void *state) {
    const ir_head *h = state;
    return !h->over && h->pc && h->pc < p->node_count && plan_is_chance(p, h->pc) ? h->pc : 0;
}

// --- Choices -------------------------------------------------------------------------------------

// How much a way is worth where that is a number, by code `code`.
int walk_worth(walker *w, uint32_t code) {
    (void)vm_run(w->f, code);
    return w->f->num[w->f->p->at.state_nums];
}

// Finds the path of a hashed move. 0 if there is none.
int walk_find_hashed(frame *f, tsr_move m, path *out) {
    walker w;
    walk_begin(&w, f);
    w.hash = m;
    if (!vm_save(f)) {
        return 0;
    }
    int found = walk_from(&w, WAYS_FIND, walk_start_node(f));
    *out = w.now;
    vm_back(f);
    return found;
}
