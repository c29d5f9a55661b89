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
// The error is that of the rating against the mean of the field, 95 % sure, from
// the curvature of the likelihood. It takes every game for an independent win or
// loss; with ties and with deals played from both sides it is on the careful side.

enum { RATINGS_MAX = 64 };

// Who scored what against whom: points[i][j] of games[i][j] went to i.
typedef struct ratings_results {
    int count;
    double points[RATINGS_MAX][RATINGS_MAX];
    double games[RATINGS_MAX][RATINGS_MAX];
} ratings_results;

typedef struct ratings_row {
    double elo, error;
} ratings_row;

// Fits `out[0 .. count-1]`.
void ratings_fit(const ratings_results *results, ratings_row *out);

// The score that a difference in Elo promises, 0 to 1.
double ratings_expected(double difference);

#endif
