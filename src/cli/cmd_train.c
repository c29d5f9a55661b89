// SPDX-License-Identifier: MIT
//
// train: a network learns a game by playing against itself, generation by generation, in a folder
// of files (teach/course.h). Stopped or killed, the same command goes on with it.
#include <tessera/host.h>

#include "cli/train.h"
#include "term/tty.h"

static const cli_option options[] = {
    CLI_GAME_OPTIONS(train_values, game),
    CLI_ROW_INT(
        "generations", "N",
        "rounds of playing and learning (default 40, hidden information: 600, with --tries: 400)",
        train_values, generations, 1, 4000, 0),
    CLI_ROW_INT("games", "N", "games per generation (default 500, hidden information: 2000)",
                train_values, games, 1, 1000000, 0),
    CLI_ROW_INT("nodes", "N", "simulations per move in these games", train_values, nodes, 2, 100000,
                32),
    CLI_ROW_TEXT("width", "WIDTHS",
                 "widths of the two layers (\"128 64\", hidden information: \"64 32\")",
                 train_values, width),
    CLI_ROW_INT("lines", "N", "inputs for lines of N cells; 0 = none, -1 = lines of 4 if few",
                train_values, lines, -1, SCHEMA_LINE, -1),
    CLI_ROW_INT("window", "N", "size of the replay buffer, in samples", train_values, window, 1000,
                100000000, 150000),
    CLI_ROW_REAL("reuse", "X", "how often each sample is used (default 4)", train_values, reuse, 0,
                 1000, -1),
    CLI_ROW_REAL("rate", "R", "initial learning rate (default 0.0015, hidden information: 0.004)",
                 train_values, rate, 0, 1, -1),
    CLI_ROW_REAL("entropy", "X", "hidden information: initial entropy bonus (default 0.3)",
                 train_values, entropy, 0, 100, -1),
    CLI_ROW_REAL("pull", "X",
                 "hidden information: how strongly the average holds play (default 0.3)",
                 train_values, pull, 0, 100, -1),
    CLI_ROW_REAL(
        "explore", "X",
        "hidden information: share of random moves, at first (default 0.1, with --tries: 0.2)",
        train_values, explore, 0, 1, -1),
    CLI_ROW_INT(
        "tries", "N",
        "hidden information: games after each legal move (default 1 in small games, else 0)",
        train_values, tries, 0, 1000, -1),
    CLI_ROW_CHOICE("payoff", "WHAT", "hidden information: what is maximised", train_values, payoff,
                   train_payoffs),
    CLI_ROW_TEXT("against", "AGENT", "hidden information: who plays the other seats in training",
                 train_values, against),
    CLI_ROW_INT("seats", "N", "with --against: seats of the network (default: half of them)",
                train_values, seats, 0, TSR_MAX_PLAYERS - 1, 0),
    CLI_ROW_TEXT("teacher", "AGENT", "whose moves are learned first", train_values, teacher),
    CLI_ROW_INT("imitate", "N", "with --teacher: generations that learn its moves", train_values,
                imitate, 0, 4000, 0),
    CLI_ROW_CHOICE("symmetries", "WHICH", "use the symmetries of the board", train_values,
                   symmetries, train_symmetries),
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
    CLI_ROW_TEXT("queue", "URL",
                 "let workers play the games to learn from: postgres://user@host/database",
                 train_values, queue),
    CLI_ROW_SEED("seed", "N", "seed of all randomness (default 1)", train_values, seed),
    CLI_ROW_FLAG("json", "one JSON object per line", train_values, json),
};

// --- Training ---------------------------------------------------------------------------

static int is_due(const lesson *l) {
    const course *c = l->c;
    int64_t every = l->v->measure;
    return every && (c->generation % every == 0 || c->generation == c->c.generations);
}

static cli_exit interrupted(const lesson *l, uint32_t kept) {
    cli_complain("interrupted after generation %u of %u; the same command continues", kept,
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
    cli_exit code = train_read_config(l, folder, &config);
    if (code != CLI_OK) {
        return code;
    }
    train_write_settings(l, &config);
    train_write_command(l, &config);
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

static cli_exit run_lesson(lesson *l, const char *folder) {
    cli_exit code = cli_away_open(&l->away, l->v->queue);
    code = code == CLI_OK ? cli_away_game(&l->away, l->table, &l->v->game.option) : code;
    l->away.keeps = 1; // a generation is kept as a whole, or not at all
    code = code == CLI_OK ? run_on(l, folder) : code;
    cli_away_close(&l->away);
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
        code = run_lesson(&(lesson){.table = &table, .v = v}, call->argv[1]);
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
        "one.\n"
        "--teacher AGENT --imitate N first learns what a player does, for N generations; where\n"
        "something is hidden, --against AGENT trains in games against one instead of against "
        "itself.\n"
        "With --queue the games to learn from are played by 'tessera worker' on any machines; "
        "learning "
        "and\n"
        "measuring stay here, and the network is the same.\n",
    .examples =
        "  tessera train connect4 c4 --generations 40 --games 500 --jobs 2\n"
        "  tessera match connect4 az:nodes=100,net=c4/best.tnet mcts:nodes=1000 --games 200\n"
        "  tessera train unicorns u --players 6 --teacher unicorns-rules --imitate 10 \\\n"
        "      --against unicorns-rules --seats 2 --payoff first\n"
        "  tessera train hex big --option size=9 --from small/best.tnet\n",
    .min_args = 2,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(train_values),
    .run = run,
};
