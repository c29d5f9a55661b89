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
#include "cli/json.h"
#include "cli/show.h"
#include "cli/table.h"

struct values {
    cli_game_values game;
    const char *as;
    int64_t games, depth;
    cli_seed seed;
    int json;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_TEXT("as", "NAME", "the game it should be: a name, or a rules file", struct values, as),
    CLI_ROW_INT("games", "N", "random games to compare", struct values, games, 1, 100000, 1000),
    CLI_ROW_INT("depth", "N", "count sequences of at most so many moves", struct values, depth, 0,
                20, 4),
    CLI_ROW_SEED("seed", "N", "which random games (default 1)", struct values, seed),
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
};

enum { SHOWN = 12 };                        // moves that one of them has and the other has not
static const uint64_t MOST_NODES = 2000000; // of a count: deeper ones are left out

typedef struct named_move {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move move;
} named_move;

// One of the two games, in the position they have come to.
typedef struct side {
    const tsr_rules *r;
    void *state;
    tsr_move *moves;
    uint32_t *weights;
    named_move *named; // the moves of this position, by their texts
    int count;
    int who; // who decides; -1 = the game is over
} side;

typedef struct report {
    uint64_t wanted_nodes, found_nodes;
    int depth;              // of the deepest count that agrees
    int games, same, plies; // random games, and those that agree to the end
    buffer line;            // moves to the first difference
    buffer words;           // what differs there; empty = nothing
} report;

// --- Two games ---------------------------------------------------------------------------

static int side_open(side *s, const tsr_rules *r) {
    size_t room = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    s->r = r;
    s->state = tsr_mem_new(NULL, r->state_size);
    s->moves = calloc(room, sizeof *s->moves);
    s->weights = calloc(room, sizeof *s->weights);
    s->named = calloc(room, sizeof *s->named);
    return s->state && s->moves && s->weights && s->named;
}

static void side_close(side *s) {
    if (s->state) {
        tsr_mem_free(NULL, s->state, s->r->state_size);
    }
    free(s->moves);
    free(s->weights);
    free(s->named);
}

static int by_text(const void *a, const void *b) {
    return strcmp(((const named_move *)a)->text, ((const named_move *)b)->text);
}

static void side_look(side *s) {
    s->who = tsr_mover(tsr_turn(s->r, s->state));
    s->count = s->who < 0             ? 0
               : s->who == TSR_CHANCE ? s->r->g.chance(s->r, s->state, s->moves, s->weights)
                                      : tsr_moves(s->r, s->state, s->who, s->moves);
    for (int i = 0; i < s->count; i++) {
        s->named[i].move = s->moves[i];
        tsr_move_text(s->r, s->state, s->who, s->moves[i], s->named[i].text, TSR_MOVE_TEXT_MAX);
    }
    qsort(s->named, (size_t)s->count, sizeof *s->named, by_text);
}

// --- What differs -------------------------------------------------------------------------

static void tell_ending(const side *s, buffer *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    int first = -1, shared = 0;
    s->r->g.result(s->r, s->state, result);
    for (int i = 0; i < s->r->players; i++) {
        shared += result[i].rank == 1;
        first = result[i].rank == 1 ? i : first;
    }
    char name[80] = "nobody";
    if (shared == 1) {
        cli_player_name(s->r, NULL, first, name, sizeof name);
    }
    buffer_addf(out, shared == 1 ? "%s wins" : "it is shared", name);
}

static void tell_turn(const side *s, buffer *out) {
    char name[80];
    if (s->who < 0) {
        buffer_addf(out, "the game is over, ");
        tell_ending(s, out);
    } else if (s->who == TSR_CHANCE) {
        buffer_addf(out, "chance decides");
    } else {
        cli_player_name(s->r, NULL, s->who, name, sizeof name);
        buffer_addf(out, "%s is to move", name);
    }
}

// The moves of `a` that `b` has not.
static int tell_missing(const side *a, const side *b, const char *what, buffer *out) {
    int missing = 0;
    for (int i = 0; i < a->count; i++) {
        if (!b->count ||
            !bsearch(&a->named[i], b->named, (size_t)b->count, sizeof *b->named, by_text)) {
            if (missing < SHOWN) {
                buffer_addf(out, "%s%s", missing ? ", " : what, a->named[i].text);
            }
            missing++;
        }
    }
    if (missing > SHOWN) {
        buffer_addf(out, " and %d more", missing - SHOWN);
    }
    return missing;
}

static int is_same_ending(const side *a, const side *b) {
    tsr_result x[TSR_MAX_PLAYERS], y[TSR_MAX_PLAYERS];
    int same = a->r->players == b->r->players;
    a->r->g.result(a->r, a->state, x);
    b->r->g.result(b->r, b->state, y);
    for (int i = 0; same && i < a->r->players; i++) {
        same = x[i].rank == y[i].rank;
    }
    return same;
}

// Whether both say the same of the position they are in; else `out` has what differs.
static int is_same_position(const side *work, const side *wanted, buffer *out) {
    if (work->who != wanted->who || (work->who < 0 && !is_same_ending(work, wanted))) {
        buffer_addf(out, "in the reference ");
        tell_turn(wanted, out);
        buffer_addf(out, "; here ");
        tell_turn(work, out);
        return 0;
    }
    int missing = tell_missing(wanted, work, "moves that are missing: ", out);
    int added = tell_missing(
        work, wanted, missing ? "; moves that should not be: " : "moves that should not be: ", out);
    return !missing && !added;
}

// --- Counting and playing -----------------------------------------------------------------

// Counts as deep as asked, or until there are too many. 1 = they agree.
static tsr_err compare_counts(side *work, side *wanted, int depth, report *out) {
    tsr_init(work->r, work->state);
    tsr_init(wanted->r, wanted->state);
    uint64_t before = 1, now = 1;
    for (int d = 1; d <= depth && now * (now / (before ? before : 1)) <= MOST_NODES; d++) {
        tsr_perft p, q;
        tsr_err e = tsr_perft_run(wanted->r, wanted->state, d, TSR_PERFT_COUNT, NULL, &p);
        e = e ? e : tsr_perft_run(work->r, work->state, d, TSR_PERFT_COUNT, NULL, &q);
        if (e) {
            return e;
        }
        out->wanted_nodes = p.nodes;
        out->found_nodes = q.nodes;
        if (p.nodes != q.nodes) {
            return TSR_OK;
        }
        out->depth = d;
        before = now;
        now = p.nodes;
    }
    return TSR_OK;
}

// One random game; 1 = both are the same game all the way.
static int play_both(side *work, side *wanted, tsr_rng *rng, report *out) {
    tsr_init(work->r, work->state);
    tsr_init(wanted->r, wanted->state);
    buffer_clear(&out->line);
    for (uint32_t ply = 0; ply <= wanted->r->max_plies; ply++) {
        side_look(work);
        side_look(wanted);
        if (!is_same_position(work, wanted, &out->words)) {
            return 0;
        }
        if (wanted->who < 0) {
            return 1;
        }
        int i = (int)tsr_rng_below(rng, (uint32_t)wanted->count);
        buffer_addf(&out->line, "%s%s", out->line.size ? " " : "", wanted->named[i].text);
        tsr_play(wanted->r, wanted->state, wanted->who, wanted->named[i].move);
        tsr_play(work->r, work->state, work->who, work->named[i].move);
        out->plies++;
    }
    buffer_addf(&out->words, "the game does not end");
    return 0;
}

// --- Telling --------------------------------------------------------------------------------

static int is_equal(const report *a) {
    return a->same == a->games && a->wanted_nodes == a->found_nodes;
}

static void print_report(const side *work, const side *wanted, const report *a) {
    if (a->wanted_nodes == a->found_nodes) {
        printf("counts: the same to depth %d, %" PRIu64 " sequences\n", a->depth, a->found_nodes);
    } else {
        printf("counts: %" PRIu64 " sequences of %d moves, not %" PRIu64 "\n", a->found_nodes,
               a->depth + 1, a->wanted_nodes);
    }
    printf("games: %d of %d the same, %d moves compared\n", a->same, a->games, a->plies);
    if (a->words.size) {
        printf("first difference: %s%s\n", a->line.size ? "after " : "at the start",
               a->line.size ? buffer_text(&a->line) : "");
        printf("  %s\n", buffer_text(&a->words));
    }
    printf("%s is %s%s\n", work->r->g.title, is_equal(a) ? "" : "not yet ", wanted->r->g.title);
}

static void print_json(const side *work, const side *wanted, const report *a) {
    json j;
    json_begin(&j, "grade");
    json_text(&j, "game", work->r->g.name);
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

static cli_exit grade(side *work, side *wanted, const struct values *v) {
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

static cli_exit grade_tables(const cli_table *work, const cli_table *wanted,
                             const struct values *v) {
    const tsr_rules *r = work->rules, *q = wanted->rules;
    if ((r->g.flags | q->g.flags) & (TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS)) {
        cli_complain(
            "games with secrets cannot be graded: random games would not tell who may see what");
        return CLI_USAGE;
    }
    if (r->players != q->players) {
        cli_complain("%s is for %d, %s for %d", r->g.name, r->players, q->g.name, q->players);
        return CLI_FILE;
    }
    side a = {0}, b = {0};
    cli_exit code = CLI_FILE;
    if (side_open(&a, r) && side_open(&b, q)) {
        code = grade(&a, &b, v);
    } else {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
    }
    side_close(&a);
    side_close(&b);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    static const cli_list no_options;
    cli_table work = {0}, wanted = {0};
    if (!v->as) {
        cli_complain("which game should it be? --as NAME says it");
        return CLI_USAGE;
    }
    cli_exit code = cli_table_begin(&work, &v->game);
    code =
        code ? code : cli_table_open(&work, call->argv[0], (int)v->game.players, &v->game.option);
    code = code ? code : cli_table_begin(&wanted, &v->game);
    code = code ? code : cli_table_open(&wanted, v->as, (int)v->game.players, &no_options);
    code = code ? code : grade_tables(&work, &wanted, v);
    cli_table_deinit(&work);
    cli_table_deinit(&wanted);
    return code;
}

const cli_command cli_cmd_grade = {
    .name = "grade",
    .usage = "GAME",
    .about = "Compare a game that somebody wrote with the game it should be.",
    .examples = "  tessera grade mygame.game --as tictactoe\n"
                "  tessera grade mine --plugin ./mine.so --as domineering --games 200\n"
                "  tessera grade mygame.game --as morris --json\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
