// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_EFFECTS_H
#define TSR_LANG_VM_EFFECTS_H

// What the instructions about pieces do to a frame: they come, go, move and change. That is said in simpler instructions by
// ir/expand.c, which printed C is made of; here it is done at once, and a test compares the two. Offers are in
// vm_offers.h; everything else an instruction does stands in its row.

#include "lang/ir/rt/looks.h"
#include "lang/vm/vm.h"

VM_INLINE uint64_t *reg(frame *f, int r, const int w) {
    return f->set + r * w;
}

// Takes whatever stands on `cells` away; latches there are gone too.
VM_INLINE void lift(frame *f, const uint64_t *cells, const int w) {
    const ir_layout *at = &f->p->at;
    uint64_t x[BOARD_MAX_WORDS];
    set_copy(x, cells, w);
    for (int i = 0; i < f->p->players; i++) {
        set_minus(reg(f, at->own + i, w), x, w);
    }
    if (at->neutral != BOARD_NONE) {
        set_minus(reg(f, at->neutral, w), x, w);
    }
    if (at->type != BOARD_NONE) {
        for (int i = 0; i < f->p->types; i++) {
            set_minus(reg(f, at->type + i, w), x, w);
        }
    }
    if (at->latch != BOARD_NONE) {
        set_minus(reg(f, at->latch, w), x, w);
    }
}

VM_INLINE int owner_reg(const program *p, int player) {
    return player == IR_NEUTRAL ? p->at.neutral : p->at.own + player;
}

VM_INLINE void put(frame *f, const uint64_t *cells, int player, int type, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    set_copy(x, cells, w);
    lift(f, x, w);
    set_or(reg(f, owner_reg(f->p, player), w), x, w);
    if (f->p->at.type != BOARD_NONE) {
        set_or(reg(f, f->p->at.type + type, w), x, w);
    }
}

// The same where nothing stands.
VM_INLINE void add_pieces(frame *f, const uint64_t *cells, int player, int type, const int w) {
    set_or(reg(f, owner_reg(f->p, player), w), cells, w);
    if (f->p->at.type != BOARD_NONE) {
        set_or(reg(f, f->p->at.type + type, w), cells, w);
    }
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), cells, w);
    }
}

VM_INLINE void close_cells(frame *f, const uint64_t *cells, const int w) {
    uint64_t x[BOARD_MAX_WORDS]; // `cells` may be a register that changes
    set_copy(x, cells, w);
    lift(f, x, w);
    set_or(reg(f, f->p->at.closed, w), x, w);
}

VM_INLINE int occupied(frame *f, const uint64_t *cells, uint64_t *out, const int w) {
    const ir_layout *at = &f->p->at;
    set_zero(out, w);
    for (int i = 0; i < f->p->players; i++) {
        set_or(out, reg(f, at->own + i, w), w);
    }
    if (at->neutral != BOARD_NONE) {
        set_or(out, reg(f, at->neutral, w), w);
    }
    set_and(out, cells, w);
    return set_any(out, w);
}

VM_INLINE void note_event(frame *f, uint32_t events) {
    if (!f->p->fact.heeds_events) {
        return;
    }
    uint16_t at = f->p->at.events;
    f->num[at] = (int32_t)((uint32_t)f->num[at] | events);
}

VM_INLINE void capture(frame *f, const uint64_t *cells, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    if (occupied(f, cells, x, w)) {
        lift(f, x, w);
        note_event(f, EVENT_CAPTURE);
    }
}

// A piece goes from one cell to another; unless that is known to be empty what stands there is captured.
VM_INLINE void go_to(frame *f, const uint64_t *from, const uint64_t *to, int player, int type,
                     const int is_free, const int w) {
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    set_copy(a, from, w);
    set_copy(z, to, w);
    uint64_t *own = reg(f, owner_reg(f->p, player), w);
    set_minus(own, a, w); // first, so that a round trip does not capture itself
    if (f->p->at.type != BOARD_NONE) {
        set_minus(reg(f, f->p->at.type + type, w), a, w);
    }
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), a, w);
    }
    if (!is_free) {
        capture(f, z, w);
    }
    set_or(own, z, w);
    if (f->p->at.type != BOARD_NONE) {
        set_or(reg(f, f->p->at.type + type, w), z, w);
    }
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), z, w);
    }
    note_event(f, event_of_type(type));
}

VM_INLINE void move(frame *f, const uint64_t *from, const uint64_t *to, int player, int type,
                    const int w) {
    go_to(f, from, to, player, type, 0, w);
}

VM_INLINE void go(frame *f, const uint64_t *from, const uint64_t *to, int player, int type,
                  const int w) {
    go_to(f, from, to, player, type, 1, w);
}

VM_HELPER int owner_at(frame *f, const uint64_t *cell) {
    const int w = f->p->b.words;
    for (int i = 0; i < f->p->players; i++) {
        if (set_meets(reg(f, f->p->at.own + i, w), cell, w)) {
            return i;
        }
    }
    if (f->p->at.neutral != BOARD_NONE && set_meets(reg(f, f->p->at.neutral, w), cell, w)) {
        return IR_NEUTRAL;
    }
    return -1;
}

VM_HELPER int type_at(frame *f, const uint64_t *cell) {
    const int w = f->p->b.words;
    for (int i = 0; f->p->at.type != BOARD_NONE && i < f->p->types; i++) {
        if (set_meets(reg(f, f->p->at.type + i, w), cell, w)) {
            return i;
        }
    }
    return 0;
}

// Moves whatever stands on one cell; without a capture event, `bring` is no attack.
VM_HELPER void carry(frame *f, const uint64_t *from, const uint64_t *to) {
    const int w = f->p->b.words;
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    int c = set_first(from, w), t = set_first(to, w);
    if (c < 0 || t < 0 || c == t) {
        return;
    }
    set_one(a, c, w);
    set_one(z, t, w);
    int player = owner_at(f, a), type = type_at(f, a);
    if (player >= 0) {
        lift(f, a, w);
        put(f, z, player, type, w);
    }
}

VM_INLINE void change_owner(frame *f, const uint64_t *cells, int player, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    if (!occupied(f, cells, x, w)) {
        return;
    }
    for (int i = 0; i < f->p->players; i++) {
        set_minus(reg(f, f->p->at.own + i, w), x, w);
    }
    if (f->p->at.neutral != BOARD_NONE) {
        set_minus(reg(f, f->p->at.neutral, w), x, w);
    }
    set_or(reg(f, owner_reg(f->p, player), w), x, w);
}

// The same where all pieces belong to two players.
VM_INLINE void own_of_two(frame *f, const uint64_t *cells, int player, const int w) {
    uint64_t *mine = reg(f, f->p->at.own + player, w),
             *other = reg(f, f->p->at.own + 1 - player, w);
    for (int i = 0; i < w; i++) {
        uint64_t taken = other[i] & cells[i];
        other[i] &= ~taken;
        mine[i] |= taken;
    }
}

VM_HELPER void change_type(frame *f, const uint64_t *cells, int type) {
    const int w = f->p->b.words;
    uint64_t x[BOARD_MAX_WORDS];
    if (f->p->at.type == BOARD_NONE || !occupied(f, cells, x, w)) {
        return;
    }
    for (int i = 0; i < f->p->types; i++) {
        set_minus(reg(f, f->p->at.type + i, w), x, w);
    }
    set_or(reg(f, f->p->at.type + type, w), x, w);
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), x, w);
    }
}

VM_HELPER void note_motion(frame *f, const uint64_t *from, const uint64_t *to) {
    const ir_layout *at = &f->p->at;
    const int w = f->p->b.words;
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    if (at->next_to == BOARD_NONE) {
        return;
    }
    set_copy(a, from, w);
    set_copy(z, to, w);
    if (!set_any(reg(f, at->next_from, w), w)) {
        set_copy(reg(f, at->next_from, w), a, w);
    }
    set_copy(reg(f, at->next_to, w), z, w);
    do_between(reg(f, at->next_over, w), a, z, &f->p->b);
}

VM_HELPER int has_been(const frame *f, uint64_t key, int times) {
    int seen = 1;
    for (int i = f->h.ring_count - 1; i >= 0 && seen < times; i--) {
        seen += f->ring[i] == key;
    }
    return seen >= times;
}

VM_HELPER int repeated(const frame *f, int times) {
    return has_been(f, vm_key(f), times);
}

// The same in an ending: at the end of a turn the key has been noted.
VM_HELPER int has_returned(const frame *f, int times) {
    return has_been(f, f->knows_now ? f->now : vm_key(f), times);
}

// --- Ends of turns ------------------------------------------------------------------

// What other code answers. It is no part of a playout's chain.
VM_HELPER int answer_of(frame *f, uint32_t code) {
    uint32_t (*next)(frame *, int) = f->next;
    f->next = NULL;
    int answer = vm_run(f, code);
    f->next = next;
    return answer;
}

#endif
