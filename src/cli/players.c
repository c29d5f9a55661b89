// SPDX-License-Identifier: MIT
#include "cli/players.h"

#include <stdio.h>
#include <string.h>

#include <tessera/agent.h>

#include "cli/show.h"

// The equals sign that ends a name stands before any colon: "Bot=mcts:time=1s".
static const char *end_of_name(const char *text) {
    size_t n = strcspn(text, "=:");
    return text[n] == '=' ? text + n : NULL;
}

static int is_plain(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) {
            return 0;
        }
    }
    return 1;
}

cli_exit cli_player_read(const char *text, cli_player *out) {
    const char *equals = end_of_name(text);
    memset(out, 0, sizeof *out);
    out->spec = text;
    if (equals) {
        size_t size = (size_t)(equals - text);
        if (size == 0 || size >= CLI_NAME_MAX || !is_plain(text, size)) {
            cli_complain("a name has 1 to %d plain characters: '%.60s'", CLI_NAME_MAX - 1, text);
            return CLI_USAGE;
        }
        memcpy(out->name, text, size);
        out->is_named = 1;
        out->spec = equals + 1;
    }
    if (!*out->spec || !is_plain(out->spec, strlen(out->spec))) {
        cli_complain("'%.60s' is not a player; try human or random", text);
        return CLI_USAGE;
    }
    out->is_human = strcmp(out->spec, "human") == 0;
    return CLI_OK;
}

int cli_players_wanted(const tsr_game *game, int count, int wanted) {
    int usual = game->default_players ? game->default_players : game->min_players;
    if (wanted > 0) {
        return wanted;
    }
    return count > usual ? count : usual;
}

// --- Names -------------------------------------------------------------------------

static int is_taken(const cli_player *players, int count, int self) {
    for (int i = 0; i < count; i++) {
        if (i != self && strcmp(players[i].name, players[self].name) == 0) {
            return 1;
        }
    }
    return 0;
}

static void name_one(const tsr_rules *r, cli_player *players, int i) {
    cli_player *p = &players[i];
    if (p->is_human) {
        cli_player_name(r, NULL, i, p->name, sizeof p->name);
    } else {
        int size = (int)tsr_agent_spec_name(p->spec);
        snprintf(p->name, sizeof p->name, "%.*s", size, p->spec);
    }
}

void cli_players_name(const tsr_rules *r, cli_player *players) {
    for (int i = 0; i < r->players; i++) {
        if (!players[i].is_named) {
            name_one(r, players, i);
        }
    }
    for (int i = 1; i < r->players; i++) {
        char first[CLI_NAME_MAX];
        snprintf(first, sizeof first, "%s", players[i].name);
        for (int n = 2; is_taken(players, i, i) && n < 100; n++) {
            snprintf(players[i].name, sizeof players[i].name, "%.40s %d", first, n);
        }
    }
}
