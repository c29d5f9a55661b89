// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_COMMAND_H
#define TSR_CLI_COMMAND_H

// A command of the program: `tessera NAME ...`.
//
// Each is one file, cmd_name.c, that defines `const cli_command cli_cmd_name`,
// and one row COMMAND(name) in commands.def; main.c and CMake read the rows. The
// table in that file is all there is to say about it: what it takes, what it is for,
// its options (options.h). Help and completion are made from it.

#include "cli/exit.h"
#include "cli/options.h"

// A command line that has been read.
typedef struct cli_call {
    const void *values; // the command's struct of options
    int argc;           // arguments that are no options
    char **argv;        // ends with NULL
} cli_call;

typedef struct cli_command {
    const char *name;
    const char *usage;    // what follows the name: "GAME [PLAYER...]"
    const char *about;    // one line, for the list
    const char *details;  // paragraphs, or NULL
    const char *examples; // lines of a shell, or NULL
    int min_args, max_args;
    const cli_option *options;
    int option_count;
    size_t values_size;
    cli_exit (*run)(const cli_call *call);
} cli_command;

#define CLI_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

#define COMMAND(name) extern const cli_command cli_cmd_##name;
#include "cli/commands.def"
#undef COMMAND

// All commands in the order of commands.def; ends with NULL.
extern const cli_command *const cli_commands[];

// By name or the only one that begins so; NULL with `err` filled.
const cli_command *cli_command_find(const char *name, tsr_error *err);

// Reads the rest of the line and runs the command.
cli_exit cli_command_run(const cli_command *command, int argc, char **argv);

// How a command is used, printed to standard output.
void cli_command_help(const cli_command *command);

// One line to standard error: "tessera: ...". Control characters become "?".
void cli_complain(const char *format, ...) TSR_PRINTF(1, 2);

// The same about a file or a word: "tessera: game.record:12:3: ...".
void cli_complain_about(const char *what, const tsr_error *err);

// That line as text: "game.record:12:3: ..."; the file is not named twice.
void cli_error_text(const char *what, const tsr_error *err, char *out, size_t cap);

// The exit code for a failure: words that name nothing are CLI_USAGE, contents
// that are wrong are CLI_FILE.
cli_exit cli_exit_of(tsr_err e);

// The same for an agent that did not open: its spec is CLI_USAGE, the rest CLI_AGENT.
cli_exit cli_exit_of_agent(tsr_err e);

#endif
