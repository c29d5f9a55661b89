// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_PAYOFF_H
#define TSR_TEACH_PAYOFF_H

// What an end is worth to each player who learns: the share of others beaten, or, where what one wins the other
// loses, the points, brought to 0 to 1. Who is paid by points learns when a small loss is better than the risk of
// a great one: poker is not about how many hands are won. Where only the first of many counts, so does the first
// place, which those who reach it together share.

#include <tessera/rules.h>

typedef enum payoff_kind {
    PAYOFF_EITHER = 0, // the score of a game for two in which it cancels at every end, else winning
    PAYOFF_SCORE,
    PAYOFF_WIN,
    PAYOFF_FIRST
} payoff_kind;

typedef struct payoff {
    double stake; // points that count as everything; 0 = winning counts,
    int first;    // and of that only the first place
} payoff;

// Finds out by random games what is at stake.
TSR_NODISCARD tsr_err payoff_find(const tsr_rules *r, payoff_kind kind, payoff *out,
                                  tsr_error *err);

// Of a game that is over, 0 to 1 for each player.
void payoff_of(const payoff *p, const tsr_rules *r, const void *state, double *out);

#endif
