// SPDX-License-Identifier: MIT
//
// The share of a hand-written loop, as the median of ratios of neighbouring slices.
#include "cli/bench_share.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PAIRS = 4096 };

// Seconds: long beside cold caches, short beside a slow spell; and where time is short.
static const double SLICE = 0.002, LEAST = 0.0001;

typedef struct slice {
    double games, moves; // a second
} slice;

static slice run_slice(const bench_side *side, uint64_t games, double (*clock)(void)) {
    double start = clock();
    uint64_t moves = side->play(side->self, games);
    double took = clock() - start;
    took = took > 0 ? took : 1e-9; // a clock may stand still for one game
    return (slice){(double)games / took, (double)moves / took};
}

// How many games take `seconds`. This also warms the caches.
static uint64_t games_in(const bench_side *side, double seconds, double (*clock)(void)) {
    for (uint64_t games = 1;; games *= 2) {
        slice s = run_slice(side, games, clock);
        if ((double)games / s.games >= seconds / 4) {
            double fit = s.games * seconds;
            return fit > 1 ? (uint64_t)fit : 1;
        }
    }
}

static int compare(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static double quantile(double *sorted, int count, double at) {
    double place = at * (count - 1);
    int below = (int)place;
    double next = below + 1 < count ? sorted[below + 1] : sorted[below];
    return sorted[below] + (place - below) * (next - sorted[below]);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return quantile(values, count, 0.5);
}

typedef struct pairs {
    double ratio[MOST_PAIRS], games[MOST_PAIRS], moves[MOST_PAIRS];
    int count;
} pairs;

static void add_pair(pairs *p, slice game, slice hand) {
    p->ratio[p->count] = game.moves / hand.moves;
    p->games[p->count] = hand.games;
    p->moves[p->count] = hand.moves;
    p->count++;
}

// Who goes first alternates: a machine that grows steadily slower favours nobody.
static void run_pairs(pairs *p, const bench_side *side, double seconds, double (*clock)(void)) {
    double slice_time = fmin(fmax(seconds / 4, LEAST), SLICE), start = clock();
    uint64_t games[2];
    games[0] = games_in(&side[0], slice_time, clock);
    games[1] = games_in(&side[1], slice_time, clock);
    do {
        slice ran[2];
        int first = p->count & 1;
        ran[first] = run_slice(&side[first], games[first], clock);
        ran[!first] = run_slice(&side[!first], games[!first], clock);
        add_pair(p, ran[0], ran[1]);
    } while (p->count < MOST_PAIRS && clock() - start < seconds);
}

bench_share bench_share_of(const bench_side *game, const bench_side *hand, double seconds,
                           double (*clock)(void)) {
    static pairs p; // a hundred kilobytes, and only one is measured at a time
    p.count = 0;
    run_pairs(&p, (const bench_side[]){*game, *hand}, seconds, clock);
    bench_share found = {.pairs = p.count};
    found.median = median(p.ratio, p.count);
    found.low = quantile(p.ratio, p.count, 0.25);
    found.high = quantile(p.ratio, p.count, 0.75);
    found.games = median(p.games, p.count);
    found.moves = median(p.moves, p.count);
    return found;
}
