// SPDX-License-Identifier: MIT
#include "arena/tally.h"

#include <math.h>

double tally_score(const tsr_result *results, int players, int player) {
    double points = 0;
    if (players == 1) {
        return results[0].rank == 1 ? 1.0 : 0.0;
    }
    for (int i = 0; i < players; i++) {
        if (i != player) {
            points += results[player].rank < results[i].rank    ? 1.0
                      : results[player].rank == results[i].rank ? 0.5
                                                                : 0.0;
        }
    }
    return points / (players - 1);
}

static int count_first(const tsr_result *results, int players) {
    int n = 0;
    for (int i = 0; i < players; i++) {
        n += results[i].rank == 1;
    }
    return n;
}

void tally_add(tally_row *row, const tsr_result *results, int players, int player) {
    double score = tally_score(results, players, player);
    row->games++;
    if (results[player].rank != 1) {
        row->lost++;
    } else if (count_first(results, players) == 1) {
        row->won++;
    } else {
        row->tied++;
    }
    row->score += score;
    row->group_score += score;
    row->group_games++;
}

void tally_end_group(tally_row *row) {
    if (row->group_games == 0) {
        return;
    }
    double value = row->group_score / (double)row->group_games;
    row->groups++;
    double before = value - row->mean;
    row->mean += before / (double)row->groups;
    row->m2 += before * (value - row->mean);
    row->group_score = 0;
    row->group_games = 0;
}

// The interval is that of Agresti and Coull, with groups in place of games: it is computed as if
// a little under two further groups had been lost and as many won. So a few games that all
// end alike do not leave "no doubt", and many games are hardly changed.
static const double z = 1.96;

tally_estimate tally_estimate_of(const tally_row *row) {
    tally_estimate e = {0, 0, 1, 0};
    if (row->games > 0) {
        e.score = row->score / (double)row->games;
    }
    if (row->groups >= 2) {
        double n = (double)row->groups, extra = z * z / 2, all = n + 2 * extra;
        double mean = (n * row->mean + extra) / all;
        double squares = row->m2 + n * (row->mean - mean) * (row->mean - mean) +
                         extra * (mean * mean + (1 - mean) * (1 - mean));
        double half = z * sqrt(squares / all / all);
        e.low = fmax(0, fmin(mean - half, e.score));
        e.high = fmin(1, fmax(mean + half, e.score));
        e.sure = 1;
    }
    return e;
}

double tally_elo(double score) {
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -HUGE_VAL : HUGE_VAL;
    }
    return 400 * log10(score / (1 - score)); // 0, and not -0, where the two are equal
}
