// SPDX-License-Identifier: MIT
//
// Runs the functions of ways: instructions about the sets that joined code offers, and their turns.
#include "lang/vm/joined.h"

#include "lang/ir/rt/sets.h"

static void run_offers(frame *f, uint32_t code) {
    f->offer_count = f->offer_first = f->offer_base;
    f->with = BOARD_NONE;
    (void)vm_run(f, code);
    f->cut |= f->offer_base && f->offer_count == VM_MAX_OFFERS; // others take room, too
    f->node = 0;
    f->with = BOARD_NONE;
}

void joined_offer(frame *f) {
    run_offers(f, f->p->phase[f->h.phase].offers[f->h.me]);
}

int joined_run(frame *f, int i, int to, int sub) {
    play_load(f, i, to, sub, f->p->b.words);
    return vm_run(f, f->p->fact.turn[f->offer[i].node].turn) != VM_NO;
}

// --- Promotions ----------------------------------------------------------------------------------

int walk_turns_at(const program *p, int node, int to) {
    const fact_weight *weight = &p->fact.weight[node];
    const int promotes = to >= 0 && weight->zone && weight->weight > 1 &&
                         board_has(p->consts + (weight->zone - 1) * p->b.words, to);
    return promotes ? weight->weight : 1;
}

int walk_becomes(walker *w, int node, int to) {
    if (walk_turns_at(w->p, node, to) == 1) {
        return 1;
    }
    int sub = w->sub;
    const int becomes = w->p->node[w->p->node[node].next].next;
    return walk_add_step(w, ir_promotion(w->p, becomes, &sub)->choice, -1, -1);
}

// --- Turns ---------------------------------------------------------------------------------------

void walk_forget_saved(walker *w) {
    if (w->saved) {
        vm_drop(w->f);
        w->saved = 0;
    }
}

// One copy serves all turns of the sets on offer, as long as nobody walks.
static int is_legal_offer(walker *w, int to) {
    if (!w->saved && !(w->saved = vm_save(w->f))) {
        return 0;
    }
    const int legal = joined_run(w->f, w->offer, to, w->sub);
    vm_restore(w->f);
    return legal;
}

int walk_is_legal(walker *w, int node, int from, int to) {
    frame *f = w->f;
    if (w->in_joined) {
        return is_legal_offer(w, to);
    }
    if (!vm_save(f)) {
        return 0;
    }
    walk_load_choice(f, &w->p->node[node], from, to);
    f->sub = w->sub;
    const int legal = vm_run(f, w->p->fact.turn[node].turn) != VM_NO;
    vm_back(f);
    return legal;
}

int walk_goes_on(walker *w, const way_insn *x, int from, int to) {
    frame *f = w->f;
    const int first = f->offer_count;
    if (!w->saved && !(w->saved = vm_save(f))) {
        return 0;
    }
    walk_load_choice(f, &w->p->node[x->c], from, to);
    (void)vm_run(f, x->a);
    const int more = f->offer_count > first;
    f->offer_count = first;
    vm_restore(f);
    w->in_joined = 0;
    return more;
}

// Whoever is called may walk on from there, and then nothing of this is at hand any more.
static int call_with_turns(walker *w, const way_insn *x, int in_joined, int is_safe, int from,
                           int to) {
    const int ways = walk_turns_at(w->p, x->c, to);
    for (int sub = 0; sub < ways; sub++) {
        w->in_joined = in_joined;
        w->is_safe = is_safe;
        w->sub = sub;
        if (walk_try(w, x->a, from, to)) {
            return 1;
        }
    }
    return 0;
}

int walk_call_with_turns(walker *w, const way_insn *x, way_kind kind, int from, int to) {
    const int words = w->p->b.words, i = w->offer;
    uint64_t cells[BOARD_MAX_WORDS];
    if (kind != WAYS_SETS) {
        return call_with_turns(w, x, 0, 0, from, to);
    }
    if (w->f->offer[i].form == OFFER_ONE) {
        set_zero(vm_set(w->f, w->p->at.to), words); // endings may ask what was added
        return call_with_turns(w, x, 1, 0, from, to);
    }
    set_copy(cells, w->cells, words);
    for (int z = set_take_first(cells, words); z >= 0; z = set_take_first(cells, words)) {
        if (call_with_turns(w, x, 1, set_has(w->safe, z, words), play_from(w->f, i, z), z)) {
            return 1;
        }
    }
    return 0;
}

// --- Sets ----------------------------------------------------------------------------------------

// From here on it is walked: what a `for` around the choice has named is in its register.
int walk_call_with_set(walker *w, const way_insn *x) {
    const int bind = w->p->fact.turn[x->c].bind, words = w->p->b.words;
    const int with = w->f->offer[w->offer].with;
    uint64_t was[BOARD_MAX_WORDS];
    walk_forget_saved(w);
    w->in_joined = 0;
    if (bind != BOARD_NONE) {
        set_copy(was, vm_set(w->f, bind), words);
        if (with < w->p->b.cells) {
            set_one(vm_set(w->f, bind), with, words);
        }
    }
    const int stop = walk_offer(w, x->a, w->offer);
    if (bind != BOARD_NONE) {
        set_copy(vm_set(w->f, bind), was, words);
    }
    return stop;
}

// The bits of a move of one choice.
static tsr_move pack(const program *p, const ir_node *n, int from, int to) {
    int at = p->size.choice_bits;
    tsr_move m = n->choice;
    if (p->choice[n->choice].kind == CH_MOTION) {
        m |= (tsr_move)from << at;
        at += p->size.cell_bits;
    }
    return to >= 0 ? m | (tsr_move)to << at : m;
}

static int list_move(walker *w, tsr_move m) {
    if (w->count >= w->cap) {
        return 1;
    }
    w->out[w->count++] = m;
    return 0;
}

int walk_list_set(walker *w, int node) {
    frame *f = w->f;
    const int words = w->p->b.words, i = w->offer;
    const ir_node *n = &w->p->node[node];
    uint64_t cells[BOARD_MAX_WORDS];
    if (!w->out) {
        w->count += (int)f->offer[i].size;
        return 0;
    }
    if (f->offer[i].form == OFFER_ONE) {
        return list_move(w, pack(w->p, n, -1, -1));
    }
    set_copy(cells, f->target + i * words, words);
    for (int z = set_take_first(cells, words); z >= 0; z = set_take_first(cells, words)) {
        if (list_move(w, pack(w->p, n, play_from(f, i, z), z))) {
            return 1;
        }
    }
    return 0;
}

void walk_tally(walker *w, int node) {
    const program *p = w->p;
    const fact_weight *weight = &p->fact.weight[node];
    const int words = p->b.words;
    if (w->out) {
        return;
    }
    w->count += set_count(w->safe, words);
    if (weight->zone && weight->weight > 1) {
        uint64_t zone[BOARD_MAX_WORDS];
        set_join_and(zone, w->safe, p->consts + (weight->zone - 1) * words, words);
        w->count += (weight->weight - 1) * set_count(zone, words);
    }
    set_minus(w->cells, w->safe, words);
}

// The function for a set. Two that have one instruction are not worth a call.
static int take_set(walker *w, uint32_t fn) {
    const frame *f = w->f;
    const way_insn *x = &w->p->ways->x[w->p->ways->fn[fn].first];
    const int words = w->p->b.words, i = w->offer;
    if (x->op == WAY_SOME || x->op == WAY_LISTS) {
        return x->op == WAY_SOME || walk_list_set(w, x->c);
    }
    if (f->offer[i].form != OFFER_ONE) {
        set_copy(w->cells, f->target + i * words, words);
        set_zero(w->safe, words);
    }
    return walk_try(w, fn, -1, -1);
}

int walk_joined(walker *w, uint32_t code, way_mode mode) {
    frame *f = w->f;
    int stop = 0;
    run_offers(f, code);
    w->saved = 0;
    for (int i = f->offer_base, n = f->offer_count; i < n && !stop; i++) {
        const int fn = way_of(w->p, WAYS_SETS, mode, f->offer[i].node);
        w->offer = i;
        stop = fn >= 0 && take_set(w, (uint32_t)fn);
    }
    walk_forget_saved(w);
    f->offer_count = f->offer_base;
    return stop;
}
