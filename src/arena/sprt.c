// SPDX-License-Identifier: MIT
//
// The likelihood of both strengths after each group, and when that is enough.
#include "arena/sprt.h"

#include <math.h>

#include "arena/ratings.h"

void sprt_init(sprt *t, double elo0, double elo1, double alpha, double beta) {
    *t = (sprt){.elo0 = elo0, .elo1 = elo1, .alpha = alpha, .beta = beta};
}

void sprt_add(sprt *t, double score) {
    groups_add(&t->pairs, score);
}

double sprt_llr(const sprt *t) {
    return groups_llr(&t->pairs, ratings_expected(t->elo0), ratings_expected(t->elo1));
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
