// SPDX-License-Identifier: MIT
//
// match: many games between agents, and what that says about them.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/host.h>

#include "arena/runner.h"
#include "cli/json.h"
#include "cli/players.h"
#include "cli/show.h"
#include "cli/table.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    int64_t games, tries, seats, illegal;
    cli_seed seed;
    tsr_clock clock;
    const char *position, *record, *records;
    int json, quiet, strict;
};

static const char *const seat_choices[] = {"rotate", "permute", "fixed", NULL};
static const char *const illegal_choices[] = {"forfeit", "fallback", "skip", NULL};

static const cli_option options[] = {
    CLI_ROW_INT("games", "N", "how many games", struct values, games, 1, 1000000000, 100),
    CLI_ROW_SEED("seed", "N", "where all chance comes from", struct values, seed),
    CLI_ROW_CHOICE("seats", "HOW", "who sits where from game to game:", struct values, seats,
                   seat_choices),
    CLI_ROW_CHOICE("illegal", "HOW", "after an illegal answer, or none:", struct values, illegal,
                   illegal_choices),
    CLI_ROW_INT("tries", "N", "answers before that happens", struct values, tries, 1, 100, 1),
    CLI_ROW_CLOCK("time", "TIME[+TIME]", "each player's clock, and what a move adds: 10s+100ms",
                  struct values, clock),
    CLI_ROW_TEXT("position", "TEXT", "start every game here", struct values, position),
    CLI_ROW_TEXT("record", "FILE", "write the record of the only game", struct values, record),
    CLI_ROW_TEXT("records", "DIR", "write a record of every game", struct values, records),
    CLI_ROW_FLAG("strict", "end with 3 at the first illegal answer", struct values, strict),
    CLI_ROW_FLAG("json", "one JSON object a game, then one for the match", struct values, json),
    CLI_ROW_FLAG("quiet", "no progress, and with --json no object a game", struct values, quiet),
    CLI_GAME_OPTIONS(struct values, game),
};

// --- While it runs -------------------------------------------------------------------

typedef struct match_run {
    const struct values *v;
    const tsr_rules *r;
    cli_player player[TSR_MAX_PLAYERS];
    uint64_t done;
    tsr_record_file *file;
    char path[4096]; // of the present record
    int write_error; // errno of a line that could not be written
    int progress;    // a line on standard error is being kept up to date
    int illegal;     // --strict: an answer was illegal
    uint64_t shown_at;
    tally_row live; // of the first player, for people who watch
} match_run;

static int is_stopped(void *self) {
    match_run *m = self;
    return m->illegal || term_interrupts() > 0 || term_terminated() != 0;
}

// Passes lines on to the file, and remembers why it would not take one.
static tsr_err write_lines(void *self, const char *bytes, size_t size) {
    match_run *m = self;
    tsr_sink sink = tsr_record_sink(m->file);
    errno = 0;
    tsr_err e = sink.write(sink.self, bytes, size);
    if (e != TSR_OK) {
        m->write_error = errno ? errno : EIO;
    }
    return e;
}

static tsr_err open_record(void *self, uint64_t number, tsr_sink *sink, tsr_error *err) {
    match_run *m = self;
    if (m->v->record) {
        snprintf(m->path, sizeof m->path, "%s", m->v->record);
    } else {
        snprintf(m->path, sizeof m->path, "%s/%s-%06" PRIu64 ".tsr", m->v->records, m->r->g.name,
                 number + 1);
    }
    *sink = (tsr_sink){m, write_lines};
    return tsr_record_create(m->path, 0, &m->file, err);
}

static void close_record(void *self) {
    match_run *m = self;
    tsr_record_close(m->file);
    m->file = NULL;
}

static const char *end_word(tsr_end end) {
    static const char *const words[] = {"none", "rules", "forfeit", "resigned", "agreed"};
    return words[end];
}

static void print_game_json(const match_run *m, const runner_game *g) {
    json j;
    json_begin(&j, "game");
    json_uint(&j, "game", g->number + 1);
    json_uint(&j, "seed", g->seed);
    json_int(&j, "plies", g->plies);
    json_text(&j, "end", end_word(g->end));
    json_array(&j, "seats");
    for (int s = 0; s < m->r->players; s++) {
        json_text(&j, NULL, m->player[g->player_on[s]].name);
    }
    json_close(&j, ']');
    json_array(&j, "ranks");
    for (int s = 0; s < m->r->players; s++) {
        json_int(&j, NULL, g->result[s].rank);
    }
    json_close(&j, ']');
    json_array(&j, "scores");
    for (int s = 0; s < m->r->players; s++) {
        json_int(&j, NULL, g->result[s].score);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

enum { BAR = 24 };

// [######..........] 31 of 100  Ann 61.3 % (44 .. 76)
static void show_progress(const match_run *m) {
    char bar[BAR + 1];
    int full = (int)((double)BAR * (double)m->done / (double)m->v->games);
    tally_estimate e = tally_estimate_of(&m->live);
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)full);
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %" PRIu64 " of %" PRId64 "  %.20s %.1f %% (%.0f .. %.0f)   ", bar,
            m->done, m->v->games, m->player[0].name, 100 * e.score, 100 * e.low, 100 * e.high);
}

static void played(void *self, const runner_game *g) {
    match_run *m = self;
    uint64_t now = tsr_now_ms();
    m->done++;
    if (m->v->json && !m->v->quiet) {
        print_game_json(m, g);
    }
    for (int s = 0; m->v->strict && s < m->r->players; s++) {
        m->illegal |= g->fault[s].illegal > 0;
    }
    for (int s = 0; s < m->r->players; s++) {
        if (g->player_on[s] == 0) {
            tally_add(&m->live, g->result, m->r->players, s);
            tally_end_group(&m->live);
        }
    }
    if (m->progress && now - m->shown_at > 200) {
        m->shown_at = now;
        show_progress(m);
    }
}

// --- Reports -----------------------------------------------------------------------

static void print_row(const char *name, const tally_row *row) {
    tally_estimate e = tally_estimate_of(row);
    printf("  %-22.22s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "   %6.2f %%", name,
           row->games, row->won, row->tied, row->lost, 100 * e.score);
    if (e.sure) {
        printf("  %6.2f .. %.2f", 100 * e.low, 100 * e.high);
    }
    printf("\n");
}

static void print_elo(const match_run *m, const runner_report *report) {
    tally_estimate e = tally_estimate_of(&report->player[0]);
    if (m->r->players == 2 && e.sure && e.low > 0 && e.high < 1) {
        printf("\n%s is %+.0f Elo against %s (%+.0f .. %+.0f)\n", m->player[0].name,
               tally_elo(e.score), m->player[1].name, tally_elo(e.low), tally_elo(e.high));
    }
}

static void print_report(const match_run *m, const runner_report *report, uint64_t seed) {
    printf("%s, %" PRIu64 " game%s, seed %" PRIu64 ", %.1f plies a game\n\n", m->r->g.title,
           report->games, report->games == 1 ? "" : "s", seed,
           report->games ? (double)report->plies / (double)report->games : 0.0);
    printf("  %-22s %8s %8s %8s %8s   %8s  %s\n", "player", "games", "won", "tied", "lost", "score",
           "95 % sure");
    for (int p = 0; p < m->r->players; p++) {
        print_row(m->player[p].name, &report->player[p]);
    }
    for (int s = 0; m->r->players > 1 && s < m->r->players; s++) {
        char name[100];
        const char *word = m->r->seats ? m->r->seats[s] : NULL;
        snprintf(name, sizeof name, "seat %d%s%s", s + 1, word ? ": " : "", word ? word : "");
        printf("%s", s ? "" : "\n");
        print_row(name, &report->seat[s]);
    }
    print_elo(m, report);
    for (int p = 0; p < m->r->players; p++) {
        tsr_faults f = report->fault[p];
        if (f.illegal || f.late || f.failed) {
            printf("\n%s: %u illegal, %u late, %u failed answers\n", m->player[p].name, f.illegal,
                   f.late, f.failed);
        }
    }
}

static void json_row(json *j, const char *name, const tally_row *row) {
    tally_estimate e = tally_estimate_of(row);
    json_object(j, NULL);
    json_text(j, "name", name);
    json_uint(j, "games", row->games);
    json_uint(j, "won", row->won);
    json_uint(j, "tied", row->tied);
    json_uint(j, "lost", row->lost);
    json_real(j, "score", e.score, 6);
    json_real(j, "low", e.sure ? e.low : HUGE_VAL, 6);
    json_real(j, "high", e.sure ? e.high : HUGE_VAL, 6);
}

static void print_json(const match_run *m, const runner_report *report, uint64_t seed) {
    json j;
    json_begin(&j, "match");
    json_text(&j, "game", m->r->g.name);
    json_hex(&j, "rules_hash", m->r->hash);
    json_uint(&j, "games", report->games);
    json_uint(&j, "plies", report->plies);
    json_uint(&j, "seed", seed);
    json_array(&j, "players");
    for (int p = 0; p < m->r->players; p++) {
        json_row(&j, m->player[p].name, &report->player[p]);
        json_text(&j, "agent", m->player[p].spec);
        json_int(&j, "illegal", report->fault[p].illegal);
        json_int(&j, "late", report->fault[p].late);
        json_int(&j, "failed", report->fault[p].failed);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_array(&j, "seats");
    for (int s = 0; s < m->r->players; s++) {
        char word[80];
        cli_player_name(m->r, NULL, s, word, sizeof word);
        json_row(&j, word, &report->seat[s]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_bool(&j, "complete", !report->stopped);
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
            cli_complain("people do not play in 'match'; use 'tessera play %s'", m->r->g.name);
            return CLI_USAGE;
        }
    }
    cli_players_name(m->r, m->player);
    return CLI_OK;
}

static cli_exit check_records(const struct values *v) {
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

static cli_exit exit_of(const match_run *m, const runner_report *report) {
    if (m->illegal) {
        cli_complain("an answer was illegal, and --strict was given");
        return CLI_ILLEGAL;
    }
    if (report->stopped) {
        cli_complain("interrupted after %" PRIu64 " games", report->games);
        return CLI_INTERRUPTED;
    }
    for (int p = 0; p < m->r->players; p++) {
        if (report->fault[p].failed > 0) {
            cli_complain("%s failed: %s", m->player[p].name, report->complaint.message);
            return CLI_AGENT;
        }
    }
    return CLI_OK;
}

static cli_exit play_all(match_run *m, const cli_table *t, const void *start) {
    static const tsr_policy policies[] = {TSR_POLICY_FORFEIT, TSR_POLICY_FALLBACK, TSR_POLICY_SKIP};
    const struct values *v = m->v;
    uint64_t seed = v->seed.given ? v->seed.value : tsr_fresh_seed();
    runner_report report;
    tsr_error err = {0};
    runner_config config = {
        .rules = t->rules,
        .registry = t->registry,
        .games = (uint64_t)v->games,
        .seed = seed,
        .seating = (runner_seating)v->seats,
        .policy = policies[v->illegal],
        .tries = (uint8_t)v->tries,
        .start = start,
        .data_name = t->setup.data_name,
        .clock = v->clock,
        .self = m,
        .open_record = v->record || v->records ? open_record : NULL,
        .close_record = close_record,
        .played = played,
        .stopped = is_stopped,
    };
    for (int p = 0; p < t->rules->players; p++) {
        config.spec[p] = m->player[p].spec;
        config.name[p] = m->player[p].name;
    }
    tsr_err e = runner_run(&config, &report, &err);
    if (m->progress) {
        fprintf(stderr, "\r%79s\r", "");
    }
    if (e != TSR_OK && report.bad_player >= 0) {
        cli_complain_about(m->player[report.bad_player].spec, &err);
        return cli_exit_of_agent(e);
    }
    if (e == TSR_OK || report.games > 0) {
        v->json ? print_json(m, &report, seed) : print_report(m, &report, seed);
    }
    if (e != TSR_OK) {
        if (m->write_error) {
            cli_complain("%s: %s", m->path, strerror(m->write_error));
        } else {
            cli_complain("%s", err.message);
        }
        return CLI_FILE;
    }
    return exit_of(m, &report);
}

static cli_exit run_with(const cli_call *call, cli_table *t) {
    const struct values *v = call->values;
    match_run m = {.v = v};
    void *start = NULL;
    cli_exit code = cli_table_choose(t, call->argv[0]);
    if (code != CLI_OK) {
        return code;
    }
    int players = cli_players_wanted(t->game, call->argc - 1, (int)v->game.players);
    if (call->argc - 1 != players) {
        cli_complain("%s wants %d player%s here, and %d %s named", t->game->name, players,
                     players == 1 ? "" : "s", call->argc - 1, call->argc == 2 ? "is" : "are");
        return CLI_USAGE;
    }
    code = cli_table_open(t, call->argv[0], players, &v->game.option);
    m.r = t->rules;
    if (code == CLI_OK) {
        code = read_players(&m, call);
    }
    if (code == CLI_OK) {
        code = check_records(v);
    }
    if (code == CLI_OK && v->position) {
        code = cli_table_position(t, v->position, &start);
    }
    if (code == CLI_OK) {
        term_tty tty;
        term_tty_init(&tty, TERM_NEVER, TERM_ASCII);
        m.progress = tty.out_tty && !v->quiet && !v->json;
        term_signals_init();
        code = play_all(&m, t, start);
    }
    if (start) {
        tsr_mem_free(NULL, start, t->rules->state_size);
    }
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
                "  tessera match tron random random --games 20 --records DIR\n",
    .details =
        "Seats rotate from game to game, and where a game has chance, all seatings of one\n"
        "round meet the same luck. 'score' is the share of opponents beaten, a tie counting\n"
        "half. The same seed gives the same games, byte for byte, unless agents think by\n"
        "the clock. Who runs out of --time loses the game.\n",
    .min_args = 2,
    .max_args = 9,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
