// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_OPINION_H
#define TSR_LEARN_OPINION_H

// What a game's own heuristic says of a position, as a logit.
//
// A network that values positions may be taught only what is to be added to that: it begins as good as the
// heuristic, and need not learn from thousands of games what a queen is worth.

#include <tessera/rules.h>

// Games for two with open positions, without chance, that have a heuristic.
int opinion_has(const tsr_rules *r);

// For `who`, -OPINION_MOST to OPINION_MOST; opinion_has.
#define OPINION_MOST 6.0
double opinion_of(const tsr_rules *r, const void *state, int who);

// The utility as a logit, within the same bounds.
double opinion_logit(double utility);

#endif
