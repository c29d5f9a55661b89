// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_CROWD_H
#define TSR_CORE_CROWD_H

// Random games from many positions at once, for agents that ask for them by the thousand.
//
// Who plays them is not known here: whoever puts a program together names it (crowd_use), a GPU's kernels
// where there are any. One that is open belongs to one thread.

#include <tessera/game.h>

typedef struct crowd crowd;

typedef struct crowd_size {
    uint32_t states; // at once, at most
    uint32_t games;  // from each
} crowd_size;

enum { CROWD_HERE = -1 }; // the same code on this machine's processor

typedef struct crowd_type {
    // `device` counts from 0, or is CROWD_HERE.
    tsr_err (*open)(const tsr_rules *r, int device, crowd_size size, crowd **out, tsr_error *err);
    // Begins games from `n` positions, which follow each other, with a seed each. Both are read before this
    // returns; the games may go on.
    tsr_err (*send)(crowd *c, const void *states, const uint64_t *seeds, uint32_t n,
                    tsr_error *err);
    // Waits for them: the mean utilities [n][players], from 0 to 1. A game that was not over in time is
    // worth a half to all.
    tsr_err (*take)(crowd *c, float *out, tsr_error *err);
    void (*close)(crowd *c);
} crowd_type;

// The same at every call; NULL = nobody plays.
void crowd_use(const crowd_type *type);
const crowd_type *crowd_used(void);

#endif
