// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_PROJECTL_EXPERT_H
#define TSR_AGENTS_PROJECTL_EXPERT_H

// What the expert of Project L lends to searches: its judgement.

#include <tessera/agent.h>

// Expected utilities of all players in `state`, a full state or a guess, by what each can
// still finish. `a` is a projectl-expert.
void projectl_expert_value(tsr_agent *a, const void *state, float *out);

#endif
