// SPDX-License-Identifier: MIT
//
// `tessera help`: the commands, and the options of one.
#include <stdio.h>

#include "cli/command.h"
#include "cli/json.h"

struct values {
    int json, words;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("json", "the commands and options as JSON, one object per line", struct values,
                 json),
    CLI_ROW_FLAG("words", "bare words, for shell completion", struct values, words),
};

static void print_overview(void) {
    printf("tessera: play board, tile and card games\n\n"
           "  tessera play tictactoe            play against a bot, here in the terminal\n"
           "  tessera list                      the games\n"
           "  tessera rules tictactoe           how one is played\n\n"
           "Commands:\n");
    for (int i = 0; cli_commands[i]; i++) {
        printf("  %-11s %s\n", cli_commands[i]->name, cli_commands[i]->about);
    }
    printf("\n'tessera help COMMAND' tells more about one; 'man tessera' about all.\n"
           "Exit status: 0 finished, 1 bad usage, 2 bad file, 3 illegal move under --strict,\n"
           "4 agent failed, 5 network failed, 130 interrupted.\n");
}

static void print_words(const cli_command *command) {
    for (int i = 0; !command && cli_commands[i]; i++) {
        printf("%s\n", cli_commands[i]->name);
    }
    for (int i = 0; command && i < command->option_count; i++) {
        printf("--%s%s%s\n", command->options[i].name, command->options[i].arg ? " " : "",
               command->options[i].arg ? command->options[i].arg : "");
    }
}

static void print_json(const cli_command *command) {
    json j;
    json_begin(&j, "command");
    json_text(&j, "name", command->name);
    json_text(&j, "usage", command->usage);
    json_text(&j, "about", command->about);
    json_open_array(&j, "options");
    for (int i = 0; i < command->option_count; i++) {
        const cli_option *o = &command->options[i];
        json_open_object(&j, NULL);
        json_text(&j, "name", o->name);
        json_text(&j, "value", o->arg);
        json_text(&j, "help", o->help);
        json_open_array(&j, "choices");
        for (int k = 0; o->choices && o->choices[k]; k++) {
            json_text(&j, NULL, o->choices[k]);
        }
        json_close(&j, ']');
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const cli_command *command = NULL;
    tsr_error err = {0};
    if (call->argc > 0 && (command = cli_command_find(call->argv[0], &err)) == NULL) {
        cli_complain("%s", err.message);
        return CLI_USAGE;
    }
    if (v->json) {
        for (int i = 0; cli_commands[i]; i++) {
            if (!command || command == cli_commands[i]) {
                print_json(cli_commands[i]);
            }
        }
    } else if (v->words) {
        print_words(command);
    } else if (command) {
        cli_command_help(command);
    } else {
        print_overview();
    }
    return CLI_OK;
}

const cli_command cli_cmd_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .about = "List the commands, or describe one.",
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
