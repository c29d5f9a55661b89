// SPDX-License-Identifier: MIT
// Games of a network against itself where something is hidden; see viewplay.h.
#include "teach/viewplay.h"

enum { MAX_SAMPLES = 2048, MAX_PLIES = 4000 };

// What of a later surprise reaches the decision before it.
static const double carried = 0.95;

// A decision that becomes a sample once the end is known.
typedef struct moment {
    size_t at, size; // in `head`: inputs and moves
    int who;
    uint32_t made;                // 1 + the move
    float value[TSR_MAX_PLAYERS]; // that was expected
    double weight;                // how much likelier the network alone makes the move
} moment;

struct viewplay {
    viewplay_config c;
    eyes *eyes;
    tsr_rng g;
    void *state;
    tsr_move *moves;
    double *share;
    buffer head;
    moment *moment;
    int count;
};

tsr_err viewplay_open(const viewplay_config *c, viewplay **out, tsr_error *err) {
    viewplay *p = tsr_mem_new(NULL, sizeof *p);
    if (!p) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    }
    p->c = *c;
    buffer_init(&p->head, NULL);
    p->state = tsr_mem_new(NULL, c->rules->state_size);
    p->moves = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->moves);
    p->share = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->share);
    p->moment = tsr_mem_new(NULL, MAX_SAMPLES * sizeof *p->moment);
    tsr_err e = p->state && p->moves && p->share && p->moment
                    ? eyes_open(c->net, c->rules, NULL, &p->eyes, err)
                    : tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    if (e) {
        viewplay_close(p);
        return e;
    }
    *out = p;
    return TSR_OK;
}

void viewplay_close(viewplay *p) {
    if (p) {
        const tsr_rules *r = p->c.rules;
        eyes_close(p->eyes);
        buffer_deinit(&p->head);
        tsr_mem_free(NULL, p->state, r->state_size);
        tsr_mem_free(NULL, p->moves, r->max_moves * sizeof *p->moves);
        tsr_mem_free(NULL, p->share, r->max_moves * sizeof *p->share);
        tsr_mem_free(NULL, p->moment, MAX_SAMPLES * sizeof *p->moment);
        tsr_mem_free(NULL, p, sizeof *p);
    }
}

// --- Playing ----------------------------------------------------------------------------

// What was seen, what could be done and what is, as the beginning of a sample.
static void note(viewplay *p, int who, int count, int made) {
    const eyes *e = p->eyes;
    if (p->count == MAX_SAMPLES) {
        return;
    }
    moment *m = &p->moment[p->count++];
    double share = p->share[made], explore = p->c.explore;
    *m = (moment){.at = p->head.size,
                  .who = who,
                  .made = (uint32_t)made + 1,
                  .weight = explore > 0 ? share / ((1 - explore) * share + explore / count) : 1};
    eyes_values(e, who, m->value);
    sample_begin(&p->head, e->input, e->inputs, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        uint32_t row[SCHEMA_MOVE_ROWS];
        int rows = schema_move(p->c.net->see, p->c.rules, e->view, who, p->moves[i], row);
        sample_add_move(&p->head, row, rows, p->share[i]);
    }
    m->size = p->head.size - m->at;
}

static tsr_move choose(viewplay *p, int who) {
    eyes *e = p->eyes;
    eyes_look(e, p->state, who);
    int n = tsr_moves(p->c.rules, e->view, who, p->moves), made = 0;
    if (n > 1) {
        eyes_shares(e, e->view, who, p->moves, n, p->share);
        int by_lot = p->c.explore > 0 && tsr_rng_unit(&p->g) < p->c.explore;
        made = by_lot ? (int)tsr_rng_below(&p->g, (uint32_t)n) : eyes_draw(p->share, n, &p->g);
        note(p, who, n, made);
    }
    return p->moves[made];
}

static uint32_t play(viewplay *p) {
    const tsr_rules *r = p->c.rules;
    uint32_t turn, plies = 0;
    tsr_init(r, p->state);
    while ((turn = tsr_turn(r, p->state)) != 0 && plies < MAX_PLIES) {
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_sample(r, p->state, who, &p->g) : choose(p, who);
        tsr_play(r, p->state, who, m);
        plies++;
    }
    return plies;
}

// --- The end ----------------------------------------------------------------------------

// Everybody's story, backwards.
static void finish(viewplay *p, buffer *out) {
    const tsr_rules *r = p->c.rules;
    double end[TSR_MAX_PLAYERS], next[TSR_MAX_PLAYERS], surprise[TSR_MAX_PLAYERS] = {0};
    int over = tsr_turn(r, p->state) == 0;
    if (over) {
        payoff_of(&p->c.pay, r, p->state, end);
    }
    for (int k = 0; k < r->players; k++) {
        end[k] = over ? end[k] : 0.5; // too long a game is nobody's
        next[k] = end[k];
    }
    for (int i = p->count - 1; i >= 0; i--) {
        const moment *m = &p->moment[i];
        double expected = (double)m->value[m->who];
        double gain = next[m->who] - expected + carried * surprise[m->who];
        surprise[m->who] = gain;
        next[m->who] = expected;
        buffer_add(out, p->head.bytes + m->at, m->size);
        sample_add_deed(out, m->made, m->weight * gain);
        sample_add_value(out, expected + gain);
        for (uint32_t k = 1; k < p->c.net->see->values; k++) {
            sample_add_value(out, end[((uint32_t)m->who + k) % r->players]);
        }
    }
}

void viewplay_game(viewplay *p, uint64_t number, buffer *out, selfplay_count *count) {
    tsr_rng_init(&p->g, tsr_seed_of(p->c.seed, number));
    p->count = 0;
    buffer_clear(&p->head);
    count->plies += play(p);
    if (p->head.failed) {
        out->failed = 1;
        return;
    }
    finish(p, out);
    count->samples += (uint64_t)p->count;
    count->games++;
}
