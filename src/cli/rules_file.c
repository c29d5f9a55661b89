// SPDX-License-Identifier: MIT
//
// Reads a rules file and what it inherits from, and prints the compiler's messages.
#include "cli/rules_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>

enum { RULES_LIMIT = 1 << 20 };

int cli_is_rules_file(const char *word) {
    size_t n = strlen(word);
    return n > 5 && strcmp(word + n - 5, ".game") == 0;
}

char *cli_whole_path(const char *path) {
    char folder[4096] = "";
    size_t size = strlen(path) + sizeof folder + 2;
    char *whole = malloc(size);
    if (whole && *path != '/' && getcwd(folder, sizeof folder)) {
        snprintf(whole, size, "%s/%s", folder, path);
    } else if (whole) {
        snprintf(whole, size, "%s", path);
    }
    return whole;
}

const tsr_game *cli_rules_file_on_shelf(const char *word) {
    struct stat file;
    size_t n = strlen(word);
    if (!cli_is_rules_file(word) || strchr(word, '/') || stat(word, &file) == 0) {
        return NULL;
    }
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        const tsr_game *game = tsr_lang_builtin_at(i);
        if (strlen(game->name) == n - 5 && strncmp(game->name, word, n - 5) == 0) {
            return game;
        }
    }
    return NULL;
}

cli_exit cli_rules_file_open(cli_rules_file *f, const char *path) {
    tsr_error err = {0};
    memset(f, 0, sizeof *f);
    f->path = path;
    f->beside = (beside){.path = path, .limit = RULES_LIMIT};
    if (tsr_file_read(path, RULES_LIMIT, &f->text, &f->size, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    return CLI_OK;
}

void cli_rules_file_close(cli_rules_file *f) {
    tsr_mem_free(NULL, f->text, f->size + 1);
    beside_close(&f->beside);
    memset(f, 0, sizeof *f);
}

tsr_lang_source cli_rules_file_source(cli_rules_file *f) {
    const char *slash = strrchr(f->path, '/');
    tsr_lang_source s = {.text = f->text,
                         .file = slash ? slash + 1 : f->path,
                         .find = beside_find,
                         .self = &f->beside};
    return s;
}

cli_exit cli_rules_files(const cli_call *call, cli_rules_file_act *one) {
    cli_exit worst = CLI_OK;
    cli_rules_file *f = malloc(sizeof *f);
    tsr_lang_report *report = malloc(sizeof *report);
    if (!f || !report) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        worst = CLI_FILE;
    }
    for (int i = 0; f && report && i < call->argc; i++) {
        cli_exit code = cli_rules_file_open(f, call->argv[i]);
        if (code == CLI_OK) {
            code = one(call->values, f, report);
            cli_rules_file_close(f);
        }
        worst = code ? code : worst;
    }
    free(report);
    free(f);
    return worst;
}

tsr_err cli_rules_file_compile(cli_rules_file *f, uint32_t passes_off, tsr_game **out,
                               buffer *messages) {
    tsr_lang_source source = cli_rules_file_source(f);
    source.passes_off = passes_off;
    tsr_lang_report *report = malloc(sizeof *report);
    tsr_err e = report ? tsr_lang_compile(&source, NULL, out, report) : TSR_ERR_MEMORY;
    for (int i = 0; e == TSR_ERR_PARSE && i < report->count; i++) {
        buffer_add_text(messages, report->message[i].text);
    }
    if (e && e != TSR_ERR_PARSE) {
        buffer_addf(messages, "tessera: %s\n", tsr_err_text(e));
    }
    free(report);
    return e;
}

cli_exit cli_passes_off(const cli_list *names, uint32_t *out) {
    for (int i = 0; i < names->count; i++) {
        int k = 0;
        while (k < tsr_lang_pass_count() && strcmp(tsr_lang_pass_name(k), names->item[i]) != 0) {
            k++;
        }
        if (k == tsr_lang_pass_count()) {
            cli_complain("there is no pass '%.40s' ('tessera check --passes' lists them)",
                         names->item[i]);
            return CLI_USAGE;
        }
        *out |= 1u << k;
    }
    return CLI_OK;
}

cli_exit cli_rules_file_game(const char *path, uint32_t passes_off, tsr_game **out) {
    cli_rules_file *f = malloc(sizeof *f);
    buffer messages;
    if (!f) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    buffer_init(&messages, NULL);
    cli_exit code = cli_rules_file_open(f, path);
    if (code == CLI_OK) {
        code = cli_rules_file_compile(f, passes_off, out, &messages) ? CLI_FILE : CLI_OK;
        (void)fputs(buffer_text(&messages), stderr);
        cli_rules_file_close(f);
    }
    buffer_deinit(&messages);
    free(f);
    return code;
}
