// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_RULES_FILE_H
#define TSR_CLI_RULES_FILE_H

// Rules files on disk: reading them, finding the games they inherit from beside them,
// printing what the compiler has to say.

#include <tessera/lang.h>

#include "cli/command.h"

// A rules file in memory. A zeroed one may be closed.
typedef struct cli_rules_file {
    const char *path; // borrowed
    char *text;
    size_t size;
    char *parent; // text of a file found beside it, or NULL
    size_t parent_size;
} cli_rules_file;

cli_exit cli_rules_file_open(cli_rules_file *f, const char *path);
void cli_rules_file_close(cli_rules_file *f);

// What the compiler wants to be given. Valid until the file is closed.
tsr_lang_source cli_rules_file_source(cli_rules_file *f);

// Whether a word of the command line means a rules file rather than a game's name.
int cli_is_rules_file(const char *word);

// Compiles the file at `path`, printing messages to standard error. *out is new: free with
// tsr_lang_free.
cli_exit cli_rules_file_game(const char *path, tsr_game **out);

#endif
