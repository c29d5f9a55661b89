// SPDX-License-Identifier: MIT
// Slopes of what a move that was made teaches; see deed.h.
#include "teach/deed.h"

#include "learn/real.h"

static const double reach = 0.2;         // how far a share may move from what was played
static const double least = 0.5 / 65535; // shares of samples are whole numbers

// How varied the moves are: the entropy of their shares.
static double variety_of(const float *logit, double whole, uint32_t moves) {
    double sum = 0;
    for (uint32_t i = 0; i < moves; i++) {
        double log_share = (double)logit[i] - whole;
        sum -= real_exp(log_share) * log_share;
    }
    return sum;
}

double deed_slopes(const brain_lesson *l, const float *logit, double whole, float *slope) {
    uint32_t made = l->made - 1;
    double before = (double)l->share[made], gain = (double)l->gain, heat = (double)l->heat;
    double ratio = real_exp((double)logit[made] - whole) / (before > least ? before : least);
    double bound = gain > 0 ? 1 + reach : 1 - reach;
    int is_there = gain > 0 ? ratio > bound : ratio < bound;
    double pull = is_there ? 0 : gain * ratio;
    double variety = variety_of(logit, whole, l->moves);
    for (uint32_t i = 0; i < l->moves; i++) {
        double log_share = (double)logit[i] - whole, share = real_exp(log_share);
        slope[i] = (float)(pull * (share - (i == made)) + heat * share * (log_share + variety));
    }
    return -(is_there ? bound : ratio) * gain - heat * variety;
}
