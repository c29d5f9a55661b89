// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_STATE_H
#define TSR_ABI_STATE_H

// The inside of a state that crosses the border: whose rules, the picks of a move that is not whole,
// and the position.

#include "abi/picks.h"
#include "abi/ruleset.h"

struct tsr_state {
    const tsr_ruleset *rs;
    int is_view; // may be looked at, not played on
    int picker;  // whose picks they are
    picks picks;
    _Alignas(16) unsigned char at[]; // r->state_size bytes
};

// A new state with the position `at` (NULL = the start), or NULL for lack of memory.
tsr_state *state_make(const tsr_ruleset *rs, const void *at, int is_view);

// The seat that `who` means, -1 for the one on turn; -2 = there is none such.
int state_seat(const tsr_state *s, int who);

#endif
