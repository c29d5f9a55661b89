// SPDX-License-Identifier: MIT
//
// peek: a player for every game, as a plugin. It tries each of its moves on guesses of what is
// hidden, plays on at random to the end, and takes the move after which it did best.
//
// An agent is a table of functions (tessera/agent.h). It allocates in `open` and not while it
// thinks, takes all randomness from `query->seed`, reads no clock but the host's, and gets a
// view, never the state. Everything used here is inline: peek.so imports nothing but libc.

#include <stdlib.h>
#include <string.h>

#include <tessera/plugin.h>

enum { GAMES, OPTION_COUNT };

typedef struct peek {
    tsr_move *moves;
    double *total;        // what each move was worth, summed up
    unsigned char *state; // a guess, played on
} peek;

static void free_peek(peek *p) {
    free(p->moves);
    free(p->total);
    free(p->state);
    free(p);
}

static tsr_err open_peek(tsr_agent *a, tsr_error *err) {
    peek *p = calloc(1, sizeof *p);
    if (p) {
        p->moves = calloc(a->rules->max_moves, sizeof *p->moves);
        p->total = calloc(a->rules->max_moves, sizeof *p->total);
        p->state = calloc(1, a->rules->state_size);
    }
    if (!p || !p->moves || !p->total || !p->state) {
        if (p) {
            free_peek(p);
        }
        return TSR_ERR_MEMORY;
    }
    (void)err;
    a->self = p;
    return TSR_OK;
}

static void close_peek(tsr_agent *a) {
    free_peek(a->self);
}

// The share of opponents that `who` has beaten, a tie counting half; alone, 1 for a win.
static double share(const tsr_rules *r, const void *s, int who) {
    tsr_result result[TSR_MAX_PLAYERS];
    double sum = 0;
    r->g.result(r, s, result);
    for (int p = 0; p < r->players; p++) {
        int better = result[who].rank < result[p].rank, equal = result[who].rank == result[p].rank;
        sum += p == who ? 0 : better ? 1 : equal ? 0.5 : 0;
    }
    return r->players > 1 ? sum / (r->players - 1) : result[who].rank == 1;
}

// Plays `move` on a guess, then anything, to the end.
static double try_move(peek *p, const tsr_rules *r, const tsr_query *q, tsr_move move, tsr_rng *g) {
    uint32_t turn;
    r->g.guess(r, q->view, q->who, g, p->state);
    tsr_play(r, p->state, q->who, move);
    for (uint32_t plies = 0; plies < r->max_plies && (turn = tsr_turn(r, p->state)) != 0; plies++) {
        int who = tsr_mover(turn);
        tsr_play(r, p->state, who, tsr_sample(r, p->state, who, g));
    }
    return share(r, p->state, q->who);
}

static int is_late(const tsr_query *q, uint64_t start_us) {
    const tsr_agent_host *h = q->host;
    int stopped = h->stopped && h->stopped(h->self);
    return stopped ||
           (q->time_ms && h->now_us && h->now_us(h->self) - start_us > (uint64_t)q->time_ms * 900);
}

static tsr_err choose_peek(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    peek *p = a->self;
    const tsr_rules *r = a->rules;
    tsr_rng g;
    uint64_t start_us = q->host->now_us ? q->host->now_us(q->host->self) : 0;
    int n = tsr_moves(r, q->view, q->who, p->moves), best = 0;
    (void)err;
    tsr_rng_init(&g, q->seed);
    memset(p->total, 0, (size_t)n * sizeof *p->total);
    for (int game = 0; game < (int)a->value[GAMES].number && n > 1; game++) {
        for (int i = 0; i < n && !is_late(q, start_us); i++) {
            p->total[i] += try_move(p, r, q, p->moves[i], &g);
        }
    }
    for (int i = 1; i < n; i++) {
        best = p->total[i] > p->total[best] ? i : best;
    }
    *out = p->moves[best];
    return TSR_OK;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [GAMES] = {"games", "random games for each move", TSR_VALUE_INT, 0, 8, 1, 1000},
};

static const tsr_agent_type peek_type = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "peek",
    .about = "tries each move with a few random games: peek:games=20",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_peek,
    .close = close_peek,
    .choose = choose_peek,
};

const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_agent_type *const agents[] = {&peek_type};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 1, NULL, agents, 0, 0, NULL};
    (void)host_abi;
    return &plugin;
}
