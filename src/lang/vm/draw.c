// SPDX-License-Identifier: MIT
//
// Runs the functions of ways: instructions about random turns (plan/ways_draw.c). The sets that are drawn
// from are the offers of the frame; the size of one is how many turns it stands for.
#include "lang/vm/joined.h"

#include "lang/ir/rt/sets.h"

// --- Lots ----------------------------------------------------------------------------------------

static uint64_t *cells_of(const walker *w, int i) {
    return w->f->target + i * w->p->b.words;
}

static uint32_t cell_count(const walker *w, int i) {
    return w->f->offer[i].form == OFFER_ONE ? 1
                                            : (uint32_t)set_count(cells_of(w, i), w->p->b.words);
}

// Those of its cells where a turn stands for several.
static void zone_of(const walker *w, int i, uint64_t *zone) {
    const program *p = w->p;
    const fact_weight *weight = &p->fact.weight[w->f->offer[i].node];
    set_join_and(zone, cells_of(w, i), p->consts + (weight->zone - 1) * p->b.words, p->b.words);
}

void draw_lot(walker *w, int node) {
    const int i = w->offer;
    if (plan_is_load(w->p, node)) {
        w->f->offer[i].size = load_weight(w->f, node, cells_of(w, i));
        return;
    }
    uint32_t size = cell_count(w, i);
    if (plan_promotes(w->p, node) && w->f->offer[i].form != OFFER_ONE) {
        uint64_t zone[BOARD_MAX_WORDS];
        zone_of(w, i, zone);
        size += (uint32_t)(w->p->fact.weight[node].weight - 1) *
                (uint32_t)set_count(zone, w->p->b.words);
    }
    w->f->offer[i].size =
        plan_several(w->p, node) ? size * (uint32_t)plan_several(w->p, node) : size;
}

int draw_hops(walker *w, const way_insn *x) {
    const int words = w->p->b.words, i = w->offer;
    uint64_t cells[BOARD_MAX_WORDS], *left = cells_of(w, i);
    set_copy(cells, left, words);
    for (int z = set_take_first(cells, words); z >= 0; z = set_take_first(cells, words)) {
        const int from = play_from(w->f, i, z);
        if (walk_goes_on(w, x, from, z)) {
            left[z >> 6] &= ~((uint64_t)1 << (z & 63));
            (void)walk_try(w, x->b, from, z);
        }
    }
    return 0;
}

static void run_offers(frame *f, uint32_t code, int node) {
    f->node = (uint16_t)node;
    f->with = BOARD_NONE;
    (void)vm_run(f, code);
    f->node = 0;
    f->with = BOARD_NONE;
}

// Each of these stands for one turn, whatever its piece becomes.
static void count_cells(walker *w, int first) {
    const frame *f = w->f;
    for (int i = first; i < f->offer_count; i++) {
        if (w->p->fact.weight[f->offer[i].node].zone) {
            w->f->offer[i].size = cell_count(w, i);
        }
    }
}

void draw_lots(walker *w, const way_insn *x) {
    const int first = w->f->offer_count;
    run_offers(w->f, x->a, x->c);
    if (w->p->fact.weight[x->c].zone) {
        count_cells(w, first);
    }
}

// All that joined code offers, unless a playout has seen to that.
static void make_offers(walker *w, uint32_t code) {
    frame *f = w->f;
    if (!w->offered) {
        f->offer_count = f->offer_first = 0;
        run_offers(f, code, 0);
    }
    w->offered = 0;
}

// --- Drawing -------------------------------------------------------------------------------------

static uint32_t sum_of_sizes(const frame *f, int first) {
    uint32_t sum = 0;
    for (int i = first; i < f->offer_count; i++) {
        sum += f->offer[i].size;
    }
    return sum;
}

// Number *r of what is on offer from `first` on: *r is then its number in the offer that is answered; -1 =
// it is none of them.
static int find_offer(const frame *f, int first, uint32_t *r) {
    for (int i = first; i < f->offer_count; i++) {
        if (*r < f->offer[i].size) {
            return i;
        }
        *r -= f->offer[i].size;
    }
    return -1;
}

// Calls a function with number r of offer i.
static int call_with(walker *w, way_kind kind, int i, uint32_t r) {
    const int node = w->f->offer[i].node, words = w->p->b.words;
    const int fn = way_of(w->p, kind, WAYS_DRAW, node);
    const uint32_t count = w->p->fact.weight[node].zone ? cell_count(w, i) : w->f->offer[i].size;
    const uint32_t several = (uint32_t)plan_several(w->p, node);
    w->offer = i;
    w->sub = 0;
    w->nth = several ? (int)(r % several) : 0;
    r = several ? r / several : r;
    w->in_joined = 1;
    w->to = -1;
    if (plan_is_load(w->p, node)) {
        w->to = load_draw(w->f, node, cells_of(w, i), &r);
        w->nth = (int)r;
    } else if (w->f->offer[i].form != OFFER_ONE && r < count) {
        w->to = set_nth(cells_of(w, i), (int)r, words);
    } else if (w->f->offer[i].form != OFFER_ONE) { // the further turns of cells in the zone
        const uint32_t each = w->p->fact.weight[node].weight - 1u;
        uint64_t zone[BOARD_MAX_WORDS];
        zone_of(w, i, zone);
        w->to = set_nth(zone, (int)((r - count) / each), words);
        w->sub = 1 + (int)((r - count) % each);
    }
    return fn >= 0 ? walk_try(w, (uint32_t)fn, play_from(w->f, i, w->to), w->to) : DRAWN_NONE;
}

// The turn with number r of offer i is not legal: it is not drawn again. Where a cell stands for several they are
// drawn again, never left out one by one. Answers how many are left out.
static uint32_t leave_out(walker *w, int i) {
    offer *o = &w->f->offer[i];
    if ((plan_promotes(w->p, o->node) || plan_several(w->p, o->node) > 1 ||
         plan_is_load(w->p, o->node)) &&
        !w->p->split) {
        return 0;
    }
    if (w->to >= 0) {
        cells_of(w, i)[w->to >> 6] &= ~((uint64_t)1 << (w->to & 63));
    }
    o->size--;
    return 1;
}

// Lays out what can be drawn; answers how much that is.
static uint32_t gather(walker *w, const way_insn *x) {
    frame *f = w->f;
    w->saved = 0;
    if (x->c) {
        f->offer_count = f->offer_first = 0;
        draw_lots(w, x);
    } else {
        make_offers(w, x->a);
        for (int i = 0, n = f->offer_count; i < n; i++) {
            const int fn = way_of(w->p, WAYS_SETS, WAYS_DRAW, f->offer[i].node);
            w->offer = i;
            f->offer[i].size = 0;
            if (fn >= 0) {
                (void)walk_try(w, (uint32_t)fn, -1, -1);
            }
        }
        walk_forget_saved(w);
    }
    return sum_of_sizes(f, 0) + (uint32_t)w->count;
}

// One was drawn that is not legal: leaves out all cells where none is, says a guard. Answers what is left.
static uint32_t leave_out_all(walker *w, uint32_t guard) {
    const program *p = w->p;
    guard_ask(w, guard);
    for (int i = 0; i < w->f->offer_count; i++) {
        const offer *o = &w->f->offer[i];
        const int fn = way_of(p, WAYS_SETS, WAYS_DRAW, o->node);
        if (p->fact.test[o->node].must_pass == p->ways->fn[guard].node && o->form != OFFER_ONE &&
            fn >= 0 && p->ways->x[p->ways->fn[fn].first].op == WAY_LOT) {
            set_and(cells_of(w, i), w->guard.mend, p->b.words);
            w->offer = i;
            draw_lot(w, o->node);
        }
    }
    return sum_of_sizes(w->f, 0) + (uint32_t)w->count;
}

// Draws among what is laid out, and `listed` moves; *total is what is left. `guard`: a function + 1, 0 = none.
static int draw_from(walker *w, uint32_t *total, const tsr_move *listed, uint32_t guard) {
    int got = DRAWN_NONE;
    for (int tries = 0; !got && *total && tries < DRAW_MOST_TRIES; tries++) {
        if (tries == 1 && guard) {
            *total = leave_out_all(w, guard - 1);
            if (!*total) {
                break;
            }
        }
        uint32_t r = tsr_rng_below(w->g, *total);
        const int i = find_offer(w->f, 0, &r);
        if (i < 0) {
            w->move = listed[r];
            got = DRAWN_LISTED;
        } else {
            got = call_with(w, WAYS_TURN, i, r);
            *total -= got ? 0 : leave_out(w, i);
        }
    }
    w->f->offer_count = 0;
    return got || !*total ? got : DRAWN_NOT;
}

int draw_among(walker *w) {
    uint32_t total = sum_of_sizes(w->f, 0);
    return draw_from(w, &total, NULL, 0);
}

int draw_turn(walker *w, const way_insn *x) {
    tsr_move listed[DRAW_MOST_LISTED];
    w->out = listed;
    w->cap = DRAW_MOST_LISTED;
    w->count = 0;
    uint32_t total = gather(w, x);
    const int got = w->count >= DRAW_MOST_LISTED ? DRAWN_NOT : draw_from(w, &total, listed, x->b);
    w->f->offer_count = 0;
    w->out = NULL;
    return got;
}

// --- Pairs ---------------------------------------------------------------------------------------

// Makes first choice number r, and answers how many second ones there are. They are the offers behind
// the `count` of the first.
static uint32_t make_first(walker *w, int count, uint32_t r) {
    w->f->offer_count = count;
    w->now.count = 0;
    const int i = find_offer(w->f, 0, &r);
    (void)call_with(w, WAYS_TRY, i, r);
    return sum_of_sizes(w->f, count);
}

static int make_second(walker *w, int count, uint32_t r) {
    const int i = find_offer(w->f, count, &r);
    return call_with(w, WAYS_TURN, i, r);
}

static int reject_pairs(walker *w, int count, uint32_t total, uint32_t bound) {
    for (int tries = 0; tries < DRAW_PAIRS_TRIES; tries++) {
        const uint32_t first = tsr_rng_below(w->g, total), second = tsr_rng_below(w->g, bound);
        if (second < make_first(w, count, first)) {
            return make_second(w, count, second);
        }
        vm_restore(w->f);
    }
    return DRAWN_NONE;
}

static int count_pairs(walker *w, int count, uint32_t total) {
    uint32_t left[DRAW_PAIRS_MOST], sum = 0, first = 0;
    for (uint32_t i = 0; i < total; i++) {
        sum += left[i] = make_first(w, count, i);
        vm_restore(w->f);
    }
    if (!sum) {
        return DRAWN_NONE;
    }
    uint32_t r = tsr_rng_below(w->g, sum);
    for (; r >= left[first]; first++) {
        r -= left[first];
    }
    (void)make_first(w, count, first);
    return make_second(w, count, r);
}

int draw_pair(walker *w, const way_insn *x) {
    frame *f = w->f;
    make_offers(w, x->a);
    count_cells(w, 0);
    const int count = f->offer_count;
    const uint32_t total = sum_of_sizes(f, 0);
    if (!total || !vm_save(f)) {
        return total ? DRAWN_NOT : DRAWN_NONE;
    }
    int got = total > DRAW_PAIRS_FEW ? reject_pairs(w, count, total, x->b) : DRAWN_NONE;
    if (!got) { // few, or hardly anything follows them
        got = total <= DRAW_PAIRS_MOST ? count_pairs(w, count, total) : DRAWN_NOT;
    }
    if (got != DRAWN_MADE) {
        vm_restore(f);
    }
    vm_drop(f);
    f->offer_count = 0;
    return got;
}

// --- What cannot be drawn ------------------------------------------------------------------------

// The choices of a listed move. One that is too long for its code is looked for.
static int read_listed(frame *f, tsr_move m, path *w) {
    f->fuel = VM_FUEL;
    return m & WALK_HASHED ? walk_find_hashed(f, m, w) : walk_unpack(f->p, m, w);
}

tsr_move draw_of_all(frame *f, tsr_rng *g) {
    tsr_move list[TSR_MAX_MOVES];
    const int at = walk_start_node(f);
    f->fuel = VM_FUEL;
    int n = walk_list(f, at, list, f->p->size.max_moves);
    if (f->p->split && f->h.pc && n < f->p->size.max_moves && walk_may_stop(f, at)) {
        list[n++] = 1;
    }
    return n ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

int draw_listed(walker *w) {
    path goal;
    if (w->drawn == DRAWN_NONE) {
        return 0;
    }
    const tsr_move m = w->drawn == DRAWN_LISTED ? w->move : draw_of_all(w->f, w->g);
    if (m == TSR_NO_MOVE || !read_listed(w->f, m, &goal)) {
        return 0;
    }
    turn_follow(w->f, &goal, 1);
    return 1;
}

// --- Slots ---------------------------------------------------------------------------------------

int draw_ply(frame *f, tsr_rng *g, int offered) {
    walker w;
    walk_begin(&w, f);
    w.g = g;
    w.offered = offered;
    w.lazy = 1;
    w.drawn = DRAWN_NOT;
    f->fuel = VM_FUEL;
    f->offer_count = offered ? f->offer_count : 0;
    return walk_from(&w, WAYS_PLY, walk_start_node(f));
}

int draw_listed_ply(frame *f, tsr_rng *g) {
    walker w;
    walk_begin(&w, f);
    w.g = g;
    w.drawn = DRAWN_NOT;
    return draw_listed(&w);
}
