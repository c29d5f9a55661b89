// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TOURNAMENT_FILE_H
#define TSR_CLI_TOURNAMENT_FILE_H

// The games of a tournament as a file of JSON lines: first the tournament itself, then
// a line for every game as it ends. Read back, it says what need not be played again.
// A line that was cut off by a crash is cut away.

#include <stdio.h>

#include "arena/tournament.h"
#include "cli/exit.h"

typedef struct tournament_file {
    FILE *out; // NULL = there is no file
    tournament_game *games;
    size_t count, cap;
    int players; // on the seats of one game
    int failed;  // a line could not be written
} tournament_file;

// Opens or creates the file. One that exists must be of the same tournament; if no
// seed was given, its seed is taken over into `config`. Complains by itself.
cli_exit tournament_file_open(tournament_file *f, const char *path, tournament_config *config,
                              int seed_given);

// Adds a game, unless it was read from the file.
void tournament_file_add(tournament_file *f, const tournament_game *g);

void tournament_file_close(tournament_file *f); // a zeroed one is fine

#endif
