// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "cli/table.h"

struct values {
    cli_game_values game;
    int json;
};

static const cli_option options[] = {
    CLI_PLUGIN_OPTION(struct values, game),
    CLI_ROW_FLAG("json", "one JSON object a line", struct values, json),
};

// --- Games -------------------------------------------------------------------------

static void print_game(const tsr_game *g) {
    char players[16];
    if (g->min_players == g->max_players) {
        snprintf(players, sizeof players, "%d", g->min_players);
    } else {
        snprintf(players, sizeof players, "%d-%d", g->min_players, g->max_players);
    }
    printf("%-14s %-4s %s\n", g->name, players, g->about ? g->about : g->title);
}

static void json_option(json *j, const tsr_option *o) {
    static const char *const kinds[] = {"number", "choice", "flag", "file"};
    json_open_object(j, NULL);
    json_text(j, "name", o->name);
    json_text(j, "help", o->help);
    json_text(j, "kind", kinds[o->kind]);
    json_int(j, "default", o->def);
    json_int(j, "min", o->min);
    json_int(j, "max", o->max);
    json_open_array(j, "choices");
    for (int i = 0; o->kind == TSR_OPTION_CHOICE && i <= o->max; i++) {
        json_text(j, NULL, o->choices[i]);
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void print_game_json(const tsr_game *g) {
    json j;
    json_begin(&j, "game");
    json_text(&j, "name", g->name);
    json_text(&j, "title", g->title);
    json_text(&j, "about", g->about);
    json_int(&j, "min_players", g->min_players);
    json_int(&j, "max_players", g->max_players);
    json_bool(&j, "chance", (g->flags & TSR_HAS_CHANCE) != 0);
    json_bool(&j, "hidden", (g->flags & TSR_HAS_HIDDEN) != 0);
    json_bool(&j, "simultaneous", (g->flags & TSR_HAS_SIMULTANEOUS) != 0);
    json_int(&j, "rules_version", g->rules_version);
    json_open_array(&j, "options");
    for (int i = 0; i < g->option_count; i++) {
        json_option(&j, &g->options[i]);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

// --- Agents ------------------------------------------------------------------------

static void print_agent(const tsr_agent_type *a) {
    printf("%-14s %s%s%s\n", a->name, a->about, a->game ? ": only " : "", a->game ? a->game : "");
    for (uint32_t i = 0; i < a->option_count; i++) {
        printf("  %-12s %s\n", a->options[i].name, a->options[i].help);
    }
}

static void print_agent_json(const tsr_agent_type *a) {
    json j;
    json_begin(&j, "agent");
    json_text(&j, "name", a->name);
    json_text(&j, "about", a->about);
    json_text(&j, "game", a->game);
    json_open_array(&j, "options");
    for (uint32_t i = 0; i < a->option_count; i++) {
        json_open_object(&j, NULL);
        json_text(&j, "name", a->options[i].name);
        json_text(&j, "help", a->options[i].help);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *what = call->argc > 0 ? call->argv[0] : "games";
    int agents = strcmp(what, "agents") == 0;
    cli_table table;
    if (!agents && strcmp(what, "games") != 0) {
        cli_complain("'tessera list' shows 'games' or 'agents', not '%.40s'", what);
        return CLI_USAGE;
    }
    cli_exit code = cli_table_init(&table, &v->game.plugin);
    int count = code != CLI_OK ? 0
                : agents       ? tsr_registry_agent_count(table.registry)
                               : tsr_registry_game_count(table.registry);
    for (int i = 0; i < count; i++) {
        if (agents) {
            const tsr_agent_type *a = tsr_registry_agent_at(table.registry, i);
            v->json ? print_agent_json(a) : print_agent(a);
        } else {
            const tsr_game *g = tsr_registry_game_at(table.registry, i);
            v->json ? print_game_json(g) : print_game(g);
        }
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_list = {
    .name = "list",
    .usage = "[games|agents]",
    .about = "List the games (name, players, what it is), or the agents.",
    .examples = "  tessera list\n"
                "  tessera list agents\n"
                "  tessera list --plugin ./mygame.so --json\n",
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
