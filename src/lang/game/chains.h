// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CHAINS_H
#define TSR_LANG_CHAINS_H

// Chains of hops that take what they cross, as the jumps of checkers: how many turns one can become.

#include "base/arena.h"
#include "lang/ir/ir.h"

enum { CHAIN_MANY = TSR_MAX_MOVES }; // so many or more

// Where a chain that begins with the choice of `node` goes on once it can go no further; -1 = that
// choice begins no chain.
int chain_end(const program *p, int node);

// The most chains that begin with the choice of `node`, by cell of origin. 0 for lack of memory.
int chain_count(const program *p, int node, uint32_t *out, arena *a);

#endif
