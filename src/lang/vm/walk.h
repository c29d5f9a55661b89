// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_WALK_H
#define TSR_LANG_WALK_H

// The walker: runs the automaton of a program.
//
// It explores the paths of a turn depth first, on one frame, saving and restoring
// the working copy at each choice. What it does at the end of a path is its mode:
// list moves, count them, find out whether there is one, follow a given move.
//
// A move is a list of choices packed from the low bits: the number of the choice,
// then its cells. What does not fit is replaced by a hash with bit 62 set, and the
// move is found again by listing.

#include "lang/vm/vm.h"

enum { WALK_MAX_CHOICES = 40 };

#define WALK_HASHED ((tsr_move)HASHED)

// The legal moves of the player on turn. `out` may be NULL: only count.
int walk_moves(const program *p, const void *state, tsr_move *out, int cap);

// Whether the player on turn has more whole turns than a list can hold.
int walk_overflows(const program *p, const void *state);

// Lists the moves as walk_moves does, and says what it took. 1 = some were left out: there was no room, a
// path was too long, or it took more steps than one decision may.
enum { WALK_STEPS = 200000 };
int walk_meter(const program *p, const void *state, tsr_move *out, int cap, int *count);

// A uniform legal move.
tsr_move walk_sample(const program *p, const void *state, tsr_rng *g);

// Plays a legal move, and all that follows up to the next decision.
void walk_play(const program *p, void *state, tsr_move m);

// Plays a chance outcome: `value` for the roll that is due.
void walk_roll(const program *p, void *state, int32_t value);

// Where the position waits for chance: what it may come to, each as `code_of` writes it, with weights (both lists may
// be NULL), and how many these are; one of them, drawn.
int walk_outcomes(const program *p, const void *state, tsr_move (*code_of)(int value),
                  tsr_move *out, uint32_t *weight);
int32_t walk_draw(const program *p, const void *state, tsr_rng *g);

// The first position: setup done, first player to move.
void walk_start(const program *p, void *state);

// Random play to the end or for `max` plies; returns the plies.
uint32_t walk_playout(const program *p, void *state, tsr_rng *g, uint32_t max);

// One choice of a move, taken apart.
typedef struct walk_step {
    int choice, from, to; // cells, -1 = none
} walk_step;

// The choices of a packed move; -1 if the bits make no sense. A hashed move is looked up
// in the list of legal moves.
int walk_steps(const program *p, const void *state, tsr_move m, walk_step *out, int cap);

// The choices of those moves of a list that are hashed, so that nobody has to look for them again.
typedef struct walk_paths {
    uint8_t count[TSR_MAX_MOVES];
    uint32_t step[TSR_MAX_MOVES][WALK_MAX_CHOICES];
} walk_paths;

// Lists as walk_moves does, and notes these; 0 = that cannot be done here. The steps of move number i.
int walk_moves_noted(const program *p, const void *state, tsr_move *out, int cap,
                     walk_paths *paths);
int walk_noted_steps(const walk_paths *paths, int i, walk_step *out);

// Plays the legal move of these steps.
void walk_play_steps(const program *p, void *state, const walk_step *step, int count);

// Plays the legal move of these steps on a copy, and shows the position before each choice but the first: how far
// the turn has come by then. `choice` counts from 0.
typedef struct walk_watch {
    void (*see)(const struct walk_watch *to, int choice, const frame *f);
    void *of;
} walk_watch;

void walk_watched(const program *p, const void *state, const walk_step *step, int count,
                  const walk_watch *watch);

// The move of these steps, 0 = there are too many to be told from it again.
tsr_move walk_of_steps(const program *p, const walk_step *step, int count);

// How many ways of `depth` plies there are; `made`: the last one is made, not only counted. 0 = it is not done
// here: not all turns of the program are joined code, or it is too deep.
int walk_nodes(const program *p, const void *state, int depth, int made, uint64_t *out);

// Scores of all players into `out`, in halves if the program counts halves.
void walk_scores(const program *p, const void *state, int32_t *out);

// What a frame's `can` is: whether the rule at `node` has a path from there, with `here` for the set of
// that name. Who runs code of a program in a frame of its own gives it to the frame.
int walk_can(frame *f, int node, const uint64_t *here);

// Whether the position's turn asks for a roll; its node.
int walk_at_roll(const program *p, const void *state);

// Why a move is not legal: what the walk met on its way. Filled by walk_explain.
typedef enum walk_reason_kind {
    REASON_NONE,
    REASON_REACH,   // the piece cannot go there
    REASON_TARGET,  // it could, but not onto what is there
    REASON_GUARD,   // a condition of the choice fails
    REASON_FIRST,   // an `else`: something else comes first
    REASON_LONGEST, // a longer path exists
    REASON_REQUIRE  // a `require` fails afterwards
} walk_reason_kind;

typedef struct walk_reason {
    walk_reason_kind kind;
    const ast *cond; // GUARD, REQUIRE: which
    const ast *rule; // FIRST: what comes first; TARGET: the motion
    int cell;        // to blame, or -1
    int attacked;    // ... because it is attacked
    int attacker;    // from this cell, or -1
} walk_reason;

void walk_explain(const program *p, const void *state, const walk_step *step, int count,
                  walk_reason *out);

// Recomputes what follows from a position read from text: latches that are worth
// nothing, whether it is over, the ring.
void walk_settle(const program *p, void *state);
int walk_is_view(const program *p, const void *state);

#endif
