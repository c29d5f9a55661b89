// SPDX-License-Identifier: MIT
//
// What is judged by shape: lines, connections, territory. All of it works on whole
// sets of cells.
#include "lang/game/eval.h"

#include "lang/game/state.h"
#include "lang/ir/rt/sets.h"

// --- Lines ------------------------------------------------------------------------------

// Adds the set `x` to the counter of each cell: `digit` are its binary digits.
VM_INLINE void count_in(uint64_t digit[][BOARD_MAX_WORDS], const uint64_t *x, const int w) {
    for (int i = 0; i < w; i++) {
        uint64_t carry = x[i];
        for (int d = 0; d < 4; d++) {
            uint64_t both = digit[d][i] & carry;
            digit[d][i] ^= carry;
            carry = both;
        }
    }
}

// The number of cells of `from` whose counter is `n`.
VM_INLINE int count_equal(uint64_t digit[][BOARD_MAX_WORDS], const uint64_t *from, int n,
                          const int w) {
    int sum = 0;
    for (int i = 0; i < w; i++) {
        uint64_t x = from[i];
        for (int d = 0; d < 4; d++) {
            x &= n >> d & 1 ? digit[d][i] : ~digit[d][i];
        }
        sum += __builtin_popcountll(x);
    }
    return sum;
}

static void others_of(const program *p, const void *s, int me, uint64_t *out) {
    set_zero(out, p->b.words);
    for (int i = 0; i < p->players; i++) {
        if (i != me) {
            set_or(out, state_set(p, s, p->at.own + i), p->b.words);
        }
    }
}

// Every place where a line could still be made counts, the more of it stands the more.
// All places of one direction are counted at once: bit c of the k-th shifted
// set says whether the k-th cell of the line that begins at c is taken.
VM_INLINE int lines_along(const program *p, const lang_eval *e, const uint64_t *own,
                          const uint64_t *others, int axis, const int w) {
    const board_shift *shift = &p->b.shift[p->b.axis[axis]];
    uint64_t digit[4][BOARD_MAX_WORDS], open[BOARD_MAX_WORDS];
    uint64_t mine[BOARD_MAX_WORDS], theirs[BOARD_MAX_WORDS], moved[BOARD_MAX_WORDS];
    int sum = 0;
    for (int d = 0; d < 4; d++) {
        set_zero(digit[d], w);
    }
    set_copy(open, e->line_from[axis], w);
    set_copy(mine, own, w);
    set_copy(theirs, others, w);
    for (int k = 0; k < e->line; k++) {
        count_in(digit, mine, w);
        set_minus(open, theirs, w);
        set_back(moved, mine, shift, w);
        set_copy(mine, moved, w);
        set_back(moved, theirs, shift, w);
        set_copy(theirs, moved, w);
    }
    for (int k = 1; k < e->line; k++) {
        sum += e->line_worth[k] ? e->line_worth[k] * count_equal(digit, open, k, w) : 0;
    }
    return sum;
}

int eval_lines(const program *p, const lang_eval *e, const void *s, int me) {
    const uint64_t *mine = state_set(p, s, p->at.own + me);
    uint64_t others[BOARD_MAX_WORDS];
    int sum = 0;
    others_of(p, s, me, others);
    for (int axis = 0; axis < p->b.axis_count; axis++) {
        switch (p->b.words) {
        case 1: sum += lines_along(p, e, mine, others, axis, 1); break;
        case 2: sum += lines_along(p, e, mine, others, axis, 2); break;
        case 4: sum += lines_along(p, e, mine, others, axis, 4); break;
        default: sum += lines_along(p, e, mine, others, axis, p->b.words); break;
        }
    }
    // A line that is begun is worth more to whoever moves next.
    return ((const ir_head *)s)->me == me ? sum + sum / 4 : sum;
}

// One direction: each of the lines through `cell` is worth most if one side alone has
// stones on it. `off` steps back from the cell is where a line begins.
static int rate_axis(const program *p, const lang_eval *e, const uint64_t *mine,
                     const uint64_t *others, int cell, int axis) {
    const uint16_t *to = p->b.shift[p->b.axis[axis]].to;
    int begin = cell, sum = 0;
    for (int off = 0; off < e->line; off++) {
        if (board_has(e->line_from[axis], begin)) {
            int own = 0, other = 0, at = begin;
            for (int k = 0; k < e->line; k++, at = to[at]) {
                own += board_has(mine, at);
                other += board_has(others, at);
            }
            sum += other == 0 ? 4 * e->line_worth[own + 1]
                   : own == 0 ? 3 * e->line_worth[other + 1]
                              : 0;
        }
        begin = e->line_back[axis][begin];
        if (begin == BOARD_NONE) {
            break;
        }
    }
    return sum;
}

// The same for all directions of a board of one word.
static int rate_word(const lang_eval *e, uint64_t mine, uint64_t others, int cell) {
    uint64_t rest = ~((uint64_t)1 << cell);
    int sum = 0;
    mine &= rest;
    others &= rest;
    for (int i = e->through_at[cell]; i < e->through_at[cell + 1]; i++) {
        uint64_t own = mine & e->through[i], other = others & e->through[i];
        if (!own || !other) {
            sum += (other ? 3 : 4) * e->line_worth[__builtin_popcountll(own | other) + 1];
        }
    }
    return sum;
}

int eval_line_rate(const program *p, const lang_eval *e, const void *s, int me, int cell) {
    uint64_t others[BOARD_MAX_WORDS];
    int sum = 0;
    if (e->through) {
        uint64_t mine = *state_set(p, s, p->at.own + me), all = 0;
        for (int i = 0; i < p->players; i++) {
            all |= *state_set(p, s, p->at.own + i);
        }
        return rate_word(e, mine, all & ~mine, cell);
    }
    others_of(p, s, me, others);
    for (int axis = 0; axis < p->b.axis_count; axis++) {
        sum += rate_axis(p, e, state_set(p, s, p->at.own + me), others, cell, axis);
    }
    return sum;
}

// --- Connections --------------------------------------------------------------------------

// Adds to `x` its neighbours in `within`.
VM_INLINE void grow(const board *b, uint64_t *x, const uint64_t *within, const int w) {
    uint64_t sum[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS];
    set_copy(sum, x, w);
    for (int i = 0; i < b->any_count; i++) {
        set_shift(one, x, &b->shift[b->any[i]], w);
        set_or(sum, one, w);
    }
    set_and(sum, within, w);
    set_or(x, sum, w);
}

// Adds to `x` the stones of `mine` that hang on it.
VM_INLINE void flood(const board *b, uint64_t *x, const uint64_t *mine, const int w) {
    uint64_t before[BOARD_MAX_WORDS];
    do {
        set_copy(before, x, w);
        grow(b, x, mine, w);
    } while (!set_same(before, x, w));
}

// How many stones have to be added to `mine` to connect two sides. Ring after ring: what can
// be reached with k more stones, and all own stones that hang on it.
VM_INLINE int missing(const board *b, const uint64_t *const side[2], const uint64_t *mine,
                      const uint64_t *others, const int w) {
    uint64_t x[BOARD_MAX_WORDS] = {0}, open[BOARD_MAX_WORDS] = {0};
    set_copy(open, b->all, w);
    set_minus(open, others, w);
    set_copy(x, side[0], w);
    set_and(x, mine, w);
    flood(b, x, mine, w);
    for (int k = 0; k < b->width + b->height; k++) {
        uint64_t edge[BOARD_MAX_WORDS];
        if (set_meets(x, side[1], w)) {
            return k;
        }
        grow(b, x, open, w);
        set_copy(edge, side[0], w); // a stone may also stand on the side itself
        set_and(edge, open, w);
        set_or(x, edge, w);
        flood(b, x, mine, w);
    }
    return b->width + b->height;
}

int eval_links(const program *p, const lang_eval *e, const void *s, int me) {
    const ir_head *h = s;
    const uint64_t *mine = state_set(p, s, p->at.own + me);
    uint64_t others[BOARD_MAX_WORDS];
    int k;
    if (!e->side[me][0]) {
        return 0;
    }
    others_of(p, s, me, others);
    switch (p->b.words) {
    case 1: k = missing(&p->b, e->side[me], mine, others, 1); break;
    case 2: k = missing(&p->b, e->side[me], mine, others, 2); break;
    default: k = missing(&p->b, e->side[me], mine, others, p->b.words); break;
    }
    return -EVAL_PIECE * k + (h->me == me ? EVAL_PIECE / 2 : 0);
}

// --- Sight ------------------------------------------------------------------------------------

enum { SIGHT_CELL = 4 };

// Cells that the sliding pieces of `me` reach, not counting those that its own men stand
// on. `f` holds the position.
int eval_sight(frame *f, const lang_eval *e, int me) {
    const program *p = f->p;
    const int w = p->b.words;
    const uint64_t *mine = vm_set(f, p->at.own + me);
    int n = 0;
    for (int i = 0; i < e->slide_count[me]; i++) {
        const ir_node *node = &p->node[e->slide[me][i]];
        uint64_t *here = vm_set(f, p->at.here);
        set_copy(here, mine, w);
        if (p->at.type != BOARD_NONE) {
            set_and(here, vm_set(f, p->at.type + p->choice[node->choice].type), w);
        }
        f->offer_count = 0;
        if (set_any(here, w)) {
            (void)vm_run(f, node->reach);
        }
        for (int k = 0; k < f->offer_count; k++) {
            uint64_t seen[BOARD_MAX_WORDS];
            set_copy(seen, f->target + k * w, w);
            set_minus(seen, mine, w);
            n += set_count(seen, w);
        }
    }
    return n * SIGHT_CELL;
}

// --- Territory --------------------------------------------------------------------------------

// The free cells that pieces of `me` standing on `from` could go to.
static void step(frame *f, const lang_eval *e, int me, const uint64_t *from, const uint64_t *free,
                 uint64_t *out) {
    const program *p = f->p;
    const int w = p->b.words;
    set_zero(out, w);
    for (int i = 0; i < e->motion_count[me]; i++) {
        set_copy(vm_set(f, p->at.here), from, w);
        f->offer_count = 0;
        (void)vm_run(f, p->node[e->motion[me][i]].reach);
        for (int k = 0; k < f->offer_count; k++) {
            set_or(out, f->target + k * w, w);
        }
    }
    set_and(out, free, w);
}

enum { REACH_STEPS = 4, REACH_CELL = 30, REACH_FIRST = 3, REACH_TEMPO = 20 };

static void free_cells(const program *p, const void *s, uint64_t *free) {
    const int w = p->b.words;
    set_copy(free, p->b.all, w);
    for (int i = 0; i < p->players; i++) {
        set_minus(free, state_set(p, s, p->at.own + i), w);
    }
    if (p->at.neutral != BOARD_NONE) {
        set_minus(free, state_set(p, s, p->at.neutral), w);
    }
    if (p->at.closed != BOARD_NONE) {
        set_minus(free, state_set(p, s, p->at.closed), w);
    }
}

// Both sides spread out step by step; a cell belongs to the side that comes there first
// and is no way for the other. Where both come at once, whoever is to move is a
// little ahead.
int eval_reach(const program *p, const lang_eval *e, const void *s) {
    const int w = p->b.words;
    uint64_t x[2][BOARD_MAX_WORDS], free[BOARD_MAX_WORDS], next[2][BOARD_MAX_WORDS];
    int sum = 0, even = 0;
    frame f;
    vm_load(&f, p, s);
    free_cells(p, s, free);
    for (int i = 0; i < 2; i++) {
        set_copy(x[i], state_set(p, s, p->at.own + i), w);
    }
    for (int k = 0; k < REACH_STEPS; k++) {
        step(&f, e, 0, x[0], free, next[0]);
        step(&f, e, 1, x[1], free, next[1]);
        set_minus(free, next[0], w);
        set_minus(free, next[1], w);
        int mine = set_count(next[0], w), theirs = set_count(next[1], w);
        sum += (k == 0 ? REACH_CELL + REACH_FIRST : REACH_CELL) * (mine - theirs);
        set_copy(x[0], next[0], w);
        set_copy(x[1], next[1], w);
        set_and(next[0], next[1], w);
        even += set_count(next[0], w);
    }
    return sum + (f.h.me == 0 ? 1 : -1) * REACH_CELL * even / REACH_TEMPO;
}
