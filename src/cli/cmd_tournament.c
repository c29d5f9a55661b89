// SPDX-License-Identifier: MIT
//
// tournament: many agents, every pairing, and what that says about their strength.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/sprt.h"
#include "arena/tally.h"
#include "arena/tournament.h"
#include "cli/away.h"
#include "cli/json.h"
#include "cli/players.h"
#include "cli/series_file.h"
#include "cli/series_options.h"
#include "cli/standings.h"
#include "cli/table.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    cli_series_values series;
    int64_t games, rounds, tries, kind, illegal;
    cli_seed seed;
    const char *out, *csv, *pgn, *svg, *sprt, *records;
    tsr_clock clock;
    int json, quiet;
};

static const char *const kind_choices[] = {"round-robin", "gauntlet", "swiss", NULL};
static const char *const illegal_choices[] = {"forfeit", "fallback", "skip", NULL};

static const cli_option options[] = {
    CLI_ROW_CHOICE("kind", "HOW", "pairing of the agents", struct values, kind, kind_choices),
    CLI_ROW_INT("games", "N", "games per pairing (swiss: per pairing and round)", struct values,
                games, 1, 100000000, 20),
    CLI_ROW_INT("rounds", "N", "rounds of a swiss tournament", struct values, rounds, 1, 1000, 5),
    CLI_SERIES_OPTIONS(struct values, series, 0),
    CLI_ROW_SEED("seed", "N", "seed of all randomness", struct values, seed),
    CLI_ROW_TEXT("out", "FILE", "write every game to FILE; resume where FILE ends", struct values,
                 out),
    CLI_ROW_TEXT("csv", "FILE", "write every game as a row of a table", struct values, csv),
    CLI_ROW_TEXT("pgn", "FILE", "write every game as PGN (chess and its variants)", struct values,
                 pgn),
    CLI_ROW_TEXT("records", "DIR", "write a record of every game", struct values, records),
    CLI_ROW_CLOCK("time", "TIME[+TIME]", "time for each player, and increment per move: 10s+100ms",
                  struct values, clock),
    CLI_ROW_TEXT("svg", "FILE", "draw ratings and results", struct values, svg),
    CLI_ROW_TEXT("sprt", "ELO0:ELO1", "two players: stop when the test decides for ELO0 or ELO1",
                 struct values, sprt),
    CLI_ROW_CHOICE("illegal", "HOW", "what follows an illegal or missing answer", struct values,
                   illegal, illegal_choices),
    CLI_ROW_INT("tries", "N", "number of attempts before --illegal applies", struct values, tries,
                1, 100, 1),
    CLI_ROW_FLAG("json", "the standings as one JSON object", struct values, json),
    CLI_ROW_FLAG("quiet", "no progress", struct values, quiet),
    CLI_GAME_OPTIONS(struct values, game),
};

enum { NAME = 60, SHOW_EVERY_MS = 300, MOST_ELO = 1000 };

typedef struct tourney {
    const struct values *v;
    const tsr_rules *r;
    tournament_config config;
    tournament_report report;
    char name[SCHEDULE_ENTRANTS][NAME];
    cli_series series;
    cli_away away;
    series_file file;
    sprt test; // over pairs as they are completed
    int tests;
    // Progress.
    int shows;
    uint64_t done, shown_at;
    double live_score[SCHEDULE_ENTRANTS];
    uint64_t live_games[SCHEDULE_ENTRANTS];
    int live_lines; // of the table on the screen
} tourney;

// --- While it runs -----------------------------------------------------------

static int is_stopped(void *self) {
    tourney *t = self;
    int decided = t->tests && sprt_verdict(&t->test) != SPRT_GOES_ON;
    return decided || t->file.failed || term_interrupts() > 0 || term_terminated() != 0;
}

// The score of the first entrant in a pair.
static void test_pair(tourney *t, const series_game *games, int count) {
    const tally_sides two = tally_sides_alone(2);
    double score = 0;
    for (int i = 0; i < count; i++) {
        score += tally_score(games[i].game.result, &two, games[i].entrant[0] == 0 ? 0 : 1);
    }
    sprt_add(&t->test, score / count);
}

enum { LIVE_LINES = 12 };

// Back to the first line of what was shown, and nothing below it.
static void clear_progress(tourney *t) {
    if (t->live_lines) {
        fprintf(stderr, "\033[%dA", t->live_lines);
    }
    fprintf(stderr, "\r\033[J");
    t->live_lines = 0;
}

// The best so far, by score.
static void show_standing(tourney *t) {
    int shown[SCHEDULE_ENTRANTS] = {0};
    for (int line = 0; line < LIVE_LINES && line < t->config.entrants; line++) {
        int best = -1;
        for (int i = 0; i < t->config.entrants; i++) {
            double mine = t->live_games[i] ? t->live_score[i] / (double)t->live_games[i] : 0;
            double other = best >= 0 && t->live_games[best]
                               ? t->live_score[best] / (double)t->live_games[best]
                               : -1;
            best = !shown[i] && mine > other ? i : best;
        }
        if (best < 0) {
            break;
        }
        shown[best] = 1;
        fprintf(stderr, "\n  %-30.30s %6.1f %%  %6" PRIu64, t->config.name[best],
                t->live_games[best] ? 100 * t->live_score[best] / (double)t->live_games[best] : 0.0,
                t->live_games[best]);
        t->live_lines++;
    }
}

// Adds a game to what people watch.
static void add_live(tourney *t, const series_game *g) {
    const tally_sides sides = tally_sides_of(t->r);
    for (int s = 0; s < t->r->players; s++) {
        t->live_score[g->entrant[s]] += tally_score(g->game.result, &sides, s);
        t->live_games[g->entrant[s]]++;
    }
}

static void show_progress(tourney *t) {
    uint64_t now = tsr_now_ms();
    if (t->shows && now - t->shown_at >= SHOW_EVERY_MS) {
        t->shown_at = now;
        clear_progress(t);
        fprintf(stderr, "%" PRIu64 " game%s", t->done, t->done == 1 ? "" : "s");
        if (t->tests) {
            fprintf(stderr, ", LLR %.2f in %.2f .. %.2f", sprt_llr(&t->test), sprt_lower(&t->test),
                    sprt_upper(&t->test));
        }
        if (t->away.queue) {
            fprintf(stderr, ", %d worker%s, %" PRIu64 " groups wait", t->away.workers,
                    t->away.workers == 1 ? "" : "s", t->away.waiting);
        }
        fprintf(stderr, "   ");
        show_standing(t);
    }
}

static void on_beat(void *self) {
    show_progress(self);
}

static tsr_err played(void *self, const series_game *games, const char *const *pgn, int count,
                      int counted, tsr_error *err) {
    tourney *t = self;
    (void)err;
    t->done += (uint64_t)count;
    series_file_add(&t->file, games, pgn, count, !pgn);
    if (t->tests && counted) {
        test_pair(t, games, count);
    }
    for (int i = 0; i < count; i++) {
        add_live(t, &games[i]);
    }
    show_progress(t);
    return TSR_OK;
}

// --- Starting ----------------------------------------------------------------

// An entrant's name is the one given, or its spec; equal ones get numbers.
static cli_exit read_entrants(tourney *t, const cli_call *call) {
    int n = call->argc - 1;
    for (int i = 0; i < n; i++) {
        cli_player p;
        cli_exit code = cli_player_read(call->argv[i + 1], &p);
        int same = 0;
        if (code != CLI_OK) {
            return code;
        }
        if (p.is_human) {
            cli_complain("'tournament' is for agents only");
            return CLI_USAGE;
        }
        const char *word = p.is_named ? p.name : p.spec;
        for (int k = 0; k < i; k++) {
            const char *end = strstr(t->name[k], " (");
            size_t size = end ? (size_t)(end - t->name[k]) : strlen(t->name[k]);
            same += strlen(word) == size && strncmp(t->name[k], word, size) == 0;
        }
        snprintf(t->name[i], NAME, same ? "%.50s (%d)" : "%.50s", word, same + 1);
        t->config.spec[i] = p.spec;
        t->config.name[i] = t->name[i];
    }
    t->config.entrants = n;
    return CLI_OK;
}

static cli_exit read_sprt(tourney *t) {
    char *end = NULL;
    double elo0, elo1 = 0;
    if (!t->v->sprt) {
        return CLI_OK;
    }
    elo0 = strtod(t->v->sprt, &end);
    int ok = end != t->v->sprt && *end == ':';
    if (ok) {
        const char *second = end + 1;
        elo1 = strtod(second, &end);
        ok = end != second && *end == '\0' && elo1 > elo0 && elo0 >= -MOST_ELO && elo1 <= MOST_ELO;
    }
    if (!ok || t->config.entrants != 2 || t->r->players != 2) {
        cli_complain(
            "--sprt is for two players in a game for two, and looks like 0:20 (from -%d to "
            "%d)",
            MOST_ELO, MOST_ELO);
        return CLI_USAGE;
    }
    sprt_init(&t->test, elo0, elo1, 0.05, 0.05);
    t->tests = 1;
    return CLI_OK;
}

static void configure(tourney *t, const cli_table *table) {
    static const tsr_policy policies[] = {TSR_POLICY_FORFEIT, TSR_POLICY_FALLBACK, TSR_POLICY_SKIP};
    const struct values *v = t->v;
    tournament_config *c = &t->config;
    uint64_t group = (uint64_t)tournament_group_size(t->r);
    c->rules = t->r;
    c->registry = table->registry;
    c->kind = (schedule_kind)v->kind;
    c->rounds = (int)v->rounds;
    c->groups = ((uint64_t)v->games + group - 1) / group;
    c->seed = v->seed.given ? v->seed.value : tsr_fresh_seed();
    c->policy = policies[v->illegal];
    c->tries = (uint8_t)v->tries;
    c->records = v->records;
    c->pgn = v->pgn != NULL;
    c->data_name = table->setup.data_name;
    c->clock = v->clock;
    c->self = t;
    c->played = played;
    c->stopped = is_stopped;
}

static cli_exit finish(tourney *t, tsr_err e, const tsr_error *err) {
    const standings all = {.r = t->r,
                           .config = &t->config,
                           .report = &t->report,
                           .openings = t->series.word,
                           .test = t->tests ? &t->test : NULL};
    if (t->shows) {
        clear_progress(t);
    }
    if (t->v->json) {
        standings_print_json(&all);
    } else {
        standings_print(&all);
    }
    const cli_exit code = t->v->svg ? standings_write_svg(&all, t->v->svg) : CLI_OK;
    if (e || t->file.failed) {
        cli_complain("%s", e ? err->message : "the games cannot be written");
        return CLI_FILE;
    }
    if (term_interrupts() > 0 || term_terminated()) {
        cli_complain("interrupted after %" PRIu64 " games%s", t->report.games,
                     t->v->out ? "; the same command continues" : "");
        return CLI_INTERRUPTED;
    }
    return code;
}

// What is played, as the first line of --out.
static void file_head(void *self, uint64_t seed, json *j) {
    const tourney *t = self;
    const tournament_config *c = &t->config;
    json_begin(j, "tournament");
    json_text(j, "game", c->rules->g.name);
    json_hex(j, "rules_hash", c->rules->hash);
    json_text(j, "kind", kind_choices[c->kind]);
    json_int(j, "rounds", c->kind == SCHEDULE_SWISS ? c->rounds : 1);
    if (c->kind == SCHEDULE_SWISS) {
        json_uint(j, "groups", c->groups); // which numbers a round's groups have hangs on it
    }
    cli_series_head(&t->v->series, j);
    json_text(j, "illegal", illegal_choices[t->v->illegal]);
    json_int(j, "tries", t->v->tries);
    series_file_clock(j, &t->v->clock);
    json_open_array(j, "agents");
    for (int i = 0; i < c->entrants; i++) {
        json_text(j, NULL, c->spec[i]);
    }
    json_close(j, ']');
    json_seed(j, "seed", seed);
}

// The files, then what depends on the seed, which may be theirs.
static cli_exit open_series(tourney *t) {
    const struct values *v = t->v;
    tournament_config *c = &t->config;
    t->file = (series_file){.rules = t->r,
                            .name = c->name,
                            .entrants = c->entrants,
                            .group_size = tournament_group_size(t->r),
                            .costs = v->series.clock == CLI_CLOCK_CPU,
                            .out_path = v->out,
                            .csv_path = v->csv,
                            .pgn_path = v->pgn};
    cli_exit code = series_file_open(&t->file, file_head, t, &c->seed, v->seed.given);
    if (code == CLI_OK) {
        code = cli_series_read(&t->series, &v->series, t->r, c->spec, c->entrants, c->seed, 0);
    }
    c->jobs = t->series.jobs;
    c->once = t->series.once;
    c->cpu_clock = t->series.cpu_clock;
    c->adjudicate = t->series.adjudicate;
    c->openings = t->series.openings.kind ? &t->series.openings : NULL;
    c->done = t->file.games;
    c->done_count = t->file.count;
    return code;
}

// Elsewhere, if that is wanted.
static cli_exit open_away(tourney *t, const cli_table *table) {
    const struct values *v = t->v;
    cli_exit code = cli_away_open(&t->away, v->series.queue);
    if (code == CLI_OK) {
        code = cli_away_about(&t->away, table, &v->game.option, &t->series, &v->series, NULL);
    }
    t->away.tell = on_beat;
    t->away.self = t;
    t->config.away = cli_away_face(&t->away);
    t->config.about = buffer_text(&t->away.about);
    return code;
}

// Whether there is a place for what comes at the end, before hours are spent on it.
static cli_exit try_outputs(const struct values *v) {
    if (v->records && v->series.queue) {
        return cli_series_refuse_records();
    }
    if (v->records && mkdir(v->records, 0777) != 0 && errno != EEXIST) {
        cli_complain("%s: %s", v->records, strerror(errno));
        return CLI_FILE;
    }
    FILE *svg = v->svg ? fopen(v->svg, "a") : NULL;
    if (v->svg && !svg) {
        cli_complain("%s: %s", v->svg, strerror(errno));
        return CLI_FILE;
    }
    if (svg) {
        (void)fclose(svg);
    }
    return CLI_OK;
}

static cli_exit run_with(const cli_call *call, cli_table *table, tourney *t) {
    const struct values *v = call->values;
    tsr_error err = {0};
    t->v = v;
    cli_exit code = cli_table_open(table, call->argv[0], (int)v->game.players, &v->game.option);
    t->r = table->rules;
    if (code == CLI_OK) {
        code = read_entrants(t, call);
    }
    if (code == CLI_OK) {
        configure(t, table);
        code = cli_series_try_agents(t->config.registry, t->r, t->config.spec, t->config.entrants);
    }
    if (code == CLI_OK) {
        code = read_sprt(t);
    }
    if (code == CLI_OK) {
        code = try_outputs(v);
    }
    if (code == CLI_OK) {
        code = open_series(t);
    }
    if (code == CLI_OK) {
        code = open_away(t, table);
    }
    if (code == CLI_OK) {
        t->shows = isatty(2) && !v->quiet;
        term_signals_init();
        tsr_err e = tournament_run(&t->config, &t->report, &err);
        code = finish(t, e, &err);
    }
    cli_away_close(&t->away);
    series_file_close(&t->file);
    cli_series_free(&t->series);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    tourney *t = calloc(1, sizeof *t);
    if (!t) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = run_with(call, &table, t);
    }
    cli_table_deinit(&table);
    free(t);
    return code;
}

const cli_command cli_cmd_tournament = {
    .name = "tournament",
    .usage = "GAME AGENT AGENT...",
    .about = "Play agents against each other and rate them.",
    .details =
        "Every pairing is played from every opening on all seats; where a game has chance, with\n"
        "the same draws; the statistics count such groups of games. Where players and game\n"
        "leave nothing to chance, games begin with random plies, and a game that was played "
        "before\n"
        "does not count again. Ratings are fitted to all results at once; the error is at 95 %.\n"
        "With --out a tournament that was killed continues when the command is repeated,\n"
        "and the same seed gives the same games with any number of jobs. With --queue the games\n"
        "are played wherever 'tessera worker' runs.\n",
    .examples =
        "  tessera tournament tictactoe random greedy mcts:nodes=100\n"
        "  tessera tournament azul greedy mcts:time=50ms --games 40 --out azul.jsonl\n"
        "  tessera tournament tron mcts:nodes=400 mcts:nodes=200 --games 10000 --sprt 0:50\n",
    .min_args = 3,
    .max_args = SCHEDULE_ENTRANTS + 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
