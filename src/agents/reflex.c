// SPDX-License-Identifier: MIT
//
// reflex: plays at once what a network that has learned the game thinks of what it sees, each move as
// often as the network says: reflex:net=leduc/net.tnet. Made for games in which something is hidden: it
// knows what the player knows and no more, bluffs as often as it has learned to, and needs no time from
// which anybody could read what it holds.

#include <tessera/agent.h>

#include "learn/eyes.h"
#include "learn/real.h"

enum { NET, HEAT, OPTION_COUNT };

typedef struct reflex {
    tnet *net;
    eyes *eyes;
    tsr_move *moves;
    double *share;
} reflex;

static void free_reflex(tsr_agent *a, reflex *x) {
    eyes_close(x->eyes);
    tnet_free(x->net);
    tsr_mem_free(a->alloc, x->moves, a->rules->max_moves * sizeof *x->moves);
    tsr_mem_free(a->alloc, x->share, a->rules->max_moves * sizeof *x->share);
    tsr_mem_free(a->alloc, x, sizeof *x);
}

static tsr_err fill(tsr_agent *a, reflex *x, tsr_error *err) {
    x->moves = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *x->moves);
    x->share = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *x->share);
    if (!x->moves || !x->share) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
    }
    tsr_err e = eyes_load(a->value[NET].text, a->rules, a->alloc, &x->net, &x->eyes, err);
    return !e && !x->net->move.count
               ? tsr_fail(err, TSR_ERR_ARGUMENT,
                          "%.100s only evaluates positions; it has no policy for moves",
                          a->value[NET].text)
               : e;
}

static tsr_err open_reflex(tsr_agent *a, tsr_error *err) {
    if (a->value[NET].text[0] == '\0') {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "reflex needs a network of this game: reflex:net=FILE");
    }
    reflex *x = tsr_mem_new(a->alloc, sizeof *x);
    if (!x) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a player");
    }
    tsr_err e = fill(a, x, err);
    if (e) {
        free_reflex(a, x);
        return e;
    }
    a->self = x;
    return TSR_OK;
}

static void close_reflex(tsr_agent *a) {
    free_reflex(a, a->self);
}

// More even shares above a heat of 1, less even ones below.
static void heat_up(double *share, int n, double heat) {
    double most = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        most = share[i] > most ? share[i] : most;
    }
    for (int i = 0; i < n; i++) {
        share[i] = share[i] > 0 ? real_exp(real_log(share[i] / most) / heat) : 0;
        sum += share[i];
    }
    for (int i = 0; i < n; i++) {
        share[i] /= sum;
    }
}

static tsr_err choose_reflex(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    reflex *x = a->self;
    tsr_rng g;
    int n = tsr_moves(a->rules, q->view, q->who, x->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    eyes_look(x->eyes, q->view, q->who);
    eyes_shares(x->eyes, q->view, q->who, x->moves, n, x->share);
    if (a->value[HEAT].number < 1 || a->value[HEAT].number > 1) {
        heat_up(x->share, n, a->value[HEAT].number);
    }
    tsr_rng_init(&g, q->seed);
    *out = x->moves[eyes_draw(x->share, n, &g)];
    return TSR_OK;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [NET] = {"net", "the network, a file", TSR_VALUE_TEXT, 0, 0, 0, 0},
    [HEAT] = {"heat", "temperature: above 1 more random, below 1 less", TSR_VALUE_REAL, 0, 1, 0.01,
              100},
};

extern const tsr_agent_type tsr_agent_reflex;

const tsr_agent_type tsr_agent_reflex = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "reflex",
    .about = "draws moves from the probabilities of a trained network, without search",
    .flags = TSR_AGENT_QUICK,
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_reflex,
    .close = close_reflex,
    .choose = choose_reflex,
};
