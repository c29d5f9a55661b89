// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SPRT_H
#define TSR_ARENA_SPRT_H

// A test that stops as soon as it knows: is the first of two players `elo0` or `elo1`
// stronger than the second? (Wald's sequential probability ratio test.)
//
// It counts pairs of games, not games: an opening or a deal played from both seats is one
// observation, so what cancels between them does not count as noise. The likelihood ratio is that of
// the five kinds of pairs, each claim with the likeliest distribution that has its mean (groups.h).

#include "arena/groups.h"

typedef struct sprt {
    double elo0, elo1;  // the two claims
    double alpha, beta; // how often each may be accepted wrongly
    groups pairs;
} sprt;

typedef enum sprt_state { SPRT_GOES_ON = 0, SPRT_ELO0, SPRT_ELO1 } sprt_state;

void sprt_init(sprt *t, double elo0, double elo1, double alpha, double beta);
void sprt_add(sprt *t, double score); // of one pair, 0 to 1

// The logarithm of the likelihood ratio, and the bounds at which it decides.
double sprt_llr(const sprt *t);
double sprt_lower(const sprt *t);
double sprt_upper(const sprt *t);
sprt_state sprt_verdict(const sprt *t);

#endif
