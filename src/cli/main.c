// SPDX-License-Identifier: MIT
//
// tessera: one program for every game. This file only finds the command; each
// command is a file of its own (cmd_*.c, listed in commands.def).

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

static int is_one_of(const char *text, const char *a, const char *b) {
    return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

// The command that a first argument names; `*used` tells whether it was a word.
static const cli_command *command_of(int argc, char **argv, int *used, tsr_error *err) {
    *used = argc > 1;
    if (argc > 1 && is_one_of(argv[1], "--help", "-h")) {
        return cli_command_find("help", err);
    }
    if (argc > 1 && is_one_of(argv[1], "--version", "-V")) {
        return cli_command_find("version", err);
    }
    if (argc == 1 || argv[1][0] == '-') {
        *used = 0; // no command, maybe options: the menu
        return cli_command_find("menu", err);
    }
    return cli_command_find(argv[1], err);
}

// A full disk or a closed pipe must not look like success.
static cli_exit finish(cli_exit code) {
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_complain("standard output cannot be written: %s",
                     errno ? strerror(errno) : "an earlier write failed");
        return code == CLI_OK ? CLI_FILE : code;
    }
    return code;
}

// A standard descriptor that was closed would go to the next file opened, and the
// board would be printed into the record. The wrong direction keeps it failing.
static void hold_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv) {
    tsr_error err = {0};
    int used = 0;
    hold_descriptors();
    (void)setlocale(LC_CTYPE, "");
    const cli_command *command = command_of(argc, argv, &used, &err);
    if (!command) {
        cli_complain("%s", err.message);
        return CLI_USAGE;
    }
    return (int)finish(cli_command_run(command, argc - 1 - used, argv + 1 + used));
}
