// SPDX-License-Identifier: MIT
//
// tune: finds good numbers for an agent's options by letting agents with many different ones
// play, and breeding from those that do well.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "arena/evolve.h"
#include "arena/genes.h"
#include "arena/seats.h"
#include "arena/sheet.h"
#include "cli/json.h"
#include "cli/players.h"
#include "cli/series_options.h"
#include "cli/table.h"
#include "cli/tune_file.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    cli_series_values series;
    int64_t games, population, generations, seats, final;
    cli_seed seed;
    const char *out;
    int json;
};

static const cli_option options[] = {
    CLI_ROW_INT("games", "N", "games by which each is judged in a generation", struct values, games,
                1, 1000000, 20),
    CLI_ROW_INT("population", "N", "agents in a generation", struct values, population, 4,
                EVOLVE_POPULATION, 16),
    CLI_ROW_INT("generations", "N", "generations", struct values, generations, 1, 100000, 20),
    CLI_ROW_INT("seats", "N", "seats of the agent that is tuned", struct values, seats, 1,
                TSR_MAX_PLAYERS - 1, 1),
    CLI_ROW_INT("final", "N", "games of the answer, with luck of their own", struct values, final,
                1, 1000000, 100),
    CLI_SERIES_OPTIONS(struct values, series, 1),
    CLI_ROW_SEED("seed", "N", "where all chance comes from; 1 if not given", struct values, seed),
    CLI_ROW_TEXT("out", "FILE", "write every judgement to FILE, and go on where FILE ends",
                 struct values, out),
    CLI_ROW_FLAG("json", "every judgement and the answer as JSON objects", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
};

enum { LINE = 4096, NAME = 40 };

typedef struct tuning {
    const struct values *v;
    const cli_table *table;
    genes genes;
    cli_player other[TSR_MAX_PLAYERS];
    int others;
    uint64_t seed;
    tune_file file;
    cli_exit code; // of what broke the run off
    sheet *sheet;  // of the games just played
    uint64_t firsts;
} tuning;

// --- Lines -------------------------------------------------------------------

// What json_end prints, as text. `room` has LINE bytes; longer ones become empty.
static void line_of(json *j, char *room) {
    FILE *f = fmemopen(room, LINE, "w");
    room[0] = '\0';
    if (!f) {
        buffer_deinit(&j->text);
        return;
    }
    json_end(j, f);
    long n = ftell(f);
    fclose(f);
    room[n > 0 && n < LINE ? n - 1 : 0] = '\0';
}

static void head_line(const tuning *t, char *room) {
    const struct values *v = t->v;
    json j;
    json_begin(&j, "tune");
    json_text(&j, "game", t->table->rules->g.name);
    json_hex(&j, "rules_hash", t->table->rules->hash);
    json_text(&j, "agent", t->genes.text);
    json_open_array(&j, "others");
    for (int i = 0; i < t->others; i++) {
        json_text(&j, NULL, t->other[i].spec);
    }
    json_close(&j, ']');
    json_int(&j, "seats", v->seats);
    json_int(&j, "games", v->games);
    json_int(&j, "population", v->population);
    json_int(&j, "generations", v->generations);
    cli_series_head(&v->series, &j);
    json_seed(&j, "seed", t->seed);
    line_of(&j, room);
}

static void judged_line(int generation, int individual, double score, const char *spec,
                        char *room) {
    json j;
    json_begin(&j, "judged");
    json_int(&j, "generation", generation);
    json_int(&j, "individual", individual);
    json_decimal(&j, "score", score, 9);
    json_text(&j, "agent", spec);
    line_of(&j, room);
}

// --- Games -------------------------------------------------------------------

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static void count_first(tuning *t, const series_game *g) {
    int first = 0;
    for (int s = 0; s < t->table->rules->players; s++) {
        first |= g->entrant[s] < t->v->seats && g->game.result[s].rank == 1;
    }
    t->firsts += (uint64_t)first;
}

static tsr_err played(void *self, uint64_t group, const series_game *games, const char *const *pgn,
                      int count, tsr_error *err) {
    tuning *t = self;
    (void)group, (void)pgn, (void)err;
    if (sheet_add(t->sheet, games, count)) {
        for (int i = 0; i < count; i++) {
            count_first(t, &games[i]);
        }
    }
    return TSR_OK;
}

static void run_series(tuning *t, series_config *c, uint64_t games, const cli_series *series) {
    const tsr_rules *r = t->table->rules;
    uint64_t size = (uint64_t)series_group_size(r, RUNNER_ROTATE);
    tsr_error err = {0};
    c->groups = (games + size - 1) / size;
    c->most = games;
    c->adjudicate = series->adjudicate;
    c->cpu_clock = series->cpu_clock;
    c->jobs = series->jobs > 1 ? series->jobs : 0;
    sheet_deinit(t->sheet);
    sheet_init(t->sheet, r->players, size, series->once);
    if (series_run(c, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        t->code = CLI_FILE;
    } else if (is_stopped(NULL)) {
        cli_complain("interrupted%s", t->v->out ? "; the same command goes on" : "");
        t->code = CLI_INTERRUPTED;
    }
}

// Plays `spec` against the others; the sheet has the result. 0 = it could not be, and `t->code`
// says why.
static int play(tuning *t, const char *spec, uint64_t games, uint64_t seed) {
    const tsr_rules *r = t->table->rules;
    char room[TSR_MAX_PLAYERS][NAME];
    const char *specs[TSR_MAX_PLAYERS], *names[TSR_MAX_PLAYERS];
    schedule_lineup lineup = {{0}};
    cli_series series;
    for (int p = 0; p < r->players; p++) {
        int mine = p < t->v->seats;
        snprintf(room[p], NAME, "%s %d", mine ? "tuned" : "other", p + 1);
        specs[p] = mine ? spec : t->other[(p - (int)t->v->seats) % t->others].spec;
        names[p] = room[p];
        lineup.entrant[p] = (uint8_t)p;
    }
    t->code = cli_series_try_agents(t->table->registry, r, specs, r->players);
    if (t->code != CLI_OK) {
        return 0;
    }
    t->code = cli_series_read(&series, &t->v->series, r, specs, r->players, seed, 0);
    t->firsts = 0;
    series_config c = {.rules = r,
                       .registry = t->table->registry,
                       .spec = specs,
                       .name = names,
                       .lineup = &lineup,
                       .lineups = 1,
                       .seed = seed,
                       .policy = TSR_POLICY_FORFEIT,
                       .tries = 1,
                       .openings = series.openings.kind ? &series.openings : NULL,
                       .data_name = t->table->setup.data_name,
                       .self = t,
                       .played = played,
                       .stopped = is_stopped};
    if (t->code == CLI_OK) {
        run_series(t, &c, games, &series);
    }
    cli_series_free(&series);
    return t->code == CLI_OK;
}

// The share of opponents beaten, over all seats that are tuned.
static double score_of(const tuning *t) {
    double sum = 0, games = 0;
    for (int p = 0; p < t->v->seats; p++) {
        sum += t->sheet->player[p].score;
        games += (double)t->sheet->player[p].games;
    }
    return games > 0 ? sum / games : 0;
}

// --- Judging -----------------------------------------------------------------

// Takes the judgement from the file. 0 = there is none.
static int take(tuning *t, int generation, int individual, const char *spec, double *out) {
    char line[LINE], same[LINE];
    if (!tune_file_take(&t->file, line, sizeof line)) {
        return 0;
    }
    const char *at = strstr(line, "\"score\":");
    *out = at ? strtod(at + strlen("\"score\":"), NULL) : 0;
    judged_line(generation, individual, *out, spec, same);
    if (strcmp(line, same) != 0) {
        cli_complain("%s: judgement %d of generation %d is not of this run", t->v->out,
                     individual + 1, generation + 1);
        t->code = CLI_FILE;
    }
    return 1;
}

static tsr_err judge(void *self, int generation, int individual, const double *gene, double *out,
                     tsr_error *err) {
    tuning *t = self;
    char spec[GENES_SPEC], line[LINE];
    if (!genes_write(&t->genes, gene, spec)) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the agent's options are too long");
    }
    if (!take(t, generation, individual, spec, out) && t->code == CLI_OK) {
        // All of a generation meet the same luck.
        uint64_t seed = tsr_seed_of(t->seed, (uint64_t)generation + 1);
        if (play(t, spec, (uint64_t)t->v->games, seed)) {
            *out = round(score_of(t) * 1e9) / 1e9;
            judged_line(generation, individual, *out, spec, line);
            if (!tune_file_add(&t->file, line)) {
                cli_complain("%s: cannot be written", t->v->out);
                t->code = CLI_FILE;
            }
        }
    }
    if (t->code != CLI_OK) {
        return tsr_fail(err, TSR_ERR_STATE, "broken off");
    }
    if (t->v->json) {
        judged_line(generation, individual, *out, spec, line);
        printf("%s\n", line);
        fflush(stdout);
    }
    return TSR_OK;
}

static void judged(void *self, int generation, const double *fitness, int best) {
    const tuning *t = self;
    double sum = 0;
    for (int i = 0; i < t->v->population; i++) {
        sum += fitness[i];
    }
    if (!t->v->json) {
        printf("generation %3d: mean %5.1f %%, best %5.1f %%\n", generation + 1,
               100 * sum / (double)t->v->population, 100 * fitness[best]);
        fflush(stdout);
    }
}

// --- The answer --------------------------------------------------------------

static void print_answer(const tuning *t, const char *spec) {
    const sheet *s = t->sheet;
    tally_estimate e = tally_estimate_of(&s->player[0], t->table->rules->players);
    if (t->v->json) {
        json j;
        json_begin(&j, "tuned");
        json_text(&j, "agent", spec);
        json_uint(&j, "games", s->games);
        json_uint(&j, "distinct", s->distinct);
        json_decimal(&j, "score", score_of(t), 9);
        json_uint(&j, "firsts", t->firsts);
        json_end(&j, stdout);
        return;
    }
    printf("\n%s\nscore %.1f %% in %" PRIu64 " other games, %" PRIu64
           " distinct, first in %" PRIu64,
           spec, 100 * score_of(t), s->games, s->distinct, t->firsts);
    if (e.sure && t->v->seats == 1) {
        printf(" (%.1f to %.1f %%)", 100 * e.low, 100 * e.high);
    }
    printf("\n");
}

static cli_exit evolve_and_answer(tuning *t) {
    const struct values *v = t->v;
    double gene[EVOLVE_GENES];
    char spec[GENES_SPEC];
    tsr_error err = {0};
    evolve_config c = {.genes = t->genes.count,
                       .population = (int)v->population,
                       .parents = (int)(v->population + 3) / 4,
                       .generations = (int)v->generations,
                       .seed = t->seed,
                       .step = 0.2,
                       .start = t->genes.start,
                       .self = t,
                       .judge = judge,
                       .judged = judged};
    tsr_err e = evolve_run(&c, gene, &err);
    if (e && t->code == CLI_OK) {
        cli_complain("%s", err.message);
        t->code = CLI_FILE;
    }
    if (!e && genes_write(&t->genes, gene, spec) &&
        play(t, spec, (uint64_t)v->final, tsr_seed_of(t->seed, 0))) {
        print_answer(t, spec);
    }
    return t->code;
}

// --- Starting ----------------------------------------------------------------

static cli_exit read_agents(tuning *t, const cli_call *call) {
    tsr_error err = {0};
    if (genes_read(call->argv[1], &t->genes, &err)) {
        cli_complain("%s", err.message);
        return CLI_USAGE;
    }
    t->others = call->argc - 2;
    for (int i = 0; i < t->others; i++) {
        cli_exit code = cli_player_read(call->argv[i + 2], &t->other[i]);
        if (code == CLI_OK && t->other[i].is_human) {
            cli_complain("people do not play in 'tune'");
            code = CLI_USAGE;
        }
        if (code != CLI_OK) {
            return code;
        }
    }
    int players = t->table->rules->players;
    if (t->v->seats + t->others > players) {
        cli_complain("%s is for %d here: %d seats and %d others are too many",
                     t->table->rules->g.name, players, (int)t->v->seats, t->others);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static cli_exit run_with(const cli_call *call, cli_table *table) {
    const struct values *v = call->values;
    tuning t = {.v = v,
                .table = table,
                .seed = v->seed.given ? v->seed.value : 1,
                .sheet = tsr_mem_new(NULL, sizeof(sheet))};
    char head[LINE];
    if (!t.sheet) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    cli_exit code = cli_table_open(table, call->argv[0], (int)v->game.players, &v->game.option);
    if (code == CLI_OK) {
        code = read_agents(&t, call);
    }
    if (code == CLI_OK && v->out) {
        head_line(&t, head);
        code = tune_file_open(&t.file, v->out, head);
    }
    if (code == CLI_OK) {
        term_signals_init();
        code = evolve_and_answer(&t);
    }
    tune_file_close(&t.file);
    sheet_deinit(t.sheet);
    tsr_mem_free(NULL, t.sheet, sizeof(sheet));
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = run_with(call, &table);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_tune = {
    .name = "tune",
    .usage = "GAME AGENT OTHER...",
    .about = "Find good numbers for an agent's options by evolution.",
    .details =
        "Gaps in AGENT are what is looked for: {0..2} is a number between 0 and 2, {0..2=0.7} one\n"
        "that starts at 0.7, {x68} are 68 letters of 0-9 A-Z a-z - _. OTHERs fill the seats that\n"
        "--seats leaves, in turn. Each generation is judged by its share of opponents beaten,\n"
        "all of it with the same luck and openings; the best quarter has children. The answer is "
        "the mean\n"
        "of the last parents, and is judged once more. With --out a run that was killed goes\n"
        "on when the same command is given again. Agents that think by nodes make it repeatable.\n",
    .examples =
        "  tessera tune azul 'azul-greedy:line={0..2=0.7},row={0..2=0.5}' azul-greedy\n"
        "  tessera tune unicorns 'unicorns-weights:genes={x68}' unicorns-rules --players 6 \\\n"
        "      --seats 2 --games 30 --out evolution.jsonl\n",
    .min_args = 3,
    .max_args = 9,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
