// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TABLE_H
#define TSR_CLI_TABLE_H

// What lies on the table: the games and agents at hand, and one game opened
// with the players and options of the command line.
//
// Everything here complains by itself, in one line, and returns the exit code.

#include <tessera/registry.h>
#include <tessera/rules.h>

#include "cli/command.h"
#include "cli/compiled.h"

// The options of every command that opens a game.
typedef struct cli_game_values {
    int64_t players;  // 0 = the game's own number
    cli_list option;  // "name=value"
    cli_list plugin;  // paths
    cli_list no_pass; // names of rewrites that are not done
    int64_t compiled; // cli_compiled
} cli_game_values;

#define CLI_PLUGIN_OPTION(type, member)                                                            \
    CLI_ROW_LIST("plugin", "FILE.so", "load games and agents from a shared object (repeatable)",   \
                 type, member.plugin)

#define CLI_GAME_OPTIONS(type, member)                                                             \
    CLI_ROW_INT("players", "N", "number of players", type, member.players, 1, 8, 0),               \
        CLI_ROW_LIST("option", "NAME=VALUE",                                                       \
                     "an option of the game; 'tessera rules GAME' lists them (repeatable)", type,  \
                     member.option),                                                               \
        CLI_PLUGIN_OPTION(type, member),                                                           \
        CLI_ROW_CHOICE("compiled", "WHEN", "use of compiled rules", type, member.compiled,         \
                       cli_compiled_words)

// For commands that measure or test the compiler of rules files.
#define CLI_PASS_OPTION(type, member)                                                              \
    CLI_ROW_LIST("no-pass", "NAME",                                                                \
                 "disable a compiler pass; 'tessera check --passes' lists them "                   \
                 "(repeatable)",                                                                   \
                 type, member.no_pass)

typedef struct cli_table {
    tsr_registry *registry;
    const tsr_game *game;
    tsr_setup setup;
    tsr_rules *rules;
    tsr_game *made;  // the game of a rules file, or NULL
    char *made_from; // the whole path of that file; records name it
    cli_modules modules;
    cli_compiled compiled;
    char *data; // contents of the game's FILE option
    size_t data_size;
    uint32_t passes_off; // of games that come from rules files
} cli_table;

// What is built in, and what the plugins bring.
cli_exit cli_table_init(cli_table *t, const cli_list *plugins);

// The same, and rules will be compiled as the command line says.
cli_exit cli_table_begin(cli_table *t, const cli_game_values *values);
void cli_table_deinit(cli_table *t); // a zeroed one is fine

// Which rewrites are left out when a game is compiled, by their names.
cli_exit cli_table_leave_out(cli_table *t, const cli_list *passes);

// Puts the game away, so that another can be chosen.
void cli_table_forget(cli_table *t);

// Opens `game`; `players` 0 leaves the number to the game.
cli_exit cli_table_open(cli_table *t, const char *game, int players, const cli_list *options);

// All of it but opening the rules, for those who add to `setup`; cli_table_rules is the rest.
cli_exit cli_table_set(cli_table *t, const char *game, int players, const cli_list *options);

// The same in two steps, for records: choose the game, then open what `setup` says.
cli_exit cli_table_choose(cli_table *t, const char *game);
cli_exit cli_table_load(cli_table *t, const char *path); // the file of a FILE option
cli_exit cli_table_rules(cli_table *t);

// The start position, or the one in `text` if that is not NULL. *out is new: free
// with tsr_mem_free(NULL, *out, state_size).
cli_exit cli_table_position(const cli_table *t, const char *text, void **out);

// Moves can be played in whole positions only: what one player sees of one is refused.
cli_exit cli_table_need_whole(const cli_table *t, const void *state);

// A position to play from: both of these.
cli_exit cli_table_start(const cli_table *t, const char *text, void **out);

#endif
