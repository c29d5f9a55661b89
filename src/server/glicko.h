// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_GLICKO_H
#define TSR_SERVER_GLICKO_H

// Glicko-2 ratings: a number for strength, how sure we are of it (`rd`, a standard
// deviation), and how steady the player is. Pure arithmetic.

typedef struct glicko {
    double rating, rd, volatility;
} glicko;

// A player of whom nothing is known.
extern const glicko glicko_start;

// `player` after games against `others`, with scores from 0 (lost) to 1 (won).
glicko glicko_after(glicko player, const glicko *others, const double *scores, int count);

#endif
