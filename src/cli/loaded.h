// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_LOADED_H
#define TSR_CLI_LOADED_H

// A record read from a file, with the rules it was played by opened on a table.
// Complains by itself, in one line that names the file and the line in it.

#include <tessera/record.h>

#include "base/buffer.h"
#include "cli/table.h"

// More than core reads of a record, so that core's own limit speaks first.
enum { CLI_RECORD_LIMIT = 65 << 20 };

typedef struct cli_loaded {
    tsr_record record;
    int is_open;
    const char *path; // borrowed
} cli_loaded;

// Reads the header of the record at `path` and opens its rules on `t`, which has been
// initialised. `lines` (may be NULL) gets all whole lines of the file.
cli_exit cli_loaded_open(cli_loaded *l, cli_table *t, const char *path, buffer *lines);
void cli_loaded_close(cli_loaded *l); // a zeroed one is fine

// Rebuilds the match, checking every line. Later moves go to `sink`. The match points
// into the record: close it first.
cli_exit cli_loaded_match(const cli_loaded *l, const cli_table *t, tsr_sink sink, tsr_match **out);

#endif
