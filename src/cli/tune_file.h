// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TUNE_FILE_H
#define TSR_CLI_TUNE_FILE_H

// What `tune` has judged, as JSON lines, so that a run that was killed goes on.
//
// A run is fixed by its first line and by its judgements in order. So going on is doing it
// all again and taking each judgement from the file as long as there are any; then the
// file is written on. Half a line at its end is cut off.

#include <stdio.h>

#include "cli/exit.h"

typedef struct tune_file {
    FILE *f; // NULL = there is none
    const char *path;
    int reads; // there may be more to take
} tune_file;

// Opens or makes `path`. `head` is the run's first line; a file that begins with another one
// belongs to another run and is refused.
cli_exit tune_file_open(tune_file *t, const char *path, const char *head);
void tune_file_close(tune_file *t);

// The next line that is there, without its end; 0 = there is none, write from here on.
int tune_file_take(tune_file *t, char *line, size_t cap);

// Adds a line. 0 = it cannot be written.
int tune_file_add(tune_file *t, const char *line);

#endif
