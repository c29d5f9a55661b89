// SPDX-License-Identifier: MIT
#include "lang/walk.h"

#include <string.h>

#include "lang/vm_sets.h"

// --- Moves as bits -----------------------------------------------------------------------

typedef struct path {
    walk_step step[WALK_MAX_CHOICES];
    int count;
} path;

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

static tsr_move pack(const program *p, const path *w) {
    tsr_move m = 0;
    int at = 0;
    for (int i = 0; i < w->count; i++) {
        const walk_step *s = &w->step[i];
        int kind = p->choice[s->choice].kind;
        int need = p->choice_bits + (has_from(kind) + has_to(kind)) * p->cell_bits;
        if (at + need > 62) {
            return hash_path(w);
        }
        m |= (tsr_move)s->choice << at;
        at += p->choice_bits;
        if (has_from(kind)) {
            m |= (tsr_move)s->from << at;
            at += p->cell_bits;
        }
        if (has_to(kind)) {
            m |= (tsr_move)s->to << at;
            at += p->cell_bits;
        }
    }
    return m;
}

static int unpack(const program *p, tsr_move m, path *w) {
    uint64_t choice_mask = ((uint64_t)1 << p->choice_bits) - 1;
    uint64_t cell_mask = ((uint64_t)1 << p->cell_bits) - 1;
    w->count = 0;
    if (m >> 62) {
        return 0;
    }
    while (m && w->count < WALK_MAX_CHOICES) {
        walk_step *s = &w->step[w->count++];
        s->choice = (int)(m & choice_mask);
        s->from = s->to = -1;
        m >>= p->choice_bits;
        if (s->choice < 1 || s->choice > p->choice_count) {
            return 0;
        }
        int kind = p->choice[s->choice].kind;
        if (has_from(kind)) {
            s->from = (int)(m & cell_mask);
            m >>= p->cell_bits;
        }
        if (has_to(kind)) {
            s->to = (int)(m & cell_mask);
            m >>= p->cell_bits;
        }
        if (s->from >= p->b.cells || s->to >= p->b.cells) {
            return 0;
        }
    }
    return m == 0 && w->count > 0;
}

// --- The walk -------------------------------------------------------------------------------

typedef enum walk_mode {
    WALK_LIST,   // joined: every path is a move
    WALK_FIRST,  // split: every first choice that leads somewhere
    WALK_EXISTS, // stop at the first path
    WALK_FOLLOW, // take the given path
    WALK_FIND,   // the path whose hash is given
    WALK_MEASURE // how long the paths to the mark are
} walk_mode;

typedef struct walker {
    frame *f;
    const program *p;
    walk_mode mode;
    tsr_move *out;
    int cap, count;
    path now;        // choices so far
    const path *goal; // WALK_FOLLOW
    int goal_at;
    tsr_move hash;
    int trusting;    // FOLLOW: the move is known to be legal
    int stop_node;   // split FOLLOW: where the next choice is asked
    int longest, measure_from, need; // of `longest`
    int depth;
    int split;
    walk_reason *why; // FOLLOW: noted when a step fails, or NULL
    uint64_t only; // EXISTS: first choices that count, 0 = all
    int ended; // node reached when following: END or ROLL
} walker;

enum { WALK_MAX_DEPTH = 400 };

// 1 = stop walking, the frame stays as it is.
static int walk(walker *w, int at);

static int emit_move(walker *w) {
    // A turn without any choice is the move "done".
    tsr_move m = w->now.count ? pack(w->p, &w->now) : 1;
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

static void load_choice(walker *w, const ir_node *n, int from, int to) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t *r_from = vm_set(f, w->p->at.from), *r_to = vm_set(f, w->p->at.to);
    int kind = w->p->choice[n->choice].kind;
    if (kind == CH_CONTINUE) {
        set_copy(r_from, vm_set(f, w->p->at.here), words);
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
    return walk(w, n->next);
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
    tsr_move m = pack(w->p, &w->now);
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
        return 0;
    }
    s->choice = n->choice;
    s->from = has_from(w->p->choice[n->choice].kind) ? from : -1;
    s->to = has_to(w->p->choice[n->choice].kind) ? to : -1;
    w->now.count++;
    if (n->tail == TAIL_PLAIN && w->mode == WALK_LIST) {
        int stop = emit_move(w);
        w->now.count--;
        return stop;
    }
    if (w->mode == WALK_FIRST && n->tail == TAIL_PLAIN) {
        int stop = emit_first(w);
        w->now.count--;
        return stop;
    }
    if (n->tail == TAIL_PLAIN && w->mode == WALK_EXISTS) {
        w->count = 1;
        return 1;
    }
    if (!vm_save(w->f)) {
        w->now.count--;
        return 0;
    }
    load_choice(w, n, from, to);
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
static int class_origin(const program *p, int shift, int to) {
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

static int try_offer(walker *w, const ir_node *n, int i) {
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
                   : o.form == OFFER_CLASS ? class_origin(w->p, o.aux, to)
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
        if (o->form == OFFER_CELLS || from < 0 ||
            (o->form == OFFER_ORIGIN && o->aux == from) ||
            (o->form == OFFER_CLASS && class_origin(w->p, o->aux, to) == from)) {
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
        if (n->kind != N_CHOICE || !n->trust || p->choice[n->choice].kind != CH_MOTION) {
            continue;
        }
        f->offer_count = first;
        (void)vm_run(f, n->code);
        for (int k = first; k < f->offer_count && found < 0; k++) {
            const offer *o = &f->offer[k];
            if (!board_has(f->target + k * words, cell)) {
                continue;
            }
            int from = o->form == OFFER_ORIGIN ? o->aux : class_origin(p, o->aux, cell);
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
        const ir_explain *x = &w->p->explain[n->explain + i];
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
    walk_reason r = {.kind = REASON_REACH, .rule = w->p->choice[n->choice].rule, .cell = s.to, .attacker = -1};
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
    if (!(w->trusting && n->trust)) {
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
    if (w->trusting && n->trust && (n->tail != TAIL_CHOICE || w->split)) {
        // Nothing can go wrong any more: no need to be able to step back.
        load_choice(w, n, s.from, s.to);
        w->goal_at++;
        if (w->split && n->tail == TAIL_CHOICE) {
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
    load_choice(w, n, s.from, s.to);
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
    if (w->mode == WALK_LIST && !w->out && n->tail == TAIL_PLAIN) { // counting
        (void)vm_run(f, n->code);
        for (int i = first; i < f->offer_count; i++) {
            w->count += vm_offer_size(f, i);
        }
        f->offer_count = first;
        return 0;
    }
    (void)vm_run(f, n->code);
    int last = f->offer_count;
    for (int i = first; i < last && !stop; i++) {
        stop = try_offer(w, n, i);
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
    return depth > 20 || n->kind == N_END || n->kind == N_DEAD ? NULL : first_rule(p, n->next, depth + 1);
}

// How many complete paths there are so far; tells `else` whether its first part led
// anywhere.
static int walk_else(walker *w, const ir_node *n) {
    if (w->mode == WALK_FOLLOW) {
        if (w->trusting) {
            return walk(w, n->next) || walk(w, n->alt);
        }
        if (walk(w, n->next)) {
            return 1;
        }
        walker sub = *w;
        sub.mode = WALK_EXISTS;
        sub.out = NULL;
        sub.count = 0;
        sub.why = NULL;
        (void)walk(&sub, n->next);
        if (!sub.count) {
            return walk(w, n->alt);
        }
        if (w->why && (w->goal_at > 0 || w->p->node[n->alt].first >> (w->goal->step[0].choice & 63) & 1)) {
            walker probe = *w;
            probe.why = NULL;
            if (walk(&probe, n->alt)) { // it would do, if nothing came first
                walk_reason r = {.kind = REASON_FIRST, .cell = -1, .attacker = -1};
                r.rule = first_rule(w->p, n->next, 0);
                note_reason(w, r);
                w->f->save_top = 0;
            }
        }
        return 0;
    }
    if (w->mode == WALK_FIRST) {
        walker sub = *w;
        sub.mode = WALK_EXISTS;
        sub.out = NULL;
        sub.count = 0;
        (void)walk(&sub, n->next);
        return walk(w, sub.count ? n->next : n->alt);
    }
    if (w->mode == WALK_MEASURE || w->mode == WALK_FIND) {
        int before = w->count;
        if (walk(w, n->next)) {
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
            (void)walk(&sub, n->next);
            return sub.count ? 0 : walk(w, n->alt);
        }
        return walk(w, n->alt);
    }
    int before = w->count;
    if (walk(w, n->next)) {
        return 1;
    }
    return w->count == before ? walk(w, n->alt) : 0;
}

static int walk_for(walker *w, const ir_node *n) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS], saved[BOARD_MAX_WORDS];
    (void)vm_run(f, n->code);
    set_copy(cells, vm_set(f, f->ret_set), words);
    set_copy(saved, vm_set(f, n->reg), words);
    for (int c = set_take_first(cells, words); c >= 0; c = set_take_first(cells, words)) {
        set_one(vm_set(f, n->reg), c, words);
        if (walk(w, n->next)) {
            return 1;
        }
        set_copy(vm_set(f, n->reg), saved, words);
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
    (void)walk(&sub, at);
    return sub.longest;
}

static int walk_longest(walker *w, const ir_node *n) {
    int saved = w->need;
    if (w->mode == WALK_MEASURE) {
        return walk(w, n->next);
    }
    int best = measure(w, n->next);
    if (best < 0) {
        return 0;
    }
    w->need = w->now.count + best;
    int stop = walk(w, n->next);
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
    return walk(w, n->next);
}

// Effects before the next choice. They are undone when the walk comes back.
static int walk_do(walker *w, const ir_node *n) {
    if (w->trusting && w->mode == WALK_FOLLOW && w->goal_at > 0) {
        return vm_run(w->f, n->code) == VM_OVER ? reach_end(w, 0) : walk(w, n->next);
    }
    if (!vm_save(w->f)) {
        return 0;
    }
    int stop = vm_run(w->f, n->code) == VM_OVER ? reach_end(w, 0) : walk(w, n->next);
    if (!stop || w->mode == WALK_EXISTS) {
        vm_restore(w->f);
    }
    vm_drop(w->f);
    return stop;
}

static int walk(walker *w, int at) {
    const ir_node *n = &w->p->node[at];
    if (--w->f->fuel < 0 || w->depth >= WALK_MAX_DEPTH) {
        return 0;
    }
    if (w->mode == WALK_FOLLOW && w->goal_at == 0 && n->kind > N_TEST && n->kind != N_ROLL &&
        !(n->first >> (w->goal->step[0].choice & 63) & 1) && w->goal->step[0].choice != 1) {
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
            stop = walk(w, n->next);
        } else if (w->why) {
            explain_conditions(w, n, REASON_REQUIRE);
        }
        break;
    case N_WHEN: stop = walk(w, vm_run(w->f, n->code) == VM_YES ? n->next : n->alt); break;
    case N_OR: stop = walk(w, n->next) || walk(w, n->alt); break;
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

static int can_walk(frame *f, int node);

static walker walker_on(frame *f, walk_mode mode) {
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
    f->can = can_walk;
    return w;
}

// `can(rule)`: walks without touching the registers of the code that asks.
static int can_walk(frame *f, int node) {
    uint64_t sets[IR_MAX_SET_WORDS];
    int32_t nums[IR_MAX_NUMS];
    const program *p = f->p;
    size_t set_size = (size_t)(p->at.set_count * p->b.words) * sizeof *sets;
    size_t num_size = (size_t)p->at.num_count * sizeof *nums;
    ir_head h = f->h;
    if (f->fuel < 0) {
        return 0;
    }
    f->fuel -= 10;
    memcpy(sets, f->set, set_size);
    memcpy(nums, f->num, num_size);
    walker w = walker_on(f, WALK_EXISTS);
    (void)walk(&w, node);
    memcpy(f->set, sets, set_size);
    memcpy(f->num, nums, num_size);
    f->h = h;
    return w.count > 0;
}

static int start_node(const frame *f) {
    return f->h.pc ? f->h.pc : f->p->phase[f->h.phase].start[f->h.me];
}

// Where `longest` is in force at a node inside it, the paths must stay longest.
static void resume_longest(walker *w, int at) {
    if (w->p->node[at].within) {
        int best = measure(w, at);
        w->need = best < 0 ? -1 : w->now.count + best;
    }
}

static int list_from(frame *f, int at, tsr_move *out, int cap) {
    walker w = walker_on(f, f->p->split ? WALK_FIRST : WALK_LIST);
    w.out = out;
    w.cap = cap;
    w.split = f->p->split;
    resume_longest(&w, at);
    (void)walk(&w, at);
    return w.count;
}

static int exists_from(frame *f, int at) {
    walker w = walker_on(f, WALK_EXISTS);
    resume_longest(&w, at);
    (void)walk(&w, at);
    return w.count > 0;
}

// Whether the turn may end here without another choice. For split moves.
static int may_stop(frame *f, int at) {
    const program *p = f->p;
    for (int guard = 0; guard < 200; guard++) {
        const ir_node *n = &p->node[at];
        switch ((node_kind)n->kind) {
        case N_END:
        case N_ROLL: return 1;
        case N_DO:
        case N_MARK: at = n->next; break;
        case N_WHEN: at = vm_run(f, n->code) == VM_YES ? n->next : n->alt; break;
        case N_OR: return may_stop(f, n->next) || may_stop(f, n->alt);
        case N_ELSE:
            if (exists_from(f, n->next)) {
                at = n->next;
            } else {
                at = n->alt;
            }
            break;
        case N_TEST:
            if (vm_run(f, n->code) != VM_YES) {
                return 0;
            }
            at = n->next;
            break;
        case N_DEAD:
        case N_FOR:
        case N_LONGEST:
        case N_CHOICE: return 0;
        }
    }
    return 0;
}

int walk_moves(const program *p, const void *state, tsr_move *out, int cap) {
    frame f;
    vm_load(&f, p, state);
    int at = start_node(&f);
    int n = list_from(&f, at, out, cap);
    if (p->split && f.h.pc && n < cap && may_stop(&f, at)) {
        if (out) {
            out[n] = 1; // done
        }
        n++;
    }
    return n;
}

// --- The end of a turn ----------------------------------------------------------------------------

static void clear_set(frame *f, uint16_t r) {
    if (r != BOARD_NONE) {
        set_zero(vm_set(f, r), f->p->b.words);
    }
}

static void settle_later(frame *f) {
    const ir_layout *at = &f->p->at;
    const int w = f->p->b.words;
    if (at->later == BOARD_NONE) {
        return;
    }
    const uint64_t *x = vm_set(f, at->later);
    for (int r = at->own; r < at->position_sets; r++) {
        if (r == at->closed || r == at->last_from || r == at->last_to || r == at->last_over) {
            continue;
        }
        set_minus(vm_set(f, r), x, w);
    }
    clear_set(f, at->later);
}

// `last` for the next turn: kept only if somebody may still ask about it.
static void settle_last(frame *f) {
    const ir_layout *at = &f->p->at;
    const int w = f->p->b.words;
    if (at->last_to == BOARD_NONE) {
        return;
    }
    uint32_t labels = (uint32_t)f->num[at->events + 1] & f->p->asked_labels;
    int keep = f->p->keep_last || labels;
    f->num[at->last_label] = (int32_t)labels;
    for (int i = 0; i < 3; i++) {
        set_copy(vm_set(f, at->last_from + i), vm_set(f, at->next_from + i), w);
        if (!keep) {
            clear_set(f, (uint16_t)(at->last_from + i));
        }
        clear_set(f, (uint16_t)(at->next_from + i));
    }
}

static void settle_latch(frame *f) {
    const program *p = f->p;
    const int w = p->b.words;
    if (p->at.latch == BOARD_NONE || p->latch_pair[0] < 0) {
        return;
    }
    uint64_t *latch = vm_set(f, p->at.latch);
    if (!set_any(latch, w)) {
        return;
    }
    for (int i = 0; i < p->players; i++) {
        uint64_t kings[BOARD_MAX_WORDS], rooks[BOARD_MAX_WORDS];
        set_copy(kings, latch, w);
        set_and(kings, vm_set(f, p->at.own + i), w);
        set_copy(rooks, kings, w);
        set_and(kings, vm_set(f, p->at.type + p->latch_pair[0]), w);
        set_and(rooks, vm_set(f, p->at.type + p->latch_pair[1]), w);
        if (!set_any(kings, w)) {
            set_minus(latch, rooks, w);
        }
        if (!set_any(rooks, w)) {
            set_minus(latch, kings, w);
        }
    }
}

static void settle_quiet(frame *f) {
    const program *p = f->p;
    uint32_t events = (uint32_t)f->num[p->at.events], labels = (uint32_t)f->num[p->at.events + 1];
    for (int i = 0; i < p->quiet_count; i++) {
        const ir_quiet *q = &p->quiet[i];
        int32_t *n = &f->num[p->at.quiet + i];
        int loud = (events & q->events) || (labels & q->labels);
        *n = loud ? 0 : *n < q->limit ? *n + 1 : *n;
    }
}

static void clear_turn(frame *f) {
    const ir_layout *at = &f->p->at;
    for (int r = at->here; r < at->state_sets; r++) {
        clear_set(f, (uint16_t)r);
    }
    for (int i = at->events; i < at->state_nums; i++) {
        f->num[i] = 0;
    }
    f->h.pc = 0;
    f->h.again = 0;
}

static void push_key(const program *p, frame *f, uint64_t *ring, int reset) {
    if (!p->ring_cap) {
        return;
    }
    uint64_t key = vm_key(f);
    int n = f->h.ring_count;
    if (reset) {
        memset(ring, 0, (size_t)n * sizeof *ring);
        n = 0;
    } else if (n == p->ring_cap) {
        memmove(ring, ring + 1, (size_t)(n - 1) * sizeof *ring);
        n--;
    }
    ring[n++] = key;
    f->h.ring_count = (uint16_t)n;
}

static void finish_by_score(frame *f) {
    int32_t score[MAX_PLAYERS];
    const program *p = f->p;
    for (int i = 0; i < p->players; i++) {
        score[i] = 0;
        if (p->has_score) {
            (void)vm_run(f, p->score_code[i]);
            score[i] = f->num[p->at.state_nums];
        }
    }
    for (int i = 0; i < p->players; i++) {
        int rank = 1;
        for (int k = 0; k < p->players; k++) {
            rank += score[k] > score[i];
        }
        f->h.rank[i] = (uint8_t)rank;
    }
}

static void close_game(frame *f) {
    if (f->h.over == OUT_FINISH) {
        finish_by_score(f);
    }
    clear_turn(f);
}

// Effects only, as in setup and `stuck`.
static int run_effects(frame *f, int at) {
    for (int guard = 0; guard < 500; guard++) {
        const ir_node *n = &f->p->node[at];
        int r;
        switch ((node_kind)n->kind) {
        case N_DO:
            if (vm_run(f, n->code) == VM_OVER) {
                return VM_OVER;
            }
            at = n->next;
            break;
        case N_TEST:
        case N_WHEN:
            r = vm_run(f, n->code) == VM_YES;
            if (!r && n->kind == N_TEST) {
                return VM_NO;
            }
            at = r ? n->next : n->alt;
            break;
        case N_OR:
        case N_ELSE: at = n->next; break;
        case N_END:
        case N_DEAD:
        case N_FOR:
        case N_LONGEST:
        case N_MARK:
        case N_CHOICE:
        case N_ROLL: return VM_YES;
        }
    }
    return VM_YES;
}

// Endings in the author's order. `me` is the player who just moved.
static int test_endings(frame *f, int me, int next) {
    const program *p = f->p;
    if (vm_run(f, p->endings_code[me]) == VM_OVER) {
        return 1;
    }
    f->h.me = (uint8_t)next;
    f->h.pc = 0;
    if (p->has_stuck && p->stuck_node[next] && !exists_from(f, start_node(f))) {
        if (run_effects(f, p->stuck_node[next]) == VM_OVER) {
            return 1;
        }
    }
    return p->later_code[me] && vm_run(f, p->later_code[me]) == VM_OVER;
}

static void change_phase(frame *f, int me) {
    const ir_phase *ph = &f->p->phase[f->h.phase];
    for (int i = 0; i < ph->next_count; i++) {
        if (vm_run(f, ph->next_code[me][i]) == VM_YES) {
            f->h.phase = ph->next_phase[i];
            return;
        }
    }
}

// When nobody can go on and the author did not say what then, the game is drawn,
// or finished where there is a score.
static void end_if_blocked(frame *f) {
    const program *p = f->p;
    if (f->h.over || p->has_stuck ? (p->stuck_node[f->h.me] != 0 || f->h.over) : 0) {
        return;
    }
    if (!exists_from(f, start_node(f))) {
        f->h.over = p->has_score ? OUT_FINISH : OUT_DRAW;
        for (int i = 0; i < p->players; i++) {
            f->h.rank[i] = 1;
        }
    }
}

// A slot that the next player cannot use (an en-passant square that no pawn may
// take on) is not part of the position.
static void forget_last(frame *f) {
    const ir_layout *at = &f->p->at;
    if (at->last_to == BOARD_NONE || f->p->keep_last || !f->num[at->last_label]) {
        return;
    }
    walker w = walker_on(f, WALK_EXISTS);
    w.only = f->p->last_choices;
    (void)walk(&w, start_node(f));
    if (!w.count) {
        for (int i = 0; i < 3; i++) {
            clear_set(f, (uint16_t)(at->last_from + i));
        }
        f->num[at->last_label] = 0;
    }
}

static void play_empty_turn(frame *f, uint64_t *ring);

// Ends the turn of the working copy; `ring` is the state's own.
static void finish_turn(frame *f, uint64_t *ring) {
    const program *p = f->p;
    int me = f->h.me;
    if (f->h.over) {
        close_game(f);
        return;
    }
    int no_way_back = ((uint32_t)f->num[p->at.events] & p->one_way) != 0;
    int passed = f->h.passes;
    settle_later(f);
    settle_last(f);
    settle_latch(f);
    settle_quiet(f);
    f->h.turns++;
    int next = f->h.again == 1 ? me : (me + 1) % p->players;
    // `here` and the like are gone before endings are tested.
    uint8_t passes = (uint8_t)passed;
    clear_turn(f);
    f->h.passes = passes;
    change_phase(f, me);
    f->h.me = (uint8_t)next;
    forget_last(f);
    if (test_endings(f, me, next)) {
        close_game(f);
        f->h.me = (uint8_t)next;
        return;
    }
    f->h.me = (uint8_t)next;
    push_key(p, f, ring, no_way_back);
    if ((int)f->h.turns >= p->limit) {
        f->h.over = p->has_score ? OUT_FINISH : OUT_DRAW;
        memset(f->h.rank, 1, (size_t)p->players);
    } else {
        end_if_blocked(f);
    }
    if (f->h.over) {
        close_game(f);
    } else if (p->node[start_node(f)].kind == N_ROLL) {
        f->h.pc = (uint16_t)start_node(f);
    } else if (p->node[start_node(f)].empty) {
        play_empty_turn(f, ring);
    }
}

// --- Playing ----------------------------------------------------------------------------------------

static uint64_t *ring_of(const program *p, void *state) {
    return (uint64_t *)(void *)((char *)state + p->ring_off);
}

// After a choice in split play: run what needs no answer, wait where one is needed.
static void settle_split(frame *f, int at, uint64_t *ring) {
    const program *p = f->p;
    for (int guard = 0; guard < 500; guard++) {
        const ir_node *n = &p->node[at];
        switch ((node_kind)n->kind) {
        case N_END: finish_turn(f, ring); return;
        case N_ROLL: f->h.pc = (uint16_t)at; return;
        case N_DO:
            if (vm_run(f, n->code) == VM_OVER) {
                finish_turn(f, ring);
                return;
            }
            at = n->next;
            continue;
        case N_MARK: at = n->next; continue;
        case N_TEST: at = n->next; continue; // it was looked at before
        case N_WHEN: at = vm_run(f, n->code) == VM_YES ? n->next : n->alt; continue;
        case N_ELSE:
            if (!exists_from(f, n->next)) {
                at = n->alt;
                continue;
            }
            if (p->node[n->next].kind == N_DO || p->node[n->next].kind == N_WHEN) {
                at = n->next;
                continue;
            }
            f->h.pc = (uint16_t)at;
            return;
        case N_DEAD: finish_turn(f, ring); return;
        case N_OR:
        case N_FOR:
        case N_LONGEST:
        case N_CHOICE: f->h.pc = (uint16_t)at; return;
        }
    }
    finish_turn(f, ring);
}

// After a joined move: END, or a roll to wait for.
static void settle_joined(frame *f, int ended, uint64_t *ring) {
    if (!f->h.over && ended > 0 && f->p->node[ended].kind == N_ROLL) {
        f->h.pc = (uint16_t)ended;
        return;
    }
    finish_turn(f, ring);
}

static void settle_joined(frame *f, int ended, uint64_t *ring);

// A turn that leaves no choice is played at once: `move Neutron else lose`.
static void play_empty_turn(frame *f, uint64_t *ring) {
    tsr_move list[2];
    path none = {.count = 1};
    int at = start_node(f);
    walker w = walker_on(f, WALK_LIST);
    w.out = list;
    w.cap = 2;
    (void)walk(&w, at);
    if (w.count != 1 || list[0] != 1) {
        return;
    }
    none.step[0].choice = 1;
    w = walker_on(f, WALK_FOLLOW);
    w.goal = &none;
    if (walk(&w, at)) {
        f->save_top = 0;
        settle_joined(f, w.ended, ring);
    }
}

static void note_passes(frame *f, const path *w) {
    int pass = w->count == 1 && f->p->choice[w->step[0].choice].kind == CH_PASS;
    if (!pass) {
        f->h.passes = 0;
    }
}

static void follow(frame *f, const path *goal, uint64_t *ring) {
    int at = start_node(f);
    walker w = walker_on(f, WALK_FOLLOW);
    w.goal = goal;
    w.trusting = 1;
    w.split = f->p->split;
    note_passes(f, goal);
    if (goal->step[0].choice == 1 && f->p->split) { // done
        for (int guard = 0; guard < 200 && f->p->node[at].kind == N_OR; guard++) {
            at = may_stop(f, f->p->node[at].next) ? f->p->node[at].next : f->p->node[at].alt;
        }
        settle_split(f, at, ring);
        return;
    }
    if (!walk(&w, at)) {
        return; // not legal: left as it was
    }
    f->save_top = 0;
    if (w.stop_node >= 0) {
        settle_split(f, w.stop_node, ring);
    } else {
        settle_joined(f, w.ended, ring);
    }
}

// Finds the path of a hashed move. 0 if there is none.
static int find_hashed(frame *f, tsr_move m, path *out) {
    walker w = walker_on(f, WALK_FIND);
    int at = start_node(f);
    w.hash = m;
    if (!vm_save(f)) {
        return 0;
    }
    resume_longest(&w, at);
    int found = walk(&w, at);
    *out = w.now;
    f->save_top = (int)((sizeof f->h + (size_t)(f->p->at.state_sets * f->p->b.words) * 8 +
                         (size_t)f->p->at.state_nums * 4 + 7) / 8);
    vm_restore(f);
    vm_drop(f);
    return found;
}

void walk_play(const program *p, void *state, tsr_move m) {
    frame f;
    path goal;
    vm_load(&f, p, state);
    if (m & WALK_HASHED ? !find_hashed(&f, m, &goal) : !unpack(p, m, &goal)) {
        return;
    }
    follow(&f, &goal, ring_of(p, state));
    vm_store(&f, state);
}

void walk_roll(const program *p, void *state, int32_t value) {
    frame f;
    vm_load(&f, p, state);
    const ir_node *n = &p->node[f.h.pc];
    if (n->kind != N_ROLL) {
        return;
    }
    f.num[n->reg] = value;
    f.h.rolls++;
    f.h.pc = n->next;
    f.can = can_walk;
    if (!p->node[n->next].kind || !exists_from(&f, n->next)) {
        finish_turn(&f, ring_of(p, state)); // nothing can be done with it
    } else if (!(p->node[n->next].first)) {
        settle_split(&f, n->next, ring_of(p, state));
    }
    vm_store(&f, state);
}

int walk_at_roll(const program *p, const void *state) {
    const ir_head *h = state;
    return !h->over && h->pc && h->pc < p->node_count && p->node[h->pc].kind == N_ROLL ? h->pc : 0;
}

int walk_steps(const program *p, const void *state, tsr_move m, walk_step *out, int cap) {
    path w;
    if (m & WALK_HASHED) {
        frame f;
        vm_load(&f, p, state);
        if (!find_hashed(&f, m, &w)) {
            return -1;
        }
    } else if (!unpack(p, m, &w)) {
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
    walker w = walker_on(&f, WALK_FOLLOW);
    w.goal = &goal;
    w.why = out;
    w.split = p->split;
    int at = start_node(&f);
    resume_longest(&w, at);
    (void)walk(&w, at);
}

void walk_scores(const program *p, const void *state, int32_t *out) {
    frame f;
    vm_load(&f, p, state);
    f.can = can_walk;
    for (int i = 0; i < p->players; i++) {
        out[i] = 0;
        if (p->has_score) {
            (void)vm_run(&f, p->score_code[i]);
            out[i] = f.num[p->at.state_nums];
        }
    }
}

// --- Starting ----------------------------------------------------------------------------------------

static void latch_start(frame *f) {
    const program *p = f->p;
    const int w = p->b.words;
    if (p->at.latch == BOARD_NONE) {
        return;
    }
    uint64_t *latch = vm_set(f, p->at.latch);
    set_zero(latch, w);
    for (int t = 0; t < p->types; t++) {
        if (p->latch_types[t]) {
            if (p->at.type == BOARD_NONE) {
                for (int i = 0; i < p->players; i++) {
                    set_or(latch, vm_set(f, p->at.own + i), w);
                }
            } else {
                set_or(latch, vm_set(f, p->at.type + t), w);
            }
        }
    }
}

static int type_index(const program *p, const char *name) {
    for (int t = 0; t < p->types; t++) {
        if (strcmp(p->g->pieces[t].name, name) == 0) {
            return t;
        }
    }
    return -1;
}

static void fill_hands(frame *f) {
    const program *p = f->p;
    for (int i = 0; i < p->g->hand_count; i++) {
        int t = type_index(p, p->g->hands[i].type);
        for (int me = 0; t >= 0 && me < p->players; me++) {
            f->num[p->at.hands + me * p->types + t] += p->g->hands[i].count;
        }
    }
}

void walk_start(const program *p, void *state) {
    frame f;
    memset(state, 0, p->state_size);
    vm_load(&f, p, state);
    f.can = can_walk;
    for (int i = 0; i < p->g->var_count; i++) {
        int n = p->g->vars[i].each ? p->players : 1;
        for (int k = 0; k < n; k++) {
            f.num[p->var_at[i] + k] = p->g->vars[i].def;
        }
    }
    fill_hands(&f);
    for (int i = 0; i < p->setup_count; i++) {
        (void)run_effects(&f, p->setup_node[i]);
    }
    memset(&f.h, 0, sizeof f.h);
    latch_start(&f);
    clear_turn(&f);
    settle_latch(&f);
    push_key(p, &f, ring_of(p, state), 0);
    int at = start_node(&f);
    if (p->node[at].kind == N_ROLL) {
        f.h.pc = (uint16_t)at;
    } else if (!exists_from(&f, at)) {
        if (p->has_stuck && p->stuck_node[0] && run_effects(&f, p->stuck_node[0]) == VM_OVER) {
            close_game(&f);
        } else {
            end_if_blocked(&f);
            if (f.h.over) {
                close_game(&f);
            }
        }
    }
    vm_store(&f, state);
}

void walk_settle(const program *p, void *state) {
    frame f;
    vm_load(&f, p, state);
    f.can = can_walk;
    settle_latch(&f);
    if (!f.h.pc && !f.h.over) {
        forget_last(&f);
    }
    if (f.h.ring_count == 0) {
        push_key(p, &f, ring_of(p, state), 0);
    }
    if (!f.h.over && !walk_at_roll(p, &f.h) && !exists_from(&f, start_node(&f))) {
        if (p->has_stuck && p->stuck_node[f.h.me]) {
            (void)run_effects(&f, p->stuck_node[f.h.me]);
        }
        end_if_blocked(&f);
        if (f.h.over) {
            close_game(&f);
        }
    }
    vm_store(&f, state);
}

// --- Random play ---------------------------------------------------------------------------------------

tsr_move walk_sample(const program *p, const void *state, tsr_rng *g) {
    tsr_move list[TSR_MAX_MOVES];
    int n = walk_moves(p, state, list, p->max_moves);
    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

uint32_t walk_playout(const program *p, void *state, tsr_rng *g, uint32_t max) {
    uint32_t plies = 0;
    const ir_head *h = state;
    while (!h->over && plies < max) {
        int roll = walk_at_roll(p, state);
        if (roll) {
            const ir_node *n = &p->node[roll];
            walk_roll(p, state, (int32_t)n->code + (int32_t)tsr_rng_below(g, n->apply + 1));
        } else {
            walk_play(p, state, walk_sample(p, state, g));
        }
        plies++;
    }
    return plies;
}
