// SPDX-License-Identifier: MIT
//
// Plays all lineups, keeps the table of who met whom, and rates everybody.
#include "arena/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/repeats.h"
#include "arena/tally.h"

typedef struct tour {
    const tournament_config *config;
    tournament_report *report;
    uint16_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS];
    schedule_lineup lineup[SCHEDULE_LINEUPS]; // of the present round
    int lineups;
    uint64_t base; // number of the round's first group
    int round;
    tally_sides sides;
    repeats seen, counted;
    ratings_group *group; // what the ratings rest on
    size_t group_count, group_cap;
} tour;

int tournament_group_size(const tsr_rules *r) {
    return series_group_size(r, RUNNER_ROTATE);
}

// --- Counting ----------------------------------------------------------------

// In a game for k players everybody is compared with k - 1 others at once. Such
// comparisons hang together, so each counts 2/k: a game for two counts as one.
static void compare(tour *t, const series_game *g, double *points) {
    ratings_results *r = &t->report->results;
    const tsr_result *result = g->game.result;
    int k = t->config->rules->players;
    for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
            int x = g->entrant[a], y = g->entrant[b];
            if (x != y && t->sides.of[a] != t->sides.of[b]) {
                double taken = result[a].rank < result[b].rank    ? 2.0 / k
                               : result[a].rank == result[b].rank ? 1.0 / k
                                                                  : 0;
                r->points[x][y] += taken;
                r->games[x][y] += 2.0 / k;
                points[x] += taken;
            }
        }
    }
}

static void count_seat(tour *t, const series_game *g, int seat) {
    tournament_row *row = &t->report->row[g->entrant[seat]];
    tally_row *one = &(tally_row){0};
    tally_add(one, g->game.result, &t->sides, seat);
    row->games++;
    row->won += one->won;
    row->tied += one->tied;
    row->lost += one->lost;
    row->score += one->score;
}

static int keep_group(tour *t, const ratings_group *g) {
    if (t->group_count == t->group_cap) {
        size_t cap = t->group_cap ? 2 * t->group_cap : 256;
        ratings_group *more = realloc(t->group, cap * sizeof *more);
        if (!more) {
            return 0;
        }
        t->group = more;
        t->group_cap = cap;
    }
    t->group[t->group_count++] = *g;
    return 1;
}

// What every entrant of the group took: for the ratings, and as its score in the group.
static int count_group(tour *t, const series_game *games, int n) {
    double points[SCHEDULE_ENTRANTS] = {0}, share[SCHEDULE_ENTRANTS] = {0};
    int seats[SCHEDULE_ENTRANTS] = {0}, k = t->config->rules->players;
    ratings_group g = {0};
    for (int i = 0; i < n; i++) {
        compare(t, &games[i], points);
        for (int s = 0; s < k; s++) {
            count_seat(t, &games[i], s);
            share[games[i].entrant[s]] += tally_score(games[i].game.result, &t->sides, s);
            seats[games[i].entrant[s]]++;
        }
    }
    for (int e = 0; e < t->config->entrants; e++) {
        if (seats[e]) {
            groups_add(&t->report->row[e].groups, share[e] / seats[e]);
            g.entrant[g.count] = (uint8_t)e;
            g.seats[g.count] = (uint8_t)(seats[e] / n);
            g.points[g.count++] = (float)points[e];
        }
    }
    return keep_group(t, &g);
}

// A game is the same only between the same entrants.
static uint64_t identity(const tour *t, const series_game *g) {
    return tsr_hash_bytes(g->entrant, t->config->rules->players, g->game.hash);
}

static void note(tour *t, const series_game *g) {
    tournament_report *r = t->report;
    r->games++;
    r->adjudicated += g->game.adjudicated != 0;
    r->distinct += (uint64_t)repeats_add(&t->seen, identity(t, g));
    for (int s = 0; s < t->config->rules->players; s++) {
        const tsr_faults *f = &g->game.fault[s];
        r->row[g->entrant[s]].faults += f->illegal + f->late + f->failed;
    }
}

static int is_news(tour *t, const series_game *games, int n) {
    for (int i = 0; t->config->once && i < n; i++) {
        if (repeats_has(&t->counted, identity(t, &games[i]))) {
            return 0;
        }
    }
    for (int i = 0; t->config->once && i < n; i++) {
        (void)repeats_add(&t->counted, identity(t, &games[i]));
    }
    return 1;
}

static tsr_err count(tour *t, const series_game *games, const char *const *pgn, int n,
                     tsr_error *err) {
    const tournament_config *c = t->config;
    int counted = is_news(t, games, n);
    for (int i = 0; i < n; i++) {
        note(t, &games[i]);
    }
    t->report->repeated += counted ? 0 : (uint64_t)n;
    if (counted && !count_group(t, games, n)) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the results of %zu groups",
                        t->group_count);
    }
    return c->played ? c->played(c->self, games, pgn, n, counted, err) : TSR_OK;
}

// --- Groups --------------------------------------------------------------------

// The games of `group` that an earlier run has played, or NULL.
static const series_game *done_before(const tour *t, uint64_t group) {
    const tournament_config *c = t->config;
    return series_find(c->done, c->done_count, tournament_group_size(c->rules), group);
}

static int was_done(void *self, uint64_t group) {
    return done_before(self, group) != NULL;
}

static tsr_err on_group(void *self, uint64_t group, const series_game *games,
                        const char *const *pgn, int n, tsr_error *err) {
    tour *t = self;
    int size = tournament_group_size(t->config->rules);
    const series_game *done = done_before(t, group);
    if (!done && n < size) {
        t->report->crashed++;
        return TSR_OK;
    }
    return done ? count(t, done, NULL, size, err) : count(t, games, pgn, n, err);
}

// A record is named after the game's group and seating.
static void record_path(void *self, const series_game *g, char *path, size_t cap) {
    const tournament_config *c = ((tour *)self)->config;
    snprintf(path, cap, "%s/%s-%06llu-%u.tsr", c->records, c->rules->g.name,
             (unsigned long long)g->group + 1, g->seating + 1);
}

static int is_stopped(void *self) {
    const tour *t = self;
    return t->config->stopped && t->config->stopped(t->config->self);
}

// Plays all groups of the present round.
static tsr_err play_round(tour *t, tsr_error *err) {
    const tournament_config *c = t->config;
    series_config s = {.rules = c->rules,
                       .registry = c->registry,
                       .spec = c->spec,
                       .name = c->name,
                       .lineup = t->lineup,
                       .lineups = t->lineups,
                       .first = t->base,
                       .groups = (uint64_t)t->lineups * c->groups,
                       .first_opening = (uint64_t)t->round * c->groups,
                       .seating = RUNNER_ROTATE,
                       .numbered = 1,
                       .seed = c->seed,
                       .jobs = c->jobs < 1 ? 1 : c->jobs,
                       .policy = c->policy,
                       .tries = c->tries,
                       .openings = c->openings,
                       .adjudicate = c->adjudicate,
                       .data_name = c->data_name,
                       .clock = c->clock,
                       .cpu_clock = c->cpu_clock,
                       .pgn = c->pgn,
                       .replace_records = 1,
                       .self = t,
                       .record_path = c->records ? record_path : NULL,
                       .was_done = was_done,
                       .played = on_group,
                       .stopped = is_stopped,
                       .away = c->away,
                       .about = c->about};
    t->report->planned += s.groups * (uint64_t)tournament_group_size(c->rules);
    tsr_err e = series_run(&s, err);
    t->report->stopped = is_stopped(t);
    t->base += s.groups;
    t->round++;
    return e;
}

// --- Rounds ----------------------------------------------------------------------

// Who has met whom is what was paired, also if the games then crashed; who is in no
// pair rests.
static void note_meetings(tour *t) {
    uint8_t busy[SCHEDULE_ENTRANTS] = {0};
    for (int i = 0; i < t->lineups; i++) {
        int a = t->lineup[i].entrant[0], b = t->lineup[i].entrant[1];
        t->met[a][b]++;
        t->met[b][a]++;
        busy[a] = busy[b] = 1;
    }
    for (int i = 0; i < t->config->entrants; i++) {
        t->met[i][i] = (uint16_t)(t->met[i][i] + !busy[i]);
    }
}

// The standing by which a swiss round is paired: a rest counts as a tied round.
static double standing(const tour *t, int entrant) {
    double games = (double)(t->config->groups * (uint64_t)tournament_group_size(t->config->rules));
    return t->report->row[entrant].score + 0.5 * games * t->met[entrant][entrant];
}

static tsr_err play_swiss(tour *t, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (int round = 0; !e && !t->report->stopped && round < t->config->rounds; round++) {
        double points[SCHEDULE_ENTRANTS];
        for (int i = 0; i < t->config->entrants; i++) {
            points[i] = standing(t, i);
        }
        t->lineups = schedule_swiss(t->config->entrants, t->config->rules->players, points, t->met,
                                    t->lineup);
        note_meetings(t);
        e = play_round(t, err);
    }
    return e;
}

tsr_err tournament_run(const tournament_config *config, tournament_report *report, tsr_error *err) {
    memset(report, 0, sizeof *report);
    tour *t = tsr_mem_new(NULL, sizeof *t);
    tsr_err e = TSR_OK;
    if (!t) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a tournament");
    }
    t->config = config;
    t->report = report;
    t->sides = tally_sides_of(config->rules);
    report->results.count = config->entrants;
    if (config->kind == SCHEDULE_SWISS) {
        e = play_swiss(t, err);
    } else {
        int seats = config->rules->players;
        t->lineups = schedule_all(config->kind, config->entrants, seats, NULL);
        if (t->lineups == 0) {
            e = tsr_fail(err, TSR_ERR_LIMIT, "%d players fill %d seats in more than %d ways",
                         config->entrants, seats, SCHEDULE_LINEUPS);
        } else {
            (void)schedule_all(config->kind, config->entrants, seats, t->lineup);
            e = play_round(t, err);
        }
    }
    ratings_fit(&report->results, t->group, t->group_count, report->rating);
    repeats_deinit(&t->seen);
    repeats_deinit(&t->counted);
    free(t->group);
    tsr_mem_free(NULL, t, sizeof *t);
    return e;
}
