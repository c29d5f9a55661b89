// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // realpath, which POSIX has as an option only
#include "cli/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "arena/openings.h"
#include "cli/data_file.h"
#include "cli/rules_file.h"

// Large enough for any set of cards or puzzles; a mistyped path to a video stops here.
enum { DATA_LIMIT = 64 << 20 };

static cli_exit refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return cli_exit_of(err->code);
}

cli_exit cli_table_init(cli_table *t, const cli_list *plugins) {
    tsr_error err = {0};
    memset(t, 0, sizeof *t);
    t->registry = tsr_registry_new(NULL);
    if (!t->registry) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    if (tsr_registry_add_builtin(t->registry, &err) != TSR_OK) {
        return refuse(&err);
    }
    for (int i = 0; i < plugins->count; i++) {
        int taken = 0;
        cli_exit code = cli_modules_add(&t->modules, t->registry, plugins->item[i], &taken);
        if (code != CLI_OK) {
            return code;
        }
        if (!taken && tsr_plugin_load(t->registry, plugins->item[i], &err) != TSR_OK) {
            cli_complain_about(plugins->item[i], &err);
            return CLI_FILE;
        }
    }
    return CLI_OK;
}

cli_exit cli_table_begin(cli_table *t, const cli_game_values *values) {
    cli_exit code = cli_table_init(t, &values->plugin);
    t->compiled = (cli_compiled)values->compiled;
    return code;
}

void cli_table_forget(cli_table *t) {
    tsr_rules_close(t->rules);
    tsr_lang_free(t->made);
    free(t->made_from);
    t->rules = NULL;
    t->made = NULL;
    t->made_from = NULL;
    t->game = NULL;
}

void cli_table_deinit(cli_table *t) {
    cli_table_forget(t);
    tsr_mem_free(NULL, t->data, t->data_size + 1);
    tsr_registry_free(t->registry);
    cli_modules_free(&t->modules);
    memset(t, 0, sizeof *t);
}

cli_exit cli_table_leave_out(cli_table *t, const cli_list *passes) {
    t->passes_off = 0;
    return cli_passes_off(passes, &t->passes_off);
}

// A game of the shelf compiled anew, without the rewrites that are left out.
static cli_exit compile_again(cli_table *t) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (tsr_lang_builtin_at(i) == t->game) {
            tsr_lang_source source = {.text = tsr_lang_builtin_source(i),
                                      .passes_off = t->passes_off};
            tsr_lang_free(t->made);
            t->made = NULL;
            if (tsr_lang_compile(&source, NULL, &t->made, NULL) != TSR_OK) {
                cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
                return CLI_FILE;
            }
            t->game = t->made;
            return CLI_OK;
        }
    }
    cli_complain("'%s' does not come from a rules file, so --no-pass does not apply",
                 t->game->name);
    return CLI_USAGE;
}

static cli_exit unknown_game(const char *game, const tsr_error *err) {
    size_t size = strlen(game);
    if (size > 3 && strcmp(game + size - 3, ".so") == 0) {
        cli_complain("a shared object comes with --plugin, before the name of its game: "
                     "--plugin %.200s NAME",
                     game);
    } else {
        cli_complain("%s ('tessera list' shows them)", err->message);
    }
    return CLI_USAGE;
}

cli_exit cli_table_choose(cli_table *t, const char *game) {
    tsr_error err = {0};
    if (t->made_from) {
        return CLI_OK; // a command chooses to learn how many play, then opens: one table, one game
    }
    if ((t->game = cli_rules_file_on_shelf(game)) != NULL) {
        t->made_from = strdup(game); // records must not take it for a game in C
    } else if (cli_is_rules_file(game)) {
        cli_exit code = cli_rules_file_game(game, t->passes_off, &t->made);
        if (code != CLI_OK) {
            return code;
        }
        t->game = t->made;
        t->made_from = cli_whole_path(game);
    } else {
        t->game = tsr_registry_game(t->registry, game, &err);
    }
    if (!t->game) {
        return unknown_game(game, &err);
    }
    if (t->passes_off && t->game != t->made) {
        cli_exit code = compile_again(t);
        if (code != CLI_OK) {
            return code;
        }
    }
    tsr_setup_init(&t->setup, t->game);
    t->setup.data_name = t->made_from;
    return CLI_OK;
}

cli_exit cli_table_load(cli_table *t, const char *path) {
    tsr_mem_free(NULL, t->data, t->data_size + 1);
    t->data = NULL;
    t->data_size = 0;
    cli_exit code = cli_data_read(t->game, path, DATA_LIMIT, &t->data, &t->data_size);
    if (code != CLI_OK) {
        return code;
    }
    t->setup.data = t->data;
    t->setup.data_size = t->data_size;
    t->setup.data_name = path;
    return CLI_OK;
}

// --- Options of the game -------------------------------------------------------------

static int is_file_option(const tsr_game *game, const char *name) {
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].name, name) == 0) {
            return game->options[i].kind == TSR_OPTION_FILE;
        }
    }
    return 0;
}

// "name=value"; a bare name means yes.
static cli_exit set_option(cli_table *t, const char *text) {
    char name[64];
    tsr_error err = {0};
    const char *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : strlen(text);
    if (size == 0 || size >= sizeof name) {
        cli_complain("--option wants NAME=VALUE, not '%.60s'", text);
        return CLI_USAGE;
    }
    snprintf(name, sizeof name, "%.*s", (int)size, text);
    if (is_file_option(t->game, name)) {
        return cli_table_load(t, equals ? equals + 1 : "");
    }
    if (tsr_setup_option(&t->setup, name, equals ? equals + 1 : "yes", &err) != TSR_OK) {
        return refuse(&err);
    }
    return CLI_OK;
}

cli_exit cli_table_rules(cli_table *t) {
    tsr_error err = {0};
    tsr_err e = tsr_rules_open(&t->setup, NULL, &t->rules, &err);
    if (e == TSR_OK) {
        return cli_compiled_use(t->rules, t->compiled, &t->modules);
    }
    if (err.line && t->setup.data_name) {
        cli_complain_about(t->setup.data_name, &err);
        return CLI_FILE;
    }
    return refuse(&err);
}

cli_exit cli_table_set(cli_table *t, const char *game, int players, const cli_list *options) {
    tsr_error err = {0};
    cli_exit code = cli_table_choose(t, game);
    if (code == CLI_OK && players > 0 && tsr_setup_players(&t->setup, players, &err) != TSR_OK) {
        code = refuse(&err);
    }
    for (int i = 0; code == CLI_OK && i < options->count; i++) {
        code = set_option(t, options->item[i]);
    }
    return code;
}

cli_exit cli_table_open(cli_table *t, const char *game, int players, const cli_list *options) {
    cli_exit code = cli_table_set(t, game, players, options);
    return code == CLI_OK ? cli_table_rules(t) : code;
}

cli_exit cli_table_position(const cli_table *t, const char *text, void **out) {
    tsr_error err = {0};
    void *state = tsr_mem_new(NULL, t->rules->state_size);
    if (!state) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    if (!text) {
        tsr_init(t->rules, state);
    } else if (tsr_position_read(t->rules, text, state, &err) != TSR_OK) {
        tsr_mem_free(NULL, state, t->rules->state_size);
        cli_complain_about("position", &err);
        return CLI_FILE;
    }
    *out = state;
    return CLI_OK;
}

cli_exit cli_table_need_whole(const cli_table *t, const void *state) {
    if (!openings_is_view(t->rules, state)) {
        return CLI_OK;
    }
    cli_complain("position: this is what one player sees, not a whole position");
    return CLI_FILE;
}

cli_exit cli_table_start(const cli_table *t, const char *text, void **out) {
    void *state = NULL;
    cli_exit code = cli_table_position(t, text, &state);
    if (code == CLI_OK) {
        code = cli_table_need_whole(t, state);
    }
    if (code != CLI_OK && state) {
        tsr_mem_free(NULL, state, t->rules->state_size);
        state = NULL;
    }
    *out = state;
    return code;
}
