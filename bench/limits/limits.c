// SPDX-License-Identifier: MIT
#include "limits/limits.h"

#include <stddef.h>
#include <string.h>

// To add a game: its loops in a file of their own, and its name in LIMIT_GAMES.
#define BASE_ROW(game) LIMIT_ROW(game, ),
static const limit_row base_rows[] = {LIMIT_GAMES(BASE_ROW)};

enum { ROWS = sizeof base_rows / sizeof base_rows[0] };

#ifdef LIMIT_HAS_BMI2
#define BMI2_ROW(game) LIMIT_ROW(game, _bmi2),
static const limit_row bmi2_rows[] = {LIMIT_GAMES(BMI2_ROW)};

static const limit_row *best_rows(void) {
    return __builtin_cpu_supports("bmi2") ? bmi2_rows : base_rows;
}
#else
static const limit_row *best_rows(void) {
    return base_rows;
}
#endif

int limit_count(void) {
    return ROWS;
}

const limit_row *limit_at(int i) {
    return &best_rows()[i];
}

const limit_row *limit_find(const char *game) {
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(limit_at(i)->game, game) == 0) {
            return limit_at(i);
        }
    }
    return NULL;
}
