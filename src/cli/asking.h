// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_ASKING_H
#define TSR_CLI_ASKING_H

// The questions before a game, on a terminal: how many play, who, their names, how
// strong the bots are. Every question has an answer that Enter takes, and q leaves.

#include "cli/session.h"

typedef struct cli_asking {
    term_edit *edit;
    const tsr_registry *registry;
    char bot[32]; // the agent chosen; the wish points here
} cli_asking;

// Reads a line; 0 when the person wants to leave.
int cli_ask(cli_asking *a, const char *prompt, const char **line);

// Fills in the players of `wish` for a game of `game`; 0 when the person wants to leave.
int cli_ask_players(cli_asking *a, const tsr_game *game, session_wish *wish);

#endif
