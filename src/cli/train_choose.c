// SPDX-License-Identifier: MIT
// Who plays best with what was learned: measured at the end of a run, by equal processor time; see
// train.h.
//
// The network can lead a search of its own (az), or a small one, fitted to the same samples, can
// value positions for alphabeta. Where something is hidden, its opinion can be played as it is (reflex), or
// it can value positions for ismcts. Neither is better everywhere. The better of the two meets the player that
// the game has without any network; if it does not lose to that, it is written into play.tnet.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/train.h"

enum { THINK_MS = 5 };

// The small network sees each sample eight times, in at most so many batches; but at least four times.
enum { SMALL_REUSE = 8, SMALL_BATCHES = 2000, LEAST_REUSE = 4 };

// A player with its network.
typedef struct candidate {
    const char *agent, *name;
    buffer net;
    char spec[TRAIN_SPEC];
} candidate;

static int suits_looking_ahead(const tsr_rules *r) {
    uint32_t unsure = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    return r->players == 2 && (r->g.flags & TSR_ZERO_SUM) && !(r->g.flags & unsure);
}

static const char *player_without(const tsr_rules *r) {
    return suits_looking_ahead(r) && r->g.ai && r->g.ai->heuristic ? "alphabeta" : "mcts";
}

static cli_exit sit_down(const lesson *l, candidate *x) {
    char path[COURSE_PATH];
    cli_exit code = train_lay_down(l, x->name, &x->net, path);
    if (strcmp(x->agent, "reflex") == 0) { // needs no time
        snprintf(x->spec, sizeof x->spec, "reflex:net=%s", path);
    } else {
        snprintf(x->spec, sizeof x->spec, "%s:time=%dms,net=%s", x->agent, THINK_MS, path);
    }
    return code;
}

// The best network there is.
static cli_exit make_best(const lesson *l, candidate *x) {
    const course *c = l->c;
    tsr_error err = {0};
    if (c->best.size) {
        buffer_add(&x->net, buffer_text(&c->best), c->best.size);
    } else if (course_net(c, course_player(c), x->agent, "", &x->net, &err)) {
        return train_refuse(&err);
    }
    return sit_down(l, x);
}

static uint64_t small_batches(uint64_t samples) {
    uint64_t wanted = samples * SMALL_REUSE / COURSE_BATCH + 1;
    uint64_t least = samples * LEAST_REUSE / COURSE_BATCH;
    wanted = wanted < SMALL_BATCHES ? wanted : SMALL_BATCHES;
    return wanted > least ? wanted : least;
}

static cli_exit make_small(const lesson *l, candidate *x) {
    brain *small = NULL;
    tsr_error err = {0};
    tsr_err e =
        course_small(l->c, l->small1, l->small2, small_batches(l->c->replay.samples), &small, &err);
    e = e ? e : course_net(l->c, small, "alphabeta", "", &x->net, &err);
    brain_free(small);
    return e ? train_refuse(&err) : sit_down(l, x);
}

static cli_exit compete(const lesson *l, const char *mine, const char *mine_name, const char *other,
                        const char *other_name, uint64_t number, train_verdict *out) {
    train_trial t = {.table = l->table,
                     .mine = mine,
                     .other = other,
                     .pairs = (uint64_t)l->v->choose,
                     .cpu_clock = 1,
                     .seed = tsr_seed_of(~l->c->c.seed, UINT64_MAX - number),
                     .jobs = (int)l->v->jobs};
    cli_exit code = train_judge(&t, out);
    if (code == CLI_OK && !train_is_stopped(NULL)) {
        train_tell_verdict(l, mine_name, other_name, out, "");
    }
    return code;
}

// Writes the network with what is known of its player.
static cli_exit publish(const lesson *l, const candidate *x, const char *measured) {
    char path[COURSE_PATH];
    tnet *net = NULL;
    tsr_error err = {0};
    buffer out;
    buffer_init(&out, NULL);
    if (tnet_parse(buffer_text(&x->net), x->net.size, NULL, &net, &err)) {
        return train_refuse(&err);
    }
    snprintf(net->player, sizeof net->player, "%s", x->agent);
    snprintf(net->measured, sizeof net->measured, "%s", measured);
    tnet_write(net, &out);
    tnet_free(net);
    cli_exit code = train_lay_down(l, "play.tnet", &out, path);
    buffer_deinit(&out);
    if (code == CLI_OK) {
        train_tell_choice(l, x->agent, path);
    }
    return code;
}

// The stronger one of the candidates against the player without a network.
static cli_exit decide(const lesson *l, const candidate *best) {
    const char *usual = player_without(l->table->rules);
    char other[64], measured[TNET_WORDS];
    train_verdict x = {0};
    snprintf(other, sizeof other, "%s:time=%dms", usual, THINK_MS);
    cli_exit code = compete(l, best->spec, best->agent, other, usual, 2, &x);
    if (code != CLI_OK || train_is_stopped(NULL)) {
        return code;
    }
    snprintf(measured, sizeof measured,
             "%s %.1f %% (%.1f to %.1f) against %s, %s%d ms of CPU time a move, %" PRIu64
             " games, %" PRIu64 " distinct",
             best->agent, 100 * x.score, 100 * x.low, 100 * x.high, usual,
             strcmp(best->agent, "reflex") == 0 ? "which has " : "both ", THINK_MS, x.games,
             x.distinct);
    if (x.score < 0.5) {
        train_tell_choice(l, usual, "");
        return CLI_OK;
    }
    return publish(l, best, measured);
}

static cli_exit choose_of(const lesson *l, candidate *leads, candidate *values) {
    train_verdict x = {0};
    const candidate *best = leads;
    char name[64];
    int hides = l->c->c.by_view, two = hides || suits_looking_ahead(l->table->rules);
    cli_exit code = make_best(l, leads);
    if (code == CLI_OK && two) {
        snprintf(name, sizeof name, "%s with %s", values->agent, values->name);
        code = hides ? make_best(l, values) : make_small(l, values);
        code = code == CLI_OK ? compete(l, leads->spec, leads->agent, values->spec, name, 1, &x)
                              : code;
        best = x.score < 0.5 ? values : leads;
    }
    return code == CLI_OK && !train_is_stopped(NULL) ? decide(l, best) : code;
}

cli_exit train_choose(lesson *l) {
    char path[COURSE_PATH];
    course_path(l->c, "play.tnet", path);
    if (!l->v->choose || access(path, F_OK) == 0) {
        return CLI_OK;
    }
    candidate *two = tsr_mem_new(NULL, 2 * sizeof *two);
    if (!two) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    two[0] = (candidate){.agent = train_player(l), .name = "now.tnet"};
    two[1] = l->c->c.by_view ? (candidate){.agent = "ismcts", .name = "now.tnet"}
                             : (candidate){.agent = "alphabeta", .name = "small.tnet"};
    buffer_init(&two[0].net, NULL);
    buffer_init(&two[1].net, NULL);
    cli_exit code = choose_of(l, &two[0], &two[1]);
    buffer_deinit(&two[0].net);
    buffer_deinit(&two[1].net);
    tsr_mem_free(NULL, two, 2 * sizeof *two);
    return code;
}
