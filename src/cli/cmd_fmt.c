// SPDX-License-Identifier: MIT
//
// `tessera fmt`: writes a rules file as everybody writes it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/rules_file.h"

struct values {
    int check, print;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("check", "do not write; fail if a file would change", struct values, check),
    CLI_ROW_FLAG("print", "print instead of writing the file", struct values, print),
};

static cli_exit write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "wb");
    int bad = !out || fputs(text, out) < 0;
    bad |= out && fclose(out) != 0;
    if (bad) {
        cli_complain("cannot write %s", path);
        return CLI_FILE;
    }
    return CLI_OK;
}

static cli_exit format_text(const struct values *v, const cli_rules_file *f, const char *text) {
    int same = strcmp(text, f->text) == 0;
    if (v->print) {
        (void)fputs(text, stdout);
        return CLI_OK;
    }
    if (v->check) {
        if (!same) {
            (void)printf("%s would change\n", f->path);
        }
        return same ? CLI_OK : CLI_FILE;
    }
    return same ? CLI_OK : write_file(f->path, text);
}

static cli_exit format_file(const void *values, cli_rules_file *f, tsr_lang_report *report) {
    tsr_lang_source source = cli_rules_file_source(f);
    int n = tsr_lang_format(&source, NULL, NULL, 0, report);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    cli_exit code = CLI_FILE;
    for (int i = 0; n < 0 && i < report->count; i++) {
        (void)fputs(report->message[i].text, stderr);
    }
    if (text && tsr_lang_format(&source, NULL, text, (size_t)n + 1, report) == n) {
        code = format_text(values, f, text);
    }
    free(text);
    return code;
}

static cli_exit run(const cli_call *call) {
    return cli_rules_files(call, format_file);
}

const cli_command cli_cmd_fmt = {
    .name = "fmt",
    .usage = "FILE.game...",
    .about = "Format rules files.",
    .details = "Files with errors are not changed.\n",
    .examples = "  tessera fmt mygame.game\n  tessera fmt --check games/rules/*.game\n",
    .min_args = 1,
    .max_args = 1000,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
