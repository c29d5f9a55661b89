// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_FILL_H
#define TSR_LANG_CGEN_FILL_H

// What cgen_fill.c, the loop of games that only fill cells, and cgen_watch.c, how it notices
// that a turn might end the game, have in common.

#include "lang/cgen/cgen_impl.h"
#include "lang/plan/fill.h"

typedef struct fill {
    cgen *g;
    fill_game game;
    int empties; // what is drawn from are the empty cells
    int lanes;   // bits of a line word; 0 = whole sets are looked at
    int lines;   // on the board
    uint8_t line[8][BOARD_MAX_CELLS], bit[8][BOARD_MAX_CELLS];
    int listed;   // the list of cells to draw from is kept without a look at sets
    int rebuilds; // the sets of pieces are made when the loop ends
    int wide;     // lines are looked for in wide words
} fill;

// cgen_watch.c
// Decides how endings are watched for, once it is known what they are and what is drawn from.
void cgen_watch_plan(fill *f);
// Prints the functions and tables that are needed for it.
void cgen_watch_print(const fill *f);
void cgen_watch_room(const fill *f); // and, for lanes, the type of what the loop writes
// Prints what is kept while the loop runs, as it is where it begins; and, where they were not
// kept, the sets of pieces when it has ended.
void cgen_watch_begin(const fill *f);
void cgen_watch_end(const fill *f);
// The condition, in the loop, under which cell c might end the game.
cgen_word cgen_watch_test(const fill *f, int me);

#endif
