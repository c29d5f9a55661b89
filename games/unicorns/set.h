// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_SET_H
#define TSR_UNICORNS_SET_H

// Sets of cards, one bit each: as many words as the widest deck of this engine needs (width.h).
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
//
// The loops below have a fixed length, so compilers write them out. Where most answers
// are "none", the state's counts of listening rules (state.h) answer before a set is
// looked at.

#include <stdbool.h>
#include <stdint.h>

#include "unicorns/width.h"

enum { UNI_CARDS = 64 * UNI_WORDS };

typedef struct uni_set {
    uint64_t w[UNI_WORDS];
} uni_set;

static inline uni_set uni_none(void) {
    return (uni_set){{0}};
}

static inline uni_set uni_one(int card) {
    uni_set s = {{0}};
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
    for (int i = 0; i < UNI_WORDS; i++) {
        a.w[i] &= b.w[i];
    }
    return a;
}

static inline uni_set uni_or(uni_set a, uni_set b) {
    for (int i = 0; i < UNI_WORDS; i++) {
        a.w[i] |= b.w[i];
    }
    return a;
}

// What is in `a` and not in `b`.
static inline uni_set uni_minus(uni_set a, uni_set b) {
    for (int i = 0; i < UNI_WORDS; i++) {
        a.w[i] &= ~b.w[i];
    }
    return a;
}

static inline bool uni_any(uni_set s) {
    uint64_t all = 0;
    for (int i = 0; i < UNI_WORDS; i++) {
        all |= s.w[i];
    }
    return all != 0;
}

static inline bool uni_meet(uni_set a, uni_set b) {
    return uni_any(uni_and(a, b));
}

static inline bool uni_same(uni_set a, uni_set b) {
    uint64_t differ = 0;
    for (int i = 0; i < UNI_WORDS; i++) {
        differ |= a.w[i] ^ b.w[i];
    }
    return differ == 0;
}

static inline int uni_count(uni_set s) {
    int n = 0;
    for (int i = 0; i < UNI_WORDS; i++) {
        n += s.w[i] ? __builtin_popcountll(s.w[i]) : 0; // most words are empty
    }
    return n;
}

// The lowest card, -1 if there is none.
static inline int uni_first(uni_set s) {
    for (int i = 0; i < UNI_WORDS; i++) {
        if (s.w[i]) {
            return 64 * i + __builtin_ctzll(s.w[i]);
        }
    }
    return -1;
}

// The highest card, -1 if there is none.
static inline int uni_last(uni_set s) {
    for (int i = UNI_WORDS - 1; i >= 0; i--) {
        if (s.w[i]) {
            return 64 * i + 63 - __builtin_clzll(s.w[i]);
        }
    }
    return -1;
}

// Takes the lowest card of a set that has one out and returns it, so that a loop reads
//     for (uni_set rest = s; uni_any(rest);) { int card = uni_pop(&rest); ... }
static inline int uni_pop(uni_set *s) {
    int i = 0;
    while (i < UNI_WORDS - 1 && s->w[i] == 0) {
        i++;
    }
    int card = 64 * i + __builtin_ctzll(s->w[i]);
    s->w[i] &= s->w[i] - 1;
    return card;
}

// The card with `n` lower ones in the set; `n` is below uni_count(s).
static inline int uni_nth(uni_set s, int n) {
    int i = 0;
    for (; i < UNI_WORDS - 1; i++) {
        int here = __builtin_popcountll(s.w[i]);
        if (n < here) {
            break;
        }
        n -= here;
    }
    uint64_t w = s.w[i];
    for (; n > 0; n--) {
        w &= w - 1;
    }
    return 64 * i + __builtin_ctzll(w);
}

#endif
