// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_JOINED_H
#define TSR_LANG_JOINED_H

// Joined code (opt_join.c): where a phase has it for its offers, one run offers everything that may begin
// the turn, and where a choice has it for its turn, one run says whether it is legal. What is done with
// that to list moves is the plan's (plan/ways_joined.c); random play draws from it.

#include "lang/vm/vm_play.h"

// Whether the turn that is due begins with joined offers.
static inline int joined_ready(const frame *f) {
    return !f->h.pc && f->p->phase[f->h.phase].offers[f->h.me];
}

// Runs them. The offers of the frame are then those of the turn.
void joined_offer(frame *f);

// Loads the choice of offer `i` with this target and runs its node's `turn`. 1 = legal; the
// frame is not restored.
int joined_run(frame *f, int i, int to, int sub);

#endif
