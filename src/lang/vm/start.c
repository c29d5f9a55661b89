// SPDX-License-Identifier: MIT
//
// First positions: the one a game begins with, and those that are read from text.
#include <string.h>

#include "lang/vm/walk_impl.h"

// How these endings leave the position as it is; nothing is changed.
static ir_head ended_by(frame *f, uint32_t endings) {
    const ir_head before = f->h;
    if (vm_run(f, endings) != VM_OVER) {
        f->h = before;
    }
    const ir_head after = f->h;
    f->h = before;
    return after;
}

// Whether an ending holds already, which nobody's turn can have brought about. Then what a
// turn adds does not tell. An ending that is looked for everywhere anyway, as a line of the enemy's,
// is none: it can come about between two turns of a player.
static int has_old_ending(frame *f) {
    int found = 0;
    for (int me = 0; me < f->p->players && f->p->root[me].whole; me++) {
        const ir_head all = ended_by(f, f->p->root[me].whole);
        const ir_head added = ended_by(f, f->p->root[me].endings);
        found |= memcmp(&all, &added, sizeof all) != 0;
    }
    return found;
}

// The position is the first that is remembered.
static void remember_first(frame *f) {
    if (f->p->past.ring_cap) {
        vm_note_key(f);
        vm_push_key(f, 0);
    }
}

static void drop_worthless_latches(frame *f) {
    if (f->p->past.latch_code) {
        (void)vm_run(f, f->p->past.latch_code);
    }
}

static void latch_start(frame *f) {
    const program *p = f->p;
    const int w = p->b.words;
    if (p->at.latch == BOARD_NONE) {
        return;
    }
    uint64_t *latch = vm_set(f, p->at.latch);
    set_zero(latch, w);
    for (int t = 0; t < p->types; t++) {
        if (p->past.latch_types[t]) {
            if (p->at.type == BOARD_NONE) {
                for (int i = 0; i < p->players; i++) {
                    set_or(latch, vm_set(f, p->at.own + i), w);
                }
            } else {
                set_or(latch, vm_set(f, p->at.type + t), w);
            }
        }
    }
}

static void fill_hands(frame *f) {
    const program *p = f->p;
    for (int i = 0; p->at.hands != BOARD_NONE && i < p->players * p->types; i++) {
        f->num[p->at.hands + i] = p->hand_start[i % p->types];
    }
}

// Nobody has moved before it.
static void begin_first_turn(frame *f) {
    const int at = walk_start_node(f);
    if (!plan_is_chance(f->p, at) && !walk_exists(f, at)) {
        turn_blocked(f);
    } else if (!f->h.pc) {
        turn_begin(f, 0);
    }
}

void walk_start(const program *p, void *state) {
    frame f;
    memset(state, 0, p->size.state_size);
    walk_open(&f, p, state);
    for (int i = 0; i < p->vars; i++) {
        int n = p->var_each[i] ? p->players : 1;
        for (int k = 0; k < n; k++) {
            f.num[p->var_at[i] + k] = p->var_start[i];
        }
    }
    fill_hands(&f);
    for (int i = 0; i < p->setup_count; i++) {
        (void)vm_run(&f, p->root[i].set_up);
    }
    memset(&f.h, 0, sizeof f.h);
    latch_start(&f);
    clear_registers(&f, p->b.words);
    drop_worthless_latches(&f);
    remember_first(&f);
    f.h.whole = (uint16_t)has_old_ending(&f);
    if (p->dealt) {
        turn_settle(&f, WAYS_NODE, WAYS_SETTLE, p->dealt, 0);
    }
    begin_first_turn(&f);
    vm_store(&f, state);
}

// Whether something in it is not known: then nothing follows from what its player could do.
int walk_is_view(const program *p, const void *state) {
    const uint64_t *sets =
        (const uint64_t *)(const void *)((const char *)state + p->size.head_sets);
    return p->unknown >= 0 && set_any(sets + (p->at.type + p->unknown) * p->b.words, p->b.words);
}

void walk_settle(const program *p, void *state) {
    frame f;
    walk_open(&f, p, state);
    drop_worthless_latches(&f);
    if (f.h.pc && way_of(p, WAYS_START, WAYS_FOLLOW, f.h.pc) < 0) { // an older record stops here
        turn_settle(&f, WAYS_NODE, WAYS_SETTLE, f.h.pc, 0);
    }
    if (!f.h.pc && !f.h.over && p->past.forget_code) {
        (void)vm_run(&f, p->past.forget_code);
    }
    if (f.h.ring_count == 0) {
        remember_first(&f);
    }
    f.h.whole = (uint16_t)(!f.h.over && has_old_ending(&f));
    if (!f.h.over && !walk_at_roll(p, &f.h) && !walk_is_view(p, state)) {
        begin_first_turn(&f);
    }
    vm_store(&f, state);
}
