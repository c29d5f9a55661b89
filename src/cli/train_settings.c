// SPDX-License-Identifier: MIT
// What a training was asked for: as its configuration, as the words a run is known by, and as the command that
// makes the same network again; see train.h.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/series_options.h"
#include "cli/train.h"

enum { TRAIN_AGENT = 400 }; // characters of an agent's spec, so that two fit into the settings

const char *const train_symmetries[] = {"found", "none", NULL};
const char *const train_payoffs[] = {"either", "score", "win", "first", NULL};

int train_read_width(const char *text, uint32_t *h1, uint32_t *h2) {
    char *end;
    unsigned long a = strtoul(text, &end, 10), b = strtoul(end, &end, 10);
    *h1 = (uint32_t)a;
    *h2 = (uint32_t)b;
    return *end == '\0' && a % TNET_LANE == 0 && b % TNET_LANE == 0 && a && b && a <= TNET_WIDTH &&
           b <= TNET_WIDTH;
}

// The network sits on half of the seats unless it was said otherwise.
static uint32_t seats_of(const train_values *v, const tsr_rules *r) {
    return v->seats ? (uint32_t)v->seats : (uint32_t)(r->players + 1) / 2;
}

static cli_exit refuse(const char *words) {
    cli_complain("%s", words);
    return CLI_USAGE;
}

// Opens them once, so that a wrong word is found before the first game.
static cli_exit try_company(const tuition *with, const tsr_rules *r) {
    const char *agent[2];
    int agents = 0;
    for (int i = 0; i < 2; i++) {
        const char *spec = i ? with->teacher : with->against;
        if (spec && strlen(spec) > TRAIN_AGENT) {
            cli_complain("'%.40s...' is longer than %d characters", spec, TRAIN_AGENT);
            return CLI_USAGE;
        }
        if (spec) {
            agent[agents++] = spec;
        }
    }
    return cli_series_try_agents(with->registry, r, agent, agents);
}

// Who else takes part.
static cli_exit read_tuition(const lesson *l, course_config *out) {
    const train_values *v = l->v;
    const tsr_rules *r = l->table->rules;
    out->imitate = (uint32_t)v->imitate;
    out->with = (tuition){.registry = l->table->registry,
                          .against = v->against,
                          .seats = v->against ? seats_of(v, r) : 0,
                          .teacher = v->teacher};
    if (v->seats && !v->against) {
        return refuse("--seats is for --against AGENT, who plays the other seats");
    }
    if (!v->teacher != !v->imitate) {
        return refuse("--teacher AGENT and --imitate N belong together");
    }
    if (v->against && out->with.seats >= r->players) {
        cli_complain("--seats %u of %d leaves none to %.60s", out->with.seats, r->players,
                     v->against);
        return CLI_USAGE;
    }
    if (out->imitate > out->generations) {
        return refuse("--imitate takes more generations than --generations has");
    }
    return try_company(&out->with, r);
}

// What is said of games in which something is hidden goes for no others; a teacher may be had in all.
static cli_exit read_way(const lesson *l, course_config *out) {
    const train_values *v = l->v;
    tsr_error err = {0};
    const char *given = v->entropy >= 0              ? "entropy"
                        : v->pull >= 0               ? "pull"
                        : v->explore >= 0            ? "explore"
                        : v->tries >= 0              ? "tries"
                        : v->payoff != PAYOFF_EITHER ? "payoff"
                        : v->against                 ? "against"
                                                     : NULL;
    if (!out->by_view && given) {
        cli_complain("--%s is for games with hidden information, which %s has not", given,
                     l->table->rules->g.name);
        return CLI_USAGE;
    }
    if (out->by_view && payoff_find(out->rules, (payoff_kind)v->payoff, &out->pay, &err)) {
        return train_refuse(&err);
    }
    if (v->tries > 0 && v->against) {
        return refuse("--tries is for games of the network against itself, without --against");
    }
    return read_tuition(l, out);
}

// In small games every move can be tried; games against others are played as they come.
static uint32_t tries_of(const train_values *v, const tsr_rules *r) {
    int is_small = r->max_plies <= 32 && r->max_moves <= 8 && !v->against;
    return v->tries >= 0 ? (uint32_t)v->tries : (uint32_t)is_small;
}

// What is not said: how long a run is, how wide its network, how fast it learns.
typedef struct usual {
    uint32_t generations, games;
    const char *width;
    double rate, pull, explore;
} usual;

// Where nobody searches, games are quick, and each of them teaches little; more if every move is tried.
static usual usual_of(int by_view, uint32_t tries) {
    return !by_view ? (usual){40, 500, "128 64", 0.0015, 0, 0}
           : tries  ? (usual){400, 2000, "64 32", 0.004, 0.3, 0.2}
                    : (usual){600, 2000, "64 32", 0.004, 0.3, 0.1};
}

cli_exit train_read_config(lesson *l, const char *folder, course_config *out) {
    const train_values *v = l->v;
    const tsr_rules *r = l->table->rules;
    const int by_view = (r->g.flags & TSR_HAS_HIDDEN) != 0;
    const uint32_t tries = by_view ? tries_of(v, r) : 0;
    const usual u = usual_of(by_view, tries);
    *out = (course_config){.rules = r,
                           .folder = folder,
                           .settings = l->settings,
                           .command = l->command,
                           .seed = v->seed.given ? v->seed.value : 1,
                           .generations = v->generations ? (uint32_t)v->generations : u.generations,
                           .games = v->games ? (uint32_t)v->games : u.games,
                           .simulations = (uint32_t)v->nodes - 1, // the first look is one
                           .line = (int)v->lines,
                           .window = (uint32_t)v->window,
                           .reuse = v->reuse > 0 ? v->reuse : 4,
                           .rate = v->rate >= 0 ? v->rate : u.rate,
                           .by_view = by_view,
                           .heat = v->entropy >= 0 ? v->entropy : 0.3,
                           .pull = v->pull >= 0 ? v->pull : u.pull,
                           .explore = v->explore >= 0 ? v->explore : u.explore,
                           .tries = tries,
                           .symmetric = v->symmetries == 0,
                           .jobs = (int)v->jobs,
                           .from = v->from ? v->from : "",
                           .away = cli_away_face(&l->away),
                           .about = buffer_text(&l->away.about),
                           .stopped = train_is_stopped};
    if (!train_read_width(v->width ? v->width : u.width, &out->h1, &out->h2)) {
        cli_complain("--width wants two multiples of %d up to %d, such as \"128 64\", not '%.40s'",
                     TNET_LANE, TNET_WIDTH, v->width);
        return CLI_USAGE;
    }
    if (!train_read_width(v->small ? v->small : "64 32", &l->small1, &l->small2)) {
        cli_complain("--small wants two multiples of %d up to %d, such as \"64 32\", not '%.40s'",
                     TNET_LANE, TNET_WIDTH, v->small);
        return CLI_USAGE;
    }
    if (v->lines == 1) {
        cli_complain("--lines wants lines of 2 to %d cells, 0 or -1", SCHEMA_LINE);
        return CLI_USAGE;
    }
    return read_way(l, out);
}

// Who else takes part, in the words of settings or of the command line, where `at` says how far these are.
static void write_company(const course_config *c, int is_command, char *buf, size_t cap, int at) {
    const tuition *with = &c->with;
    if (tuition_has(with->against) && at >= 0 && (size_t)at < cap) {
        at += snprintf(buf + at, cap - (size_t)at,
                       is_command ? " --against %s --seats %u" : "against %s\nseats %u\n",
                       with->against, with->seats);
    }
    if (tuition_has(with->teacher) && at >= 0 && (size_t)at < cap) {
        snprintf(buf + at, cap - (size_t)at,
                 is_command ? " --teacher %s --imitate %u" : "teacher %s\nimitate %u\n",
                 with->teacher, c->imitate);
    }
}

// What must be the same for a run to be gone on with.
void train_write_settings(lesson *l, const course_config *c) {
    const tsr_rules *r = l->table->rules;
    const train_values *v = l->v;
    int n = snprintf(l->settings, TRAIN_SETTINGS, "game %s\nrules %016" PRIx64 "\n", r->g.name,
                     r->hash);
    n += snprintf(l->settings + n, TRAIN_SETTINGS - (size_t)n,
                  "seed %" PRIu64 "\ngenerations %u\ngames %u\nnodes %" PRId64 "\nwidth %u %u\n"
                  "lines %d\nwindow %u\nreuse %.9g\nrate %.9g\nmeasure %" PRId64 " %" PRId64
                  " %" PRId64 "\nsymmetries %s\nfrom %.800s\n",
                  c->seed, c->generations, c->games, v->nodes, c->h1, c->h2, c->line, c->window,
                  c->reuse, c->rate, v->measure, v->pairs, v->publish,
                  train_symmetries[v->symmetries], c->from);
    if (c->by_view && n < TRAIN_SETTINGS) {
        n += snprintf(l->settings + n, TRAIN_SETTINGS - (size_t)n,
                      "entropy %.9g\npull %.9g\nexplore %.9g\ntries %u\npayoff %s\n", c->heat,
                      c->pull, c->explore, c->tries, train_payoffs[v->payoff]);
    }
    write_company(c, 0, l->settings, TRAIN_SETTINGS, n);
}

// The command that makes the same network again, for its file.
void train_write_command(lesson *l, const course_config *c) {
    const train_values *v = l->v;
    size_t room = sizeof l->command;
    int n = snprintf(l->command, room,
                     "tessera train %s RUN --players %d --seed %" PRIu64 " --generations %u"
                     " --games %u --width \"%u %u\" --lines %d --reuse %g --rate %g",
                     c->rules->g.name, c->rules->players, c->seed, c->generations, c->games, c->h1,
                     c->h2, c->line, c->reuse, c->rate);
    if (n > 0 && (size_t)n < room && c->by_view) {
        n += snprintf(l->command + n, room - (size_t)n,
                      " --entropy %g --pull %g --explore %g --tries %u --payoff %s", c->heat,
                      c->pull, c->explore, c->tries, train_payoffs[v->payoff]);
    } else if (n > 0 && (size_t)n < room) {
        n += snprintf(l->command + n, room - (size_t)n, " --nodes %" PRId64 " --window %u",
                      v->nodes, c->window);
    }
    if (c->from[0] && n > 0 && (size_t)n < room) {
        n += snprintf(l->command + n, room - (size_t)n, " --from %s", c->from);
    }
    write_company(c, 1, l->command, room, n);
}
