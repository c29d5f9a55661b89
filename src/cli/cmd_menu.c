// SPDX-License-Identifier: MIT
//
// The menu: what `tessera` alone opens. On a terminal one chooses a game, who plays
// and how many with a few keys; elsewhere two bots show a short game.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "cli/asking.h"
#include "cli/game_order.h"
#include "cli/play.h"
#include "term/canvas.h"

struct values {
    cli_game_values game;
    cli_show_values show;
};

static const cli_option options[] = {
    CLI_PLUGIN_OPTION(struct values, game),
    CLI_SHOW_OPTIONS(struct values, show),
};

typedef struct menu {
    const struct values *v;
    cli_table table;
    const tsr_game **games; // in the order of their numbers
    term_tty tty;
    cli_asking asking;
    term_edit_host host;
    char latest[KEEP_PATH_MAX]; // an unfinished game, or ""
    session_wish wish;
} menu;

// --- The list ------------------------------------------------------------------------

// One line a game, cut at the edge; or names only, in columns, when there are
// more games than lines.
static void print_game(const menu *m, int i, int cols, int compact) {
    const tsr_game *g = m->games[i];
    const char *about = g->about ? g->about : "";
    int room = cols - 32;
    printf("  %s%3d%s  %-22.22s", m->tty.depth ? "\033[1m" : "", i + 1,
           m->tty.depth ? "\033[0m" : "", g->title);
    if (!compact && term_columns(about) <= room) {
        printf(" %s", about);
    } else if (!compact) {
        printf(" %.*s...", room - 3, about);
    }
}

static void print_games(const menu *m) {
    int rows, cols;
    int count = tsr_registry_game_count(m->table.registry);
    const char *bold = m->tty.depth ? "\033[1m" : "", *plain = m->tty.depth ? "\033[0m" : "";
    term_tty_size(&rows, &cols);
    int compact = count + 9 > rows;
    int columns = compact ? cols / 30 : 1;
    columns = columns > 0 ? columns : 1;
    int lines = (count + columns - 1) / columns;
    printf("\n  %sTessera%s: choose a game\n\n", bold, plain);
    for (int y = 0; y < lines; y++) {
        for (int i = y; i < count; i += lines) {
            print_game(m, i, cols, compact);
        }
        printf("\n");
    }
    printf("\n");
    if (m->latest[0]) {
        printf("  %s  r%s  go on with the game you left\n", bold, plain);
    }
    printf("  %s  q%s  leave\n\n", bold, plain);
}

static void complete_games(void *self, const char *typed, void (*add)(void *list, const char *text),
                           void *list) {
    menu *m = self;
    for (int i = 0; i < tsr_registry_game_count(m->table.registry); i++) {
        const char *name = tsr_registry_game_at(m->table.registry, i)->name;
        if (strncmp(name, typed, strlen(typed)) == 0) {
            add(list, name);
        }
    }
}

// By number, by name, or the first one. 0 to leave; "r" sets `wish.resume`.
static int choose_game(menu *m) {
    int count = tsr_registry_game_count(m->table.registry);
    for (;;) {
        const char *line;
        tsr_error err = {0};
        int64_t n = 1;
        if (!cli_ask(&m->asking, "Game (number or name): ", &line)) {
            return 0;
        }
        tsr_in in = tsr_in_from(line);
        if (strcmp(line, "r") == 0 && m->latest[0]) {
            m->wish.resume = m->latest;
            return 1;
        }
        if (!*line || (tsr_take_int(&in, 1, count, &n) && tsr_at_end(&in))) {
            m->wish.game = m->games[n - 1]->name;
            return 1;
        }
        const tsr_game *g = cli_game_called(m->table.registry, line);
        if (g || (g = tsr_registry_game(m->table.registry, line, &err))) {
            m->wish.game = g->name;
            return 1;
        }
        printf("  %s\n", err.message);
    }
}

static cli_exit run_menu(menu *m) {
    m->asking.registry = m->table.registry;
    m->host = (term_edit_host){.self = m, .complete = complete_games};
    m->games = cli_games_in_order(m->table.registry, CLI_BY_TITLE);
    m->asking.edit = term_edit_new(&m->tty, &m->host);
    if (!m->asking.edit || !m->games) {
        cli_complain("the line editor cannot be started");
        term_edit_free(m->asking.edit);
        free(m->games);
        return CLI_FILE;
    }
    if (!keep_latest(m->latest)) {
        m->latest[0] = '\0';
    }
    print_games(m);
    int ready = choose_game(m);
    if (ready && !m->wish.resume) {
        const tsr_game *g = tsr_registry_game(m->table.registry, m->wish.game, NULL);
        ready = cli_ask_players(&m->asking, g, &m->wish);
    }
    int stopped = term_interrupts() || term_terminated();
    term_edit_free(m->asking.edit);
    m->asking.edit = NULL;
    free(m->games);
    return ready ? cli_play(&m->wish) : stopped ? CLI_INTERRUPTED : CLI_OK;
}

// --- Without a terminal ----------------------------------------------------------------

// Two bots, a short game, and how to join.
static cli_exit show_bots(menu *m) {
    tsr_registry *reg = m->table.registry;
    if (tsr_registry_game_count(reg) == 0) {
        cli_complain("no games are built in");
        return CLI_FILE;
    }
    const tsr_game *g = tsr_registry_game(reg, "tictactoe", NULL);
    g = g ? g : tsr_registry_game_at(reg, 0);
    printf("Two bots play %s.\n", g->title);
    m->wish.game = g->name;
    for (int i = 0; i < cli_players_wanted(g, 0, 0); i++) {
        (void)cli_player_read("random", &m->wish.player[m->wish.player_count++]);
    }
    cli_exit code = cli_play(&m->wish);
    printf("\nJoin in from a terminal:  tessera play %s\n"
           "All games:                tessera list\n"
           "Everything else:          tessera help\n",
           g->name);
    return code;
}

static cli_exit run(const cli_call *call) {
    menu *m = calloc(1, sizeof *m);
    cli_exit code = CLI_FILE;
    if (!m) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    m->v = call->values;
    m->wish.plugin = m->v->game.plugin;
    m->wish.show = m->v->show;
    m->wish.delay_ms = 400;
    cli_show show;
    code = cli_show_init(&show, &m->v->show, NULL);
    m->tty = show.tty;
    if (code == CLI_OK) {
        code = cli_table_init(&m->table, &m->v->game.plugin);
    }
    if (code == CLI_OK) {
        term_signals_init();
        code = m->tty.in_tty && m->tty.out_tty ? run_menu(m) : show_bots(m);
    }
    cli_table_deinit(&m->table);
    free(m);
    return code;
}

const cli_command cli_cmd_menu = {
    .name = "menu",
    .usage = "",
    .about = "Choose a game and play; the same as 'tessera' alone.",
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
