// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_SITTING_H
#define TSR_TEACH_SITTING_H

// The games of one network, alone or among agents, in numbered pieces, a few games each. A piece depends on what is
// said here and on its number alone, so it gives the same bytes in any process on any machine; what that
// must be told is a brief (arena/brief.h), the network included.
//
// One thread at a time.

#include "teach/selfplay.h"
#include "teach/viewplay.h"

typedef struct sitting_config {
    const tsr_rules *rules;
    const tnet *net;
    uint64_t seed, games;
    uint32_t simulations; // for a move
    int by_view;          // something is hidden: nobody searches, see viewplay.h
    payoff pay;           // of such games,
    double explore;       // the share of decisions in them that are made by lot,
    uint32_t tries;       // and how often each move is tried
    tuition with;         // who else takes part; where nothing is hidden, a teacher at most
} sitting_config;

typedef struct sitting sitting;

// Rules and network are kept. *out is new: sitting_close.
TSR_NODISCARD tsr_err sitting_open(const sitting_config *c, sitting **out, tsr_error *err);
void sitting_close(sitting *s); // NULL is fine

// Sends agents away, who come back when a piece is played: a process should not keep those of another one.
void sitting_leave(sitting *s);

uint64_t sitting_pieces(const sitting_config *c);

// Plays the games of a piece: their counts and samples as bytes.
TSR_NODISCARD tsr_err sitting_play(sitting *s, uint64_t piece, buffer *out, tsr_error *err);

// Adds the samples of such bytes to `samples`, their counts to `count`.
TSR_NODISCARD tsr_err sitting_take(const char *bytes, size_t size, buffer *samples,
                                   selfplay_count *count, tsr_error *err);

// --- Elsewhere --------------------------------------------------------------------------

// A sitting that was read; the rules are for the reader to find, and where agents are registered.
typedef struct sitting_brief {
    sitting_config config;
    tnet *net;
    char *against, *teacher; // NULL = nobody
} sitting_brief;

void sitting_put_brief(const sitting_config *c, buffer *out);
TSR_NODISCARD tsr_err sitting_read_brief(const char *text, sitting_brief *out, tsr_error *err);
void sitting_free_brief(sitting_brief *b); // a zeroed one is fine

#endif
