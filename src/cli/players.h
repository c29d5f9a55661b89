// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_PLAYERS_H
#define TSR_CLI_PLAYERS_H

// Who plays, as written on the command line:
//
//     human               somebody at the keyboard
//     random              an agent
//     mcts:time=1s        an agent with options
//     Anna=human          the same, under a name

#include <tessera/rules.h>

#include "cli/command.h"

enum { CLI_NAME_MAX = 48 };

typedef struct cli_player {
    char name[CLI_NAME_MAX];
    const char *spec; // "human" or an agent; borrowed
    int is_human;
    int is_named; // the name was given
} cli_player;

// Reads `text`. Complains and returns the exit code if it makes no sense.
cli_exit cli_player_read(const char *text, cli_player *out);

// How many players `count` words ask for: `wanted` if not 0, else as many as there
// are words, but not fewer than the game usually has.
int cli_players_wanted(const tsr_game *game, int count, int wanted);

// Gives everybody without a name one: people the game's word for the seat, agents
// their own; equal names get numbers.
void cli_players_name(const tsr_rules *r, cli_player *players);

#endif
