// SPDX-License-Identifier: MIT
//
// `tessera annex`: one published game in a process of its own, told what to do by the server.
#include <fcntl.h>
#include <stdlib.h>

#include "cli/leaflet.h"
#include "cli/rules_file.h"
#include "cli/table.h"
#include "server/serve.h"

enum { LINE_FD = 3 };

struct values {
    const char *db, *name;
    int64_t number;
    int no_limits;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("db", "FILE", "the database for its matches", struct values, db),
    CLI_ROW_TEXT("name", "NAME", "the name of the game on the server", struct values, name),
    CLI_ROW_INT("number", "N", "the number of the game on the server", struct values, number, 0,
                1023, 0),
    CLI_ROW_FLAG("no-limits", "no rate limits, for tests on a closed network", struct values,
                 no_limits),
};

// Every agent there is, and this one game.
static tsr_err fill(tsr_registry *registry, const tsr_game *game, tsr_error *err) {
    tsr_registry *all = tsr_registry_new(NULL);
    tsr_err e =
        all ? tsr_registry_add_builtin(all, err) : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    for (int i = 0; !e && i < tsr_registry_agent_count(all); i++) {
        e = tsr_registry_add_agent(registry, tsr_registry_agent_at(all, i), err);
    }
    tsr_registry_free(all);
    return e ? e : tsr_registry_add_game(registry, game, err);
}

static tsr_err serve(const struct values *v, tsr_game *game) {
    tsr_error err = {0};
    tsr_registry *registry = tsr_registry_new(NULL);
    const char *own_name = game->name;
    game->name = v->name;
    tsr_err e =
        registry ? fill(registry, game, &err) : tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    if (e) {
        serve_annex_refuse(LINE_FD, err.message);
    } else {
        const serve_config config = {.db = v->db,
                                     .threads = 1,
                                     .no_limits = v->no_limits,
                                     .bot_pause_ms = 350,
                                     .registry = registry,
                                     .published_number = (int)v->number,
                                     .leaflet = cli_leaflet};
        e = serve_annex(&config, LINE_FD, game->title, &err);
    }
    game->name = own_name;
    tsr_registry_free(registry);
    return e;
}

// Compiles without looking for anything beside the file: nothing of this machine is inherited from.
static tsr_err compile(cli_rules_file *f, tsr_game **out) {
    tsr_lang_source source = cli_rules_file_source(f);
    tsr_lang_report *report = malloc(sizeof *report);
    buffer words;
    source.file = "rules";
    source.find = NULL;
    buffer_init(&words, NULL);
    tsr_err e = report ? tsr_lang_compile(&source, NULL, out, report) : TSR_ERR_MEMORY;
    for (int i = 0; e == TSR_ERR_PARSE && i < report->count; i++) {
        buffer_add_text(&words, report->message[i].text);
    }
    if (e) {
        serve_annex_refuse(LINE_FD, words.size ? buffer_text(&words) : tsr_err_text(e));
    }
    buffer_deinit(&words);
    free(report);
    return e;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_rules_file f;
    tsr_game *game = NULL;
    if (!v->db || !v->name || fcntl(LINE_FD, F_GETFD) < 0) {
        cli_complain("'annex' is started by 'tessera serve --published FOLDER', not by people");
        return CLI_USAGE;
    }
    cli_exit code = cli_rules_file_open(&f, call->argv[0]);
    if (code != CLI_OK) {
        return code;
    }
    tsr_err e = compile(&f, &game);
    e = e ? e : serve(v, game);
    tsr_lang_free(game);
    cli_rules_file_close(&f);
    return e ? cli_exit_of(e) : CLI_OK;
}

const cli_command cli_cmd_annex = {
    .name = "annex",
    .usage = "FILE.game",
    .about = "Play one published game for a server; started by 'tessera serve'.",
    .details =
        "'tessera serve --published FOLDER' runs every published game in a separate process\n"
        "with limited memory, which is killed when its rules take too long. This is that\n"
        "process; it communicates with the server through file descriptor 3.\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
