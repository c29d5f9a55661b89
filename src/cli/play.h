// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_PLAY_H
#define TSR_CLI_PLAY_H

// Playing from other commands: the menu fills in a wish and calls this.

#include "cli/session.h"

// Plays one session after another: a rematch, a game that was loaded.
cli_exit cli_play(const session_wish *first);

#endif
