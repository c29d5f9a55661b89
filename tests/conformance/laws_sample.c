// SPDX-License-Identifier: MIT
//
// Law 6: what a game may do faster than the defaults (sample, playout, the tables
// for agents) means the same as listing and picking.
//
// Frequencies are judged by a chi-square statistic. Seeds are fixed, so a run
// passes or fails always alike; the bound of six standard deviations is for the
// person who changes a seed.
#include "law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPOTS = 6, WIDEST = 200 };

typedef struct sampled {
    int player_spots, chance_spots;
} sampled;

// Standard deviations by which `chi` exceeds what `freedom` degrees of freedom
// give (Wilson and Hilferty's cube root).
static double deviation(double chi, double freedom) {
    double k = 2.0 / (9.0 * freedom);
    return (cbrt(chi / freedom) - (1.0 - k)) / sqrt(k);
}

// How far `seen` counts are from `expected` ones; small cells are put together.
static double misfit(const double *expected, const uint32_t *seen, int count) {
    double chi = 0, rest_expected = 0, rest_seen = 0;
    int cells = 0;
    for (int i = 0; i < count; i++) {
        if (expected[i] >= 5.0) {
            double d = (double)seen[i] - expected[i];
            chi += d * d / expected[i];
            cells++;
        } else {
            rest_expected += expected[i];
            rest_seen += (double)seen[i];
        }
    }
    if (rest_expected >= 5.0) {
        double d = rest_seen - rest_expected;
        chi += d * d / rest_expected;
        cells++;
    }
    return cells > 1 ? deviation(chi, cells - 1) : 0.0;
}

static int index_of(const tsr_move *moves, int count, tsr_move m) {
    for (int i = 0; i < count; i++) {
        if (moves[i] == m) {
            return i;
        }
    }
    return -1;
}

static int sample_size(int count) {
    int size = count * 60;
    return size < 1000 ? 1000 : size > 4000 ? 4000 : size;
}

// What each move's share of `size` samples should be.
static void expect(const law_spot *spot, int who, int count, int size, double *expected) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        expected[i] = who == TSR_CHANCE ? (double)spot->weight[i] : 1.0;
        sum += expected[i];
    }
    for (int i = 0; i < count; i++) {
        expected[i] *= size / sum;
    }
}

static void sample_fits(law_run *run, int who) {
    const law_spot *spot = &run->spot;
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : spot->moves[who];
    int count = who == TSR_CHANCE ? spot->outcomes : spot->count[who];
    double expected[WIDEST];
    uint32_t seen[WIDEST] = {0};
    int size = sample_size(count);
    for (int i = 0; i < size; i++) {
        tsr_move m = run->r->more.sample(run->r, spot->state, who, &run->g);
        int at = index_of(moves, count, m);
        if (!LAW_HOLDS(run, at >= 0, "sample gives %s 0x%llx, which is not listed", law_who(who),
                       (unsigned long long)m)) {
            return;
        }
        seen[at]++;
    }
    expect(spot, who, count, size, expected);
    for (int i = 0; i < count; i++) {
        LAW_HOLDS(run, seen[i] || expected[i] < 30.0, "sample never gives %s 0x%llx, in %d times",
                  law_who(who), (unsigned long long)moves[i], size);
    }
    double off = misfit(expected, seen, count);
    LAW_HOLDS(run, off < 6.0, "sample of %s is %.1f standard deviations from the %s list",
              law_who(who), off, who == TSR_CHANCE ? "weighted" : "uniform");
}

// --- Playouts ----------------------------------------------------------------

static void playout_of_one_ply(law_run *run, int who) {
    const law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : spot->moves[who];
    int count = who == TSR_CHANCE ? spot->outcomes : spot->count[who];
    uint64_t after[WIDEST];
    double expected[WIDEST], grouped[WIDEST] = {0};
    uint32_t seen[WIDEST] = {0};
    int size = sample_size(count), where[WIDEST];
    expect(spot, who, count, size, expected);
    for (int i = 0; i < count; i++) {
        law_copy(run, run->scratch[0], spot->state);
        r->g.play(r, run->scratch[0], who, moves[i]);
        after[i] = tsr_hash_bytes(run->scratch[0], r->state_size, 0);
        // Moves that lead to the same position count together.
        for (where[i] = 0; after[where[i]] != after[i]; where[i]++) {
        }
        grouped[where[i]] += expected[i];
    }
    for (int i = 0; i < size; i++) {
        int at = 0;
        law_copy(run, run->scratch[0], spot->state);
        uint32_t plies = r->more.playout(r, run->scratch[0], &run->g, 1);
        uint64_t h = tsr_hash_bytes(run->scratch[0], r->state_size, 0);
        while (at < count && after[at] != h) {
            at++;
        }
        if (!LAW_HOLDS(run, plies == 1 && at < count,
                       "a playout of one ply (it says %u) leads where no move leads", plies)) {
            return;
        }
        seen[at]++;
    }
    double off = misfit(grouped, seen, count);
    LAW_HOLDS(run, off < 6.0, "a playout's first ply is %.1f standard deviations from the list",
              off);
}

static void playout_to_the_end(law_run *run) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0];
    uint32_t left = r->max_plies;
    uint32_t limit = 1 + tsr_rng_below(&run->g, left < 40 ? left : 40);
    law_copy(run, s, run->spot.state);
    uint32_t plies = r->more.playout(r, s, &run->g, limit);
    LAW_HOLDS(run, plies == limit || (plies < limit && r->g.turn(r, s) == 0),
              "a playout of %u plies stops after %u and the game goes on", limit, plies);
    LAW_HOLDS(run, r->g.check(r, s, NULL) == 0, "after a playout of %u plies check complains",
              plies);
    plies = r->more.playout(r, s, &run->g, left);
    LAW_HOLDS(run, plies <= left && r->g.turn(r, s) == 0, "a playout does not reach the end");
    LAW_HOLDS(run, r->g.check(r, s, NULL) == 0, "after a whole playout check complains");
}

// Playouts and games made of single samples must be equally long on average.
static void playouts_are_like_samples(law_run *run) {
    const tsr_rules *r = run->r;
    enum { TIMES = 120 };
    double sum[2] = {0}, squares[2] = {0};
    for (int i = 0; i < 2 * TIMES; i++) {
        void *s = run->scratch[0];
        uint32_t plies = 0;
        law_copy(run, s, run->spot.state);
        if (i % 2) {
            plies = r->more.playout(r, s, &run->g, r->max_plies);
        } else {
            for (uint32_t turn; (turn = r->g.turn(r, s)) != 0 && plies < r->max_plies; plies++) {
                int who = tsr_mover(turn);
                tsr_move m = law_random_move(run, s, who, &run->g);
                if (m == 0) {
                    return;
                }
                r->g.play(r, s, who, m);
            }
        }
        sum[i % 2] += plies;
        squares[i % 2] += (double)plies * plies;
    }
    double mean[2] = {sum[0] / TIMES, sum[1] / TIMES};
    double spread = (squares[0] + squares[1]) / TIMES - mean[0] * mean[0] - mean[1] * mean[1];
    double off = fabs(mean[0] - mean[1]) / sqrt(spread / TIMES + 1e-9);
    LAW_HOLDS(run, off < 6.0 || fabs(mean[0] - mean[1]) < 0.5,
              "playouts last %.1f plies on average, games of single samples %.1f", mean[1],
              mean[0]);
}

// --- For agents --------------------------------------------------------------

static void features_are_sound(law_run *run, const tsr_game_ai *ai, int index) {
    uint32_t n = ai->feature_count;
    float *f = law_memory((n + 1) * sizeof *f);
    f[n] = 12345.0f;
    ai->features(run->r, run->spot.view[index], law_viewer(run, index), f);
    for (uint32_t i = 0; i < n; i++) {
        LAW_HOLDS(run, isfinite((double)f[i]), "feature %u of %s is no number", i,
                  law_who(law_viewer(run, index)));
    }
    LAW_HOLDS(run, f[n] == 12345.0f, "features writes more than feature_count");
    free(f);
}

static void ai_is_sound(law_run *run) {
    const tsr_game_ai *ai = run->r->g.ai;
    float value[TSR_MAX_PLAYERS] = {0};
    if (!ai) {
        return;
    }
    if (ai->heuristic) {
        ai->heuristic(run->r, run->spot.state, value);
        for (int p = 0; p < run->r->players; p++) {
            LAW_HOLDS(run, value[p] >= 0.0f && value[p] <= 1.0f,
                      "heuristic gives %s %g, not 0 to 1", law_who(p), (double)value[p]);
        }
    }
    for (int i = 0; i < run->viewers && ai->features; i++) {
        features_are_sound(run, ai, i);
    }
}

// --- Where to look -----------------------------------------------------------

static void law6_deep(law_run *run) {
    sampled *k = law_keep(run, sizeof *k);
    const law_spot *spot = &run->spot;
    int chance = spot->turn == 1u << TSR_CHANCE;
    int *used = chance ? &k->chance_spots : &k->player_spots;
    int who = tsr_mover(spot->turn);
    int lucky = tsr_rng_below(&run->g, 4) == 0; // drawn always, so that a rerun draws alike
    ai_is_sound(run);
    if (who < 0 || *used >= SPOTS || (*used > 2 && !lucky)) {
        return;
    }
    int count = chance ? spot->outcomes : spot->count[who];
    if (count <= 0 || count > WIDEST) {
        return;
    }
    (*used)++;
    sample_fits(run, who);
    if (chance || law_sole(spot->turn) >= 0) {
        playout_of_one_ply(run, who);
    }
    playout_to_the_end(run);
    if (spot->ply == 0) {
        playouts_are_like_samples(run);
    }
}

const law_hooks law_6 = {.deep = law6_deep};
