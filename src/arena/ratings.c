// SPDX-License-Identifier: MIT
//
// Fits Elo numbers to results by going uphill until nothing changes, and says how sure they are.
#include "arena/ratings.h"

#include <math.h>
#include <string.h>

#include "arena/groups.h"

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

typedef double matrix[RATINGS_MAX][RATINGS_MAX];

// What the model knows about the ratings: the curvature of the likelihood.
static void find_information(const ratings_results *r, const ratings_row *row, matrix info) {
    memset(info, 0, sizeof(matrix));
    for (int i = 0; i < r->count; i++) {
        double p = ratings_expected(row[i].elo);
        info[i][i] += per_elo * per_elo * p * (1 - p);
        for (int j = 0; j < r->count; j++) {
            if (i != j) {
                double q = ratings_expected(row[i].elo - row[j].elo);
                double bit = per_elo * per_elo * r->games[i][j] * q * (1 - q);
                info[i][i] += bit;
                info[i][j] -= bit;
            }
        }
    }
}

// What each entrant of a group took beyond what the ratings promise. Over all seatings every two
// seats meet as often as there are seatings, and each meeting counts 2 / seats: 2 for each two.
static void surprise(const ratings_group *g, const ratings_row *row, double *out) {
    for (int a = 0; a < g->count; a++) {
        out[a] = (double)g->points[a];
        for (int b = 0; b < g->count; b++) {
            double meetings = a == b ? 0 : 2.0 * g->seats[a] * g->seats[b];
            out[a] -= meetings * ratings_expected(row[g->entrant[a]].elo - row[g->entrant[b]].elo);
        }
        out[a] *= per_elo;
    }
}

// How much the groups differ from what the ratings promise. Half an imaginary group that one side
// of every pairing wins and half one that it loses keep this from being nothing when all
// groups ended alike.
static void find_spread(const ratings_results *r, const ratings_group *group, size_t n,
                        const ratings_row *row, matrix out) {
    double d[TSR_MAX_PLAYERS];
    memset(out, 0, sizeof(matrix));
    for (size_t k = 0; k < n; k++) {
        const ratings_group *g = &group[k];
        surprise(g, row, d);
        for (int a = 0; a < g->count; a++) {
            for (int b = 0; b < g->count; b++) {
                out[g->entrant[a]][g->entrant[b]] += d[a] * d[b];
            }
        }
    }
    for (int i = 0; i < r->count; i++) {
        for (int j = 0; j < i; j++) {
            double half = r->games[i][j] > 0 ? 0.5 * per_elo * per_elo : 0;
            out[i][i] += half;
            out[j][j] += half;
            out[i][j] -= half;
            out[j][i] -= half;
        }
    }
}

static void multiply(matrix a, matrix b, int n, matrix out) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            out[i][j] = 0;
            for (int k = 0; k < n; k++) {
                out[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

static void find_errors(const ratings_results *r, const ratings_group *group, size_t n,
                        ratings_row *out) {
    matrix info, seen, half, covariance;
    double sure = 1.959964;
    find_information(r, out, info);
    invert(info, r->count);
    if (n >= 2) {
        double whole = (double)n / ((double)n - 1);
        find_spread(r, group, n, out, seen);
        multiply(info, seen, r->count, half);
        multiply(half, info, r->count, covariance);
        sure = groups_student((double)n - 1) * sqrt(whole);
    } else {
        memcpy(covariance, info, sizeof covariance);
    }
    for (int i = 0; i < r->count; i++) {
        out[i].error = sure * sqrt(fmax(0, spread(covariance, r->count, i)));
    }
}

void ratings_fit(const ratings_results *r, const ratings_group *group, size_t group_count,
                 ratings_row *out) {
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
    find_errors(r, group, group_count, out);
    for (int i = 0; i < r->count; i++) {
        out[i].elo -= mean;
    }
}
