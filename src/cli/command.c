// SPDX-License-Identifier: MIT
//
// Finds a command by its name, and complains the same way everywhere.
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cli_cmd_##name,
#include "cli/commands.def"
#undef COMMAND
    NULL,
};

// --- Complaints --------------------------------------------------------------------

// One line, whatever a word of the command line or a stranger's file had in it: an
// escape sequence must not reach the terminal, a line feed must not make two of it.
static void make_harmless(char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            *text = '?';
        }
    }
}

void cli_complain(const char *format, ...) {
    char line[2048];
    va_list args;
    fflush(stdout);
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    make_harmless(line);
    fprintf(stderr, "tessera: %s\n", line);
}

void cli_error_text(const char *what, const tsr_error *err, char *out, size_t cap) {
    int named = !*what || strstr(err->message, what) != NULL; // it names the file already
    tsr_out o = tsr_out_to(out, cap);
    if (!named) {
        tsr_put(&o, what);
        if (err->line) {
            tsr_putf(&o, ":%u", (unsigned)err->line);
        }
        if (err->line && err->column) {
            tsr_putf(&o, ":%u", (unsigned)err->column);
        }
        tsr_put(&o, ": ");
    }
    tsr_put(&o, err->message);
    tsr_out_end(&o);
}

void cli_complain_about(const char *what, const tsr_error *err) {
    char text[1024];
    cli_error_text(what, err, text, sizeof text);
    cli_complain("%s", text);
}

cli_exit cli_exit_of(tsr_err e) {
    switch (e) {
    case TSR_OK: return CLI_OK;
    case TSR_ERR_ARGUMENT:
    case TSR_ERR_UNKNOWN: return CLI_USAGE;
    case TSR_ERR_ILLEGAL: return CLI_ILLEGAL;
    case TSR_ERR_AGENT: return CLI_AGENT;
    case TSR_ERR_MEMORY:
    case TSR_ERR_PARSE:
    case TSR_ERR_ABI:
    case TSR_ERR_IO:
    case TSR_ERR_MISMATCH:
    case TSR_ERR_LIMIT:
    case TSR_ERR_STATE:
    case TSR_ERR_GAME: return CLI_FILE;
    }
    return CLI_FILE;
}

cli_exit cli_exit_of_agent(tsr_err e) {
    int spec = e == TSR_ERR_UNKNOWN || e == TSR_ERR_ARGUMENT || e == TSR_ERR_PARSE;
    return spec ? CLI_USAGE : CLI_AGENT;
}

// --- Finding -----------------------------------------------------------------------

static const char *nearest_command(const char *name) {
    const char *words[64];
    int n = 0;
    for (; cli_commands[n] && n < 63; n++) {
        words[n] = cli_commands[n]->name;
    }
    words[n] = NULL;
    return cli_nearest(name, words);
}

// Older words for commands.
static const char *newer_name(const char *name) {
    return strcmp(name, "tune") == 0 ? "evolve" : name;
}

const cli_command *cli_command_find(const char *name, tsr_error *err) {
    const cli_command *found = NULL;
    name = newer_name(name);
    size_t size = strlen(name);
    int fits = 0;
    for (int i = 0; cli_commands[i]; i++) {
        if (strncmp(cli_commands[i]->name, name, size) == 0) {
            if (cli_commands[i]->name[size] == '\0') {
                return cli_commands[i];
            }
            found = cli_commands[i];
            fits += size > 0;
        }
    }
    if (fits == 1) {
        return found;
    }
    const char *nearest = nearest_command(name);
    if (fits > 1) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "'%.40s' fits %d commands; write more of it", name,
                       fits);
    } else if (nearest) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "there is no command '%.40s'; did you mean '%s'?",
                       name, nearest);
    } else {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN,
                       "there is no command '%.40s'; 'tessera help' lists them", name);
    }
    return NULL;
}

// --- Help --------------------------------------------------------------------------

static void print_option(const cli_option *o) {
    char form[64];
    int n =
        snprintf(form, sizeof form, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    printf("  %-22s %s%s", form, n > 22 ? "\n                         " : "", o->help);
    for (int i = 0; o->choices && o->choices[i]; i++) {
        printf("%s%s", i ? ", " : " (", o->choices[i]);
    }
    if (o->choices) {
        printf("; default %s)", o->choices[0]);
    } else if (o->kind == CLI_INT && o->def > 0) {
        printf(" (default %lld)", (long long)o->def);
    } else if (o->kind == CLI_REAL && o->def >= 0) { // below: the line itself says what it is then
        printf(" (default %g)", (double)o->def / 100);
    }
    printf("\n");
}

void cli_command_help(const cli_command *command) {
    printf("tessera %s%s%s\n\n%s\n", command->name, *command->usage ? " " : "", command->usage,
           command->about);
    if (command->examples) {
        printf("\nExamples:\n%s", command->examples);
    }
    if (command->details) {
        printf("\n%s", command->details);
    }
    if (command->option_count > 0) {
        printf("\nOptions:\n");
    }
    for (int i = 0; i < command->option_count; i++) {
        print_option(&command->options[i]);
    }
}

// --- Running -----------------------------------------------------------------------

static cli_exit run_with(const cli_command *command, int argc, char **argv, void *values) {
    tsr_error err = {0};
    int left = 0, help = 0;
    cli_options_init(command->options, command->option_count, values);
    tsr_err e = cli_options_read(command->options, command->option_count, argc, argv, values, &left,
                                 &help, &err);
    if (help) {
        cli_command_help(command);
        return CLI_OK;
    }
    if (e != TSR_OK) {
        cli_complain("%s ('tessera help %s' lists the options)", err.message, command->name);
        return CLI_USAGE;
    }
    if (left < command->min_args || left > command->max_args) {
        cli_complain("usage: tessera %s%s%s ('tessera help %s' tells more)", command->name,
                     *command->usage ? " " : "", command->usage, command->name);
        return CLI_USAGE;
    }
    argv[left] = NULL;
    cli_call call = {values, left, argv};
    return command->run(&call);
}

cli_exit cli_command_run(const cli_command *command, int argc, char **argv) {
    void *values = calloc(1, command->values_size ? command->values_size : 1);
    if (!values) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    cli_exit code = run_with(command, argc, argv, values);
    free(values);
    return code;
}
