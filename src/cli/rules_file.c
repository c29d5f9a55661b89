// SPDX-License-Identifier: MIT
#include "cli/rules_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

enum { RULES_LIMIT = 1 << 20 };

int cli_is_rules_file(const char *word) {
    size_t n = strlen(word);
    return n > 5 && strcmp(word + n - 5, ".game") == 0;
}

cli_exit cli_rules_file_open(cli_rules_file *f, const char *path) {
    tsr_error err = {0};
    memset(f, 0, sizeof *f);
    f->path = path;
    if (tsr_file_read(path, RULES_LIMIT, &f->text, &f->size, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    return CLI_OK;
}

void cli_rules_file_close(cli_rules_file *f) {
    tsr_mem_free(NULL, f->text, f->size + 1);
    tsr_mem_free(NULL, f->parent, f->parent_size + 1);
    memset(f, 0, sizeof *f);
}

// The file beside ours that a title would have: "Hex Plus" is hexplus.game.
static void path_beside(const char *path, const char *title, char *buf, size_t cap) {
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 0;
    (void)snprintf(buf, cap, "%.*s", (int)n, path);
    n = strlen(buf);
    for (; *title && n + 6 < cap; title++) {
        char c = *title >= 'A' && *title <= 'Z' ? (char)(*title + 32) : *title;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            buf[n++] = c;
        }
    }
    (void)snprintf(buf + n, cap - n, ".game");
}

static const char *find(void *self, const char *title) {
    cli_rules_file *f = self;
    char path[4096];
    tsr_error err = {0};
    if (!f->parent) {
        path_beside(f->path, title, path, sizeof path);
        if (tsr_file_read(path, RULES_LIMIT, &f->parent, &f->parent_size, &err) != TSR_OK) {
            return NULL;
        }
    }
    return f->parent;
}

tsr_lang_source cli_rules_file_source(cli_rules_file *f) {
    const char *slash = strrchr(f->path, '/');
    tsr_lang_source s = {
        .text = f->text, .file = slash ? slash + 1 : f->path, .find = find, .self = f};
    return s;
}

cli_exit cli_rules_file_game(const char *path, tsr_game **out) {
    cli_rules_file f;
    tsr_lang_report *report = malloc(sizeof *report);
    cli_exit code = cli_rules_file_open(&f, path);
    if (code == CLI_OK) {
        tsr_lang_source source = cli_rules_file_source(&f);
        tsr_err e = tsr_lang_compile(&source, NULL, out, report);
        for (int i = 0; report && i < report->count && e; i++) {
            (void)fputs(report->message[i].text, stderr);
        }
        if (e == TSR_ERR_MEMORY) {
            cli_complain("%s", tsr_err_text(e));
        }
        code = e ? CLI_FILE : CLI_OK;
    }
    cli_rules_file_close(&f);
    free(report);
    return code;
}
