// SPDX-License-Identifier: MIT
// Games of a network against itself, or shown by a teacher; see selfplay.h.
#include "teach/selfplay.h"

#include <string.h>

#include "learn/opinion.h"

enum { MEMORY = 4 << 20, MAX_SAMPLES = 1024, MAX_PLIES = 2000 };

// How values are mixed: the end against the search, and what reaches earlier moves of what came later. All positions of a
// game share its end, so a thousand games tell a thousand things by their ends; a teacher tells one for each move.
static const double of_end = 0.6, of_end_if_told = 0.05, carried = 0.9;

// A position that becomes a sample once the end is known.
typedef struct moment {
    size_t at, size; // in `head`: inputs and moves
    int who, valued;
    float value[TSR_MAX_PLAYERS]; // that the search found, if `valued`
} moment;

struct selfplay {
    selfplay_config c;
    eyes *eyes;
    gumbel *tree;
    company *teachers; // NULL = none: the network searches
    tsr_move *moves;   // for these
    double *share;
    tsr_rng g;
    void *state, *before; // now, and a move ago
    buffer head;
    moment *moment;
    int count;
};

uint32_t selfplay_usual_opening(const schema *s) {
    return s->cells > 1 ? s->cells / 4 + 1 : 8;
}

// Who finds the moves.
static tsr_err open_player(selfplay *p, tsr_error *err) {
    const tuition *with = &p->c.with;
    return tuition_has(with->teacher)
               ? company_open(p->c.rules, with->registry, with->teacher, &p->teachers, err)
               : gumbel_open(p->eyes, MEMORY, NULL, &p->tree, err);
}

tsr_err selfplay_open(const selfplay_config *c, selfplay **out, tsr_error *err) {
    selfplay *p = tsr_mem_new(NULL, sizeof *p);
    if (!p) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    }
    p->c = *c;
    buffer_init(&p->head, NULL);
    p->state = tsr_mem_new(NULL, c->rules->state_size);
    p->before = tsr_mem_new(NULL, c->rules->state_size);
    p->moves = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->moves);
    p->share = tsr_mem_new(NULL, c->rules->max_moves * sizeof *p->share);
    p->moment = tsr_mem_new(NULL, MAX_SAMPLES * sizeof *p->moment);
    tsr_err e = p->state && p->before && p->moves && p->share && p->moment
                    ? eyes_open(c->net, c->rules, NULL, &p->eyes, err)
                    : tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    e = e ? e : open_player(p, err);
    if (e) {
        selfplay_close(p);
        return e;
    }
    *out = p;
    return TSR_OK;
}

void selfplay_close(selfplay *p) {
    if (p) {
        const tsr_rules *r = p->c.rules;
        gumbel_close(p->tree);
        company_close(p->teachers);
        eyes_close(p->eyes);
        buffer_deinit(&p->head);
        tsr_mem_free(NULL, p->state, r->state_size);
        tsr_mem_free(NULL, p->before, r->state_size);
        tsr_mem_free(NULL, p->moves, r->max_moves * sizeof *p->moves);
        tsr_mem_free(NULL, p->share, r->max_moves * sizeof *p->share);
        tsr_mem_free(NULL, p->moment, MAX_SAMPLES * sizeof *p->moment);
        tsr_mem_free(NULL, p, sizeof *p);
    }
}

void selfplay_leave(selfplay *p) {
    if (p) {
        company_leave(p->teachers);
    }
}

// --- Samples ----------------------------------------------------------------------------

// The last look of `who`, which chooses among `moves`, as the beginning of a sample; NULL = enough of them.
static moment *sample_of(selfplay *p, int who, uint32_t moves) {
    if (p->count == MAX_SAMPLES) {
        return NULL;
    }
    moment *m = &p->moment[p->count++];
    *m = (moment){.at = p->head.size, .who = who, .valued = 1};
    sample_begin(&p->head, p->eyes->input, p->eyes->inputs, moves);
    return m;
}

static void add_move(selfplay *p, int who, tsr_move m, double share) {
    uint32_t row[SCHEMA_MOVE_ROWS];
    int rows = schema_move(p->c.net->see, p->c.rules, p->state, who, m, row);
    sample_add_move(&p->head, row, rows, share);
}

// `best` is what is best to play there.
static void end_sample(selfplay *p, moment *m, tsr_move best) {
    const tsr_rules *r = p->c.rules;
    const tsr_game_ai *ai = r->g.ai;
    float u[TSR_MAX_PLAYERS] = {0};
    u[m->who] = 0.5f;
    if (opinion_has(r)) {
        ai->heuristic(r, p->state, u);
    }
    sample_add_deed(&p->head, 0, 0);
    sample_add_opinion(&p->head, ai && ai->noisy && ai->noisy(r, p->state, m->who, best),
                       (double)u[m->who]);
    m->size = p->head.size - m->at;
}

// --- By search --------------------------------------------------------------------------

// What the search has found at the root.
static void note_found(selfplay *p, int who) {
    gumbel *t = p->tree;
    const gumbel_edge *e = gumbel_root_edges(t);
    uint32_t n = t->node[0].edges;
    eyes_look(p->eyes, p->state, who); // the search has looked elsewhere since
    moment *m = sample_of(p, who, n);
    if (m) {
        gumbel_values(t, m->value);
        gumbel_policy(t);
        for (uint32_t i = 0; i < n; i++) {
            add_move(p, who, e[i].move, t->weight[i]);
        }
        end_sample(p, m, gumbel_best(t));
    }
}

static tsr_move search(selfplay *p, int who) {
    gumbel_plan plan = {.simulations = p->c.simulations, .noise = &p->g};
    gumbel_plant(p->tree, p->state, who, tsr_rng_next(&p->g));
    if (p->tree->node[0].edges > 1) {
        gumbel_search(p->tree, &plan);
        note_found(p, who);
    }
    return gumbel_best(p->tree);
}

// --- By a teacher -----------------------------------------------------------------------

// What the teacher plays and expects, where `n` moves could be made.
static void note_told(selfplay *p, int who, int n, int place, const company_answer *told) {
    moment *m = sample_of(p, who, (uint32_t)n);
    if (m) {
        m->valued = told->expects;
        memcpy(m->value, told->win, sizeof m->value);
        for (int i = 0; i < n; i++) {
            add_move(p, who, p->moves[i], i == place);
        }
        end_sample(p, m, told->move);
    }
}

static tsr_err be_told(selfplay *p, int who, tsr_move *out, selfplay_count *count, tsr_error *err) {
    eyes *e = p->eyes;
    company_answer told;
    int n = tsr_moves(p->c.rules, p->state, who, p->moves), place;
    *out = p->moves[0];
    if (n == 1) {
        return TSR_OK;
    }
    p->c.rules->g.view(p->c.rules, p->state, who, e->view);
    tsr_err bad = company_place(p->teachers, e->view, who, p->moves, n, &told, &place, err);
    if (bad) {
        return bad;
    }
    *out = told.move;
    eyes_look(e, p->state, who);
    eyes_shares(e, p->state, who, p->moves, n, p->share);
    count->taught++;
    count->agreed += place == eyes_first(p->share, n);
    note_told(p, who, n, place, &told);
    return TSR_OK;
}

// --- Playing ----------------------------------------------------------------------------

static tsr_err choose(selfplay *p, int who, int by_lot, tsr_move *out, selfplay_count *count,
                      tsr_error *err) {
    if (by_lot || who == TSR_CHANCE) {
        *out = tsr_sample(p->c.rules, p->state, who, &p->g);
        return TSR_OK;
    }
    if (p->teachers) {
        return be_told(p, who, out, count, err);
    }
    *out = search(p, who);
    return TSR_OK;
}

static void make(selfplay *p, int who, tsr_move m) {
    if (p->teachers) {
        memcpy(p->before, p->state, p->c.rules->state_size);
    }
    tsr_play(p->c.rules, p->state, who, m);
    company_tell(p->teachers, p->before, who, m, p->state);
}

static tsr_err play(selfplay *p, selfplay_count *count, tsr_error *err) {
    const tsr_rules *r = p->c.rules;
    uint32_t random = tsr_rng_below(&p->g, 2) ? tsr_rng_below(&p->g, p->c.opening + 1) : 0;
    uint32_t turn, plies = 0;
    tsr_err e = TSR_OK;
    tsr_init(r, p->state);
    for (; !e && (turn = tsr_turn(r, p->state)) != 0 && plies < MAX_PLIES; plies++) {
        int who = tsr_mover(turn);
        tsr_move m;
        e = choose(p, who, plies < random, &m, count, err);
        if (!e) {
            make(p, who, m);
        }
    }
    count->plies += plies;
    return e;
}

// --- The end ----------------------------------------------------------------------------

static void finish(selfplay *p, buffer *out) {
    const tsr_rules *r = p->c.rules;
    const schema *s = p->c.net->see;
    float u[TSR_MAX_PLAYERS];
    double end[TSR_MAX_PLAYERS];
    double ends = p->teachers ? of_end_if_told : of_end;
    int over = tsr_turn(r, p->state) == 0;
    if (over) {
        tsr_utility(r, p->state, u);
        company_end(p->teachers, p->state);
    }
    for (int k = 0; k < r->players; k++) {
        end[k] = over ? (double)u[k] : 0.5; // too long a game is nobody's
    }
    for (int i = p->count - 1; i >= 0; i--) {
        const moment *m = &p->moment[i];
        double mine = m->valued ? 1 - ends : 0, later = m->valued ? carried : 1;
        buffer_add(out, p->head.bytes + m->at, m->size);
        for (uint32_t k = 0; k < s->values; k++) {
            uint32_t seat = ((uint32_t)m->who + k) % r->players;
            sample_add_value(out, (1 - mine) * end[seat] + mine * (double)m->value[seat]);
        }
        for (int k = 0; k < r->players; k++) {
            end[k] = later * end[k] + (1 - later) * (double)m->value[k];
        }
    }
}

static tsr_err begin(selfplay *p, uint64_t number, tsr_error *err) {
    uint32_t all = (1u << p->c.rules->players) - 1;
    tsr_rng_init(&p->g, tsr_seed_of(p->c.seed, number));
    p->count = 0;
    buffer_clear(&p->head);
    return p->teachers ? company_begin(p->teachers, all, tsr_seed_of(~p->c.seed, number), err)
                       : TSR_OK;
}

tsr_err selfplay_game(selfplay *p, uint64_t number, buffer *out, selfplay_count *count,
                      tsr_error *err) {
    tsr_err e = begin(p, number, err);
    e = e ? e : play(p, count, err);
    if (e || p->head.failed) {
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game");
    }
    finish(p, out);
    count->samples += (uint64_t)p->count;
    count->games++;
    return TSR_OK;
}
