// SPDX-License-Identifier: MIT
//
// Ranks moves by playing the rest of the game at random, as often as there is time for.
#include "arena/advise.h"

#include <stdlib.h>

typedef struct adviser {
    const tsr_rules *r;
    const void *view;
    int who;
    tsr_rng rng;
    unsigned char *state;
    tsr_move *moves;
    advise_move *tried; // one a legal move
    int count;
} adviser;

// How the game stands for `who`: for certain at its end, by the game's own
// estimate if it was cut short, else even.
static double value(const adviser *a) {
    float share[TSR_MAX_PLAYERS] = {0};
    const tsr_game_ai *ai = a->r->g.ai;
    if (tsr_turn(a->r, a->state) == 0) {
        tsr_utility(a->r, a->state, share);
    } else if (ai && ai->heuristic) {
        ai->heuristic(a->r, a->state, share);
    } else {
        return 0.5;
    }
    return (double)share[a->who];
}

static void try_move(adviser *a, advise_move *m) {
    a->r->g.guess(a->r, a->view, a->who, &a->rng, a->state);
    tsr_play(a->r, a->state, a->who, m->move);
    (void)a->r->more.playout(a->r, a->state, &a->rng, a->r->max_plies);
    m->trials++;
    m->score += (value(a) - m->score) / m->trials;
}

// The best `cap` moves, best first; among equals the game's own order.
static int take_best(adviser *a, advise_move *out, int cap) {
    int n = 0;
    for (; n < cap && n < a->count; n++) {
        advise_move *best = NULL;
        for (int i = 0; i < a->count; i++) {
            advise_move *m = &a->tried[i];
            if (m->trials > 0 && (!best || m->score > best->score)) {
                best = m;
            }
        }
        if (!best) {
            break;
        }
        out[n] = *best;
        best->trials = 0; // taken
    }
    return n;
}

static int prepare(adviser *a) {
    a->state = malloc(a->r->state_size);
    a->moves = calloc(a->r->max_moves, sizeof *a->moves);
    if (!a->state || !a->moves) {
        return 0;
    }
    a->count = tsr_moves(a->r, a->view, a->who, a->moves);
    a->tried = calloc((size_t)a->count + 1, sizeof *a->tried);
    for (int i = 0; a->tried && i < a->count; i++) {
        a->tried[i].move = a->moves[i];
    }
    return a->tried != NULL;
}

tsr_err advise(const tsr_rules *r, const void *view, int who, uint64_t seed, uint32_t trials,
               int (*stopped)(void *self), void *self, advise_move *out, int cap, int *count) {
    adviser a = {.r = r, .view = view, .who = who};
    tsr_err e = TSR_ERR_MEMORY;
    tsr_rng_init(&a.rng, seed);
    if (prepare(&a)) {
        uint32_t least = (uint32_t)a.count;
        for (uint32_t i = 0; i < trials || i < least; i++) {
            if (a.count == 0 || (i >= least && stopped && stopped(self))) {
                break;
            }
            try_move(&a, &a.tried[i % least]);
        }
        *count = take_best(&a, out, cap);
        e = TSR_OK;
    }
    free(a.state);
    free(a.moves);
    free(a.tried);
    return e;
}
