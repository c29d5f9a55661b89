// SPDX-License-Identifier: MIT
#include "lang/quick.h"

#include "lang/vm_sets.h"

int quick_ready(const frame *f) {
    return !f->h.pc && f->p->phase[f->h.phase].offers[f->h.me];
}

void quick_offer(frame *f) {
    f->offer_count = f->offer_first = 0;
    f->with = BOARD_NONE;
    (void)vm_run(f, f->p->phase[f->h.phase].offers[f->h.me]);
    f->node = 0;
    f->with = BOARD_NONE;
}

int quick_from(const frame *f, int i, int to) {
    const offer *o = &f->offer[i];
    return o->form == OFFER_ORIGIN  ? o->aux
           : o->form == OFFER_CLASS ? walk_class_origin(f->p, o->aux, to)
                                    : -1;
}

void quick_load(frame *f, int i, int to, int sub) {
    const program *p = f->p;
    const ir_node *n = &p->node[f->offer[i].node];
    const int w = p->b.words;
    int from = quick_from(f, i, to);
    if (from >= 0) {
        set_one(vm_set(f, p->at.from), from, w);
    }
    if (to >= 0) {
        set_one(vm_set(f, p->at.to), to, w);
    }
    if (n->bind != BOARD_NONE) {
        set_one(vm_set(f, n->bind), f->offer[i].with, w);
    }
    f->sub = sub;
}

int quick_run(frame *f, int i, int to, int sub) {
    quick_load(f, i, to, sub);
    return vm_run(f, f->p->node[f->offer[i].node].turn) != VM_NO;
}

// --- Listing ---------------------------------------------------------------------------

typedef struct lister {
    frame *f;
    const program *p;
    walker w; // its `out`, `cap` and `count` are ours
    int saved;
    int only_one; // stop at the first
} lister;

static const ir_node *promotion_at(const program *p, int at, int *r) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return (*r)-- == 0 ? n : NULL;
    }
    const ir_node *found = promotion_at(p, n->next, r);
    return found ? found : promotion_at(p, n->alt, r);
}

// The bits of a move: walk_pack for one choice and perhaps a promotion.
static tsr_move pack(const program *p, const ir_node *n, int from, int to, int sub) {
    int at = p->choice_bits;
    tsr_move m = n->choice;
    if (p->choice[n->choice].kind == CH_MOTION) {
        m |= (tsr_move)from << at;
        at += p->cell_bits;
    }
    if (to >= 0) {
        m |= (tsr_move)to << at;
        at += p->cell_bits;
    }
    if (sub >= 0) {
        const ir_node *when = &p->node[n->next];
        m |= (tsr_move)promotion_at(p, when->next, &sub)->choice << at;
    }
    return m;
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

static int list_cell(lister *l, int i, int to) {
    const ir_node *n = &l->p->node[l->f->offer[i].node];
    int from = quick_from(l->f, i, to), ways = 1, promotes = 0;
    if (n->zone && n->weight) {
        const uint64_t *zone = l->p->consts + (n->zone - 1) * l->p->b.words;
        promotes = board_has(zone, to);
        ways = promotes ? n->weight : 1;
    }
    for (int sub = 0; sub < ways; sub++) {
        if (n->tail == TAIL_PLAIN || test(l, i, to, sub)) {
            if (take(l, pack(l->p, n, from, to, promotes ? sub : -1))) {
                return 1;
            }
        }
    }
    return 0;
}

static int list_offer(lister *l, int i) {
    frame *f = l->f;
    const ir_node *n = &l->p->node[f->offer[i].node];
    const int words = l->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS];
    if (!n->turn && n->tail != TAIL_PLAIN) {
        if (l->saved) {
            vm_drop(f);
            l->saved = 0;
        }
        return walk_offer(&l->w, n, i);
    }
    if (!l->w.out && n->tail == TAIL_PLAIN && !l->only_one) {
        l->w.count += (int)f->offer[i].size;
        return 0;
    }
    if (f->offer[i].form == OFFER_ONE) {
        return list_cell(l, i, -1);
    }
    set_copy(cells, f->target + i * words, words);
    for (int to = set_take_first(cells, words); to >= 0; to = set_take_first(cells, words)) {
        if (list_cell(l, i, to)) {
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
    l.w = walk_begin(f, f->p->split ? WALK_FIRST : WALK_LIST);
    l.w.out = out;
    l.w.cap = cap;
    l.w.split = f->p->split;
    l.saved = l.only_one = 0;
    return list_all(&l);
}

int quick_exists(frame *f) {
    quick_offer(f);
    for (int i = 0; i < f->offer_count; i++) {
        if (f->p->node[f->offer[i].node].sure) {
            f->offer_count = 0;
            return 1;
        }
    }
    lister l;
    l.f = f;
    l.p = f->p;
    l.w = walk_begin(f, WALK_EXISTS);
    l.saved = 0;
    l.only_one = 1;
    return list_all(&l) > 0;
}
