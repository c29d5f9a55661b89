// SPDX-License-Identifier: MIT
//
// Means and errors over groups of games, and the Elo they stand for.
#include "arena/groups.h"

#include <math.h>
#include <string.h>

#include <tessera/rng.h>

void groups_add(groups *g, double score) {
    double at = score * GROUPS_UNITS + 0.5;
    int bin = at < 0 ? 0 : at > GROUPS_UNITS ? GROUPS_UNITS : (int)at;
    g->bin[bin]++;
    g->count++;
}

double groups_mean(const groups *g) {
    double sum = 0;
    for (int i = 0; i <= GROUPS_UNITS; i++) {
        sum += (double)i * g->bin[i];
    }
    return g->count ? sum / (double)g->count / GROUPS_UNITS : 0.5;
}

void groups_pentanomial(const groups *g, uint64_t out[5]) {
    for (int i = 0; i < 5; i++) {
        out[i] = g->bin[i * GROUPS_UNITS / 4];
    }
}

double groups_student(double freedom) {
    static const double first[] = {12.706, 4.303, 3.182, 2.776};
    const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, v = freedom;
    if (v < 5) {
        return first[v < 2 ? 0 : (int)v - 1];
    }
    // The expansion of Cornish and Fisher; exact to three digits from 5 degrees on.
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

// --- The likeliest distribution with a given mean ---------------------------------------

typedef struct points {
    int count;
    double value[GROUPS_UNITS + 1], weight[GROUPS_UNITS + 1];
} points;

// What was seen, and a thousandth of a group at both ends: scores that low and that high are
// possible, whether or not they were seen.
static void points_of(const groups *g, points *p) {
    static const double unseen = 1e-3;
    p->count = 0;
    for (int i = 0; i <= GROUPS_UNITS; i++) {
        int end = i == 0 || i == GROUPS_UNITS;
        if (g->bin[i] || end) {
            p->value[p->count] = (double)i / GROUPS_UNITS;
            p->weight[p->count++] = g->bin[i] ? g->bin[i] : unseen;
        }
    }
}

// With Lagrange's multiplier x the likeliest weights are w / (1 + x (value - mean)); x is where
// they have this mean. The sum falls with x, from + to - infinity between the poles.
static double multiplier(const points *p, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int round = 0; round < 60; round++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < p->count; i++) {
            double d = p->value[i] - mean;
            sum += p->weight[i] * d / (1 + x * d);
        }
        if (sum > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    return (low + high) / 2;
}

// By how much the logarithm of the likelihood falls if the mean must be this one.
static double falls_by(const points *p, double mean) {
    double x = multiplier(p, mean), sum = 0;
    for (int i = 0; i < p->count; i++) {
        sum += p->weight[i] * log1p(x * (p->value[i] - mean));
    }
    return sum;
}

double groups_llr(const groups *g, double s0, double s1) {
    points p;
    points_of(g, &p);
    return g->count ? falls_by(&p, s0) - falls_by(&p, s1) : 0;
}

// --- Intervals ----------------------------------------------------------------------------

// All groups ended alike with the mean m: what was missed may be as likely as leaves a
// chance of 2.5 % to miss it so often, and may score 0 or 1.
static groups_interval all_alike(const groups *g, double m) {
    double kept = pow(0.025, 1 / (double)g->count);
    return (groups_interval){m * kept, 1 - (1 - m) * kept, 1};
}

static int are_alike(const groups *g) {
    for (int i = 0; i <= GROUPS_UNITS; i++) {
        if (g->bin[i]) {
            return g->bin[i] == g->count;
        }
    }
    return 1;
}

// The place between `inside` and `outside` where the likelihood has fallen by `limit`.
static double edge(const points *p, double inside, double outside, double limit) {
    for (int round = 0; round < 40; round++) {
        double middle = (inside + outside) / 2;
        if (falls_by(p, middle) < limit) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside;
}

groups_interval groups_likelihood(const groups *g) {
    double m = groups_mean(g), t = groups_student((double)g->count - 1);
    points p;
    if (g->count < 2) {
        return (groups_interval){0, 1, 0};
    }
    if (are_alike(g)) {
        return all_alike(g, m);
    }
    points_of(g, &p);
    return (groups_interval){edge(&p, m, 0, t * t / 2), edge(&p, m, 1, t * t / 2), 1};
}

static double variance_of(const groups *g, double mean) {
    double sum = 0;
    for (int i = 0; i <= GROUPS_UNITS; i++) {
        double d = (double)i / GROUPS_UNITS - mean;
        sum += g->bin[i] * d * d;
    }
    return sum / ((double)g->count - 1);
}

enum { DRAWS = 4000, MANY = 1000 };

// Groups listed one by one, so that drawing is indexing.
static void list(const groups *g, uint16_t *out) {
    int n = 0;
    for (int i = 0; i <= GROUPS_UNITS; i++) {
        for (uint32_t k = 0; k < g->bin[i]; k++) {
            out[n++] = (uint16_t)i;
        }
    }
}

// Shell's sort: small, and quick enough for some thousand sums.
static void sort(uint32_t *sum, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; i++) {
            uint32_t x = sum[i];
            int j = i;
            for (; j >= gap && sum[j - gap] > x; j -= gap) {
                sum[j] = sum[j - gap];
            }
            sum[j] = x;
        }
    }
}

static void draw_sums(const groups *g, uint32_t *sum) {
    uint16_t score[MANY];
    uint32_t n = (uint32_t)g->count;
    tsr_rng rng;
    list(g, score);
    tsr_rng_init(&rng, g->count);
    for (int i = 0; i < DRAWS; i++) {
        sum[i] = 0;
        for (uint32_t k = 0; k < n; k++) {
            sum[i] += score[tsr_rng_below(&rng, n)];
        }
    }
    sort(sum, DRAWS);
}

groups_interval groups_bootstrap(const groups *g) {
    double n = (double)g->count, m = groups_mean(g), t = groups_student(n - 1);
    uint32_t sum[DRAWS];
    if (g->count < 2) {
        return (groups_interval){0, 1, 0};
    }
    if (are_alike(g)) {
        return all_alike(g, m);
    }
    if (g->count > MANY) { // then draws only give back the normal curve
        double half = t * sqrt(variance_of(g, m) / n);
        return (groups_interval){fmax(0, m - half), fmin(1, m + half), 1};
    }
    draw_sums(g, sum);
    // The mean of n draws spreads too little by (n - 1) / n, and the tails of t are longer.
    double tail = 0.5 * erfc(t * sqrt(n / (n - 1)) / sqrt(2));
    int cut = (int)(tail * DRAWS);
    return (groups_interval){sum[cut] / n / GROUPS_UNITS, sum[DRAWS - 1 - cut] / n / GROUPS_UNITS,
                             1};
}
