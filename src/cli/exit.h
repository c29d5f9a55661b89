// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_EXIT_H
#define TSR_CLI_EXIT_H

// How the program ends, the same for every command. Documented in tessera(1)
// and docs/cli.md; scripts rely on these numbers.

typedef enum cli_exit {
    CLI_OK = 0,           // finished
    CLI_USAGE = 1,        // the command line cannot be understood
    CLI_FILE = 2,         // a file, record, position, rules or plugin is wrong
    CLI_ILLEGAL = 3,      // an illegal move under --strict
    CLI_AGENT = 4,        // an agent cannot be started, or failed
    CLI_NETWORK = 5,      // the network failed
    CLI_INTERRUPTED = 130 // by Ctrl-C or a signal; what was played is saved
} cli_exit;

#endif
