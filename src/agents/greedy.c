// SPDX-License-Identifier: MIT
//
// greedy: looks one move ahead. Each move is tried on a few guesses of what is
// hidden and what is drawn, and what it leads to is valued by the game's heuristic, or
// by a random game where it has none. Equal moves are drawn by lot.

#include <string.h>

#include <tessera/rules.h>

#include "agents/block.h"
#include "agents/leaf.h"

enum { NODES, TIME, SAMPLES, NET, OPTION_COUNT };

typedef struct greedy {
    block memory;
    leaf leaf;
    tnet *net; // or NULL
    eyes *eyes;
    void *guess, *state;
    tsr_move *moves;
    double *sum;     // of the values of each move,
    uint32_t *tries; // and how many there are
} greedy;

static void layout(greedy *s, const tsr_rules *r) {
    s->guess = block_take(&s->memory, 1, r->state_size);
    s->state = block_take(&s->memory, 1, r->state_size);
    s->moves = block_take(&s->memory, r->max_moves, sizeof *s->moves);
    s->sum = block_take(&s->memory, r->max_moves, sizeof *s->sum);
    s->tries = block_take(&s->memory, r->max_moves, sizeof *s->tries);
}

static tsr_err open_greedy(tsr_agent *a, tsr_error *err) {
    greedy *s = tsr_mem_new(a->alloc, sizeof *s);
    if (s) {
        layout(s, a->rules);
    }
    if (!s || !block_allocate(&s->memory, a->alloc)) {
        tsr_mem_free(a->alloc, s, sizeof *s);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the moves");
    }
    layout(s, a->rules);
    tsr_err e = eyes_load(a->value[NET].text, a->rules, a->alloc, &s->net, &s->eyes, err);
    if (e) {
        block_free(&s->memory, a->alloc);
        tsr_mem_free(a->alloc, s, sizeof *s);
        return e;
    }
    leaf_init(&s->leaf, a->rules, -1);
    leaf_see(&s->leaf, s->eyes, -1);
    a->self = s;
    return TSR_OK;
}

static void close_greedy(tsr_agent *a) {
    greedy *s = a->self;
    eyes_close(s->eyes);
    tnet_free(s->net);
    block_free(&s->memory, a->alloc);
    tsr_mem_free(a->alloc, s, sizeof *s);
}

// Values every move once, on one guess. 0 = the budget is spent.
static int try_all(greedy *s, const tsr_query *q, int n, tsr_rng *g, budget *b) {
    const tsr_rules *r = s->leaf.r;
    float value[TSR_MAX_PLAYERS];
    r->g.guess(r, q->view, q->who, g, s->guess);
    for (int i = 0; i < n; i++) {
        if (budget_spend(b)) {
            return 0;
        }
        memcpy(s->state, s->guess, r->state_size);
        tsr_play(r, s->state, q->who, s->moves[i]);
        if (!leaf_value(&s->leaf, s->state, g, b, value)) {
            return 0;
        }
        s->sum[i] += (double)value[q->who];
        s->tries[i]++;
    }
    return 1;
}

static double mean(const greedy *s, int i) {
    return s->tries[i] ? s->sum[i] / s->tries[i] : -1.0;
}

static int best_of(const greedy *s, int n, tsr_rng *g) {
    int best = 0, equal = 1;
    for (int i = 1; i < n; i++) {
        if (mean(s, i) > mean(s, best)) {
            best = i;
            equal = 1;
        } else if (mean(s, i) >= mean(s, best) && tsr_rng_below(g, (uint32_t)++equal) == 0) {
            best = i;
        }
    }
    return best;
}

// One look is enough where nothing is left to chance: a heuristic, no draws, nothing
// hidden.
static int rounds(const tsr_agent *a, const greedy *s) {
    uint32_t unsure = TSR_HAS_CHANCE | TSR_HAS_HIDDEN;
    int sure = leaf_judges(&s->leaf) && !(a->rules->g.flags & unsure);
    return sure ? 1 : (int)a->value[SAMPLES].number;
}

static tsr_err choose_greedy(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    greedy *s = a->self;
    budget b;
    tsr_rng g;
    int n = tsr_moves(a->rules, q->view, q->who, s->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    budget_begin(&b, q, (uint64_t)a->value[NODES].number, (uint32_t)a->value[TIME].number);
    tsr_rng_init(&g, q->seed);
    leaf_reset(&s->leaf);
    memset(s->sum, 0, (size_t)n * sizeof *s->sum);
    memset(s->tries, 0, (size_t)n * sizeof *s->tries);
    for (int i = rounds(a, s); n > 1 && i > 0 && try_all(s, q, n, &g, &b); i--) {
    }
    *out = s->moves[best_of(s, n, &g)];
    return TSR_OK;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [NODES] = {"nodes", "positions to evaluate; 0 = no limit", TSR_VALUE_INT, 0, 0, 0, 1e15},
    [TIME] = {"time", "time for a move; 0 = no limit", TSR_VALUE_TIME, 0, 0, 0, 1e9},
    [SAMPLES] = {"samples", "samples per move where chance is involved", TSR_VALUE_INT, 0, 8, 1,
                 1e6},
    [NET] = {"net", "a network that evaluates positions; see tessera train", TSR_VALUE_TEXT, 0, 0,
             0, 0},
};

extern const tsr_agent_type tsr_agent_greedy;

const tsr_agent_type tsr_agent_greedy = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "greedy",
    .about = "looks one move ahead",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_greedy,
    .close = close_greedy,
    .choose = choose_greedy,
};
