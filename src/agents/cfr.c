// SPDX-License-Identifier: MIT
//
// cfr: solves a small game of two when it sits down (learn/cfr.h), and then plays what it has found, each
// move as often as it should be played: nobody wins more than `within` against it in the long run.
// What it sees must say what it knows, since it is asked about views; a game whose views
// forget something that matters is refused, as is one whose tree is too large.

#include <stdlib.h>
#include <string.h>

#include <tessera/agent.h>

#include "learn/cfr.h"
#include "learn/eyes.h"

enum { WITHIN, ITERATIONS, NODES, MEMORY, OPTION_COUNT };
enum { STEP = 100 }; // iterations between measurements

// A decision: what is seen, and what is done there. Moves and shares lie one after another.
typedef struct decision {
    uint64_t key;
    uint32_t first, moves;
} decision;

typedef struct solved {
    decision *at; // ascending by key
    uint32_t count;
    tsr_move *move;
    double *share;
    uint32_t numbers;
} solved;

static void free_solved(tsr_agent *a, solved *s) {
    tsr_mem_free(a->alloc, s->at, s->count * sizeof *s->at);
    tsr_mem_free(a->alloc, s->move, s->numbers * sizeof *s->move);
    tsr_mem_free(a->alloc, s->share, s->numbers * sizeof *s->share);
    tsr_mem_free(a->alloc, s, sizeof *s);
}

// --- Solving ------------------------------------------------------------------------------

static uint64_t key_of(const tsr_rules *r, const void *view, int who) {
    return tsr_hash_bytes(view, r->state_size, (uint64_t)who + 1);
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const decision *)a)->key, y = ((const decision *)b)->key;
    return x < y ? -1 : x > y;
}

static tsr_err check_views(const tsr_agent *a, const solved *s, tsr_error *err) {
    for (uint32_t i = 1; i < s->count; i++) {
        if (s->at[i].key == s->at[i - 1].key) {
            return tsr_fail(err, TSR_ERR_ARGUMENT,
                            "what a player sees in %s does not tell what was before, and cfr is "
                            "asked about views; other players search",
                            a->rules->g.name);
        }
    }
    return TSR_OK;
}

static tsr_err keep(tsr_agent *a, solved *s, cfr *c, tsr_error *err) {
    for (uint32_t i = 0; i < cfr_sets(c); i++) {
        s->numbers += (uint32_t)cfr_set_at(c, i).moves;
    }
    s->count = cfr_sets(c);
    s->at = tsr_mem_new(a->alloc, s->count * sizeof *s->at);
    s->move = tsr_mem_new(a->alloc, s->numbers * sizeof *s->move);
    s->share = tsr_mem_new(a->alloc, s->numbers * sizeof *s->share);
    if (!s->at || !s->move || !s->share) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the solution");
    }
    for (uint32_t i = 0, first = 0; i < s->count; i++) {
        cfr_set set = cfr_set_at(c, i);
        uint32_t n = (uint32_t)set.moves;
        s->at[i] = (decision){key_of(a->rules, set.view, set.who), first, n};
        memcpy(s->move + first, set.move, n * sizeof *set.move);
        memcpy(s->share + first, set.share, n * sizeof *set.share);
        first += n;
    }
    qsort(s->at, s->count, sizeof *s->at, by_key);
    return check_views(a, s, err);
}

static void solve(const tsr_agent *a, cfr *c) {
    double left = a->value[ITERATIONS].number, gap;
    do {
        uint32_t now = left < STEP ? (uint32_t)left : STEP;
        cfr_iterate(c, now);
        cfr_bounds b = cfr_measure(c);
        left -= now;
        gap = (b.high - b.low) / 2;
    } while (left > 0 && gap > a->value[WITHIN].number);
}

static tsr_err begin(const tsr_agent *a, cfr **out, tsr_error *err) {
    cfr_limits limits = {(uint64_t)a->value[NODES].number, (uint64_t)a->value[MEMORY].number};
    void *state = tsr_mem_new(a->alloc, a->rules->state_size);
    if (!state) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game");
    }
    tsr_init(a->rules, state);
    tsr_err e = cfr_new(a->rules, state, CFR_EITHER, &limits, out, err);
    tsr_mem_free(a->alloc, state, a->rules->state_size);
    return e;
}

static tsr_err open_cfr(tsr_agent *a, tsr_error *err) {
    cfr *c = NULL;
    tsr_err e = begin(a, &c, err);
    solved *s = e ? NULL : tsr_mem_new(a->alloc, sizeof *s);
    if (!s) {
        cfr_free(c);
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the solution");
    }
    solve(a, c);
    e = keep(a, s, c, err);
    cfr_free(c);
    if (e) {
        free_solved(a, s);
        return e;
    }
    a->self = s;
    return TSR_OK;
}

static void close_cfr(tsr_agent *a) {
    free_solved(a, a->self);
}

// --- Playing ------------------------------------------------------------------------------

static tsr_err choose_cfr(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    const solved *s = a->self;
    tsr_rng g;
    decision key = {.key = key_of(a->rules, q->view, q->who)};
    const decision *d = bsearch(&key, s->at, s->count, sizeof *s->at, by_key);
    if (!d) {
        return tsr_fail(err, TSR_ERR_STATE, "this position cannot come from the start of %s",
                        a->rules->g.name);
    }
    tsr_rng_init(&g, q->seed);
    *out = s->move[d->first + (uint32_t)eyes_draw(s->share + d->first, (int)d->moves, &g)];
    return TSR_OK;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [WITHIN] = {"within", "stop when the exploitability is below this", TSR_VALUE_REAL, 0, 0.001, 0,
                1e6},
    [ITERATIONS] = {"iterations", "maximum number of iterations", TSR_VALUE_INT, 0, 10000, 1, 1e8},
    [NODES] = {"nodes", "maximum number of tree nodes", TSR_VALUE_INT, 0, 200000, 1, 1e9},
    [MEMORY] = {"memory", "approximate memory limit in bytes", TSR_VALUE_INT, 0, 256e6, 1e4, 1e12},
};

extern const tsr_agent_type tsr_agent_cfr;

const tsr_agent_type tsr_agent_cfr = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "cfr",
    .about = "solves a small two-player game, also with hidden information, and plays the solution",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_cfr,
    .close = close_cfr,
    .choose = choose_cfr,
};
