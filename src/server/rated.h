// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_RATED_H
#define TSR_SERVER_RATED_H

// What a match does to its players' ratings: it counts as a game of everybody against everybody.
//
// The store does it, with the ratings as they are when it writes the match's end: a hub that read
// them, counted and wrote them back would forget what another had written meanwhile. The hub does
// the same beforehand, to show it.

#include <tessera/game.h>

#include "server/store_reader.h"

enum { RATED_MOST = TSR_MAX_PLAYERS };

typedef struct rated {
    uint64_t user;
    int rank;            // 1 = won
    int is_gone;         // its account has been deleted: it counts for the others alone
    store_rating rating; // before; rated_match makes it what it is afterwards
} rated;

store_rating rated_start(const char *game); // of somebody who has not played it yet
void rated_match(rated *seats, int count);

// The players of a match as a change carries them (STORE_RATED): "user rank user rank...".
void rated_write(buffer *out, const rated *seats, int count);
int rated_read(const char *text, rated *seats); // how many; 0 if it is none

#endif
