// SPDX-License-Identifier: MIT
//
// tessera cards: what the cards of Unstable Unicorns say, and what is wrong with a
// card file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/unicorns.h>

#include "cli/command.h"
#include "cli/json.h"

extern const tsr_game tsr_game_unicorns;

struct values {
    int json;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("json", "one JSON object for each card, or for the file", struct values, json),
};

enum { FILE_MAX = 1 << 20, REPORT_MAX = 64 * 1024 };

static const char *const class_words[] = {"baby",    "basic",   "magical",  "magic",
                                          "instant", "upgrade", "downgrade"};

static void print_card(const tsr_rules *r, int kind, int as_json) {
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, kind);
    char text[600];
    tsr_unicorns_card_text(r, kind, text, sizeof text);
    if (as_json) {
        json j;
        json_begin(&j, "card");
        json_text(&j, "name", k.name);
        json_text(&j, "class", class_words[k.class_]);
        json_int(&j, "copies", k.copies);
        json_int(&j, "value", k.value);
        json_text(&j, "text", text);
        json_end(&j, stdout);
        return;
    }
    printf("%s (%s", k.name, class_words[k.class_]);
    if (k.copies > 1) {
        printf(", %d copies", k.copies);
    }
    printf(")\n  %s\n", text);
}

// All cards of the base deck, or those that have `word` in their name.
static cli_exit print_cards(const char *word, int as_json) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    int found = 0;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    tsr_err e = tsr_rules_open(&setup, NULL, &r, &err);
    if (e) {
        cli_complain("%s", err.message);
        return cli_exit_of(e);
    }
    int exact = word ? tsr_unicorns_kind_named(r, word) : -1;
    for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
        const char *name = tsr_unicorns_kind_at(r, k).name;
        if (exact >= 0 ? k == exact : !word || strstr(name, word)) {
            print_card(r, k, as_json);
            found++;
        }
    }
    tsr_rules_close(r);
    if (!found) {
        cli_complain("no card has '%s' in its name, and there is no such file", word);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static cli_exit check_file(const char *path, const char *text, size_t size, int as_json) {
    char *report = malloc(REPORT_MAX);
    int errors = report ? tsr_unicorns_lint(path, text, size, NULL, report, REPORT_MAX) : -1;
    if (errors < 0) {
        cli_complain("out of memory");
    } else if (as_json) {
        json j;
        json_begin(&j, "deck");
        json_text(&j, "file", path);
        json_int(&j, "errors", errors);
        json_text(&j, "report", report);
        json_end(&j, stdout);
    } else {
        (void)fputs(report, stdout);
        printf("%s: %s\n", path, errors ? "has mistakes" : "is fine, and its tests pass");
    }
    free(report);
    return errors ? CLI_FILE : CLI_OK;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *what = call->argc ? call->argv[0] : NULL;
    char *text = NULL;
    size_t size = 0;
    tsr_error err;
    size_t length = what ? strlen(what) : 0;
    int is_file = length > 6 && strcmp(what + length - 6, ".cards") == 0;
    if (!is_file) {
        return print_cards(what, v->json);
    }
    tsr_err e = tsr_file_read(what, FILE_MAX, &text, &size, &err);
    if (e) {
        cli_complain("%s", err.message);
        return cli_exit_of(e);
    }
    cli_exit code = check_file(what, text, size, v->json);
    tsr_mem_free(NULL, text, size + 1);
    return code;
}

const cli_command cli_cmd_cards = {
    .name = "cards",
    .usage = "[NAME | FILE.cards]",
    .about = "What the cards of Unstable Unicorns say; check a card file.",
    .details =
        "Without an argument, all cards of the base deck. With a name or a part of one, those\n"
        "cards. With a card file, all that is wrong in it, after running its tests;\n"
        "docs/cards.md is the manual of the language.\n",
    .examples = "  tessera cards \"Black Knight Unicorn\"\n"
                "  tessera cards my.cards\n",
    .min_args = 0,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
