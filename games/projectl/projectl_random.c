// SPDX-License-Identifier: MIT
//
// projectl-random: plays at random, but so that games come to an end.
//
// For `random` all legal moves are equally likely. Everybody soon has four puzzles riddled with single holes,
// the small pieces that would fill them lie in other riddled puzzles or are hoarded, and nearly every
// game goes to the limit of rounds. Here the kind of action is drawn first, by weight, of those that are possible;
// who has PUZZLES takes no other one, and who has PIECES takes no more of them, while anything else can be
// done. Then one move of that kind is drawn, each with equal chance, but for places: a piece of
// n cells counts n * n times. Nothing is planned.

#include "projectl_state.h"

enum { PUZZLES = 1, PIECES = 8 };

// How likely each kind of action is, beside the others that are possible.
static const uint8_t weight[] = {
    [TSR_PL_TAKE] = 6,  [TSR_PL_TOP] = 1,      [TSR_PL_RECYCLE] = 1, [TSR_PL_PUT] = 1,
    [TSR_PL_BASIC] = 6, [TSR_PL_UPGRADE] = 12, [TSR_PL_PLACE] = 12,  [TSR_PL_MASTER] = 1,
    [TSR_PL_DONE] = 4,  [TSR_PL_REWARD] = 1,   [TSR_PL_SKIP] = 1,    [TSR_PL_END] = 4,
};

enum { KINDS = sizeof weight / sizeof weight[0] };

typedef struct drawing {
    const tsr_move *moves;
    int count;
    int of_kind[KINDS]; // how many moves there are
    uint32_t avoided;   // kinds
    tsr_rng g;
} drawing;

static uint32_t weight_of_kind(const drawing *d, int kind) {
    return d->of_kind[kind] && !(d->avoided >> kind & 1u) ? weight[kind] : 0;
}

static int draw_kind(drawing *d) {
    uint32_t all = 0;
    for (int k = 0; k < KINDS; k++) {
        all += weight_of_kind(d, k);
    }
    uint32_t left = tsr_rng_below(&d->g, all);
    int kind = 0;
    for (; left >= weight_of_kind(d, kind); kind++) {
        left -= weight_of_kind(d, kind);
    }
    return kind;
}

static uint32_t weight_of_move(tsr_move m, int kind) {
    uint32_t cells = kind == TSR_PL_PLACE ? (uint32_t)tsr_pl_level(tsr_move_byte(m, 1)) : 1;
    return tsr_pl_move_kind(m) == kind ? cells * cells : 0;
}

static tsr_move draw_move(drawing *d, int kind) {
    uint32_t all = 0;
    for (int i = 0; i < d->count; i++) {
        all += weight_of_move(d->moves[i], kind);
    }
    uint32_t left = tsr_rng_below(&d->g, all);
    int i = 0;
    for (; left >= weight_of_move(d->moves[i], kind); i++) {
        left -= weight_of_move(d->moves[i], kind);
    }
    return d->moves[i];
}

// What is not done while anything else can be.
static uint32_t avoided_by(const drawing *d, const tsr_pl_player *seat) {
    int pieces = 0, puzzles = 0, others = d->count;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        pieces += seat->pieces[shape];
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        puzzles += seat->slot[i].puzzle != TSR_PL_NONE;
    }
    int enough = puzzles >= PUZZLES;
    uint32_t kinds = (enough ? 1u << TSR_PL_TAKE | 1u << TSR_PL_TOP : 0) |
                     (pieces >= PIECES ? 1u << TSR_PL_BASIC : 0);
    for (int k = 0; k < KINDS; k++) {
        others -= kinds >> k & 1u ? d->of_kind[k] : 0;
    }
    return others > 0 ? kinds : 0;
}

static size_t moves_size(const tsr_agent *a) {
    return a->rules->max_moves * sizeof(tsr_move);
}

static tsr_err open_random(tsr_agent *a, tsr_error *err) {
    a->self = tsr_mem_new(a->alloc, moves_size(a));
    return a->self ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
}

static void close_random(tsr_agent *a) {
    tsr_mem_free(a->alloc, a->self, moves_size(a));
}

static tsr_err choose_random(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_pl_table table;
    drawing d = {.moves = a->self, .count = tsr_moves(a->rules, q->view, q->who, a->self)};
    if (d.count <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    for (int i = 0; i < d.count; i++) {
        d.of_kind[tsr_pl_move_kind(d.moves[i])]++;
    }
    tsr_pl_look(a->rules, q->view, &table);
    d.avoided = avoided_by(&d, &table.seat[q->who]);
    tsr_rng_init(&d.g, q->seed);
    *out = draw_move(&d, draw_kind(&d));
    return TSR_OK;
}

const tsr_agent_type tsr_agent_projectl_random = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "projectl-random",
    .about = "Project L: draws the kind of action first, so that games end",
    .game = "projectl",
    .open = open_random,
    .close = close_random,
    .choose = choose_random,
};
