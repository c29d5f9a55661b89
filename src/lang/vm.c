// SPDX-License-Identifier: MIT
#include "lang/vm.h"

#include <string.h>

#include "lang/vm_sets.h"

// --- Instructions with more than a few lines -----------------------------------

VM_INLINE void do_near(uint64_t *out, const uint64_t *x, const dirset *d, const board *b,
                       const int w, int backwards) {
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    const uint64_t *rows = backwards ? d->back : d->near;
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

VM_INLINE void do_ray(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
                      const board *b, const int w, int with_hit) {
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

// Cells at a distance from min to max; those before must be free.
static void do_slide(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
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

static void do_farthest(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
                        const board *b) {
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

static void do_vault(uint64_t *out, const uint64_t *from, const dirset *d, const uint64_t *free,
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

VM_INLINE void do_flank(uint64_t *out, const uint64_t *from, const uint64_t *goal,
                        const uint64_t *run, const dirset *d, const board *b, const int w) {
    uint64_t sum[BOARD_MAX_WORDS];
    int c = set_first(from, w);
    set_zero(sum, w);
    for (int i = 0; c >= 0 && i < d->count; i++) {
        ray_flank(sum, c, &b->shift[d->shift[i]], goal, run, w);
    }
    set_copy(out, sum, w);
}

// FLANK for all cells at once: grow from the goal back through the run.
VM_INLINE void do_rayhit(uint64_t *out, const uint64_t *cells, const uint64_t *goal,
                         const uint64_t *run, const dirset *d, const board *b, const int w) {
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

// The first cells of straight runs of `n` along axis shift `s`.
VM_INLINE void line_starts(uint64_t *x, const uint64_t *in, const board_shift *s, int n,
                           const int w) {
    set_copy(x, in, w);
    for (int k = 1; k < n; k++) {
        set_back(x, x, s, w);
        set_and(x, in, w);
    }
}

VM_INLINE int do_has_line(const uint64_t *in, int n, const board *b, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    for (int i = 0; i < b->axis_count; i++) {
        line_starts(x, in, &b->shift[b->axis[i]], n, w);
        if (set_any(x, w)) {
            return 1;
        }
    }
    return 0;
}

static void do_line(uint64_t *out, const uint64_t *in, int n, const board *b) {
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

// The shift of the board's own directions that leads from one cell to another.
static int toward(const board *b, int from, int to) {
    const uint16_t *lists[3] = {b->any, b->orthogonal, b->diagonal};
    const int counts[3] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    for (int k = 0; from >= 0 && to >= 0 && k < 3; k++) {
        for (int i = 0; i < counts[k]; i++) {
            const board_shift *s = &b->shift[lists[k][i]];
            if (s->ray && board_has(s->ray + (size_t)from * (size_t)b->words, to)) {
                return lists[k][i];
            }
        }
    }
    return -1;
}

static void do_between(uint64_t *out, const uint64_t *x, const uint64_t *y, const board *b) {
    const int w = b->words;
    int from = set_first(x, w), to = set_first(y, w);
    int s = toward(b, from, to);
    set_zero(out, w);
    if (s < 0) {
        return;
    }
    for (int at = b->shift[s].to[from]; at != to && at != BOARD_NONE; at = b->shift[s].to[at]) {
        board_put(out, at);
    }
}

static void do_lines_of(uint64_t *out, const uint64_t *x, const board *b, const int16_t *axis) {
    uint64_t in[BOARD_MAX_WORDS], sum[BOARD_MAX_WORDS];
    set_copy(in, x, b->words);
    set_zero(sum, b->words);
    for (int c = set_take_first(in, b->words); c >= 0; c = set_take_first(in, b->words)) {
        for (int k = 0; k < b->cells; k++) {
            if (axis[k] == axis[c]) {
                board_put(sum, k);
            }
        }
    }
    set_and(sum, b->all, b->words);
    set_copy(out, sum, b->words);
}

static void do_shift_by_number(uint64_t *out, const uint64_t *x, int shift, int times,
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

// --- Effects -------------------------------------------------------------------

VM_INLINE uint64_t *reg(frame *f, int r, const int w) {
    return f->set + r * w;
}

// Takes whatever stands on `cells` away; latches there are gone too.
VM_INLINE void lift(frame *f, const uint64_t *cells, const int w) {
    const ir_layout *at = &f->p->at;
    uint64_t x[BOARD_MAX_WORDS];
    set_copy(x, cells, w);
    for (int i = 0; i < f->p->players; i++) {
        set_minus(reg(f, at->own + i, w), x, w);
    }
    if (at->neutral != BOARD_NONE) {
        set_minus(reg(f, at->neutral, w), x, w);
    }
    if (at->type != BOARD_NONE) {
        for (int i = 0; i < f->p->types; i++) {
            set_minus(reg(f, at->type + i, w), x, w);
        }
    }
    if (at->latch != BOARD_NONE) {
        set_minus(reg(f, at->latch, w), x, w);
    }
}

VM_INLINE int owner_reg(const program *p, int player) {
    return player == IR_NEUTRAL ? p->at.neutral : p->at.own + player;
}

VM_INLINE void put(frame *f, const uint64_t *cells, int player, int type, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    set_copy(x, cells, w);
    lift(f, x, w);
    set_or(reg(f, owner_reg(f->p, player), w), x, w);
    if (f->p->at.type != BOARD_NONE) {
        set_or(reg(f, f->p->at.type + type, w), x, w);
    }
}

VM_INLINE int occupied(frame *f, const uint64_t *cells, uint64_t *out, const int w) {
    const ir_layout *at = &f->p->at;
    set_zero(out, w);
    for (int i = 0; i < f->p->players; i++) {
        set_or(out, reg(f, at->own + i, w), w);
    }
    if (at->neutral != BOARD_NONE) {
        set_or(out, reg(f, at->neutral, w), w);
    }
    set_and(out, cells, w);
    return set_any(out, w);
}

VM_INLINE void note_event(frame *f, uint32_t events) {
    uint16_t at = f->p->at.events;
    f->num[at] = (int32_t)((uint32_t)f->num[at] | events);
}

VM_INLINE void capture(frame *f, const uint64_t *cells, const int w) {
    uint64_t x[BOARD_MAX_WORDS];
    if (occupied(f, cells, x, w)) {
        lift(f, x, w);
        note_event(f, EVENT_CAPTURE);
    }
}

VM_INLINE void move(frame *f, const uint64_t *from, const uint64_t *to, int player, int type,
                    const int w) {
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    set_copy(a, from, w);
    set_copy(z, to, w);
    uint64_t *own = reg(f, owner_reg(f->p, player), w);
    set_minus(own, a, w); // first, so that a round trip does not capture itself
    if (f->p->at.type != BOARD_NONE) {
        set_minus(reg(f, f->p->at.type + type, w), a, w);
    }
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), a, w);
    }
    capture(f, z, w);
    set_or(own, z, w);
    if (f->p->at.type != BOARD_NONE) {
        set_or(reg(f, f->p->at.type + type, w), z, w);
    }
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), z, w);
    }
    note_event(f, event_of_type(type));
}

static int owner_at(frame *f, const uint64_t *cell) {
    const int w = f->p->b.words;
    for (int i = 0; i < f->p->players; i++) {
        if (set_meets(reg(f, f->p->at.own + i, w), cell, w)) {
            return i;
        }
    }
    if (f->p->at.neutral != BOARD_NONE && set_meets(reg(f, f->p->at.neutral, w), cell, w)) {
        return IR_NEUTRAL;
    }
    return -1;
}

static int type_at(frame *f, const uint64_t *cell) {
    const int w = f->p->b.words;
    for (int i = 0; f->p->at.type != BOARD_NONE && i < f->p->types; i++) {
        if (set_meets(reg(f, f->p->at.type + i, w), cell, w)) {
            return i;
        }
    }
    return 0;
}

// Moves whatever stands on one cell; without a capture event, `bring` is no attack.
static void carry(frame *f, const uint64_t *from, const uint64_t *to) {
    const int w = f->p->b.words;
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    int c = set_first(from, w), t = set_first(to, w);
    if (c < 0 || t < 0 || c == t) {
        return;
    }
    set_one(a, c, w);
    set_one(z, t, w);
    int player = owner_at(f, a), type = type_at(f, a);
    if (player >= 0) {
        lift(f, a, w);
        put(f, z, player, type, w);
    }
}

static void change_owner(frame *f, const uint64_t *cells, int player) {
    const int w = f->p->b.words;
    uint64_t x[BOARD_MAX_WORDS];
    if (!occupied(f, cells, x, w)) {
        return;
    }
    for (int i = 0; i < f->p->players; i++) {
        set_minus(reg(f, f->p->at.own + i, w), x, w);
    }
    if (f->p->at.neutral != BOARD_NONE) {
        set_minus(reg(f, f->p->at.neutral, w), x, w);
    }
    set_or(reg(f, owner_reg(f->p, player), w), x, w);
}

static void change_type(frame *f, const uint64_t *cells, int type) {
    const int w = f->p->b.words;
    uint64_t x[BOARD_MAX_WORDS];
    if (f->p->at.type == BOARD_NONE || !occupied(f, cells, x, w)) {
        return;
    }
    for (int i = 0; i < f->p->types; i++) {
        set_minus(reg(f, f->p->at.type + i, w), x, w);
    }
    set_or(reg(f, f->p->at.type + type, w), x, w);
    if (f->p->at.latch != BOARD_NONE) {
        set_minus(reg(f, f->p->at.latch, w), x, w);
    }
}

enum { TOKEN_MAX = 1000000 };

static int32_t *tokens_of(frame *f, int kind) {
    return f->num + f->p->at.tokens + kind * f->p->b.cells;
}

static void add_tokens(frame *f, const uint64_t *cells, int kind, int count) {
    const board *b = &f->p->b;
    int32_t *tok = tokens_of(f, kind);
    for (int c = 0; c < b->cells; c++) {
        if (board_has(cells, c)) {
            int32_t v = tok[c] + count;
            tok[c] = v < 0 ? 0 : v > TOKEN_MAX ? TOKEN_MAX : v;
        }
    }
}

static int32_t count_tokens(frame *f, const uint64_t *cells, int kind) {
    const board *b = &f->p->b;
    const int32_t *tok = tokens_of(f, kind);
    int32_t n = 0;
    for (int c = 0; c < b->cells; c++) {
        n += board_has(cells, c) && n < TOKEN_MAX ? tok[c] : 0;
    }
    return n;
}

static void bring_tokens(frame *f, const uint64_t *from, const uint64_t *to, int kind) {
    const board *b = &f->p->b;
    int target = set_first(to, b->words);
    int32_t *tok = tokens_of(f, kind), n = 0;
    if (target < 0) {
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        if (board_has(from, c)) {
            n = n + tok[c] > TOKEN_MAX ? TOKEN_MAX : n + tok[c];
            tok[c] = 0;
        }
    }
    tok[target] = tok[target] + n > TOKEN_MAX ? TOKEN_MAX : tok[target] + n;
}

static void sow(frame *f, uint64_t *out, const uint64_t *from, const board_shift *s,
                const uint64_t *skip, int kind) {
    const board *b = &f->p->b;
    int at = set_first(from, b->words);
    int32_t *tok = tokens_of(f, kind);
    set_zero(out, b->words);
    if (at < 0) {
        return;
    }
    int n = tok[at], skipped = 0;
    tok[at] = 0;
    int last = at;
    while (n > 0 && s->to[at] != BOARD_NONE && skipped <= b->cells) {
        at = s->to[at];
        if (board_has(skip, at)) {
            skipped++;
            continue;
        }
        skipped = 0;
        tok[at]++;
        n--;
        last = at;
    }
    tok[last] += n; // the end of a track keeps what is left
    board_put(out, last);
}

static void note_motion(frame *f, const uint64_t *from, const uint64_t *to) {
    const ir_layout *at = &f->p->at;
    const int w = f->p->b.words;
    uint64_t a[BOARD_MAX_WORDS], z[BOARD_MAX_WORDS];
    if (at->next_to == BOARD_NONE) {
        return;
    }
    set_copy(a, from, w);
    set_copy(z, to, w);
    if (!set_any(reg(f, at->next_from, w), w)) {
        set_copy(reg(f, at->next_from, w), a, w);
    }
    set_copy(reg(f, at->next_to, w), z, w);
    do_between(reg(f, at->next_over, w), a, z, &f->p->b);
}

static void end_game(frame *f, int what, int player) {
    f->h.over = (uint8_t)what;
    for (int i = 0; i < f->p->players; i++) {
        int rank = 1;
        if (what == OUT_WIN) {
            rank = i == player ? 1 : 2;
        } else if (what == OUT_LOSE) {
            rank = i == player ? f->p->players : 1;
        }
        f->h.rank[i] = (uint8_t)rank;
    }
}

static void change_hand(frame *f, int player, int type, int by) {
    int32_t *n = &f->num[f->p->at.hands + player * f->p->types + type];
    int32_t v = *n + by;
    *n = v < 0 ? 0 : v > TOKEN_MAX ? TOKEN_MAX : v;
}

static int repeated(const frame *f, int times) {
    uint64_t key = vm_key(f);
    int seen = 1;
    for (int i = f->h.ring_count - 1; i >= 0 && seen < times; i--) {
        seen += f->ring[i] == key;
    }
    return seen >= times;
}

VM_INLINE int32_t bounded(int64_t v) {
    return (int32_t)(v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : v);
}

static int32_t clamp_var(const frame *f, int var, int32_t v) {
    const ir_range *r = &f->p->var_range[var];
    return v < r->min ? r->min : v > r->max ? r->max : v;
}

static void add_offer(frame *f, offer_form form, int aux, const uint64_t *cells) {
    const int w = f->p->b.words;
    int i = f->offer_count;
    if (i >= VM_MAX_OFFERS || (i + 1) * w > VM_OFFER_WORDS) {
        return;
    }
    f->offer[i].form = (uint16_t)form;
    f->offer[i].aux = (uint16_t)aux;
    if (cells) {
        set_copy(f->target + i * w, cells, w);
    } else {
        set_zero(f->target + i * w, w);
        f->target[i * w] = 1;
    }
    f->offer_count++;
}

// --- The loop --------------------------------------------------------------------

// Instantiated below for one, two and any number of words. A plain switch: the
// instructions are large, so dispatch is a small share.
#define A  (f->set + x->a * w)
#define B  (f->set + x->b * w)
#define C  (f->set + x->c * w)
#define D  (f->set + x->d * w)
#define IA f->num[x->a]
#define IB f->num[x->b]
#define IC f->num[x->c]
VM_INLINE int run(frame *f, uint32_t start, const int w) {
    const program *p = f->p;
    const board *b = &p->b;
    const insn *code = p->code;
    const insn *x = code + start;
    for (;; x++) {
        switch ((opcode)x->op) {
        case OP_MOV: set_copy(A, B, w); break;
        case OP_KSET: set_copy(A, p->consts + x->b * w, w); break;
        case OP_ZERO: set_zero(A, w); break;
        case OP_AND:
            for (int i = 0; i < w; i++) {
                A[i] = B[i] & C[i];
            }
            break;
        case OP_OR:
            for (int i = 0; i < w; i++) {
                A[i] = B[i] | C[i];
            }
            break;
        case OP_ANDN:
            for (int i = 0; i < w; i++) {
                A[i] = B[i] & ~C[i];
            }
            break;
        case OP_NOT:
            for (int i = 0; i < w; i++) {
                A[i] = b->all[i] & ~B[i];
            }
            break;
        case OP_ANDK:
            for (int i = 0; i < w; i++) {
                A[i] = B[i] & p->consts[x->c * w + i];
            }
            break;
        case OP_ANDNK:
            for (int i = 0; i < w; i++) {
                A[i] = B[i] & ~p->consts[x->c * w + i];
            }
            break;
        case OP_SHIFT: set_shift(A, B, &b->shift[x->c], w); break;
        case OP_BACK: set_back(A, B, &b->shift[x->c], w); break;
        case OP_NEAR: do_near(A, B, &b->set[x->c], b, w, 0); break;
        case OP_NEARB: do_near(A, B, &b->set[x->c], b, w, 1); break;
        case OP_SHIFTI: do_shift_by_number(A, B, IC, (int16_t)x->d, b); break;
        case OP_RAY: do_ray(A, B, &b->set[x->c], D, b, w, 0); break;
        case OP_RAYI: {
            int s = IC;
            dirset one = {{(uint16_t)s}, 1, NULL, NULL};
            if (s >= 0 && b->shift[s].ray) {
                do_ray(A, B, &one, D, b, w, 0);
            } else {
                set_zero(A, w);
            }
            break;
        }
        case OP_SIGHT: do_ray(A, B, &b->set[x->c], D, b, w, 1); break;
        case OP_SLIDE: do_slide(A, B, &b->set[x->c], D, b, x->e); break;
        case OP_FARTHEST: do_farthest(A, B, &b->set[x->c], D, b); break;
        case OP_VAULT: do_vault(A, B, &b->set[x->c], D, f->set + x->e * w, b); break;
        case OP_FLOOD: do_flood(A, B, C, &b->set[x->d], b, w); break;
        case OP_FLANK: do_flank(A, B, C, D, &b->set[x->e], b, w); break;
        case OP_RAYHIT: do_rayhit(A, B, C, D, &b->set[x->e], b, w); break;
        case OP_LINE: do_line(A, B, x->c, b); break;
        case OP_BETWEEN: {
            uint64_t out[BOARD_MAX_WORDS];
            do_between(out, B, C, b);
            set_copy(A, out, w);
            break;
        }
        case OP_ROWOF: do_lines_of(A, B, b, b->y); break;
        case OP_COLOF: do_lines_of(A, B, b, b->x); break;
        case OP_FIRST: {
            int c = set_first(B, w);
            set_zero(A, w);
            if (c >= 0) {
                board_put(A, c);
            }
            break;
        }
        case OP_TOKENS: {
            const int32_t *tok = tokens_of(f, x->b);
            set_zero(A, w);
            for (int c = 0; c < b->cells; c++) {
                if (tok[c] > 0) {
                    board_put(A, c);
                }
            }
            break;
        }
        case OP_KINT: IA = (int32_t)((uint32_t)x->b | (uint32_t)x->c << 16); break;
        case OP_IMOV: IA = IB; break;
        case OP_IADD: IA = bounded((int64_t)IB + IC); break;
        case OP_ISUB: IA = bounded((int64_t)IB - IC); break;
        case OP_IMUL: IA = bounded((int64_t)IB * IC); break;
        case OP_COUNT: IA = set_count(B, w); break;
        case OP_TOKSUM: IA = count_tokens(f, B, x->c); break;
        case OP_TURNS: IA = (int32_t)f->h.turns; break;
        case OP_TOWARD: IA = toward(b, set_first(B, w), set_first(C, w)); break;
        case OP_CLAMP: IA = clamp_var(f, x->c, IB); break;
        case OP_JMP:
            // Going back costs fuel: what the verifier cannot see still ends.
            if (code + x->a <= x && --f->fuel < 0) {
                return VM_NO;
            }
            x = code + x->a - 1;
            break;
        case OP_JANY: x = set_any(A, w) ? code + x->b - 1 : x; break;
        case OP_JNONE: x = set_any(A, w) ? x : code + x->b - 1; break;
        case OP_JMEET: x = set_meets(A, B, w) ? code + x->c - 1 : x; break;
        case OP_JAPART: x = set_meets(A, B, w) ? x : code + x->c - 1; break;
        case OP_JINSIDE: x = set_any(A, w) && set_inside(A, B, w) ? code + x->c - 1 : x; break;
        case OP_JOUTSIDE: x = set_any(A, w) && set_inside(A, B, w) ? x : code + x->c - 1; break;
        case OP_JSAME: x = set_same(A, B, w) ? code + x->c - 1 : x; break;
        case OP_JDIFF: x = set_same(A, B, w) ? x : code + x->c - 1; break;
        case OP_JHASLINE: x = do_has_line(A, x->b, b, w) ? code + x->c - 1 : x; break;
        case OP_JNOLINE: x = do_has_line(A, x->b, b, w) ? x : code + x->c - 1; break;
        case OP_JEQ: x = IA == IB ? code + x->c - 1 : x; break;
        case OP_JNE: x = IA != IB ? code + x->c - 1 : x; break;
        case OP_JLT: x = IA < IB ? code + x->c - 1 : x; break;
        case OP_JLE: x = IA <= IB ? code + x->c - 1 : x; break;
        case OP_EACH: {
            int c = set_take_first(B, w);
            if (c < 0) {
                x = code + x->c - 1;
            } else {
                set_one(A, c, w);
            }
            break;
        }
        case OP_JREPEAT: x = repeated(f, x->a) ? code + x->b - 1 : x; break;
        case OP_JNEW: x = repeated(f, 2) ? x : code + x->a - 1; break;
        case OP_JPASSED: x = f->h.passes >= p->players ? code + x->a - 1 : x; break;
        case OP_JCAN: x = f->can(f, x->a) ? code + x->b - 1 : x; break;
        case OP_RET: return x->a;
        case OP_RETS: f->ret_set = x->a; return VM_YES;
        case OP_PUT: put(f, A, x->b, x->c, w); break;
        case OP_CLEAR: lift(f, A, w); break;
        case OP_CAPTURE: capture(f, A, w); break;
        case OP_LATER: set_or(reg(f, p->at.later, w), A, w); break;
        case OP_MOVE: move(f, A, B, x->c, x->d, w); break;
        case OP_CARRY: carry(f, A, B); break;
        case OP_OWN: change_owner(f, A, x->b); break;
        case OP_TYPE: change_type(f, A, x->b); break;
        case OP_CLOSE:
            lift(f, A, w);
            set_or(reg(f, p->at.closed, w), A, w);
            break;
        case OP_TOKADD: add_tokens(f, A, x->b, (int16_t)x->c); break;
        case OP_TOKBRING: bring_tokens(f, A, B, x->c); break;
        case OP_SOW: {
            uint64_t out[BOARD_MAX_WORDS];
            sow(f, out, B, &b->shift[x->c], D, x->e);
            set_copy(A, out, w);
            break;
        }
        case OP_HAND: change_hand(f, x->a, x->b, (int16_t)x->c); break;
        case OP_EVENT: {
            uint16_t r = (uint16_t)(p->at.events + x->c);
            f->num[r] = (int32_t)((uint32_t)f->num[r] | (uint32_t)x->a | (uint32_t)x->b << 16);
            break;
        }
        case OP_NOTE: note_motion(f, A, B); break;
        case OP_OUTCOME: end_game(f, x->a, x->b); return VM_OVER;
        case OP_AGAIN: f->h.again = 1; break;
        case OP_HALFPLY: f->h.again = 2; break;
        case OP_SWAP:
            f->h.swapped ^= 1;
            f->h.again = 1;
            break;
        case OP_PASSED:
            f->h.passes = (uint8_t)(f->h.passes + 1 < 200 ? f->h.passes + 1 : 200);
            break;
        case OP_EMITC:
            if (set_any(A, w)) {
                add_offer(f, OFFER_CLASS, x->b, A);
            }
            break;
        case OP_EMITO:
            if (set_any(A, w) && set_any(B, w)) {
                add_offer(f, OFFER_ORIGIN, set_first(A, w), B);
            }
            break;
        case OP_EMIT:
            if (set_any(A, w)) {
                add_offer(f, OFFER_CELLS, 0, A);
            }
            break;
        case OP_EMIT1: add_offer(f, OFFER_ONE, 0, NULL); break;
        case OP_COUNT_: return VM_NO;
        }
    }
}
#undef A
#undef B
#undef C
#undef D
#undef IA
#undef IB
#undef IC

static int run_one(frame *f, uint32_t at) {
    return run(f, at, 1);
}

static int run_two(frame *f, uint32_t at) {
    return run(f, at, 2);
}

static int run_any(frame *f, uint32_t at) {
    return run(f, at, f->p->b.words);
}

int vm_run(frame *f, uint32_t at) {
    switch (f->p->b.words) {
    case 1: return run_one(f, at);
    case 2: return run_two(f, at);
    default: return run_any(f, at);
    }
}

// --- States ------------------------------------------------------------------------

static size_t set_bytes(const program *p) {
    return (size_t)p->at.state_sets * (size_t)p->b.words * sizeof(uint64_t);
}

static size_t num_bytes(const program *p) {
    return (size_t)p->at.state_nums * sizeof(int32_t);
}

void vm_load(frame *f, const program *p, const void *state) {
    const char *bytes = state;
    f->p = p;
    f->fuel = VM_FUEL;
    f->offer_count = 0;
    f->save_top = 0;
    memcpy(&f->h, bytes, sizeof f->h);
    memcpy(f->set, bytes + p->head_sets, set_bytes(p));
    memcpy(f->num, bytes + p->head_nums, num_bytes(p));
    f->ring = (const uint64_t *)(const void *)(bytes + p->ring_off);
}

void vm_store(const frame *f, void *state) {
    const program *p = f->p;
    char *bytes = state;
    memcpy(bytes, &f->h, sizeof f->h);
    memcpy(bytes + p->head_sets, f->set, set_bytes(p));
    memcpy(bytes + p->head_nums, f->num, num_bytes(p));
}

int vm_save(frame *f) {
    size_t sets = set_bytes(f->p), nums = num_bytes(f->p);
    size_t words = (sizeof f->h + sets + nums + 7) / 8;
    if ((size_t)f->save_top + words > VM_SAVE_WORDS) {
        return 0;
    }
    char *to = (char *)(f->save + f->save_top);
    memcpy(to, &f->h, sizeof f->h);
    memcpy(to + sizeof f->h, f->set, sets);
    memcpy(to + sizeof f->h + sets, f->num, nums);
    f->save_top += (int)words;
    return 1;
}

static size_t saved_words(const frame *f) {
    return (sizeof f->h + set_bytes(f->p) + num_bytes(f->p) + 7) / 8;
}

void vm_restore(frame *f) {
    size_t sets = set_bytes(f->p);
    const char *from = (const char *)(f->save + f->save_top - saved_words(f));
    memcpy(&f->h, from, sizeof f->h);
    memcpy(f->set, from + sizeof f->h, sets);
    memcpy(f->num, from + sizeof f->h + sets, num_bytes(f->p));
}

void vm_drop(frame *f) {
    f->save_top -= (int)saved_words(f);
}

static uint64_t fold(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ (h >> 32);
}

uint64_t vm_key(const frame *f) {
    const program *p = f->p;
    // `new position` is about the board alone: whose turn it is does not count.
    uint64_t me = p->uses_ring == 2 ? 0 : f->h.me;
    uint64_t h = 0x2545f4914f6cdd1du ^ me ^ (uint64_t)f->h.phase << 8;
    int words = p->at.position_sets * p->b.words;
    for (int i = 0; i < words; i++) {
        h = fold(h, f->set[i]);
    }
    for (int i = 0; i < p->at.position_nums; i++) {
        h = fold(h, (uint64_t)(uint32_t)f->num[i] + 1);
    }
    return fold(h, 0x51ed);
}

int vm_offer_size(const frame *f, int i) {
    return set_count(f->target + i * f->p->b.words, f->p->b.words);
}
