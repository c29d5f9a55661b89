// SPDX-License-Identifier: MIT
//
// train: a network learns a game by playing against itself. The file is written anew after
// every so many games, and gone on with if it is there, so it can be stopped at any time.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/train.h"
#include "cli/json.h"
#include "cli/table.h"
#include "cli/train_gate.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    int64_t games, report, openings, halve, gate;
    double rate, lambda, explore;
    const char *hidden;
    cli_seed seed;
    int json;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_INT("games", "N", "games to play", struct values, games, 1, 1000000000, 10000),
    CLI_ROW_TEXT("hidden", "WIDTHS", "layers of a new network, without the last: \"64 32\"",
                 struct values, hidden),
    CLI_ROW_REAL("rate", "R", "how far weights move at once (0.01 unless given)", struct values,
                 rate, 0, 1, -1),
    CLI_ROW_REAL("lambda", "L", "how much of the end is taught to the moves before (0.7)",
                 struct values, lambda, 0, 1, -1),
    CLI_ROW_REAL("explore", "E", "share of random moves (0.1)", struct values, explore, 0, 1, -1),
    CLI_ROW_INT("openings", "N", "random plies at the start, at most", struct values, openings, 0,
                1000, 4),
    CLI_ROW_INT("halve", "N", "halve the rate every so many games; 0 = never", struct values, halve,
                0, 1000000000, 0),
    CLI_ROW_INT("report", "N", "games between lines, and between files", struct values, report, 1,
                1000000000, 1000),
    CLI_ROW_INT("gate", "N", "games by which a newer network must beat that in FILE; 0 = none",
                struct values, gate, 0, 1000000, 0),
    CLI_ROW_SEED("seed", "N", "the same seed, the same network", struct values, seed),
    CLI_ROW_FLAG("json", "one JSON object a line", struct values, json),
};

// --- The network ------------------------------------------------------------------------

// "64 32" and the one output.
static uint32_t read_hidden(const char *text, uint32_t *width) {
    uint32_t n = 0;
    while (*text) {
        char *end;
        unsigned long v = strtoul(text, &end, 10);
        if (*text < '0' || *text > '9' || v < 1 || v > NET_WIDTH || n + 1 == NET_LAYERS) {
            return 0;
        }
        width[n++] = (uint32_t)v;
        text = end + strspn(end, " ,");
    }
    width[n++] = 1;
    return n;
}

static cli_exit new_net(const tsr_rules *r, const struct values *v, uint64_t seed, net **out) {
    uint32_t width[NET_LAYERS];
    uint32_t layers = read_hidden(v->hidden ? v->hidden : "64 32", width);
    tsr_error err = {0};
    if (!layers) {
        cli_complain("--hidden wants up to %d numbers from 1 to %d, not '%.40s'", NET_LAYERS - 1,
                     NET_WIDTH, v->hidden);
        return CLI_USAGE;
    }
    tsr_err e = net_new(r->g.name, r->g.ai->feature_count, width, layers, NULL, out, &err);
    if (e != TSR_OK) {
        cli_complain("%s", err.message);
        return cli_exit_of(e);
    }
    net_scatter(*out, seed);
    return CLI_OK;
}

// The one in the file, or a new one.
static cli_exit open_net(const tsr_rules *r, const struct values *v, const char *path,
                         uint64_t seed, net **out) {
    tsr_error err = {0};
    if (!r->g.ai || !r->g.ai->features) {
        cli_complain("'%s' does not say what can be learned from (`features` of the contract)",
                     r->g.name);
        return CLI_USAGE;
    }
    if (access(path, F_OK) != 0) {
        return new_net(r, v, seed, out);
    }
    tsr_err e = net_read(path, NULL, out, &err);
    if (e == TSR_OK && (e = net_fits(*out, r, &err)) != TSR_OK) {
        net_free(*out);
    }
    if (e != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    if (v->hidden) {
        cli_complain("%s is there already; its layers stay as they are", path);
    }
    return CLI_OK;
}

// --- Training ---------------------------------------------------------------------------

static void print_line(const struct values *v, const net *n, double plies, double error,
                       double seconds) {
    if (v->json) {
        json j;
        json_begin(&j, "train");
        json_text(&j, "game", n->game);
        json_uint(&j, "games", n->games);
        json_decimal(&j, "plies", plies, 1);
        json_decimal(&j, "error", error, 5);
        json_decimal(&j, "seconds", seconds, 3);
        json_end(&j, stdout);
    } else {
        printf("%9" PRIu64 " games, %.1f plies each, error %.4f, %.1f s\n", n->games, plies, error,
               seconds);
    }
    fflush(stdout);
}

// --- The gate -----------------------------------------------------------------------------

enum { PATH = 4096 };

typedef struct lesson {
    const cli_table *table;
    const struct values *v;
    const char *path;  // what is to be played with
    char newest[PATH]; // what is learned on, where there is a gate; else the same
    uint64_t seed;
} lesson;

static void print_gate(const lesson *l, const train_gate *g, int kept) {
    if (l->v->json) {
        json j;
        json_begin(&j, "gate");
        json_uint(&j, "games", g->games);
        json_uint(&j, "distinct", g->distinct);
        json_decimal(&j, "score", g->score, 6);
        json_decimal(&j, "low", g->low, 6);
        json_decimal(&j, "high", g->high, 6);
        json_bool(&j, "kept", kept);
        json_end(&j, stdout);
    } else {
        printf("          %.1f %% (%.1f to %.1f) against the best so far, %" PRIu64
               " games, %" PRIu64 " distinct: %s\n",
               100 * g->score, 100 * g->low, 100 * g->high, g->games, g->distinct,
               kept ? "the new best" : "not better");
    }
    fflush(stdout);
}

static cli_exit save(const net *n, const char *path) {
    tsr_error err = {0};
    if (net_save(n, path, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    return CLI_OK;
}

// Keeps the network: as the newest, and as the best if it beats the one there.
static cli_exit keep(const lesson *l, const net *n) {
    train_gate g;
    cli_exit code = save(n, l->newest);
    if (code != CLI_OK || !l->v->gate) {
        return code;
    }
    if (access(l->path, F_OK) != 0) {
        return save(n, l->path);
    }
    code = train_gate_play(l->table, l->newest, l->path, l->v->gate, tsr_seed_of(l->seed, n->games),
                           &g);
    if (code == CLI_OK && g.games >= (uint64_t)l->v->gate) {
        print_gate(l, &g, g.score > 0.5);
        code = g.score > 0.5 ? save(n, l->path) : CLI_OK;
    }
    return code;
}

static int is_stopped(void) {
    return term_interrupts() > 0 || term_terminated() != 0;
}

// Plays `games` or until a signal comes; what was learned is in the file and told.
static cli_exit train_piece(trainer *t, net *n, int64_t games, const lesson *l, uint64_t begin_us) {
    double plies = 0, error = 0;
    int64_t played = 0;
    for (; played < games && !is_stopped(); played++) {
        train_game g;
        train_one(t, &g);
        plies += g.plies;
        error += g.error;
    }
    if (played > 0) {
        print_line(l->v, n, plies / (double)played, error / (double)played,
                   (double)(tsr_now_us() - begin_us) / 1e6);
    }
    return keep(l, n);
}

static cli_exit train(trainer *t, net *n, const lesson *l) {
    uint64_t begin_us = tsr_now_us(), goal = n->games + (uint64_t)l->v->games;
    cli_exit code = CLI_OK;
    int64_t step = l->v->report;
    for (int64_t left = l->v->games; code == CLI_OK && left > 0 && !is_stopped(); left -= step) {
        code = train_piece(t, n, left < step ? left : step, l, begin_us);
    }
    if (code == CLI_OK && is_stopped()) {
        cli_complain("interrupted after %" PRIu64 " games; --games %" PRIu64 " plays the rest",
                     n->games, goal - n->games);
        code = CLI_INTERRUPTED;
    }
    return code;
}

// With a gate the newest network is learned on, in a file beside the best one.
static cli_exit begin_lesson(lesson *l) {
    int size = snprintf(l->newest, PATH, l->v->gate ? "%s.latest" : "%s", l->path);
    if (size >= PATH) {
        cli_complain("the path is too long");
        return CLI_USAGE;
    }
    return CLI_OK;
}

static cli_exit run_on(const cli_table *table, const struct values *v, const char *path) {
    lesson l = {.table = table,
                .v = v,
                .path = path,
                .seed = v->seed.given ? v->seed.value : tsr_fresh_seed()};
    net *n = NULL;
    trainer *t = NULL;
    tsr_error err = {0};
    cli_exit code = begin_lesson(&l);
    if (code == CLI_OK) {
        const char *from = access(l.newest, F_OK) == 0 ? l.newest : path;
        code = open_net(table->rules, v, from, l.seed, &n);
    }
    if (code != CLI_OK) {
        return code;
    }
    train_config c = {.rules = table->rules,
                      .seed = l.seed,
                      .rate = v->rate >= 0 ? v->rate : 0.01,
                      .lambda = v->lambda >= 0 ? v->lambda : 0.7,
                      .explore = v->explore >= 0 ? v->explore : 0.1,
                      .slower = (uint64_t)v->halve,
                      .openings = (uint32_t)v->openings};
    tsr_err e = train_open(&c, n, NULL, &t, &err);
    if (e == TSR_OK) {
        code = train(t, n, &l);
    } else {
        cli_complain("%s", err.message);
        code = cli_exit_of(e);
    }
    train_close(t);
    net_free(n);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    term_signals_init();
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        code = run_on(&table, v, call->argv[1]);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_train = {
    .name = "train",
    .usage = "GAME FILE",
    .about =
        "Teach a network a game by letting it play against itself. FILE is written after every\n"
        "--report games, and gone on with if it is there. Seat it with net=FILE.",
    .details =
        "With --gate a network is kept in FILE only if it beats the one there over so many games\n"
        "from openings, looking one move ahead; what is learned on is FILE.latest.\n",
    .examples = "  tessera train breakthrough bt.net --games 20000 --seed 1\n"
                "  tessera match breakthrough greedy:net=bt.net greedy --games 200\n"
                "  tessera play breakthrough mcts:time=1s,net=bt.net\n",
    .min_args = 2,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
