// SPDX-License-Identifier: MIT
//
// Turns: how one ends (its code is the plan's), how one begins, and playing a given move.
#include <string.h>

#include "lang/ir/rt/head.h"
#include "lang/vm/walk_impl.h"

// --- The end of a turn ----------------------------------------------------------------------------

// Whether the player on turn can do what code at the end of a turn asks about.
int turn_asks(frame *f, frame_question what) {
    uint32_t (*next)(frame *, int) = f->next;
    const int at = walk_start_node(f);
    int found;
    f->next = NULL;
    if (what == ASK_MOVES) {
        found = walk_exists(f, at);
    } else {
        walker w;
        walk_begin(&w, f);
        found = walk_from(&w, WAYS_ONLY, at);
    }
    f->next = next;
    return found;
}

static int64_t sum_of_team(const program *p, const int32_t *score, int player) {
    int64_t sum = 0;
    for (int i = 0; i < p->players; i++) {
        sum += p->team[i] == p->team[player] ? score[i] : 0;
    }
    return sum;
}

static void finish_by_score(frame *f) {
    int32_t score[IR_MAX_PLAYERS];
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
            rank += sum_of_team(p, score, k) > sum_of_team(p, score, i);
        }
        f->h.rank[i] = (uint8_t)rank;
    }
}

void turn_over(frame *f) {
    f->h.whole = 0;
    if (f->h.over == IR_FINISH) {
        finish_by_score(f);
    }
    if (f->p->teams || f->p->at.out) {
        static const int32_t nobody[IR_MAX_PLAYERS];
        const program *p = f->p;
        head_places(&f->h, p->team, p->at.out ? f->num + p->at.out - 1 : nobody, p->players);
    }
    clear_registers(f, f->p->b.words);
    f->h.again = 0;
}

static void finish_turn(frame *f, int lazy) {
    f->lazy = (uint8_t)lazy;
    f->plied = 0;
    if (f->h.over || vm_run(f, f->p->root[f->h.me].end) == VM_OVER) {
        turn_over(f);
    }
}

// If the turn has come to a node where chance is waited for, the position waits.
static int wait_for_chance(frame *f, int node) {
    const int waits = !f->h.over && node > 0 && plan_is_chance(f->p, node);
    if (waits) {
        f->h.pc = (uint16_t)node;
    }
    return waits;
}

// Plays a turn that leaves no choice, `move Neutron else lose`. 0: it does leave one.
static int play_empty_turn(frame *f) {
    tsr_move first = 0;
    path none = {.count = 1};
    const int at = walk_start_node(f), copies = f->save_top; // whoever drew a choice may have one
    walker w;
    walk_begin(&w, f);
    w.out = &first;
    w.cap = 1;
    if (walk_from(&w, WAYS_CHOOSES, at) || walk_from(&w, WAYS_LIST, at) || first != 1) {
        return 0;
    }
    none.step[0].choice = 1;
    walk_begin(&w, f);
    w.goal = &none;
    if (!walk_from(&w, WAYS_FOLLOW, at)) {
        return 0;
    }
    f->save_top = copies;
    (void)wait_for_chance(f, w.ended);
    return 1;
}

// The next turn begins: with a roll, or by itself if it leaves no choice. Such turns may
// follow one another up to the limit of the game.
static void begin_turn(frame *f, int lazy) {
    while (!f->h.over) {
        int start = walk_start_node(f);
        if (wait_for_chance(f, start)) {
            return;
        }
        if (!plan_may_say_done(f->p, start) || !play_empty_turn(f) || f->h.pc) {
            return;
        }
        finish_turn(f, lazy);
    }
}

void turn_begin(frame *f, int lazy) {
    if (!f->h.over && f->p->fact.duties & DUTY_START) {
        begin_turn(f, lazy);
    }
}

void turn_finish(frame *f, int lazy) {
    finish_turn(f, lazy);
    turn_begin(f, lazy);
}

// --- Playing ----------------------------------------------------------------------------------------

// Goes on without a choice, as the plan has it: up to where somebody is waited for, or the end of the turn.
void turn_settle(frame *f, way_kind kind, way_mode mode, int node, int lazy) {
    walker w;
    walk_begin(&w, f);
    const int fn = way_of(f->p, kind, mode, node);
    w.lazy = lazy;
    if (fn >= 0) {
        (void)walk_run(&w, (uint32_t)fn);
    }
}

// After a joined move: END, or a roll to wait for.
static void settle_joined(frame *f, int ended, int lazy) {
    if (!wait_for_chance(f, ended)) {
        turn_finish(f, lazy);
    }
}

static void note_passes(frame *f, const path *w) {
    int pass = w->count == 1 && f->p->choice[w->step[0].choice].kind == CH_PASS;
    if (!pass) {
        f->h.passes = 0;
    }
}

void turn_follow(frame *f, const path *goal, int lazy) {
    int at = walk_start_node(f);
    walker w;
    walk_begin(&w, f);
    w.goal = goal;
    w.lazy = lazy;
    note_passes(f, goal);
    if (goal->step[0].choice == 1 && f->p->split) { // done
        (void)walk_from(&w, WAYS_DONE, at);
        return;
    }
    if (!walk_from(&w, WAYS_FOLLOW, at)) {
        return; // not legal: left as it was
    }
    f->save_top = 0;
    if (w.stop_node >= 0) {
        turn_settle(f, WAYS_NODE, WAYS_SETTLE, w.stop_node, lazy);
    } else {
        settle_joined(f, w.ended, lazy);
    }
}

// A move that tells all by itself needs not be taken apart.
static int play_told(frame *f, tsr_move m) {
    const int fn = f->h.pc ? -1 : way_of(f->p, WAYS_START, WAYS_PLAY, walk_start_node(f));
    walker w;
    walk_begin(&w, f);
    w.move = m;
    return fn >= 0 ? walk_run(&w, (uint32_t)fn) : PLAYED_APART;
}

int turn_play(frame *f, tsr_move m) {
    path goal;
    const int played = play_told(f, m);
    if (played != PLAYED_APART) {
        return played == PLAYED_IT;
    }
    if (m & WALK_HASHED ? !walk_find_hashed(f, m, &goal) : !walk_unpack(f->p, m, &goal)) {
        return 0;
    }
    turn_follow(f, &goal, 0);
    return 1;
}

void turn_roll(frame *f, int32_t value, int lazy) {
    const int node = f->h.pc;
    if (plan_is_chance(f->p, node)) {
        f->num[f->p->node[node].reg] = value;
        f->h.rolls++;
        turn_settle(f, WAYS_START, WAYS_ROLLED, node, lazy);
    }
}

// When nobody can go on and the author did not say what then, the game is drawn, or finished
// where there is a score.
void turn_blocked(frame *f) {
    const program *p = f->p;
    if (p->root[f->h.me].when_stuck) {
        (void)vm_run(f, p->root[f->h.me].when_stuck);
    }
    if (!f->h.over) {
        f->h.over = p->has_score ? IR_FINISH : IR_DRAW;
        memset(f->h.rank, 1, (size_t)p->players);
    }
    turn_over(f);
}
