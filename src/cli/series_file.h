// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_SERIES_FILE_H
#define TSR_CLI_SERIES_FILE_H

// The games of a match or a tournament in files.
//
//   FILE.jsonl   JSON lines: first what is played, then a line for every game. Read back, it
//                says what need not be played again: the same command goes on where it ends.
//   FILE.csv     a table with a row for every game
//   FILE.pgn     the games themselves, where they have that notation
//
// Games come group by group in their order. After a kill the JSON lines end in whole groups or are
// cut back to them, the PGN is cut back to the games that are in the JSON lines, and the
// table is written anew: nothing is there twice, and nothing is missing. While one run writes the
// lines, another is refused.

#include <stdio.h>

#include "arena/series.h"
#include "cli/exit.h"
#include "cli/json.h"

typedef struct series_file {
    // Set by the owner before series_file_open.
    const tsr_rules *rules;
    const char *const *name; // of the entrants
    int entrants;
    int group_size;
    int costs;                                  // games have what the answers took
    const char *out_path, *csv_path, *pgn_path; // each may be NULL
    // The games of an earlier run: whole groups in their order.
    series_game *games;
    size_t count, cap;
    int failed; // a line could not be written
    FILE *out, *csv, *pgn;
} series_file;

// What is played, as the first line of the JSON lines, with a seed.
typedef void series_file_head(void *self, uint64_t seed, json *j);

// Opens the files. JSON lines that exist must begin with the same head; if no seed
// was given, theirs is taken over into *seed. Complains by itself.
cli_exit series_file_open(series_file *f, series_file_head *head, void *self, uint64_t *seed,
                          int seed_given);

// Adds the games of a group, unless they were read from the file (`again`).
void series_file_add(series_file *f, const series_game *games, const char *const *pgn, int count,
                     int again);

// Adds the fields of a game to an object.
void series_file_fields(const series_file *f, json *j, const series_game *g);

// Adds a clock to the head: under another one other games are played.
void series_file_clock(json *j, const tsr_clock *clock);

// "rules", "forfeit", ... , "adjudicated"
const char *series_end_word(const runner_game *g);

void series_file_close(series_file *f); // a zeroed one is fine

#endif
