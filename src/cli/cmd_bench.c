// SPDX-License-Identifier: MIT
//
// bench: how fast games are played at random on one core, in CPU time, beside
// hand-written loops of tic-tac-toe and, where there is one, of the same game, which
// show what this machine can do. Ratios compare across machines; figures do not.
//
// Three figures a game: playouts, which may draw moves without listing them; play that
// lists all moves at each ply, which is what searching programs pay; and perft.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tessera/lang.h>
#include <tessera/perft.h>

#include "cli/bench_batch.h"
#include "cli/bench_gpu.h"
#include "cli/bench_search.h"
#include "cli/bench_share.h"
#include "cli/json.h"
#include "cli/table.h"
#include "limits/limits.h"

struct values {
    cli_game_values game;
    double seconds;
    int64_t games;
    int limits, search, json, quick, batch, gpu;
};

static const cli_option options[] = {
    CLI_ROW_REAL("seconds", "S", "CPU time for each figure", struct values, seconds, 0, 3600, 100),
    CLI_ROW_FLAG("quick", "playouts only", struct values, quick),
    CLI_ROW_FLAG("limits", "measure the hand-written loops themselves", struct values, limits),
    CLI_ROW_FLAG("batch", "measure many games at once, with masks and planes", struct values,
                 batch),
    CLI_ROW_INT("games", "N", "with --batch: games at once", struct values, games, 1, 1 << 20,
                1024),
    CLI_ROW_FLAG("gpu", "measure random games and steps on an NVIDIA GPU", struct values, gpu),
    CLI_ROW_FLAG("search", "measure how fast agents think", struct values, search),
    CLI_ROW_FLAG("json", "one JSON object per game", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
    CLI_PASS_OPTION(struct values, game),
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

// How a game is counted where people disagree: whole turns are drawn uniformly, and a turn
// of two choices counts as two moves.
static const struct counting {
    const char *game, *option, *value;
    int moves; // for one of ours
} countings[] = {{"amazons", "turns", "joined", 2}};

static const struct counting *counting_of(const char *game) {
    for (size_t i = 0; i < sizeof countings / sizeof *countings; i++) {
        if (strcmp(countings[i].game, game) == 0) {
            return &countings[i];
        }
    }
    return NULL;
}

// --- A game --------------------------------------------------------------------------

typedef struct bench {
    const tsr_rules *r;
    void *state;
    tsr_move *moves;
    tsr_rng rng;
} bench;

static uint32_t play_one(bench *b) {
    tsr_init(b->r, b->state);
    return b->r->more.playout(b->r, b->state, &b->rng, b->r->max_plies);
}

// The same by listing all moves at each ply.
static uint32_t play_listed(bench *b) {
    const tsr_rules *r = b->r;
    uint32_t plies = 0, turn;
    tsr_init(r, b->state);
    for (; plies < r->max_plies && (turn = tsr_turn(r, b->state)) != 0; plies++) {
        int who = tsr_mover(turn);
        if (who == TSR_CHANCE) {
            tsr_play(r, b->state, who, tsr_sample(r, b->state, who, &b->rng));
        } else {
            int n = tsr_moves(r, b->state, who, b->moves);
            tsr_play(r, b->state, who, b->moves[tsr_rng_below(&b->rng, (uint32_t)n)]);
        }
    }
    return plies;
}

// What a fixed seed leads to: it changes when, and only when, play changes.
static uint64_t sign(bench *b) {
    uint64_t signature = 0;
    tsr_rng_init(&b->rng, BENCH_SEED);
    for (int i = 0; i < SIGNED_GAMES; i++) {
        uint32_t plies = play_one(b);
        signature = tsr_mix(signature ^ b->r->more.hash(b->r, b->state) ^ plies);
    }
    return signature;
}

// Plays for `seconds`, one game at least; the clock is read once a batch, which doubles until it
// takes a hundredth of that.
static rate run_repeat(bench *b, double seconds, uint32_t (*play)(bench *b)) {
    uint64_t games = 0, plies = 0, batch = 1;
    double start = cpu_seconds(), now = start;
    do {
        double before = now;
        for (uint64_t i = 0; i < batch; i++) {
            plies += play(b);
        }
        games += batch;
        now = cpu_seconds();
        batch *= now - before < seconds / 100 ? 2 : 1;
    } while (now - start < seconds || now <= start);
    return (rate){(double)games / (now - start), (double)plies / (now - start)};
}

static rate run_game(bench *b, double seconds, uint32_t (*play)(bench *b)) {
    rate rates[REPEATS];
    tsr_rng_init(&b->rng, BENCH_SEED);
    (void)run_repeat(b, seconds / 20, play); // warm caches and clock frequency
    for (int i = 0; i < REPEATS; i++) {
        rates[i] = run_repeat(b, seconds / REPEATS, play);
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

// --- Perft ---------------------------------------------------------------------------

// Something that can be counted: a hand-written loop or a game.
typedef struct counted {
    uint64_t (*count)(const struct counted *c, int depth);
    const limit_row *row;
    bench *b;
} counted;

static uint64_t count_limit(const counted *c, int depth) {
    return c->row->perft(depth);
}

static uint64_t count_game(const counted *c, int depth) {
    tsr_perft p = {0};
    tsr_init(c->b->r, c->b->state);
    return tsr_perft_run(c->b->r, c->b->state, depth, 0, NULL, &p) == TSR_OK ? p.nodes : 0;
}

typedef struct perft_rate {
    double nodes; // a second
    int depth;
} perft_rate;

// The deepest perft that is likely to be done in `seconds`, judged by how the last
// one grew; or the last before all games are over.
static int perft_depth(const counted *c, double seconds) {
    uint64_t before = 1;
    for (int depth = 1;; depth++) {
        double start = cpu_seconds();
        uint64_t nodes = c->count(c, depth);
        double took = cpu_seconds() - start;
        if (nodes == 0) return depth - 1;
        if (took * (double)nodes / (double)before > seconds) return depth;
        before = nodes;
    }
}

static perft_rate run_perft(const counted *c, double seconds) {
    rate rates[REPEATS];
    int depth = perft_depth(c, seconds / REPEATS);
    for (int i = 0; depth > 0 && i < REPEATS; i++) {
        uint64_t nodes = 0;
        double start = cpu_seconds(), now;
        do {
            nodes += c->count(c, depth);
            now = cpu_seconds();
        } while (now - start < seconds / REPEATS);
        rates[i] = (rate){0, (double)nodes / (now - start)};
    }
    return depth > 0 ? (perft_rate){median(rates).moves, depth} : (perft_rate){0};
}

// --- Reports -------------------------------------------------------------------------

typedef struct finding {
    const char *game;
    const char *by; // what plays: hand (a loop of bench/limits), c, compiled, vm
    rate found;
    double of_base;   // share of the hand-written tic-tac-toe
    bench_share own;  // share of the game's own hand-written loop; no pairs = it has none
    double listed;    // moves a second where all are listed; 0 = not measured
    perft_rate perft; // nodes 0 = not measured
    uint64_t signature;
    int is_limit;
} finding;

static void print_finding_json(const finding *f) {
    json j;
    json_begin(&j, f->is_limit ? "limit" : "bench");
    json_text(&j, "game", f->game);
    json_text(&j, "by", f->by);
    json_decimal(&j, "playouts_per_second", f->found.playouts, 0);
    json_decimal(&j, "moves_per_second", f->found.moves, 0);
    json_decimal(&j, "of_tictactoe_limit", f->of_base, 4);
    if (!f->is_limit) {
        int has = f->own.pairs > 0;
        json_decimal(&j, "of_own_limit", has ? f->own.median : HUGE_VAL, 4);
        json_decimal(&j, "of_own_limit_low", has ? f->own.low : HUGE_VAL, 4);
        json_decimal(&j, "of_own_limit_high", has ? f->own.high : HUGE_VAL, 4);
        json_int(&j, "of_own_limit_pairs", f->own.pairs);
        json_decimal(&j, "own_limit_moves_per_second", has ? f->own.moves : HUGE_VAL, 0);
        json_decimal(&j, "listed_moves_per_second", f->listed > 0 ? f->listed : HUGE_VAL, 0);
        json_hex(&j, "signature", f->signature);
    }
    if (f->perft.nodes > 0) {
        json_decimal(&j, "perft_nodes_per_second", f->perft.nodes, 0);
        json_int(&j, "perft_depth", f->perft.depth);
    }
    json_end(&j, stdout);
}

static void print_header(void) {
    printf("%-14s %-8s %12s %12s %12s %13s %3s %8s %8s  %s\n", "game", "by", "playouts/s",
           "moves/s", "listed/s", "perft/s", "at", "of hand", "of base", "signature");
}

// A figure, or a dash where there is none.
static void print_figure(double figure, int width) {
    if (figure > 0 && !isinf(figure)) {
        printf(" %*.0f", width, figure);
    } else {
        printf(" %*s", width, "-");
    }
}

static void print_finding_line(const finding *f) {
    printf("%-14s %-8s", f->game, f->by);
    print_figure(f->found.playouts, 12);
    print_figure(f->found.moves, 12);
    print_figure(f->listed, 12);
    print_figure(f->perft.nodes, 13);
    print_figure(f->perft.depth, 3);
    if (f->is_limit || f->own.pairs == 0) {
        printf(" %8s", f->is_limit ? "1" : "-");
    } else {
        printf(" %8.3f", f->own.median);
    }
    printf(" %8.3f", f->of_base);
    if (!f->is_limit) {
        printf("  %016" PRIx64, f->signature);
    }
    printf("\n");
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
    char bare[64]; // chess.game is chess
    size_t n = strlen(name);
    n -= n > 5 && strcmp(name + n - 5, ".game") == 0 ? 5 : 0;
    snprintf(bare, sizeof bare, "%.*s", (int)n, name);
    return v->game.players || v->game.option.count ? NULL : limit_find(bare);
}

// What plays opened rules.
static const char *player_of(const tsr_rules *r) {
    return tsr_lang_is_compiled(r) ? "compiled" : tsr_lang_is(r) ? "vm" : "c";
}

static void measure(bench *b, const struct values *v, finding *f) {
    f->by = player_of(b->r);
    f->signature = sign(b);
    f->found = run_game(b, v->seconds, play_one);
    if (!v->quick) {
        counted c = {.count = count_game, .b = b};
        f->listed = run_game(b, v->seconds, play_listed).moves;
        f->perft = run_perft(&c, v->seconds);
    }
}

// --- Beside the hand-written loop ------------------------------------------------------

typedef struct loop {
    const limit_row *row;
    uint64_t seed;
} loop;

static uint64_t play_loop(void *self, uint64_t games) {
    loop *l = self;
    uint64_t moves = 0;
    (void)l->row->playouts(games, ++l->seed, &moves);
    return moves;
}

typedef struct game_side {
    bench *b;
    int factor; // moves that one of ours counts as
} game_side;

static uint64_t play_game(void *self, uint64_t games) {
    const game_side *g = self;
    uint64_t plies = 0;
    for (uint64_t i = 0; i < games; i++) {
        plies += play_one(g->b);
    }
    return plies * (uint64_t)g->factor;
}

static bench_share share_of(const limit_row *own, bench *b, int factor, double seconds) {
    loop l = {.row = own};
    game_side g = {.b = b, .factor = factor};
    tsr_rng_init(&b->rng, BENCH_SEED);
    return bench_share_of(&(bench_side){play_game, &g}, &(bench_side){play_loop, &l}, seconds,
                          cpu_seconds);
}

// The hand-written loop of the same game, on a line of its own where people read.
static void print_own(const limit_row *own, const struct values *v, rate base, const finding *f) {
    finding hand = {.game = f->game, .by = "hand", .is_limit = 1};
    counted c = {.count = count_limit, .row = own};
    hand.found = (rate){f->own.games, f->own.moves};
    hand.of_base = hand.found.moves / base.moves;
    hand.perft = v->quick ? (perft_rate){0} : run_perft(&c, v->seconds);
    print_finding(&hand, 0);
}

static int bench_init(bench *b, const tsr_rules *r) {
    b->r = r;
    b->state = tsr_mem_new(NULL, r->state_size);
    b->moves = tsr_mem_new(NULL, r->max_moves * sizeof *b->moves);
    return b->state && b->moves;
}

static void bench_deinit(bench *b) {
    tsr_mem_free(NULL, b->state, b->r->state_size);
    tsr_mem_free(NULL, b->moves, b->r->max_moves * sizeof *b->moves);
}

static cli_exit open_game(cli_table *t, const char *name, const struct values *v, int *factor) {
    const struct counting *as = v->game.option.count ? NULL : counting_of(name);
    cli_list usual = v->game.option;
    char option[64];
    if (as) {
        snprintf(option, sizeof option, "%s=%s", as->option, as->value);
        usual.item[0] = option;
        usual.count = 1;
    }
    *factor = as ? as->moves : 1;
    return cli_table_open(t, name, (int)v->game.players, &usual);
}

// One row: the game as it is played now; `first` of the game's rows or the second.
static void bench_row(bench *b, const limit_row *own, const struct values *v, rate base,
                      const char *name, int factor, int first) {
    finding f = {.game = name};
    measure(b, v, &f);
    f.found.moves *= factor;
    f.listed *= factor;
    f.of_base = f.found.moves / base.moves;
    if (own) {
        f.own = share_of(own, b, factor, v->seconds / 2);
        if (first && !v->json) print_own(own, v, base, &f);
    }
    print_finding(&f, v->json);
}

static cli_exit bench_game(cli_table *t, const char *name, const struct values *v, rate base) {
    bench b = {0};
    const limit_row *own = own_limit(name, v);
    int factor;
    cli_exit code = open_game(t, name, v, &factor);
    if (code != CLI_OK) {
        return code;
    }
    int ready = bench_init(&b, t->rules);
    if (ready) {
        bench_row(&b, own, v, base, name, factor, 1);
        int both = v->game.compiled == COMPILED_AUTO && tsr_lang_is_compiled(t->rules);
        if (both && tsr_lang_attach(t->rules, NULL, NULL) == TSR_OK) {
            bench_row(&b, own, v, base, name, factor, 0);
        }
    }
    bench_deinit(&b);
    cli_table_forget(t);
    return ready ? CLI_OK : CLI_FILE;
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
        cli_table_forget(t);
    }
    finding base = {.game = BASE, .by = "hand", .of_base = 1, .is_limit = 1};
    base.found = run_limit(limit_find(base.game), v->seconds);
    if (v->json) {
        print_finding(&base, 1);
    } else {
        print_header();
    }
    for (int i = 0; code == CLI_OK && i < count; i++) {
        const char *name =
            call->argc > 0 ? call->argv[i] : tsr_registry_game_at(t->registry, i)->name;
        code = bench_game(t, name, v, base.found);
    }
    return code;
}

// --- The limits alone ----------------------------------------------------------------

static void bench_limit(const limit_row *row, const struct values *v, rate base) {
    finding f = {.game = row->game, .by = "hand", .is_limit = 1};
    counted c = {.count = count_limit, .row = row};
    f.found = run_limit(row, v->seconds);
    f.of_base = f.found.moves / base.moves;
    f.perft = run_perft(&c, v->seconds);
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
    if (!v->json) print_header();
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
        code = cli_table_leave_out(&table, &v->game.no_pass);
    }
    if (code == CLI_OK) {
        code = v->search ? bench_search(&table, call, &v->game, v->seconds, v->json)
               : v->gpu  ? bench_gpu(&table, call, &v->game, v->seconds, v->json)
               : v->batch
                   ? bench_batch(&table, call, &v->game, (uint32_t)v->games, v->seconds, v->json)
                   : bench_all(&table, call);
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
                "  tessera bench --limits\n"
                "  tessera bench chess --search\n"
                "  tessera bench chess --batch --games 4096\n"
                "  tessera bench chess reversi --gpu\n",
    .details =
        "Plays uniform random games and prints, per second of CPU time (medians of 5):\n"
        "playouts; moves; moves when all moves are listed at each ply; perft nodes, and their\n"
        "depth (the last ply is counted, not made). 'of hand' is the speed relative to a\n"
        "hand-written loop of the game, if there is one: both run in alternation for 2 ms\n"
        "each, and the median of the ratios is printed (with --json also the quartiles).\n"
        "'of base' is the speed relative to such a loop of tic-tac-toe, which compares across\n"
        "machines. The signature changes only when play changes. 'by' says what plays: hand,\n"
        "a hand-written loop; c, a game in C; compiled, a rules file as machine code; vm, the\n"
        "same file in the interpreter. Amazons draws whole turns and counts each as two\n"
        "moves. --limits measures only the hand-written loops.\n"
        "--batch measures steps per second of many games at once, with masks, planes and\n"
        "random actions, and their share of listed play in the same run.\n"
        "--gpu measures moves and steps on a GPU, in units of 10^9 per second of GPU time,\n"
        "and the memory traffic; clang compiles the code once (see tessera build --gpu).\n"
        "--search measures iterations of mcts per second, one random game each, and positions\n"
        "of alphabeta, from the start position.\n",
    .max_args = 64,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
