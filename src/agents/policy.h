// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_POLICY_H
#define TSR_AGENTS_POLICY_H

// A quick player inside a search: who plays where the tree does not reach.
//
// Random play is a poor guess of what people do with cards in their hands. Where a game
// has a player of its own, a search can ask it instead: what would the others answer,
// how does this go on? Any agent will do; it gets views of guessed positions, so it
// knows as little as the player it stands for.
//
// A policy is *quick* if it answers in a few microseconds and may be asked at every step;
// others are asked for advice at the root. Some of these can use time: the longer they may
// think, the better the advice.

#include "agents/budget.h"

typedef struct policy {
    tsr_agent *agent; // NULL = there is none
    void *view;       // scratch
    int quick;
    void (*value)(tsr_agent *a, const void *state, float *out); // as a game's heuristic, or NULL
    int uses_time; // thinks the longer the more time it is lent
} policy;

// Opens the policy named in `spec`: "none", "auto" or "" for the game's own if it has one, or an
// agent's spec. `alloc` and `r` as for the agent it works for.
TSR_NODISCARD tsr_err policy_open(policy *p, const char *spec, const tsr_rules *r,
                                  const tsr_alloc *alloc, tsr_error *err);
void policy_close(policy *p, const tsr_rules *r, const tsr_alloc *alloc);

// What the policy would do as `who` in `state`; TSR_NO_MOVE if it does not know.
tsr_move policy_move(policy *p, const tsr_rules *r, const void *state, int who, uint64_t seed);

// A slow policy's answer to the question itself, for which it may use `share` of the budget, or
// what it takes if it does not heed time; TSR_NO_MOVE if it is quick or does not know.
tsr_move policy_advice(policy *p, const tsr_query *q, budget *b, double share);

#endif
