// SPDX-License-Identifier: MIT
#include "arena/ratings.h"

#include <math.h>
#include <string.h>

enum { MAX_ROUNDS = 20000 };

static const double per_elo = 0.005756462732485115; // ln(10) / 400

double ratings_expected(double difference) {
    return 1 / (1 + exp(-per_elo * difference));
}

// One round of the classic iteration: everybody's strength becomes his points over what
// his games would have brought per unit of strength. The imaginary game is a tie
// against strength 1. Returns the largest relative change.
static double improve(const ratings_results *r, double *strength) {
    double change = 0;
    for (int i = 0; i < r->count; i++) {
        double points = 0.5, weight = 1 / (strength[i] + 1);
        for (int j = 0; j < r->count; j++) {
            points += i == j ? 0 : r->points[i][j];
            weight += i == j ? 0 : r->games[i][j] / (strength[i] + strength[j]);
        }
        double better = points / weight;
        change = fmax(change, fabs(better / strength[i] - 1));
        strength[i] = better;
    }
    return change;
}

// Inverts the n x n matrix `m` in place by elimination; it is positive definite, so no
// pivot is needed. (An anchored game for everybody makes it so.)
static void invert(double m[RATINGS_MAX][RATINGS_MAX], int n) {
    for (int k = 0; k < n; k++) {
        double pivot = 1 / m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++) {
            m[k][j] *= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = m[i][k];
            if (i == k) {
                continue;
            }
            m[i][k] = 0;
            for (int j = 0; j < n; j++) {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
}

// The spread of (rating i - mean rating), from the covariances.
static double spread(double cov[RATINGS_MAX][RATINGS_MAX], int n, int i) {
    double row = 0, all = 0;
    for (int j = 0; j < n; j++) {
        row += cov[i][j];
        for (int k = 0; k < n; k++) {
            all += cov[j][k];
        }
    }
    return cov[i][i] - 2 * row / n + all / n / n;
}

static void find_errors(const ratings_results *r, ratings_row *out) {
    static const double sure = 1.96;
    double info[RATINGS_MAX][RATINGS_MAX] = {{0}};
    for (int i = 0; i < r->count; i++) {
        double p = ratings_expected(out[i].elo);
        info[i][i] += per_elo * per_elo * p * (1 - p);
        for (int j = 0; j < r->count; j++) {
            if (i != j) {
                double q = ratings_expected(out[i].elo - out[j].elo);
                double bit = per_elo * per_elo * r->games[i][j] * q * (1 - q);
                info[i][i] += bit;
                info[i][j] -= bit;
            }
        }
    }
    invert(info, r->count);
    for (int i = 0; i < r->count; i++) {
        out[i].error = sure * sqrt(fmax(0, spread(info, r->count, i)));
    }
}

void ratings_fit(const ratings_results *r, ratings_row *out) {
    double strength[RATINGS_MAX], mean = 0;
    for (int i = 0; i < r->count; i++) {
        strength[i] = 1;
    }
    for (int round = 0; round < MAX_ROUNDS && improve(r, strength) > 1e-10; round++) {
    }
    for (int i = 0; i < r->count; i++) {
        out[i].elo = log(strength[i]) / per_elo;
        mean += out[i].elo / r->count;
    }
    find_errors(r, out);
    for (int i = 0; i < r->count; i++) {
        out[i].elo -= mean;
    }
}
