// SPDX-License-Identifier: MIT
#include "cli/asking.h"

#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

// Reads a line; 0 when the person wants to leave.
int cli_ask(cli_asking *a, const char *prompt, const char **line) {
    *line = "";
    return term_edit_read(a->edit, prompt, line) == TERM_LINE && strcmp(*line, "q") != 0;
}

// A number from `min` to `max`; an empty line is `def`. -1 to leave.
static int ask_number(cli_asking *a, const char *prompt, int min, int max, int def) {
    for (;;) {
        const char *line;
        int64_t n = def;
        if (!cli_ask(a, prompt, &line)) {
            return -1;
        }
        tsr_in in = tsr_in_from(line);
        if (!*line || (tsr_take_int(&in, min, max, &n) && tsr_at_end(&in))) {
            return (int)n;
        }
        printf("  a number from %d to %d, please, or q to leave\n", min, max);
    }
}

static void add_player(session_wish *wish, const char *spec) {
    (void)cli_player_read(spec, &wish->player[wish->player_count++]);
}

static int choose_number(cli_asking *a, const tsr_game *g, session_wish *wish) {
    char prompt[64];
    int usual = g->default_players ? g->default_players : g->min_players;
    wish->wanted = usual;
    if (g->min_players == g->max_players) {
        return 1;
    }
    snprintf(prompt, sizeof prompt, "Players, %d to %d [%d]: ", g->min_players, g->max_players,
             usual);
    wish->wanted = ask_number(a, prompt, g->min_players, g->max_players, usual);
    return wish->wanted > 0;
}

// How strong the bot shall be, where levels are built in.
static int choose_bot(cli_asking *a) {
    if (!tsr_registry_agent(a->registry, "level", NULL)) {
        snprintf(a->bot, sizeof a->bot, "random");
        return 1;
    }
    int level = ask_number(a, "Strength, 1 (gentle) to 8 [3]: ", 1, 8, 3);
    snprintf(a->bot, sizeof a->bot, "level:n=%d", level);
    return level > 0;
}

enum { YOU_FIRST = 1, YOU_LAST, PEOPLE, BOTS, MIXED };

// How many of `n` are people, and in `*last` whether they sit behind the bots; -1 to leave.
static int choose_people(cli_asking *a, int n, int *last) {
    printf("\n    1  you against %s\n    2  you against %s, who begin%s\n"
           "    3  people at this keyboard\n    4  watch the bots\n%s\n",
           n == 2 ? "a bot" : "bots", n == 2 ? "a bot" : "bots", n == 2 ? "s" : "",
           n == 2 ? "" : "    5  some people, some bots\n");
    int how = ask_number(a, "Who plays [1]: ", YOU_FIRST, n == 2 ? BOTS : MIXED, YOU_FIRST);
    *last = how == YOU_LAST;
    if (how == MIXED) {
        char prompt[64];
        snprintf(prompt, sizeof prompt, "People, 2 to %d, who begin [2]: ", n - 1);
        return n == 3 ? 2 : ask_number(a, prompt, 2, n - 1, 2);
    }
    return how < 0 ? -1 : how == PEOPLE ? n : how == BOTS ? 0 : 1;
}

// Every bot is the same agent here; the command line has the finer choice.
static int choose_players(cli_asking *a, const tsr_game *g, session_wish *wish) {
    if (!choose_number(a, g, wish)) {
        return 0;
    }
    int n = wish->wanted, last = 0;
    int people = n == 1 ? 1 : choose_people(a, n, &last);
    if (people < 0 || (people < n && !choose_bot(a))) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        int is_person = last ? i >= n - people : i < people;
        add_player(wish, is_person ? "human" : a->bot);
    }
    return 1;
}

static int count_people(const session_wish *wish) {
    int people = 0;
    for (int i = 0; i < wish->player_count; i++) {
        people += wish->player[i].is_human;
    }
    return people;
}

// Where several share the keyboard.
static int choose_names(cli_asking *a, session_wish *wish) {
    int people = count_people(wish);
    for (int i = 0; i < wish->player_count && people > 1; i++) {
        cli_player *p = &wish->player[i];
        const char *line;
        char prompt[48];
        if (!p->is_human) {
            continue;
        }
        snprintf(prompt, sizeof prompt, "Name of player %d (or Enter): ", i + 1);
        if (!cli_ask(a, prompt, &line)) {
            return 0;
        }
        if (*line) {
            snprintf(p->name, sizeof p->name, "%.40s", line);
            p->is_named = 1;
        }
    }
    return 1;
}

int cli_ask_players(cli_asking *a, const tsr_game *game, session_wish *wish) {
    return choose_players(a, game, wish) && choose_names(a, wish);
}
