// SPDX-License-Identifier: MIT
//
// What is judged by shape: lines, connections, territory. All of it works on whole
// sets of cells.
#include "lang/eval.h"

#include "lang/slots.h"
#include "lang/vm_sets.h"

// --- Lines ------------------------------------------------------------------------------

// Adds the set `x` to the counter of each cell: `digit` are its binary digits.
static void count_in(uint64_t digit[][BOARD_MAX_WORDS], const uint64_t *x, int w) {
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
static int count_equal(uint64_t digit[][BOARD_MAX_WORDS], const uint64_t *from, int n, int w) {
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
int eval_lines(const program *p, const lang_eval *e, const void *s, int me) {
    const int w = p->b.words;
    uint64_t others[BOARD_MAX_WORDS];
    int sum = 0;
    others_of(p, s, me, others);
    for (int axis = 0; axis < p->b.axis_count; axis++) {
        const board_shift *shift = &p->b.shift[p->b.axis[axis]];
        uint64_t digit[4][BOARD_MAX_WORDS] = {{0}}, open[BOARD_MAX_WORDS];
        uint64_t mine[BOARD_MAX_WORDS], theirs[BOARD_MAX_WORDS], moved[BOARD_MAX_WORDS];
        set_copy(open, e->line_from[axis], w);
        set_copy(mine, state_set(p, s, p->at.own + me), w);
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
            sum += e->line_worth[k] * count_equal(digit, open, k, w);
        }
    }
    return sum;
}

// One direction: each of the lines through `cell` is worth most if one side alone has
// stones on it. `off` steps back from the cell is where a line begins.
static int rate_axis(const program *p, const lang_eval *e, const void *s, int me, int cell,
                     int axis) {
    const uint16_t *to = p->b.shift[p->b.axis[axis]].to;
    const uint64_t *mine = state_set(p, s, p->at.own + me);
    uint64_t others[BOARD_MAX_WORDS];
    int begin = cell, sum = 0;
    others_of(p, s, me, others);
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

int eval_line_rate(const program *p, const lang_eval *e, const void *s, int me, int cell) {
    int sum = 0;
    for (int axis = 0; axis < p->b.axis_count; axis++) {
        sum += rate_axis(p, e, s, me, cell, axis);
    }
    return sum;
}

// --- Connections --------------------------------------------------------------------------

// All neighbours of `x`, with it.
static void grow(const board *b, uint64_t *x, const uint64_t *within) {
    const int w = b->words;
    uint64_t sum[BOARD_MAX_WORDS], one[BOARD_MAX_WORDS];
    set_copy(sum, x, w);
    for (int i = 0; i < b->any_count; i++) {
        set_shift(one, x, &b->shift[b->any[i]], w);
        set_or(sum, one, w);
    }
    set_and(sum, within, w);
    set_copy(x, sum, w);
}

// The stones of `mine` linked to `x`, and `x`.
static void flood(const board *b, uint64_t *x, const uint64_t *mine) {
    const int w = b->words;
    uint64_t before[BOARD_MAX_WORDS], within[BOARD_MAX_WORDS];
    set_copy(within, mine, w);
    set_or(within, x, w);
    do {
        set_copy(before, x, w);
        grow(b, x, within);
    } while (!set_same(before, x, w));
}

// How many stones `me` has to add to connect. Ring after ring: what can be reached with
// k more stones, and all own stones that hang on it.
static int missing(const program *p, const lang_eval *e, const uint64_t *mine, const uint64_t *free,
                   int me) {
    const int w = p->b.words;
    uint64_t x[BOARD_MAX_WORDS] = {0}, open[BOARD_MAX_WORDS] = {0};
    set_copy(open, free, w);
    set_or(open, mine, w);
    set_copy(x, e->side[me][0], w);
    set_and(x, mine, w);
    flood(&p->b, x, mine);
    for (int k = 0; k < p->b.width + p->b.height; k++) {
        if (set_meets(x, e->side[me][1], w)) {
            return k;
        }
        uint64_t next[BOARD_MAX_WORDS], edge[BOARD_MAX_WORDS];
        set_copy(next, x, w);
        grow(&p->b, next, open);
        if (k == 0) { // the first stone may also stand on the side itself
            set_copy(edge, e->side[me][0], w);
            set_and(edge, open, w);
            set_or(next, edge, w);
        }
        flood(&p->b, next, mine);
        set_copy(x, next, w);
    }
    return p->b.width + p->b.height;
}

int eval_links(const program *p, const lang_eval *e, const void *s, int me) {
    const int w = p->b.words;
    const ir_head *h = s;
    uint64_t others[BOARD_MAX_WORDS], free[BOARD_MAX_WORDS];
    if (!e->side[me][0]) {
        return 0;
    }
    const uint64_t *mine = state_set(p, s, p->at.own + me);
    others_of(p, s, me, others);
    set_copy(free, p->b.all, w);
    set_minus(free, mine, w);
    set_minus(free, others, w);
    int k = missing(p, e, mine, free, me);
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
