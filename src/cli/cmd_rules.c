// SPDX-License-Identifier: MIT
//
// `tessera rules`: how a game is played, as its leaflet says.
#include <stdio.h>

#include "cli/json.h"
#include "cli/leaflet.h"
#include "cli/table.h"

struct values {
    cli_game_values game;
    int json;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
};

static void print_json(const tsr_rules *r, const char *leaflet) {
    json j;
    json_begin(&j, "rules");
    json_text(&j, "game", r->g.name);
    json_text(&j, "title", r->g.title);
    json_text(&j, "text", leaflet);
    json_int(&j, "players", r->players);
    json_hex(&j, "rules_hash", r->hash);
    json_int(&j, "state_size", r->state_size);
    json_end(&j, stdout);
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    buffer text;
    buffer_init(&text, NULL);
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        cli_leaflet(table.rules, &text);
        if (v->json) {
            print_json(table.rules, buffer_text(&text));
        } else {
            fputs(buffer_text(&text), stdout);
        }
    }
    buffer_deinit(&text);
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_rules = {
    .name = "rules",
    .usage = "GAME",
    .about = "Print the rules of a game, its options and the notation of its moves.",
    .examples = "  tessera rules tictactoe\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
