// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SHEET_H
#define TSR_ARENA_SHEET_H

// The score sheet of a match: what each player and each seat has won, group by group.
//
// Where nothing is left to chance (`once`), a group in which a game was played before, move for
// move from the same position and seats, says nothing new and is not counted; how many different games there
// were is told in any case. Where dice or players draw, equal games are honest repetitions
// and all count.

#include "arena/repeats.h"
#include "arena/series.h"
#include "arena/tally.h"

typedef struct sheet {
    int players;
    tally_sides sides;
    uint64_t group_size;
    int once;
    uint64_t games, plies; // played
    uint64_t distinct;     // different ones among them
    uint64_t repeated;     // games that do not count
    uint64_t adjudicated;
    uint64_t lost; // groups whose process died
    tally_row player[TSR_MAX_PLAYERS], seat[TSR_MAX_PLAYERS];
    tsr_faults fault[TSR_MAX_PLAYERS]; // by player
    uint64_t answers[TSR_MAX_PLAYERS]; // by player; 0 where time was not measured
    uint64_t cpu_us[TSR_MAX_PLAYERS];  // that all of them took
    tsr_error complaint;               // the first failure of an agent, if any
    repeats seen, counted;
} sheet;

void sheet_init(sheet *s, const tsr_rules *r, uint64_t group_size, int once);
void sheet_deinit(sheet *s);

// The games of one group. Fewer than a whole group count as games, but not as a group.
// Returns whether they counted.
int sheet_add(sheet *s, const series_game *games, int count);

#endif
