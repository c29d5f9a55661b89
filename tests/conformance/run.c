// SPDX-License-Identifier: MIT
//
// conformance: puts games to the test of the laws.
//
// Runs all games of the library (and of plugins), or those of rules files, every
// number of players and every option at its ends. Prints a sentence for each broken law with the command
// that shows it again. Exit status: 0 all laws hold, 1 some do not, 2 bad usage.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/registry.h>
#include <tessera/text.h>

#include "conformance.h"

enum { MOST_OPTIONS = 16, MOST_PLUGINS = 8, MOST_RULES = 64, MOST_TEXT = 1 << 20 };

typedef struct request {
    const char *game;
    const char *plugin[MOST_PLUGINS];
    int plugins;
    const char *rules[MOST_RULES]; // files
    int rules_files;
    const char *option[MOST_OPTIONS]; // "size=3"
    int options;
    int players; // 0 = all
    int deep;
    int list; // only name the laws
    law_config config;
} request;

static const char usage[] =
    "usage: conformance [--game NAME] [--players N] [--option NAME=VALUE]... [--plugin "
    "FILE.so]...\n"
    "                   [--rules FILE.game]... [--law N]... [--seed N] [--games N] [--deep]\n"
    "                   [--told N] [--laws]\n"
    "  --game     only this game           --players  only this number of players\n"
    "  --rules    only the game of this rules file\n"
    "  --option   set an option (then its other values are not tried)\n"
    "  --law      only this law            --laws     list the laws\n"
    "  --games    random games for each number of players (20)\n"
    "  --deep     the costly laws look at every position, not at some\n"
    "  --told     failures told for each law and setup (3)\n";

// --- The command line --------------------------------------------------------

static int number(const char *text, int64_t min, int64_t max, int64_t *out) {
    tsr_in in = tsr_in_from(text);
    return tsr_take_int(&in, min, max, out) && tsr_at_end(&in);
}

// One argument with its value; 0 if it makes no sense.
static int take_value(request *q, const char *name, const char *value) {
    int64_t n = 0;
    if (strcmp(name, "--game") == 0) {
        q->game = value;
    } else if (strcmp(name, "--plugin") == 0 && q->plugins < MOST_PLUGINS) {
        q->plugin[q->plugins++] = value;
    } else if (strcmp(name, "--rules") == 0 && q->rules_files < MOST_RULES) {
        q->rules[q->rules_files++] = value;
    } else if (strcmp(name, "--option") == 0 && q->options < MOST_OPTIONS && strchr(value, '=')) {
        q->option[q->options++] = value;
    } else if (strcmp(name, "--players") == 0 && number(value, 1, TSR_MAX_PLAYERS, &n)) {
        q->players = (int)n;
    } else if (strcmp(name, "--law") == 0 && number(value, 1, LAW_COUNT, &n)) {
        q->config.laws = (q->config.laws == LAW_ALL ? 0 : q->config.laws) | LAW_BIT(n);
    } else if (strcmp(name, "--seed") == 0 && number(value, 0, INT64_MAX - 1000000, &n)) {
        q->config.seed = (uint64_t)n;
    } else if (strcmp(name, "--games") == 0 && number(value, 1, 10000000, &n)) {
        q->config.games = (int)n;
    } else if (strcmp(name, "--told") == 0 && number(value, 0, 1000, &n)) {
        q->config.told = (int)n;
    } else {
        return 0;
    }
    return 1;
}

static int read_arguments(request *q, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--deep") == 0) {
            q->config.deep = 0;
        } else if (strcmp(argv[i], "--laws") == 0) {
            q->list = 1;
        } else if (i + 1 >= argc || !take_value(q, argv[i], argv[i + 1])) {
            fprintf(stderr, "conformance: I do not understand %s%s%s\n%s", argv[i],
                    i + 1 < argc ? " " : "", i + 1 < argc ? argv[i + 1] : "", usage);
            return 0;
        } else {
            i++;
        }
    }
    return 1;
}

// --- Telling -----------------------------------------------------------------

static void tell(void *self, const char *text) {
    (void)self;
    fputs(text, stdout);
    fflush(stdout);
}

// A game that crashes should at least say where.
static void say_where(int sign) {
    char line[512];
    int n = law_where(line, (int)sizeof line);
    if (write(STDERR_FILENO, "conformance: the game crashed ", 30) < 0 ||
        write(STDERR_FILENO, line, (size_t)n) < 0) {
        _exit(128 + sign);
    }
    signal(sign, SIG_DFL);
    raise(sign);
}

static void tell_game(const char *name, const law_tally *t) {
    uint64_t checks = 0;
    char broken[160] = "";
    for (int n = 1; n <= LAW_COUNT; n++) {
        checks += t->checks[n];
        if (t->broken[n]) {
            size_t len = strlen(broken);
            snprintf(broken + len, sizeof broken - len, " L%d", n);
        }
    }
    printf("%-12s %6llu games %8llu plies %8llu positions %10llu checks%s%s\n", name,
           (unsigned long long)t->games, (unsigned long long)t->plies,
           (unsigned long long)t->positions, (unsigned long long)checks,
           broken[0] ? "  broken:" : "", broken);
    fflush(stdout);
}

// --- Running -----------------------------------------------------------------

// A setup given on the command line: just that one.
static int run_setup(const request *q, const tsr_game *game, law_tally *tally) {
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, game);
    if (q->players && tsr_setup_players(&setup, q->players, &err)) {
        fprintf(stderr, "conformance: %s\n", err.message);
        return -1;
    }
    for (int i = 0; i < q->options; i++) {
        char name[64];
        size_t n = strcspn(q->option[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)n, q->option[i]);
        if (tsr_setup_option(&setup, name, q->option[i] + n + 1, &err)) {
            fprintf(stderr, "conformance: %s\n", err.message);
            return -1;
        }
    }
    return law_run_setup(&setup, &q->config, tally);
}

static int run_game(const request *q, const tsr_game *game) {
    law_tally tally = {0};
    int broken = q->players || q->options ? run_setup(q, game, &tally)
                                          : law_run_game(game, &q->config, &tally);
    if (broken >= 0) {
        tell_game(game->name, &tally);
    }
    return broken;
}

// `tictactoe.game` is the rules file of the shelf, where a game in C has the same name.
static const tsr_game *on_shelf(const char *word) {
    size_t n = strlen(word);
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        const tsr_game *game = tsr_lang_builtin_at(i);
        if (n == strlen(game->name) + 5 && strcmp(word + n - 5, ".game") == 0 &&
            strncmp(word, game->name, n - 5) == 0) {
            return game;
        }
    }
    return NULL;
}

// --- Rules files ---------------------------------------------------------------

// The text of a file, to be freed; NULL = it cannot be read.
static char *read_text(const char *name) {
    FILE *file = fopen(name, "rb");
    char *text = file ? malloc(MOST_TEXT) : NULL;
    if (text) {
        text[fread(text, 1, MOST_TEXT - 1, file)] = '\0';
    }
    if (file) {
        fclose(file);
    }
    return text;
}

// As run_game, of the game of a rules file; a failure is told with the file's name.
static int run_file(request *q, const char *name) {
    char command[300];
    char *text = read_text(name);
    tsr_lang_report report = {0};
    tsr_game *game = NULL;
    int broken = -1;
    const tsr_lang_source source = {.text = text, .file = name};
    if (!text) {
        fprintf(stderr, "conformance: %s cannot be read\n", name);
    } else if (tsr_lang_compile(&source, NULL, &game, &report)) {
        fprintf(stderr, "conformance: %s\n", report.message[0].text);
    } else {
        snprintf(command, sizeof command, "conformance --rules %s", name);
        q->config.command = command;
        broken = run_game(q, game);
        q->config.command = NULL;
        tsr_lang_free(game);
    }
    free(text);
    return broken;
}

static int run_files(request *q) {
    int status = 0;
    for (int i = 0; i < q->rules_files; i++) {
        const int broken = run_file(q, q->rules[i]);
        if (broken < 0) {
            return 2;
        }
        status |= broken > 0;
    }
    return status;
}

// --- Games that are there -------------------------------------------------------

static int run_all(const request *q, tsr_registry *reg) {
    tsr_error err = {0};
    int status = 0;
    const tsr_game *file = q->game ? on_shelf(q->game) : NULL;
    if (file) {
        int broken = run_game(q, file);
        return broken < 0 ? 2 : broken > 0;
    }
    if (q->game && !tsr_registry_game(reg, q->game, &err)) {
        fprintf(stderr, "conformance: %s\n", err.message);
        return 2;
    }
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        const tsr_game *game = tsr_registry_game_at(reg, i);
        if (!q->game || strcmp(q->game, game->name) == 0) {
            int broken = run_game(q, game);
            if (broken < 0) {
                return 2;
            }
            status |= broken > 0;
        }
    }
    return status;
}

static int fill_registry(const request *q, tsr_registry *reg) {
    tsr_error err = {0};
    tsr_err code = tsr_registry_add_builtin(reg, &err);
    for (int i = 0; i < q->plugins && !code; i++) {
        code = tsr_plugin_load(reg, q->plugin[i], &err);
    }
    if (code) {
        fprintf(stderr, "conformance: %s\n", err.message);
    }
    return code == TSR_OK;
}

int main(int argc, char **argv) {
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
    char command[512] = "conformance";
    request q = {0};
    law_config_init(&q.config);
    q.config.tell = tell;
    q.config.command = command;
    if (!read_arguments(&q, argc, argv)) {
        return 2;
    }
    for (int n = 1; q.list && n <= LAW_COUNT; n++) {
        printf("L%-3d %s\n", n, law_title(n));
    }
    if (q.list) {
        return 0;
    }
    for (int i = 0; i < q.plugins; i++) {
        size_t n = strlen(command);
        snprintf(command + n, sizeof command - n, " --plugin %s", q.plugin[i]);
    }
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        signal(crashes[i], say_where);
    }
    if (q.rules_files) {
        return run_files(&q);
    }
    tsr_registry *reg = tsr_registry_new(NULL);
    int status = reg && fill_registry(&q, reg) ? run_all(&q, reg) : 2;
    tsr_registry_free(reg);
    return status;
}
