// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_TRAIN_H
#define TSR_ARENA_TRAIN_H

// Teaching a network (agents/net.h) a game by letting it play against itself.
//
// Everybody at the table has the same network, looks one move ahead with it, and now and then
// plays a random move so that new things are seen. What is hidden is guessed. After each
// game every position is taught, from the last one back, to be worth a mixture of what the
// next one was thought to be worth and of how the game ended (temporal differences; `lambda` is
// the share of the end). A random few plies at the start make games differ.
//
// The same seed gives the same network, however often it is stopped and gone on with: a
// game's randomness depends on the seed and on the number of games before it.

#include "agents/net.h"

typedef struct train_config {
    const tsr_rules *rules;
    uint64_t seed;
    double rate;       // how far weights go towards what is taught, at first
    double lambda;     // 0 to 1
    double explore;    // share of random moves
    uint64_t slower;   // after so many games the rate has halved; 0 = never
    uint32_t openings; // random plies at the start: 0 to so many
} train_config;

typedef struct train_game {
    uint32_t plies;
    double error; // mean of the squares of what was taught, as differences
} train_game;

typedef struct trainer trainer;

// `n` fits the rules and is changed by training; it, the rules and `alloc` are kept. *out is
// new: train_close.
TSR_NODISCARD tsr_err train_open(const train_config *c, net *n, const tsr_alloc *alloc,
                                 trainer **out, tsr_error *err);
void train_close(trainer *t); // NULL is fine

// Plays one game and learns from it; n->games counts it.
void train_one(trainer *t, train_game *out);

#endif
