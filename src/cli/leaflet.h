// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_LEAFLET_H
#define TSR_CLI_LEAFLET_H

// How a game is played, as text: its own leaflet, its options, how moves look.
// Shared by `tessera rules` and the word `rules` in a game.

#include <tessera/rules.h>

#include "base/buffer.h"

// Appends the leaflet of the opened game to `out`.
void cli_leaflet(const tsr_rules *r, buffer *out);

// A value of an option as a person writes it: "no", "fast", "8".
void cli_option_value(const tsr_option *o, int32_t value, char *buf, size_t cap);

#endif
