// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_TALLY_H
#define TSR_ARENA_TALLY_H

// Counting results honestly.
//
// The score of a game for a player is the share of opponents beaten, a tie counting
// half; alone, 1 for a win. Partners are no opponents, and what they share is no tie. Games that belong together (one opening or one deal, with the
// seats rotated) are a group, and the confidence interval is computed over groups (groups.h):
// what cancels inside a group must not count as noise, nor what hangs together as news.

#include <stdint.h>

#include <tessera/match.h>

#include "arena/groups.h"

typedef struct tally_row {
    uint64_t games;
    uint64_t won;       // first, alone
    uint64_t tied;      // first, shared
    uint64_t lost;      // not first
    double score;       // sum over games
    double group_score; // the present group
    uint64_t group_games;
    groups groups; // those that were completed
} tally_row;

// Who plays together: players of one number.
typedef struct tally_sides {
    int players;
    int8_t of[TSR_MAX_PLAYERS];
} tally_sides;

tally_sides tally_sides_of(const tsr_rules *r);
tally_sides tally_sides_alone(int players); // everybody for himself

// Whether this player is the first of a side.
static inline int tally_leads_side(const tally_sides *sides, int player) {
    return sides->of[player] == player;
}

// The share of opponents that `player` has beaten, from ranks.
double tally_score(const tsr_result *results, const tally_sides *sides, int player);

// Adds one game in which this row's player was seat `player`.
void tally_add(tally_row *row, const tsr_result *results, const tally_sides *sides, int player);

// Ends a group of games that belong together.
void tally_end_group(tally_row *row);

typedef struct tally_estimate {
    double score;     // mean, 0 to 1
    double low, high; // 95 % confidence
    int sure;         // 0 = too few groups for an interval; low and high are 0 and 1
} tally_estimate;

// For two players the likelihood interval of the pairs, for more the bootstrap's.
tally_estimate tally_estimate_of(const tally_row *row, int players);

// A mean score between two players as a difference in Elo; infinite at 0 and 1.
double tally_elo(double score);

#endif
