// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_SETS_H
#define TSR_LANG_VM_SETS_H

// Sets of cells as words: the kernels behind the machine's instructions.
//
// Every function takes the number of words `w` last. The machine is instantiated
// for w = 1, w = 2 and any w (see vm.c); as all of this is inlined, loops over one
// or two words vanish. `out` may be an input unless said otherwise.

#include <string.h>

#include "lang/ir/board.h"
#include "lang/ir/rt/words.h"

// Under the sanitizers the three instances would take minutes to compile, each
// check being inlined with its code; there a call is cheap enough. So it is (VM_CALLS) where code has to
// be small more than fast.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define VM_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(VM_SANITIZED)
#define VM_SANITIZED 1
#endif
#if defined(VM_SANITIZED) || defined(VM_CALLS)
#define VM_INLINE static __attribute__((noinline, unused))
#elif defined(__GNUC__)
#define VM_INLINE static inline __attribute__((always_inline, unused))
#else
#define VM_INLINE static inline
#endif

// For what is too long or too rare to be worth inlining.
#if defined(__GNUC__)
#define VM_HELPER static __attribute__((unused))
#else
#define VM_HELPER static
#endif

// Keeps the compiler from making a short loop a call of memset or memcpy.
#if defined(__GNUC__)
#define VM_KEEP_LOOP __asm__ volatile("" ::: "memory")
#else
#define VM_KEEP_LOOP ((void)0)
#endif

VM_INLINE void set_zero(uint64_t *out, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = 0;
    }
}

VM_INLINE void set_copy(uint64_t *out, const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = x[i];
    }
}

VM_INLINE void set_or(uint64_t *out, const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] |= x[i];
    }
}

VM_INLINE void set_and(uint64_t *out, const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] &= x[i];
    }
}

VM_INLINE void set_minus(uint64_t *out, const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] &= ~x[i];
    }
}

VM_INLINE void set_join_and(uint64_t *out, const uint64_t *x, const uint64_t *y, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = x[i] & y[i];
    }
}

VM_INLINE void set_join_or(uint64_t *out, const uint64_t *x, const uint64_t *y, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = x[i] | y[i];
    }
}

VM_INLINE void set_join_andn(uint64_t *out, const uint64_t *x, const uint64_t *y, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = x[i] & ~y[i];
    }
}

VM_INLINE void set_join_nor(uint64_t *out, const uint64_t *x, const uint64_t *y,
                            const uint64_t *all, const int w) {
    for (int i = 0; i < w; i++) {
        out[i] = all[i] & ~(x[i] | y[i]);
    }
}

VM_INLINE int set_any(const uint64_t *x, const int w) {
    uint64_t any = 0;
    for (int i = 0; i < w; i++) {
        any |= x[i];
    }
    return any != 0;
}

VM_INLINE int set_meets(const uint64_t *x, const uint64_t *y, const int w) {
    uint64_t any = 0;
    for (int i = 0; i < w; i++) {
        any |= x[i] & y[i];
    }
    return any != 0;
}

VM_INLINE int set_inside(const uint64_t *x, const uint64_t *y, const int w) {
    uint64_t out = 0;
    for (int i = 0; i < w; i++) {
        out |= x[i] & ~y[i];
    }
    return out == 0;
}

VM_INLINE int set_same(const uint64_t *x, const uint64_t *y, const int w) {
    uint64_t diff = 0;
    for (int i = 0; i < w; i++) {
        diff |= x[i] ^ y[i];
    }
    return diff == 0;
}

VM_INLINE int set_count(const uint64_t *x, const int w) {
    int n = 0;
    for (int i = 0; i < w; i++) {
        n += word_count(x[i]);
    }
    return n;
}

VM_INLINE int set_first(const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        if (x[i]) {
            return 64 * i + __builtin_ctzll(x[i]);
        }
    }
    return -1;
}

VM_INLINE int set_last(const uint64_t *x, const int w) {
    for (int i = w - 1; i >= 0; i--) {
        if (x[i]) {
            return 64 * i + 63 - __builtin_clzll(x[i]);
        }
    }
    return -1;
}

VM_INLINE int set_take_first(uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        if (x[i]) {
            int c = 64 * i + __builtin_ctzll(x[i]);
            x[i] &= x[i] - 1;
            return c;
        }
    }
    return -1;
}

// Cell number r of a set, from 0; -1 if it has fewer.
VM_INLINE int set_nth(const uint64_t *x, int r, const int w) {
    for (int i = 0; i < w; i++) {
        const census bits = census_of(x[i]);
        int n = (int)census_total(bits);
        if (r < n) {
            return 64 * i + census_nth(x[i], bits, (uint32_t)r);
        }
        r -= n;
    }
    return -1;
}

VM_INLINE void set_one(uint64_t *out, int cell, const int w) {
    set_zero(out, w);
    out[w == 1 ? 0 : cell >> 6] = (uint64_t)1 << (cell & 63);
}

// The same, and no cell at all if there is none (-1).
VM_INLINE void set_single(uint64_t *out, int cell, const int w) {
    set_zero(out, w);
    if (cell >= 0) {
        out[w == 1 ? 0 : cell >> 6] = (uint64_t)1 << (cell & 63);
    }
}

// Takes the lowest cell of `x` out of it, into `out`; 0 if there is none.
VM_INLINE int set_take_one(uint64_t *out, uint64_t *x, const int w) {
    int c = set_take_first(x, w);
    if (c < 0) {
        return 0;
    }
    set_one(out, c, w);
    return 1;
}

VM_INLINE int set_has(const uint64_t *x, int cell, const int w) {
    return (int)(x[w == 1 ? 0 : cell >> 6] >> (cell & 63) & 1);
}

// --- Moving sets -------------------------------------------------------------

// Moves all bits by `amount`, up or down; bits that leave the words are lost.
// `out` must not be `x`.
VM_INLINE void set_slide_bits(uint64_t *out, const uint64_t *x, int amount, const int w) {
    if (w == 1) {
        out[0] = amount > 0 ? x[0] << amount : x[0] >> -amount;
        return;
    }
    int n = amount > 0 ? amount : -amount;
    int q = n >> 6, r = n & 63;
    for (int i = 0; i < w; i++) {
        int from = amount > 0 ? i - q : i + q;
        int more = amount > 0 ? from - 1 : from + 1;
        uint64_t v = 0;
        if (from >= 0 && from < w) {
            v = amount > 0 ? x[from] << r : x[from] >> r;
        }
        if (r && more >= 0 && more < w) {
            v |= amount > 0 ? x[more] >> (64 - r) : x[more] << (64 - r);
        }
        out[i] = v;
    }
}

// One word of a uniform shift, and back.
VM_INLINE uint64_t word_shift(uint64_t x, const board_shift *s) {
    x &= s->mask[0];
    return s->amount > 0 ? x << s->amount : x >> -s->amount;
}

VM_INLINE uint64_t word_back(uint64_t x, const board_shift *s) {
    return (s->amount > 0 ? x >> s->amount : x << -s->amount) & s->mask[0];
}

VM_INLINE void set_shift(uint64_t *out, const uint64_t *x, const board_shift *s, const int w) {
    uint64_t in[BOARD_MAX_WORDS];
    if (w == 1 && s->uniform) {
        out[0] = word_shift(x[0], s);
        return;
    }
    if (s->uniform) {
        for (int i = 0; i < w; i++) {
            in[i] = x[i] & s->mask[i];
        }
        set_slide_bits(out, in, s->amount, w);
        return;
    }
    set_copy(in, x, w);
    set_and(in, s->mask, w);
    set_zero(out, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        board_put(out, s->to[c]);
    }
}

VM_INLINE void set_shift_within(uint64_t *out, const uint64_t *x, const board_shift *s,
                                const uint64_t *in, const int w) {
    uint64_t moved[BOARD_MAX_WORDS];
    if (w == 1 && s->uniform) {
        out[0] = word_shift(x[0], s) & in[0];
        return;
    }
    set_shift(moved, x, s, w);
    set_join_and(out, moved, in, w);
}

// The cells that `s` moves into `x`.
VM_INLINE void set_back(uint64_t *out, const uint64_t *x, const board_shift *s, const int w) {
    uint64_t in[BOARD_MAX_WORDS];
    if (w == 1 && s->uniform) {
        out[0] = word_back(x[0], s);
        return;
    }
    if (s->uniform) {
        set_slide_bits(in, x, -s->amount, w);
        for (int i = 0; i < w; i++) {
            out[i] = in[i] & s->mask[i];
        }
        return;
    }
    uint64_t cells[BOARD_MAX_WORDS];
    set_copy(in, x, w);
    set_copy(cells, s->mask, w);
    set_zero(out, w);
    for (int c = set_take_first(cells, w); c >= 0; c = set_take_first(cells, w)) {
        if (set_has(in, s->to[c], w)) {
            board_put(out, c);
        }
    }
}

// --- Rays --------------------------------------------------------------------

// From `cell` along `s` while in `free`. Returns the first cell that is not, or -1 at
// the edge. The shift has its ray table.
VM_INLINE int ray_cast(uint64_t *out, int cell, const board_shift *s, const uint64_t *free,
                       const int w) {
    const uint64_t *ray = s->ray + (size_t)cell * (size_t)w;
    if (s->uniform) {
        uint64_t stop[BOARD_MAX_WORDS];
        for (int i = 0; i < w; i++) {
            stop[i] = ray[i] & ~free[i];
        }
        int hit = s->amount > 0 ? set_first(stop, w) : set_last(stop, w);
        if (hit < 0) {
            set_copy(out, ray, w);
            return -1;
        }
        const uint64_t *beyond = s->ray + (size_t)hit * (size_t)w;
        for (int i = 0; i < w; i++) {
            out[i] = ray[i] & ~beyond[i];
        }
        out[w == 1 ? 0 : hit >> 6] &= ~((uint64_t)1 << (hit & 63));
        return hit;
    }
    set_zero(out, w);
    int at = s->to[cell];
    while (at != BOARD_NONE && set_has(free, at, w) && at != cell) {
        if (set_has(out, at, w)) {
            return -1;
        }
        board_put(out, at);
        at = s->to[at];
    }
    return at == BOARD_NONE || at == cell ? -1 : at;
}

// The same for one word: from `cell` through what is free and, with `hit`, the first cell
// that is not. No jump depends on the pieces: behind the last cell the tables are empty.
VM_INLINE uint64_t word_ray_up(int cell, const board_look *l, uint64_t free, int hit) {
    uint64_t ray = l->ray[cell], stop = ray & ~free, first = stop & (0 - stop);
    int at = stop ? __builtin_ctzll(stop) : 64;
    return (ray ^ l->ray[at]) & (hit ? ~(uint64_t)0 : ~first);
}

VM_INLINE uint64_t word_ray_down(int cell, const board_look *l, uint64_t free, int hit) {
    uint64_t ray = l->ray[cell], stop = ray & ~free;
    int at = stop ? 63 - __builtin_clzll(stop) : 64;
    uint64_t first = stop ? (uint64_t)1 << (at & 63) : 0;
    return (ray ^ l->ray[at]) & (hit ? ~(uint64_t)0 : ~first);
}

// The same for two words, added to `sum`. A bound that is not there leaves the whole ray.
VM_INLINE void pair_ray_up(uint64_t *sum, int cell, const board_look *l, const uint64_t *free) {
    const uint64_t *ray = l->ray + 2 * (size_t)cell;
    const uint64_t low = ray[0] & ~free[0], high = ray[1] & ~free[1];
    sum[0] |= ray[0] & (low ^ (low - 1));
    sum[1] |= low ? 0 : ray[1] & (high ^ (high - 1));
}

VM_INLINE void pair_ray_down(uint64_t *sum, int cell, const board_look *l, const uint64_t *free) {
    const uint64_t *ray = l->ray + 2 * (size_t)cell;
    const uint64_t low = ray[0] & ~free[0], high = ray[1] & ~free[1];
    const uint64_t from_low = 0 - ((uint64_t)1 << (63 - __builtin_clzll(low | 1)));
    const uint64_t from_high = 0 - ((uint64_t)1 << (63 - __builtin_clzll(high | 1)));
    sum[0] |= high ? 0 : ray[0] & from_low;
    sum[1] |= ray[1] & from_high;
}

// Runs of `run` from `cell` along `s` that end at a cell of `goal`.
VM_INLINE void ray_flank(uint64_t *out, int cell, const board_shift *s, const uint64_t *goal,
                         const uint64_t *run, const int w) {
    uint64_t r[BOARD_MAX_WORDS];
    int hit = ray_cast(r, cell, s, run, w);
    if (hit >= 0 && set_has(goal, hit, w)) {
        set_or(out, r, w);
    }
}

#endif
