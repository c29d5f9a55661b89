// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_GROUPS_H
#define TSR_ARENA_GROUPS_H

// How groups of games ended, and what that says about the true score.
//
// A group is one opening, or one deal, with the seats rotated: the games in it hang together, so the
// group is the unit that is counted, never the game. Its score is the mean of its games, 0 to 1. For
// two players a pair scores 0, 1/4, 1/2, 3/4 or 1: the five numbers of a pentanomial. With more
// players there are more values; all are kept, in a histogram whose units fit 2 to 8 players exactly.
//
//   likelihood interval   all means under which what was seen is not too unlikely: of all
//                         distributions on the values seen (and 0 and 1) with that mean the
//                         likeliest is compared with what was seen. It knows that scores end at 0 and 1,
//                         and it is the same computation on which the sequential test rests.
//   bootstrap interval    groups are drawn again and again from those seen; the interval holds what the
//                         means of these draws were. Stretched for small numbers (Student's t).
//
// Both are at 95 %. If all groups ended alike, they say what is still possible: another kind of group
// that was missed by chance. Pure functions; the bootstrap has a seed of its own.

#include <stdint.h>

enum { GROUPS_UNITS = 1680 }; // a multiple of 2 k (k - 1) for k = 2 to 8 players

typedef struct groups {
    uint64_t count;
    uint32_t bin[GROUPS_UNITS + 1]; // by score
} groups;

typedef struct groups_interval {
    double low, high;
    int sure; // 0 = fewer than two groups: nothing is known
} groups_interval;

void groups_add(groups *g, double score);
double groups_mean(const groups *g); // 0.5 without any

// The five counts of pairs: lost both, ..., won both.
void groups_pentanomial(const groups *g, uint64_t out[5]);

groups_interval groups_likelihood(const groups *g);
groups_interval groups_bootstrap(const groups *g);

// The logarithm of how much likelier what was seen is under a true score of s1 than of s0, each
// with the likeliest distribution that has this mean (the generalised likelihood ratio).
double groups_llr(const groups *g, double s0, double s1);

// Student's t: what 97.5 % of draws with `freedom` degrees of freedom stay below.
double groups_student(double freedom);

#endif
