// SPDX-License-Identifier: MIT
//
// Who plays: of all players of a file as many as sit down, those that `seats` names or the first ones.
#include "lang/front/seats.h"

#include <string.h>

static const decl_seats *seats_of(const game_ast *g, int players) {
    for (int i = 0; i < g->seats_count; i++) {
        if (g->seats[i].players == players) {
            return &g->seats[i];
        }
    }
    return NULL;
}

static int find_player(const game_ast *g, const char *name) {
    for (int i = 0; i < g->player_count; i++) {
        if (strcmp(g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static void check_seats(const game_ast *g, const decl_seats *s, diag_list *diags) {
    if (s->count != s->players) {
        diag_add(diags, DIAG_ARGUMENTS, s->at, "%d seats have %d players, not %d", (int)s->players,
                 (int)s->players, s->count);
        return;
    }
    if (s->players < g->least_players || s->players > g->most_players) {
        diag *d = diag_add(diags, DIAG_OUT_OF_RANGE, s->at, "this game is not for %d players",
                           (int)s->players);
        diag_help(d, "say how many may play:   players 2..3 of Red, Green, Blue");
        return;
    }
    for (int i = 0; i < s->count; i++) {
        int twice = 0;
        for (int k = 0; k < i; k++) {
            twice |= strcmp(s->name[i], s->name[k]) == 0;
        }
        if (twice || find_player(g, s->name[i]) < 0) {
            diag_add(diags, DIAG_UNKNOWN_WORD, s->at, "`%s` is no player for one of these seats",
                     s->name[i]);
            return;
        }
    }
}

static int is_sound(const game_ast *g, diag_list *diags) {
    if (g->least_players && (g->least_players < 1 || g->least_players > g->most_players ||
                             g->most_players != g->player_count)) {
        diag *d =
            diag_add(diags, DIAG_OUT_OF_RANGE, g->players_at, "%d to %d of %d players cannot play",
                     (int)g->least_players, (int)g->most_players, g->player_count);
        diag_help(d,
                  "the list names as many as may play at most:   players 2..3 of Red, Green, Blue");
        return 0;
    }
    for (int i = 0; i < g->seats_count; i++) {
        check_seats(g, &g->seats[i], diags);
    }
    return !diags->errors;
}

int seats_take(game_ast *g, int players, diag_list *diags) {
    for (int i = 0; i < g->player_count; i++) {
        g->may_play[i] = g->players[i].name;
    }
    g->may_play_count = g->player_count;
    if (!is_sound(g, diags)) {
        return 0;
    }
    if (!g->least_players) {
        return 1;
    }
    const int count = players ? players : g->least_players;
    const decl_seats *s = seats_of(g, count);
    decl_player all[MAX_PLAYERS];
    memcpy(all, g->players, sizeof all);
    for (int i = 0; s && i < count; i++) {
        for (int k = 0; k < g->may_play_count; k++) {
            g->players[i] = strcmp(all[k].name, s->name[i]) == 0 ? all[k] : g->players[i];
        }
    }
    g->player_count = count;
    return 1;
}
