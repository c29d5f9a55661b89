// SPDX-License-Identifier: MIT
//
// Turns without walking: where a turn is joined code, the sets on offer are the list of moves.
#include "lang/vm/quick.h"

#include "lang/ir/rt/sets.h"

void quick_offer(frame *f) {
    f->offer_count = f->offer_first = 0;
    f->with = BOARD_NONE;
    (void)vm_run(f, f->p->phase[f->h.phase].offers[f->h.me]);
    f->node = 0;
    f->with = BOARD_NONE;
}

int quick_run(frame *f, int i, int to, int sub) {
    play_load(f, i, to, sub, f->p->b.words);
    return vm_run(f, f->p->fact.turn[f->offer[i].node].turn) != VM_NO;
}

// --- Listing ---------------------------------------------------------------------------

typedef struct lister {
    frame *f;
    const program *p;
    walker w; // its `out`, `cap` and `count` are ours
    way_mode mode;
    int saved;
    int only_one;                   // stop at the first
    int asked;                      // the test that was asked what it reads, 0 = none yet
    int held;                       // it holds now
    uint64_t read[BOARD_MAX_WORDS]; // cells it reads
} lister;

// --- Turns that need no test ---------------------------------------------------------------

// Asks a test whether it holds now, and what it reads.
static void ask_test(lister *l, int test) {
    const ir_node *n = &l->p->node[test];
    l->asked = test;
    l->held = vm_run(l->f, n->code) == VM_YES;
    if (l->held) {
        (void)vm_run(l->f, ir_test(l->p, n)->reads);
        set_copy(l->read, vm_set(l->f, l->f->ret_set), l->p->b.words);
    }
}

// The targets of offer `i` whose turns touch nothing the test reads: as it holds now it
// will hold then.
static void find_safe(lister *l, int i, uint64_t *safe) {
    const program *p = l->p;
    const offer *o = &l->f->offer[i];
    const ir_node *n = &p->node[o->node];
    const int w = p->b.words;
    set_zero(safe, w);
    if (ir_path(p, n)->tail == TAIL_PLAIN || !ir_test(p, n)->only_test) {
        return;
    }
    if (l->asked != ir_test(p, n)->only_test) {
        ask_test(l, ir_test(p, n)->only_test);
    }
    if (!l->held || (o->form == OFFER_ORIGIN && board_has(l->read, o->aux))) {
        return;
    }
    set_copy(safe, l->f->target + i * w, w);
    set_minus(safe, l->read, w);
    if (o->form == OFFER_CLASS) { // nor may it come from there
        uint64_t from[BOARD_MAX_WORDS];
        set_shift(from, l->read, &p->b.shift[o->aux], w);
        set_minus(safe, from, w);
    }
}

// How many turns a set of targets stands for.
static int turns_of(const lister *l, const ir_node *n, const uint64_t *cells) {
    const int w = l->p->b.words;
    int count = set_count(cells, w);
    if (ir_weight(l->p, n)->zone) {
        uint64_t zone[BOARD_MAX_WORDS];
        set_join_and(zone, cells, l->p->consts + (ir_weight(l->p, n)->zone - 1) * w, w);
        count += (ir_weight(l->p, n)->weight - 1) * set_count(zone, w);
    }
    return count;
}

static const ir_node *promotion_at(const program *p, int at, int *r) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return (*r)-- == 0 ? n : NULL;
    }
    const ir_node *found = promotion_at(p, n->next, r);
    return found ? found : promotion_at(p, n->alt, r);
}

int quick_promotion(const program *p, const ir_node *n, int to, int sub) {
    if (!ir_weight(p, n)->zone || !ir_weight(p, n)->weight ||
        !board_has(p->consts + (ir_weight(p, n)->zone - 1) * p->b.words, to)) {
        return 0;
    }
    return promotion_at(p, p->node[n->next].next, &sub)->choice;
}

// The bits of a move: walk_pack for one choice and perhaps a promotion.
static tsr_move pack(const program *p, const ir_node *n, int from, int to, int promotion) {
    int at = p->size.choice_bits;
    tsr_move m = n->choice;
    if (p->choice[n->choice].kind == CH_MOTION) {
        m |= (tsr_move)from << at;
        at += p->size.cell_bits;
    }
    if (to >= 0) {
        m |= (tsr_move)to << at;
        at += p->size.cell_bits;
    }
    return m | (tsr_move)promotion << at;
}

// 1 = stop.
static int take(lister *l, tsr_move m) {
    if (l->w.out) {
        if (l->w.count >= l->w.cap) {
            return 1;
        }
        l->w.out[l->w.count] = m;
    }
    l->w.count++;
    return l->only_one;
}

static int test(lister *l, int i, int to, int sub) {
    if (!l->saved) {
        if (!vm_save(l->f)) {
            return 0;
        }
        l->saved = 1;
    }
    int ok = quick_run(l->f, i, to, sub);
    vm_restore(l->f);
    return ok;
}

static int list_cell(lister *l, int i, int to, int safe) {
    const ir_node *n = &l->p->node[l->f->offer[i].node];
    int from = play_from(l->f, i, to);
    int ways = to >= 0 && quick_promotion(l->p, n, to, 0) ? ir_weight(l->p, n)->weight : 1;
    for (int sub = 0; sub < ways; sub++) {
        if (safe || ir_path(l->p, n)->tail == TAIL_PLAIN || test(l, i, to, sub)) {
            int promotion = ways > 1 ? quick_promotion(l->p, n, to, sub) : 0;
            if (take(l, pack(l->p, n, from, to, promotion))) {
                return 1;
            }
        }
    }
    return 0;
}

// Turns without joined code are walked.
static int walk_others(lister *l, int i) {
    const int fn = way_of(l->p, WAYS_TRY, l->mode, l->f->offer[i].node);
    const int stop = fn >= 0 && walk_offer(&l->w, (uint32_t)fn, i);
    l->w.count += stop && l->only_one;
    return stop;
}

static int list_offer(lister *l, int i) {
    frame *f = l->f;
    const ir_node *n = &l->p->node[f->offer[i].node];
    const int words = l->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS], safe[BOARD_MAX_WORDS];
    if (!ir_turn(f->p, n)->turn && ir_path(f->p, n)->tail != TAIL_PLAIN) {
        if (l->saved) {
            vm_drop(f);
            l->saved = 0;
        }
        return walk_others(l, i);
    }
    if (!l->w.out && ir_path(f->p, n)->tail == TAIL_PLAIN && !l->only_one) {
        l->w.count += (int)f->offer[i].size;
        return 0;
    }
    if (f->offer[i].form == OFFER_ONE) {
        return list_cell(l, i, -1, 0);
    }
    find_safe(l, i, safe);
    set_copy(cells, f->target + i * words, words);
    if (!l->w.out && !l->only_one) {
        l->w.count += turns_of(l, n, safe);
        set_minus(cells, safe, words);
    }
    for (int to = set_take_first(cells, words); to >= 0; to = set_take_first(cells, words)) {
        if (list_cell(l, i, to, set_has(safe, to, words))) {
            return 1;
        }
    }
    return 0;
}

static int list_all(lister *l) {
    quick_offer(l->f);
    for (int i = 0, n = l->f->offer_count; i < n; i++) {
        if (list_offer(l, i)) {
            break;
        }
    }
    if (l->saved) {
        vm_drop(l->f);
    }
    l->f->offer_count = 0;
    return l->w.count;
}

int quick_list(frame *f, tsr_move *out, int cap) {
    lister l;
    l.f = f;
    l.p = f->p;
    l.w = walk_begin(f);
    l.w.out = out;
    l.w.cap = cap;
    l.mode = f->p->split ? WAYS_FIRST : WAYS_LIST;
    l.saved = l.only_one = l.asked = 0;
    return list_all(&l);
}

int quick_exists(frame *f) {
    quick_offer(f);
    for (int i = 0; i < f->offer_count; i++) {
        if (f->p->fact.turn[f->offer[i].node].leads_on) {
            f->offer_count = 0;
            return 1;
        }
    }
    lister l;
    l.f = f;
    l.p = f->p;
    l.w = walk_begin(f);
    l.mode = WAYS_EXISTS;
    l.saved = l.asked = 0;
    l.only_one = 1;
    return list_all(&l) > 0;
}
