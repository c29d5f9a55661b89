// SPDX-License-Identifier: MIT
//
// balance: what games between equal players say about the rules of a game.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/host.h>

#include "arena/balance.h"
#include "arena/series.h"
#include "arena/whole_file.h"
#include "cli/json.h"
#include "cli/series_options.h"
#include "cli/show.h"
#include "cli/table.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    const char *agent, *openings, *svg;
    int64_t games, length, jobs;
    cli_seed seed;
    int json, quiet;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("agent", "AGENT", "the agent on every seat (default mcts:nodes=100)",
                 struct values, agent),
    CLI_ROW_INT("games", "N", "number of games", struct values, games, 1, 100000, 100),
    CLI_ROW_INT("length", "N", "stop a game after this many moves", struct values, length, 1,
                1000000, 1000),
    CLI_ROW_SEED("seed", "N", "seed of all randomness (default 1)", struct values, seed),
    CLI_ROW_TEXT("openings", "HOW",
                 "start positions: random:N, book:FILE, none (random unless there is chance)",
                 struct values, openings),
    CLI_ROW_INT("jobs", "N", "games played at once; 0 = one for each core", struct values, jobs, 0,
                256, 1),
    CLI_ROW_TEXT("svg", "FILE", "draw the report", struct values, svg),
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
    CLI_ROW_FLAG("quiet", "no progress", struct values, quiet),
    CLI_GAME_OPTIONS(struct values, game),
};

enum { SHOWN = 8 }; // dead pieces and places that are named

typedef struct balance_run {
    const struct values *v;
    const tsr_rules *r;
    const char *agent;
    uint64_t seed;
    cli_series series;
    balance_places places;
    balance_watch watch; // each process that plays has its own copy
    balance balance;
    char seat[TSR_MAX_PLAYERS][80];
    tsr_error complaint; // of an agent that failed or answered what is illegal
    int lost;            // games whose process died
    int progress;
} balance_run;

// --- Playing -----------------------------------------------------------------------------------

static int is_stopped(void *self) {
    const balance_run *b = self;
    return b->complaint.code || b->balance.failed || term_interrupts() > 0 ||
           term_terminated() != 0;
}

static void on_thought(void *self, const tsr_match *m, const tsr_agent_info *info) {
    balance_watch_hear(&((balance_run *)self)->watch, m, info);
}

static void on_note(void *self, const runner_game *g, const tsr_match *m, buffer *out) {
    balance_watch_write(&((balance_run *)self)->watch, g->result, m, out);
}

// A player that fails says nothing about the rules.
static void note_fault(balance_run *b, const runner_game *g) {
    for (int seat = 0; seat < b->r->players && !b->complaint.code; seat++) {
        tsr_faults f = g->fault[seat];
        if (f.failed) {
            b->complaint = g->complaint;
        } else if (f.illegal || f.late) {
            (void)tsr_fail(&b->complaint, TSR_ERR_AGENT, "it answered what is illegal");
        }
    }
}

static tsr_err on_played(void *self, uint64_t group, const series_game *games,
                         const char *const *notes, int count, tsr_error *err) {
    balance_run *b = self;
    (void)group;
    b->lost += count == 0 && !is_stopped(b);
    for (int i = 0; i < count; i++) {
        note_fault(b, &games[i].game);
        if (!b->complaint.code &&
            !balance_add(&b->balance, &games[i].game, notes[i], b->series.once)) {
            return tsr_fail(err, TSR_ERR_MEMORY, "no memory to watch games");
        }
    }
    if (b->progress) {
        fprintf(stderr, "\r%" PRIu64 " of %" PRId64 " games ", b->balance.games, b->v->games);
    }
    return TSR_OK;
}

static tsr_err play_all(balance_run *b, const cli_table *t, tsr_error *err) {
    schedule_lineup lineup = {{0}}; // the same one on every seat
    static const char *const name[] = {"player"};
    const series_config config = {
        .rules = b->r,
        .registry = t->registry,
        .spec = &b->agent,
        .name = name,
        .lineup = &lineup,
        .lineups = 1,
        .groups = (uint64_t)b->v->games,
        .seating = RUNNER_FIXED,
        .numbered = 1,
        .seed = b->seed,
        .jobs = b->series.jobs > 1 ? b->series.jobs : 0,
        .policy = TSR_POLICY_FORFEIT,
        .tries = 1,
        .openings = b->series.openings.kind ? &b->series.openings : NULL,
        .adjudicate = {.length = (uint32_t)b->v->length},
        .data_name = t->setup.data_name,
        .self = b,
        .thought = on_thought,
        .note = on_note,
        .played = on_played,
        .stopped = is_stopped,
    };
    return series_run(&config, err);
}

// --- Telling -----------------------------------------------------------------------------------

static void print_head(const balance_run *b) {
    const balance *a = &b->balance;
    printf("%s, %" PRIu64 " game%s by %s, seed %" PRIu64 ", openings: %s\n", b->r->g.title,
           a->games, a->games == 1 ? "" : "s", b->agent, b->seed, b->series.word);
    if (a->repeated) {
        printf("%" PRIu64 " repeated games are not counted\n", a->repeated);
    }
    if (b->lost) {
        printf("%d games crashed and are not counted\n", b->lost);
    }
}

static void print_count(const char *what, uint64_t count, uint64_t all) {
    printf("  %-22.22s %6" PRIu64 "  %5.1f %%\n", what, count, 100 * (double)count / (double)all);
}

static void print_who_won(const balance_run *b, const balance_report *r) {
    const balance *a = &b->balance;
    for (int seat = 0; seat < b->r->players; seat++) {
        print_count(b->seat[seat], a->won[seat], a->games);
    }
    print_count(b->r->players > 1 ? "drawn" : "not won", r->draws, a->games);
    if (a->endless) {
        print_count("endless", a->endless, a->games);
    }
    if (b->r->players > 1 && r->decided) {
        printf("  %s won %.1f %% of the decided games (95 %% interval: %.1f .. %.1f): %s\n",
               b->seat[0], 100 * r->first.share, 100 * r->first.low, 100 * r->first.high,
               r->verdict);
    } else if (*r->verdict) {
        printf("  %s\n", r->verdict);
    }
}

static void print_dead(const balance *a, int pieces, size_t dead) {
    size_t shown = 0;
    for (size_t i = 0; i < a->places->count && shown < SHOWN; i++) {
        if (a->places->place[i].has_piece == pieces && balance_is_dead(a, i)) {
            printf("%s%s", shown++ ? ", " : ": ", balance_place_label(a->places, i));
        }
    }
    printf(dead > shown ? ", ...\n" : "\n");
}

static void print_course(const balance_run *b, const balance_report *r) {
    printf("\n  length           %.1f moves, from %u to %u, median %u\n", r->mean,
           (unsigned)r->shortest, (unsigned)r->longest, (unsigned)r->median);
    printf("  choices          %.1f moves at a decision, at most %" PRId64 "\n", r->choices,
           b->balance.sum[BALANCE_MOST_CHOICES]);
    if (isfinite(r->overturned)) {
        printf("  overturned       %.1f %% of the moves that look best one move ahead\n",
               100 * r->overturned);
    }
    if (isfinite(r->lead_changes)) {
        printf("  lead changes     %.2f a game\n", r->lead_changes);
    }
    if (isfinite(r->drama)) {
        printf("  drama            %.3f\n", r->drama);
    }
}

static void print_places(const balance_run *b, const balance_report *r) {
    if (r->pieces) {
        printf("  still pieces     %.1f %% of %zu in a game\n", 100 * r->still, r->pieces);
        printf("  dead pieces      %zu", r->dead_pieces);
        print_dead(&b->balance, 1, r->dead_pieces);
    }
    if (r->empty) {
        printf("  dead places      %zu of %zu", r->dead_places, r->empty);
        print_dead(&b->balance, 0, r->dead_places);
    }
}

static void print_report(balance_run *b) {
    balance_report r = balance_report_of(&b->balance);
    print_head(b);
    printf("\n");
    print_who_won(b, &r);
    print_course(b, &r);
    print_places(b, &r);
}

static void json_steps(json *j, const char *key, const balance *a, int field, int counts,
                       double whole) {
    json_open_array(j, key);
    for (int i = 0; i < BALANCE_STEPS; i++) {
        int64_t n = a->sum[counts + i];
        json_decimal(j, NULL, n ? (double)a->sum[field + i] / (double)n / whole : HUGE_VAL, 6);
    }
    json_close(j, ']');
}

static void json_dead(json *j, const char *key, const balance *a, int pieces) {
    json_open_array(j, key);
    for (size_t i = 0; i < a->places->count; i++) {
        if (a->places->place[i].has_piece == pieces && balance_is_dead(a, i)) {
            json_text(j, NULL, balance_place_label(a->places, i));
        }
    }
    json_close(j, ']');
}

static void json_seats(json *j, const balance_run *b) {
    json_open_array(j, "seats");
    for (int seat = 0; seat < b->r->players; seat++) {
        json_open_object(j, NULL);
        json_text(j, "name", b->seat[seat]);
        json_uint(j, "won", b->balance.won[seat]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_course(json *j, const balance *a, const balance_report *r) {
    json_decimal(j, "mean", r->mean, 6);
    json_uint(j, "shortest", r->shortest);
    json_uint(j, "median", r->median);
    json_uint(j, "longest", r->longest);
    json_decimal(j, "choices", r->choices, 6);
    json_int(j, "most_choices", a->sum[BALANCE_MOST_CHOICES]);
    json_decimal(j, "overturned", r->overturned, 6);
    json_decimal(j, "lead_changes", r->lead_changes, 6);
    json_decimal(j, "drama", r->drama, 6);
    json_steps(j, "choices_by_step", a, BALANCE_STEP_CHOICES, BALANCE_STEP_DECISIONS, 1);
    json_steps(j, "winner_expects_by_step", a, BALANCE_STEP_WINNER, BALANCE_STEP_TOLD,
               BALANCE_WHOLE);
}

static void json_places(json *j, const balance *a, const balance_report *r) {
    json_uint(j, "pieces", r->pieces);
    json_decimal(j, "still", r->still, 6);
    json_dead(j, "dead_pieces", a, 1);
    json_uint(j, "empty_places", r->empty);
    json_dead(j, "dead_places", a, 0);
}

static void print_json(balance_run *b) {
    balance *a = &b->balance;
    balance_report r = balance_report_of(a);
    json j;
    json_begin(&j, "balance");
    json_text(&j, "game", b->r->g.name);
    json_hex(&j, "rules_hash", b->r->hash);
    json_text(&j, "agent", b->agent);
    json_seed(&j, "seed", b->seed);
    json_text(&j, "openings", b->series.word);
    json_uint(&j, "games", a->games);
    json_uint(&j, "repeated", a->repeated);
    json_int(&j, "crashed", b->lost);
    json_seats(&j, b);
    json_uint(&j, "draws", r.draws);
    json_uint(&j, "endless", a->endless);
    json_uint(&j, "decided", r.decided);
    json_decimal(&j, "first_share", r.first.share, 6);
    json_decimal(&j, "first_low", r.first.low, 6);
    json_decimal(&j, "first_high", r.first.high, 6);
    json_text(&j, "verdict", *r.verdict ? r.verdict : NULL);
    json_course(&j, a, &r);
    json_places(&j, a, &r);
    json_end(&j, stdout);
}

static cli_exit write_svg(balance_run *b) {
    buffer picture;
    char title[200];
    const char *seats[TSR_MAX_PLAYERS];
    tsr_error err = {0};
    buffer_init(&picture, NULL);
    for (int i = 0; i < b->r->players; i++) {
        seats[i] = b->seat[i];
    }
    snprintf(title, sizeof title, "%.60s: %" PRIu64 " games by %.60s", b->r->g.title,
             b->balance.games, b->agent);
    balance_plot(&b->balance, title, seats, &picture);
    tsr_err e = picture.failed
                    ? tsr_fail(&err, TSR_ERR_MEMORY, "no memory for a picture")
                    : whole_file_write(b->v->svg, buffer_text(&picture), picture.size, &err);
    buffer_deinit(&picture);
    if (e) {
        cli_complain_about(b->v->svg, &err);
    }
    return e ? CLI_FILE : CLI_OK;
}

// --- Running -----------------------------------------------------------------------------------

// What the games came to, also when they were cut short.
static cli_exit tell(balance_run *b, tsr_err e, const tsr_error *err) {
    cli_exit code = CLI_OK;
    if (b->balance.games > 0 && !b->complaint.code) {
        b->v->json ? print_json(b) : print_report(b);
        code = b->v->svg ? write_svg(b) : CLI_OK;
    }
    if (e) {
        cli_complain("%s", err->message);
        return CLI_FILE;
    }
    if (b->complaint.code) {
        cli_complain("%s failed: %s", b->agent, b->complaint.message);
        return CLI_AGENT;
    }
    if (term_interrupts() > 0 || term_terminated()) {
        cli_complain("interrupted after %" PRIu64 " games", b->balance.games);
        return CLI_INTERRUPTED;
    }
    return code ? code : b->lost ? CLI_AGENT : CLI_OK;
}

static cli_exit prepare(balance_run *b, const cli_table *t) {
    const cli_series_values series = {.openings = b->v->openings, .jobs = b->v->jobs};
    tsr_error err = {0};
    cli_exit code = cli_series_try_agents(t->registry, b->r, &b->agent, 1);
    code = code ? code : cli_series_read(&b->series, &series, b->r, &b->agent, 1, b->seed, 0);
    if (code) {
        return code;
    }
    tsr_err e = balance_places_init(&b->places, b->r, &err);
    e = e ? e : balance_watch_init(&b->watch, b->r, &b->places, &err);
    e = e ? e : balance_init(&b->balance, b->r, &b->places, &err);
    if (e) {
        cli_complain("%s", err.message);
        return cli_exit_of(e);
    }
    for (int i = 0; i < b->r->players; i++) {
        cli_player_name(b->r, NULL, i, b->seat[i], sizeof b->seat[i]);
    }
    return CLI_OK;
}

// Whether the picture has a place, before hours are spent on it. A pipe is opened once, when there is something
// to read.
static cli_exit try_svg(const char *path) {
    struct stat there;
    if (path && stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        return CLI_OK;
    }
    FILE *f = path ? fopen(path, "a") : NULL;
    if (path && !f) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_FILE;
    }
    if (f) {
        (void)fclose(f);
    }
    return CLI_OK;
}

static cli_exit run_on(balance_run *b, const cli_table *t) {
    tsr_error err = {0};
    term_tty tty;
    cli_exit code = prepare(b, t);
    code = code ? code : try_svg(b->v->svg);
    if (code == CLI_OK) {
        term_tty_init(&tty, TERM_NEVER, TERM_ASCII);
        b->progress = tty.out_tty && !b->v->quiet && !b->v->json;
        term_signals_init();
        tsr_err e = play_all(b, t, &err);
        if (b->progress) {
            fprintf(stderr, "\r%40s\r", "");
        }
        code = tell(b, e, &err);
    }
    balance_deinit(&b->balance);
    balance_watch_deinit(&b->watch);
    balance_places_deinit(&b->places);
    cli_series_free(&b->series);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table t = {0};
    if (v->agent && strcmp(v->agent, "human") == 0) {
        cli_complain("'balance' is for agents only; --agent names one");
        return CLI_USAGE;
    }
    cli_exit code = cli_table_begin(&t, &v->game);
    code = code ? code : cli_table_open(&t, call->argv[0], (int)v->game.players, &v->game.option);
    if (code == CLI_OK) {
        balance_run b = {.v = v,
                         .r = t.rules,
                         .agent = v->agent ? v->agent : "mcts:nodes=100",
                         .seed = v->seed.given ? v->seed.value : 1};
        code = run_on(&b, &t);
    }
    cli_table_deinit(&t);
    return code;
}

const cli_command cli_cmd_balance = {
    .name = "balance",
    .usage = "GAME",
    .about = "Measure fairness, length and choices of a game by games between equal players.",
    .details =
        "The same agent plays on every seat, from openings that are all different; repeated games\n"
        "are counted once. The first player's share is of the games that somebody won, with the\n"
        "95 % Wilson interval. 'overturned' is how often the move played was not the one that\n"
        "looks best one move ahead, 'drama' how far behind the winners were. The same seed\n"
        "gives the same report with any number of --jobs, unless agents use time limits.\n",
    .examples = "  tessera balance breakthrough\n"
                "  tessera balance mygame.game --agent mcts:nodes=1000 --games 400 --jobs 0\n"
                "  tessera balance hex --option size=5 --svg hex.svg\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
