// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_RATINGS_H
#define TSR_ARENA_RATINGS_H

// Ratings from results: the Elo numbers under which the results were most likely.
//
// All results are fitted at once (maximum likelihood, the Bradley-Terry model, a tie
// as half a win), so it does not matter who played whom in which order. Everybody
// gets one imaginary tied game against an average player: it keeps somebody who
// has won everything from being rated infinite. The mean of all ratings is 0.
//
// The error is that of the rating against the mean of the field, at 95 %. It rests on how much the
// groups of games (groups.h) differ from what the ratings promise, not on the model's own idea of
// luck (the "sandwich" of curvature and observed spread): ties make it smaller, and games that hang
// together make it larger, as they should. Without groups only the curvature is left.

#include <stddef.h>
#include <stdint.h>

#include <tessera/game.h>

enum { RATINGS_MAX = 64 };

// Who scored what against whom: points[i][j] of games[i][j] went to i.
typedef struct ratings_results {
    int count;
    double points[RATINGS_MAX][RATINGS_MAX];
    double games[RATINGS_MAX][RATINGS_MAX];
} ratings_results;

// One group: its entrants, on how many seats each sat, and what each took from the others, in
// the units of ratings_results.
typedef struct ratings_group {
    uint8_t count;
    uint8_t entrant[TSR_MAX_PLAYERS], seats[TSR_MAX_PLAYERS];
    float points[TSR_MAX_PLAYERS];
} ratings_group;

typedef struct ratings_row {
    double elo, error;
} ratings_row;

// Fits `out[0 .. count-1]`. `group` are those that make up the results, or NULL.
void ratings_fit(const ratings_results *results, const ratings_group *group, size_t group_count,
                 ratings_row *out);

// The score that a difference in Elo promises, 0 to 1.
double ratings_expected(double difference);

#endif
