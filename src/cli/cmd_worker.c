// SPDX-License-Identifier: MIT
//
// worker: plays games that a tournament, a match or an evolution on another machine wants played.
#include <unistd.h>

#include "cli/table.h"
#include "cli/worker.h"

struct values {
    cli_game_values game;
    int64_t jobs, lease, idle;
    int programs, quiet;
};

static const cli_option options[] = {
    CLI_ROW_INT("jobs", "N", "processes; 0 = one for each core", struct values, jobs, 0, 256, 0),
    CLI_ROW_INT("lease", "MS", "time without contact before other workers take over its work",
                struct values, lease, 500, 3600000, 30000),
    CLI_ROW_INT("idle", "SECONDS", "exit after this long without work; -1 = never", struct values,
                idle, -1, 1000000, -1),
    CLI_ROW_FLAG("programs", "allow the queue to start programs on this machine (exec, uci)",
                 struct values, programs),
    CLI_PLUGIN_OPTION(struct values, game),
    CLI_ROW_FLAG("quiet", "print errors only", struct values, quiet),
};

static int cores(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 256 ? 256 : (int)n;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const worker_config config = {.url = call->argv[0],
                                  .means = {.plugin = v->game.plugin, .programs = v->programs},
                                  .jobs = v->jobs ? (int)v->jobs : cores(),
                                  .lease_ms = (int)v->lease,
                                  .idle_s = v->idle,
                                  .quiet = v->quiet};
    return worker_run(&config);
}

const cli_command cli_cmd_worker = {
    .name = "worker",
    .usage = "URL",
    .about = "Play games of matches, tournaments and trainings started on other machines.",
    .details =
        "Takes work from the queue at postgres://user@host/database, into which 'match',\n"
        "'tournament', 'evolve' and 'train' put it with --queue. Start it on any number of\n"
        "machines and stop it at any time: its unfinished work goes to others. Results are\n"
        "the same as without a queue. Workers must be of the same version, and games, books\n"
        "and players that are files must have the same path on every machine.\n",
    .examples = "  tessera worker postgres://tessera@db.example/games\n"
                "  tessera worker postgres://tessera@db.example/games --jobs 4 --idle 60\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
