// SPDX-License-Identifier: MIT
#include "limits/limits.h"

#include <string.h>

// To add a game: its two loops in a file of their own, and a row here.
const limit_row limit_rows[] = {
    {"tictactoe", limit_tictactoe_playouts, limit_tictactoe_perft},
};

const int limit_row_count = sizeof limit_rows / sizeof limit_rows[0];

const limit_row *limit_find(const char *game) {
    for (int i = 0; i < limit_row_count; i++) {
        if (strcmp(limit_rows[i].game, game) == 0) {
            return &limit_rows[i];
        }
    }
    return NULL;
}
