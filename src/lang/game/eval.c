// SPDX-License-Identifier: MIT
//
// Judging positions and ordering moves: the contract's `ai` for every rules file.
#include "lang/game/eval.h"

#include <string.h>

#include "lang/game/state.h"
#include "lang/vm/walk.h"

// --- What one side has -----------------------------------------------------------------

static int stands(const program *p, const void *s, int me, int type, int word, uint64_t *out) {
    uint64_t x = state_set(p, s, p->at.own + me)[word];
    if (p->at.type != BOARD_NONE) {
        x &= state_set(p, s, p->at.type + type)[word];
    }
    *out = x;
    return x != 0;
}

// Pieces on the board by their places, and pieces in hand. Kings hide while there is
// much on the board and come out when there is little; where they have to go counts at any time.
static int material(const program *p, const lang_eval *e, const void *s, int me) {
    int sum = 0, goals = 0, shelter = 0;
    for (int t = 0; t < p->types; t++) {
        const int first = (me * p->types + t) * p->b.cells;
        int *to = e->royal[t] ? &goals : &sum;
        uint64_t x;
        for (int w = 0; w < p->b.words; w++) {
            for (stands(p, s, me, t, w, &x); x; x &= x - 1) {
                const int at = first + 64 * w + __builtin_ctzll(x);
                *to += e->place[at];
                shelter += e->royal[t] ? e->shelter[at] : 0;
            }
        }
    }
    if (p->at.hands != BOARD_NONE) {
        const int32_t *hand = state_nums(p, s) + p->at.hands + me * p->types;
        for (int t = 0; t < p->types; t++) {
            sum += hand[t] * e->value[t] * 9 / 10;
        }
    }
    int much = e->full > 0 ? 256 * (sum < e->full ? sum : e->full) / e->full : 256;
    return e->sign * sum + goals + shelter * (2 * much - 256) / 256;
}

// The share of the board that is taken, of 256.
static int filled(const program *p, const void *s) {
    int n = 0, all = 0;
    for (int w = 0; w < p->b.words; w++) {
        all += __builtin_popcountll(p->b.all[w]);
        for (int i = 0; i < p->players; i++) {
            n += __builtin_popcountll(state_set(p, s, p->at.own + i)[w]);
        }
    }
    return all ? 256 * n / all : 0;
}

int eval_side(const program *p, const lang_eval *e, const void *s, int me) {
    int sum = 0;
    if (e->counts & (EVAL_MATERIAL | EVAL_FLIPS)) {
        sum += material(p, e, s, me);
    }
    if (e->counts & EVAL_LINES) {
        sum += eval_lines(p, e, s, me);
    }
    if (e->counts & EVAL_LINKS) {
        sum += eval_links(p, e, s, me);
    }
    return sum;
}

// Points count in full at once, unless they may be turned around: then only near the end.
// Where a large board is full of points, each is worth less.
static void add_scores(const program *p, const lang_eval *e, const void *s, int *side) {
    int32_t score[MAX_PLAYERS];
    int weight = 256 * 64 / (p->b.cells > 64 ? p->b.cells : 64);
    if (e->counts & EVAL_FLIPS) {
        weight = (filled(p, s) - 160) * 2;
    }
    if (weight <= 0) {
        return;
    }
    walk_scores(p, s, score);
    for (int i = 0; i < p->players; i++) {
        int points = p->half_points ? score[i] / 2 : score[i];
        side[i] += points * EVAL_PIECE * weight / 256;
    }
}

static void add_sight(const program *p, const lang_eval *e, const void *s, int *side) {
    frame f;
    vm_load(&f, p, s);
    for (int i = 0; i < p->players; i++) {
        side[i] += e->sign * eval_sight(&f, e, i);
    }
}

// --- The slots --------------------------------------------------------------------------

static const lang_eval *eval_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->eval;
}

// An advantage as a share of 1: steep in the middle, never quite sure.
static float share(int advantage) {
    float x = (float)advantage / EVAL_EVEN;
    return 0.5f + 0.5f * x / (1.0f + (x < 0 ? -x : x));
}

void slot_heuristic(const tsr_rules *r, const void *s, float *out) {
    const program *p = program_of(r);
    const lang_eval *e = eval_of(r);
    const ir_head *h = s;
    int side[MAX_PLAYERS], total = 0;
    for (int i = 0; i < p->players; i++) {
        side[i] = eval_side(p, e, s, i);
    }
    if (e->counts & EVAL_SIGHT) {
        add_sight(p, e, s, side);
    }
    if (e->counts & EVAL_REACH) {
        side[0] += eval_reach(p, e, s);
    }
    if (e->counts & EVAL_SCORE) {
        add_scores(p, e, s, side);
    }
    for (int i = 0; i < p->players; i++) {
        total += side[i];
    }
    for (int i = 0; i < p->players; i++) {
        int others = p->players > 1 ? (total - side[i]) / (p->players - 1) : 0;
        out[seat_of(h, i)] = share(side[i] - others);
    }
}

// The first choice of a packed move, and whether more follow.
typedef struct first_choice {
    const ir_choice *c;
    int from, to;
    tsr_move rest;
} first_choice;

static inline int open_move(const program *p, tsr_move m, first_choice *out) {
    tsr_move cell = ((tsr_move)1 << p->size.cell_bits) - 1;
    int number = (int)(m & (((tsr_move)1 << p->size.choice_bits) - 1));
    if ((m & (WALK_HASHED | TSR_HIDDEN)) || number > p->choice_count || number == 0) {
        return 0;
    }
    const ir_choice *c = &p->choice[number];
    m >>= p->size.choice_bits;
    *out = (first_choice){.c = c, .from = -1, .to = -1};
    if (c->kind == CH_MOTION) {
        out->from = (int)(m & cell);
        m >>= p->size.cell_bits;
    }
    if (c->kind <= CH_TAKE) {
        out->to = (int)(m & cell);
        m >>= p->size.cell_bits;
    }
    out->rest = m;
    return out->from < p->b.cells && out->to < p->b.cells;
}

static int captured(const program *p, const void *s, int me, const first_choice *f) {
    if (f->to < 0 || f->c->kind == CH_CHOOSE) {
        return 0;
    }
    for (int i = 0; i < p->players; i++) {
        if (i != me && board_has(state_set(p, s, p->at.own + i), f->to)) {
            return 1;
        }
    }
    return 0;
}

// It takes something other than what stands where it ends.
static int takes_aside(const ir_choice *c) {
    return (c->kind == CH_MOTION || c->kind == CH_CONTINUE) && c->rule && c->rule->c;
}

static int rises(const program *p, const lang_eval *e, const void *s, int me,
                 const first_choice *f) {
    if (f->c->kind == CH_BECOME) {
        return 1;
    }
    if (f->c->kind != CH_MOTION || !board_has(&e->rises[me * p->b.words], f->to)) {
        return 0;
    }
    int type = lang_type_at(p, s, f->from);
    return board_has(&e->rise[(me * p->types + type) * p->b.words], f->to);
}

int slot_noisy(const tsr_rules *r, const void *s, int who, tsr_move m) {
    const program *p = program_of(r);
    first_choice f;
    (void)who;
    if (m & WALK_HASHED) {
        return 1; // a long chain: somebody is being taken
    }
    if (!open_move(p, m, &f)) {
        return 0;
    }
    int me = ((const ir_head *)s)->me;
    return captured(p, s, me, &f) || takes_aside(f.c) || rises(p, eval_of(r), s, me, &f);
}

int slot_rate(const tsr_rules *r, const void *s, int who, tsr_move m) {
    const program *p = program_of(r);
    const lang_eval *e = eval_of(r);
    int me = ((const ir_head *)s)->me, sum = 0;
    first_choice f;
    (void)who;
    if (!open_move(p, m, &f) || f.to < 0) {
        return 0;
    }
    if (f.c->kind == CH_PLACE) {
        int type = f.c->type;
        sum = p->g->pieces[type].neutral ? 0 : e->sign * eval_place(p, e, me, type, f.to);
        return e->line ? sum + eval_line_rate(p, e, s, me, f.to) : sum;
    }
    int type = f.from >= 0 ? lang_type_at(p, s, f.from) : 0;
    if (captured(p, s, me, &f)) {
        sum += 10 * e->value[lang_type_at(p, s, f.to)] - e->value[type];
    } else if (takes_aside(f.c)) {
        sum += 10 * EVAL_PIECE;
    }
    if (f.c->kind == CH_MOTION) {
        sum += eval_place(p, e, me, type, f.to) - eval_place(p, e, me, type, f.from);
        sum += rises(p, e, s, me, &f) ? EVAL_GOAL / 2 : 0;
        // Of several pieces to become the best one first.
        tsr_move next = f.rest & (((tsr_move)1 << p->size.choice_bits) - 1);
        if (next && next <= (tsr_move)p->choice_count && p->choice[next].kind == CH_BECOME) {
            sum += e->value[p->choice[next].type];
        }
    }
    return e->sign * sum;
}
