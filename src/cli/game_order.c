// SPDX-License-Identifier: MIT
//
// Sorting games for lists, and finding one by what a list shows of it.
#include "cli/game_order.h"

#include <stdlib.h>
#include <strings.h>

static int by_name(const void *a, const void *b) {
    const tsr_game *const *x = a, *const *y = b;
    return strcasecmp((*x)->name, (*y)->name);
}

static int by_title(const void *a, const void *b) {
    const tsr_game *const *x = a, *const *y = b;
    int order = strcasecmp((*x)->title, (*y)->title);
    return order ? order : by_name(a, b);
}

const tsr_game **cli_games_in_order(const tsr_registry *reg, cli_game_key key) {
    int count = tsr_registry_game_count(reg);
    const tsr_game **games = calloc((size_t)count + 1, sizeof *games);
    for (int i = 0; games && i < count; i++) {
        games[i] = tsr_registry_game_at(reg, i);
    }
    if (games) {
        qsort(games, (size_t)count, sizeof *games, key == CLI_BY_NAME ? by_name : by_title);
    }
    return games;
}

const tsr_game *cli_game_called(const tsr_registry *reg, const char *typed) {
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        const tsr_game *g = tsr_registry_game_at(reg, i);
        if (strcasecmp(g->name, typed) == 0 || strcasecmp(g->title, typed) == 0) {
            return g;
        }
    }
    return NULL;
}
