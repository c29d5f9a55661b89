// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_SLOTS_H
#define TSR_LANG_RT_SLOTS_H

// Kinds of cards and the cells they have in areas, as one text for the interpreter and for printed C.
//
// `sets` are those of all types, one behind the other; `known` says of each cell which type alone lies there, if there is
// one; `at` says of each type where its cells begin in an area, and of one more where the last ones end.

#include "lang/ir/rt/words.h"

// What lies on a cell, or -1: what alone may lie there, or else whatever is found.
RT int32_t kind_at(const uint64_t *sets, const uint8_t *known, int cell, int types, const int w) {
    if (cell < 0) {
        return -1;
    }
    const uint64_t *words = sets + (cell >> 6);
    int t = known[cell];
    if (t < types && words[t * w] >> (cell & 63) & 1) {
        return t;
    }
    for (t = 0; t < types && !(words[t * w] >> (cell & 63) & 1); t++) {
    }
    return t < types ? t : -1;
}

// The cells of `set` on which something of a type lies.
RT int32_t kind_count(const uint64_t *sets, const uint64_t *set, int32_t type, int types,
                      const int w) {
    int32_t n = 0;
    for (int i = 0; type >= 0 && type < types && i < w; i++) {
        n += word_count(sets[type * w + i] & set[i]);
    }
    return n;
}

RT uint64_t owned_word(const uint64_t *own, int owners, int i, const int w) {
    uint64_t x = 0;
    for (int o = 0; o < owners; o++) {
        x |= own[o * w + i];
    }
    return x;
}

// The kind of something on the cells of `set`, where all that lies there is equally likely; 0 if there is nothing. The
// sets of owners are followed by those of types.
RT int32_t kind_drawn(const uint64_t *own, int owners, const uint64_t *set, const uint8_t *known,
                      int types, const int w, tsr_rng *g) {
    uint32_t all = 0;
    for (int i = 0; i < w; i++) {
        all += set[i] ? (uint32_t)word_count(owned_word(own, owners, i, w) & set[i]) : 0;
    }
    uint32_t r = all ? tsr_rng_below(g, all) : 0;
    for (int i = 0; all && i < w; i++) {
        const uint64_t x = set[i] ? owned_word(own, owners, i, w) & set[i] : 0;
        const uint32_t here = (uint32_t)word_count(x);
        if (r < here) {
            const int cell = i * 64 + census_nth(x, census_of(x), r);
            return kind_at(own + owners * w, known, cell, types, w);
        }
        r -= here;
    }
    return 0;
}

// The first cell of a type that is free, or the last that is taken; -1 = none.
RT int slot_cell(const uint16_t *at, int32_t type, int types, const uint64_t *taken, int first,
                 int is_last) {
    if (type < 0 || type >= types) {
        return -1;
    }
    const int low = first + at[type], high = first + at[type + 1] - 1;
    for (int i = 0; i <= high - low; i++) {
        const int c = is_last ? high - i : low + i;
        if ((int)(taken[c >> 6] >> (c & 63) & 1) == is_last) {
            return c;
        }
    }
    return -1;
}

#endif
