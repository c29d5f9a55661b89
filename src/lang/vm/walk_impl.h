// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_WALK_IMPL_H
#define TSR_LANG_WALK_IMPL_H

// What walk.c (paths), turn.c (playing) and sample.c (random play) share.

#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

typedef struct path {
    walk_step step[WALK_MAX_CHOICES];
    int count;
} path;

typedef enum walk_mode {
    WALK_LIST,   // joined: every path is a move
    WALK_FIRST,  // split: every first choice that leads somewhere
    WALK_EXISTS, // stop at the first path
    WALK_FOLLOW, // take the given path
    WALK_FIND,   // the path whose hash is given
    WALK_MEASURE // how long the paths to the mark are
} walk_mode;

typedef struct walker {
    frame *f;
    const program *p;
    walk_mode mode;
    tsr_move *out;
    int cap, count;
    path now;         // choices so far
    const path *goal; // WALK_FOLLOW
    int goal_at;
    tsr_move hash;
    int trusting;                    // FOLLOW: the move is known to be legal
    int stop_node;                   // split FOLLOW: where the next choice is asked
    int longest, measure_from, need; // of `longest`
    int depth;
    int split;
    walk_reason *why; // FOLLOW: noted when a step fails, or NULL
    uint64_t only;    // EXISTS: first choices that count, 0 = all
    int ended;        // node reached when following: END or ROLL
} walker;

enum { WALK_MAX_DEPTH = 400 };

// Walks from node `at`. 1 = stop walking, the frame stays as it is.
int walk_from(walker *w, int at);
walker walk_begin(frame *f, walk_mode mode);
int walk_offer(walker *w, const ir_node *n, int i); // on with offer `i` of the frame
void walk_resume_longest(walker *w, int at);

tsr_move walk_pack(const program *p, const path *w);
int walk_unpack(const program *p, tsr_move m, path *w);
void walk_load_choice(frame *f, const ir_node *n, int from, int to);
int walk_class_origin(const program *p, int shift, int to);
int walk_start_node(const frame *f);
int walk_exists(frame *f, int at);
int walk_list(frame *f, int at, tsr_move *out, int cap);
int walk_may_stop(frame *f, int at);
int walk_can(frame *f, int node, const uint64_t *here);
int walk_find_hashed(frame *f, tsr_move m, path *out);

// turn.c: the end of a turn, and the beginning of the next as far as it needs no choice. Lazy:
// whether the next player is stuck stays open, random play finds out by itself.
void turn_finish(frame *f, int lazy);

// The same in parts, for playouts, which run the code of the end by themselves: it asks by turn_asks;
// when it says that the game is over turn_over closes it, else turn_begin goes on.
int turn_asks(frame *f, frame_question what);
void turn_over(frame *f);
void turn_begin(frame *f, int lazy);

void turn_follow(frame *f, const path *goal, int lazy);
void turn_blocked(frame *f); // the player on turn cannot move: what then
void turn_roll(frame *f, int32_t value);

#endif
