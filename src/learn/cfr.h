// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_CFR_H
#define TSR_LEARN_CFR_H

// Small games of two players with secrets, solved: counterfactual regret minimisation (CFR+) over the
// whole tree, and the exact best response that says how good the outcome is.
//
// Works on any game of the contract in which what one player wins the other loses. Two positions are
// one to a player (an information set) if he has seen the same moves (`seen`) and the same views
// all the way. The tree is laid out level by level, so that
// every pass is a loop over an array; nothing is recursive.
//
// What a strategy guarantees is worked out exactly: the value of the game lies between what the
// first player's strategy is sure of and what the second player's strategy allows, and half the
// gap is the exploitability.
//
// Not thread-safe: one owner.

#include <tessera/rules.h>

typedef enum cfr_payoff {
    CFR_EITHER = 0, // the score if it sums to nothing at every end, else winning
    CFR_SCORE,
    CFR_WIN // 1, 0 or -1 by rank
} cfr_payoff;

typedef struct cfr_limits {
    uint64_t nodes;  // of the tree
    uint64_t memory; // bytes, about
} cfr_limits;

typedef struct cfr cfr;

// Lays out the tree from `state`. TSR_ERR_LIMIT = it is too large; the message says how far it was
// followed. *out is new: cfr_free.
TSR_NODISCARD tsr_err cfr_new(const tsr_rules *r, const void *state, cfr_payoff payoff,
                              const cfr_limits *limits, cfr **out, tsr_error *err);
void cfr_free(cfr *c); // NULL is fine

uint64_t cfr_nodes(const cfr *c);
uint32_t cfr_sets(const cfr *c);    // information sets, of both
int cfr_counts_score(const cfr *c); // payoffs are scores

// Goes on for so many iterations.
void cfr_iterate(cfr *c, uint32_t iterations);

typedef struct cfr_bounds {
    double low;  // the first player's strategy is sure of this much
    double high; // the second player's gives no more than this to anybody
} cfr_bounds;

// Of the mean strategies so far. The exploitability is half the difference.
cfr_bounds cfr_measure(cfr *c);

// What the first player gets if both play their mean strategies.
double cfr_value(cfr *c);

// An information set: who decides, what he sees, his moves and how often each is played.
typedef struct cfr_set {
    int who, moves;
    const void *view;
    const tsr_move *move;
    const double *share; // sums to 1; valid until the next call of cfr_iterate
} cfr_set;

cfr_set cfr_set_at(cfr *c, uint32_t index);

// Lets the mean strategy of a set be this: what others play can be measured too.
void cfr_play_so(cfr *c, uint32_t index, const double *share);

#endif
