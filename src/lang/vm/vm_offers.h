// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_OFFERS_H
#define TSR_LANG_VM_OFFERS_H

// What the instructions of choices do to a frame: sets of cells are offered, each for a node.

#include "lang/ir/rt/looks.h"
#include "lang/vm/vm.h"

// The cells of `cells` in the zone of a node: each stands for several turns.
VM_INLINE uint32_t zone_extra(const frame *f, const ir_node *n, const uint64_t *cells,
                              const int w) {
    const uint64_t *zone = f->p->consts + (ir_weight(f->p, n)->zone - 1) * w;
    uint32_t count = 0;
    for (int i = 0; i < w; i++) {
        count += (uint32_t)word_count(cells[i] & zone[i]);
    }
    return count * (uint32_t)(ir_weight(f->p, n)->weight - 1);
}

// Offers `cells`, of which there is at least one. What does not fit is not offered.
VM_INLINE void add_offer(frame *f, offer_form form, int aux, const uint64_t *cells, int node,
                         const int w) {
    int i = f->offer_count;
    if (i >= VM_MAX_OFFERS) {
        return;
    }
    node = node ? node : f->node;
    const ir_node *n = &f->p->node[node];
    offer *o = &f->offer[i];
    o->form = (uint16_t)form;
    o->aux = (uint16_t)aux;
    o->node = (uint16_t)node;
    o->with = f->with;
    set_copy(f->target + i * w, cells, w);
    o->size = (uint32_t)set_count(cells, w);
    if (ir_weight(f->p, n)->zone && ir_weight(f->p, n)->weight) {
        o->size += zone_extra(f, n, cells, w);
    }
    f->offer_count++;
}

VM_INLINE void offer_class(frame *f, const uint64_t *cells, int shift, int node, const int w) {
    if (set_any(cells, w)) {
        add_offer(f, OFFER_CLASS, shift, cells, node, w);
    }
}

VM_INLINE void offer_cells(frame *f, const uint64_t *cells, int node, const int w) {
    if (set_any(cells, w)) {
        add_offer(f, OFFER_CELLS, 0, cells, node, w);
    }
}

VM_INLINE void offer_origin(frame *f, const uint64_t *from, const uint64_t *cells, int node,
                            const int w) {
    if (set_any(from, w) && set_any(cells, w)) {
        add_offer(f, OFFER_ORIGIN, set_first(from, w), cells, node, w);
    }
}

// One class: all of `from` moved by `shift`.
VM_INLINE void offer_steps(frame *f, const uint64_t *from, const uint64_t *target, int shift,
                           int node, const int w) {
    uint64_t cells[BOARD_MAX_WORDS];
    set_shift_within(cells, from, &f->p->b.shift[shift], target, w);
    offer_class(f, cells, shift, node, w);
}

// Slides of each piece on `from`.
VM_INLINE void offer_glides(frame *f, const uint64_t *from, const dirset *d, const uint64_t *free,
                            const uint64_t *target, int node, const int w) {
    uint64_t pieces[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS], seen[BOARD_MAX_WORDS];
    if (w == 1 && d->look) {
        for (uint64_t left = from[0]; left; left &= left - 1) {
            int c = __builtin_ctzll(left);
            seen[0] = word_sight(c, d, free[0], 1) & target[0];
            if (seen[0]) {
                add_offer(f, OFFER_ORIGIN, c, seen, node, w);
            }
        }
        return;
    }
    set_copy(pieces, from, w);
    for (int c = set_take_first(pieces, w); c >= 0; c = set_take_first(pieces, w)) {
        set_one(one, c, w);
        do_ray(seen, one, d, free, &f->p->b, w, 1);
        set_and(seen, target, w);
        if (set_any(seen, w)) {
            add_offer(f, OFFER_ORIGIN, c, seen, node, w);
        }
    }
}

// Leaps of each piece on `from`.
VM_INLINE void offer_leaps(frame *f, const uint64_t *from, const dirset *d, const uint64_t *target,
                           int node, const int w) {
    uint64_t pieces[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS], near[BOARD_MAX_WORDS];
    if (w == 1 && d->near) {
        for (uint64_t left = from[0]; left; left &= left - 1) {
            int c = __builtin_ctzll(left);
            near[0] = d->near[c] & target[0];
            if (near[0]) {
                add_offer(f, OFFER_ORIGIN, c, near, node, w);
            }
        }
        return;
    }
    set_copy(pieces, from, w);
    for (int c = set_take_first(pieces, w); c >= 0; c = set_take_first(pieces, w)) {
        set_one(one, c, w);
        do_near(near, one, d, &f->p->b, w, 0);
        set_and(near, target, w);
        if (set_any(near, w)) {
            add_offer(f, OFFER_ORIGIN, c, near, node, w);
        }
    }
}

VM_INLINE void add_bare_offer(frame *f, int node, const int w) {
    uint64_t one[BOARD_MAX_WORDS];
    set_one(one, 0, w);
    add_offer(f, OFFER_ONE, 0, one, node, w);
}

#endif
