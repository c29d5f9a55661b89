// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SCHEDULE_H
#define TSR_ARENA_SCHEDULE_H

// Who meets whom in a tournament. A lineup names the entrant on each seat; all
// rotations of it are played, so every lineup is a group of games.
//
//   round robin   everybody with everybody. In a game for more than two, every choice
//                 of that many entrants; with too few entrants, every two of them
//                 fill the seats in turn (A B A B).
//   gauntlet      the first entrant with each of the others in the same way
//   swiss         round by round, neighbours in the standing meet, if possible for
//                 the first time
//
// Pure functions: the same entrants and points give the same lineups.

#include <tessera/game.h>

enum { SCHEDULE_ENTRANTS = 64, SCHEDULE_LINEUPS = 4096 };

typedef enum schedule_kind {
    SCHEDULE_ROUND_ROBIN = 0,
    SCHEDULE_GAUNTLET,
    SCHEDULE_SWISS
} schedule_kind;

typedef struct schedule_lineup {
    uint8_t entrant[TSR_MAX_PLAYERS]; // by seat
} schedule_lineup;

// The lineups of a round robin or a gauntlet; at most SCHEDULE_LINEUPS, *out may be NULL
// to count. 0 = there are too many.
int schedule_all(schedule_kind kind, int entrants, int seats, schedule_lineup *out);

// One round of a swiss tournament: `points` so far, `met[i][j]` how often they met,
// `met[i][i]` how often somebody rested. With an odd number of entrants the lowest
// of those who have rested least rests. Returns the number of lineups.
int schedule_swiss(int entrants, int seats, const double *points,
                   uint16_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS], schedule_lineup *out);

#endif
