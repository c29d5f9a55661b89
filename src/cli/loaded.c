// SPDX-License-Identifier: MIT
//
// Reads a record and opens the game it was played by.
#include "cli/loaded.h"

#include <string.h>

#include <tessera/host.h>

#include "cli/rules_file.h"

static cli_exit refuse(const cli_loaded *l, const tsr_error *err) {
    cli_complain_about(l->path, err);
    return CLI_FILE;
}

static cli_exit read_header(cli_loaded *l, buffer *lines) {
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    if (tsr_file_read(l->path, CLI_RECORD_LIMIT, &text, &size, &err) != TSR_OK) {
        return refuse(l, &err);
    }
    tsr_err e = tsr_record_read(text, size, NULL, &l->record, &err);
    if (e == TSR_OK) {
        l->is_open = 1;
        if (lines) {
            buffer_add(lines, text, l->record.whole_size);
        }
    }
    tsr_mem_free(NULL, text, size + 1);
    return e == TSR_OK ? CLI_OK : refuse(l, &err);
}

cli_exit cli_loaded_open(cli_loaded *l, cli_table *t, const char *path, buffer *lines) {
    tsr_error err = {0};
    memset(l, 0, sizeof *l);
    l->path = path;
    cli_exit code = read_header(l, lines);
    if (code != CLI_OK) {
        return code;
    }
    // A game of a rules file is found by that file.
    int from_file = l->record.data_name && cli_is_rules_file(l->record.data_name);
    if (cli_table_choose(t, from_file ? l->record.data_name : l->record.game) != CLI_OK) {
        return CLI_FILE;
    }
    if (tsr_record_setup(&l->record, t->game, &t->setup, &err) != TSR_OK) {
        return refuse(l, &err);
    }
    if (l->record.data_name && !from_file) {
        code = cli_table_load(t, l->record.data_name);
    }
    if (code == CLI_OK) {
        code = cli_table_rules(t);
    }
    return code == CLI_OK ? CLI_OK : CLI_FILE;
}

void cli_loaded_close(cli_loaded *l) {
    if (l->is_open) {
        tsr_record_free(&l->record);
    }
    memset(l, 0, sizeof *l);
}

cli_exit cli_loaded_match(const cli_loaded *l, const cli_table *t, tsr_sink sink, tsr_match **out) {
    tsr_error err = {0};
    tsr_match_config config;
    tsr_match_config_init(&config, t->rules);
    config.sink = sink;
    config.now_ms = tsr_now_ms();
    config.data_name = l->record.data_name;
    if (tsr_record_resume(&l->record, &config, out, &err) != TSR_OK) {
        return refuse(l, &err);
    }
    return CLI_OK;
}
