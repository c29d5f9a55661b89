// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_SELFPLAY_H
#define TSR_TEACH_SELFPLAY_H

// Games of a network against itself, as samples to learn from.
//
// Every move is found by a search with noise (learn/gumbel.h); what the search says should be played is
// what the network is to learn, and what the position is worth is a mixture of how the game ended and of what
// the search found. Half of the games begin with some random moves, or the network would know no
// openings but its own. Moves without a choice are no samples.
//
// A game depends on the network, the seed and its number alone. One thread at a time.

#include "learn/gumbel.h"
#include "teach/sample.h"

typedef struct selfplay_config {
    const tsr_rules *rules;
    const tnet *net;
    uint64_t seed;
    uint32_t simulations; // for a move
    uint32_t opening;     // random plies at the start, at most
} selfplay_config;

typedef struct selfplay_count {
    uint64_t games, plies, samples;
    uint64_t taught,
        agreed; // decisions a teacher was asked about, and thought the same of; see viewplay.h
} selfplay_count;

typedef struct selfplay selfplay;

// Rules and network are kept. *out is new: selfplay_close.
TSR_NODISCARD tsr_err selfplay_open(const selfplay_config *c, selfplay **out, tsr_error *err);
void selfplay_close(selfplay *p); // NULL is fine

// Plays game `number` and adds its samples to `out`, its counts to `count`.
void selfplay_game(selfplay *p, uint64_t number, buffer *out, selfplay_count *count);

// How many random plies are usual at the start.
uint32_t selfplay_usual_opening(const schema *s);

#endif
