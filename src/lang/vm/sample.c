// SPDX-License-Identifier: MIT
//
// Random play without listing.
//
// The choices that may come first are offered as sets. A cell drawn uniformly from
// all of them is a uniform turn if every cell stands for one turn, or for a known
// number of them (promotions). If the turn then fails a `require`, it is dropped and
// another is drawn: what is left is still uniform over the legal turns. Everything
// else (`for`, multi-jumps, several picks) is listed, and drawn from the list.
//
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/vm/joined.h"

enum { MAX_TRIES = 40, MAX_LISTED = 256 };

typedef struct lot {
    frame *f;
    const program *p;
    int total;
    tsr_move listed[MAX_LISTED];
    int listed_count;
    int exact; // everything under an `else` so far was certain
} lot;

// --- What there is to draw from ------------------------------------------------------------

static int gather_choice(lot *l, int at) {
    const ir_node *n = &l->p->node[at];
    frame *f = l->f;
    int first = f->offer_count;
    f->node = (uint16_t)at;
    (void)vm_run(f, n->code);
    f->node = 0;
    for (int i = first; i < f->offer_count; i++) {
        l->total += (int)f->offer[i].size;
    }
    l->exact &= ir_path(f->p, n)->tail == TAIL_PLAIN;
    return 1;
}

// Lists the legal turns below a node that cannot be offered as sets.
static int gather_listed(lot *l, int at) {
    frame *f = l->f;
    int n = walk_list(f, at, l->listed + l->listed_count, MAX_LISTED - l->listed_count);
    l->listed_count += n;
    l->total += n;
    return l->listed_count < MAX_LISTED;
}

// 0 = too much for us.
static int gather(lot *l, int at) {
    const ir_node *n = &l->p->node[at];
    switch ((node_kind)n->kind) {
    case N_OR: return gather(l, n->next) && gather(l, n->alt);
    case N_CHOICE: return ir_weight(l->p, n)->weight ? gather_choice(l, at) : gather_listed(l, at);
    case N_FOR: return gather_listed(l, at);
    case N_DEAD: return 1;
    case N_ELSE: {
        int before = l->total;
        l->exact = 1;
        if (!gather(l, n->next)) {
            return 0;
        }
        if (l->total > before) {
            return l->exact; // offers that may still fail prove nothing
        }
        return gather(l, n->alt);
    }
    case N_END:
    case N_DO:
    case N_TEST:
    case N_WHEN:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return 0;
    }
    return 0;
}

// The same from joined code: choices without a weight are listed where they are offered.
static int gather_joined(lot *l) {
    frame *f = l->f;
    walker w;
    int unsure = 0;
    for (int i = 0, n = f->offer_count; i < n; i++) {
        const ir_node *node = &l->p->node[f->offer[i].node];
        if (ir_weight(f->p, node)->weight) {
            l->total += (int)f->offer[i].size;
            continue;
        }
        if (!unsure) {
            walk_begin(&w, f);
            w.out = l->listed;
            w.cap = MAX_LISTED;
            unsure = 1;
        }
        const int fn = way_of(l->p, WAYS_TRY, WAYS_LIST, f->offer[i].node);
        if (fn >= 0) {
            (void)walk_offer(&w, (uint32_t)fn, i);
        }
        f->offer[i].size = 0;
    }
    if (unsure) {
        l->listed_count = w.count;
        l->total += w.count;
    }
    return l->listed_count < MAX_LISTED;
}

// --- Drawing ------------------------------------------------------------------------------------

typedef struct drawn {
    int offer, node, from, to, sub; // sub: which promotion
} drawn;

static void draw_from(const lot *l, int i, int r, drawn *out) {
    const frame *f = l->f;
    const int w = l->p->b.words;
    const ir_node *n = &l->p->node[f->offer[i].node];
    const uint64_t *cells = f->target + i * w;
    int size = set_count(cells, w);
    out->offer = i;
    out->node = f->offer[i].node;
    out->sub = 0;
    if (f->offer[i].form == OFFER_ONE) {
        out->from = out->to = -1;
        return;
    }
    if (r < size) {
        out->to = set_nth(cells, r, w);
    } else { // the further turns of the cells in the zone
        uint64_t zone[BOARD_MAX_WORDS];
        set_copy(zone, cells, w);
        set_and(zone, l->p->consts + (ir_weight(f->p, n)->zone - 1) * w, w);
        int each = ir_weight(f->p, n)->weight - 1;
        out->to = set_nth(zone, (r - size) / each, w);
        out->sub = 1 + (r - size) % each;
    }
    const offer *o = &f->offer[i];
    out->from = o->form == OFFER_ORIGIN  ? o->aux
                : o->form == OFFER_CLASS ? walk_class_origin(l->p, o->aux, out->to)
                                         : -1;
}

// Finds draw number r; -1 = it is listed move number `*listed`.
static int find_draw(const lot *l, int r, drawn *out, int *listed) {
    for (int i = 0; i < l->f->offer_count; i++) {
        int weight = (int)l->f->offer[i].size;
        if (r < weight) {
            draw_from(l, i, r, out);
            return 1;
        }
        r -= weight;
    }
    *listed = r;
    return 0;
}

static const ir_node *nth_promotion(const program *p, int at, int *r) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return (*r)-- == 0 ? n : NULL;
    }
    const ir_node *found = nth_promotion(p, n->next, r);
    return found ? found : nth_promotion(p, n->alt, r);
}

// Runs what follows a choice. 1 = the turn is complete, 0 = it is not legal, -1 = it
// cannot be judged here.
static int advance(lot *l, int at, int sub, path *w) {
    frame *f = l->f;
    for (;;) {
        const ir_node *n = &l->p->node[at];
        switch ((node_kind)n->kind) {
        case N_END: return 1;
        case N_DO:
            if (vm_run(f, n->code) == VM_OVER) {
                return 1;
            }
            at = n->next;
            break;
        case N_TEST:
            if (vm_run(f, n->code) != VM_YES) {
                return 0;
            }
            at = n->next;
            break;
        case N_WHEN: at = vm_run(f, n->code) == VM_YES ? n->next : n->alt; break;
        case N_OR:
        case N_CHOICE: {
            const ir_node *c = nth_promotion(l->p, at, &sub);
            if (!c) {
                return -1;
            }
            walk_step s = {c->choice, -1, -1};
            w->step[w->count++] = s;
            if (vm_run(f, c->apply) == VM_OVER) {
                return 1;
            }
            at = c->next;
            break;
        }
        case N_DEAD: return 0;
        case N_ELSE:
        case N_FOR:
        case N_LONGEST:
        case N_MARK:
        case N_ROLL: return -1;
        }
    }
}

// Tries the drawn turn on the frame: as `advance`. On failure the frame is as before.
static int try_draw(lot *l, const drawn *d, path *w) {
    frame *f = l->f;
    const ir_node *n = &l->p->node[d->node];
    int kind = l->p->choice[n->choice].kind;
    w->count = 1;
    w->step[0].choice = n->choice;
    w->step[0].from = kind == CH_MOTION ? d->from : -1;
    w->step[0].to = d->to;
    int certain = ir_path(f->p, n)->tail == TAIL_PLAIN;
    if (!certain && !vm_save(f)) {
        return -1;
    }
    int ok;
    if (ir_turn(f->p, n)->turn) {
        int promotion = d->to >= 0 ? joined_promotion(l->p, n, d->to, d->sub) : 0;
        if (promotion) {
            w->step[w->count++] = (walk_step){promotion, -1, -1};
        }
        ok = joined_run(f, d->offer, d->to, d->sub);
    } else {
        walk_load_choice(f, n, d->from, d->to);
        ok = vm_run(f, n->apply) == VM_OVER ? 1 : advance(l, n->next, d->sub, w);
    }
    if (!certain) {
        if (ok != 1) {
            vm_restore(f);
        }
        vm_drop(f);
    }
    return ok;
}

static void drop_cell(lot *l, const drawn *d) {
    uint64_t *cells = l->f->target + d->offer * l->p->b.words;
    if (d->to < 0) {
        cells[0] = 0;
    } else {
        cells[d->to >> 6] &= ~((uint64_t)1 << (d->to & 63));
    }
    l->f->offer[d->offer].size--;
    l->total--;
}

// --- Turns of two choices ---------------------------------------------------------------------

// Move a piece, then shoot: the turns are all pairs, and each must be as likely as any
// other. A first choice drawn uniformly is kept with a chance in proportion to the number
// of second ones it leaves: the second is drawn from as many as there can be at most, and
// if it is not among those there are, the first is drawn again. Where first choices are few
// it is quicker to count what each leaves.

enum { FEW_FIRSTS = 16, MAX_FIRSTS = 256, MAX_REJECTED = 1000 };

typedef struct pairs {
    lot *l;
    uint32_t total; // first choices
    int count;      // offers of first choices
} pairs;

// Makes first choice number r, and answers how many second ones there are. They are the
// offers behind the first.
static uint32_t make_first(const pairs *q, uint32_t r, drawn *d) {
    frame *f = q->l->f;
    int listed;
    f->offer_count = q->count;
    (void)find_draw(q->l, (int)r, d, &listed);
    const ir_node *n = &q->l->p->node[d->node];
    walk_load_choice(f, n, d->from, d->to);
    (void)vm_run(f, n->apply);
    f->node = n->next;
    (void)vm_run(f, q->l->p->node[n->next].code);
    f->node = 0;
    uint32_t seconds = 0;
    for (int i = q->count; i < f->offer_count; i++) {
        seconds += f->offer[i].size;
    }
    return seconds;
}

static int make_second(const pairs *q, const drawn *first, uint32_t r, path *w) {
    frame *f = q->l->f;
    drawn d;
    int i = q->count;
    for (; r >= f->offer[i].size; i++) {
        r -= f->offer[i].size;
    }
    draw_from(q->l, i, (int)r, &d);
    const ir_node *n = &q->l->p->node[first->node], *second = &q->l->p->node[d.node];
    w->count = 2;
    w->step[0] = (walk_step){n->choice, first->from, first->to};
    w->step[1] = (walk_step){second->choice, -1, d.to};
    walk_load_choice(f, second, d.from, d.to);
    return vm_run(f, second->apply) == VM_OVER ? 1 : advance(q->l, second->next, 0, w);
}

static int reject_pairs(const pairs *q, tsr_rng *g, path *w) {
    frame *f = q->l->f;
    for (int tries = 0; tries < MAX_REJECTED; tries++) {
        drawn first;
        uint32_t seconds = make_first(q, tsr_rng_below(g, q->total), &first);
        uint32_t r = tsr_rng_below(g, q->l->p->fact.weight[first.node].pair);
        if (r < seconds) {
            return make_second(q, &first, r, w);
        }
        vm_restore(f);
    }
    return -1;
}

static int count_pairs(const pairs *q, tsr_rng *g, path *w) {
    frame *f = q->l->f;
    uint32_t left[MAX_FIRSTS], sum = 0, a = 0;
    drawn first;
    for (uint32_t i = 0; i < q->total; i++) {
        sum += left[i] = make_first(q, i, &first);
        vm_restore(f);
    }
    if (!sum) {
        return 0;
    }
    uint32_t r = tsr_rng_below(g, sum);
    for (; r >= left[a]; a++) {
        r -= left[a];
    }
    (void)make_first(q, a, &first);
    return make_second(q, &first, r, w);
}

// Whether all that is offered are first choices of this kind.
static int are_pairs(lot *l, pairs *q) {
    const frame *f = l->f;
    uint32_t bound = 0;
    *q = (pairs){.l = l, .count = f->offer_count};
    for (int i = 0; i < f->offer_count; i++) {
        const ir_node *n = &l->p->node[f->offer[i].node];
        if (!ir_weight(f->p, n)->pair || ir_turn(f->p, n)->bind != BOARD_NONE ||
            (bound && ir_weight(f->p, n)->pair != bound)) {
            return 0;
        }
        bound = ir_weight(f->p, n)->pair;
        q->total += f->offer[i].size;
    }
    return 1;
}

// As draw_turn.
static int draw_pair(const pairs *q, tsr_rng *g, path *w) {
    frame *f = q->l->f;
    if (!q->total || !vm_save(f)) {
        return q->total ? -1 : 0;
    }
    int few = q->total <= FEW_FIRSTS, got = few ? count_pairs(q, g, w) : reject_pairs(q, g, w);
    if (got < 0 && !few && q->total <= MAX_FIRSTS) { // hardly anything is left to shoot at
        got = count_pairs(q, g, w);
    }
    if (got != 1) {
        vm_restore(f);
    }
    vm_drop(f);
    return got;
}

// The choices of a listed move. One that is too long for its code is looked for.
static int read_listed(frame *f, tsr_move m, path *w) {
    f->fuel = VM_FUEL;
    return m & WALK_HASHED ? walk_find_hashed(f, m, w) : walk_unpack(f->p, m, w);
}

// Draws a uniform legal turn and applies it to the frame. 1 = done, `w` says which; 2 =
// the same, but `w` is a listed move that is not applied yet; 0 = there is none; -1 = list.
// With `offered` the joined offers are made already.
static int draw_turn(frame *f, tsr_rng *g, path *w, int offered) {
    lot l;
    pairs q;
    if (!pass_on(f->p, PASS_draw)) {
        return -1;
    }
    l.f = f;
    l.p = f->p;
    l.total = l.listed_count = 0;
    l.exact = 1;
    int tries = 0, listed = 0, base = offered ? 0 : f->offer_count;
    int joined = offered || joined_ready(f);
    f->fuel = VM_FUEL;
    if (!offered) {
        f->offer_count = 0;
        if (joined) {
            joined_offer(f);
        }
    }
    if (joined && pass_on(f->p, PASS_pairs) && are_pairs(&l, &q)) {
        int got = draw_pair(&q, g, w);
        f->offer_count = base;
        if (got >= 0) {
            return got;
        }
        joined_offer(f);
    }
    if (joined ? !gather_joined(&l) : !gather(&l, walk_start_node(f))) {
        f->offer_count = base;
        return -1;
    }
    while (l.total > 0 && tries++ < MAX_TRIES) {
        drawn d;
        int r = (int)tsr_rng_below(g, (uint32_t)l.total);
        if (!find_draw(&l, r, &d, &listed)) {
            f->offer_count = base;
            return read_listed(f, l.listed[listed], w) ? 2 : -1;
        }
        int ok = try_draw(&l, &d, w);
        if (ok == 1) {
            f->offer_count = base;
            return 1;
        }
        if (ok < 0) {
            break;
        }
        if (!l.p->fact.weight[d.node]
                 .zone) { // promotions are drawn again, never dropped one by one
            drop_cell(&l, &d);
        }
    }
    f->offer_count = base;
    return l.total > 0 ? -1 : 0;
}

// --- Slots -------------------------------------------------------------------------------------------

tsr_move walk_sample(const program *p, const void *state, tsr_rng *g) {
    frame f;
    path w;
    vm_load(&f, p, state);
    f.can = walk_can;
    if (!p->split && !p->fact.overlaps && !f.h.pc) {
        int got = draw_turn(&f, g, &w, 0);
        if (got > 0) {
            return walk_pack(p, &w);
        }
        vm_load(&f, p, state);
    }
    tsr_move list[TSR_MAX_MOVES];
    int n = walk_moves(p, state, list, p->size.max_moves);
    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

// One ply by listing.
int quick_listed(frame *f, tsr_rng *g) {
    tsr_move list[TSR_MAX_MOVES];
    const program *p = f->p;
    path w;
    int at = walk_start_node(f);
    f->fuel = VM_FUEL;
    int n = walk_list(f, at, list, p->size.max_moves);
    if (p->split && f->h.pc && walk_may_stop(f, at)) {
        list[n++] = 1;
    }
    if (n == 0) {
        return 0;
    }
    tsr_move m = list[tsr_rng_below(g, (uint32_t)n)];
    if (!read_listed(f, m, &w)) {
        return 0;
    }
    turn_follow(f, &w, 1);
    return 1;
}

int quick_drawn(frame *f, tsr_rng *g, int offered) {
    path w;
    int got = f->p->split || f->p->fact.overlaps || f->h.pc ? -1 : draw_turn(f, g, &w, offered);
    if (got == 1) {
        if (!(w.count == 1 && f->p->choice[w.step[0].choice].kind == CH_PASS)) {
            f->h.passes = 0;
        }
        turn_finish(f, 1);
        return 1;
    }
    if (got == 2) {
        turn_follow(f, &w, 1);
        return 1;
    }
    return got == 0 ? 0 : quick_listed(f, g);
}
