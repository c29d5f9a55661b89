// SPDX-License-Identifier: MIT
//
// Adds up scores, wins, draws and lengths of games, seat by seat.
#include "arena/tally.h"

#include <math.h>

#include <tessera/lang.h>

tally_sides tally_sides_alone(int players) {
    tally_sides s = {.players = players};
    for (int i = 0; i < players; i++) {
        s.of[i] = (int8_t)i;
    }
    return s;
}

tally_sides tally_sides_of(const tsr_rules *r) {
    tally_sides s = tally_sides_alone(r->players);
    for (int i = 0; i < r->players; i++) {
        for (int k = 0; k < i; k++) {
            const int team = tsr_lang_team(r, i);
            if (team >= 0 && team == tsr_lang_team(r, k)) {
                s.of[i] = s.of[k];
            }
        }
    }
    return s;
}

double tally_score(const tsr_result *results, const tally_sides *sides, int player) {
    double points = 0;
    int others = 0;
    for (int i = 0; i < sides->players; i++) {
        if (sides->of[i] != sides->of[player]) {
            points += results[player].rank < results[i].rank    ? 1.0
                      : results[player].rank == results[i].rank ? 0.5
                                                                : 0.0;
            others++;
        }
    }
    return others ? points / others : results[player].rank == 1 ? 1.0 : 0.0;
}

// Whether others than the player's own side have come first.
static int is_shared(const tsr_result *results, const tally_sides *sides, int player) {
    int shared = 0;
    for (int i = 0; i < sides->players; i++) {
        shared |= results[i].rank == 1 && sides->of[i] != sides->of[player];
    }
    return shared;
}

void tally_add(tally_row *row, const tsr_result *results, const tally_sides *sides, int player) {
    double score = tally_score(results, sides, player);
    row->games++;
    if (results[player].rank != 1) {
        row->lost++;
    } else if (!is_shared(results, sides, player)) {
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
