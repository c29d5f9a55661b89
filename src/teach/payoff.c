// SPDX-License-Identifier: MIT
// What ends are worth; see payoff.h.
#include "teach/payoff.h"

enum { GAMES = 1000, PLIES = 2000, PLIES_IN_ALL = 200000 };

typedef struct survey {
    int64_t most; // points anybody had, won or lost
    int uneven;   // they do not cancel out
    int plies;
} survey;

static void note_end(const tsr_rules *r, const void *state, survey *v) {
    tsr_result result[TSR_MAX_PLAYERS];
    int64_t sum = 0;
    r->g.result(r, state, result);
    for (int p = 0; p < r->players; p++) {
        int64_t points = result[p].score < 0 ? -(int64_t)result[p].score : result[p].score;
        v->most = points > v->most ? points : v->most;
        sum += result[p].score;
    }
    v->uneven |= sum != 0;
}

static void play_random(const tsr_rules *r, void *state, uint64_t number, survey *v) {
    tsr_rng g;
    uint32_t turn;
    tsr_rng_init(&g, tsr_seed_of(2, number));
    tsr_init(r, state);
    for (int ply = 0; (turn = tsr_turn(r, state)) != 0 && ply < PLIES; ply++, v->plies++) {
        int who = tsr_mover(turn);
        tsr_play(r, state, who, tsr_sample(r, state, who, &g));
    }
    if (turn == 0) {
        note_end(r, state, v);
    }
}

tsr_err payoff_find(const tsr_rules *r, payoff_kind kind, payoff *out, tsr_error *err) {
    survey v = {0};
    *out = (payoff){.first = kind == PAYOFF_FIRST};
    if (kind == PAYOFF_WIN || kind == PAYOFF_FIRST || (kind == PAYOFF_EITHER && r->players != 2)) {
        return TSR_OK;
    }
    void *state = tsr_mem_new(NULL, r->state_size);
    if (!state) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game");
    }
    for (uint64_t game = 0; game < GAMES && v.plies < PLIES_IN_ALL; game++) {
        play_random(r, state, game, &v);
    }
    tsr_mem_free(NULL, state, r->state_size);
    if (kind == PAYOFF_SCORE && v.most == 0) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "nobody ever has points in %s", r->g.name);
    }
    out->stake = kind == PAYOFF_EITHER && v.uneven ? 0 : (double)v.most;
    return TSR_OK;
}

// Nobody is first where all have lost together.
static void share_first_place(const tsr_result *result, int players, double *out) {
    int first = 0;
    for (int k = 0; k < players; k++) {
        first += result[k].rank == 1;
    }
    for (int k = 0; k < players; k++) {
        out[k] = result[k].rank == 1 ? 1.0 / first : 0;
    }
}

void payoff_of(const payoff *p, const tsr_rules *r, const void *state, double *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    float share[TSR_MAX_PLAYERS];
    r->g.result(r, state, result);
    if (p->first) {
        share_first_place(result, r->players, out);
        return;
    }
    if (p->stake > 0) {
        for (int k = 0; k < r->players; k++) {
            double x = 0.5 + result[k].score / (2 * p->stake);
            out[k] = x < 0 ? 0 : x > 1 ? 1 : x;
        }
        return;
    }
    tsr_utility(r, state, share);
    for (int k = 0; k < r->players; k++) {
        out[k] = (double)share[k];
    }
}
