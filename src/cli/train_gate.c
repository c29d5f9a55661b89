// SPDX-License-Identifier: MIT
#include "cli/train_gate.h"

#include <stdio.h>

#include "arena/sheet.h"
#include "cli/series_options.h"
#include "term/tty.h"

enum { SPEC = 4200 };

static tsr_err played(void *self, uint64_t group, const series_game *games, const char *const *pgn,
                      int count, tsr_error *err) {
    (void)group, (void)pgn, (void)err;
    (void)sheet_add(self, games, count);
    return TSR_OK;
}

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static cli_exit play(series_config *c, sheet *s, train_gate *out) {
    tsr_error err = {0};
    if (series_run(c, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    tally_estimate e = tally_estimate_of(&s->player[0], c->rules->players);
    *out = (train_gate){s->games, s->distinct, e.score, e.low, e.high};
    return CLI_OK;
}

cli_exit train_gate_play(const cli_table *t, const char *fresh, const char *best, int64_t games,
                         uint64_t seed, train_gate *out) {
    static const cli_series_values usual = {.jobs = 1};
    const tsr_rules *r = t->rules;
    char mine[SPEC], other[SPEC], room[TSR_MAX_PLAYERS][16];
    const char *specs[TSR_MAX_PLAYERS], *names[TSR_MAX_PLAYERS];
    schedule_lineup lineup = {{0}};
    cli_series series;
    sheet *s = tsr_mem_new(NULL, sizeof *s);
    if (!s) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    snprintf(mine, sizeof mine, "greedy:net=%s", fresh);
    snprintf(other, sizeof other, "greedy:net=%s", best);
    for (int p = 0; p < r->players; p++) {
        snprintf(room[p], sizeof room[p], "%s %d", p ? "best" : "new", p + 1);
        specs[p] = p ? other : mine;
        names[p] = room[p];
        lineup.entrant[p] = (uint8_t)p;
    }
    cli_exit code = cli_series_read(&series, &usual, r, specs, r->players, seed, 0);
    uint64_t size = (uint64_t)series_group_size(r, RUNNER_ROTATE);
    sheet_init(s, r->players, size, series.once);
    series_config c = {.rules = r,
                       .registry = t->registry,
                       .spec = specs,
                       .name = names,
                       .lineup = &lineup,
                       .lineups = 1,
                       .groups = ((uint64_t)games + size - 1) / size,
                       .seed = seed,
                       .policy = TSR_POLICY_FORFEIT,
                       .tries = 1,
                       .openings = series.openings.kind ? &series.openings : NULL,
                       .self = s,
                       .played = played,
                       .stopped = is_stopped};
    if (code == CLI_OK) {
        code = play(&c, s, out);
    }
    sheet_deinit(s);
    tsr_mem_free(NULL, s, sizeof *s);
    cli_series_free(&series);
    return code;
}
