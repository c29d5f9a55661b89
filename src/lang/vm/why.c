// SPDX-License-Identifier: MIT
//
// Why a move is not legal: what a way that follows it notes where it can go no further.
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk_impl.h"

// The cell of an enemy piece that attacks `cell`, or -1. A piece of `me` is thought to
// stand there.
static int find_attacker(frame *f, int cell, int me) {
    const program *p = f->p;
    const int words = p->b.words;
    int found = -1, first = f->offer_count;
    if (!vm_save(f)) {
        return -1;
    }
    board_put(vm_set(f, p->at.own + me), cell);
    for (int i = 2; i < p->node_count && found < 0; i++) {
        const ir_node *n = &p->node[i];
        if (n->kind != N_CHOICE || !ir_path(p, n)->trust ||
            p->choice[n->choice].kind != CH_MOTION) {
            continue;
        }
        f->offer_count = first;
        (void)vm_run(f, n->code);
        for (int k = first; k < f->offer_count && found < 0; k++) {
            const offer *o = &f->offer[k];
            if (!board_has(f->target + k * words, cell)) {
                continue;
            }
            int from = o->form == OFFER_ORIGIN ? o->aux : walk_class_origin(p, o->aux, cell);
            // Code of `me` offers own pieces only; anybody else's is an enemy's.
            found = board_has(vm_set(f, p->at.own + me), from) ? -1 : from;
        }
    }
    f->offer_count = first;
    vm_back(f);
    return found;
}

static void note_reason(walker *w, walk_reason r) {
    if (w->why && r.kind > w->why->kind) {
        *w->why = r;
    }
}

// Which of a node's conditions fails, with `here` as it is now.
static void explain_conditions(walker *w, const ir_node *n, walk_reason_kind kind) {
    frame *f = w->f;
    for (int i = 0; i < n->explains; i++) {
        const ir_explain *x = &w->p->words.explain[n->explain + i];
        if (vm_run(f, x->code) == VM_YES) {
            continue;
        }
        walk_reason r = {.kind = kind, .cond = x->cond, .cell = -1, .attacker = -1};
        if (x->cells) {
            (void)vm_run(f, x->cells);
            r.cell = vm_first(vm_set(f, f->ret_set), w->p->b.words);
            r.attacked = x->attacked;
        }
        if (r.cell >= 0 && r.attacked) {
            r.attacker = find_attacker(f, r.cell, f->h.me);
        }
        note_reason(w, r);
        return;
    }
}

// Its cells are those of the move, -1 = none.
void why_not_offered(walker *w, int node, int from, int to) {
    const ir_node *n = &w->p->node[node];
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t saved[BOARD_MAX_WORDS];
    uint64_t *here = vm_set(f, w->p->at.here);
    walk_reason r = {
        .kind = REASON_REACH, .rule = w->p->choice[n->choice].rule, .cell = to, .attacker = -1};
    if (!w->why) {
        return;
    }
    set_copy(saved, here, words);
    if (from >= 0) {
        set_one(here, from, words);
    } else if (w->p->choice[n->choice].kind != CH_CONTINUE && to >= 0) {
        set_one(here, to, words);
    }
    if (n->reach) {
        r.kind = walk_is_offered(f, n->reach, -1, to) ? REASON_TARGET : REASON_REACH;
    } else {
        r.kind = REASON_TARGET;
    }
    note_reason(w, r);
    if (r.kind == REASON_TARGET) {
        explain_conditions(w, n, REASON_GUARD);
    }
    set_copy(here, saved, words);
}

void why_test(walker *w, int node) {
    if (w->why) {
        explain_conditions(w, &w->p->node[node], REASON_REQUIRE);
    }
}

static uint64_t first_choice(const walker *w) {
    return (uint64_t)1 << (w->goal->step[0].choice & 63);
}

int why_leads(const walker *w, int node) {
    return w->goal_at > 0 || w->p->fact.path[node].first & first_choice(w) ||
           w->goal->step[0].choice == 1;
}

// The first choice below a node, to name what comes first.
static const ast *first_rule(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return p->choice[n->choice].rule;
    }
    return depth > 20 || n->kind == N_END || n->kind == N_DEAD ? NULL
                                                               : first_rule(p, n->next, depth + 1);
}

// Whether the goal could be followed from here by `fn`. The walk stands where it stood: one that
// arrives leaves its effects behind.
static int would_follow(const walker *w, uint32_t fn) {
    walker probe = *w;
    frame *f = w->f;
    if (!vm_save(f)) {
        return 0;
    }
    probe.why = NULL;
    int arrives = walk_run(&probe, fn);
    vm_back(f);
    return arrives;
}

void why_first(walker *w, uint32_t fn, int node) {
    const ir_node *n = &w->p->node[node];
    const int may = w->goal_at > 0 || w->p->fact.path[n->alt].first & first_choice(w);
    if (w->why && may && would_follow(w, fn)) { // it would do, if nothing came first
        walk_reason r = {.kind = REASON_FIRST, .cell = -1, .attacker = -1};
        r.rule = first_rule(w->p, n->next, 0);
        note_reason(w, r);
    }
}

int why_short(walker *w, uint32_t code) {
    if ((code ? walk_worth(w, code) : w->goal_at) >= w->need) {
        return 0;
    }
    note_reason(w, (walk_reason){.kind = REASON_LONGEST, .cell = -1, .attacker = -1});
    return 1;
}
