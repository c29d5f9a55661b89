// SPDX-License-Identifier: MIT
//
// Frames: states in and out of them, copies to step back to, and the key of a position.
#include "lang/vm/vm.h"

#include <string.h>

#include "base/assert.h"
#include "lang/ir/rt/sets.h"

static size_t set_bytes(const program *p) {
    return (size_t)p->at.state_sets * (size_t)p->b.words * sizeof(uint64_t);
}

static size_t num_bytes(const program *p) {
    return (size_t)p->at.state_nums * sizeof(int32_t);
}

// Registers that are no part of a state. Endings may ask what was added before anything was; all other code
// writes them before it reads them, but nobody proves it, and what memory held must not be taken for cells.
static void clear_scratch(frame *f) {
    const program *p = f->p;
    const size_t sets = (size_t)(p->at.set_count - p->at.state_sets);
    const size_t nums = (size_t)(p->at.num_count - p->at.state_nums);
    memset(vm_set(f, p->at.state_sets), 0, sets * (size_t)p->b.words * 8);
    memset(f->num + p->at.state_nums, 0, nums * sizeof *f->num);
}

void vm_load(frame *f, const program *p, const void *state) {
    const char *bytes = state;
    f->p = p;
    f->fuel = VM_FUEL;
    f->cut = f->cans = 0;
    f->offer_count = 0;
    f->offer_first = f->offer_base = 0;
    f->next = NULL;
    f->ret_set = 0;
    f->node = 0;
    f->with = BOARD_NONE;
    f->sub = 0;
    f->save_top = 0;
    memcpy(&f->h, bytes, sizeof f->h);
    memcpy(f->set, bytes + p->size.head_sets, set_bytes(p));
    memcpy(f->num, bytes + p->size.head_nums, num_bytes(p));
    clear_scratch(f);
    f->ring = (uint64_t *)(uintptr_t)(bytes + p->size.ring_off);
    f->lazy = f->plied = f->knows_now = f->in_tree = 0;
}

void vm_store(const frame *f, void *state) {
    const program *p = f->p;
    char *bytes = state;
    memcpy(bytes, &f->h, sizeof f->h);
    memcpy(bytes + p->size.head_sets, f->set, set_bytes(p));
    memcpy(bytes + p->size.head_nums, f->num, num_bytes(p));
}

// The working copy is a few dozen words, and what was written last is read first: plain
// loops are quicker than a call of memcpy with its wide loads.
static void copy_words(void *to, const void *from, size_t bytes) {
    char *out = to;
    const char *in = from;
    for (size_t i = 0; i < bytes; i += 8) {
        memcpy(out + i, in + i, 8);
        VM_KEEP_LOOP;
    }
}

static size_t saved_words(const frame *f) {
    return (sizeof f->h + set_bytes(f->p) + num_bytes(f->p)) / 8;
}

int vm_save(frame *f) {
    size_t sets = set_bytes(f->p), words = saved_words(f);
    if ((size_t)f->save_top + words > VM_SAVE_WORDS) {
        return 0;
    }
    char *to = (char *)(f->save + f->save_top);
    copy_words(to, &f->h, sizeof f->h);
    copy_words(to + sizeof f->h, f->set, sets);
    copy_words(to + sizeof f->h + sets, f->num, num_bytes(f->p));
    f->save_top += (int)words;
    return 1;
}

void vm_restore(frame *f) {
    size_t sets = set_bytes(f->p);
    TSR_ASSERT(f->save_top >= (int)saved_words(f)); // what is restored was saved
    const char *from = (const char *)(f->save + f->save_top - saved_words(f));
    copy_words(&f->h, from, sizeof f->h);
    copy_words(f->set, from + sizeof f->h, sets);
    copy_words(f->num, from + sizeof f->h + sets, num_bytes(f->p));
}

void vm_drop(frame *f) {
    f->save_top -= (int)saved_words(f);
    TSR_ASSERT(f->save_top >= 0); // what is dropped was saved
}

void vm_back(frame *f) {
    const size_t sets = set_bytes(f->p);
    f->save_top -= (int)saved_words(f);
    TSR_ASSERT(f->save_top >= 0); // what is restored was saved
    const char *from = (const char *)(f->save + f->save_top);
    copy_words(&f->h, from, sizeof f->h);
    copy_words(f->set, from + sizeof f->h, sets);
    copy_words(f->num, from + sizeof f->h + sets, num_bytes(f->p));
}

uint64_t vm_key(const frame *f) {
    const program *p = f->p;
    // `new position` is about the board alone: whose turn it is does not count.
    uint64_t me = p->past.uses_ring == 2 ? 0 : f->h.me;
    // Four chains of folds, so that no multiplication waits for the one before it.
    // Who is to move is folded in by itself: it must not meet the first cell's bit.
    uint64_t h[4] = {key_fold(0x2545f4914f6cdd1du, me | (uint64_t)f->h.phase << 8), 1, 2, 3};
    int words = p->at.position_sets * p->b.words;
    for (int i = 0; i < words; i++) {
        h[i & 3] = key_fold(h[i & 3], f->set[i]);
    }
    for (int i = 0; i < p->at.position_nums; i++) {
        h[(words + i) & 3] = key_fold(h[(words + i) & 3], (uint64_t)(uint32_t)f->num[i] + 1);
    }
    return key_join(h[0], h[1], h[2], h[3]);
}

void vm_note_key(frame *f) {
    f->now = vm_key(f);
    f->knows_now = 1;
}

void vm_push_key(frame *f, int one_way) {
    const int cap = f->p->past.ring_cap;
    int n = f->h.ring_count;
    if (f->in_tree) { // room is taken behind what ancestors wrote
        const int out = one_way ? n : n == cap;
        f->ring += out;
        n -= out;
    } else if (one_way) {
        memset(f->ring, 0, (size_t)n * sizeof *f->ring);
        n = 0;
    } else if (n == cap) {
        memmove(f->ring, f->ring + 1, (size_t)(n - 1) * sizeof *f->ring);
        n--;
    }
    f->ring[n++] = f->now;
    f->h.ring_count = (uint16_t)n;
}
