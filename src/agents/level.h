// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_LEVEL_H
#define TSR_AGENTS_LEVEL_H

// For players that are a level with something fixed.

#include <tessera/agent.h>

extern const tsr_agent_type tsr_agent_level;

// Opens `a` as level `n` of its game, 1 to 8; with the network in the file `net` unless that is "". All
// but `open` of tsr_agent_level then works on it.
TSR_NODISCARD tsr_err level_open(tsr_agent *a, int n, const char *net, tsr_error *err);

// Whether a level can be this player with a network.
int level_takes(const char *player);

#endif
