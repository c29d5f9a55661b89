// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_PAIRING_H
#define TSR_SERVER_PAIRING_H

// Who plays whom: the pure half of tournaments. Players are numbers, history comes in as
// figures, tables come out. Nothing here knows a match, a disk or a clock.
//
// Swiss rounds of two: those of the same score meet, the upper half of them the lower half;
// nobody meets anybody twice as long as that is possible at all; nobody gets a seat for the third
// time in a row or three times more often than the other as long as that is possible; otherwise
// whoever has had a seat less often gets it. With an odd number the last one who had no bye yet
// gets one. Tables of more are filled from the top with people who have met least.

#include <stdint.h>

#include <tessera/game.h>

#include "server/matching.h"

enum { PAIRING_MOST = MATCHING_MOST };

typedef struct pair_player {
    int score;                  // of any unit
    int rank;                   // before the tournament; 0 = strongest
    int byes;                   // rounds won without playing
    int seats[TSR_MAX_PLAYERS]; // how often at each
    int last;                   // the seat of the last match, -1 = none
    int streak;                 // how many matches in a row at that seat
} pair_player;

typedef struct pair_table {
    int size;
    int who[TSR_MAX_PLAYERS]; // by seat
} pair_table;

typedef struct pairing {
    pair_table table[PAIRING_MOST];
    int tables;
    int bye[PAIRING_MOST];
    int byes;
    int rematches; // pairs that meet again, because there was no other way
} pairing;

// How many tables of `most` players at most, `least` at least, and how many players have none.
int pairing_tables(int players, int least, int most, int *byes);

// A Swiss round. met[a * count + b] says how often two have met; `most` players at a table.
void pairing_swiss(const pair_player *p, int count, const uint8_t *met, int least, int most,
                   pairing *out);

// A knock-out round among those who are left, by rank. In the first of pairs as many are passed
// over, the strongest, that later rounds come out even; the strongest meets the weakest.
void pairing_knockout(const pair_player *p, int count, int least, int most, pairing *out);

#endif
