// SPDX-License-Identifier: MIT
#include "arena/sprt.h"

#include <math.h>

#include "arena/ratings.h"

void sprt_init(sprt *t, double elo0, double elo1, double alpha, double beta) {
    *t = (sprt){.elo0 = elo0, .elo1 = elo1, .alpha = alpha, .beta = beta};
}

void sprt_add(sprt *t, double score) {
    double before = score - t->mean;
    t->groups++;
    t->mean += before / (double)t->groups;
    t->m2 += before * (score - t->mean);
}

double sprt_llr(const sprt *t) {
    double n = (double)t->groups, s0 = ratings_expected(t->elo0), s1 = ratings_expected(t->elo1);
    if (t->groups < 2) {
        return 0;
    }
    // Two imaginary groups, one won and one lost, keep the variance from being
    // zero when all groups so far ended alike.
    double variance = (t->m2 + 0.5) / (n + 1);
    return n * (s1 - s0) * (2 * t->mean - s0 - s1) / (2 * variance);
}

double sprt_lower(const sprt *t) {
    return log(t->beta / (1 - t->alpha));
}

double sprt_upper(const sprt *t) {
    return log((1 - t->beta) / t->alpha);
}

sprt_state sprt_verdict(const sprt *t) {
    double llr = sprt_llr(t);
    return llr >= sprt_upper(t) ? SPRT_ELO1 : llr <= sprt_lower(t) ? SPRT_ELO0 : SPRT_GOES_ON;
}
