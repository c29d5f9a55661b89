// SPDX-License-Identifier: MIT
// Slopes of what a move that was made teaches; see deed.h.
#include "teach/deed.h"

#include "learn/real.h"

static const double reach = 0.2;         // how far a share may move from what was played
static const double least = 0.5 / 65535; // shares of samples are whole numbers

double log_sum(const float *logit, uint32_t n) {
    float most = logit[0];
    double sum = 0;
    for (uint32_t i = 1; i < n; i++) {
        most = logit[i] > most ? logit[i] : most;
    }
    for (uint32_t i = 0; i < n; i++) {
        sum += real_exp((double)(logit[i] - most));
    }
    return (double)most + real_log(sum);
}

// How varied the moves are: the entropy of their shares.
static double variety_of(const float *logit, double whole, uint32_t moves) {
    double sum = 0;
    for (uint32_t i = 0; i < moves; i++) {
        double log_share = (double)logit[i] - whole;
        sum -= real_exp(log_share) * log_share;
    }
    return sum;
}

// Adds the slopes of what it costs to leave the usual: how badly these logits foretell it (Kullback and Leibler's
// distance to there). Unlike that of the distance from there, the slope does not vanish where a share has become small.
// Returns the cost.
static double leaving_slopes(const brain_lesson *l, const float *logit, double whole,
                             float *slope) {
    double all = log_sum(l->usual, l->moves), pull = (double)l->pull, far = 0;
    for (uint32_t i = 0; i < l->moves; i++) {
        double log_usual = (double)l->usual[i] - all, usual = real_exp(log_usual);
        double log_share = (double)logit[i] - whole;
        slope[i] += (float)(pull * (real_exp(log_share) - usual));
        far += usual * (log_usual - log_share);
    }
    return pull * far;
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
    double leaving = l->usual ? leaving_slopes(l, logit, whole, slope) : 0;
    return leaving - (is_there ? bound : ratio) * gain - heat * variety;
}

// --- Every move was tried ---------------------------------------------------------------

// Moves that are rarer are not made rarer still: else they could not come back.
static const double rare = 0.0005;

// Whether a move's share has gone as far as its gain may push it.
static int is_far(double gain, double share, double before) {
    double ratio = share / (before > least ? before : least);
    return gain > 0 ? ratio > 1 + reach : ratio < 1 - reach || share < rare;
}

// Adds what it costs to differ from logits (NULL: from each other), to slopes and in all. Only differences count.
static double apart(const float *logit, const float *from, uint32_t moves, double cost,
                    float *slope) {
    double mean = 0, sum = 0;
    for (uint32_t i = 0; i < moves; i++) {
        mean += (double)logit[i] - (from ? (double)from[i] : 0);
    }
    mean /= moves;
    for (uint32_t i = 0; i < moves; i++) {
        double off = (double)logit[i] - (from ? (double)from[i] : 0) - mean;
        slope[i] += (float)(cost * off);
        sum += off * off;
    }
    return cost * sum / 2;
}

double tries_slopes(const brain_lesson *l, const float *logit, double whole, float *slope) {
    double mean = 0, loss = 0;
    for (uint32_t i = 0; i < l->moves; i++) {
        double gain = (double)l->gains[i], share = real_exp((double)logit[i] - whole);
        slope[i] = is_far(gain, share, (double)l->share[i]) ? 0 : -l->gains[i];
        mean += (double)slope[i] / l->moves;
    }
    for (uint32_t i = 0; i < l->moves; i++) {
        slope[i] -= (float)mean;
        loss += (double)(slope[i] * logit[i]);
    }
    loss += apart(logit, NULL, l->moves, (double)l->heat, slope);
    loss += l->usual ? apart(logit, l->usual, l->moves, (double)l->pull, slope) : 0;
    for (uint32_t i = 0; i < l->moves; i++) {
        slope[i] *= l->weight;
    }
    return (double)l->weight * loss;
}
