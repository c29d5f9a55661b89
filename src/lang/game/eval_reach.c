// SPDX-License-Identifier: MIT
//
// Where pieces get to, tried on boards filled at random, and what they are worth for that.
#include "lang/game/eval_make.h"

#include <string.h>

#include <tessera/rng.h>

#include "lang/ir/rt/sets.h"

enum {
    FILLINGS = 6,    // random boards
    FILLED_OF_8 = 3, // how full they are
    CENTRE_OF_8 = 1, // of a piece's value: what the best place adds to it
    SHELTER = 30     // what a king's hiding place is worth
};

static void note_slide(eval_maker *m, int me, int at) {
    lang_eval *e = m->e;
    const ir_choice *c = &m->p->choice[m->p->node[at].choice];
    int far = c->rule->num == MOTION_SLIDE && !(c->rule->flag & MOTION_REACH) && !c->guard;
    if (far && c->type < m->p->types && e->slide_count[me] < EVAL_SLIDES) {
        e->slide[me][e->slide_count[me]++] = (uint16_t)at;
        e->slides[c->type] = 1;
    }
}

// Motions that a player's turn may begin with, from the graph of his turns.
static void find_motions(eval_maker *m, int me, int at, uint8_t *seen) {
    const program *p = m->p;
    lang_eval *e = m->e;
    if (at <= 0 || at >= p->node_count || seen[at]) {
        return;
    }
    const ir_node *n = &p->node[at];
    seen[at] = 1;
    if (n->kind == N_CHOICE && n->reach && p->choice[n->choice].kind == CH_MOTION &&
        e->motion_count[me] < (int)(sizeof e->motion[me] / sizeof e->motion[me][0])) {
        e->motion[me][e->motion_count[me]++] = (uint16_t)at;
        note_slide(m, me, at);
    }
    find_motions(m, me, n->next, seen);
    if (n->kind == N_WHEN || n->kind == N_OR || n->kind == N_ELSE) {
        find_motions(m, me, n->alt, seen);
    }
}

int eval_find_motions(eval_maker *m) {
    const program *p = m->p;
    uint8_t *seen = arena_new(m->a, (size_t)p->node_count);
    if (!seen) {
        return 0;
    }
    for (int me = 0; me < p->players; me++) {
        memset(seen, 0, (size_t)p->node_count);
        for (int i = 0; i < p->g->phase_count; i++) {
            find_motions(m, me, p->phase[i].start[me], seen);
        }
    }
    return 1;
}

// How often a motion is possible, in hundredths, by what it may end on.
static int likely(const ir_choice *c) {
    const ast *to = c->rule && c->rule->kind == R_MOTION ? c->rule->b : NULL;
    int often = !to ? 100 : eval_is_word(to, "empty") ? 70 : eval_is_word(to, "enemy") ? 35 : 10;
    return c->guard ? often * 4 / 10 : often;
}

// Random numbers for a cell that are the same for its mirror images, so that no side of
// the board is better than the other by accident.
static uint64_t cell_dice(const board *b, int cell, int filling) {
    int x = b->x[cell], y = b->y[cell];
    x = 2 * x > b->max_x ? b->max_x - x : x;
    y = 2 * y > b->max_y ? b->max_y - y : y;
    return tsr_mix((uint64_t)(x + 1000 * y + 1000000 * filling + 1));
}

// A board on which every cell may be taken, by any side; seen from the far end the sides
// are exchanged.
static void fill_board(eval_maker *m, int filling) {
    const program *p = m->p;
    vm_load(&m->f, p, p->start);
    for (int i = 0; i < p->players; i++) {
        set_zero(vm_set(&m->f, p->at.own + i), p->b.words);
    }
    if (p->at.neutral != BOARD_NONE) {
        set_zero(vm_set(&m->f, p->at.neutral), p->b.words);
    }
    for (int c = 0; c < p->b.cells; c++) {
        uint64_t dice = cell_dice(&p->b, c, filling);
        if (board_has(p->b.all, c) && dice % 8 < FILLED_OF_8) {
            int far = 2 * p->b.y[c] > p->b.max_y;
            int who = (int)((dice / 8 + (unsigned)far) % (unsigned)p->players);
            board_put(vm_set(&m->f, p->at.own + who), c);
        }
    }
}

// The cells that a motion of node `at` reaches from `cell`, on the board in the frame.
void eval_run_motion(eval_maker *m, int at, int cell, uint64_t *out) {
    const program *p = m->p;
    frame *f = &m->f;
    set_one(vm_set(f, p->at.here), cell, p->b.words);
    f->offer_count = 0;
    f->fuel = VM_FUEL;
    (void)vm_run(f, p->node[at].reach);
    set_zero(out, p->b.words);
    for (int k = 0; k < f->offer_count; k++) {
        set_or(out, f->target + k * p->b.words, p->b.words);
    }
}

int eval_moves_type(const ir_choice *c, int type) {
    return c->type == type || c->type == 255;
}

static void count_reach(eval_maker *m) {
    const program *p = m->p;
    uint64_t out[BOARD_MAX_WORDS];
    for (int me = 0; me < p->players; me++) {
        for (int i = 0; i < m->e->motion_count[me]; i++) {
            int at = m->e->motion[me][i];
            const ir_choice *c = &p->choice[p->node[at].choice];
            for (int cell = 0; cell < p->b.cells; cell++) {
                if (!board_has(p->b.all, cell)) {
                    continue;
                }
                eval_run_motion(m, at, cell, out);
                int n = set_count(out, p->b.words) * likely(c);
                for (int t = 0; t < p->types; t++) {
                    if (eval_moves_type(c, t)) {
                        m->reach[(me * p->types + t) * p->b.cells + cell] += n;
                    }
                }
            }
        }
    }
}

static int mean_reach(const eval_maker *m, int me, int type) {
    const program *p = m->p;
    int64_t sum = 0, cells = 0;
    for (int c = 0; c < p->b.cells; c++) {
        sum += m->reach[(me * p->types + type) * p->b.cells + c];
        cells += board_has(p->b.all, c);
    }
    return cells ? (int)(sum / cells) : 0;
}

// Values in hundredths of the cheapest piece that moves at all.
static void set_values(eval_maker *m) {
    const program *p = m->p;
    int cheapest = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int t = 0; t < p->types; t++) {
            int mean = mean_reach(m, 0, t);
            if (p->g->pieces[t].neutral || mean == 0 || m->e->royal[t]) {
                continue;
            }
            cheapest = !cheapest || mean < cheapest ? mean : cheapest;
            if (pass == 1) {
                int64_t v = (int64_t)mean * EVAL_PIECE / cheapest;
                m->e->value[t] = v > 20 * EVAL_PIECE ? 20 * EVAL_PIECE : (int32_t)v;
            }
        }
    }
}

static void add_to(eval_maker *m, int16_t *table, int me, int type, int cell, int more) {
    int16_t *to = &table[(me * m->p->types + type) * m->p->b.cells + cell];
    int v = *to + more;
    *to = (int16_t)(v > 30000 ? 30000 : v < -30000 ? -30000 : v);
}

void eval_add_place(eval_maker *m, int me, int type, int cell, int more) {
    add_to(m, m->e->place, me, type, cell, more);
}

// A place is better the more is reached from there; for a king the other way round. What
// slides reaches now this and now that: it is looked at when a position is judged.
static void set_places(eval_maker *m) {
    const program *p = m->p;
    for (int me = 0; me < p->players; me++) {
        for (int t = 0; t < p->types; t++) {
            int mean = mean_reach(m, me, t), full = m->e->value[t];
            for (int c = 0; c < p->b.cells && mean > 0; c++) {
                int more =
                    m->e->slides[t] ? 0 : m->reach[(me * p->types + t) * p->b.cells + c] - mean;
                if (m->e->royal[t]) {
                    add_to(m, m->e->shelter, me, t, c, -SHELTER * more / mean);
                } else {
                    eval_add_place(m, me, t, c, full + full * more / mean * CENTRE_OF_8 / 8);
                }
            }
        }
    }
}

void eval_judge_reach(eval_maker *m) {
    for (int i = 0; i < FILLINGS; i++) {
        fill_board(m, i);
        count_reach(m);
    }
    set_values(m);
    set_places(m);
}
