// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_THINGS_H
#define TSR_LANG_THINGS_H

// Things of a position, taken off their cells and laid on others: for views and guesses, which show or imagine them
// elsewhere than they are.

#include "lang/game/state.h"

typedef struct thing {
    uint8_t type, owner, knowers; // as bits
} thing;

static inline uint64_t *thing_set(const program *p, void *s, int reg) {
    return (uint64_t *)(void *)((char *)s + p->size.head_sets) + reg * p->b.words;
}

static inline void thing_drop(uint64_t *set, int cell) {
    set[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

static inline int thing_owners(const program *p) {
    return p->players + (p->at.neutral != BOARD_NONE);
}

static inline int thing_is_none(const program *p, const void *s, int cell) {
    return lang_owner_at(p, s, cell) < 0;
}

static inline int thing_is_known(const program *p, const void *s, int colour, int cell) {
    return colour < p->players && board_has(state_set(p, s, p->at.known + colour), cell);
}

static inline thing thing_take(const program *p, void *s, int cell) {
    thing t = {.type = (uint8_t)lang_type_at(p, s, cell)};
    const int owner = lang_owner_at(p, s, cell);
    t.owner = (uint8_t)(owner == IR_NEUTRAL ? p->players : owner);
    for (int i = 0; i < p->players; i++) {
        t.knowers = (uint8_t)(t.knowers | thing_is_known(p, s, i, cell) << i);
        thing_drop(thing_set(p, s, p->at.known + i), cell);
    }
    for (int i = 0; i < thing_owners(p); i++) {
        thing_drop(thing_set(p, s, p->at.own + i), cell);
    }
    thing_drop(thing_set(p, s, p->at.type + t.type), cell);
    return t;
}

static inline void thing_lay(const program *p, void *s, int cell, thing t) {
    board_put(thing_set(p, s, p->at.own + t.owner), cell);
    board_put(thing_set(p, s, p->at.type + t.type), cell);
    for (int i = 0; i < p->players; i++) {
        if (t.knowers >> i & 1) {
            board_put(thing_set(p, s, p->at.known + i), cell);
        }
    }
}

static inline int thing_is_before(thing a, thing b) {
    return a.owner != b.owner ? a.owner < b.owner
           : a.type != b.type ? a.type < b.type
                              : a.knowers < b.knowers;
}

// In an order that tells nothing of where they lay.
static inline void things_sort(thing *list, int count) {
    for (int i = 1; i < count; i++) {
        const thing t = list[i];
        int k = i;
        for (; k > 0 && thing_is_before(t, list[k - 1]); k--) {
            list[k] = list[k - 1];
        }
        list[k] = t;
    }
}

#endif
