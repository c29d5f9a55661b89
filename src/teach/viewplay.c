// SPDX-License-Identifier: MIT
// Games of a network against itself where something is hidden; see viewplay.h.
#include "teach/viewplay.h"

#include <string.h>

enum { MAX_SAMPLES = 2048, MAX_PLIES = 4000 };

// What of a later surprise reaches the decision before it. All of it where a teacher's moves are learned: then what
// was expected need not be right yet.
static const double carried = 0.95, carried_if_taught = 1;

// A decision that becomes a sample once the end is known.
typedef struct moment {
    size_t at, size; // in `head`: inputs and moves
    int who;
    uint32_t made;                // 1 + the move, or 0 if it was not its own idea
    float value[TSR_MAX_PLAYERS]; // that was expected
    double weight;                // how much likelier the network alone makes the move
    size_t tried;                 // in `tries`: what its moves led to, if they were tried
    int moves;
    double worth; // what they led to, on average
} moment;

struct viewplay {
    viewplay_config c;
    eyes *eyes;
    tsr_rng g;
    company *others, *teachers; // NULL = there are none
    uint32_t mine;              // seats of the network in this game
    void *state, *before;       // now, and a move ago
    void *trial;                // where a move that is tried leads
    tsr_move *trial_moves;
    double *trial_share;
    double *gain;                // of each move
    double own[TSR_MAX_PLAYERS]; // how likely each has come here by no lot of his own
    buffer tries;                // a number for each move that was tried
    tsr_move *moves;
    double *share;
    buffer head;
    moment *moment;
    int count;
};

static tsr_err invite(const viewplay_config *c, const char *spec, company **out, tsr_error *err) {
    return tuition_has(spec) ? company_open(c->rules, c->with.registry, spec, out, err) : TSR_OK;
}

tsr_err viewplay_open(const viewplay_config *c, viewplay **out, tsr_error *err) {
    viewplay *p = tsr_mem_new(NULL, sizeof *p);
    if (!p) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    }
    p->c = *c;
    buffer_init(&p->head, NULL);
    buffer_init(&p->tries, NULL);
    p->state = tsr_mem_new(NULL, c->rules->state_size);
    p->before = tsr_mem_new(NULL, c->rules->state_size);
    p->moves = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->moves);
    p->share = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->share);
    p->trial = tsr_mem_new(NULL, c->rules->state_size);
    p->trial_moves = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->trial_moves);
    p->trial_share = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->trial_share);
    p->gain = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->gain);
    p->moment = tsr_mem_new(NULL, MAX_SAMPLES * sizeof *p->moment);
    tsr_err e = p->state && p->before && p->moves && p->share && p->moment && p->trial &&
                        p->trial_moves && p->trial_share && p->gain
                    ? eyes_open(c->net, c->rules, NULL, &p->eyes, err)
                    : tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    e = e ? e : invite(c, c->with.against, &p->others, err);
    e = e ? e : invite(c, c->with.teacher, &p->teachers, err);
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
        company_close(p->others);
        company_close(p->teachers);
        eyes_close(p->eyes);
        buffer_deinit(&p->head);
        buffer_deinit(&p->tries);
        tsr_mem_free(NULL, p->trial, r->state_size);
        tsr_mem_free(NULL, p->trial_moves, r->max_moves * sizeof *p->trial_moves);
        tsr_mem_free(NULL, p->trial_share, r->max_moves * sizeof *p->trial_share);
        tsr_mem_free(NULL, p->gain, r->max_moves * sizeof *p->gain);
        tsr_mem_free(NULL, p->state, r->state_size);
        tsr_mem_free(NULL, p->before, r->state_size);
        tsr_mem_free(NULL, p->moves, r->max_moves * sizeof *p->moves);
        tsr_mem_free(NULL, p->share, r->max_moves * sizeof *p->share);
        tsr_mem_free(NULL, p->moment, MAX_SAMPLES * sizeof *p->moment);
        tsr_mem_free(NULL, p, sizeof *p);
    }
}

void viewplay_leave(viewplay *p) {
    if (p) {
        company_leave(p->others);
        company_leave(p->teachers);
    }
}

// --- Playing ----------------------------------------------------------------------------

// Shares are already what the teacher wants; nothing is to be learned from what came of the move.
static const uint32_t not_its_own = 0;

// What was seen, what could be done and what is, as the beginning of a sample. `made` is 1 + the move that is to
// teach something by what comes of it.
static void note(viewplay *p, int who, int count, uint32_t made) {
    const eyes *e = p->eyes;
    if (p->count == MAX_SAMPLES) {
        return;
    }
    moment *m = &p->moment[p->count++];
    double share = made ? p->share[made - 1] : 1, explore = made ? p->c.explore : 0;
    *m = (moment){.at = p->head.size,
                  .who = who,
                  .made = made,
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

// Plays on from `trial` as the network would, all seats, to the end. What that is worth to `who`.
static double play_on(viewplay *p, int who, tsr_rng *g) {
    const tsr_rules *r = p->c.rules;
    double end[TSR_MAX_PLAYERS];
    uint32_t turn = 0;
    for (int plies = 0; plies < MAX_PLIES && (turn = tsr_turn(r, p->trial)) != 0; plies++) {
        int mover = tsr_mover(turn), made = 0;
        if (mover == TSR_CHANCE) {
            tsr_play(r, p->trial, mover, tsr_sample(r, p->trial, mover, g));
            continue;
        }
        eyes_look(p->eyes, p->trial, mover);
        int n = tsr_moves(r, p->eyes->view, mover, p->trial_moves);
        if (n > 1) {
            eyes_shares(p->eyes, p->eyes->view, mover, p->trial_moves, n, p->trial_share);
            made = eyes_draw(p->trial_share, n, g);
        }
        tsr_play(r, p->trial, mover, p->trial_moves[made]);
    }
    if (turn) {
        return 0.5;
    }
    payoff_of(&p->c.pay, r, p->trial, end);
    return end[who];
}

// What a move leads to, on average.
static double try_move(viewplay *p, int who, tsr_move m, uint64_t luck) {
    const tsr_rules *r = p->c.rules;
    double sum = 0;
    for (uint32_t k = 0; k < p->c.tries; k++) {
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(luck, k));
        memcpy(p->trial, p->state, r->state_size);
        tsr_play(r, p->trial, who, m);
        sum += play_on(p, who, &g);
    }
    return sum / p->c.tries;
}

// What each of `n` moves gains. All meet the same luck, so that they differ by what they are worth.
static void try_all(viewplay *p, moment *m, int n) {
    uint64_t luck = tsr_rng_next(&p->g);
    m->tried = p->tries.size;
    m->moves = n;
    m->worth = 0;
    for (int i = 0; i < n; i++) {
        p->gain[i] = try_move(p, m->who, p->moves[i], luck);
        m->worth += p->share[i] * p->gain[i];
    }
    for (int i = 0; i < n; i++) {
        p->gain[i] -= m->worth;
    }
    buffer_add(&p->tries, p->gain, (size_t)n * sizeof *p->gain);
}

// How likely the others have come here by no lot of theirs. Who relies on what he sees of them must know them as they
// are; but where they hardly ever go, he must learn something, too.
static double own_ideas(const viewplay *p, int who) {
    static const double least = 0.1;
    double all = 1;
    for (int k = 0; k < p->c.rules->players; k++) {
        all *= k == who ? 1 : p->own[k];
    }
    return all > least ? all : least;
}

// The move that is made of `n`, by lot or by what the network says.
static int try_out(viewplay *p, int who, int n) {
    double explore = p->c.explore;
    int by_lot = explore > 0 && tsr_rng_unit(&p->g) < explore;
    int made = by_lot ? (int)tsr_rng_below(&p->g, (uint32_t)n) : eyes_draw(p->share, n, &p->g);
    int before = p->count;
    note(p, who, n, (uint32_t)made + 1);
    if (p->c.tries && p->count > before) {
        p->moment[before].weight = own_ideas(p, who);
        try_all(p, &p->moment[before], n);
    }
    if (explore > 0) {
        double idea = (1 - explore) * p->share[made];
        p->own[who] *= idea / (idea + explore / n);
    }
    return made;
}

// The same where somebody knows what is right: that is noted, and perhaps played.
static tsr_err be_told(viewplay *p, int who, int n, int *made, selfplay_count *count,
                       tsr_error *err) {
    company_answer right;
    int place;
    tsr_err e = company_place(p->teachers, p->eyes->view, who, p->moves, n, &right, &place, err);
    if (e) {
        return e;
    }
    count->taught++;
    count->agreed += place == eyes_first(p->share, n);
    int led = tsr_rng_unit(&p->g) < p->c.with.led;
    *made = led ? place : eyes_draw(p->share, n, &p->g);
    for (int i = 0; i < n; i++) {
        p->share[i] = i == place;
    }
    note(p, who, n, not_its_own);
    return TSR_OK;
}

static tsr_err choose(viewplay *p, int who, tsr_move *out, selfplay_count *count, tsr_error *err) {
    eyes *e = p->eyes;
    eyes_look(e, p->state, who);
    int n = tsr_moves(p->c.rules, e->view, who, p->moves), made = 0;
    tsr_err bad = TSR_OK;
    if (n > 1) {
        eyes_shares(e, e->view, who, p->moves, n, p->share);
        if (p->teachers) {
            bad = be_told(p, who, n, &made, count, err);
        } else {
            made = try_out(p, who, n);
        }
    }
    *out = p->moves[made];
    return bad;
}

static tsr_err ask_other(viewplay *p, int who, tsr_move *out, tsr_error *err) {
    const tsr_rules *r = p->c.rules;
    company_answer said;
    r->g.view(r, p->state, who, p->eyes->view);
    tsr_err e = company_ask(p->others, p->eyes->view, who, &said, err);
    *out = said.move;
    return e;
}

static tsr_err ask(viewplay *p, int who, tsr_move *out, selfplay_count *count, tsr_error *err) {
    if (who == TSR_CHANCE) {
        *out = tsr_sample(p->c.rules, p->state, who, &p->g);
        return TSR_OK;
    }
    return p->mine >> who & 1 ? choose(p, who, out, count, err) : ask_other(p, who, out, err);
}

static void make(viewplay *p, int who, tsr_move m) {
    memcpy(p->before, p->state, p->c.rules->state_size);
    tsr_play(p->c.rules, p->state, who, m);
    company_tell(p->others, p->before, who, m, p->state);
    company_tell(p->teachers, p->before, who, m, p->state);
}

static tsr_err play(viewplay *p, selfplay_count *count, tsr_error *err) {
    const tsr_rules *r = p->c.rules;
    uint32_t turn;
    tsr_err e = TSR_OK;
    tsr_init(r, p->state);
    for (int plies = 0; !e && (turn = tsr_turn(r, p->state)) != 0 && plies < MAX_PLIES; plies++) {
        int who = tsr_mover(turn);
        tsr_move m;
        e = ask(p, who, &m, count, err);
        if (!e) {
            make(p, who, m);
            count->plies++;
        }
    }
    return e;
}

// --- The beginning ----------------------------------------------------------------------

// Draws the network's seats, if it does not sit on all.
static uint32_t draw_seats(viewplay *p) {
    uint32_t players = p->c.rules->players, wanted = p->c.with.seats, mine = 0;
    if (!p->others) {
        return (1u << players) - 1;
    }
    for (uint32_t seat = 0; seat < players; seat++) {
        int take = tsr_rng_below(&p->g, players - seat) < wanted;
        mine |= (uint32_t)take << seat;
        wanted -= (uint32_t)take;
    }
    return mine;
}

static tsr_err begin(viewplay *p, uint64_t number, tsr_error *err) {
    uint64_t seed = tsr_seed_of(~p->c.seed, number);
    uint32_t all = (1u << p->c.rules->players) - 1;
    tsr_rng_init(&p->g, tsr_seed_of(p->c.seed, number));
    p->count = 0;
    for (int k = 0; k < TSR_MAX_PLAYERS; k++) {
        p->own[k] = 1;
    }
    buffer_clear(&p->head);
    buffer_clear(&p->tries);
    p->mine = draw_seats(p);
    tsr_err e = p->others ? company_begin(p->others, all & ~p->mine, seed, err) : TSR_OK;
    return e || !p->teachers ? e : company_begin(p->teachers, p->mine, tsr_mix(seed), err);
}

// --- The end ----------------------------------------------------------------------------

// Everybody's story, backwards.
static void finish(viewplay *p, buffer *out) {
    const tsr_rules *r = p->c.rules;
    double end[TSR_MAX_PLAYERS], next[TSR_MAX_PLAYERS], surprise[TSR_MAX_PLAYERS] = {0};
    double kept = p->teachers ? carried_if_taught : carried;
    int over = tsr_turn(r, p->state) == 0;
    if (over) {
        payoff_of(&p->c.pay, r, p->state, end);
        company_end(p->others, p->state);
        company_end(p->teachers, p->state);
    }
    for (int k = 0; k < r->players; k++) {
        end[k] = over ? end[k] : 0.5; // too long a game is nobody's
        next[k] = end[k];
    }
    for (int i = p->count - 1; i >= 0; i--) {
        const moment *m = &p->moment[i];
        double expected = (double)m->value[m->who];
        double gain = next[m->who] - expected + kept * surprise[m->who];
        surprise[m->who] = gain;
        next[m->who] = expected;
        buffer_add(out, p->head.bytes + m->at, m->size);
        if (m->moves) {
            memcpy(p->gain, p->tries.bytes + m->tried, (size_t)m->moves * sizeof *p->gain);
            sample_add_tries(out, (uint32_t)m->moves, p->gain, m->weight);
        } else {
            sample_add_deed(out, m->made, m->weight * gain);
        }
        sample_add_opinion(out, 0, 0.5);
        sample_add_value(out, m->moves ? m->worth : expected + gain);
        for (uint32_t k = 1; k < p->c.net->see->values; k++) {
            sample_add_value(out, end[((uint32_t)m->who + k) % r->players]);
        }
    }
}

tsr_err viewplay_game(viewplay *p, uint64_t number, buffer *out, selfplay_count *count,
                      tsr_error *err) {
    tsr_err e = begin(p, number, err);
    e = e ? e : play(p, count, err);
    if (e || p->head.failed || p->tries.failed) {
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game");
    }
    finish(p, out);
    count->samples += (uint64_t)p->count;
    count->games++;
    return TSR_OK;
}
