// SPDX-License-Identifier: MIT
//
// tessera cards: what the cards (puzzles, tiles) of a game say, and what is wrong with a file of
// them. Any game that tells its things and checks its file can be asked.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "cli/data_file.h"
#include "cli/json.h"
#include "cli/table.h"
#include "cli/things.h"

struct values {
    cli_game_values game;
    int json;
};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_FLAG("json", "one JSON object for each card, or for the file", struct values, json),
};

enum { FILE_MAX = 1 << 20, REPORT_MAX = 64 * 1024, NAME_MAX_ = 128, TEXT_MAX_ = 2048 };

// --- Printing ------------------------------------------------------------------------

struct head {
    int count;
};

// "(instant, 14 copies)": words as they are, numbers with what they count.
static void print_member(void *self, const char *key, const char *value) {
    struct head *h = self;
    int number = isdigit((unsigned char)*value) || *value == '-';
    if (strcmp(key, "name") == 0 || strcmp(key, "text") == 0 || strcmp(key, "mask") == 0 ||
        strcmp(key, "value") == 0 || !*value ||
        (strcmp(key, "copies") == 0 && strcmp(value, "1") == 0)) {
        return;
    }
    size_t size = number ? strlen(key) : 0;
    size -= size > 1 && key[size - 1] == 's' && strcmp(value, "1") == 0; // "1 point"
    printf("%s%s%s%.*s", h->count++ ? ", " : " (", value, number ? " " : "", (int)size, key);
}

static void print_thing(const thing *it, const char *name, int as_json) {
    char text[TEXT_MAX_];
    struct head head = {0};
    if (as_json) {
        printf("{\"v\":%d,\"type\":\"card\",%.*s\n", JSON_VERSION, (int)(it->end - it->begin - 1),
               it->begin + 1);
        return;
    }
    printf("%s", name);
    thing_members(it, print_member, &head);
    printf("%s\n", head.count ? ")" : "");
    (void)thing_member(it, "text", text, sizeof text);
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        printf("  %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static int same_word(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

// Prints the things called `word` in any case, or without `exact` those that have it in their
// name; NULL = all. Returns how many.
static int print_things(const tsr_rules *r, const char *word, int exact, int as_json) {
    char name[NAME_MAX_];
    thing it;
    things all;
    int found = 0;
    if (!things_open(&all, r)) {
        return 0;
    }
    while (things_next(&all, &it)) {
        if (!thing_member(&it, "name", name, sizeof name)) {
            continue;
        }
        if (!word || (exact ? same_word(name, word) : strstr(name, word) != NULL)) {
            print_thing(&it, name, as_json);
            found++;
        }
    }
    things_close(&all);
    return found;
}

static cli_exit print_cards(const tsr_rules *r, const char *word, int as_json) {
    int found = word ? print_things(r, word, 1, as_json) : 0;
    found = found ? found : print_things(r, word, 0, as_json);
    if (!found && word) {
        cli_complain("nothing in %s has '%s' in its name, and there is no such file", r->g.name,
                     word);
    } else if (!found) {
        cli_complain("%s has no cards or puzzles", r->g.name);
    }
    return found ? CLI_OK : CLI_USAGE;
}

// --- Checking ------------------------------------------------------------------------

// Lines of a report that begin with "warning" (and what is indented below) are no mistakes.
static int has_mistakes(const char *report) {
    for (; *report; report += strcspn(report, "\n"), report += *report == '\n') {
        if (*report != ' ' && *report != '\n' && strncmp(report, "warning", 7) != 0) {
            return 1;
        }
    }
    return 0;
}

// With verbs of plugins only the game as it is opened knows them: the first mistake, if any.
static void open_faults(const tsr_game *g, const char *text, size_t size, char *report) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    setup.data = text;
    setup.data_size = size;
    if (tsr_rules_open(&setup, NULL, &r, &err) != TSR_OK) {
        snprintf(report, REPORT_MAX, "line %d: %s\n", (int)err.line, err.message);
    } else {
        tsr_rules_close(r);
    }
}

static cli_exit check_file(const tsr_game *g, const char *path, const char *text, size_t size,
                           int as_json) {
    char *report = malloc(REPORT_MAX);
    if (!report) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    report[0] = '\0';
    if (g->more->extras) {
        open_faults(g, text, size, report);
    } else {
        (void)g->more->data_faults(text, size, path, report, REPORT_MAX);
    }
    int wrong = has_mistakes(report);
    if (as_json) {
        json j;
        json_begin(&j, "deck");
        json_text(&j, "file", path);
        json_bool(&j, "fine", !wrong);
        json_text(&j, "report", report);
        json_end(&j, stdout);
    } else {
        (void)fputs(report, stdout);
        printf("%s: %s\n", path, wrong ? "has mistakes" : "is fine");
    }
    free(report);
    return wrong ? CLI_FILE : CLI_OK;
}

static cli_exit read_and_check(const tsr_game *g, const char *path, int as_json) {
    char *text = NULL;
    size_t size = 0;
    if (!g->more || !g->more->data_faults) {
        cli_complain("%s reads no file of its own", g->name);
        return CLI_USAGE;
    }
    cli_exit read = cli_data_read(g, path, FILE_MAX, &text, &size);
    if (read != CLI_OK) {
        return read;
    }
    cli_exit code = check_file(g, path, text, size, as_json);
    tsr_mem_free(NULL, text, size + 1);
    return code;
}

// Names of cards may have dots; of files, people type a folder or an ending without blanks.
static int is_path(const char *what) {
    const char *dot = strrchr(what, '.');
    return strchr(what, '/') || (dot && dot[1] && !strchr(what, ' '));
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *what = call->argc > 1 ? call->argv[1] : NULL;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK && what && is_path(what)) {
        code = cli_table_choose(&table, call->argv[0]);
        code = code == CLI_OK ? read_and_check(table.game, what, v->json) : code;
    } else if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
        code = code == CLI_OK ? print_cards(table.rules, what, v->json) : code;
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_cards = {
    .name = "cards",
    .usage = "GAME [NAME | FILE]",
    .about = "Print the cards or puzzles of a game, or check a file of them.",
    .details =
        "GAME alone prints all cards (unicorns) or puzzles (projectl); NAME, or a part of a name,\n"
        "only those. FILE is checked: every error is printed, and the tests in a file of cards "
        "are\n"
        "run. docs/cards.md is the manual of the card language.\n",
    .examples = "  tessera cards unicorns \"Black Knight Unicorn\"\n"
                "  tessera cards unicorns my.cards\n"
                "  tessera cards projectl 'W#17'\n",
    .min_args = 1,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
