// SPDX-License-Identifier: MIT
//
// Turns: what happens when one ends, and playing a given move.
#include <string.h>

#include "lang/vm/walk_impl.h"

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
    uint32_t labels = (uint32_t)f->num[at->events + 1] & f->p->past.asked_labels;
    int keep = f->p->past.keep_last || labels;
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
    if (p->at.latch == BOARD_NONE || p->past.latch_pair[0] < 0) {
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
        set_and(kings, vm_set(f, p->at.type + p->past.latch_pair[0]), w);
        set_and(rooks, vm_set(f, p->at.type + p->past.latch_pair[1]), w);
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
    for (int i = 0; i < p->past.quiet_count; i++) {
        const ir_quiet *q = &p->past.quiet[i];
        int32_t *n = &f->num[p->at.quiet + i];
        int loud = (events & q->events) || (labels & q->labels);
        *n = loud ? 0 : *n < q->limit ? *n + 1 : *n;
    }
}

static void clear_turn(frame *f) {
    const ir_layout *at = &f->p->at;
    const int w = f->p->b.words;
    uint64_t *set = f->set + at->here * w, *end = f->set + at->state_sets * w;
    while (set < end) {
        *set++ = 0;
        VM_KEEP_LOOP; // a few words: not worth a call
    }
    for (int i = at->events; i < at->state_nums; i++) {
        f->num[i] = 0;
        VM_KEEP_LOOP;
    }
    f->h.pc = 0;
    f->h.again = 0;
}

static void push_key(const program *p, frame *f, uint64_t *ring, int reset) {
    if (!p->past.ring_cap) {
        return;
    }
    uint64_t key = vm_key(f);
    int n = f->h.ring_count;
    if (reset) {
        memset(ring, 0, (size_t)n * sizeof *ring);
        n = 0;
    } else if (n == p->past.ring_cap) {
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
            (void)vm_run(f, p->root[i].score);
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

uint32_t turn_endings(const frame *f, int me) {
    return f->h.whole ? f->p->root[me].whole : f->p->root[me].endings;
}

// Whether an ending holds already, which nobody's turn can have brought about. Then what a
// turn adds does not tell.
static int has_old_ending(frame *f) {
    ir_head h = f->h;
    int found = 0;
    for (int me = 0; me < f->p->players && f->p->root[me].whole; me++) {
        found |= vm_run(f, f->p->root[me].whole) == VM_OVER;
    }
    f->h = h;
    return found;
}

static void close_game(frame *f) {
    f->h.whole = 0;
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

// An ending below `stuck` fired while nobody had asked whether the next player is stuck:
// now it matters which comes first.
static void judge_stuck(frame *f, turn_end e) {
    const program *p = f->p;
    if (!p->has_stuck || !p->root[e.next].stuck) {
        return;
    }
    f->h.over = 0;
    memset(f->h.rank, 0, sizeof f->h.rank);
    if (walk_exists(f, walk_start_node(f)) || run_effects(f, p->root[e.next].stuck) != VM_OVER) {
        (void)vm_run(f, p->root[e.me].later);
    }
}

// Endings in the author's order.
static int test_endings(frame *f, turn_end *e, int lazy) {
    const program *p = f->p;
    if (vm_run(f, turn_endings(f, e->me)) == VM_OVER) {
        return 1;
    }
    int stuck = p->has_stuck && p->root[e->next].stuck;
    if (stuck && !lazy && !walk_exists(f, walk_start_node(f))) {
        if (run_effects(f, p->root[e->next].stuck) == VM_OVER) {
            return 1;
        }
        e->stuck = 1;
    }
    if (!(p->fact.duties & DUTY_LATER_ENDINGS) || vm_run(f, p->root[e->me].later) != VM_OVER) {
        return 0;
    }
    if (lazy) {
        judge_stuck(f, *e);
    }
    return 1;
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
static void end_undecided(frame *f) {
    f->h.over = f->p->has_score ? OUT_FINISH : OUT_DRAW;
    memset(f->h.rank, 1, (size_t)f->p->players);
}

// Whether `stuck` says what becomes of the player on turn who cannot move.
static int has_stuck(const frame *f) {
    return f->p->has_stuck && f->p->root[f->h.me].stuck;
}

// A slot that the next player cannot use (an en-passant square that no pawn may
// take on) is not part of the position.
static void forget_last(frame *f) {
    const ir_layout *at = &f->p->at;
    if (at->last_to == BOARD_NONE || f->p->past.keep_last || !f->num[at->last_label]) {
        return;
    }
    walker w = walk_begin(f, WALK_EXISTS);
    w.only = f->p->past.last_choices;
    (void)walk_from(&w, walk_start_node(f));
    if (!w.count) {
        for (int i = 0; i < 3; i++) {
            clear_set(f, (uint16_t)(at->last_from + i));
        }
        f->num[at->last_label] = 0;
    }
}

static void settle(frame *f) {
    uint32_t duties = f->p->fact.duties;
    if (duties & DUTY_LATER) settle_later(f);
    if (duties & DUTY_LAST) settle_last(f);
    if (duties & DUTY_LATCH) settle_latch(f);
    if (duties & DUTY_QUIET) settle_quiet(f);
}

turn_end turn_settle(frame *f, int joined) {
    const program *p = f->p;
    turn_end e = {.me = f->h.me};
    e.one_way = ((uint32_t)f->num[p->at.events] & p->fact.one_way) != 0;
    settle(f);
    f->h.turns++;
    e.next = f->h.again == 1 ? e.me : e.me + 1 < p->players ? e.me + 1 : 0;
    if (!joined || p->fact.duties & DUTY_TRACES) {
        clear_turn(f); // `here` and the like are gone before endings are tested
    }
    f->h.again = 0;
    if (p->fact.duties & DUTY_PHASE) {
        change_phase(f, e.me);
    }
    f->h.me = (uint8_t)e.next;
    if (p->fact.duties & DUTY_LAST) {
        forget_last(f);
    }
    return e;
}

static void close_turn(frame *f, turn_end e, uint64_t *ring, int lazy) {
    const program *p = f->p;
    f->h.me = (uint8_t)e.next;
    if (p->fact.duties & DUTY_RING) {
        push_key(p, f, ring, e.one_way);
    }
    int stuck = e.stuck || (!lazy && !has_stuck(f) && !walk_exists(f, walk_start_node(f)));
    if ((int)f->h.turns >= p->limit || stuck) {
        end_undecided(f);
    }
    if (f->h.over) {
        close_game(f);
    }
}

void turn_over(frame *f, turn_end e, int later) {
    if (later) {
        judge_stuck(f, e);
    }
    close_game(f);
    f->h.me = (uint8_t)e.next;
}

static void finish_turn(frame *f, uint64_t *ring, int lazy) {
    if (f->h.over) {
        close_game(f);
        return;
    }
    turn_end e = turn_settle(f, 0);
    if (test_endings(f, &e, lazy)) {
        turn_over(f, e, 0);
    } else {
        close_turn(f, e, ring, lazy);
    }
}

// Plays a turn that leaves no choice, `move Neutron else lose`. 0: it does leave one.
static int play_empty_turn(frame *f) {
    tsr_move list[2];
    path none = {.count = 1};
    int at = walk_start_node(f);
    walker w = walk_begin(f, WALK_LIST);
    w.out = list;
    w.cap = 2;
    (void)walk_from(&w, at);
    if (w.count != 1 || list[0] != 1) {
        return 0;
    }
    none.step[0].choice = 1;
    w = walk_begin(f, WALK_FOLLOW);
    w.goal = &none;
    if (!walk_from(&w, at)) {
        return 0;
    }
    f->save_top = 0;
    if (!f->h.over && w.ended > 0 && f->p->node[w.ended].kind == N_ROLL) {
        f->h.pc = (uint16_t)w.ended;
    }
    return 1;
}

// The next turn begins: with a roll, or by itself if it leaves no choice. Such turns may
// follow one another up to the limit of the game.
static void begin_turn(frame *f, uint64_t *ring, int lazy) {
    while (!f->h.over) {
        int start = walk_start_node(f);
        if (f->p->node[start].kind == N_ROLL) {
            f->h.pc = (uint16_t)start;
            return;
        }
        if (!f->p->fact.path[start].empty || !play_empty_turn(f) || f->h.pc) {
            return;
        }
        finish_turn(f, ring, lazy);
    }
}

void turn_close(frame *f, turn_end e, uint64_t *ring, int lazy) {
    close_turn(f, e, ring, lazy);
    if (!f->h.over && f->p->fact.duties & DUTY_START) {
        begin_turn(f, ring, lazy);
    }
}

void turn_finish(frame *f, uint64_t *ring, int lazy) {
    finish_turn(f, ring, lazy);
    if (!f->h.over && f->p->fact.duties & DUTY_START) {
        begin_turn(f, ring, lazy);
    }
}

// --- Playing ----------------------------------------------------------------------------------------

static uint64_t *ring_of(const program *p, void *state) {
    return (uint64_t *)(void *)((char *)state + p->size.ring_off);
}

// After a choice in split play: run what needs no answer, wait where one is needed.
static void settle_split(frame *f, int at, uint64_t *ring, int lazy) {
    const program *p = f->p;
    for (int guard = 0; guard < 500; guard++) {
        const ir_node *n = &p->node[at];
        switch ((node_kind)n->kind) {
        case N_END: turn_finish(f, ring, lazy); return;
        case N_ROLL: f->h.pc = (uint16_t)at; return;
        case N_DO:
            if (vm_run(f, n->code) == VM_OVER) {
                turn_finish(f, ring, lazy);
                return;
            }
            at = n->next;
            continue;
        case N_MARK: at = n->next; continue;
        case N_TEST: at = n->next; continue; // it was looked at before
        case N_WHEN: at = vm_run(f, n->code) == VM_YES ? n->next : n->alt; continue;
        case N_ELSE:
            if (!walk_exists(f, n->next)) {
                at = n->alt;
                continue;
            }
            if (p->node[n->next].kind == N_DO || p->node[n->next].kind == N_WHEN) {
                at = n->next;
                continue;
            }
            f->h.pc = (uint16_t)at;
            return;
        case N_DEAD: turn_finish(f, ring, lazy); return;
        case N_OR:
        case N_FOR:
        case N_LONGEST:
        case N_CHOICE: f->h.pc = (uint16_t)at; return;
        }
    }
    turn_finish(f, ring, lazy);
}

// After a joined move: END, or a roll to wait for.
static void settle_joined(frame *f, int ended, uint64_t *ring, int lazy) {
    if (!f->h.over && ended > 0 && f->p->node[ended].kind == N_ROLL) {
        f->h.pc = (uint16_t)ended;
        return;
    }
    turn_finish(f, ring, lazy);
}

static void note_passes(frame *f, const path *w) {
    int pass = w->count == 1 && f->p->choice[w->step[0].choice].kind == CH_PASS;
    if (!pass) {
        f->h.passes = 0;
    }
}

void turn_follow(frame *f, const path *goal, uint64_t *ring, int lazy) {
    int at = walk_start_node(f);
    walker w = walk_begin(f, WALK_FOLLOW);
    w.goal = goal;
    w.trusting = 1;
    w.split = f->p->split;
    note_passes(f, goal);
    if (goal->step[0].choice == 1 && f->p->split) { // done
        for (int guard = 0; guard < 200 && f->p->node[at].kind == N_OR; guard++) {
            at = walk_may_stop(f, f->p->node[at].next) ? f->p->node[at].next : f->p->node[at].alt;
        }
        settle_split(f, at, ring, lazy);
        return;
    }
    if (!walk_from(&w, at)) {
        return; // not legal: left as it was
    }
    f->save_top = 0;
    if (w.stop_node >= 0) {
        settle_split(f, w.stop_node, ring, lazy);
    } else {
        settle_joined(f, w.ended, ring, lazy);
    }
}

void walk_play(const program *p, void *state, tsr_move m) {
    frame f;
    path goal;
    vm_load(&f, p, state);
    if (m & WALK_HASHED ? !walk_find_hashed(&f, m, &goal) : !walk_unpack(p, m, &goal)) {
        return;
    }
    turn_follow(&f, &goal, ring_of(p, state), 0);
    vm_store(&f, state);
}

void turn_roll(frame *f, int32_t value, uint64_t *ring) {
    const program *p = f->p;
    const ir_node *n = &p->node[f->h.pc];
    if (n->kind != N_ROLL) {
        return;
    }
    f->num[n->reg] = value;
    f->h.rolls++;
    f->h.pc = n->next;
    f->can = walk_can;
    if (p->node[n->next].kind == N_END || !walk_exists(f, n->next)) {
        turn_finish(f, ring, 0); // nothing can be done with it
    } else if (!p->fact.path[n->next].first) {
        settle_split(f, n->next, ring, 0);
    }
}

void turn_blocked(frame *f) {
    if (has_stuck(f)) {
        (void)run_effects(f, f->p->root[f->h.me].stuck);
    }
    if (!f->h.over) {
        end_undecided(f);
    }
    close_game(f);
}

void walk_roll(const program *p, void *state, int32_t value) {
    frame f;
    vm_load(&f, p, state);
    turn_roll(&f, value, ring_of(p, state));
    vm_store(&f, state);
}

int walk_at_roll(const program *p, const void *state) {
    const ir_head *h = state;
    return !h->over && h->pc && h->pc < p->node_count && p->node[h->pc].kind == N_ROLL ? h->pc : 0;
}

void walk_scores(const program *p, const void *state, int32_t *out) {
    frame f;
    vm_load(&f, p, state);
    f.can = walk_can;
    for (int i = 0; i < p->players; i++) {
        out[i] = 0;
        if (p->has_score) {
            (void)vm_run(&f, p->root[i].score);
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
        if (p->past.latch_types[t]) {
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
    memset(state, 0, p->size.state_size);
    vm_load(&f, p, state);
    f.can = walk_can;
    for (int i = 0; i < p->g->var_count; i++) {
        int n = p->g->vars[i].each ? p->players : 1;
        for (int k = 0; k < n; k++) {
            f.num[p->var_at[i] + k] = p->g->vars[i].def;
        }
    }
    fill_hands(&f);
    for (int i = 0; i < p->setup_count; i++) {
        (void)run_effects(&f, p->root[i].setup);
    }
    memset(&f.h, 0, sizeof f.h);
    latch_start(&f);
    clear_turn(&f);
    settle_latch(&f);
    push_key(p, &f, ring_of(p, state), 0);
    f.h.whole = (uint16_t)has_old_ending(&f);
    int at = walk_start_node(&f);
    if (p->node[at].kind == N_ROLL) {
        f.h.pc = (uint16_t)at;
    } else if (!walk_exists(&f, at)) {
        turn_blocked(&f);
    }
    vm_store(&f, state);
}

void walk_settle(const program *p, void *state) {
    frame f;
    vm_load(&f, p, state);
    f.can = walk_can;
    settle_latch(&f);
    if (!f.h.pc && !f.h.over) {
        forget_last(&f);
    }
    if (f.h.ring_count == 0) {
        push_key(p, &f, ring_of(p, state), 0);
    }
    f.h.whole = (uint16_t)(!f.h.over && has_old_ending(&f));
    if (!f.h.over && !walk_at_roll(p, &f.h) && !walk_exists(&f, walk_start_node(&f))) {
        turn_blocked(&f);
    }
    vm_store(&f, state);
}
