// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_PLAYER_H
#define TSR_ABI_PLAYER_H

// The inside of a player that crosses the border: an agent, and the rules it was opened for.

#include <tessera/agent.h>

#include "abi/state.h"

struct tsr_player {
    tsr_agent *agent;
    const tsr_ruleset *rs;
};

// As tsr_player_choose; whoever watches hears of it through `host`.
int player_ask(tsr_player *p, const tsr_state *s, int who, const tsr_query *q, uint64_t *move,
               tsr_problem *why);

#endif
