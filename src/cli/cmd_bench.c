// SPDX-License-Identifier: MIT
//
// bench: how fast games are played at random on one core, in CPU time, beside
// a hand-written loop of tic-tac-toe that shows what this machine can do. Ratios
// compare across machines; figures do not.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/json.h"
#include "cli/table.h"
#include "limits/limits.h"

struct values {
    cli_game_values game;
    int64_t seconds;
    int json;
};

static const cli_option options[] = {
    CLI_ROW_INT("seconds", "S", "CPU time for each game", struct values, seconds, 1, 3600, 1),
    CLI_ROW_FLAG("json", "one JSON object a game", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
};

enum {
    REPEATS = 5,        // the median of so many is reported
    SIGNED_GAMES = 100, // games whose ends make up the signature
    BENCH_SEED = 1
};

typedef struct rate {
    double playouts, moves; // a second
} rate;

static double cpu_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int compare(const void *x, const void *y) {
    double a = ((const rate *)x)->moves, b = ((const rate *)y)->moves;
    return a < b ? -1 : a > b;
}

static rate median(rate *rates) {
    qsort(rates, REPEATS, sizeof *rates, compare);
    return rates[REPEATS / 2];
}

// --- A game --------------------------------------------------------------------------

typedef struct bench {
    const tsr_rules *r;
    void *state;
    tsr_rng rng;
} bench;

static uint32_t play_one(bench *b) {
    tsr_init(b->r, b->state);
    return b->r->g.playout(b->r, b->state, &b->rng, b->r->max_plies);
}

// What a fixed seed leads to: it changes when, and only when, play changes.
static uint64_t sign(bench *b) {
    uint64_t signature = 0;
    tsr_rng_init(&b->rng, BENCH_SEED);
    for (int i = 0; i < SIGNED_GAMES; i++) {
        uint32_t plies = play_one(b);
        signature = tsr_mix(signature ^ b->r->g.hash(b->r, b->state) ^ plies);
    }
    return signature;
}

// Plays for `seconds`; the clock is read once a batch, which doubles until it
// takes a hundredth of that.
static rate run_repeat(bench *b, double seconds) {
    uint64_t games = 0, plies = 0, batch = 1;
    double start = cpu_seconds(), now = start;
    while (now - start < seconds) {
        double before = now;
        for (uint64_t i = 0; i < batch; i++) {
            plies += play_one(b);
        }
        games += batch;
        now = cpu_seconds();
        batch *= now - before < seconds / 100 ? 2 : 1;
    }
    return (rate){(double)games / (now - start), (double)plies / (now - start)};
}

static rate run_game(bench *b, double seconds) {
    rate rates[REPEATS];
    tsr_rng_init(&b->rng, BENCH_SEED);
    (void)run_repeat(b, seconds / 20); // warm caches and clock frequency
    for (int i = 0; i < REPEATS; i++) {
        rates[i] = run_repeat(b, seconds / REPEATS);
    }
    return median(rates);
}

// --- The limit -----------------------------------------------------------------------

static rate run_limit(double seconds) {
    rate rates[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        uint64_t games = 1000, plies = 0;
        double took = 0;
        while ((took = cpu_seconds()) >= 0) {
            plies = limits_tictactoe(games, BENCH_SEED);
            took = cpu_seconds() - took;
            if (took > seconds / REPEATS / 2) {
                break;
            }
            games *= 2;
        }
        rates[i] = (rate){(double)games / took, (double)plies / took};
    }
    return median(rates);
}

// --- Reports -------------------------------------------------------------------------

static void print_rate(const char *name, rate found, rate limit, const uint64_t *signature,
                       int as_json) {
    if (as_json) {
        json j;
        json_begin(&j, "bench");
        json_text(&j, "game", name);
        json_real(&j, "playouts_per_second", found.playouts, 0);
        json_real(&j, "moves_per_second", found.moves, 0);
        json_real(&j, "ratio_to_limit", found.moves / limit.moves, 4);
        if (signature) {
            json_hex(&j, "signature", *signature);
        }
        json_end(&j, stdout);
    } else {
        printf("%-16s %14.0f %14.0f %9.3f", name, found.playouts, found.moves,
               found.moves / limit.moves);
        if (signature) {
            printf("   %016" PRIx64, *signature);
        }
        printf("\n");
    }
    fflush(stdout);
}

static cli_exit bench_game(cli_table *t, const char *name, const struct values *v, rate limit) {
    bench b = {0};
    cli_exit code = cli_table_open(t, name, (int)v->game.players, &v->game.option);
    if (code != CLI_OK) {
        return code;
    }
    b.r = t->rules;
    b.state = tsr_mem_new(NULL, b.r->state_size);
    if (b.state) {
        uint64_t signature = sign(&b);
        print_rate(name, run_game(&b, (double)v->seconds), limit, &signature, v->json);
    }
    tsr_mem_free(NULL, b.state, b.r->state_size);
    tsr_rules_close(t->rules);
    t->rules = NULL;
    return b.state ? CLI_OK : CLI_FILE;
}

static cli_exit bench_all(cli_table *t, const cli_call *call) {
    const struct values *v = call->values;
    cli_exit code = CLI_OK;
    int count = call->argc > 0 ? call->argc : tsr_registry_game_count(t->registry);
    for (int i = 0; i < call->argc; i++) {
        // A wrong name must not show only after minutes.
        if ((code = cli_table_choose(t, call->argv[i])) != CLI_OK) {
            return code;
        }
    }
    rate limit = run_limit((double)v->seconds);
    if (!v->json) {
        printf("%-16s %14s %14s %9s   %s\n", "game", "playouts/s", "moves/s", "of limit",
               "signature");
    }
    print_rate("(limit)", limit, limit, NULL, v->json);
    for (int i = 0; code == CLI_OK && i < count; i++) {
        const char *name =
            call->argc > 0 ? call->argv[i] : tsr_registry_game_at(t->registry, i)->name;
        code = bench_game(t, name, v, limit);
    }
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_init(&table, &v->game.plugin);
    if (code == CLI_OK) {
        code = bench_all(&table, call);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_bench = {
    .name = "bench",
    .usage = "[GAME...]",
    .about = "Measure how fast games are played on one core.",
    .examples = "  tessera bench\n"
                "  tessera bench tictactoe --seconds 5 --json\n",
    .details = "Plays uniform random games and prints playouts and moves a second of CPU time\n"
               "(medians of 5), the share of a hand-written loop of tic-tac-toe run in the same\n"
               "process, and a signature that changes only when play changes.\n",
    .max_args = 64,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
