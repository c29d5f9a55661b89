// SPDX-License-Identifier: MIT
//
// The statistics of groups: likelihood ratios with known values, intervals that hold what they promise.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <tessera/rng.h>

#include "arena/groups.h"
#include "arena/ratings.h"
#include "arena/repeats.h"
#include "arena/sprt.h"

static groups pairs(int a, int b, int c, int d, int e) {
    const int count[5] = {a, b, c, d, e};
    groups g = {0};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < count[i]; k++) {
            groups_add(&g, i / 4.0);
        }
    }
    return g;
}

static void close_to(double a, double b, double by) {
    if (!(fabs(a - b) <= by)) {
        fail_msg("%.9g is not %.9g", a, b);
    }
}

static void scores_are_kept(void **state) {
    uint64_t five[5];
    groups g = pairs(1, 2, 3, 4, 5);
    (void)state;
    groups_pentanomial(&g, five);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(five[i], i + 1);
    }
    close_to(groups_mean(&g), (0 * 1 + 1 * 2 + 2 * 3 + 3 * 4 + 4 * 5) / 4.0 / 15, 1e-12);
    memset(&g, 0, sizeof g);
    groups_add(&g, 1.0 / 3); // a third of two opponents in each of three games, and so on: exact
    groups_add(&g, 13.0 / 112);
    close_to(groups_mean(&g), (1.0 / 3 + 13.0 / 112) / 2, 1e-12);
    close_to(groups_student(1), 12.706, 1e-3);
    close_to(groups_student(9), 2.262, 1e-3);
    close_to(groups_student(49), 2.0096, 1e-3);
}

// With wins and losses only, the likeliest distribution with the mean s wins with s: by hand.
static void likelihood_ratio_by_hand(void **state) {
    (void)state;
    groups g = pairs(40, 0, 0, 0, 60);
    double s0 = 0.5, s1 = 0.6;
    close_to(groups_llr(&g, s0, s1), 60 * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0)), 1e-9);
    close_to(groups_llr(&g, s1, s0), -groups_llr(&g, s0, s1), 1e-9);
    g = pairs(0, 0, 0, 0, 0);
    close_to(groups_llr(&g, s0, s1), 0, 0);
}

// Values that the generalised test of pairs is known to have (logistic Elo, a thousandth of a pair for
// kinds that did not occur).
static void likelihood_ratio_of_pairs(void **state) {
    static const struct {
        int pairs[5];
        double elo0, elo1, llr;
    } known[] = {
        {{3, 20, 50, 22, 5}, 0, 20, 0.04032037},     {{3, 20, 50, 22, 5}, 0, 5, 0.17838022},
        {{3, 20, 50, 22, 5}, -10, 10, 0.93447291},   {{12, 40, 60, 30, 8}, 0, 20, -2.99730114},
        {{12, 40, 60, 30, 8}, -10, 10, -2.05797320},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const int *k = known[i].pairs;
        groups g = pairs(k[0], k[1], k[2], k[3], k[4]);
        double s0 = ratings_expected(known[i].elo0), s1 = ratings_expected(known[i].elo1);
        close_to(groups_llr(&g, s0, s1), known[i].llr, 1e-6);
    }
    groups g = pairs(0, 10, 30, 12, 0);
    close_to(groups_llr(&g, 0.5, ratings_expected(20)), -0.270414, 1e-4);
}

// The edge of the interval is where the likelihood has fallen by half of t squared.
static void likelihood_interval(void **state) {
    (void)state;
    groups g = pairs(40, 0, 0, 0, 60);
    groups_interval i = groups_likelihood(&g);
    double t = groups_student(99);
    for (int side = 0; side < 2; side++) {
        double p = side ? i.high : i.low;
        double fall = 60 * log(0.6 / p) + 40 * log(0.4 / (1 - p));
        close_to(fall, t * t / 2, 1e-6);
    }
    assert_true(i.low > 0.49 && i.low < 0.51 && i.high > 0.68 && i.high < 0.70);
    // Pairs that cancel leave little doubt; the same games one by one leave more.
    groups same = pairs(2, 0, 96, 0, 2);
    i = groups_likelihood(&same);
    assert_true(i.low > 0.45 && i.high < 0.55);
}

static void few_groups_say_little(void **state) {
    (void)state;
    groups g = pairs(0, 0, 0, 0, 1);
    assert_false(groups_likelihood(&g).sure);
    assert_false(groups_bootstrap(&g).sure);
    g = pairs(0, 0, 0, 0, 6); // all alike: 0.025 to the power of 1/6
    groups_interval i = groups_likelihood(&g), b = groups_bootstrap(&g);
    close_to(i.low, pow(0.025, 1 / 6.0), 1e-9);
    close_to(i.high, 1, 1e-9);
    close_to(b.low, i.low, 0);
    g = pairs(0, 0, 2, 0, 0); // two pairs that cancel
    i = groups_likelihood(&g);
    assert_true(i.low < 0.1 && i.high > 0.9);
}

// A distribution on values, drawn by weight.
typedef struct law {
    int count;
    double value[6], weight[6];
} law;

static double draw(const law *l, tsr_rng *g) {
    double x = tsr_rng_unit(g);
    int i = 0;
    while (i + 1 < l->count && x >= l->weight[i]) {
        x -= l->weight[i++];
    }
    return l->value[i];
}

static double mean_of(const law *l) {
    double sum = 0;
    for (int i = 0; i < l->count; i++) {
        sum += l->value[i] * l->weight[i];
    }
    return sum;
}

// In how many of `runs` the interval over `n` groups misses the truth, in percent.
static double misses(const law *l, int n, int runs, int bootstrap) {
    tsr_rng g;
    int missed = 0;
    tsr_rng_init(&g, 99);
    for (int r = 0; r < runs; r++) {
        groups seen = {0};
        for (int i = 0; i < n; i++) {
            groups_add(&seen, draw(l, &g));
        }
        groups_interval x = bootstrap ? groups_bootstrap(&seen) : groups_likelihood(&seen);
        missed += x.low > mean_of(l) || x.high < mean_of(l);
    }
    return 100.0 * missed / runs;
}

static void intervals_hold_what_they_promise(void **state) {
    static const law laws[] = {
        {5, {0, 0.25, 0.5, 0.75, 1}, {0.1, 0.2, 0.4, 0.2, 0.1}},      // chess-like
        {5, {0, 0.25, 0.5, 0.75, 1}, {0.06, 0.03, 0.82, 0.03, 0.06}}, // who begins wins
        {3, {0, 0.5, 1}, {0.25, 0.5, 0.25}},                          // coins
        {5, {0, 0.25, 0.5, 0.75, 1}, {0.02, 0.03, 0.15, 0.25, 0.55}}, // one is stronger
        {6, {0, 1 / 6.0, 0.5, 2 / 3.0, 5 / 6.0, 1}, {0.1, 0.3, 0.2, 0.2, 0.1, 0.1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        double a = misses(&laws[i], 50, 1000, 0), b = misses(&laws[i], 33, 300, 1);
        if (a < 3 || a > 8 || b < 2 || b > 9) {
            fail_msg("law %zu: missed by %.1f %% and %.1f %%", i, a, b);
        }
    }
}

// --- The same without dice ------------------------------------------------------------------
// All ways in which n pairs of two players can end, each with its chance: what comes out is the true rate of
// misses, which runs of tournaments only estimate. It is not 5 % exactly, since so few games have but few results.

typedef struct whole {
    const law *l;
    int n;
    int count[5];
    double score,
        rating;  // the chance that the interval of the score, of the rating, misses the truth
    double seen; // the chance of all that was looked at
} whole;

static double chance_of(const whole *w) {
    double log_chance = lgamma(w->n + 1.0);
    for (int i = 0; i < w->l->count; i++) {
        log_chance += w->count[i] * log(w->l->weight[i]) - lgamma(w->count[i] + 1.0);
    }
    return exp(log_chance);
}

// Whether the rating of one of two equal players, from these pairs, is too far from 0 by its own error.
static int rating_misses(const whole *w) {
    ratings_group group[64];
    ratings_results r = {.count = 2};
    ratings_row row[2];
    int n = 0;
    for (int i = 0; i < w->l->count; i++) {
        for (int k = 0; k < w->count[i]; k++) {
            float won = (float)(2 * w->l->value[i]);
            group[n++] = (ratings_group){
                .count = 2, .entrant = {0, 1}, .seats = {1, 1}, .points = {won, 2 - won}};
            r.points[0][1] += 2 * w->l->value[i];
            r.points[1][0] += 2 - 2 * w->l->value[i];
        }
    }
    r.games[0][1] = r.games[1][0] = 2.0 * n;
    ratings_fit(&r, group, (size_t)n, row);
    return fabs(row[0].elo) > row[0].error;
}

static void look_at_outcome(whole *w) {
    double chance = chance_of(w), truth = mean_of(w->l);
    groups g = {.count = (uint64_t)w->n};
    if (chance < 1e-9) {
        return;
    }
    for (int i = 0; i < w->l->count; i++) {
        g.bin[(int)(w->l->value[i] * GROUPS_UNITS)] = (uint32_t)w->count[i];
    }
    groups_interval x = groups_likelihood(&g);
    w->seen += chance;
    w->score += x.low > truth || x.high < truth ? chance : 0;
    w->rating += truth == 0.5 && rating_misses(w) ? chance : 0;
}

static void look_at_all(whole *w, int kind, int left) {
    if (kind + 1 == w->l->count) {
        w->count[kind] = left;
        look_at_outcome(w);
        return;
    }
    for (w->count[kind] = 0; w->count[kind] <= left; w->count[kind]++) {
        look_at_all(w, kind + 1, left - w->count[kind]);
    }
}

static void true_rates_are_near_five_percent(void **state) {
    static const struct {
        const char *what;
        int n;
        law l;
    } rows[] = {
        {"coins", 50, {3, {0, 0.5, 1}, {0.25, 0.5, 0.25}}},
        {"who begins mostly wins", 50, {3, {0, 0.5, 1}, {0.125, 0.75, 0.125}}},
        {"one wins both or loses both", 50, {3, {0, 0.5, 1}, {0.375, 0.25, 0.375}}},
        {"half of all drawn", 50, {3, {0.25, 0.5, 0.75}, {0.25, 0.5, 0.25}}},
        {"60 %", 50, {3, {0, 0.5, 1}, {0.15, 0.5, 0.35}}},
        {"with draws, 12 pairs", 12, {5, {0, 0.25, 0.5, 0.75, 1}, {0.1, 0.2, 0.4, 0.2, 0.1}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        whole w = {.l = &rows[i].l, .n = rows[i].n};
        look_at_all(&w, 0, rows[i].n);
        printf("%s: %d pairs, score %.2f %%", rows[i].what, rows[i].n, 100 * w.score);
        if (mean_of(w.l) == 0.5) {
            printf(", rating %.2f %%", 100 * w.rating);
        }
        puts("");
        close_to(w.seen, 1, 1e-5);
        assert_true(w.score >= 0.03 && w.score <= 0.08);
        // Ratings are kept from infinity by imaginary games, which tells where there are few real ones.
        assert_true(mean_of(w.l) != 0.5 ||
                    (w.rating >= (w.n < 50 ? 0.02 : 0.03) && w.rating <= 0.08));
    }
}

// --- Repetitions ---------------------------------------------------------------------------

static void repetitions_are_found(void **state) {
    repeats r = {0};
    (void)state;
    assert_false(repeats_has(&r, 7));
    for (uint64_t i = 0; i < 5000; i++) {
        assert_int_equal(repeats_add(&r, i), i > 1 || i == 0); // 0 and 1 share a place
        assert_true(repeats_has(&r, i));
    }
    for (uint64_t i = 0; i < 5000; i++) {
        assert_int_equal(repeats_add(&r, i), 0);
    }
    assert_false(repeats_has(&r, 5000));
    repeats_deinit(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_kept),
        cmocka_unit_test(likelihood_ratio_by_hand),
        cmocka_unit_test(likelihood_ratio_of_pairs),
        cmocka_unit_test(likelihood_interval),
        cmocka_unit_test(few_groups_say_little),
        cmocka_unit_test(intervals_hold_what_they_promise),
        cmocka_unit_test(true_rates_are_near_five_percent),
        cmocka_unit_test(repetitions_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
