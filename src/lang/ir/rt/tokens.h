// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_TOKENS_H
#define TSR_LANG_RT_TOKENS_H

// Tokens on cells and pieces in hand, as one text for the interpreter and for printed C.
//
// `tok` is a number for each cell. Sets of cells come as words: in printed C, where they are values, as
// WORDS_OF(set). No number of tokens leaves 0 .. TOKEN_MAX.

#include "lang/ir/rt/words.h"

#define FOR_CELLS(c, x, w)                                                                         \
    for (int at_word = 0; at_word < (w); at_word++)                                                \
        for (uint64_t left = (x)[at_word]; left; left &= left - 1)                                 \
            for (int c = 64 * at_word + word_first(left), once = 1; once; once = 0)

// Whether one of `cells` cells is in a set. Where there is one word, and that is known, no word is looked up.
RT int words_have(const uint64_t *x, int cell, const int cells) {
    return (int)(x[cells <= 64 ? 0 : cell >> 6] >> (cell & 63) & 1);
}

// Word i of the set of cells that hold tokens.
RT uint64_t tokens_word(const int32_t *tok, int i, int cells) {
    const int end = cells - 64 * i < 64 ? cells - 64 * i : 64;
    uint64_t word = 0;
    for (int k = 0; k < end; k++) {
        word = tok[64 * i + k] > 0 ? word | (uint64_t)1 << k : word;
    }
    return word;
}

RT int32_t tokens_on(const int32_t *tok, const uint64_t *x, const int w) {
    int32_t n = 0;
    FOR_CELLS(c, x, w) {
        n += n < TOKEN_MAX ? tok[c] : 0;
    }
    return n;
}

RT void tokens_change(int32_t *tok, int by) {
    *tok = clamped(*tok + by, 0, TOKEN_MAX);
}

RT void tokens_add(int32_t *tok, const uint64_t *x, const int w, int by) {
    FOR_CELLS(c, x, w) {
        tokens_change(&tok[c], by);
    }
}

// All tokens on `x` go to cell `target`; below 0 there is none, and they stay.
RT void tokens_bring(int32_t *tok, const uint64_t *x, const int w, int target) {
    int32_t n = 0;
    if (target < 0) {
        return;
    }
    FOR_CELLS(c, x, w) {
        n = n + tok[c] > TOKEN_MAX ? TOKEN_MAX : n + tok[c];
        tok[c] = 0;
    }
    tokens_change(&tok[target], n);
}

// Drops the tokens of cell `from` one by one on the cells along `to`, but not on those of `skip`. Returns the
// last cell, or -1 if there is no `from`.
RT int tokens_sow(int32_t *tok, int from, const uint16_t *to, const uint64_t *skip, int cells) {
    int at = from, last = from, skipped = 0;
    if (from < 0) {
        return -1;
    }
    int32_t n = tok[from];
    tok[from] = 0;
    while (n > 0 && to[at] != 0xffff && skipped <= cells) {
        at = to[at];
        if (words_have(skip, at, cells)) {
            skipped++;
            continue;
        }
        skipped = 0;
        tok[at]++;
        n--;
        last = at;
    }
    tok[last] += n; // the end of a track keeps what is left
    return last;
}

#endif
