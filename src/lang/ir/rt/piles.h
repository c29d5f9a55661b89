// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_PILES_H
#define TSR_LANG_RT_PILES_H

// Piles: things that lie on each other. Interpreter and compiled code have this text in common, as they have
// words.h; cgen.c puts it into the files of games with piles.
//
// What lies on top of a pile is in the sets of owners and types, as on any board; all rules look at that. What lies
// below is bytes behind the numbers of a state, for every cell: how many things lie covered, then each of them from
// the bottom up. A thing is 1 + owner * types + type; bytes that hold none are 0, so equal piles are equal bytes.

#include "lang/ir/rt/words.h"

typedef struct pile_form {
    uint16_t owners, types,
        words;      // words: of a set; sets of owners come first, neutral last, then those of types
    uint16_t typed; // there are sets of types
    uint16_t cells, pad[3];
    const uint16_t *at; // [cells + 1] where the bytes of each cell begin
} pile_form;

enum {
    PILE_MOST = 250, // things in a pile
    PILE_BOTTOM = 1, // they are taken from the bottom,
    PILE_UNDER = 2,  // come to lie under what is there,
    PILE_WHOLE = 4   // and are all there are
};

RT int pile_has(const uint64_t *set, int cell) {
    return (int)(set[cell >> 6] >> (cell & 63) & 1);
}

// What lies on top, 0 = the cell is empty.
RT int pile_top(const pile_form *p, const uint64_t *sets, int cell) {
    for (int owner = 0; owner < p->owners; owner++) {
        int type = 0;
        if (!pile_has(sets + owner * p->words, cell)) {
            continue;
        }
        while (p->typed && type + 1 < p->types &&
               !pile_has(sets + (p->owners + type) * p->words, cell)) {
            type++;
        }
        return 1 + owner * p->types + type;
    }
    return 0;
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
    const int room = p->at[cell + 1] - p->at[cell] - 1, count = room < 0 ? 0 : bytes[p->at[cell]];
    return count < room ? count : room < 0 ? 0 : room;
}

// All of a pile from the bottom up; how many there are.
RT int pile_read(const pile_form *p, const uint64_t *sets, const uint8_t *bytes, int cell,
                 uint8_t *out) {
    const int count = pile_covered(p, bytes, cell), top = pile_top(p, sets, cell);
    for (int i = 0; i < count; i++) {
        out[i] = bytes[p->at[cell] + 1 + i];
    }
    out[count] = (uint8_t)top;
    return count + (top != 0);
}

RT void pile_write(const pile_form *p, uint64_t *sets, uint8_t *bytes, int cell,
                   const uint8_t *things, int count) {
    const int room = p->at[cell + 1] - p->at[cell] - 1, before = pile_covered(p, bytes, cell);
    int covered = count > 0 ? count - 1 : 0;
    pile_show(p, sets, cell, count ? things[count - 1] : 0);
    covered = covered < room ? covered : room < 0 ? 0 : room;
    for (int i = 0; i < covered || i < before; i++) {
        bytes[p->at[cell] + 1 + i] = i < covered ? things[i] : 0;
    }
    if (room >= 0) {
        bytes[p->at[cell]] = (uint8_t)covered;
    }
}

// The topmost thing goes from one cell to another: nothing else is touched.
RT void pile_bring_top(const pile_form *p, uint64_t *sets, uint8_t *bytes, int from, int to) {
    const int covered = pile_covered(p, bytes, from), top = pile_top(p, sets, from);
    uint8_t *below = bytes + p->at[from];
    pile_show(p, sets, from, covered ? below[covered] : 0);
    if (covered) {
        below[covered] = 0;
        below[0] = (uint8_t)(covered - 1);
    }
    const int buried = pile_covered(p, bytes, to), under = pile_top(p, sets, to);
    if (under && buried + 1 < p->at[to + 1] - p->at[to]) {
        bytes[p->at[to] + 1 + buried] = (uint8_t)under;
        bytes[p->at[to]] = (uint8_t)(buried + 1);
    }
    pile_show(p, sets, to, top);
}

// So many things go from one cell to another, or away if that is none; their order stays.
RT void pile_bring(const pile_form *p, uint64_t *sets, uint8_t *bytes, int from, int to, int32_t n,
                   int how) {
    uint8_t all[2 * PILE_MOST + 2], joined[2 * PILE_MOST + 2];
    if (from < 0) {
        return;
    }
    const int alone = !pile_covered(p, bytes, from), is_top = !(how & PILE_BOTTOM) || alone;
    const int one = how & PILE_WHOLE ? alone : n == 1 || (n > 1 && alone);
    if (one && is_top && to >= 0 && to != from && !(how & PILE_UNDER) && pile_top(p, sets, from)) {
        pile_bring_top(p, sets, bytes, from, to);
        return;
    }
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

// What lies on top of these cells will be covered by what is put there next.
RT void pile_bury(const pile_form *p, const uint64_t *sets, uint8_t *bytes, const uint64_t *cells) {
    for (int cell = 0; cell < p->cells; cell++) {
        const int top = pile_has(cells, cell) ? pile_top(p, sets, cell) : 0;
        const int count = pile_covered(p, bytes, cell);
        if (top && count + 1 < p->at[cell + 1] - p->at[cell]) {
            bytes[p->at[cell] + 1 + count] = (uint8_t)top;
            bytes[p->at[cell]] = (uint8_t)(count + 1);
        }
    }
}

// What lies covered there is gone.
RT void pile_raze(const pile_form *p, uint8_t *bytes, const uint64_t *cells) {
    for (int cell = 0; cell < p->cells; cell++) {
        for (int i = p->at[cell]; pile_has(cells, cell) && i < p->at[cell + 1]; i++) {
            bytes[i] = 0;
        }
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
