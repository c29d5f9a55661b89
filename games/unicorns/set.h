// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_SET_H
#define TSR_UNICORNS_SET_H

// Sets of up to 128 cards, one bit each.
//
// Cards are numbered so that the copies of one kind stand side by side. A set is
// read in one of two ways, and the field's comment says which:
//
//   cards     bit c = card number c itself. For open zones, where a card has an
//             identity everybody can follow.
//   a tally   only the *number* of bits inside the range of a kind counts, and
//             they are always its lowest ones. For hidden zones, where equal
//             cards must not be told apart: three Neighs in a hand are the
//             same three bits, whichever cardboard they are printed on.
//
// Both kinds answer "which of these are unicorns" with one AND, and a tally
// lists the kinds it holds with one more (AND the first card of every kind).

#include <stdbool.h>
#include <stdint.h>

typedef struct uni_set {
    uint64_t w[2];
} uni_set;

static inline uni_set uni_none(void) {
    return (uni_set){{0, 0}};
}

static inline uni_set uni_one(int card) {
    uni_set s = {{0, 0}};
    s.w[card >> 6] = (uint64_t)1 << (card & 63);
    return s;
}

static inline bool uni_has(uni_set s, int card) {
    return s.w[card >> 6] >> (card & 63) & 1;
}

static inline void uni_add(uni_set *s, int card) {
    s->w[card >> 6] |= (uint64_t)1 << (card & 63);
}

static inline void uni_del(uni_set *s, int card) {
    s->w[card >> 6] &= ~((uint64_t)1 << (card & 63));
}

static inline uni_set uni_and(uni_set a, uni_set b) {
    return (uni_set){{a.w[0] & b.w[0], a.w[1] & b.w[1]}};
}

static inline uni_set uni_or(uni_set a, uni_set b) {
    return (uni_set){{a.w[0] | b.w[0], a.w[1] | b.w[1]}};
}

// What is in `a` and not in `b`.
static inline uni_set uni_minus(uni_set a, uni_set b) {
    return (uni_set){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]}};
}

static inline bool uni_any(uni_set s) {
    return (s.w[0] | s.w[1]) != 0;
}

static inline bool uni_meet(uni_set a, uni_set b) {
    return ((a.w[0] & b.w[0]) | (a.w[1] & b.w[1])) != 0;
}

static inline bool uni_same(uni_set a, uni_set b) {
    return a.w[0] == b.w[0] && a.w[1] == b.w[1];
}

static inline int uni_count(uni_set s) {
    return __builtin_popcountll(s.w[0]) + __builtin_popcountll(s.w[1]);
}

// The lowest card, -1 if there is none.
static inline int uni_first(uni_set s) {
    if (s.w[0]) {
        return __builtin_ctzll(s.w[0]);
    }
    return s.w[1] ? 64 + __builtin_ctzll(s.w[1]) : -1;
}

// The highest card, -1 if there is none.
static inline int uni_last(uni_set s) {
    if (s.w[1]) {
        return 127 - __builtin_clzll(s.w[1]);
    }
    return s.w[0] ? 63 - __builtin_clzll(s.w[0]) : -1;
}

// Takes the lowest card out and returns it, so that a loop over a set reads
//     for (uni_set rest = s; uni_any(rest);) { int card = uni_pop(&rest); ... }
static inline int uni_pop(uni_set *s) {
    int i = s->w[0] == 0;
    int card = 64 * i + __builtin_ctzll(s->w[i]);
    s->w[i] &= s->w[i] - 1;
    return card;
}

// The card with `n` lower ones in the set; `n` is below uni_count(s).
static inline int uni_nth(uni_set s, int n) {
    int low = __builtin_popcountll(s.w[0]);
    int i = n >= low;
    uint64_t w = s.w[i];
    for (n -= i * low; n > 0; n--) {
        w &= w - 1;
    }
    return 64 * i + __builtin_ctzll(w);
}

#endif
