// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_PILES_H
#define TSR_LANG_VM_PILES_H

// Piles in a frame: what the instructions about them do (lang/ir/rt/piles.h).

#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

VM_INLINE uint8_t *pile_bytes(frame *f) {
    return (uint8_t *)(f->num + f->p->at.piles - 1);
}

VM_HELPER int32_t height_of(frame *f, const uint64_t *cells) {
    return pile_height(&f->p->pile, f->set, pile_bytes(f), cells);
}

VM_HELPER void tall(frame *f, uint64_t *out, const uint64_t *cells, int least) {
    pile_tall(&f->p->pile, pile_bytes(f), cells, least, out);
}

VM_HELPER void bury(frame *f, const uint64_t *cells) {
    pile_bury(&f->p->pile, f->set, pile_bytes(f), cells);
}

VM_HELPER void raze(frame *f, const uint64_t *cells) {
    pile_raze(&f->p->pile, pile_bytes(f), cells);
}

VM_HELPER void bring_part(frame *f, const uint64_t *from, const uint64_t *to, int32_t n, int how) {
    const int w = f->p->b.words;
    pile_bring(&f->p->pile, f->set, pile_bytes(f), set_first(from, w), set_first(to, w), n, how);
}

#endif
