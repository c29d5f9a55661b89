// SPDX-License-Identifier: MIT
// Matches between networks and others while a network is taught; see train_judge.h.
#include "cli/train_judge.h"

#include <stdio.h>

#include "arena/sheet.h"
#include "cli/series_options.h"
#include "term/tty.h"

typedef struct court {
    sheet sheet;
    sprt sprt;
    int test;
} court;

static tsr_err played(void *self, uint64_t group, const series_game *games, const char *const *pgn,
                      int count, tsr_error *err) {
    court *c = self;
    double before = c->sheet.player[0].score, score;
    (void)group, (void)pgn, (void)err;
    if (sheet_add(&c->sheet, games, count) && count > 0) {
        score = (c->sheet.player[0].score - before) / count;
        sprt_add(&c->sprt, score);
    }
    return TSR_OK;
}

static int is_stopped(void *self) {
    const court *c = self;
    return term_interrupts() > 0 || term_terminated() != 0 ||
           (c->test && sprt_verdict(&c->sprt) != SPRT_GOES_ON);
}

static cli_exit play(series_config *config, court *c, train_verdict *out) {
    tsr_error err = {0};
    if (series_run(config, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    tally_estimate e = tally_estimate_of(&c->sheet.player[0], config->rules->players);
    *out = (train_verdict){.games = c->sheet.games,
                           .distinct = c->sheet.distinct,
                           .score = e.score,
                           .low = e.low,
                           .high = e.high,
                           .sprt = c->test ? sprt_verdict(&c->sprt) : SPRT_GOES_ON};
    return CLI_OK;
}

static cli_exit hold(const train_trial *t, court *c, train_verdict *out) {
    static const cli_series_values usual = {.jobs = 1};
    const tsr_rules *r = t->table->rules;
    char room[TSR_MAX_PLAYERS][16];
    const char *specs[TSR_MAX_PLAYERS], *names[TSR_MAX_PLAYERS];
    schedule_lineup lineup = {{0}};
    cli_series series;
    for (int p = 0; p < r->players; p++) {
        snprintf(room[p], sizeof room[p], "%s %d", p ? "other" : "mine", p + 1);
        specs[p] = p ? t->other : t->mine;
        names[p] = room[p];
        lineup.entrant[p] = (uint8_t)p;
    }
    cli_exit code = cli_series_read(&series, &usual, r, specs, r->players, t->seed, 0);
    code = code == CLI_OK ? cli_series_try_agents(t->table->registry, r, specs, r->players) : code;
    sheet_init(&c->sheet, r, (uint64_t)series_group_size(r, RUNNER_ROTATE), series.once);
    series_config config = {.rules = r,
                            .registry = t->table->registry,
                            .spec = specs,
                            .name = names,
                            .lineup = &lineup,
                            .lineups = 1,
                            .groups = t->pairs,
                            .seed = t->seed,
                            .jobs = t->jobs > 1 ? t->jobs : 0,
                            .cpu_clock = t->cpu_clock,
                            .policy = TSR_POLICY_FORFEIT,
                            .tries = 1,
                            .openings = series.openings.kind ? &series.openings : NULL,
                            .self = c,
                            .played = played,
                            .stopped = is_stopped};
    code = code == CLI_OK ? play(&config, c, out) : code;
    sheet_deinit(&c->sheet);
    cli_series_free(&series);
    return code;
}

cli_exit train_judge(const train_trial *t, train_verdict *out) {
    court *c = tsr_mem_new(NULL, sizeof *c);
    if (!c) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    c->test = t->test && t->table->rules->players == 2;
    sprt_init(&c->sprt, 0, 20, 0.05, 0.05);
    cli_exit code = hold(t, c, out);
    tsr_mem_free(NULL, c, sizeof *c);
    return code;
}
