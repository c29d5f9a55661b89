// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "cli/rules_file.h"

struct values {
    int print;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("print", "print the file instead of writing it", struct values, print),
};

// "Fox and Geese" becomes foxandgeese.game.
static int file_name(const char *title, char *buf, size_t cap) {
    size_t n = 0;
    for (; *title && n + 6 < cap; title++) {
        char c = *title >= 'A' && *title <= 'Z' ? (char)(*title + 32) : *title;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            buf[n++] = c;
        }
    }
    (void)snprintf(buf + n, cap - n, ".game");
    return n > 0;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    char text[4096], path[256];
    const char *title = call->argv[0];
    if (!file_name(title, path, sizeof path) || strchr(title, '"')) {
        cli_complain("a game's name has letters: tessera new \"Fox and Geese\"");
        return CLI_USAGE;
    }
    (void)tsr_lang_starter(title, text, sizeof text);
    if (v->print) {
        (void)fputs(text, stdout);
        return CLI_OK;
    }
    FILE *out = fopen(path, "wbx"); // never over a file that is there
    int bad = !out || fputs(text, out) < 0;
    bad |= out && fclose(out) != 0;
    if (bad) {
        cli_complain("cannot write %s; is it there already?", path);
        return CLI_FILE;
    }
    (void)printf("wrote %s; now try:  tessera play %s\n", path, path);
    return CLI_OK;
}

const cli_command cli_cmd_new = {
    .name = "new",
    .usage = "TITLE",
    .about = "Write a small rules file to start from.",
    .examples = "  tessera new \"Fox and Geese\"\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
