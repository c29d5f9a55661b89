// SPDX-License-Identifier: MIT
// Games of a network against itself; see selfplay.h.
#include "teach/selfplay.h"

#include <string.h>

enum { MEMORY = 4 << 20, MAX_SAMPLES = 1024, MAX_PLIES = 2000 };

// How values are mixed: the end against the search, and what reaches earlier moves of what came later.
static const double of_end = 0.6, carried = 0.9;

// A position that becomes a sample once the end is known.
typedef struct moment {
    size_t at, size; // in `head`: inputs and moves
    int who;
    float value[TSR_MAX_PLAYERS]; // that the search found
} moment;

struct selfplay {
    selfplay_config c;
    eyes *eyes;
    gumbel *tree;
    tsr_rng g;
    void *state;
    buffer head;
    moment *moment;
    int count;
};

uint32_t selfplay_usual_opening(const schema *s) {
    return s->cells > 1 ? s->cells / 4 + 1 : 8;
}

tsr_err selfplay_open(const selfplay_config *c, selfplay **out, tsr_error *err) {
    selfplay *p = tsr_mem_new(NULL, sizeof *p);
    if (!p) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    }
    p->c = *c;
    buffer_init(&p->head, NULL);
    p->state = tsr_mem_new(NULL, c->rules->state_size);
    p->moment = tsr_mem_new(NULL, MAX_SAMPLES * sizeof *p->moment);
    tsr_err e = p->state && p->moment ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    e = e ? e : eyes_open(c->net, c->rules, NULL, &p->eyes, err);
    e = e ? e : gumbel_open(p->eyes, MEMORY, NULL, &p->tree, err);
    if (e) {
        selfplay_close(p);
        return e;
    }
    *out = p;
    return TSR_OK;
}

void selfplay_close(selfplay *p) {
    if (p) {
        gumbel_close(p->tree);
        eyes_close(p->eyes);
        buffer_deinit(&p->head);
        tsr_mem_free(NULL, p->state, p->c.rules->state_size);
        tsr_mem_free(NULL, p->moment, MAX_SAMPLES * sizeof *p->moment);
        tsr_mem_free(NULL, p, sizeof *p);
    }
}

// --- Playing ----------------------------------------------------------------------------

// What the search has found at the root, as the beginning of a sample.
static void note(selfplay *p, int who) {
    gumbel *t = p->tree;
    const gumbel_edge *e = gumbel_root_edges(t);
    uint32_t n = t->node[0].edges;
    if (p->count == MAX_SAMPLES) {
        return;
    }
    moment *m = &p->moment[p->count++];
    m->at = p->head.size;
    m->who = who;
    gumbel_values(t, m->value);
    gumbel_policy(t);
    eyes_look(p->eyes, p->state, who); // the search has looked elsewhere since
    sample_begin(&p->head, p->eyes->input, p->eyes->inputs, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[SCHEMA_MOVE_ROWS];
        int rows = schema_move(p->c.net->see, p->c.rules, p->state, who, e[i].move, row);
        sample_add_move(&p->head, row, rows, t->weight[i]);
    }
    sample_add_deed(&p->head, 0, 0);
    m->size = p->head.size - m->at;
}

static tsr_move choose(selfplay *p, int who) {
    gumbel_plan plan = {.simulations = p->c.simulations, .noise = &p->g};
    gumbel_plant(p->tree, p->state, who, tsr_rng_next(&p->g));
    if (p->tree->node[0].edges > 1) {
        gumbel_search(p->tree, &plan);
        note(p, who);
    }
    return gumbel_best(p->tree);
}

static uint32_t play(selfplay *p) {
    const tsr_rules *r = p->c.rules;
    uint32_t random = tsr_rng_below(&p->g, 2) ? tsr_rng_below(&p->g, p->c.opening + 1) : 0;
    uint32_t turn, plies = 0;
    tsr_init(r, p->state);
    while ((turn = tsr_turn(r, p->state)) != 0 && plies < MAX_PLIES) {
        int who = tsr_mover(turn);
        int drawn = who == TSR_CHANCE || plies < random;
        tsr_move m = drawn ? tsr_sample(r, p->state, who, &p->g) : choose(p, who);
        tsr_play(r, p->state, who, m);
        plies++;
    }
    return plies;
}

// --- The end ----------------------------------------------------------------------------

static void finish(selfplay *p, buffer *out) {
    const tsr_rules *r = p->c.rules;
    const schema *s = p->c.net->see;
    float u[TSR_MAX_PLAYERS];
    double end[TSR_MAX_PLAYERS];
    int over = tsr_turn(r, p->state) == 0;
    if (over) {
        tsr_utility(r, p->state, u);
    }
    for (int k = 0; k < r->players; k++) {
        end[k] = over ? (double)u[k] : 0.5; // too long a game is nobody's
    }
    for (int i = p->count - 1; i >= 0; i--) {
        const moment *m = &p->moment[i];
        buffer_add(out, p->head.bytes + m->at, m->size);
        for (uint32_t k = 0; k < s->values; k++) {
            uint32_t seat = ((uint32_t)m->who + k) % r->players;
            sample_add_value(out, of_end * end[seat] + (1 - of_end) * (double)m->value[seat]);
        }
        for (int k = 0; k < r->players; k++) {
            end[k] = carried * end[k] + (1 - carried) * (double)m->value[k];
        }
    }
}

void selfplay_game(selfplay *p, uint64_t number, buffer *out, selfplay_count *count) {
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
