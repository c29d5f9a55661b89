// SPDX-License-Identifier: MIT
//
// Plays the games of all candidates and says how each did.
#include "arena/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/brief.h"
#include "arena/crew.h"
#include "arena/groups.h"
#include "arena/judge_brief.h"
#include "arena/repeats.h"
#include "arena/series.h"
#include "arena/tally.h"

enum { OTHERS = 200, NAME = 24, PIECE_GAMES = 60 };

// What is told about a game.
typedef struct note {
    uint64_t deal, hash;
    double fitness, share;
    uint64_t first;
} note;

typedef struct judge {
    const judge_config *config;
    judge_verdict *out;
    repeats *seen; // by candidate
    uint64_t size; // games of a deal
    uint64_t deals, piece_deals, pieces;
    uint64_t played;
    schedule_lineup *lineup; // by table
    const char *spec[OTHERS + 1], *name[OTHERS + 1];
    char room[OTHERS + 1][NAME];
    buffer *notes; // of the piece at hand
} judge;

// --- In a worker ----------------------------------------------------------------------------

static double place_worth(int players, int rank) {
    return (double)(2ull << (players - rank));
}

static void note_game(const judge *j, const series_game *g, note *n) {
    const judge_config *c = j->config;
    const tally_sides sides = tally_sides_of(c->rules);
    int players = c->rules->players;
    double sum = 0;
    for (int seat = 0; seat < players; seat++) {
        if (g->game.player_on[seat] >= c->seats) {
            continue;
        }
        const tsr_result *r = &g->game.result[seat];
        double share = tally_score(g->game.result, &sides, seat);
        n->share += share / c->seats;
        n->first |= r->rank == 1;
        sum += c->fitness == JUDGE_PLACE   ? place_worth(players, r->rank)
               : c->fitness == JUDGE_SCORE ? (double)r->score / c->seats
                                           : 0;
    }
    n->fitness = c->fitness == JUDGE_SHARE   ? n->share
                 : c->fitness == JUDGE_FIRST ? (double)n->first
                                             : sum;
}

static tsr_err take_deal(void *self, uint64_t deal, const series_game *games,
                         const char *const *pgn, int count, tsr_error *err) {
    judge *j = self;
    (void)pgn;
    for (int i = 0; i < count; i++) {
        const tsr_error *complaint = &games[i].game.complaint;
        if (complaint->code != TSR_OK) {
            return tsr_fail(err, TSR_ERR_AGENT, "an agent failed in game %llu: %.300s",
                            (unsigned long long)games[i].game.number + 1, complaint->message);
        }
        note n = {.deal = deal, .hash = games[i].game.hash};
        note_game(j, &games[i], &n);
        buffer_add(j->notes, &n, sizeof n);
    }
    return TSR_OK;
}

static int is_stopped(void *self) {
    const judge_config *c = ((const judge *)self)->config;
    return c->stopped && c->stopped(c->self);
}

static int candidate_of(const judge *j, uint64_t piece) {
    return (int)(piece % (uint64_t)j->config->candidates);
}

static tsr_err play_piece(void *self, uint64_t piece, buffer *out, tsr_error *err) {
    judge *j = self;
    const judge_config *c = j->config;
    uint64_t first = piece / (uint64_t)c->candidates * j->piece_deals, left = j->deals - first;
    j->spec[0] = c->candidate[candidate_of(j, piece)];
    j->notes = out;
    series_config s = {.rules = c->rules,
                       .registry = c->registry,
                       .spec = j->spec,
                       .name = j->name,
                       .lineup = j->lineup,
                       .lineups = c->tables,
                       .first = first,
                       .groups = left < j->piece_deals ? left : j->piece_deals,
                       .first_opening = first / (uint64_t)c->tables,
                       .most = c->games,
                       .numbered = 1,
                       .seed = c->seed,
                       .policy = TSR_POLICY_FORFEIT,
                       .tries = 1,
                       .openings = c->openings,
                       .adjudicate = c->adjudicate,
                       .data_name = c->data_name,
                       .cpu_clock = c->cpu_clock,
                       .self = j,
                       .played = take_deal,
                       .stopped = c->jobs ? NULL : is_stopped};
    return series_run(&s, err);
}

// --- What comes back ------------------------------------------------------------------------

// The notes of whole deals follow each other; the last deal may be cut off.
static tsr_err take_piece(void *self, uint64_t piece, const char *bytes, size_t size,
                          tsr_error *err) {
    judge *j = self;
    int who = candidate_of(j, piece);
    judge_verdict *v = &j->out[who];
    uint64_t in_deal = 0, firsts = 0;
    if (!bytes) {
        return tsr_fail(err, TSR_ERR_AGENT, "a process died while '%.100s' played",
                        j->config->candidate[who]);
    }
    for (size_t at = 0; at + sizeof(note) <= size; at += sizeof(note)) {
        note n;
        memcpy(&n, bytes + at, sizeof n);
        v->games++;
        v->firsts += n.first;
        v->fitness += n.fitness;
        v->share += n.share;
        v->distinct += (uint64_t)repeats_add(&j->seen[who], n.hash);
        firsts += n.first;
        if (++in_deal == j->size) {
            v->first[v->deals++] = (double)firsts / (double)j->size;
            in_deal = firsts = 0;
        }
    }
    j->played += size / sizeof(note);
    if (j->config->progress) {
        j->config->progress(j->config->self, j->played,
                            j->config->games * (uint64_t)j->config->candidates);
    }
    return TSR_OK;
}

// --- All of it ------------------------------------------------------------------------------

static void seat_all(judge *j) {
    const judge_config *c = j->config;
    for (int i = 0; i <= c->others; i++) {
        snprintf(j->room[i], NAME, i ? "other %d" : "judged", i);
        j->name[i] = j->room[i];
        j->spec[i] = i ? c->other[i - 1] : NULL;
    }
    for (int t = 0; t < c->tables; t++) {
        for (int p = c->seats; p < c->rules->players; p++) {
            j->lineup[t].entrant[p] = (uint8_t)(1 + c->table[t].other[p]);
        }
    }
}

static tsr_err make_room(judge *j, tsr_error *err) {
    const judge_config *c = j->config;
    int ok = c->others <= OTHERS && c->tables > 0;
    j->lineup = calloc((size_t)c->tables, sizeof *j->lineup);
    j->seen = calloc((size_t)c->candidates, sizeof *j->seen);
    for (int i = 0; j->out && ok && i < c->candidates; i++) {
        j->out[i].first = calloc((size_t)j->deals + 1, sizeof *j->out[i].first);
        ok = j->out[i].first != NULL;
    }
    return ok && j->lineup && j->seen ? TSR_OK
                                      : tsr_fail(err, TSR_ERR_MEMORY, "no memory for judgements");
}

static void finish(judge_verdict *v) {
    v->fitness /= v->games ? (double)v->games : 1;
    v->share /= v->games ? (double)v->games : 1;
}

static void count_pieces(judge *j) {
    const judge_config *c = j->config;
    j->size = (uint64_t)series_group_size(c->rules, RUNNER_ROTATE);
    j->deals = (c->games + j->size - 1) / j->size;
    // Whole rounds of tables, or a deal's table would hang on where its piece begins.
    uint64_t round = j->size * (uint64_t)c->tables;
    j->piece_deals = (PIECE_GAMES + round - 1) / round * (uint64_t)c->tables;
    j->pieces = (j->deals + j->piece_deals - 1) / j->piece_deals * (uint64_t)c->candidates;
}

// `out` is NULL where nobody counts.
static tsr_err begin(const judge_config *c, judge_verdict *out, judge **made, tsr_error *err) {
    judge *j = calloc(1, sizeof *j);
    if (!j) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for judgements");
    }
    j->config = c;
    j->out = out;
    *made = j;
    count_pieces(j);
    tsr_err e = make_room(j, err);
    if (!e) {
        seat_all(j);
    }
    return e;
}

void judge_close(judge *j) {
    if (!j) {
        return;
    }
    for (int i = 0; j->seen && i < j->config->candidates; i++) {
        repeats_deinit(&j->seen[i]);
    }
    free(j->lineup);
    free(j->seen);
    free(j);
}

tsr_err judge_open(const judge_config *c, judge **out, tsr_error *err) {
    judge *j = NULL;
    tsr_err e = begin(c, NULL, &j, err);
    if (e) {
        judge_close(j);
        return e;
    }
    *out = j;
    return TSR_OK;
}

tsr_err judge_play(judge *j, uint64_t piece, buffer *out, tsr_error *err) {
    return piece < j->pieces ? play_piece(j, piece, out, err)
                             : tsr_fail(err, TSR_ERR_ARGUMENT, "there is no piece %llu",
                                        (unsigned long long)piece + 1);
}

static tsr_err run_crew(judge *j, tsr_error *err) {
    const judge_config *c = j->config;
    buffer brief;
    crew_config crew = {.jobs = c->jobs,
                        .end = j->pieces,
                        .self = j,
                        .work = play_piece,
                        .done = take_piece,
                        .stopped = is_stopped,
                        .away = c->away};
    buffer_init(&brief, NULL);
    if (c->away) {
        brief_put(&brief, "kind", "judge");
        buffer_add_text(&brief, c->about);
        judge_put_brief(c, &brief);
        crew.brief = buffer_text(&brief);
    }
    tsr_err e = brief.failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for a brief")
                             : crew_run(&crew, err);
    buffer_deinit(&brief);
    return e;
}

tsr_err judge_run(const judge_config *c, judge_verdict *out, tsr_error *err) {
    judge *j = NULL;
    memset(out, 0, (size_t)c->candidates * sizeof *out);
    tsr_err e = begin(c, out, &j, err);
    e = e ? e : run_crew(j, err);
    for (int i = 0; i < c->candidates; i++) {
        finish(&out[i]);
    }
    judge_close(j);
    return e;
}

void judge_free(judge_verdict *verdicts, int count) {
    for (int i = 0; i < count; i++) {
        free(verdicts[i].first);
        verdicts[i].first = NULL;
    }
}

// --- What it says ---------------------------------------------------------------------------

// Of numbers from 0 to 1, one a deal.
static judge_rate rate_of(const double *a, const double *b, uint32_t n) {
    groups *g = calloc(1, sizeof *g);
    judge_rate out = {0};
    if (!g) {
        return out;
    }
    for (uint32_t i = 0; i < n; i++) {
        groups_add(g, b ? (1 + a[i] - b[i]) / 2 : a[i]);
    }
    groups_interval x = groups_bootstrap(g);
    out = (judge_rate){groups_mean(g), x.low, x.high, x.sure};
    free(g);
    return out;
}

judge_rate judge_first_rate(const judge_verdict *v) {
    judge_rate r = rate_of(v->first, NULL, v->deals);
    r.mean = v->games ? (double)v->firsts / (double)v->games : 0;
    return r;
}

judge_rate judge_difference(const judge_verdict *a, const judge_verdict *b) {
    judge_rate r = rate_of(a->first, b->first, a->deals < b->deals ? a->deals : b->deals);
    return (judge_rate){2 * r.mean - 1, 2 * r.low - 1, 2 * r.high - 1, r.sure};
}
