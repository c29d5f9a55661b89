// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_PROJECTL_EXPERT_H
#define TSR_AGENTS_PROJECTL_EXPERT_H

// What the expert of Project L lends to searches: its judgement, and its advice
// after longer thought.

#include "agents/budget.h"

// Expected utilities of all players in `state`, a full state or a guess, by what each can
// still finish. `a` is a projectl-expert.
void projectl_expert_value(tsr_agent *a, const void *state, float *out);

// What it would do if it had time: at least as long as it always takes, then on while `b` lasts
// and less than `share` of it is used up.
tsr_move projectl_expert_advise(tsr_agent *a, const tsr_query *q, budget *b, double share);

#endif
