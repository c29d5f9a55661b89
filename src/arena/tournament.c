// SPDX-License-Identifier: MIT
#include "arena/tournament.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/runner.h"
#include "arena/tally.h"

enum { MAX_JOBS = 256, POLL_MS = 100 };

typedef struct worker {
    pid_t pid; // 0 = free
    int fd;
    uint64_t group;
    int games; // reported so far
} worker;

typedef struct tour {
    const tournament_config *config;
    tournament_report *report;
    worker worker[MAX_JOBS];
    uint8_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS];
    schedule_lineup lineup[SCHEDULE_LINEUPS]; // of the present round
    int lineups;
    uint64_t base; // number of the round's first group
    int killed;    // the workers were told to end: none of them has crashed
} tour;

int tournament_group_size(const tsr_rules *r) {
    return r->players;
}

// --- Counting ----------------------------------------------------------------

// In a game for k players everybody is compared with k - 1 others at once. Such
// comparisons hang together, so each counts 2/k: a game for two counts as one.
static void compare(tour *t, const tournament_game *g) {
    ratings_results *r = &t->report->results;
    int k = t->config->rules->players;
    for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
            int x = g->entrant[a], y = g->entrant[b];
            if (x != y) {
                double points = g->rank[a] < g->rank[b] ? 1 : g->rank[a] == g->rank[b] ? 0.5 : 0;
                r->points[x][y] += points * 2 / k;
                r->games[x][y] += 2.0 / k;
            }
        }
    }
}

static void count(tour *t, const tournament_game *g) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    int k = t->config->rules->players;
    for (int s = 0; s < k; s++) {
        result[s].rank = g->rank[s];
    }
    for (int s = 0; s < k; s++) {
        tournament_row *row = &t->report->row[g->entrant[s]];
        tally_row one = {0};
        tally_add(&one, result, k, s);
        row->games++;
        row->won += one.won;
        row->tied += one.tied;
        row->lost += one.lost;
        row->score += one.score;
        row->faults += g->faults[s];
    }
    compare(t, g);
    t->report->games++;
    if (t->config->played) {
        t->config->played(t->config->self, g);
    }
}

// --- In a process of its own -------------------------------------------------

typedef struct job {
    tournament_game game;
    int fd;
    const char *folder, *title; // for the record
    tsr_record_file *record;
} job;

// A record is named after the game's group and seating. One that is there belongs to
// a game that was cut off: finished games are not played again.
static tsr_err open_record(void *self, uint64_t number, tsr_sink *sink, tsr_error *err) {
    job *j = self;
    char path[4096];
    (void)number;
    snprintf(path, sizeof path, "%s/%s-%06llu-%u.tsr", j->folder, j->title,
             (unsigned long long)j->game.group + 1, j->game.seating + 1);
    (void)unlink(path);
    tsr_err e = tsr_record_create(path, 0, &j->record, err);
    if (e == TSR_OK) {
        *sink = tsr_record_sink(j->record);
    }
    return e;
}

static void close_record(void *self) {
    job *j = self;
    tsr_record_close(j->record);
    j->record = NULL;
}

static void on_played(void *self, const runner_game *g) {
    job *j = self;
    for (int s = 0; s < TSR_MAX_PLAYERS; s++) {
        uint32_t faults = g->fault[s].illegal + g->fault[s].late + g->fault[s].failed;
        j->game.rank[s] = g->result[s].rank;
        j->game.score[s] = g->result[s].score;
        j->game.faults[s] = (uint16_t)(faults > UINT16_MAX ? UINT16_MAX : faults);
    }
    j->game.plies = (uint32_t)g->plies;
    // Shorter than PIPE_BUF, so it arrives whole or not at all.
    ssize_t n = write(j->fd, &j->game, sizeof j->game);
    (void)n;
}

static int play_seating(const tour *t, const schedule_lineup *l, job *j) {
    const tournament_config *c = t->config;
    char name[TSR_MAX_PLAYERS][80];
    runner_report report;
    tsr_error err;
    runner_config rc = {.rules = c->rules,
                        .registry = c->registry,
                        .games = 1,
                        .seed = j->game.seed,
                        .seating = RUNNER_FIXED,
                        .policy = c->policy,
                        .tries = c->tries,
                        .clock = c->clock,
                        .self = j,
                        .open_record = c->records ? open_record : NULL,
                        .close_record = c->records ? close_record : NULL,
                        .played = on_played};
    int k = c->rules->players;
    for (int s = 0; s < k; s++) {
        int e = l->entrant[(s + (int)j->game.seating) % k];
        j->game.entrant[s] = (uint8_t)e;
        // An agent's luck hangs on its name: the same one on every seat.
        snprintf(name[s], sizeof name[s], "%.60s %d", c->name[e],
                 (s + (int)j->game.seating) % k + 1);
        rc.spec[s] = c->spec[e];
        rc.name[s] = name[s];
    }
    return runner_run(&rc, &report, &err) == TSR_OK && report.games == 1;
}

static const schedule_lineup *lineup_of(const tour *t, uint64_t group) {
    return &t->lineup[(group - t->base) % (uint64_t)t->lineups];
}

// Never returns.
static void work(const tour *t, uint64_t group, int fd) {
    const tsr_rules *r = t->config->rules;
    int ok = 1;
    signal(SIGINT, SIG_IGN); // the parent decides what an interrupt means
    for (int i = 0; ok && i < tournament_group_size(r); i++) {
        job j = {.game = {.group = group, .seating = (uint32_t)i},
                 .fd = fd,
                 .folder = t->config->records,
                 .title = r->g.name};
        int shared = (r->g.flags & TSR_HAS_CHANCE) != 0;
        j.game.seed = tsr_seed_of(t->config->seed, shared ? group : group * 8 + (uint64_t)i);
        ok = play_seating(t, lineup_of(t, group), &j);
    }
    _exit(ok ? 0 : 1);
}

// --- Running them ------------------------------------------------------------

static tsr_err start(tour *t, worker *w, uint64_t group, tsr_error *err) {
    int fds[2];
    if (pipe(fds) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "no pipe for a process: %s", strerror(errno));
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        work(t, group, fds[1]);
    }
    close(fds[1]);
    if (pid < 0) {
        close(fds[0]);
        return tsr_fail(err, TSR_ERR_IO, "no process for a game: %s", strerror(errno));
    }
    *w = (worker){.pid = pid, .fd = fds[0], .group = group};
    return TSR_OK;
}

// Reads what the worker has to say; buries it when it has ended.
static void listen_to(tour *t, worker *w) {
    tournament_game g;
    ssize_t n = read(w->fd, &g, sizeof g);
    if (n == (ssize_t)sizeof g) {
        w->games++;
        count(t, &g);
    } else if (n >= 0 || errno != EINTR) {
        close(w->fd);
        while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        t->report->crashed += !t->killed && w->games < tournament_group_size(t->config->rules);
        w->pid = 0;
    }
}

static int listen_to_all(tour *t, int wait_ms) {
    struct pollfd fds[MAX_JOBS];
    worker *of[MAX_JOBS];
    nfds_t n = 0;
    for (int i = 0; i < MAX_JOBS; i++) {
        if (t->worker[i].pid) {
            fds[n] = (struct pollfd){t->worker[i].fd, POLLIN, 0};
            of[n++] = &t->worker[i];
        }
    }
    if (n && poll(fds, n, wait_ms) > 0) {
        for (nfds_t i = 0; i < n; i++) {
            if (fds[i].revents) {
                listen_to(t, of[i]);
            }
        }
    }
    return n > 0;
}

static void kill_all(tour *t) {
    t->killed = 1;
    for (int i = 0; i < MAX_JOBS; i++) {
        if (t->worker[i].pid) {
            kill(t->worker[i].pid, SIGKILL);
        }
    }
    while (listen_to_all(t, POLL_MS)) {
    }
}

static worker *free_worker(tour *t) {
    for (int i = 0; i < t->config->jobs && i < MAX_JOBS; i++) {
        if (!t->worker[i].pid) {
            return &t->worker[i];
        }
    }
    return NULL;
}

// Counts the games of `group` that an earlier run has played; non-zero if they are
// all there. Half a group is played again.
static int was_done(tour *t, uint64_t group) {
    const tournament_config *c = t->config;
    int found = 0, size = tournament_group_size(c->rules);
    for (size_t i = 0; i < c->done_count; i++) {
        found += c->done[i].group == group;
    }
    if (found < size) {
        return 0;
    }
    for (size_t i = 0; i < c->done_count; i++) {
        if (c->done[i].group == group) {
            count(t, &c->done[i]);
        }
    }
    return 1;
}

static int is_stopped(const tour *t) {
    return t->config->stopped && t->config->stopped(t->config->self);
}

// Plays all groups of the present round.
static tsr_err play_round(tour *t, tsr_error *err) {
    uint64_t next = t->base, end = t->base + (uint64_t)t->lineups * t->config->groups;
    tsr_err e = TSR_OK;
    t->report->planned += (end - next) * (uint64_t)tournament_group_size(t->config->rules);
    while (!e && !is_stopped(t)) {
        worker *w = next < end ? free_worker(t) : NULL;
        if (w) {
            if (!was_done(t, next)) {
                e = start(t, w, next, err);
            }
            next++;
        } else if (!listen_to_all(t, POLL_MS)) {
            break;
        }
    }
    t->report->stopped = is_stopped(t);
    if (e || t->report->stopped) {
        kill_all(t);
    }
    t->base = end;
    return e;
}

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
        t->met[i][i] = (uint8_t)(t->met[i][i] + !busy[i]);
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
    ratings_fit(&report->results, report->rating);
    tsr_mem_free(NULL, t, sizeof *t);
    return e;
}
