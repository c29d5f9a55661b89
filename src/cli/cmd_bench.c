// SPDX-License-Identifier: MIT
//
// bench: how fast games are played at random on one core, in CPU time, beside
// hand-written loops of tic-tac-toe and, where there is one, of the same game, which
// show what this machine can do. Ratios compare across machines; figures do not.
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
    double seconds;
    int limits, json;
};

static const cli_option options[] = {
    CLI_ROW_REAL("seconds", "S", "CPU time for each game", struct values, seconds, 0, 3600, 100),
    CLI_ROW_FLAG("limits", "measure the hand-written loops themselves", struct values, limits),
    CLI_ROW_FLAG("json", "one JSON object a game", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
};

enum {
    REPEATS = 5,        // the median of so many is reported
    SIGNED_GAMES = 100, // games whose ends make up the signature
    BENCH_SEED = 1
};

static const char BASE[] = "tictactoe"; // whose hand-written loop is the measure of all

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

// --- The limits ----------------------------------------------------------------------

static rate run_limit_repeat(const limit_row *row, double seconds) {
    for (uint64_t games = 256;; games *= 2) {
        uint64_t plies = 0;
        double start = cpu_seconds();
        (void)row->playouts(games, BENCH_SEED, &plies);
        double took = cpu_seconds() - start;
        // Doubling ends between a half and a whole of the time there is.
        if (took > seconds / 2) {
            return (rate){(double)games / took, (double)plies / took};
        }
    }
}

static rate run_limit(const limit_row *row, double seconds) {
    rate rates[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        rates[i] = run_limit_repeat(row, seconds / REPEATS);
    }
    return median(rates);
}

// The deepest perft that is likely to be done in `seconds`, judged by how the last
// one grew; or the last before all games are over.
static int limit_depth(const limit_row *row, double seconds) {
    uint64_t before = 1;
    for (int depth = 1;; depth++) {
        double start = cpu_seconds();
        uint64_t nodes = row->perft(depth);
        double took = cpu_seconds() - start;
        if (nodes == 0) return depth - 1;
        if (took * (double)nodes / (double)before > seconds) return depth;
        before = nodes;
    }
}

// Nodes a second, of the perft of this depth.
static double run_limit_perft(const limit_row *row, int depth, double seconds) {
    rate rates[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        uint64_t nodes = 0;
        double start = cpu_seconds(), now;
        do {
            nodes += row->perft(depth);
            now = cpu_seconds();
        } while (now - start < seconds / REPEATS);
        rates[i] = (rate){0, (double)nodes / (now - start)};
    }
    return median(rates).moves;
}

// --- Reports -------------------------------------------------------------------------

typedef struct finding {
    const char *game;
    rate found;
    double of_base; // share of the hand-written tic-tac-toe
    double of_own;  // share of the game's own hand-written loop; infinite = it has none
    uint64_t signature;
    double nodes; // of a limit's perft, a second; 0 = not measured
    int depth;    // of that perft
    int is_limit;
} finding;

static void print_finding_json(const finding *f) {
    json j;
    json_begin(&j, f->is_limit ? "limit" : "bench");
    json_text(&j, "game", f->game);
    json_real(&j, "playouts_per_second", f->found.playouts, 0);
    json_real(&j, "moves_per_second", f->found.moves, 0);
    json_real(&j, "of_tictactoe_limit", f->of_base, 4);
    if (!f->is_limit) {
        json_real(&j, "of_own_limit", f->of_own, 4);
        json_hex(&j, "signature", f->signature);
    } else if (f->nodes > 0) {
        json_real(&j, "perft_nodes_per_second", f->nodes, 0);
        json_int(&j, "perft_depth", f->depth);
    }
    json_end(&j, stdout);
}

static void print_header(int limits) {
    printf("%-16s %13s %13s %10s %10s   %s\n", "game", "playouts/s", "moves/s",
           limits ? "moves" : "of limit", limits ? "perft" : "of own",
           limits ? "perft nodes/s" : "signature");
}

static void print_finding_line(const finding *f) {
    printf("%-16s %13.0f %13.0f", f->game, f->found.playouts, f->found.moves);
    if (f->nodes > 0) {
        printf(" %10.1f %10d   %13.0f\n", f->found.moves / f->found.playouts, f->depth, f->nodes);
    } else if (f->is_limit) {
        printf(" %10.3f %10.3f   hand-written\n", f->of_base, f->of_own);
    } else if (isinf(f->of_own)) {
        printf(" %10.3f %10s   %016" PRIx64 "\n", f->of_base, "-", f->signature);
    } else {
        printf(" %10.3f %10.3f   %016" PRIx64 "\n", f->of_base, f->of_own, f->signature);
    }
}

static void print_finding(const finding *f, int as_json) {
    if (as_json) {
        print_finding_json(f);
    } else {
        print_finding_line(f);
    }
    fflush(stdout);
}

// The hand-written loop of the game as it is set up here. Loops know no options.
static const limit_row *own_limit(const char *name, const struct values *v) {
    return v->game.players || v->game.option.count ? NULL : limit_find(name);
}

static cli_exit bench_game(cli_table *t, const char *name, const struct values *v, rate base) {
    bench b = {0};
    const limit_row *own = own_limit(name, v);
    finding f = {.game = name, .of_own = HUGE_VAL};
    cli_exit code = cli_table_open(t, name, (int)v->game.players, &v->game.option);
    if (code != CLI_OK) {
        return code;
    }
    b.r = t->rules;
    b.state = tsr_mem_new(NULL, b.r->state_size);
    if (b.state) {
        f.signature = sign(&b);
        f.found = run_game(&b, v->seconds);
        f.of_base = f.found.moves / base.moves;
        if (own) {
            int is_base = strcmp(name, BASE) == 0;
            f.of_own = f.found.moves / (is_base ? base : run_limit(own, v->seconds)).moves;
        }
        print_finding(&f, v->json);
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
    finding base = {.game = BASE, .of_base = 1, .of_own = 1, .is_limit = 1};
    base.found = run_limit(limit_find(base.game), v->seconds);
    if (!v->json) print_header(0);
    print_finding(&base, v->json);
    for (int i = 0; code == CLI_OK && i < count; i++) {
        const char *name =
            call->argc > 0 ? call->argv[i] : tsr_registry_game_at(t->registry, i)->name;
        code = bench_game(t, name, v, base.found);
    }
    return code;
}

// --- The limits alone ----------------------------------------------------------------

static void bench_limit(const limit_row *row, const struct values *v, rate base) {
    finding f = {.game = row->game, .is_limit = 1};
    f.found = run_limit(row, v->seconds);
    f.of_base = f.found.moves / base.moves;
    f.depth = limit_depth(row, v->seconds);
    f.nodes = run_limit_perft(row, f.depth, v->seconds);
    print_finding(&f, v->json);
}

static cli_exit complain_of_limit(const char *name) {
    char names[256];
    size_t used = 0;
    for (int i = 0; i < limit_count() && used < sizeof names; i++) {
        int wrote =
            snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", limit_at(i)->game);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    cli_complain("there is no hand-written loop of '%.40s'; there are %s", name, names);
    return CLI_USAGE;
}

static cli_exit bench_limits(const cli_call *call) {
    const struct values *v = call->values;
    for (int i = 0; i < call->argc; i++) {
        if (!limit_find(call->argv[i])) return complain_of_limit(call->argv[i]);
    }
    if (!v->json) print_header(1);
    rate base = run_limit(limit_find(BASE), v->seconds);
    for (int i = 0; i < (call->argc > 0 ? call->argc : limit_count()); i++) {
        bench_limit(call->argc > 0 ? limit_find(call->argv[i]) : limit_at(i), v, base);
    }
    return CLI_OK;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    if (v->limits) return bench_limits(call);
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
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
                "  tessera bench tictactoe --seconds 5 --json\n"
                "  tessera bench --limits\n",
    .details = "Plays uniform random games and prints playouts and moves a second of CPU time\n"
               "(medians of 5), the share of a hand-written loop of tic-tac-toe run in the same\n"
               "process, the share of a hand-written loop of the game itself where there is one,\n"
               "and a signature that changes only when play changes. With --limits the loops are\n"
               "measured: random play, and perft nodes a second, the last ply counted, not made.\n",
    .max_args = 64,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
