// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_RULES_FILE_H
#define TSR_CLI_RULES_FILE_H

// Rules files on disk: reading them, finding the games they inherit from beside them,
// printing what the compiler has to say.

#include <tessera/lang.h>

#include "base/buffer.h"
#include "cli/command.h"
#include "host/beside.h"

// A rules file in memory. A zeroed one may be closed.
typedef struct cli_rules_file {
    const char *path; // borrowed
    char *text;
    size_t size;
    beside beside; // what it inherits from
} cli_rules_file;

// The path from the root, so that it can be found from anywhere. New: free it. NULL for
// lack of memory.
char *cli_whole_path(const char *path);

cli_exit cli_rules_file_open(cli_rules_file *f, const char *path);
void cli_rules_file_close(cli_rules_file *f);

// What the compiler wants to be given. Valid until the file is closed.
tsr_lang_source cli_rules_file_source(cli_rules_file *f);

// Whether a word of the command line means a rules file rather than a game's name.
int cli_is_rules_file(const char *word);

// The game of the shelf that `chess.game` means where there is no such file; NULL if it
// is a file, or nothing. So every rules file of the shelf can be played under its own
// name, also where a game in C has that name.
const tsr_game *cli_rules_file_on_shelf(const char *word);

// Runs `one` on every file of a command line; the last failure is the answer. The report is
// scratch for all of them.
typedef cli_exit cli_rules_file_act(const void *values, cli_rules_file *f, tsr_lang_report *report);
cli_exit cli_rules_files(const cli_call *call, cli_rules_file_act *one);

// Compiles; what is wrong goes to `messages` as people read it. *out is new: free with
// tsr_lang_free. `passes_off` as in tsr_lang_source.
tsr_err cli_rules_file_compile(cli_rules_file *f, uint32_t passes_off, tsr_game **out,
                               buffer *messages);

// Compiles the file at `path`, printing messages to standard error. *out is new: free with
// tsr_lang_free.
cli_exit cli_rules_file_game(const char *path, uint32_t passes_off, tsr_game **out);

// The bits of the compiler's rewrites with these names.
cli_exit cli_passes_off(const cli_list *names, uint32_t *out);

#endif
