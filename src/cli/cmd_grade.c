// SPDX-License-Identifier: MIT
//
// grade: how far a game that somebody wrote is the game it should be. The work and a reference are played
// side by side: counts of move sequences first, then random games, move by move and to the end. What
// differs first is told in words, with the moves that lead there.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/perft.h>
#include <tessera/rng.h>

#include "base/buffer.h"
#include "cli/grade.h"
#include "cli/json.h"
#include "cli/table.h"

enum { MOST_DEPTH = 20 };

struct values {
    cli_game_values game;
    const char *as;
    int64_t games, depth;
    cli_seed seed;
    int json;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_TEXT("as", "NAME", "the reference: the name of a game, or a rules file", struct values,
                 as),
    CLI_ROW_INT("games", "N", "number of random games to compare", struct values, games, 1, 100000,
                1000),
    CLI_ROW_INT("depth", "N", "depth to which move sequences are counted", struct values, depth, 0,
                MOST_DEPTH, 4),
    CLI_ROW_SEED("seed", "N", "seed of the random games (default 1)", struct values, seed),
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
};

static const char PROGRAM[] = "exec:";

// Deeper counts are left out: of more sequences, or for programs of more questions.
static const uint64_t MOST_NODES = 2000000, MOST_ASKED = 2000;

typedef struct path {
    int size;
    grade_move work[MOST_DEPTH], wanted[MOST_DEPTH];
} path;

typedef struct report {
    uint64_t wanted_nodes, found_nodes;
    int depth;              // of the deepest count that agrees
    int games, same, plies; // random games, and those that agree to the end
    buffer line;            // moves to the first difference
    buffer words;           // what differs there; empty = nothing
} report;

// --- One position -------------------------------------------------------------------------

// Looks at both; 1 = they are the same.
static int look_at_both(grade_side *work, grade_side *wanted, report *out) {
    grade_look(wanted);
    if (!grade_look(work)) {
        buffer_addf(&out->words, "%s", work->problem);
        return 0;
    }
    return grade_is_same(work, wanted, &out->words);
}

static void add_to_line(report *out, const char *text) {
    buffer_addf(&out->line, "%s%s", out->line.size ? " " : "", text);
}

// --- Counting -----------------------------------------------------------------------------

// Counts by asking for every list on the way, which for programs is the only way. 0 = there is a difference.
static int count_by_lists(grade_side *work, grade_side *wanted, path *p, int depth, report *out) {
    int at = p->size, same = 1;
    for (int i = 0, count = 1; same && i < count; i++) {
        grade_start(work);
        grade_start(wanted);
        for (int j = 0; j < at; j++) {
            grade_play(work, &p->work[j]);
            grade_play(wanted, &p->wanted[j]);
        }
        same = look_at_both(work, wanted, out);
        count = wanted->count;
        if (!same || depth == 1) {
            out->wanted_nodes += (uint64_t)count;
            out->found_nodes += (uint64_t)work->count;
            break;
        }
        if (count) {
            p->work[at] = work->list[i];
            p->wanted[at] = wanted->list[i];
            p->size = at + 1;
            same = count_by_lists(work, wanted, p, depth - 1, out);
            p->size = same ? at : p->size; // the way to a difference stays
        }
    }
    return same;
}

static tsr_err count_asked(grade_side *work, grade_side *wanted, int depth, report *out) {
    path *p = calloc(1, sizeof *p);
    if (!p) {
        return TSR_ERR_MEMORY;
    }
    out->wanted_nodes = out->found_nodes = 0;
    if (!count_by_lists(work, wanted, p, depth, out)) {
        for (int i = 0; i < p->size; i++) {
            add_to_line(out, p->wanted[i].text);
        }
    }
    free(p);
    return TSR_OK;
}

static tsr_err count_both(grade_side *work, grade_side *wanted, int depth, report *out) {
    if (!work->r) {
        return count_asked(work, wanted, depth, out);
    }
    tsr_perft p = {0}, q = {0};
    tsr_init(work->r, work->state);
    tsr_init(wanted->r, wanted->state);
    tsr_err e = tsr_perft_run(wanted->r, wanted->state, depth, TSR_PERFT_COUNT, NULL, &p);
    e = e ? e : tsr_perft_run(work->r, work->state, depth, TSR_PERFT_COUNT, NULL, &q);
    out->wanted_nodes = p.nodes;
    out->found_nodes = q.nodes;
    return e;
}

// Whether the next count is small enough, after two of so many sequences.
static int is_countable(const grade_side *work, uint64_t before, uint64_t now) {
    return work->r ? now * (now / (before ? before : 1)) <= MOST_NODES : now <= MOST_ASKED;
}

// Counts as deep as asked, or until there are too many, or they differ.
static tsr_err compare_counts(grade_side *work, grade_side *wanted, int depth, report *out) {
    uint64_t before = 1, now = 1;
    for (int d = 1; d <= depth && is_countable(work, before, now); d++) {
        tsr_err e = count_both(work, wanted, d, out);
        if (e || out->words.size || out->wanted_nodes != out->found_nodes) {
            return e;
        }
        out->depth = d;
        before = now;
        now = out->wanted_nodes;
    }
    return TSR_OK;
}

// --- Playing ------------------------------------------------------------------------------

// One random game; 1 = both are the same game all the way.
static int play_both(grade_side *work, grade_side *wanted, tsr_rng *rng, report *out) {
    grade_start(work);
    grade_start(wanted);
    buffer_clear(&out->line);
    for (uint32_t ply = 0; ply <= wanted->r->max_plies; ply++) {
        if (!look_at_both(work, wanted, out)) {
            return 0;
        }
        if (wanted->who < 0) {
            return 1;
        }
        int i = (int)tsr_rng_below(rng, (uint32_t)wanted->count);
        if (!grade_reads_back(work, &work->list[i], &out->words)) {
            return 0;
        }
        add_to_line(out, wanted->list[i].text);
        grade_play(wanted, &wanted->list[i]);
        grade_play(work, &work->list[i]);
        out->plies++;
    }
    buffer_addf(&out->words, "the game does not end");
    return 0;
}

// --- Telling --------------------------------------------------------------------------------

static int is_equal(const report *a) {
    return a->same == a->games && !a->words.size && a->wanted_nodes == a->found_nodes;
}

static void print_report(const grade_side *work, const grade_side *wanted, const report *a) {
    if (a->wanted_nodes == a->found_nodes) {
        printf("counts: the same to depth %d, %" PRIu64 " sequences\n", a->depth, a->found_nodes);
    } else {
        printf("counts: %" PRIu64 " sequences of %d %s, not %" PRIu64 "\n", a->found_nodes,
               a->depth + 1, a->depth ? "moves" : "move", a->wanted_nodes);
    }
    printf("games: %d of %d the same, %d moves compared\n", a->same, a->games, a->plies);
    if (a->words.size) {
        printf("first difference: %s%s\n", a->line.size ? "after " : "at the start",
               a->line.size ? buffer_text(&a->line) : "");
        printf("  %s\n", buffer_text(&a->words));
    }
    printf("%s is %s%s\n", work->title, is_equal(a) ? "" : "not yet ", wanted->title);
}

static void print_json(const grade_side *work, const grade_side *wanted, const report *a) {
    json j;
    json_begin(&j, "grade");
    json_text(&j, "game", work->r ? work->r->g.name : NULL);
    json_text(&j, "as", wanted->r->g.name);
    json_int(&j, "depth", a->depth);
    json_uint(&j, "nodes", a->found_nodes);
    json_uint(&j, "nodes_wanted", a->wanted_nodes);
    json_int(&j, "games", a->games);
    json_int(&j, "games_same", a->same);
    json_int(&j, "moves", a->plies);
    json_text(&j, "line", a->words.size ? buffer_text(&a->line) : NULL);
    json_text(&j, "difference", a->words.size ? buffer_text(&a->words) : NULL);
    json_bool(&j, "same", is_equal(a));
    json_end(&j, stdout);
}

static cli_exit grade(grade_side *work, grade_side *wanted, const struct values *v) {
    report a = {.games = 0};
    tsr_rng rng;
    buffer_init(&a.line, NULL);
    buffer_init(&a.words, NULL);
    tsr_rng_init(&rng, v->seed.given ? v->seed.value : 1);
    tsr_err e = compare_counts(work, wanted, (int)v->depth, &a);
    for (; !e && a.games < v->games && !a.words.size; a.games++) {
        a.same += play_both(work, wanted, &rng, &a);
    }
    if (e) {
        cli_complain("%s", tsr_err_text(e));
    } else if (v->json) {
        print_json(work, wanted, &a);
    } else {
        print_report(work, wanted, &a);
    }
    cli_exit code = e ? cli_exit_of(e) : is_equal(&a) ? CLI_OK : CLI_FILE;
    buffer_deinit(&a.line);
    buffer_deinit(&a.words);
    return code;
}

// --- Opening --------------------------------------------------------------------------------

// `program` is its command, or NULL: then the work lies on the table.
static int open_both(grade_side *work, grade_side *wanted, const tsr_rules *r, const tsr_rules *q,
                     const char *program) {
    work->rows = wanted->rows = grade_rows(q);
    return grade_open(wanted, q) &&
           (program ? grade_open_program(work, program) : grade_open(work, r));
}

static cli_exit grade_tables(const cli_table *made, const cli_table *reference, const char *program,
                             const struct values *v) {
    const tsr_rules *r = made->rules, *q = reference->rules;
    if (((r ? r->g.flags : 0) | q->g.flags) & (TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS)) {
        cli_complain("games with hidden information cannot be graded: random games do not show who "
                     "may see what");
        return CLI_USAGE;
    }
    if (r && r->players != q->players) {
        cli_complain("%s is for %d, %s for %d", r->g.name, r->players, q->g.name, q->players);
        return CLI_FILE;
    }
    grade_side work = {0}, wanted = {0};
    cli_exit code = CLI_FILE;
    if (open_both(&work, &wanted, r, q, program)) {
        code = grade(&work, &wanted, v);
    } else {
        cli_complain("%s", work.problem[0] ? work.problem : tsr_err_text(TSR_ERR_MEMORY));
    }
    grade_close(&work);
    grade_close(&wanted);
    return code;
}

// A whole turn is one move, whichever way the compiler of rules would cut it.
static cli_exit open_table(cli_table *t, const char *game, const struct values *v,
                           const cli_list *given) {
    cli_exit code = cli_table_set(t, game, (int)v->game.players, given);
    tsr_error err = {0};
    for (int i = 0; code == CLI_OK && i < t->game->option_count; i++) {
        if (strcmp(t->game->options[i].name, "turns") == 0 &&
            tsr_setup_option(&t->setup, "turns", "joined", &err) != TSR_OK) {
            cli_complain("%s", err.message);
            return CLI_USAGE;
        }
    }
    return code == CLI_OK ? cli_table_rules(t) : code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    static const cli_list no_options;
    cli_table work = {0}, wanted = {0};
    size_t mark = sizeof PROGRAM - 1;
    const char *program = strncmp(call->argv[0], PROGRAM, mark) == 0 ? call->argv[0] + mark : NULL;
    if (!v->as) {
        cli_complain("--as NAME says which game it is to be compared with");
        return CLI_USAGE;
    }
    cli_exit code = cli_table_begin(&work, &v->game);
    if (!code && !program) {
        code = open_table(&work, call->argv[0], v, &v->game.option);
    }
    code = code ? code : cli_table_begin(&wanted, &v->game);
    code = code ? code : open_table(&wanted, v->as, v, &no_options);
    code = code ? code : grade_tables(&work, &wanted, program, v);
    cli_table_deinit(&work);
    cli_table_deinit(&wanted);
    return code;
}

const cli_command cli_cmd_grade = {
    .name = "grade",
    .usage = "GAME",
    .about = "Compare an implementation of a game with a reference.",
    .examples = "  tessera grade mygame.game --as tictactoe\n"
                "  tessera grade mine --plugin ./mine.so --as domineering --games 200\n"
                "  tessera grade \"exec:python3 mine.py\" --as morris --json\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
