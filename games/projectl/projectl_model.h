// SPDX-License-Identifier: MIT
#ifndef PROJECTL_MODEL_H
#define PROJECTL_MODEL_H

// One player's side of a game of Project L, small enough to think with.
//
// A `desk` is what the player on turn owns and may take; actions change it as the
// rules would, except that puzzles which nobody has seen yet are left out. A
// `thinker` judges desks: it plans how to finish every puzzle on them (exactly, by
// tsr_pl_solve, remembering what it has solved) and weighs what will be finished
// in the time that is left. Everything is deterministic.
//
// Not thread-safe: one thinker per agent.

#include "projectl/projectl_public.h"

// The size of the memory for solved plans; a power of two. Solving takes most of the expert's
// time, and wide beams meet many desks.
enum { DESK_PLANS = 1 << 15, DESK_OPEN = 9 };

// An unfinished puzzle.
typedef struct desk_job {
    uint32_t free;   // cells still to fill; 0 = no puzzle here
    uint16_t puzzle; // its index, TSR_PL_NONE without one
    uint8_t laid[TSR_PL_SHAPES];
    uint8_t pad;
} desk_job;

typedef struct desk {
    uint8_t supply[TSR_PL_SHAPES], reserve[TSR_PL_SHAPES];
    uint8_t actions;     // left in this turn
    uint8_t master_used; // in this turn
    uint8_t black_left;  // black puzzles that may still be taken in this turn
    uint8_t mastered;    // in a master action: jobs that have had their piece, as bits
    uint8_t pad[2];
    desk_job job[TSR_PL_SLOTS];
    uint16_t open[DESK_OPEN]; // puzzles that can be taken
    uint16_t deck;            // cards of the deck whose end is the end of the game
    uint16_t turns_left;      // after this one; only if `ending`
    uint16_t ending;          // the end has been triggered
    int32_t points;
} desk;

typedef struct desk_weights {
    double piece;     // points that a level of pieces is worth early in the game
    double haste;     // points that an action is worth
    double haste_low; // the same with small pieces only
    double locked;    // share of its worth that a piece keeps inside a puzzle
    double pace;      // black puzzles that go per player and round, at a guess
} desk_weights;

typedef struct desk_plan {
    uint64_t supply; // 4 bits per shape
    uint32_t mask;
    uint32_t reserve; // 2 bits per shape
    uint32_t state;   // 0 = nothing here, 1 = no plan, 2 = a plan
    tsr_pl_plan plan;
} desk_plan;

// How the puzzles of a desk will be finished: a plan for each job, none of which
// uses a piece that another one counts on. Jobs come in the order of `order`.
typedef struct desk_schedule {
    const tsr_pl_plan *plan[TSR_PL_SLOTS]; // by job; NULL = no way seen
    tsr_pl_plan copy[TSR_PL_SLOTS];
    uint8_t order[TSR_PL_SLOTS];
    uint8_t left[TSR_PL_SHAPES]; // pieces that no plan needs
    int count;                   // jobs
} desk_schedule;

typedef struct thinker {
    const tsr_rules *rules;
    desk_weights weights;
    double rate;      // cards of the deciding deck that go per round
    int players;      // at the table
    int original;     // engine=original
    uint64_t solved;  // plans made since the start, for curiosity
    desk_plan *known; // DESK_PLANS of them
} thinker;

// Reads `who`'s desk out of a table, and how fast the game goes.
void desk_read(thinker *t, const tsr_pl_table *table, int who, desk *out);

// Actions. Each takes one action of the turn, and the next turn begins when none is
// left. They are legal by contract.
void desk_take(const thinker *t, desk *d, int open);
void desk_place(const thinker *t, desk *d, int job, int placement);
void desk_change(desk *d, int from, int to); // from -1: a new piece
void desk_master_place(desk *d, int job, const tsr_pl_placement *p);
void desk_master_done(const thinker *t, desk *d);

int desk_can_take(const thinker *t, const desk *d, int open);

// Plans for all jobs. `by_points` serves dear puzzles first, else quick ones.
void desk_plan_all(thinker *t, const desk *d, int by_points, desk_schedule *out);

// Own actions that are still to come, this turn's included.
double desk_time(const thinker *t, const desk *d);

// Points to expect at the end of the game.
double desk_worth(thinker *t, const desk *d);

// The best finishing touches: the placements in order (job in the high byte), and how
// many points they gain over none. Writes at most 100 steps; returns how many.
int desk_touches(thinker *t, const desk *d, uint16_t *placement, uint8_t *job, int *gain);

#endif
