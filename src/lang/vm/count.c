// SPDX-License-Identifier: MIT
//
// Runs the functions of ways that count positions (plan/ways_count.c).
//
// All plies share one frame: the offers of a ply lie behind those of the plies before it, and so do the keys of
// positions, in an array for the whole tree (vm_push_key).
#include "lang/vm/walk_impl.h"

uint64_t count_from(frame *f, int depth, int made) {
    walker w;
    if (depth == 0 || f->h.over) {
        return depth == 0;
    }
    f->fuel = VM_FUEL;
    f->knows_now = 0;
    set_zero(vm_set(f, f->p->at.to), f->p->b.words); // as where a state is loaded
    walk_begin(&w, f);
    if (depth == 1 && !made) {
        (void)walk_from(&w, WAYS_LIST, walk_start_node(f));
        w.sum = (uint64_t)w.count;
    } else {
        w.plies = depth;
        w.made = made;
        (void)walk_from(&w, WAYS_NODES, walk_start_node(f));
    }
    f->cut |= f->fuel < 0;
    return w.sum;
}

void count_after(walker *w) {
    frame *f = w->f;
    uint64_t *ring = f->ring;
    const int base = f->offer_base, offers = f->offer_count;
    const int64_t fuel = f->fuel;
    f->offer_base = offers;
    turn_finish(f, 1);
    w->sum += count_from(f, w->plies - 1, w->made);
    f->offer_base = base;
    f->offer_count = offers;
    f->ring = ring;
    f->fuel = fuel;
}
