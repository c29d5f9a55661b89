// SPDX-License-Identifier: MIT
//
// check-agent: does a program keep the player protocol? One line for each rule.
#include <stdio.h>

#include "agents/exec_check.h"
#include "cli/json.h"
#include "cli/table.h"

struct values {
    cli_game_values game;
    int64_t games, move_ms, patience;
    int json;
};

static const cli_option options[] = {
    CLI_ROW_INT("games", "N", "games to play of each kind", struct values, games, 1, 1000, 3),
    CLI_ROW_INT("move-time", "MS", "time per move in milliseconds", struct values, move_ms, 1,
                600000, 1000),
    CLI_ROW_INT("patience", "N", "multiply all other time limits by N, for slow machines",
                struct values, patience, 1, 1000, 1),
    CLI_ROW_FLAG("json", "one JSON object per rule", struct values, json),
    CLI_PLUGIN_OPTION(struct values, game),
};

enum { MAX_GAMES = 16 };

// A game of each kind: plain; one player, with a secret; chance and many moves.
static const char *const usual[] = {"tictactoe", "mastermind", "azul"};

// `self` is the command's values.
static void print_rule(void *self, exec_verdict verdict, const char *rule, const char *detail) {
    static const char *const words[] = {"ok", "advice", "FAIL"};
    if (((const struct values *)self)->json) {
        json j;
        json_begin(&j, "rule");
        json_text(&j, "rule", rule);
        json_text(&j, "verdict", verdict == EXEC_BREAKS ? "fail" : words[verdict]);
        json_text(&j, "detail", detail);
        json_end(&j, stdout);
    } else {
        printf("%-7s %s%s%s\n", words[verdict], rule, *detail ? ": " : "", detail);
    }
    fflush(stdout);
}

static cli_exit open_games(cli_table *t, const cli_call *call, const tsr_rules **rules, int count) {
    const struct values *v = call->values;
    for (int i = 0; i < count; i++) {
        const char *name = call->argc > 1 ? call->argv[1 + i] : usual[i];
        cli_exit code = cli_table_open(t, name, 0, &v->game.option);
        if (code != CLI_OK) {
            return code;
        }
        rules[i] = t->rules;
        t->rules = NULL; // ours now: the table opens the next
    }
    return CLI_OK;
}

static cli_exit run(const cli_call *call) {
    struct values own = *(const struct values *)call->values; // print_rule gets it back
    const struct values *v = &own;
    const tsr_rules *rules[MAX_GAMES] = {NULL};
    int count = call->argc > 1 ? call->argc - 1 : CLI_COUNT(usual);
    cli_table table;
    cli_exit code = cli_table_init(&table, &v->game.plugin);
    if (code == CLI_OK) {
        code = open_games(&table, call, rules, count);
    }
    if (code == CLI_OK) {
        exec_check_config config = {.command = call->argv[0],
                                    .rules = rules,
                                    .rules_count = count,
                                    .games = (int)v->games,
                                    .move_ms = (uint32_t)v->move_ms,
                                    .patience = (uint32_t)v->patience,
                                    .seed = 1,
                                    .report = print_rule,
                                    .self = &own};
        int broken = exec_check(&config);
        if (!v->json) {
            printf("%s\n", broken ? "This program breaks the protocol." : "Ready to play.");
        }
        code = broken ? CLI_AGENT : CLI_OK;
    }
    for (int i = 0; i < count; i++) {
        union { // closing is the end of being constant
            const tsr_rules *kept;
            tsr_rules *own;
        } r = {rules[i]};
        tsr_rules_close(r.own);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_check_agent = {
    .name = "check-agent",
    .usage = "COMMAND [GAME...]",
    .about = "Test whether a program follows the player protocol.",
    .details =
        "The protocol is in docs/protocol.md. COMMAND is what follows 'exec:' elsewhere, as one\n"
        "argument. Without GAME it is tested on tictactoe, mastermind and azul.\n"
        "The exit status is 4 if a rule is broken; advice is not an error.\n",
    .examples = "  tessera check-agent ./mybot\n"
                "  tessera check-agent 'python3 mybot.py' tictactoe --games 10\n",
    .min_args = 1,
    .max_args = MAX_GAMES,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
