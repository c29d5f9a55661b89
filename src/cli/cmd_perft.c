// SPDX-License-Identifier: MIT
//
// perft: counts move sequences, the classic test of a move generator. Standard
// output carries the counts and nothing else; times go to standard error.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tessera/host.h>
#include <tessera/perft.h>

#include "cli/json.h"
#include "cli/show.h"
#include "cli/table.h"
#include "gpu/count.h"

struct values {
    cli_game_values game;
    const char *position;
    int divide, games, made, json, gpu;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_PASS_OPTION(struct values, game),
    CLI_ROW_TEXT("position", "TEXT", "count from this position", struct values, position),
    CLI_ROW_FLAG("divide", "one count for each first move, at the full depth", struct values,
                 divide),
    CLI_ROW_FLAG("games", "also count finished games, by winner", struct values, games),
    CLI_ROW_FLAG("made", "play the last ply instead of counting its moves", struct values, made),
    CLI_ROW_FLAG("gpu", "count on an NVIDIA GPU, except for the first plies", struct values, gpu),
    CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
};

enum { MAX_DEPTH = 1000 };

// --- Depth by depth ------------------------------------------------------------------

// `seconds` of a GPU, or 0.
static void print_depth_json(const tsr_rules *r, int depth, const tsr_perft *p, int games,
                             double seconds) {
    json j;
    json_begin(&j, "perft");
    json_text(&j, "game", r->g.name);
    json_int(&j, "depth", depth);
    json_uint(&j, "nodes", p->nodes);
    if (seconds > 0) {
        json_decimal(&j, "gpu_seconds", seconds, 9);
    }
    if (games) {
        json_uint(&j, "games", p->games);
        json_open_array(&j, "won");
        for (int i = 0; i < r->players; i++) {
            json_uint(&j, NULL, p->first[i]);
        }
        json_close(&j, ']');
        json_uint(&j, "shared", p->shared);
    }
    json_end(&j, stdout);
}

// Complete games of at most the full depth, after the list of depths.
static void print_games(const tsr_rules *r, const tsr_perft *p) {
    printf("games %" PRIu64 "\n", p->games);
    for (int i = 0; i < r->players; i++) {
        char name[80];
        cli_player_name(r, NULL, i, name, sizeof name);
        printf("won by %s %" PRIu64 "\n", name, p->first[i]);
    }
    printf("shared %" PRIu64 "\n", p->shared);
}

static tsr_err count_depths(const tsr_rules *r, const void *s, int depth, const struct values *v) {
    tsr_perft p = {0};
    int mode = v->games ? TSR_PERFT_GAMES : v->made ? TSR_PERFT_MADE : TSR_PERFT_COUNT;
    for (int d = 1; d <= depth; d++) {
        uint64_t start = tsr_now_us();
        tsr_err e = tsr_perft_run(r, s, d, mode, NULL, &p);
        if (e != TSR_OK) {
            return e;
        }
        if (v->json) {
            print_depth_json(r, d, &p, v->games, 0);
        } else {
            printf("%d %" PRIu64 "\n", d, p.nodes);
        }
        fflush(stdout);
        double seconds = (double)(tsr_now_us() - start) / 1e6;
        fprintf(stderr, "depth %d: %.3f s, %.1f M/s\n", d, seconds,
                seconds > 0 ? (double)p.nodes / seconds / 1e6 : 0.0);
    }
    if (v->games && !v->json) {
        print_games(r, &p);
    }
    return TSR_OK;
}

// --- On a GPU ------------------------------------------------------------------------

static cli_exit count_on_gpu(const tsr_rules *r, const void *s, int depth, const struct values *v) {
    tsr_error err = {0};
    gpu_game *g = NULL;
    tsr_err e = gpu_open(r, 0, &g, &err);
    for (int d = 1; !e && d <= depth; d++) {
        tsr_perft p = {0};
        double seconds = 0;
        e = gpu_count(g, r, s, d, &p.nodes, &seconds, &err);
        if (!e && v->json) {
            print_depth_json(r, d, &p, 0, seconds);
        } else if (!e) {
            printf("%d %" PRIu64 "\n", d, p.nodes);
            fflush(stdout);
            fprintf(stderr, "depth %d: %.4f s on the GPU, %.1f M/s\n", d, seconds,
                    seconds > 0 ? (double)p.nodes / seconds / 1e6 : 0.0);
        }
    }
    gpu_close(g);
    if (e) {
        cli_complain("%s", err.message);
        return CLI_FILE;
    }
    return CLI_OK;
}

// --- Move by move --------------------------------------------------------------------

static void print_divide(const tsr_rules *r, const void *s, int who, tsr_move m, int depth,
                         uint64_t nodes, int as_json) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(r, s, who, m, text, sizeof text);
    if (as_json) {
        json j;
        json_begin(&j, "divide");
        json_text(&j, "game", r->g.name);
        json_int(&j, "depth", depth);
        json_text(&j, "move", text);
        json_uint(&j, "nodes", nodes);
        json_end(&j, stdout);
    } else {
        printf("%s: %" PRIu64 "\n", text, nodes);
    }
}

// The moves or outcomes of the one who decides in `s`.
static int list_moves(const tsr_rules *r, const void *s, int who, tsr_move *moves,
                      uint32_t *weights) {
    if (who < 0) {
        return 0;
    }
    return who == TSR_CHANCE ? r->g.chance(r, s, moves, weights) : tsr_moves(r, s, who, moves);
}

static tsr_err divide(const tsr_rules *r, const void *s, int depth, const struct values *v) {
    size_t room = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    tsr_move *moves = calloc(room, sizeof *moves);
    uint32_t *weights = calloc(room, sizeof *weights);
    void *after = tsr_mem_new(NULL, r->state_size);
    tsr_err e = moves && weights && after ? TSR_OK : TSR_ERR_MEMORY;
    int who = tsr_mover(tsr_turn(r, s));
    int count = e == TSR_OK ? list_moves(r, s, who, moves, weights) : 0;
    uint64_t total = 0;
    for (int i = 0; e == TSR_OK && i < count; i++) {
        tsr_perft p = {.nodes = 1};
        memcpy(after, s, r->state_size);
        tsr_play(r, after, who, moves[i]);
        e = depth > 1 ? tsr_perft_run(r, after, depth - 1, 0, NULL, &p) : TSR_OK;
        if (e == TSR_OK) {
            print_divide(r, s, who, moves[i], depth, p.nodes, v->json);
            total += p.nodes;
        }
    }
    if (e == TSR_OK && !v->json) {
        printf("total: %" PRIu64 "\n", total);
    }
    free(moves);
    free(weights);
    tsr_mem_free(NULL, after, r->state_size);
    return e;
}

static cli_exit run_on(const cli_table *t, int depth, const struct values *v) {
    void *state = NULL;
    cli_exit code = cli_table_start(t, v->position, &state);
    if (code != CLI_OK) {
        return code;
    }
    if (v->gpu) {
        code =
            v->divide || v->games || v->made ? CLI_USAGE : count_on_gpu(t->rules, state, depth, v);
        if (code == CLI_USAGE) {
            cli_complain("--gpu counts, and has no --divide, --games or --made");
        }
        tsr_mem_free(NULL, state, t->rules->state_size);
        return code;
    }
    tsr_err e =
        v->divide ? divide(t->rules, state, depth, v) : count_depths(t->rules, state, depth, v);
    if (e != TSR_OK) {
        cli_complain("%s", tsr_err_text(e));
        code = cli_exit_of(e);
    }
    tsr_mem_free(NULL, state, t->rules->state_size);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    uint64_t depth = 0;
    cli_table table;
    if (!cli_number(call->argv[1], &depth) || depth < 1 || depth > MAX_DEPTH) {
        cli_complain("the depth is a number from 1 to %d, not '%.40s'", MAX_DEPTH, call->argv[1]);
        return CLI_USAGE;
    }
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_leave_out(&table, &v->game.no_pass);
    }
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        code = run_on(&table, (int)depth, v);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_perft = {
    .name = "perft",
    .usage = "GAME DEPTH",
    .about = "Count the move sequences of each length, one line per depth.",
    .examples = "  tessera perft tictactoe 9\n"
                "  tessera perft tictactoe 9 --games\n"
                "  tessera perft tictactoe 3 --divide\n"
                "  tessera perft chess 6 --gpu\n",
    .min_args = 2,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
