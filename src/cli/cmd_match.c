// SPDX-License-Identifier: MIT
//
// match: many games between agents, and what that says about them.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/host.h>

#include "arena/sheet.h"
#include "cli/away.h"
#include "cli/json.h"
#include "cli/players.h"
#include "cli/series_file.h"
#include "cli/series_options.h"
#include "cli/show.h"
#include "cli/table.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    cli_series_values series;
    int64_t games, tries, seats, illegal;
    cli_seed seed;
    tsr_clock clock;
    const char *position, *record, *records, *out, *csv, *pgn;
    int json, quiet, strict;
};

static const char *const seat_choices[] = {"rotate", "permute", "fixed", NULL};
static const char *const illegal_choices[] = {"forfeit", "fallback", "skip", NULL};

static const cli_option options[] = {
    CLI_ROW_INT("games", "N", "number of games", struct values, games, 1, 1000000000, 100),
    CLI_ROW_SEED("seed", "N", "seed of all randomness", struct values, seed),
    CLI_ROW_CHOICE("seats", "HOW", "how agents change seats between games", struct values, seats,
                   seat_choices),
    CLI_ROW_CHOICE("illegal", "HOW", "what follows an illegal or missing answer", struct values,
                   illegal, illegal_choices),
    CLI_ROW_INT("tries", "N", "number of attempts before --illegal applies", struct values, tries,
                1, 100, 1),
    CLI_ROW_CLOCK("time", "TIME[+TIME]", "time for each player, and increment per move: 10s+100ms",
                  struct values, clock),
    CLI_SERIES_OPTIONS(struct values, series, 1),
    CLI_ROW_TEXT("position", "TEXT", "start every game from this position", struct values,
                 position),
    CLI_ROW_TEXT("out", "FILE", "write every game to FILE; resume where FILE ends", struct values,
                 out),
    CLI_ROW_TEXT("csv", "FILE", "write every game as a row of a table", struct values, csv),
    CLI_ROW_TEXT("pgn", "FILE", "write every game as PGN (chess and its variants)", struct values,
                 pgn),
    CLI_ROW_TEXT("record", "FILE", "write the record of the only game", struct values, record),
    CLI_ROW_TEXT("records", "DIR", "write a record of every game", struct values, records),
    CLI_ROW_FLAG("strict", "exit with status 3 at the first illegal answer", struct values, strict),
    CLI_ROW_FLAG("json", "one JSON object per game, then one for the match", struct values, json),
    CLI_ROW_FLAG("quiet", "no progress, and with --json no objects for games", struct values,
                 quiet),
    CLI_GAME_OPTIONS(struct values, game),
};

// --- While it runs -------------------------------------------------------------------

typedef struct match_run {
    const struct values *v;
    const cli_table *table;
    const tsr_rules *r;
    cli_player player[TSR_MAX_PLAYERS];
    const char *spec[TSR_MAX_PLAYERS], *name[TSR_MAX_PLAYERS];
    uint64_t seed;
    int group_size;
    cli_series series;
    cli_away away;
    series_file file;
    sheet sheet;
    int progress; // a line on standard error is being kept up to date
    int illegal;  // --strict: an answer was illegal
    uint64_t shown_at;
} match_run;

static int is_stopped(void *self) {
    match_run *m = self;
    return m->illegal || m->file.failed || term_interrupts() > 0 || term_terminated() != 0;
}

static void record_path(void *self, const series_game *g, char *path, size_t cap) {
    match_run *m = self;
    uint64_t number = g->group * (uint64_t)m->group_size + g->seating;
    if (m->v->record) {
        snprintf(path, cap, "%s", m->v->record);
    } else {
        snprintf(path, cap, "%s/%s-%06" PRIu64 ".tsr", m->v->records, m->r->g.name, number + 1);
    }
}

static void print_game_json(const match_run *m, const series_game *g) {
    json j;
    json_begin(&j, "game");
    json_uint(&j, "game", g->game.number + 1);
    json_uint(&j, "group", g->group + 1);
    series_file_fields(&m->file, &j, g);
    json_end(&j, stdout);
}

enum { BAR = 24 };

// [######..........] 31 of 100  Ann 61.3 % (44 .. 76)
static void show_progress(match_run *m) {
    char bar[BAR + 1];
    uint64_t now = tsr_now_ms();
    if (!m->progress || now - m->shown_at <= 200) {
        return;
    }
    m->shown_at = now;
    int full = (int)((double)BAR * (double)m->sheet.games / (double)m->v->games);
    tally_estimate e = tally_estimate_of(&m->sheet.player[0], m->r->players);
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)full);
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %" PRIu64 " of %" PRId64 "  %.20s %.1f %% (%.0f .. %.0f)   ", bar,
            m->sheet.games, m->v->games, m->player[0].name, 100 * e.score, 100 * e.low,
            100 * e.high);
}

// The games of `group` in the file, or NULL.
static const series_game *done_before(const match_run *m, uint64_t group) {
    return series_find(m->file.games, m->file.count, m->group_size, group);
}

static int was_done(void *self, uint64_t group) {
    return done_before(self, group) != NULL;
}

static tsr_err played(void *self, uint64_t group, const series_game *games, const char *const *pgn,
                      int count, tsr_error *err) {
    match_run *m = self;
    const series_game *done = done_before(m, group);
    (void)err;
    games = done ? done : games;
    count = done ? m->group_size : count;
    if (count == 0 && is_stopped(m)) {
        return TSR_OK;
    }
    (void)sheet_add(&m->sheet, games, count);
    series_file_add(&m->file, games, pgn, count, done != NULL);
    for (int i = 0; i < count; i++) {
        if (m->v->json && !m->v->quiet) {
            print_game_json(m, &games[i]);
        }
        for (int s = 0; m->v->strict && s < m->r->players; s++) {
            m->illegal |= games[i].game.fault[s].illegal > 0;
        }
    }
    show_progress(m);
    return TSR_OK;
}

// --- Reports -----------------------------------------------------------------------

static void print_row(const char *name, const tally_row *row, int players) {
    tally_estimate e = tally_estimate_of(row, players);
    printf("  %-22.22s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "   %6.2f %%", name,
           row->games, row->won, row->tied, row->lost, 100 * e.score);
    if (e.sure) {
        printf("  %6.2f .. %.2f", 100 * e.low, 100 * e.high);
    }
    printf("\n");
}

static void print_elo(const match_run *m) {
    const tally_row *row = &m->sheet.player[0];
    tally_estimate e = tally_estimate_of(row, m->r->players);
    uint64_t pairs[5];
    if (m->r->players != 2 || !e.sure) {
        return;
    }
    if (e.low > 0 && e.high < 1) {
        printf("\n%s is %+.0f Elo against %s (%+.0f .. %+.0f)\n", m->player[0].name,
               tally_elo(e.score), m->player[1].name, tally_elo(e.low), tally_elo(e.high));
    }
    if (m->group_size == 2) {
        groups_pentanomial(&row->groups, pairs);
        printf("pairs by points of %s, 0 to 2: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
               " %" PRIu64 "\n",
               m->player[0].name, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
}

static void print_head(const match_run *m) {
    const sheet *s = &m->sheet;
    printf("%s, %" PRIu64 " game%s, %" PRIu64 " distinct, seed %" PRIu64 ", %.1f plies a game\n",
           m->r->g.title, s->games, s->games == 1 ? "" : "s", s->distinct, m->seed,
           s->games ? (double)s->plies / (double)s->games : 0.0);
    printf("openings: %s", m->series.word);
    if (m->series.openings.longer) {
        printf(", then up to %u plies longer", m->series.openings.longer);
    }
    if (m->series.openings.complete && m->series.openings.kind == OPENINGS_RANDOM) {
        printf(" (there are only %zu)", m->series.openings.count);
    }
    printf("\n");
    if (s->repeated) {
        printf("%" PRIu64 " games do not count: they, or the one with seats changed, were played "
               "before\n",
               s->repeated);
    }
    if (s->adjudicated) {
        printf("%" PRIu64 " games were adjudicated\n", s->adjudicated);
    }
    if (s->lost) {
        printf("%" PRIu64 " groups of games crashed and do not count\n", s->lost);
    }
}

static double cpu_ms(const sheet *s, int player) {
    return s->answers[player] ? (double)s->cpu_us[player] / 1e3 / (double)s->answers[player] : 0;
}

static void print_costs(const match_run *m) {
    printf("\nprocessor time an answer, in ms:");
    for (int p = 0; p < m->r->players; p++) {
        printf("%s %s %.3f", p ? "," : "", m->player[p].name, cpu_ms(&m->sheet, p));
    }
    printf("\n");
}

static void print_report(const match_run *m) {
    int n = m->r->players;
    print_head(m);
    printf("\n  %-22s %8s %8s %8s %8s   %8s  %s\n", "player", "games", "won", "tied", "lost",
           "score", "95 % interval");
    for (int p = 0; p < n; p++) {
        print_row(m->player[p].name, &m->sheet.player[p], n);
    }
    for (int s = 0; n > 1 && s < n; s++) {
        char name[100];
        const char *word = m->r->seats ? m->r->seats[s] : NULL;
        snprintf(name, sizeof name, "seat %d%s%s", s + 1, word ? ": " : "", word ? word : "");
        printf("%s", s ? "" : "\n");
        print_row(name, &m->sheet.seat[s], n);
    }
    print_elo(m);
    for (int p = 0; p < n; p++) {
        tsr_faults f = m->sheet.fault[p];
        if (f.illegal || f.late || f.failed) {
            printf("\n%s: %u illegal, %u late, %u failed answers\n", m->player[p].name, f.illegal,
                   f.late, f.failed);
        }
    }
    if (m->series.cpu_clock) {
        print_costs(m);
    }
}

static void json_row(json *j, const char *name, const tally_row *row, int players) {
    tally_estimate e = tally_estimate_of(row, players);
    json_open_object(j, NULL);
    json_text(j, "name", name);
    json_uint(j, "games", row->games);
    json_uint(j, "won", row->won);
    json_uint(j, "tied", row->tied);
    json_uint(j, "lost", row->lost);
    json_uint(j, "groups", row->groups.count);
    json_decimal(j, "score", e.score, 6);
    json_decimal(j, "low", e.sure ? e.low : HUGE_VAL, 6);
    json_decimal(j, "high", e.sure ? e.high : HUGE_VAL, 6);
}

static void json_pairs(json *j, const groups *g) {
    uint64_t pairs[5];
    groups_pentanomial(g, pairs);
    json_open_array(j, "pairs");
    for (int i = 0; i < 5; i++) {
        json_uint(j, NULL, pairs[i]);
    }
    json_close(j, ']');
}

static void print_json(const match_run *m) {
    const sheet *s = &m->sheet;
    int n = m->r->players;
    json j;
    json_begin(&j, "match");
    json_text(&j, "game", m->r->g.name);
    json_hex(&j, "rules_hash", m->r->hash);
    json_uint(&j, "games", s->games);
    json_uint(&j, "distinct", s->distinct);
    json_uint(&j, "repeated", s->repeated);
    json_uint(&j, "adjudicated", s->adjudicated);
    json_uint(&j, "crashed", s->lost);
    json_uint(&j, "plies", s->plies);
    json_seed(&j, "seed", m->seed);
    json_text(&j, "openings", m->series.word);
    json_open_array(&j, "players");
    for (int p = 0; p < n; p++) {
        json_row(&j, m->player[p].name, &s->player[p], n);
        if (m->group_size == 2 && n == 2) {
            json_pairs(&j, &s->player[p].groups);
        }
        json_text(&j, "agent", m->player[p].spec);
        json_int(&j, "illegal", s->fault[p].illegal);
        json_int(&j, "late", s->fault[p].late);
        json_int(&j, "failed", s->fault[p].failed);
        if (m->series.cpu_clock) {
            json_uint(&j, "answers", s->answers[p]);
            json_decimal(&j, "cpu_ms", cpu_ms(s, p), 3);
        }
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open_array(&j, "seats");
    for (int seat = 0; seat < n; seat++) {
        char word[80];
        cli_player_name(m->r, NULL, seat, word, sizeof word);
        json_row(&j, word, &s->seat[seat], n);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_bool(&j, "complete", s->games >= (uint64_t)m->v->games);
    json_end(&j, stdout);
}

// --- Running -----------------------------------------------------------------------

static cli_exit read_players(match_run *m, const cli_call *call) {
    for (int i = 0; i < m->r->players; i++) {
        cli_exit code = cli_player_read(call->argv[i + 1], &m->player[i]);
        if (code != CLI_OK) {
            return code;
        }
        if (m->player[i].is_human) {
            cli_complain("'match' is for agents only; people play with 'tessera play %s'",
                         m->r->g.name);
            return CLI_USAGE;
        }
    }
    cli_players_name(m->r, m->player);
    for (int i = 0; i < m->r->players; i++) {
        m->spec[i] = m->player[i].spec;
        m->name[i] = m->player[i].name;
    }
    return CLI_OK;
}

static cli_exit check_records(const struct values *v) {
    if ((v->record || v->records) && v->series.queue) {
        return cli_series_refuse_records();
    }
    if (v->record && v->records) {
        cli_complain("give --record FILE or --records DIR, not both");
        return CLI_USAGE;
    }
    if (v->record && v->games != 1) {
        cli_complain("--record is for one game (--games 1); --records DIR takes many");
        return CLI_USAGE;
    }
    if (v->records && mkdir(v->records, 0777) != 0 && errno != EEXIST) {
        cli_complain("%s: %s", v->records, strerror(errno));
        return CLI_FILE;
    }
    return CLI_OK;
}

static cli_exit exit_of(const match_run *m) {
    if (m->illegal) {
        cli_complain("an answer was illegal, and --strict was given");
        return CLI_ILLEGAL;
    }
    if (term_interrupts() > 0 || term_terminated()) {
        cli_complain("interrupted after %" PRIu64 " games%s", m->sheet.games,
                     m->v->out ? "; the same command continues" : "");
        return CLI_INTERRUPTED;
    }
    if (m->file.failed) {
        cli_complain("the games cannot be written");
        return CLI_FILE;
    }
    for (int p = 0; p < m->r->players; p++) {
        if (m->sheet.fault[p].failed > 0) {
            cli_complain("%s failed: %s", m->player[p].name, m->sheet.complaint.message);
            return CLI_AGENT;
        }
    }
    return m->sheet.lost ? CLI_AGENT : CLI_OK;
}

// What is played, as the first line of --out. More games of it may be asked for later.
static void file_head(void *self, uint64_t seed, json *j) {
    const match_run *m = self;
    json_begin(j, "match");
    json_text(j, "game", m->r->g.name);
    json_hex(j, "rules_hash", m->r->hash);
    json_text(j, "seats", seat_choices[m->v->seats]);
    cli_series_head(&m->v->series, j);
    json_text(j, "position", m->v->position);
    json_text(j, "illegal", illegal_choices[m->v->illegal]);
    json_int(j, "tries", m->v->tries);
    series_file_clock(j, &m->v->clock);
    json_open_array(j, "agents");
    for (int i = 0; i < m->r->players; i++) {
        json_text(j, NULL, m->spec[i]);
    }
    json_close(j, ']');
    json_seed(j, "seed", seed);
}

static series_config config_of(match_run *m, const void *start, const schedule_lineup *lineup) {
    static const tsr_policy policies[] = {TSR_POLICY_FORFEIT, TSR_POLICY_FALLBACK, TSR_POLICY_SKIP};
    const struct values *v = m->v;
    uint64_t size = (uint64_t)m->group_size;
    return (series_config){
        .rules = m->r,
        .registry = m->table->registry,
        .spec = m->spec,
        .name = m->name,
        .lineup = lineup,
        .lineups = 1,
        .groups = ((uint64_t)v->games + size - 1) / size,
        .most = (uint64_t)v->games,
        .seating = (runner_seating)v->seats,
        .seed = m->seed,
        .jobs = m->series.jobs > 1 ? m->series.jobs : 0,
        .policy = policies[v->illegal],
        .tries = (uint8_t)v->tries,
        .start = start,
        .openings = m->series.openings.kind ? &m->series.openings : NULL,
        .adjudicate = m->series.adjudicate,
        .data_name = m->table->setup.data_name,
        .clock = v->clock,
        .cpu_clock = m->series.cpu_clock,
        .pgn = v->pgn != NULL,
        .replace_records = v->out != NULL,
        .self = m,
        .record_path = v->record || v->records ? record_path : NULL,
        .was_done = was_done,
        .played = played,
        .stopped = is_stopped,
        .away = cli_away_face(&m->away),
        .about = buffer_text(&m->away.about),
    };
}

static cli_exit play_all(match_run *m, const void *start) {
    tsr_error err = {0};
    schedule_lineup lineup = {{0}};
    for (int p = 0; p < m->r->players; p++) {
        lineup.entrant[p] = (uint8_t)p;
    }
    sheet_init(&m->sheet, m->r, (uint64_t)m->group_size, m->series.once);
    series_config config = config_of(m, start, &lineup);
    tsr_err e = series_run(&config, &err);
    if (m->progress) {
        fprintf(stderr, "\r%79s\r", "");
    }
    if (e == TSR_OK || m->sheet.games > 0) {
        m->v->json ? print_json(m) : print_report(m);
    }
    if (e != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    return exit_of(m);
}

// Everything that can be wrong is found before the first game.
static cli_exit prepare(match_run *m, const cli_call *call) {
    const struct values *v = m->v;
    cli_exit code = read_players(m, call);
    m->seed = v->seed.given ? v->seed.value : tsr_fresh_seed();
    m->group_size = series_group_size(m->r, (runner_seating)v->seats);
    if (code == CLI_OK) {
        code = check_records(v);
    }
    if (code == CLI_OK) {
        code = cli_series_try_agents(m->table->registry, m->r, m->spec, m->r->players);
    }
    m->file = (series_file){.rules = m->r,
                            .name = m->name,
                            .entrants = m->r->players,
                            .group_size = m->group_size,
                            .costs = v->series.clock == CLI_CLOCK_CPU,
                            .out_path = v->out,
                            .csv_path = v->csv,
                            .pgn_path = v->pgn};
    if (code == CLI_OK) {
        code = series_file_open(&m->file, file_head, m, &m->seed, v->seed.given);
    }
    if (code == CLI_OK) {
        code = cli_series_read(&m->series, &v->series, m->r, m->spec, m->r->players, m->seed,
                               v->position != NULL);
    }
    if (code == CLI_OK) {
        code = cli_away_open(&m->away, v->series.queue);
    }
    if (code == CLI_OK) {
        code = cli_away_about(&m->away, m->table, &v->game.option, &m->series, &v->series,
                              v->position);
    }
    return code;
}

static cli_exit run_on(const cli_call *call, match_run *m, cli_table *t) {
    const struct values *v = call->values;
    void *start = NULL;
    term_tty tty;
    m->v = v;
    m->table = t;
    m->r = t->rules;
    cli_exit code = prepare(m, call);
    if (code == CLI_OK && v->position) {
        code = cli_table_start(t, v->position, &start);
    }
    if (code == CLI_OK) {
        term_tty_init(&tty, TERM_NEVER, TERM_ASCII);
        m->progress = tty.out_tty && !v->quiet && !v->json;
        term_signals_init();
        code = play_all(m, start);
    }
    if (start) {
        tsr_mem_free(NULL, start, t->rules->state_size);
    }
    cli_away_close(&m->away);
    series_file_close(&m->file);
    cli_series_free(&m->series);
    sheet_deinit(&m->sheet);
    return code;
}

static cli_exit run_with(const cli_call *call, cli_table *t) {
    const struct values *v = call->values;
    cli_exit code = cli_table_choose(t, call->argv[0]);
    if (code != CLI_OK) {
        return code;
    }
    int players = cli_players_wanted(t->game, call->argc - 1, (int)v->game.players);
    if (call->argc - 1 != players) {
        cli_complain("%s needs %d player%s here; %d %s given", t->game->name, players,
                     players == 1 ? "" : "s", call->argc - 1, call->argc == 2 ? "is" : "are");
        return CLI_USAGE;
    }
    code = cli_table_open(t, call->argv[0], players, &v->game.option);
    if (code != CLI_OK) {
        return code;
    }
    match_run *m = calloc(1, sizeof *m);
    if (!m) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    code = run_on(call, m, t);
    free(m);
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

const cli_command cli_cmd_match = {
    .name = "match",
    .usage = "GAME AGENT...",
    .about = "Play many games between agents and report the results.",
    .examples = "  tessera match tictactoe random random --games 10000 --seed 7\n"
                "  tessera match tictactoe Ann=random Ben=random --json\n"
                "  tessera match connect4 mcts:nodes=400 alphabeta:nodes=400 --jobs 2\n"
                "  tessera match chess greedy greedy --openings book:lines.epd --pgn games.pgn\n"
                "  tessera match tron random random --games 20 --records DIR\n",
    .details =
        "Every opening is played from all seats, and where a game has chance, all seatings of\n"
        "one round use the same draws; the statistics count such groups of games. 'score' is the\n"
        "share of opponents beaten, a tie counting half. Where players and game leave nothing\n"
        "to chance, games begin with random plies, and a game that was played before does not\n"
        "count again. The same seed gives the same games, byte for byte and with any number of\n"
        "--jobs, unless agents use time limits. A player who runs out of --time loses.\n",
    .min_args = 2,
    .max_args = 9,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
