// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_PILES_H
#define TSR_LANG_RT_PILES_H

// Piles: things that lie on each other. Interpreter and compiled code have this text in common, as they have
// words.h; cgen.c puts it into the files of games with piles.
//
// What lies on top of a pile is in the sets of owners and types, as on any board; all rules look at that. What lies
// below is bytes behind the numbers of a state: first how many things lie covered on each cell, a byte each, so that
// eight cells are asked at once; then those things, from the bottom up, two, four or eight bits each. A thing is
// 1 + owner * types + type; bits that hold none are 0, so equal piles are equal bytes. Few bits matter: positions are
// copied more often than they are looked at.

#include "lang/ir/rt/words.h"

typedef struct pile_form {
    uint16_t owners, types,
        words;      // words: of a set; sets of owners come first, neutral last, then those of types
    uint16_t typed; // there are sets of types
    uint16_t cells, bits, pad[2]; // bits: of a thing
    const uint16_t *at;           // [cells + 1] where a cell's covered things begin: eight bytes
    const uint8_t *room;          // [cells] how many things can lie covered there
} pile_form;

enum {
    PILE_MOST = 250, // things in a pile
    PILE_BOTTOM = 1, // they are taken from the bottom,
    PILE_UNDER = 2,  // come to lie under what is there,
    PILE_WHOLE = 4   // and are all there are
};

// How many bytes say how many things lie covered: as many as are asked at once.
RT int pile_counts(int cells) {
    return (cells + 7) / 8 * 8;
}

RT int pile_has(const uint64_t *set, int cell) {
    return (int)(set[cell >> 6] >> (cell & 63) & 1);
}

// What lies on top, 0 = the cell is empty. Without jumps: what it is cannot be foretold.
RT int pile_top(const pile_form *p, const uint64_t *sets, int cell) {
    const uint64_t *of_type = sets + p->owners * p->words;
    uint64_t owners = 0, types = (uint64_t)1 << (p->types - 1);
    for (int i = 0; i < p->owners; i++) {
        owners |= (uint64_t)pile_has(sets + i * p->words, cell) << i;
    }
    for (int i = 0; p->typed && i + 1 < p->types; i++) {
        types |= (uint64_t)pile_has(of_type + i * p->words, cell) << i;
    }
    const int type = p->typed ? word_first(types) : 0;
    return owners ? 1 + word_first(owners) * p->types + type : 0;
}

RT void pile_show(const pile_form *p, uint64_t *sets, int cell, int thing) {
    const int count = p->owners + (p->typed ? p->types : 0);
    const uint64_t bit = (uint64_t)1 << (cell & 63);
    uint64_t *word = sets + (cell >> 6);
    for (int i = 0; i < count; i++) {
        word[i * p->words] &= ~bit;
    }
    if (thing) {
        word[(thing - 1) / p->types * p->words] |= bit;
    }
    if (thing && p->typed) {
        word[(p->owners + (thing - 1) % p->types) * p->words] |= bit;
    }
}

RT int pile_covered(const pile_form *p, const uint8_t *bytes, int cell) {
    return bytes[cell] < p->room[cell] ? bytes[cell] : p->room[cell];
}

// What lies covered there, counted from the bottom.
RT int pile_get(const pile_form *p, const uint8_t *bytes, int cell, int i) {
    const int bit = i * p->bits;
    return bytes[p->at[cell] + (bit >> 3)] >> (bit & 7) & ((1 << p->bits) - 1);
}

RT void pile_set(const pile_form *p, uint8_t *bytes, int cell, int i, int thing) {
    const int bit = i * p->bits, mask = ((1 << p->bits) - 1) << (bit & 7);
    uint8_t *byte = bytes + p->at[cell] + (bit >> 3);
    *byte = (uint8_t)((*byte & ~mask) | thing << (bit & 7));
}

// All of a pile from the bottom up; how many there are.
RT int pile_read(const pile_form *p, const uint64_t *sets, const uint8_t *bytes, int cell,
                 uint8_t *out) {
    const int count = pile_covered(p, bytes, cell), top = pile_top(p, sets, cell);
    for (int i = 0; i < count; i++) {
        out[i] = (uint8_t)pile_get(p, bytes, cell, i);
    }
    out[count] = (uint8_t)top;
    return count + (top != 0);
}

RT void pile_write(const pile_form *p, uint64_t *sets, uint8_t *bytes, int cell,
                   const uint8_t *things, int count) {
    const int room = p->room[cell], before = pile_covered(p, bytes, cell);
    int covered = count > 0 ? count - 1 : 0;
    pile_show(p, sets, cell, count ? things[count - 1] : 0);
    covered = covered < room ? covered : room;
    for (int i = 0; i < covered || i < before; i++) {
        pile_set(p, bytes, cell, i, i < covered ? things[i] : 0);
    }
    bytes[cell] = (uint8_t)covered;
}

// What lies on top there is covered by what comes next.
RT void pile_cover(const pile_form *p, const uint64_t *sets, uint8_t *bytes, int cell) {
    const int top = pile_top(p, sets, cell), covered = pile_covered(p, bytes, cell);
    if (top && covered < p->room[cell]) {
        pile_set(p, bytes, cell, covered, top);
        bytes[cell] = (uint8_t)(covered + 1);
    }
}

// The topmost thing goes from one cell to another: nothing else is touched.
RT void pile_bring_top(const pile_form *p, uint64_t *sets, uint8_t *bytes, int from, int to) {
    const int covered = pile_covered(p, bytes, from), top = pile_top(p, sets, from);
    pile_show(p, sets, from, covered ? pile_get(p, bytes, from, covered - 1) : 0);
    if (covered) {
        pile_set(p, bytes, from, covered - 1, 0);
        bytes[from] = (uint8_t)(covered - 1);
    }
    pile_cover(p, sets, bytes, to);
    pile_show(p, sets, to, top);
}

// So many things go from one cell to another, or away if that is none; their order stays.
static __attribute__((noinline, unused)) void pile_bring_high(const pile_form *p, uint64_t *sets,
                                                              uint8_t *bytes, int from, int to,
                                                              int32_t n, int how) {
    uint8_t all[2 * PILE_MOST + 2], joined[2 * PILE_MOST + 2];
    const int count = pile_read(p, sets, bytes, from, all);
    const int taken = how & PILE_WHOLE ? count : n < 0 ? 0 : n > count ? count : n;
    const uint8_t *first = how & PILE_BOTTOM ? all : all + count - taken;
    pile_write(p, sets, bytes, from, how & PILE_BOTTOM ? all + taken : all, count - taken);
    if (to < 0 || !taken) {
        return;
    }
    const int below = how & PILE_UNDER ? taken : 0;
    const int there = pile_read(p, sets, bytes, to, joined + below);
    for (int i = 0; i < taken; i++) {
        joined[(how & PILE_UNDER ? 0 : there) + i] = first[i];
    }
    pile_write(p, sets, bytes, to, joined, there + taken);
}

#if defined(__wasm__) // where code is loaded before it runs, that is all
#define pile_bring_part pile_bring_high
#else

RT uint64_t pile_low(int bits) {
    return ((uint64_t)1 << bits) - 1;
}

// What begins at a byte. Term by term: compilers make one load of that, and one store.
RT uint64_t pile_word(const uint8_t *m) {
    return (uint64_t)m[0] | (uint64_t)m[1] << 8 | (uint64_t)m[2] << 16 | (uint64_t)m[3] << 24 |
           (uint64_t)m[4] << 32 | (uint64_t)m[5] << 40 | (uint64_t)m[6] << 48 |
           (uint64_t)m[7] << 56;
}

RT void pile_set_word(uint8_t *m, uint64_t x) {
    m[0] = (uint8_t)x;
    m[1] = (uint8_t)(x >> 8);
    m[2] = (uint8_t)(x >> 16);
    m[3] = (uint8_t)(x >> 24);
    m[4] = (uint8_t)(x >> 32);
    m[5] = (uint8_t)(x >> 40);
    m[6] = (uint8_t)(x >> 48);
    m[7] = (uint8_t)(x >> 56);
}

// A pile becomes n things. What lay covered is `covered`; behind its bits others' may begin, which stay.
RT void pile_become(const pile_form *p, uint64_t *sets, uint8_t *bytes, int cell, uint64_t covered,
                    uint64_t things, int n) {
    const int under = n > 0 ? n - 1 : 0, bits = under * p->bits;
    uint8_t *m = bytes + p->at[cell];
    pile_set_word(m, pile_word(m) ^ covered ^ (things & pile_low(bits)));
    bytes[cell] = (uint8_t)under;
    pile_show(p, sets, cell, (int)(things >> bits));
}

// The same where both piles fit a word, before and after: then it is a few shifts. Most things go alone, so all this
// would only stand in the way of what brings them.
static __attribute__((noinline, unused)) void pile_bring_part(const pile_form *p, uint64_t *sets,
                                                              uint8_t *bytes, int from, int to,
                                                              int32_t n, int how) {
    const int most = 64 / p->bits - 1, bits = p->bits;
    const int below = pile_covered(p, bytes, from),
              high = to < 0 ? most : pile_covered(p, bytes, to);
    const int top = pile_top(p, sets, from), cover = high < most ? pile_top(p, sets, to) : 0;
    const int all = below + (top != 0), there = high + (cover != 0);
    const int left = n > 0 && n <= all ? all - n : -1;
    if (below >= most || high >= most || how & PILE_WHOLE || from == to || left < 0 ||
        there + n > most || there + n - 1 > p->room[to]) {
        pile_bring_high(p, sets, bytes, from, to, n, how);
        return;
    }
    const uint64_t a = pile_word(bytes + p->at[from]) & pile_low(below * bits);
    const uint64_t b = pile_word(bytes + p->at[to]) & pile_low(high * bits);
    const uint64_t things = a | (uint64_t)top << below * bits,
                   upon = b | (uint64_t)cover << high * bits;
    const uint64_t rest = how & PILE_BOTTOM ? things >> n * bits : things & pile_low(left * bits);
    const uint64_t taken = how & PILE_BOTTOM ? things & pile_low(n * bits) : things >> left * bits;
    const uint64_t joined =
        how & PILE_UNDER ? taken | upon << n * bits : upon | taken << there * bits;
    pile_become(p, sets, bytes, from, a, rest, left);
    pile_become(p, sets, bytes, to, b, joined, there + n);
}

#endif

RT void pile_bring(const pile_form *p, uint64_t *sets, uint8_t *bytes, int from, int to, int32_t n,
                   int how) {
    if (from < 0) {
        return;
    }
    const int alone = !pile_covered(p, bytes, from), is_top = !(how & PILE_BOTTOM) || alone;
    const int one = how & PILE_WHOLE ? alone : n == 1 || (n > 1 && alone);
    if (one && is_top && to >= 0 && to != from && !(how & PILE_UNDER) && pile_top(p, sets, from)) {
        pile_bring_top(p, sets, bytes, from, to);
    } else {
        pile_bring_part(p, sets, bytes, from, to, n, how);
    }
}

// What lies on top of these cells will be covered by what is put there next.
RT void pile_bury(const pile_form *p, const uint64_t *sets, uint8_t *bytes, const uint64_t *cells) {
    for (int cell = 0; cell < p->cells; cell++) {
        if (pile_has(cells, cell)) {
            pile_cover(p, sets, bytes, cell);
        }
    }
}

// What lies covered there is gone.
RT void pile_raze(const pile_form *p, uint8_t *bytes, const uint64_t *cells) {
    for (int cell = 0; cell < p->cells; cell++) {
        for (int i = p->at[cell]; pile_has(cells, cell) && i < p->at[cell + 1]; i++) {
            bytes[i] = 0;
        }
        bytes[cell] = pile_has(cells, cell) ? 0 : bytes[cell];
    }
}

// Of some cells those where at least so many things lie, 2 to 128. Eight cells are asked at once.
RT void pile_tall(const pile_form *p, const uint8_t *bytes, const uint64_t *cells, int least,
                  uint64_t *out) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x80 * ones;
    for (int word = 0; word < p->words; word++) {
        uint64_t tall = 0;
        for (int i = 0; i < 8 && 64 * word + 8 * i < p->cells; i++) {
            const uint8_t *m =
                bytes + 64 * word + 8 * i; // term by term: compilers make one load of that
            uint64_t eight = (uint64_t)m[0] | (uint64_t)m[1] << 8 | (uint64_t)m[2] << 16 |
                             (uint64_t)m[3] << 24 | (uint64_t)m[4] << 32 | (uint64_t)m[5] << 40 |
                             (uint64_t)m[6] << 48 | (uint64_t)m[7] << 56;
            eight = (((eight & ~tops) + (uint64_t)(129 - least) * ones) | eight) & tops;
            tall |= ((eight >> 7) * 0x0102040810204080u >> 56) << 8 * i;
        }
        out[word] = tall & cells[word];
    }
}

RT int32_t pile_height(const pile_form *p, const uint64_t *sets, const uint8_t *bytes,
                       const uint64_t *cells) {
    int32_t sum = 0;
    for (int word = 0; word < p->words; word++) {
        for (uint64_t left = cells[word]; left; left &= left - 1) {
            const int cell = 64 * word + word_first(left);
            sum += pile_covered(p, bytes, cell) + (pile_top(p, sets, cell) != 0);
        }
    }
    return sum;
}

#endif
