// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_LOOK_H
#define TSR_LANG_VM_LOOK_H

// Looking along lines and around: what the longer set instructions compute.
//
// Pure functions of sets and of the board's tables, one for each instruction, so that
// everything that runs a program (the machine, a generator of C) means the same by it.
// As in sets.h the number of words `w` is a constant where it matters.

#include "lang/ir/rt/sets.h"

VM_INLINE void do_near(uint64_t *out, const uint64_t *x, const dirset *d, const board *b,
                       const int w, int backwards) {
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    const uint64_t *rows = backwards ? d->back : d->near;
    if (w == 1 && rows) {
        uint64_t all = 0;
        for (uint64_t left = x[0]; left; left &= left - 1) {
            all |= rows[__builtin_ctzll(left)];
        }
        out[0] = all;
        return;
    }
    set_copy(in, x, w);
    set_zero(sum, w);
    if (rows) {
        for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
            set_or(sum, rows + (size_t)c * (size_t)w, w);
        }
    } else {
        uint64_t one[BOARD_MAX_WORDS];
        for (int i = 0; i < d->count; i++) {
            if (backwards) {
                set_back(one, in, &b->shift[d->shift[i]], w);
            } else {
                set_shift(one, in, &b->shift[d->shift[i]], w);
            }
            set_or(sum, one, w);
        }
    }
    set_copy(out, sum, w);
}

// What one cell sees along all of `d`.
VM_INLINE uint64_t word_sight(int cell, const dirset *d, uint64_t free, int hit) {
    uint64_t sum = 0;
    int i = 0;
    for (; i < d->ups; i++) {
        sum |= word_ray_up(cell, &d->look[i], free, hit);
    }
    for (; i < d->count; i++) {
        sum |= word_ray_down(cell, &d->look[i], free, hit);
    }
    return sum;
}

// What all of `from` see along all of `d`, on a board of two words.
VM_INLINE void pair_sight(uint64_t *out, const uint64_t *from, const dirset *d,
                          const uint64_t *free, int hit) {
    uint64_t in[2] = {from[0], from[1]}, sum[2] = {0, 0};
    const uint64_t open[2] = {free[0], free[1]};
    for (int c = set_take_first(in, 2); c >= 0; c = set_take_first(in, 2)) {
        int i = 0;
        for (; i < d->ups; i++) {
            pair_ray_up(sum, c, &d->look[i], open);
        }
        for (; i < d->count; i++) {
            pair_ray_down(sum, c, &d->look[i], open);
        }
    }
    out[0] = hit ? sum[0] : sum[0] & open[0]; // the first that is not free is all that is not free
    out[1] = hit ? sum[1] : sum[1] & open[1];
}

VM_INLINE void do_ray(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
                      const board *b, const int w, int with_hit) {
    if (w == 1 && d->look) {
        uint64_t all = 0, open = free[0];
        for (uint64_t left = from[0]; left; left &= left - 1) {
            all |= word_sight(__builtin_ctzll(left), d, open, with_hit);
        }
        out[0] = all;
        return;
    }
    if (w == 2 && d->look) {
        pair_sight(out, from, d, free, with_hit);
        return;
    }
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS];
    set_copy(in, from, w);
    set_zero(sum, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        for (int i = 0; i < d->count; i++) {
            int hit = ray_cast(one, c, &b->shift[d->shift[i]], free, w);
            set_or(sum, one, w);
            if (with_hit && hit >= 0) {
                board_put(sum, hit);
            }
        }
    }
    set_copy(out, sum, w);
}

VM_HELPER void do_ray_by_number(uint64_t *out, const uint64_t *from, int shift,
                                const uint64_t *free, const board *b) {
    dirset one = {.shift = {(uint16_t)shift}, .count = 1};
    if (shift >= 0 && b->shift[shift].ray) {
        do_ray(out, from, &one, free, b, b->words, 0);
    } else {
        set_zero(out, b->words);
    }
}

// Cells at a distance from min to max; those before must be free.
VM_HELPER void do_slide(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
                        const board *b, int reach) {
    const int w = b->words;
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    set_copy(in, from, w);
    set_zero(sum, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            int at = s->to[c];
            for (int n = 1; at != BOARD_NONE && n <= reach >> 8; n++, at = s->to[at]) {
                if (n >= (reach & 255)) {
                    board_put(sum, at);
                }
                if (!board_has(free, at)) {
                    break;
                }
            }
        }
    }
    set_copy(out, sum, w);
}

VM_HELPER void do_farthest(uint64_t *out, const uint64_t *from, const dirset *d,
                           const uint64_t *free, const board *b) {
    const int w = b->words;
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    set_copy(in, from, w);
    set_zero(sum, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            int at = c;
            for (int n = 0; n < b->cells; n++) {
                int next = s->to[at];
                if (next == BOARD_NONE || next == c || !board_has(free, next)) {
                    break;
                }
                at = next;
            }
            if (at != c) {
                board_put(sum, at);
            }
        }
    }
    set_copy(out, sum, w);
}

VM_HELPER void do_vault(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
                        const uint64_t *over, const board *b) {
    const int w = b->words;
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS];
    set_copy(in, from, w);
    set_zero(sum, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            int hit = ray_cast(one, c, s, free, w);
            if (hit >= 0 && board_has(over, hit)) {
                int beyond = ray_cast(one, hit, s, free, w);
                set_or(sum, one, w);
                if (beyond >= 0) {
                    board_put(sum, beyond);
                }
            }
        }
    }
    set_copy(out, sum, w);
}

VM_INLINE void do_flood(uint64_t *out, const uint64_t *seed, const uint64_t *within,
                        const dirset *d, const board *b, const int w) {
    uint64_t all[BOARD_MAX_WORDS], room[BOARD_MAX_WORDS], edge[BOARD_MAX_WORDS];
    set_copy(room, within, w);
    set_copy(all, seed, w);
    set_and(all, room, w);
    set_copy(edge, all, w);
    while (set_any(edge, w)) {
        uint64_t next[BOARD_MAX_WORDS];
        do_near(next, edge, d, b, w, 0);
        set_and(next, room, w);
        set_minus(next, all, w);
        set_or(all, next, w);
        set_copy(edge, next, w);
    }
    set_copy(out, all, w);
}

// Hop after hop from `from` along `d` over `over`, each to a cell of `to`; back to where it began is none.
VM_INLINE void do_hops(uint64_t *out, const uint64_t *from, const uint64_t *over,
                       const uint64_t *to, const dirset *d, const board *b, const int w) {
    uint64_t all[BOARD_MAX_WORDS], room[BOARD_MAX_WORDS], edge[BOARD_MAX_WORDS];
    set_copy(edge, from, w);
    set_join_andn(room, to, from, w);
    set_zero(all, w);
    while (set_any(edge, w)) {
        uint64_t next[BOARD_MAX_WORDS], step[BOARD_MAX_WORDS];
        set_zero(next, w);
        for (int i = 0; i < d->count; i++) {
            set_shift_within(step, edge, &b->shift[d->shift[i]], over, w);
            set_shift_within(step, step, &b->shift[d->shift[i]], room, w);
            set_or(next, step, w);
        }
        set_minus(room, next, w);
        set_or(all, next, w);
        set_copy(edge, next, w);
    }
    set_copy(out, all, w);
}

VM_INLINE void do_flank(uint64_t *out, const uint64_t *from, const uint64_t *goal,
                        const uint64_t *run, const dirset *d, const board *b, const int w) {
    uint64_t sum[BOARD_MAX_WORDS];
    int c = set_first(from, w);
    if (w == 1 && d->look) {
        uint64_t all = 0, enemy = run[0], end = goal[0] & ~enemy;
        for (int i = 0; c >= 0 && i < d->ups; i++) {
            uint64_t seen = word_ray_up(c, &d->look[i], enemy, 1);
            all |= seen & (0 - (uint64_t)((seen & end) != 0));
        }
        for (int i = d->ups; c >= 0 && i < d->count; i++) {
            uint64_t seen = word_ray_down(c, &d->look[i], enemy, 1);
            all |= seen & (0 - (uint64_t)((seen & end) != 0));
        }
        all &= enemy;
        out[0] = all;
        return;
    }
    set_zero(sum, w);
    for (int i = 0; c >= 0 && i < d->count; i++) {
        ray_flank(sum, c, &b->shift[d->shift[i]], goal, run, w);
    }
    set_copy(out, sum, w);
}

// The cells one step before a run along one shift that ends at the goal. Runs double at
// each step, so that three steps do for eight cells.
VM_INLINE uint64_t word_hits(const board_look *l, uint64_t goal, uint64_t run, int longest,
                             int up) {
    int by = l->by;
    uint64_t open = run & l->mask, x = (up ? goal >> by : goal << by) & open;
    for (int n = 1; n < longest && by < 64; n *= 2, by *= 2) {
        x |= (up ? x >> by : x << by) & open;
        open &= up ? open >> by : open << by;
    }
    return (up ? x >> l->by : x << l->by) & l->mask;
}

VM_INLINE uint64_t word_hits_all(const dirset *d, uint64_t goal, uint64_t run, int longest) {
    uint64_t all = 0;
    int i = 0;
    for (; i < d->ups; i++) {
        all |= word_hits(&d->look[i], goal, run, longest, 1);
    }
    for (; i < d->count; i++) {
        all |= word_hits(&d->look[i], goal, run, longest, 0);
    }
    return all;
}

// FLANK for all cells at once: grow from the goal back through the run.
VM_INLINE void do_rayhit(uint64_t *out, const uint64_t *cells, const uint64_t *goal,
                         const uint64_t *run, const dirset *d, const board *b, const int w) {
    if (w == 1 && d->look) {
        int longest = b->width > b->height ? b->width : b->height;
        uint64_t all = d->eight ? word_hits_all(d, goal[0], run[0], 8)
                                : word_hits_all(d, goal[0], run[0], longest);
        out[0] = all & cells[0];
        return;
    }
    uint64_t sum[BOARD_MAX_WORDS], x[BOARD_MAX_WORDS], step[BOARD_MAX_WORDS];
    set_zero(sum, w);
    for (int i = 0; i < d->count; i++) {
        const board_shift *s = &b->shift[d->shift[i]];
        set_back(step, goal, s, w);
        set_and(step, run, w);
        set_copy(x, step, w);
        while (set_any(step, w)) {
            set_back(step, step, s, w);
            set_and(step, run, w);
            set_minus(step, x, w);
            set_or(x, step, w);
        }
        set_back(x, x, s, w);
        set_or(sum, x, w);
    }
    set_and(sum, cells, w);
    set_copy(out, sum, w);
}

// Whether from a cell of `from` along `d` while in `free`, or just beyond, is one of `who`.
VM_INLINE int do_sees(const uint64_t *from, const dirset *d, const uint64_t *free,
                      const uint64_t *who, const board *b, const int w) {
    uint64_t in[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS];
    if (w == 1 && d->look && d->reach) {
        for (uint64_t left = from[0]; left; left &= left - 1) {
            int c = __builtin_ctzll(left);
            if (d->reach[c] & who[0] && word_sight(c, d, free[0], 1) & who[0]) {
                return 1;
            }
        }
        return 0;
    }
    set_copy(in, from, w);
    for (int c = set_take_first(in, w); c >= 0; c = set_take_first(in, w)) {
        if (d->reach && !set_meets(d->reach + (size_t)c * (size_t)w, who, w)) {
            continue; // none of them on any of these lines
        }
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            if (s->uniform && !set_meets(s->ray + (size_t)c * (size_t)w, who, w)) {
                continue;
            }
            int hit = ray_cast(one, c, s, free, w);
            if ((hit >= 0 && set_has(who, hit, w)) || set_meets(one, who, w)) {
                return 1;
            }
        }
    }
    return 0;
}

// Whether some shift of `d` moves a cell of `who` into `x`.
VM_INLINE int do_is_near(const uint64_t *x, const dirset *d, const uint64_t *who, const board *b,
                         const int w) {
    uint64_t from[BOARD_MAX_WORDS];
    do_near(from, x, d, b, w, 1);
    return set_meets(from, who, w);
}

// Whether `in` has a straight run of `n` through the lowest cell of `cell`.
VM_INLINE int do_line_through(const uint64_t *in, const uint64_t *cell, int n, const board *b,
                              const int w) {
    int c = set_first(cell, w);
    if (c < 0 || !set_has(in, c, w)) {
        return 0;
    }
    for (int i = 0; i < b->axis_count; i++) {
        const uint16_t *to = b->shift[b->axis[i]].to, *from = b->axis_back[i];
        int length = 1;
        for (int at = to[c]; at != BOARD_NONE && length < n && set_has(in, at, w); at = to[at]) {
            length++;
        }
        for (int at = from[c]; at != BOARD_NONE && length < n && set_has(in, at, w);
             at = from[at]) {
            length++;
        }
        if (length >= n) {
            return 1;
        }
    }
    return 0;
}

// Whether the group of `in` around the lowest cell of `cell` touches both `one` and `two`.
// Cell by cell: most groups are small, and the search ends where it has found both.
VM_INLINE int do_linked(const uint64_t *cell, const uint64_t *in, const uint64_t *one,
                        const uint64_t *two, const board *b, const int w) {
    uint64_t all[BOARD_MAX_WORDS], left[BOARD_MAX_WORDS];
    int c = set_first(cell, w), meets_one = 0, meets_two = 0;
    if (c < 0 || !set_has(in, c, w)) {
        return 0;
    }
    set_one(all, c, w);
    set_copy(left, all, w);
    for (c = set_take_first(left, w); c >= 0; c = set_take_first(left, w)) {
        const uint64_t *near = b->linked + (size_t)c * (size_t)w;
        meets_one |= set_has(one, c, w);
        meets_two |= set_has(two, c, w);
        if (meets_one & meets_two) {
            return 1;
        }
        for (int i = 0; i < w; i++) {
            uint64_t more = near[i] & in[i] & ~all[i];
            all[i] |= more;
            left[i] |= more;
        }
    }
    return 0;
}

// The first cells of straight runs of `n` along axis shift `s`.
VM_INLINE void line_starts(uint64_t *x, const uint64_t *in, const board_shift *s, int n,
                           const int w) {
    set_copy(x, in, w);
    if (w == 1 && s->uniform) {
        uint64_t can = in[0] & s->mask[0], at = in[0];
        int by = s->amount > 0 ? s->amount : -s->amount, up = s->amount < 0;
        for (int k = 1; k < n; k++) {
            at = (up ? at << by : at >> by) & can;
        }
        x[0] = at;
        return;
    }
    for (int k = 1; k < n; k++) {
        set_back(x, x, s, w);
        set_and(x, in, w);
    }
}

// The same on all axes of a board of one word. A cell is a link if its next one is there
// too; a run of n cells is one of n - 1 links, and runs of links double at each step.
VM_INLINE uint64_t word_runs(uint64_t in, const board *b, int n) {
    uint64_t any = 0;
    for (int i = 0; i < b->run_count; i++) {
        int by = b->run[i].by, have = 1;
        uint64_t x = in & b->run[i].mask & in >> by;
        for (; have * 2 < n; have *= 2) {
            x &= x >> by * have;
        }
        any |= x & x >> by * (n - 1 - have);
    }
    return any;
}

VM_INLINE int do_has_line(const uint64_t *in, int n, const board *b, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    if (w == 1 && b->lines && b->lines_of == n) {
        return (int)(b->lines[in[0] >> 6] >> (in[0] & 63) & 1);
    }
    if (w == 1 && b->run_of == n) {
        return (n == 4 ? word_runs(in[0], b, 4) : word_runs(in[0], b, n)) != 0;
    }
    if (w == 1) { // no jump that depends on the pieces
        uint64_t any = 0;
        for (int i = 0; i < b->axis_count; i++) {
            line_starts(x, in, &b->shift[b->axis[i]], n, w);
            any |= x[0];
        }
        return any != 0;
    }
    for (int i = 0; i < b->axis_count; i++) {
        line_starts(x, in, &b->shift[b->axis[i]], n, w);
        if (set_any(x, w)) {
            return 1;
        }
    }
    return 0;
}

VM_HELPER void do_line(uint64_t *out, const uint64_t *in, int n, const board *b) {
    const int w = b->words;
    uint64_t x[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    set_zero(sum, w);
    for (int i = 0; i < b->axis_count; i++) {
        const board_shift *s = &b->shift[b->axis[i]];
        line_starts(x, in, s, n, w);
        set_or(sum, x, w);
        for (int k = 1; k < n && set_any(x, w); k++) {
            set_shift(x, x, s, w);
            set_or(sum, x, w);
        }
    }
    set_copy(out, sum, w);
}

// The shift of the board's own directions that leads from one cell to another, or -1.
VM_HELPER int toward(const board *b, int from, int to) {
    if (from < 0 || to < 0) {
        return -1;
    }
    if (b->toward) {
        uint16_t s = b->toward[from * b->cells + to];
        return s == BOARD_NONE ? -1 : s;
    }
    return board_find_toward(b, from, to);
}

VM_HELPER void do_between(uint64_t *out, const uint64_t *x, const uint64_t *y, const board *b) {
    const int w = b->words;
    int from = set_first(x, w), to = set_first(y, w);
    int s = toward(b, from, to);
    set_zero(out, w); // x and y are not read again: `out` may be one of them
    if (s < 0) {
        return;
    }
    for (int at = b->shift[s].to[from]; at != to && at != BOARD_NONE; at = b->shift[s].to[at]) {
        board_put(out, at);
    }
}

VM_HELPER void do_lines_of(uint64_t *out, const uint64_t *x, const board *b, const int16_t *axis) {
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    const uint64_t *rows = axis == b->y ? b->row : b->column;
    set_copy(in, x, b->words);
    set_zero(sum, b->words);
    for (int c = set_take_first(in, b->words); c >= 0; c = set_take_first(in, b->words)) {
        if (rows) {
            set_or(sum, rows + (size_t)c * (size_t)b->words, b->words);
            continue;
        }
        for (int k = 0; k < b->cells; k++) {
            if (axis[k] == axis[c]) {
                board_put(sum, k);
            }
        }
    }
    set_and(sum, b->all, b->words);
    set_copy(out, sum, b->words);
}

VM_HELPER void do_shift_by_number(uint64_t *out, const uint64_t *x, int shift, int times,
                                  const board *b) {
    uint64_t at[BOARD_MAX_WORDS], next[BOARD_MAX_WORDS];
    set_copy(at, x, b->words);
    if (shift < 0 || shift >= b->shift_count) {
        set_zero(out, b->words);
        return;
    }
    for (int n = times < 0 ? -times : times; n > 0; n--) {
        if (times > 0) {
            set_shift(next, at, &b->shift[shift], b->words);
        } else {
            set_back(next, at, &b->shift[shift], b->words);
        }
        set_copy(at, next, b->words);
    }
    set_copy(out, at, b->words);
}

// The shift in place i of `d`, or back by it.
VM_HELPER void do_shift_nth(uint64_t *out, const uint64_t *x, int64_t i, const dirset *d,
                            const board *b, int back) {
    if (i < 0 || i >= d->count) {
        set_zero(out, b->words);
    } else if (back) {
        set_back(out, x, &b->shift[d->shift[i]], b->words);
    } else {
        set_shift(out, x, &b->shift[d->shift[i]], b->words);
    }
}

#endif
