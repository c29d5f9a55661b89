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
int walk_can(frame *f, int node);
int walk_find_hashed(frame *f, tsr_move m, path *out);

// turn.c: the end of a turn. `ring` is the state's own; lazy: `stuck` is not tested, random
// play finds out by itself.
void turn_finish(frame *f, uint64_t *ring, int lazy);

// The same in steps, for playouts, which run the code of endings by themselves: settle,
// test endings, then either close the turn or, when an ending fired, the game; `later`
// says that it was one that stands below `stuck`.
typedef struct turn_end {
    int me, next; // who has moved, who moves now
    int one_way;  // no earlier position can return
    int stuck;    // `next` cannot move, and the author's words for that decided nothing
} turn_end;

uint32_t turn_endings(const frame *f, int me); // the code of the endings after a turn of `me`
turn_end turn_settle(frame *f, int joined);    // joined: it was the code of a `turn`
void turn_close(frame *f, turn_end e, uint64_t *ring, int lazy);
void turn_over(frame *f, turn_end e, int later);
void turn_follow(frame *f, const path *goal, uint64_t *ring, int lazy);
void turn_blocked(frame *f); // the player on turn cannot move: what then
void turn_roll(frame *f, int32_t value, uint64_t *ring);

#endif
