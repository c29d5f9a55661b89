// SPDX-License-Identifier: MIT
//
// The walker: follows the automaton through all paths of a turn, depth first, in one of several modes
// (walk_impl.h).
#include <string.h>

#include "lang/ir/rt/sets.h"
#include "lang/vm/walk_impl.h"

// --- Moves as bits -----------------------------------------------------------------------

static int has_from(int kind) {
    return kind == CH_MOTION;
}

static int has_to(int kind) {
    return kind <= CH_TAKE;
}

// FNV over the steps, for paths that are too long to pack.
static tsr_move hash_path(const path *w) {
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < w->count; i++) {
        const walk_step *s = &w->step[i];
        h = (h ^ (uint64_t)(uint32_t)(s->choice << 24 ^ (s->from + 1) << 12 ^ (s->to + 1))) *
            0x100000001b3u;
        h ^= h >> 29;
    }
    return (h & (WALK_HASHED - 1)) | WALK_HASHED;
}

tsr_move walk_pack(const program *p, const path *w) {
    tsr_move m = 0;
    int at = 0;
    for (int i = 0; i < w->count; i++) {
        const walk_step *s = &w->step[i];
        int kind = p->choice[s->choice].kind;
        int need = p->size.choice_bits + (has_from(kind) + has_to(kind)) * p->size.cell_bits;
        if (at + need > 62) {
            return hash_path(w);
        }
        m |= (tsr_move)s->choice << at;
        at += p->size.choice_bits;
        if (has_from(kind)) {
            m |= (tsr_move)s->from << at;
            at += p->size.cell_bits;
        }
        if (has_to(kind)) {
            m |= (tsr_move)s->to << at;
            at += p->size.cell_bits;
        }
    }
    return m;
}

int walk_unpack(const program *p, tsr_move m, path *w) {
    uint64_t choice_mask = ((uint64_t)1 << p->size.choice_bits) - 1;
    uint64_t cell_mask = ((uint64_t)1 << p->size.cell_bits) - 1;
    w->count = 0;
    if (m >> 62) {
        return 0;
    }
    while (m && w->count < WALK_MAX_CHOICES) {
        walk_step *s = &w->step[w->count++];
        s->choice = (int)(m & choice_mask);
        s->from = s->to = -1;
        m >>= p->size.choice_bits;
        if (s->choice < 1 || s->choice > p->choice_count) {
            return 0;
        }
        int kind = p->choice[s->choice].kind;
        if (has_from(kind)) {
            s->from = (int)(m & cell_mask);
            m >>= p->size.cell_bits;
        }
        if (has_to(kind)) {
            s->to = (int)(m & cell_mask);
            m >>= p->size.cell_bits;
        }
        if (s->from >= p->b.cells || s->to >= p->b.cells) {
            return 0;
        }
    }
    return m == 0 && w->count > 0;
}

// --- The walk -------------------------------------------------------------------------------

static int emit_move(walker *w) {
    // A turn without any choice is the move "done".
    tsr_move m = w->now.count ? walk_pack(w->p, &w->now) : 1;
    if (w->out) {
        if (w->count >= w->cap) {
            return 1;
        }
        w->out[w->count] = m;
    }
    w->count++;
    return 0;
}

static int reach_end(walker *w, int at) {
    w->ended = at;
    switch (w->mode) {
    case WALK_LIST: return emit_move(w);
    case WALK_FIRST: return 1;
    case WALK_EXISTS: w->count = 1; return 1;
    case WALK_FOLLOW:
        if (w->goal_at == w->goal->count) {
            return 1;
        }
        // The move says "done" where it could have gone on.
        return w->goal_at == w->goal->count - 1 && w->goal->step[w->goal_at].choice == 1;
    case WALK_FIND: return hash_path(&w->now) == w->hash;
    case WALK_MEASURE: return 0;
    }
    return 0;
}

void walk_load_choice(frame *f, const ir_node *n, int from, int to) {
    const program *p = f->p;
    const int words = p->b.words;
    uint64_t *r_from = vm_set(f, p->at.from), *r_to = vm_set(f, p->at.to);
    int kind = p->choice[n->choice].kind;
    if (kind == CH_CONTINUE) {
        set_copy(r_from, vm_set(f, p->at.here), words);
    } else if (from >= 0) {
        set_one(r_from, from, words);
    }
    if (to >= 0) {
        set_one(r_to, to, words);
    }
}

static int after_choice(walker *w, const ir_node *n) {
    int r = vm_run(w->f, n->apply);
    if (r == VM_OVER) {
        return reach_end(w, 0);
    }
    return walk_from(w, n->next);
}

// Does the rest of the turn lead anywhere after this choice? For split moves.
static int leads_on(walker *w, const ir_node *n) {
    walker sub = *w;
    sub.mode = WALK_EXISTS;
    sub.out = NULL;
    sub.count = 0;
    (void)after_choice(&sub, n);
    return sub.count > 0;
}

static int emit_first(walker *w) {
    tsr_move m = walk_pack(w->p, &w->now);
    for (int i = 0; w->out && i < w->count; i++) {
        if (w->out[i] == m) {
            return 0;
        }
    }
    return emit_move(w);
}

static int try_choice(walker *w, const ir_node *n, int from, int to) {
    walk_step *s = &w->now.step[w->now.count];
    if (w->now.count >= WALK_MAX_CHOICES) {
        w->f->cut = 1;
        return 0;
    }
    s->choice = n->choice;
    s->from = has_from(w->p->choice[n->choice].kind) ? from : -1;
    s->to = has_to(w->p->choice[n->choice].kind) ? to : -1;
    w->now.count++;
    if (ir_path(w->p, n)->tail == TAIL_PLAIN && w->mode == WALK_LIST) {
        int stop = emit_move(w);
        w->now.count--;
        return stop;
    }
    if (w->mode == WALK_FIRST && ir_path(w->p, n)->tail == TAIL_PLAIN) {
        int stop = emit_first(w);
        w->now.count--;
        return stop;
    }
    if (ir_path(w->p, n)->tail == TAIL_PLAIN && w->mode == WALK_EXISTS) {
        w->count = 1;
        return 1;
    }
    if (!vm_save(w->f)) {
        w->f->cut = 1;
        w->now.count--;
        return 0;
    }
    walk_load_choice(w->f, n, from, to);
    int stop;
    if (w->mode == WALK_FIRST) {
        int ok = leads_on(w, n);
        vm_restore(w->f);
        vm_drop(w->f);
        stop = ok ? emit_first(w) : 0;
        w->now.count--;
        return stop;
    }
    stop = after_choice(w, n);
    if (!stop || w->mode == WALK_EXISTS) {
        vm_restore(w->f);
    }
    vm_drop(w->f);
    w->now.count -= !stop || w->mode == WALK_EXISTS;
    return stop;
}

// The cell a class move to `to` comes from.
int walk_class_origin(const program *p, int shift, int to) {
    const board_shift *s = &p->b.shift[shift];
    if (s->uniform) {
        return to - s->amount;
    }
    for (int c = 0; c < p->b.cells; c++) {
        if (s->to[c] == to) {
            return c;
        }
    }
    return to;
}

int walk_offer(walker *w, const ir_node *n, int i) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS];
    set_copy(cells, f->target + i * words, words);
    offer o = f->offer[i];
    if (o.form == OFFER_ONE) {
        return try_choice(w, n, -1, -1);
    }
    for (int to = set_take_first(cells, words); to >= 0; to = set_take_first(cells, words)) {
        int from = o.form == OFFER_ORIGIN  ? o.aux
                   : o.form == OFFER_CLASS ? walk_class_origin(w->p, o.aux, to)
                                           : -1;
        if (try_choice(w, n, from, to)) {
            return 1;
        }
    }
    return 0;
}

static int offered(const walker *w, int first, int from, int to) {
    const frame *f = w->f;
    const int words = w->p->b.words;
    for (int i = first; i < f->offer_count; i++) {
        const offer *o = &f->offer[i];
        if (o->form == OFFER_ONE) {
            return 1;
        }
        if (!board_has(f->target + i * words, to)) {
            continue;
        }
        if (o->form == OFFER_CELLS || from < 0 || (o->form == OFFER_ORIGIN && o->aux == from) ||
            (o->form == OFFER_CLASS && walk_class_origin(w->p, o->aux, to) == from)) {
            return 1;
        }
    }
    return 0;
}

// --- Reasons -----------------------------------------------------------------------------

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
    vm_restore(f);
    vm_drop(f);
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

static void explain_choice(walker *w, const ir_node *n, walk_step s) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t saved[BOARD_MAX_WORDS];
    uint64_t *here = vm_set(f, w->p->at.here);
    int first = f->offer_count;
    walk_reason r = {
        .kind = REASON_REACH, .rule = w->p->choice[n->choice].rule, .cell = s.to, .attacker = -1};
    set_copy(saved, here, words);
    if (s.from >= 0) {
        set_one(here, s.from, words);
    } else if (w->p->choice[n->choice].kind != CH_CONTINUE && s.to >= 0) {
        set_one(here, s.to, words);
    }
    if (n->reach) {
        (void)vm_run(f, n->reach);
        int ok = offered(w, first, -1, s.to);
        f->offer_count = first;
        r.kind = ok ? REASON_TARGET : REASON_REACH;
    } else {
        r.kind = REASON_TARGET;
    }
    note_reason(w, r);
    if (r.kind == REASON_TARGET) {
        explain_conditions(w, n, REASON_GUARD);
    }
    set_copy(here, saved, words);
}

// FOLLOW: only the next step of the goal will do.
static int follow_choice(walker *w, const ir_node *n) {
    if (w->goal_at >= w->goal->count) {
        return 0;
    }
    walk_step s = w->goal->step[w->goal_at];
    if (s.choice != n->choice) {
        return 0;
    }
    if (!(w->trusting && ir_path(w->p, n)->trust)) {
        int first = w->f->offer_count;
        (void)vm_run(w->f, n->code);
        int from = s.from >= 0 ? s.from : -1;
        int ok = offered(w, first, from, s.to);
        w->f->offer_count = first;
        if (!ok) {
            if (w->why) {
                explain_choice(w, n, s);
            }
            return 0;
        }
    }
    if (w->trusting && ir_path(w->p, n)->trust &&
        (ir_path(w->p, n)->tail != TAIL_CHOICE || w->split)) {
        // Nothing can go wrong any more: no need to be able to step back.
        walk_load_choice(w->f, n, s.from, s.to);
        w->goal_at++;
        if (w->split && ir_path(w->p, n)->tail == TAIL_CHOICE) {
            if (vm_run(w->f, n->apply) == VM_OVER) {
                w->ended = 0;
            } else {
                w->stop_node = n->next;
            }
            return 1;
        }
        return after_choice(w, n);
    }
    if (!vm_save(w->f)) {
        return 0;
    }
    walk_load_choice(w->f, n, s.from, s.to);
    w->goal_at++;
    int stop;
    if (w->split) {
        if (vm_run(w->f, n->apply) == VM_OVER) {
            w->ended = 0;
        } else {
            w->stop_node = n->next;
        }
        stop = 1;
    } else {
        stop = after_choice(w, n);
    }
    if (!stop) {
        vm_restore(w->f);
        w->goal_at--;
    }
    vm_drop(w->f);
    return stop;
}

static int walk_choice(walker *w, const ir_node *n) {
    frame *f = w->f;
    int first = f->offer_count, stop = 0;
    if (w->mode == WALK_FOLLOW) {
        return follow_choice(w, n);
    }
    if (w->only && w->now.count == 0 && !(w->only >> (n->choice & 63) & 1)) {
        return 0;
    }
    if (w->mode == WALK_LIST && !w->out && ir_path(f->p, n)->tail == TAIL_PLAIN) { // counting
        (void)vm_run(f, n->code);
        for (int i = first; i < f->offer_count; i++) {
            w->count += (int)f->offer[i].size;
        }
        f->offer_count = first;
        return 0;
    }
    (void)vm_run(f, n->code);
    int last = f->offer_count;
    for (int i = first; i < last && !stop; i++) {
        stop = walk_offer(w, n, i);
    }
    f->offer_count = first;
    return stop;
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

// Whether the goal could be followed from `at`. The walk stands where it stood: one that
// arrives leaves its effects behind, and copies that callers have saved lie below.
static int would_follow(const walker *w, int at) {
    walker probe = *w;
    frame *f = w->f;
    if (!vm_save(f)) {
        return 0;
    }
    int top = f->save_top;
    probe.why = NULL;
    int arrives = walk_from(&probe, at);
    f->save_top = top;
    vm_restore(f);
    vm_drop(f);
    return arrives;
}

// How many complete paths there are so far; tells `else` whether its first part led
// anywhere.
static int walk_else(walker *w, const ir_node *n) {
    if (w->mode == WALK_FOLLOW) {
        if (w->trusting) {
            return walk_from(w, n->next) || walk_from(w, n->alt);
        }
        if (walk_from(w, n->next)) {
            return 1;
        }
        walker sub = *w;
        sub.mode = WALK_EXISTS;
        sub.out = NULL;
        sub.count = 0;
        sub.why = NULL;
        (void)walk_from(&sub, n->next);
        if (!sub.count) {
            return walk_from(w, n->alt);
        }
        if (w->why && (w->goal_at > 0 ||
                       w->p->fact.path[n->alt].first >> (w->goal->step[0].choice & 63) & 1)) {
            if (would_follow(w, n->alt)) { // it would do, if nothing came first
                walk_reason r = {.kind = REASON_FIRST, .cell = -1, .attacker = -1};
                r.rule = first_rule(w->p, n->next, 0);
                note_reason(w, r);
            }
        }
        return 0;
    }
    if (w->mode == WALK_FIRST) {
        walker sub = *w;
        sub.mode = WALK_EXISTS;
        sub.out = NULL;
        sub.count = 0;
        (void)walk_from(&sub, n->next);
        return walk_from(w, sub.count ? n->next : n->alt);
    }
    if (w->mode == WALK_MEASURE || w->mode == WALK_FIND) {
        int before = w->count;
        if (walk_from(w, n->next)) {
            return 1;
        }
        if (w->count != before) {
            return 0;
        }
        if (w->mode == WALK_FIND) {
            walker sub = *w;
            sub.mode = WALK_EXISTS;
            sub.out = NULL;
            sub.count = 0;
            (void)walk_from(&sub, n->next);
            return sub.count ? 0 : walk_from(w, n->alt);
        }
        return walk_from(w, n->alt);
    }
    if (w->only && w->now.count == 0) { // what does not count comes first all the same
        walker sub = *w;
        sub.only = 0;
        sub.count = 0;
        (void)walk_from(&sub, n->next);
        return walk_from(w, sub.count ? n->next : n->alt);
    }
    int before = w->count;
    if (walk_from(w, n->next)) {
        return 1;
    }
    return w->count == before ? walk_from(w, n->alt) : 0;
}

static int walk_for(walker *w, const ir_node *n) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS], saved[BOARD_MAX_WORDS];
    (void)vm_run(f, w->why && n->reach ? n->reach : n->code);
    set_copy(cells, vm_set(f, f->ret_set), words);
    set_copy(saved, vm_set(f, n->reg), words);
    for (int c = set_take_first(cells, words); c >= 0; c = set_take_first(cells, words)) {
        set_one(vm_set(f, n->reg), c, words);
        int stop = walk_from(w, n->next);
        if (!stop || w->mode == WALK_EXISTS) {
            set_copy(vm_set(f, n->reg), saved, words);
        }
        if (stop) {
            return 1;
        }
    }
    return 0;
}

// The most choices any path from `at` to the mark makes.
static int measure(walker *w, int at) {
    walker sub = *w;
    sub.mode = WALK_MEASURE;
    sub.out = NULL;
    sub.count = 0;
    sub.longest = -1;
    sub.measure_from = w->now.count;
    (void)walk_from(&sub, at);
    return sub.longest;
}

static int walk_longest(walker *w, const ir_node *n) {
    int saved = w->need;
    if (w->mode == WALK_MEASURE) {
        return walk_from(w, n->next);
    }
    int best = measure(w, n->next);
    if (best < 0) {
        return 0;
    }
    w->need = w->now.count + best;
    int stop = walk_from(w, n->next);
    w->need = saved;
    return stop;
}

static int walk_mark(walker *w, const ir_node *n) {
    if (w->mode == WALK_MEASURE) {
        int len = w->now.count - w->measure_from;
        w->longest = len > w->longest ? len : w->longest;
        w->count++;
        return 0;
    }
    if (w->need >= 0 && w->mode != WALK_FOLLOW && w->now.count != w->need) {
        return 0;
    }
    if (w->why && w->goal_at < w->need) {
        walk_reason r = {.kind = REASON_LONGEST, .cell = -1, .attacker = -1};
        note_reason(w, r);
        return 0;
    }
    return walk_from(w, n->next);
}

// Effects before the next choice. They are undone when the walk comes back.
static int walk_do(walker *w, const ir_node *n) {
    if (w->trusting && w->mode == WALK_FOLLOW && w->goal_at > 0) {
        return vm_run(w->f, n->code) == VM_OVER ? reach_end(w, 0) : walk_from(w, n->next);
    }
    if (!vm_save(w->f)) {
        return 0;
    }
    int stop = vm_run(w->f, n->code) == VM_OVER ? reach_end(w, 0) : walk_from(w, n->next);
    if (!stop || w->mode == WALK_EXISTS) {
        vm_restore(w->f);
    }
    vm_drop(w->f);
    return stop;
}

int walk_from(walker *w, int at) {
    const ir_node *n = &w->p->node[at];
    if (--w->f->fuel < 0 || w->depth >= WALK_MAX_DEPTH) {
        w->f->cut |= w->depth >= WALK_MAX_DEPTH;
        return 0;
    }
    if (w->mode == WALK_FOLLOW && w->goal_at == 0 && n->kind > N_TEST && n->kind != N_ROLL &&
        !(ir_path(w->p, n)->first >> (w->goal->step[0].choice & 63) & 1) &&
        w->goal->step[0].choice != 1) {
        return 0;
    }
    int stop = 0;
    w->depth++;
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: stop = reach_end(w, at); break;
    case N_DEAD: break;
    case N_DO: stop = walk_do(w, n); break;
    case N_TEST:
        if (vm_run(w->f, n->code) == VM_YES) {
            stop = walk_from(w, n->next);
        } else if (w->why) {
            explain_conditions(w, n, REASON_REQUIRE);
        }
        break;
    case N_WHEN: stop = walk_from(w, vm_run(w->f, n->code) == VM_YES ? n->next : n->alt); break;
    case N_OR: stop = walk_from(w, n->next) || walk_from(w, n->alt); break;
    case N_ELSE: stop = walk_else(w, n); break;
    case N_FOR: stop = walk_for(w, n); break;
    case N_LONGEST: stop = walk_longest(w, n); break;
    case N_MARK: stop = walk_mark(w, n); break;
    case N_CHOICE: stop = walk_choice(w, n); break;
    }
    w->depth--;
    return stop;
}

// --- Frames ------------------------------------------------------------------------------------

walker walk_begin(frame *f, walk_mode mode) {
    walker w;
    memset(&w, 0, offsetof(walker, now));
    w.f = f;
    w.p = f->p;
    w.mode = mode;
    w.now.count = 0;
    w.goal = NULL;
    w.goal_at = 0;
    w.hash = 0;
    w.trusting = 0;
    w.stop_node = -1;
    w.longest = -1;
    w.measure_from = 0;
    w.need = -1;
    w.depth = 0;
    w.split = 0;
    w.why = NULL;
    w.only = 0;
    w.ended = -1;
    f->can = walk_can;
    return w;
}

// `can(rule)`: walks without touching the registers of the code that asks.
int walk_can(frame *f, int node, const uint64_t *here) {
    uint64_t sets[IR_MAX_SET_WORDS];
    int32_t nums[IR_MAX_NUMS];
    const program *p = f->p;
    size_t set_size = (size_t)(p->at.set_count * p->b.words) * sizeof *sets;
    size_t num_size = (size_t)p->at.num_count * sizeof *nums;
    uint32_t (*next)(frame *, int) = f->next;
    ir_head h = f->h;
    if (f->fuel < 0) {
        return 0;
    }
    f->fuel -= 10;
    f->next = NULL;
    memcpy(sets, f->set, set_size);
    memcpy(nums, f->num, num_size);
    memmove(vm_set(f, p->at.here), here, (size_t)p->b.words * sizeof *here);
    walker w = walk_begin(f, WALK_EXISTS);
    (void)walk_from(&w, node);
    memcpy(f->set, sets, set_size);
    memcpy(f->num, nums, num_size);
    f->h = h;
    f->next = next;
    return w.count > 0;
}

int walk_start_node(const frame *f) {
    return f->h.pc ? f->h.pc : f->p->phase[f->h.phase].start[f->h.me];
}

// Where `longest` is in force at a node inside it, the paths must stay longest.
void walk_resume_longest(walker *w, int at) {
    if (w->p->node[at].within) {
        int best = measure(w, at);
        w->need = best < 0 ? -1 : w->now.count + best;
    }
}

// Finds the path of a hashed move. 0 if there is none.
int walk_find_hashed(frame *f, tsr_move m, path *out) {
    walker w = walk_begin(f, WALK_FIND);
    int at = walk_start_node(f);
    w.hash = m;
    if (!vm_save(f)) {
        return 0;
    }
    walk_resume_longest(&w, at);
    int found = walk_from(&w, at);
    *out = w.now;
    f->save_top = (int)((sizeof f->h + (size_t)(f->p->at.state_sets * f->p->b.words) * 8 +
                         (size_t)f->p->at.state_nums * 4 + 7) /
                        8);
    vm_restore(f);
    vm_drop(f);
    return found;
}

int walk_steps(const program *p, const void *state, tsr_move m, walk_step *out, int cap) {
    path w;
    if (m & WALK_HASHED) {
        frame f;
        vm_load(&f, p, state);
        if (!walk_find_hashed(&f, m, &w)) {
            return -1;
        }
    } else if (!walk_unpack(p, m, &w)) {
        return -1;
    }
    int n = w.count < cap ? w.count : cap;
    memcpy(out, w.step, (size_t)n * sizeof *out);
    return n;
}

void walk_explain(const program *p, const void *state, const walk_step *step, int count,
                  walk_reason *out) {
    frame f;
    path goal = {.count = count};
    memset(out, 0, sizeof *out);
    out->cell = out->attacker = -1;
    vm_load(&f, p, state);
    memcpy(goal.step, step, (size_t)count * sizeof *step);
    walker w = walk_begin(&f, WALK_FOLLOW);
    w.goal = &goal;
    w.why = out;
    w.split = p->split;
    int at = walk_start_node(&f);
    walk_resume_longest(&w, at);
    (void)walk_from(&w, at);
}
