// SPDX-License-Identifier: MIT
//
// train: a network learns a game by playing against itself, generation by generation, in a folder
// of files (teach/course.h). Stopped or killed, the same command goes on with it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "cli/train.h"
#include "term/tty.h"

static const char *const symmetry_choices[] = {"found", "none", NULL};
static const char *const payoff_choices[] = {"either", "score", "win", NULL};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(train_values, game),
    CLI_ROW_INT("generations", "N", "rounds of playing and learning", train_values, generations, 1,
                4000, 40),
    CLI_ROW_INT("games", "N", "games per generation", train_values, games, 1, 1000000, 500),
    CLI_ROW_INT("nodes", "N", "simulations per move in these games", train_values, nodes, 2, 100000,
                32),
    CLI_ROW_TEXT("width", "WIDTHS", "widths of the two layers (\"128 64\")", train_values, width),
    CLI_ROW_INT("lines", "N", "inputs for lines of N cells; 0 = none, -1 = lines of 4 if few",
                train_values, lines, -1, SCHEMA_LINE, -1),
    CLI_ROW_INT("window", "N", "size of the replay buffer, in samples", train_values, window, 1000,
                100000000, 150000),
    CLI_ROW_REAL("reuse", "X", "how often each sample is used (default 4)", train_values, reuse, 0,
                 1000, -1),
    CLI_ROW_REAL("rate", "R", "initial learning rate (default 0.0015)", train_values, rate, 0, 1,
                 -1),
    CLI_ROW_REAL("entropy", "X", "hidden information: initial entropy bonus (default 0.3)",
                 train_values, entropy, 0, 100, -1),
    CLI_ROW_CHOICE("payoff", "WHAT", "hidden information: what is maximised", train_values, payoff,
                   payoff_choices),
    CLI_ROW_CHOICE("symmetries", "WHICH", "use the symmetries of the board", train_values,
                   symmetries, symmetry_choices),
    CLI_ROW_TEXT("from", "FILE", "start from this network; inputs are matched by name",
                 train_values, from),
    CLI_ROW_INT("measure", "N", "generations between measurements; 0 = none", train_values, measure,
                0, 100000, 10),
    CLI_ROW_INT("pairs", "N", "openings per measurement, each played from all seats", train_values,
                pairs, 1, 100000, 40),
    CLI_ROW_INT("publish", "N", "most openings in the test against the best network so far",
                train_values, publish, 0, 100000, 200),
    CLI_ROW_TEXT("small", "WIDTHS", "layers of the small network for alphabeta (\"64 32\")",
                 train_values, small),
    CLI_ROW_INT("choose", "N", "openings for choosing the best player at the end; 0 = none",
                train_values, choose, 0, 100000, 20),
    CLI_ROW_INT("jobs", "N", "parallel processes; the result does not depend on it", train_values,
                jobs, 1, 256, 1),
    CLI_ROW_SEED("seed", "N", "seed of all randomness (default 1)", train_values, seed),
    CLI_ROW_FLAG("json", "one JSON object per line", train_values, json),
};

// --- Settings ---------------------------------------------------------------------------

int train_read_width(const char *text, uint32_t *h1, uint32_t *h2) {
    char *end;
    unsigned long a = strtoul(text, &end, 10), b = strtoul(end, &end, 10);
    *h1 = (uint32_t)a;
    *h2 = (uint32_t)b;
    return *end == '\0' && a % TNET_LANE == 0 && b % TNET_LANE == 0 && a && b && a <= TNET_WIDTH &&
           b <= TNET_WIDTH;
}

// What is said of games in which something is hidden goes for no others.
static cli_exit read_hidden(const lesson *l, course_config *out) {
    const train_values *v = l->v;
    tsr_error err = {0};
    if (!out->by_view && (v->entropy >= 0 || v->payoff != PAYOFF_EITHER)) {
        cli_complain("--%s is for games in which something is hidden; in %s all is open",
                     v->entropy >= 0 ? "entropy" : "payoff", l->table->rules->g.name);
        return CLI_USAGE;
    }
    if (out->by_view && payoff_find(out->rules, (payoff_kind)v->payoff, &out->pay, &err)) {
        return train_refuse(&err);
    }
    return CLI_OK;
}

static cli_exit read_config(lesson *l, const char *folder, course_config *out) {
    const train_values *v = l->v;
    const tsr_rules *r = l->table->rules;
    *out = (course_config){.rules = r,
                           .folder = folder,
                           .settings = l->settings,
                           .command = l->command,
                           .seed = v->seed.given ? v->seed.value : 1,
                           .generations = (uint32_t)v->generations,
                           .games = (uint32_t)v->games,
                           .simulations = (uint32_t)v->nodes - 1, // the first look is one
                           .line = (int)v->lines,
                           .window = (uint32_t)v->window,
                           .reuse = v->reuse > 0 ? v->reuse : 4,
                           .rate = v->rate >= 0 ? v->rate : 0.0015,
                           .by_view = (r->g.flags & TSR_HAS_HIDDEN) != 0,
                           .heat = v->entropy >= 0 ? v->entropy : 0.3,
                           .symmetric = v->symmetries == 0,
                           .jobs = (int)v->jobs,
                           .from = v->from ? v->from : "",
                           .stopped = train_is_stopped};
    if (!train_read_width(v->width ? v->width : "128 64", &out->h1, &out->h2)) {
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
    return read_hidden(l, out);
}

// What must be the same for a run to be gone on with.
static void write_settings(lesson *l, const course_config *c) {
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
                  symmetry_choices[v->symmetries], c->from);
    if (c->by_view && n < TRAIN_SETTINGS) {
        snprintf(l->settings + n, TRAIN_SETTINGS - (size_t)n, "entropy %.9g\npayoff %s\n", c->heat,
                 payoff_choices[v->payoff]);
    }
}

// The command that makes the same network again, for its file.
static void write_command(lesson *l, const course_config *c) {
    const train_values *v = l->v;
    size_t room = sizeof l->command;
    int n = snprintf(l->command, room,
                     "tessera train %s RUN --seed %" PRIu64 " --generations %u --games %u"
                     " --width \"%u %u\" --lines %d --reuse %g --rate %g",
                     l->table->rules->g.name, c->seed, c->generations, c->games, c->h1, c->h2,
                     c->line, c->reuse, c->rate);
    if (n > 0 && (size_t)n < room && c->by_view) {
        snprintf(l->command + n, room - (size_t)n, " --entropy %g --payoff %s", c->heat,
                 payoff_choices[v->payoff]);
    } else if (n > 0 && (size_t)n < room) {
        snprintf(l->command + n, room - (size_t)n, " --nodes %" PRId64 " --window %u", v->nodes,
                 c->window);
    }
}

// --- Training ---------------------------------------------------------------------------

static int is_due(const lesson *l) {
    const course *c = l->c;
    int64_t every = l->v->measure;
    return every && (c->generation % every == 0 || c->generation == c->c.generations);
}

static cli_exit interrupted(const lesson *l, uint32_t kept) {
    cli_complain("interrupted after generation %u of %u; the same command goes on", kept,
                 l->c->c.generations);
    return CLI_INTERRUPTED;
}

static cli_exit train(lesson *l) {
    course *c = l->c;
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    while (code == CLI_OK && c->generation < c->c.generations) {
        uint32_t kept = c->generation;
        int done = 0;
        if (course_generation(c, &done, &err) != TSR_OK) {
            return train_refuse(&err);
        }
        if (!done) {
            return interrupted(l, kept);
        }
        train_tell_generation(l);
        code = train_measure(l, is_due(l));
        if (code == CLI_OK && train_is_stopped(NULL)) {
            return interrupted(l, kept);
        }
        if (code == CLI_OK && course_keep(c, &err) != TSR_OK) {
            return train_refuse(&err);
        }
    }
    return code;
}

static cli_exit run_on(lesson *l, const char *folder) {
    course_config config;
    tsr_error err = {0};
    cli_exit code = read_config(l, folder, &config);
    if (code != CLI_OK) {
        return code;
    }
    write_settings(l, &config);
    write_command(l, &config);
    if (course_open(&config, &l->c, &err) != TSR_OK) {
        return train_refuse(&err);
    }
    l->begin_us = tsr_now_us();
    l->first = l->c->generation;
    l->earlier_cpu_s = curve_cpu(buffer_text(&l->c->curve));
    train_tell_begin(l);
    code = train(l);
    if (code == CLI_OK && course_keep(l->c, &err) != TSR_OK) {
        code = train_refuse(&err);
    }
    code = code == CLI_OK ? train_choose(l) : code;
    if (code == CLI_OK && train_is_stopped(NULL)) {
        code = interrupted(l, l->c->generation);
    }
    course_close(l->c);
    return code;
}

static cli_exit run(const cli_call *call) {
    const train_values *v = call->values;
    cli_table table;
    term_signals_init();
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        lesson *l = tsr_mem_new(NULL, sizeof *l);
        if (l) {
            *l = (lesson){.table = &table, .v = v};
            code = run_on(l, call->argv[1]);
            tsr_mem_free(NULL, l, sizeof *l);
        } else {
            cli_complain("out of memory");
            code = CLI_FILE;
        }
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_train = {
    .name = "train",
    .usage = "GAME FOLDER",
    .about = "Train a network for a game by self-play.",
    .details =
        "FOLDER is created. The same command continues what is there, also after a kill, and ends\n"
        "with the same network. net.tnet is the newest network, best.tnet the last one that beat "
        "the\n"
        "best before it (SPRT over pairs of games); curve.csv and curve.svg show its strength "
        "against\n"
        "fixed players over time. At the end a small network for alphabeta is trained as well, "
        "and\n"
        "play.tnet says which player is best with it at equal CPU time: level:net=FILE is that "
        "one.\n",
    .examples =
        "  tessera train connect4 c4 --generations 40 --games 500 --jobs 2\n"
        "  tessera match connect4 az:nodes=100,net=c4/best.tnet mcts:nodes=1000 --games 200\n"
        "  tessera train hex big --option size=9 --from small/best.tnet\n",
    .min_args = 2,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(train_values),
    .run = run,
};
