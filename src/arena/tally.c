// SPDX-License-Identifier: MIT
//
// Adds up scores, wins, draws and lengths of games, seat by seat.
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
    if (row->group_games > 0) {
        groups_add(&row->groups, row->group_score / (double)row->group_games);
    }
    row->group_score = 0;
    row->group_games = 0;
}

tally_estimate tally_estimate_of(const tally_row *row, int players) {
    groups_interval i =
        players == 2 ? groups_likelihood(&row->groups) : groups_bootstrap(&row->groups);
    tally_estimate e = {0, i.low, i.high, i.sure};
    if (row->games > 0) {
        e.score = row->score / (double)row->games;
    }
    e.low = fmin(e.low, e.score);
    e.high = fmax(e.high, e.score);
    return e;
}

double tally_elo(double score) {
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -HUGE_VAL : HUGE_VAL;
    }
    return 400 * log10(score / (1 - score)); // 0, and not -0, where the two are equal
}
