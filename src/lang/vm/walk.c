// SPDX-License-Identifier: MIT
//
// What others ask about a state: it is loaded into a frame, the functions of ways say the rest. First positions are in
// start.c, random games in playout.c, chance in chance.c.
#include <string.h>

#include "lang/vm/walk_impl.h"

enum { MOST_KEYS = 8192 };

// --- Lists ---------------------------------------------------------------------------------------

int walk_moves(const program *p, const void *state, tsr_move *out, int cap) {
    frame f;
    walk_open(&f, p, state);
    int at = walk_start_node(&f);
    int n = walk_list(&f, at, out, cap);
    if (p->split && f.h.pc && n < cap && walk_may_stop(&f, at)) {
        if (out) {
            out[n] = 1; // done
        }
        n++;
    }
    return n;
}

int walk_moves_noted(const program *p, const void *state, tsr_move *out, int cap,
                     walk_paths *paths) {
    frame f;
    walker w;
    if (p->split || p->fact.overlaps) { // of twins only some are kept
        return 0;
    }
    walk_open(&f, p, state);
    walk_begin(&w, &f);
    w.out = out;
    w.cap = cap;
    w.paths = paths;
    (void)walk_from(&w, WAYS_LIST, walk_start_node(&f));
    return w.count;
}

// Step by step, whatever joined code could tell at once.
static int walk_all(walker *w, way_mode mode, int node) {
    const int fn = way_of(w->p, WAYS_NODE, mode, node);
    return fn >= 0 ? walk_run(w, (uint32_t)fn) : walk_from(w, mode, node);
}

int walk_overflows(const program *p, const void *state) {
    frame f;
    tsr_move list[TSR_MAX_MOVES];
    walk_open(&f, p, state);
    if (f.h.over || walk_at_roll(p, state)) {
        return 0;
    }
    walker w;
    walk_begin(&w, &f);
    w.out = list;
    w.cap = TSR_MAX_MOVES;
    // It stopped for lack of room.
    return walk_all(&w, WAYS_LIST, walk_start_node(&f)) && w.count >= w.cap;
}

int walk_meter(const program *p, const void *state, tsr_move *out, int cap, int *count) {
    frame f;
    walk_open(&f, p, state);
    walker w;
    walk_begin(&w, &f);
    w.out = out;
    w.cap = cap;
    int full = walk_all(&w, p->split ? WAYS_FIRST : WAYS_LIST, walk_start_node(&f));
    full &= w.count >= cap;
    *count = w.count;
    return full || f.cut || VM_FUEL - f.fuel > WALK_STEPS;
}

tsr_move walk_of_steps(const program *p, const walk_step *step, int count) {
    path w = {.count = count};
    memcpy(w.step, step, (size_t)count * sizeof *step);
    const tsr_move m = walk_pack(p, &w);
    return m & WALK_HASHED ? 0 : m;
}

int walk_steps(const program *p, const void *state, tsr_move m, walk_step *out, int cap) {
    path w;
    if (m & WALK_HASHED) {
        frame f;
        walk_open(&f, p, state);
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

int walk_nodes(const program *p, const void *state, int depth, int made, uint64_t *out) {
    frame f;
    uint64_t keys[MOST_KEYS];
    if (!p->ways->counts || depth < 0 || depth > WAYS_MOST_PLIES ||
        p->past.ring_cap + WAYS_MOST_PLIES + 1 > MOST_KEYS) {
        return 0;
    }
    walk_open(&f, p, state);
    memcpy(keys, f.ring, f.h.ring_count * sizeof *keys);
    f.ring = keys;
    f.in_tree = 1;
    *out = count_from(&f, depth, made);
    return !f.cut; // else something was left out
}

void walk_explain(const program *p, const void *state, const walk_step *step, int count,
                  walk_reason *out) {
    frame f;
    path goal = {.count = count};
    memset(out, 0, sizeof *out);
    out->cell = out->attacker = -1;
    walk_open(&f, p, state);
    memcpy(goal.step, step, (size_t)count * sizeof *step);
    walker w;
    walk_begin(&w, &f);
    w.goal = &goal;
    w.why = out;
    (void)walk_from(&w, WAYS_EXPLAIN, walk_start_node(&f));
}

// --- Play ----------------------------------------------------------------------------------------

void walk_play(const program *p, void *state, tsr_move m) {
    frame f;
    walk_open(&f, p, state);
    if (turn_play(&f, m)) {
        vm_store(&f, state);
    }
}

void walk_play_steps(const program *p, void *state, const walk_step *step, int count) {
    frame f;
    path goal = {.count = count};
    memcpy(goal.step, step, (size_t)count * sizeof *step);
    walk_open(&f, p, state);
    turn_follow(&f, &goal, 0);
    vm_store(&f, state);
}

void walk_watched(const program *p, const void *state, const walk_step *step, int count,
                  const walk_watch *watch) {
    frame f;
    walker w;
    path goal = {.count = count};
    memcpy(goal.step, step, (size_t)count * sizeof *step);
    walk_open(&f, p, state);
    walk_begin(&w, &f);
    w.goal = &goal;
    w.watch = watch;
    (void)walk_from(&w, WAYS_FOLLOW, walk_start_node(&f));
}

void walk_roll(const program *p, void *state, int32_t value) {
    frame f;
    walk_open(&f, p, state);
    turn_roll(&f, value, 0);
    vm_store(&f, state);
}

tsr_move walk_sample(const program *p, const void *state, tsr_rng *g) {
    frame f;
    walker w;
    walk_open(&f, p, state);
    walk_begin(&w, &f);
    w.g = g;
    const int fn = p->split ? -1 : way_of(p, WAYS_START, WAYS_DRAW, walk_start_node(&f));
    f.fuel = VM_FUEL;
    const int got = fn >= 0 ? walk_run(&w, (uint32_t)fn) : DRAWN_NOT;
    if (got == DRAWN_MADE || got == DRAWN_LISTED) {
        return w.move;
    }
    walk_open(&f, p, state);
    return draw_of_all(&f, g);
}

void walk_scores(const program *p, const void *state, int32_t *out) {
    frame f;
    walk_open(&f, p, state);
    for (int i = 0; i < p->players; i++) {
        out[i] = 0;
        if (p->has_score) {
            (void)vm_run(&f, p->root[i].score);
            out[i] = f.num[p->at.state_nums];
        }
    }
}
