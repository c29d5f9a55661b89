// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_ADJUDICATE_H
#define TSR_ARENA_ADJUDICATE_H

// Ending games early: a game that is decided, or goes on for too long, need not be played out.
//
//     score=95:8      two players: by the game's evaluation one of them has expected
//                     95 % of the result for 8 plies in a row, and gets the win
//     length=300      after 300 plies the game is a draw between all
//     score=95:8,length=300
//
// It changes results, so nothing is adjudicated unless somebody asks for it, and what was is counted.

#include <tessera/match.h>

typedef struct adjudicate {
    float score;     // 0.5 to 1; 0 = not by score
    uint32_t plies;  // in a row
    uint32_t length; // plies of a game; 0 = not by length
} adjudicate;

// Reads `text`; refuses what the rules cannot do.
TSR_NODISCARD tsr_err adjudicate_read(const char *text, const tsr_rules *r, adjudicate *out,
                                      tsr_error *err);

// How long who has been ahead in one game; zeroed when it begins.
typedef struct adjudicate_watch {
    int leader;
    uint32_t since; // plies in a row
    int plies;      // looked at so far
} adjudicate_watch;

// Looks at the match after an answer and ends it if it is to be ended: the loser resigns, or a
// draw is agreed. *ended says whether.
TSR_NODISCARD tsr_err adjudicate_look(const adjudicate *a, adjudicate_watch *w, tsr_match *m,
                                      uint64_t now_ms, int *ended);

#endif
