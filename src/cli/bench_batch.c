// SPDX-License-Identifier: MIT
//
// Many games at once: steps a second of batches with masks and planes, on one core, beside play that
// lists all moves (the column `listed` of the plain bench), measured in turns in the same process.
#include "cli/bench_batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tessera/batch.h>

#include "cli/json.h"

enum { REPEATS = 5, STEPS = 8 };

static double cpu_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// --- Batches -------------------------------------------------------------------------------------

typedef struct lot {
    tsr_ruleset *rules;
    tsr_batch *b;
    tsr_batch_space space;
    tsr_batch_io io;
    int32_t *action;
} lot;

static void lot_close(lot *l) {
    tsr_batch_close(l->b);
    tsr_close(l->rules);
    free(l->action);
    free(l->io.mask);
    free(l->io.planes);
    free(l->io.scalars);
    free(l->io.reward);
    free(l->io.terminated);
    free(l->io.player);
}

static int lot_open(lot *l, const char *name, const char *options, uint32_t games,
                    tsr_problem *why) {
    tsr_batch_config config = {
        .size = sizeof config, .games = games, .reset = TSR_RESET_SAME, .seed = 1};
    *l = (lot){.space = {.size = sizeof l->space}, .io = {.size = sizeof l->io}};
    if (tsr_open_name(name, options, &l->rules, why) ||
        tsr_batch_open(l->rules, &config, &l->b, why)) {
        return 0;
    }
    (void)tsr_batch_about(l->b, &l->space);
    const tsr_batch_space *s = &l->space;
    size_t n = s->games, rows = n * s->rows;
    l->action = calloc(rows, sizeof *l->action);
    l->io.action = l->action;
    l->io.mask = calloc(rows, s->actions);
    l->io.planes = calloc(rows, (size_t)s->planes * s->height * s->width + 1);
    l->io.scalars = calloc(rows, s->scalars * sizeof(float) + 1);
    l->io.reward = calloc(n, s->players * sizeof(float));
    l->io.terminated = calloc(n, 1);
    l->io.player = calloc(n, 1);
    return l->action && l->io.mask && l->io.planes && l->io.scalars && l->io.reward &&
           l->io.terminated && l->io.player;
}

// Steps a second with uniform random actions, which are drawn in the same time.
static double step_rate(lot *l, double seconds) {
    uint64_t steps = 0;
    double start = cpu_seconds(), now;
    do {
        for (int i = 0; i < STEPS; i++) {
            (void)tsr_batch_sample(l->b, l->action);
            (void)tsr_batch_step(l->b, &l->io, NULL);
        }
        steps += (uint64_t)STEPS * l->space.games;
        now = cpu_seconds();
    } while (now - start < seconds);
    return (double)steps / (now - start);
}

// --- Lists ---------------------------------------------------------------------------------------

static uint32_t play_listed(const tsr_rules *r, void *state, tsr_move *moves, tsr_rng *g) {
    uint32_t plies = 0, turn;
    tsr_init(r, state);
    for (; plies < r->max_plies && (turn = tsr_turn(r, state)) != 0; plies++) {
        int who = tsr_mover(turn);
        int n = who == TSR_CHANCE ? 0 : tsr_moves(r, state, who, moves);
        tsr_play(r, state, who,
                 n ? moves[tsr_rng_below(g, (uint32_t)n)] : tsr_sample(r, state, who, g));
    }
    return plies;
}

static double listed_rate(const tsr_rules *r, void *state, tsr_move *moves, tsr_rng *g,
                          double seconds) {
    uint64_t plies = 0;
    double start = cpu_seconds(), now;
    do {
        plies += play_listed(r, state, moves, g);
        now = cpu_seconds();
    } while (now - start < seconds);
    return (double)plies / (now - start);
}

// --- Rows ----------------------------------------------------------------------------------------

static int by_size(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static void print(const char *name, const tsr_batch_space *s, double steps, double listed,
                  int as_json) {
    unsigned cells = (unsigned)s->planes * s->height * s->width;
    if (as_json) {
        json j;
        json_begin(&j, "batch");
        json_text(&j, "game", name);
        json_int(&j, "games", s->games);
        json_int(&j, "actions", s->actions);
        json_int(&j, "plane_bytes", cells);
        json_decimal(&j, "steps_per_second", steps, 0);
        json_decimal(&j, "listed_moves_per_second", listed, 0);
        json_end(&j, stdout);
    } else {
        printf("%-14s %8u %8u %12.0f %12.0f %8.3f\n", name, (unsigned)s->actions, cells, steps,
               listed, steps / listed);
    }
    fflush(stdout);
}

static cli_exit bench_row(const cli_table *t, const char *name, const char *options, uint32_t games,
                          double seconds, int as_json) {
    tsr_problem why = {.size = sizeof why};
    double steps[REPEATS], listed[REPEATS];
    tsr_rng g;
    lot l;
    void *state = tsr_mem_new(NULL, t->rules->state_size);
    tsr_move *moves = tsr_mem_new(NULL, t->rules->max_moves * sizeof *moves);
    int ok = lot_open(&l, name, options, games, &why) && state && moves;
    tsr_rng_init(&g, 1);
    if (ok) {
        (void)tsr_batch_reset(l.b, NULL, NULL, &l.io, NULL);
        (void)step_rate(&l, seconds / 20);
    } else {
        cli_complain("%s: %s", name, *why.message ? why.message : tsr_err_text(TSR_ERR_MEMORY));
    }
    for (int i = 0; ok && i < REPEATS; i++) { // in turns, so that both meet the same machine
        steps[i] = step_rate(&l, seconds / REPEATS);
        listed[i] = listed_rate(t->rules, state, moves, &g, seconds / REPEATS);
    }
    if (ok) {
        qsort(steps, REPEATS, sizeof *steps, by_size);
        qsort(listed, REPEATS, sizeof *listed, by_size);
        print(name, &l.space, steps[REPEATS / 2], listed[REPEATS / 2], as_json);
    }
    tsr_mem_free(NULL, state, t->rules->state_size);
    tsr_mem_free(NULL, moves, t->rules->max_moves * sizeof *moves);
    lot_close(&l);
    return ok ? CLI_OK : CLI_FILE;
}

// The options as tsr_open_name wants them.
static void join_options(const cli_game_values *v, char *buf, size_t cap) {
    size_t n = 0;
    *buf = '\0';
    for (int i = 0; i < v->option.count && n < cap; i++) {
        n += (size_t)snprintf(buf + n, cap - n, "%s%s", n ? "," : "", v->option.item[i]);
    }
    if (v->players && n < cap) {
        (void)snprintf(buf + n, cap - n, "%splayers=%d", n ? "," : "", (int)v->players);
    }
}

cli_exit bench_batch(cli_table *t, const cli_call *call, const cli_game_values *v, uint32_t games,
                     double seconds, int as_json) {
    static const char *const usual[] = {"connect4", "reversi", "hex",         "checkers",
                                        "chess",    "go",      "breakthrough"};
    int count = call->argc > 0 ? call->argc : (int)(sizeof usual / sizeof *usual);
    char options[1024];
    cli_exit code = CLI_OK;
    join_options(v, options, sizeof options);
    if (!as_json) {
        printf("%-14s %8s %8s %12s %12s %8s\n", "game", "actions", "planes", "steps/s", "listed/s",
               "of listed");
    }
    for (int i = 0; code == CLI_OK && i < count; i++) {
        const char *name = call->argc > 0 ? call->argv[i] : usual[i];
        code = cli_table_open(t, name, (int)v->players, &v->option);
        if (code == CLI_OK) {
            code = bench_row(t, name, options, games, seconds, as_json);
            cli_table_forget(t);
        }
    }
    return code;
}
