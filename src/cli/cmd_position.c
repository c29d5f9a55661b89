// SPDX-License-Identifier: MIT
//
// `tessera position`: what stands in a position, who is to move and what is legal.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/show.h"
#include "cli/table.h"
#include "room/wire_json.h"
#include "term/scene_view.h"

struct values {
    cli_game_values game;
    cli_show_values show;
    cli_list after;
    int64_t seat;
    int moves, json, scene;
};

static const cli_option options[] = {
    CLI_ROW_LIST("after", "MOVE", "play this move first (repeatable, in order)", struct values,
                 after),
    CLI_ROW_FLAG("moves", "list the legal moves too", struct values, moves),
    CLI_ROW_INT("seat", "N", "show what this player sees", struct values, seat, 1, 8, 0),
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
    CLI_ROW_FLAG("scene", "print the scene as JSON, for programs that draw it", struct values,
                 scene),
    CLI_GAME_OPTIONS(struct values, game),
    CLI_SHOW_OPTIONS(struct values, show),
};

static char *position_text(const tsr_rules *r, const void *s) {
    int size = tsr_position_text(r, s, NULL, 0);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text) {
        tsr_position_text(r, s, text, (size_t)size + 1);
    }
    return text;
}

// --- Reports -----------------------------------------------------------------------

typedef struct report {
    const tsr_rules *r;
    const void *view;
    const char *text;
    int who, count;
    tsr_move *moves;
} report;

static void print_moves(const report *p) {
    for (int i = 0; i < p->count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(p->r, p->view, p->who, p->moves[i], text, sizeof text);
        printf("  %s\n", text);
    }
}

static void print_report(const report *p, int with_moves) {
    char players[200];
    uint32_t turn = tsr_turn(p->r, p->view);
    cli_player_list(p->r, NULL, turn, players, sizeof players);
    printf("\nposition: %s\n", p->text);
    if (turn) {
        printf("to decide: %s\n", players);
        printf("legal moves: %d\n", p->count);
    } else {
        printf("the game is over\n");
    }
    printf("hash: %016" PRIx64 "\n", p->r->more.hash(p->r, p->view));
    if (with_moves) {
        print_moves(p);
    }
}

static void print_json(const report *p) {
    json j;
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    uint32_t turn = tsr_turn(p->r, p->view);
    p->r->g.result(p->r, p->view, result);
    json_begin(&j, "position");
    json_text(&j, "game", p->r->g.name);
    json_hex(&j, "rules_hash", p->r->hash);
    json_text(&j, "position", p->text);
    json_hex(&j, "hash", p->r->more.hash(p->r, p->view));
    json_bool(&j, "over", turn == 0);
    json_open_array(&j, "deciders");
    for (int i = 0; i < p->r->players; i++) {
        if (turn >> i & 1u) {
            json_int(&j, NULL, i + 1);
        }
    }
    json_close(&j, ']');
    json_open_array(&j, "scores");
    for (int i = 0; i < p->r->players; i++) {
        json_int(&j, NULL, result[i].score);
    }
    json_close(&j, ']');
    json_open_array(&j, "moves");
    for (int i = 0; i < p->count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(p->r, p->view, p->who, p->moves[i], text, sizeof text);
        json_text(&j, NULL, text);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

// The scene as pages get it: docs/wire.md has its words.
static cli_exit print_scene(const tsr_rules *r, const void *view, int viewer) {
    wire_scene *w = calloc(1, sizeof *w);
    buffer out;
    buffer_init(&out, NULL);
    if (w) {
        wire_scene_init(w, NULL);
        buffer_addf(&out, "{\"v\":%d,\"type\":\"scene\",\"scene\":", JSON_VERSION);
        wire_add_scene(&out, w, r, view, viewer);
        buffer_add_text(&out, "}");
        wire_scene_deinit(w);
        free(w);
    }
    int failed = !w || out.failed;
    if (failed) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
    } else {
        printf("%s\n", buffer_text(&out));
    }
    buffer_deinit(&out);
    return failed ? CLI_FILE : CLI_OK;
}

// --- Running -----------------------------------------------------------------------

static cli_exit show_state(const tsr_rules *r, void *s, const struct values *v,
                           const cli_last *last) {
    report p = {.r = r, .view = s, .who = tsr_mover(tsr_turn(r, s))};
    int viewer = v->seat                            ? (int)v->seat - 1
                 : p.who >= 0 && p.who < TSR_CHANCE ? p.who
                                                    : TSR_WATCHER;
    cli_show show;
    if (v->seat > r->players) {
        cli_complain("there is no seat %d: the game has %d players", (int)v->seat, r->players);
        return CLI_USAGE;
    }
    if (v->seat) {
        r->g.view(r, s, viewer, s);
    }
    p.moves = calloc(r->max_moves, sizeof *p.moves);
    char *text = position_text(r, s);
    p.text = text ? text : "";
    // Another player's moves may depend on what this one cannot see.
    if (p.moves && p.who >= 0 && p.who < TSR_CHANCE && (!v->seat || viewer == p.who)) {
        p.count = tsr_moves(r, s, p.who, p.moves);
    }
    cli_exit code = cli_show_init(&show, &v->show, &r->g);
    if (code == CLI_OK && v->scene) {
        code = print_scene(r, s, viewer);
    } else if (code == CLI_OK && v->json) {
        print_json(&p);
    } else if (code == CLI_OK) {
        term_subject subject = {r, s, viewer, NULL};
        code = cli_show_print(&show, &subject, last, stdout);
        print_report(&p, v->moves);
    }
    free(text);
    free(p.moves);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_last last = {.count = 0};
    void *state = NULL;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        code = cli_table_position(&table, call->argc > 1 ? call->argv[1] : NULL, &state);
    }
    if (code == CLI_OK && v->after.count) {
        code = cli_table_need_whole(&table, state);
    }
    for (int i = 0; code == CLI_OK && i < v->after.count; i++) {
        code = cli_play_text(table.rules, state, v->after.item[i], &last);
    }
    if (code == CLI_OK) {
        code = show_state(table.rules, state, v, &last);
    }
    if (state) {
        tsr_mem_free(NULL, state, table.rules->state_size);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_position = {
    .name = "position",
    .usage = "GAME [TEXT]",
    .about = "Check and show a position; without TEXT, the start position.",
    .examples = "  tessera position tictactoe\n"
                "  tessera position tictactoe --after 'X 1,1' --after 'O 0,0' --moves\n"
                "  tessera position tictactoe --json\n",
    .min_args = 1,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
