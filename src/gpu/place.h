// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_PLACE_H
#define TSR_GPU_PLACE_H

// A place where the kernels of one game run: a GPU, or this machine's processor with the same text
// compiled for it. Whoever keeps a batch there need not know which.
//
// Calls of one place must not overlap.

#include <tessera/game.h>

#include "lang/lanes/lanes.h"

typedef struct place place;

typedef struct place_type {
    // Memory there, cleared; freed with the place. TSR_ERR_MEMORY says how much is left.
    tsr_err (*alloc)(place *p, size_t size, void *out, tsr_error *err);
    tsr_err (*bring)(place *p, void *to, const void *from, size_t size, tsr_error *err);
    tsr_err (*take)(place *p, void *to, const void *from, size_t size, tsr_error *err); // waits
    // Queues a job; `b` is of this machine, what it points to is of the place.
    tsr_err (*run)(place *p, lanes_job job, const lanes_batch *b, void *stream, tsr_error *err);
    tsr_err (*wait)(place *p, void *stream, tsr_error *err);
    void (*close)(place *p);
} place_type;

struct place {
    const place_type *type;
    lanes_facts facts;
};

#endif
