// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_SIGN_H
#define TSR_TEST_SIGN_H

// What a game comes to, in a few lines: how many positions there are to small depths, what twenty
// seeded random games lead to, byte for byte, and what every agent that plays it answers to fixed
// seeds and budgets of nodes, with its evaluation. The lines must be the same on every machine,
// by every compiler, at every level of optimisation.

#include <tessera/registry.h>

#include "base/buffer.h"

// Adds the lines of a game, opened, with the agents of `reg`. 0 for lack of memory.
int sign_game(const tsr_rules *r, const char *name, const tsr_registry *reg, buffer *out);

#endif
