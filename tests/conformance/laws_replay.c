// SPDX-License-Identifier: MIT
//
// Laws 1 and 16: the same moves lead to the same bytes, whatever the memory held
// before and wherever the state lies.
#include "law.h"

// --- Law 1: into memory of 0x00 and of 0xAA ----------------------------------

typedef struct lockstep {
    void *clean, *dirty;
    int lost; // the two differ already in this game
} lockstep;

static void law1_begin(law_run *run) {
    lockstep *l = law_keep(run, sizeof *l);
    if (!l->clean) {
        l->clean = law_guarded(run, run->r->state_size);
        l->dirty = law_guarded(run, run->r->state_size);
    }
    law_fill(run, l->clean, 0x00);
    law_dirty_stack(0x00);
    run->r->g.init(run->r, l->clean);
    law_fill(run, l->dirty, 0xaa);
    law_dirty_stack(0xaa);
    run->r->g.init(run->r, l->dirty);
    l->lost = !law_same(run, l->dirty, l->clean, "init into memory of 0xaa leaves its mark");
}

static void law1_moved(law_run *run, int who, tsr_move m, const void *after) {
    lockstep *l = law_keep(run, sizeof *l);
    (void)after;
    if (l->lost) {
        return;
    }
    law_dirty_stack(0x00);
    run->r->g.play(run->r, l->clean, who, m);
    law_dirty_stack(0xaa);
    run->r->g.play(run->r, l->dirty, who, m);
    l->lost = !law_same(run, l->dirty, l->clean, "a move of %s, played twice, gives two results",
                        law_who(who));
}

const law_hooks law_1 = {.begin = law1_begin, .moved = law1_moved};

// --- Law 16: a copy plays on alike -------------------------------------------

typedef struct copies {
    void *copy[2];
    int ply[2];
} copies;

static void law16_begin(law_run *run) {
    copies *c = law_keep(run, sizeof *c);
    for (int i = 0; i < 2; i++) {
        c->copy[i] = c->copy[i] ? c->copy[i] : law_guarded(run, run->r->state_size);
        c->ply[i] = (int)tsr_rng_below(&run->g, (uint32_t)run->step_count + 1);
    }
}

static void law16_at(law_run *run) {
    copies *c = law_keep(run, sizeof *c);
    for (int i = 0; i < 2; i++) {
        if (c->ply[i] == run->spot.ply) {
            law_copy(run, c->copy[i], run->spot.state);
        }
    }
}

static void play_steps(const tsr_rules *r, const law_run *run, int from, void *s) {
    for (int i = from; i < run->step_count; i++) {
        r->g.play(r, s, run->steps[i].who, run->steps[i].move);
    }
}

// A second opening of the same setup must be the same game.
static void other_opening(law_run *run) {
    tsr_rules *other = NULL;
    tsr_error err;
    void *s = run->scratch[0];
    if (tsr_rules_open(run->setup, NULL, &other, &err)) {
        LAW_HOLDS(run, 0, "opened a second time it refuses: %s", err.message);
        return;
    }
    LAW_HOLDS(run, other->hash == run->r->hash && other->state_size == run->r->state_size,
              "opened a second time, the rules have another hash or size");
    if (other->state_size == run->r->state_size) {
        other->g.init(other, s);
        play_steps(other, run, 0, s);
        law_same(run, s, run->pristine,
                 "under rules opened a second time, the game ends otherwise");
    }
    tsr_rules_close(other);
}

static void law16_end(law_run *run) {
    copies *c = law_keep(run, sizeof *c);
    law_fill(run, run->state, 0x5a); // whoever still looks at the original is lost
    for (int i = 0; i < 2; i++) {
        play_steps(run->r, run, c->ply[i], c->copy[i]);
        law_same(run, c->copy[i], run->pristine, "a copy made at ply %d ends otherwise", c->ply[i]);
    }
    law_copy(run, run->state, run->pristine);
    if (run->game == 0) {
        other_opening(run);
    }
}

const law_hooks law_16 = {.begin = law16_begin, .at = law16_at, .end = law16_end};
