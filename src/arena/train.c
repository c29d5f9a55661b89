// SPDX-License-Identifier: MIT
#include "arena/train.h"

#include <math.h>
#include <string.h>

enum {
    MAX_POSITIONS = 1024, // of a game; of longer ones the last are taught
    MAX_LOOKS = 64        // moves tried where there are many
};

struct trainer {
    train_config c;
    net *n;
    const tsr_alloc *alloc;
    net_eyes eyes;
    tsr_rng g;
    tsr_move *moves;
    unsigned char *states; // [MAX_POSITIONS], a ring
    uint32_t count;        // positions met; the last MAX_POSITIONS are there
    void *state, *view, *guess, *tried;
    float *scratch; // net_learn
};

static size_t states_size(const trainer *t) {
    return (size_t)MAX_POSITIONS * t->c.rules->state_size;
}

tsr_err train_open(const train_config *c, net *n, const tsr_alloc *alloc, trainer **out,
                   tsr_error *err) {
    const tsr_rules *r = c->rules;
    tsr_err e = net_fits(n, r, err);
    trainer *t = e ? NULL : tsr_mem_new(alloc, sizeof *t);
    if (e || !t) {
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory to train");
    }
    *t = (trainer){.c = *c, .n = n, .alloc = alloc};
    t->moves = tsr_mem_new(alloc, r->max_moves * sizeof *t->moves);
    t->states = tsr_mem_new(alloc, states_size(t));
    t->state = tsr_mem_new(alloc, r->state_size);
    t->view = tsr_mem_new(alloc, r->state_size);
    t->guess = tsr_mem_new(alloc, r->state_size);
    t->tried = tsr_mem_new(alloc, r->state_size);
    t->scratch = tsr_mem_new(alloc, (size_t)2 * n->widest * sizeof *t->scratch);
    e = net_eyes_open(&t->eyes, n, r, err);
    if (!e && (!t->moves || !t->states || !t->state || !t->view || !t->guess || !t->tried ||
               !t->scratch)) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory to train");
    }
    if (e) {
        train_close(t);
        return e;
    }
    *out = t;
    return TSR_OK;
}

void train_close(trainer *t) {
    if (!t) {
        return;
    }
    const tsr_rules *r = t->c.rules;
    net_eyes_close(&t->eyes);
    tsr_mem_free(t->alloc, t->moves, r->max_moves * sizeof *t->moves);
    tsr_mem_free(t->alloc, t->states, states_size(t));
    tsr_mem_free(t->alloc, t->state, r->state_size);
    tsr_mem_free(t->alloc, t->view, r->state_size);
    tsr_mem_free(t->alloc, t->guess, r->state_size);
    tsr_mem_free(t->alloc, t->tried, r->state_size);
    tsr_mem_free(t->alloc, t->scratch, (size_t)2 * t->n->widest * sizeof *t->scratch);
    tsr_mem_free(t->alloc, t, sizeof *t);
}

// --- Playing ----------------------------------------------------------------------------

static float value_of(trainer *t, const void *state, int who) {
    const tsr_rules *r = t->c.rules;
    if (tsr_turn(r, state) == 0) {
        float u[TSR_MAX_PLAYERS];
        tsr_utility(r, state, u);
        return u[who];
    }
    return net_eyes_of(&t->eyes, state, who);
}

// Brings `keep` random moves to the front.
static void shuffle(trainer *t, int n, int keep) {
    for (int i = 0; i < keep; i++) {
        int j = i + (int)tsr_rng_below(&t->g, (uint32_t)(n - i));
        tsr_move m = t->moves[i];
        t->moves[i] = t->moves[j];
        t->moves[j] = m;
    }
}

// The move after which `who`, who knows what `who` sees, stands best.
static tsr_move best_move(trainer *t, int who) {
    const tsr_rules *r = t->c.rules;
    r->g.view(r, t->state, who, t->view);
    int n = tsr_moves(r, t->view, who, t->moves);
    int looks = n < MAX_LOOKS ? n : MAX_LOOKS;
    float best = -1;
    tsr_move move = t->moves[0];
    shuffle(t, n, looks); // so that equal moves are drawn by lot
    r->g.guess(r, t->view, who, &t->g, t->guess);
    for (int i = 0; i < looks; i++) {
        memcpy(t->tried, t->guess, r->state_size);
        tsr_play(r, t->tried, who, t->moves[i]);
        float v = value_of(t, t->tried, who);
        if (v > best) {
            best = v;
            move = t->moves[i];
        }
    }
    return move;
}

static void keep_position(trainer *t) {
    size_t size = t->c.rules->state_size;
    memcpy(t->states + t->count % MAX_POSITIONS * size, t->state, size);
    t->count++;
}

static uint32_t play_game(trainer *t) {
    const tsr_rules *r = t->c.rules;
    uint32_t plies = 0, turn;
    uint32_t opening = tsr_rng_below(&t->g, t->c.openings + 1);
    tsr_init(r, t->state);
    t->count = 0;
    keep_position(t);
    while ((turn = tsr_turn(r, t->state)) != 0 && plies < r->max_plies) {
        int who = tsr_mover(turn);
        int random = who == TSR_CHANCE || plies < opening || tsr_rng_unit(&t->g) < t->c.explore;
        tsr_move m = random ? tsr_sample(r, t->state, who, &t->g) : best_move(t, who);
        tsr_play(r, t->state, who, m);
        plies++;
        keep_position(t);
    }
    return plies;
}

// --- Learning ---------------------------------------------------------------------------

static const void *position(const trainer *t, uint32_t i) {
    return t->states + (size_t)(i % MAX_POSITIONS) * t->c.rules->state_size;
}

static double teach(trainer *t, float rate) {
    const tsr_rules *r = t->c.rules;
    float target[TSR_MAX_PLAYERS];
    float lambda = (float)t->c.lambda;
    uint32_t last = t->count - 1, first = last > MAX_POSITIONS - 1 ? last - (MAX_POSITIONS - 1) : 0;
    double error = 0;
    tsr_utility(r, position(t, last), target);
    for (uint32_t i = last; i-- > first;) {
        for (int p = 0; p < r->players; p++) {
            float v = net_eyes_of(&t->eyes, position(t, i), p);
            float difference = v - target[p];
            error += (double)difference * (double)difference;
            net_learn(t->n, t->eyes.input, t->eyes.act, difference, rate, t->scratch);
            target[p] = lambda * target[p] + (1 - lambda) * v;
        }
    }
    uint32_t taught = last - first;
    return taught ? error / ((double)taught * r->players) : 0;
}

void train_one(trainer *t, train_game *out) {
    uint64_t number = t->n->games;
    double halvings = t->c.slower ? (double)number / (double)t->c.slower : 0;
    tsr_rng_init(&t->g, tsr_seed_of(t->c.seed, number));
    out->plies = play_game(t);
    out->error = teach(t, (float)(t->c.rate * pow(0.5, halvings)));
    t->n->games++;
}
