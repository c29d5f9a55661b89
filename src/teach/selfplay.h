// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_SELFPLAY_H
#define TSR_TEACH_SELFPLAY_H

// Games of a network against itself, or those that a teacher shows it, as samples to learn from.
//
// Every move is found by a search with noise (learn/gumbel.h); what the search says should be played is
// what the network is to learn, and what the position is worth is a mixture of how the game ended and of what
// the search found. Half of the games begin with some random moves, or the network would know no
// openings but its own. Moves without a choice are no samples.
//
// With a teacher (company.h) nobody searches: after the random moves the teacher plays all seats, what it plays is to
// be learned, and what it expects counts as what a search would have found.
//
// A game depends on the network, the teacher, the seed and its number alone. One thread at a time.

#include "learn/gumbel.h"
#include "teach/company.h"
#include "teach/sample.h"

typedef struct selfplay_config {
    const tsr_rules *rules;
    const tnet *net;
    uint64_t seed;
    uint32_t simulations; // for a move
    uint32_t opening;     // random plies at the start, at most
    tuition with;         // of this only the teacher is asked
} selfplay_config;

typedef struct selfplay_count {
    uint64_t games, plies, samples;
    uint64_t taught, agreed; // decisions a teacher was asked about, and thought the same of
} selfplay_count;

typedef struct selfplay selfplay;

// Rules, network and words are kept. *out is new: selfplay_close.
TSR_NODISCARD tsr_err selfplay_open(const selfplay_config *c, selfplay **out, tsr_error *err);
void selfplay_close(selfplay *p); // NULL is fine
void selfplay_leave(selfplay *p); // closes the teacher until it is needed again; NULL is fine

// Plays game `number` and adds its samples to `out`, its counts to `count`. A teacher may fail.
TSR_NODISCARD tsr_err selfplay_game(selfplay *p, uint64_t number, buffer *out,
                                    selfplay_count *count, tsr_error *err);

// How many random plies are usual at the start.
uint32_t selfplay_usual_opening(const schema *s);

#endif
