// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_GAME_ORDER_H
#define TSR_CLI_GAME_ORDER_H

// The games in an order in which people find them. A registry has them in the order in which they
// were added: games in C first, and what others inherit from before these.

#include <tessera/registry.h>

typedef enum cli_game_key { CLI_BY_NAME, CLI_BY_TITLE } cli_game_key;

// All games by the alphabet, whatever their capitals; free() the array. NULL = no memory.
const tsr_game **cli_games_in_order(const tsr_registry *reg, cli_game_key key);

// The game with this name or title, whatever its capitals; NULL if there is none.
const tsr_game *cli_game_called(const tsr_registry *reg, const char *typed);

#endif
