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

static inline int thing_owners(const program *p) {
    return p->players + (p->at.neutral != BOARD_NONE);
}

static inline int thing_is_none(const program *p, const void *s, int cell) {
    return lang_owner_at(p, s, cell) < 0;
}

// Whether a player knows what lies on a hidden cell. One who looks on knows what all players know.
int thing_is_known(const program *p, const void *s, int colour, int cell);

thing thing_take(const program *p, void *s, int cell);
void thing_lay(const program *p, void *s, int cell, thing t);

// One that stays where it is turns into one of another kind.
void thing_turn(const program *p, void *s, int cell, int type);

// The first free cell of someone's area for a kind, -1 for any kind; or -1.
int thing_room(const program *p, const void *s, const ir_area *a, int first, int type);

// All that lies on cells; returns how much that was.
int things_take(const program *p, void *s, const uint64_t *cells, thing *list);

// In an order that tells nothing of where they lay.
void things_sort(thing *list, int count);

// Calls `look` with the first cell of every hidden area, of everyone who has one.
typedef void things_look(const program *p, void *s, const ir_area *area, int first, void *with);
void things_each_hidden(const program *p, void *s, things_look *look, void *with);

#endif
