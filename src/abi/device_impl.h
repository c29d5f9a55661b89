// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_DEVICE_IMPL_H
#define TSR_ABI_DEVICE_IMPL_H

// A batch on a device, as the files that work on it see it.

#include <stdatomic.h>

#include <tessera/device.h>

#include "gpu/place.h"

struct tsr_device_batch {
    atomic_uint holders;
    int pieces;
    const tsr_ruleset *rs;
    place *place;
    tsr_batch_space space;
    lanes_batch lanes;    // what stays between calls
    unsigned char *given; // a state to be put somewhere
    uint8_t *chosen;      // [games] and where; all 0 between calls
};

// What stays, and the caller's arrays: a call that is ready but for what is its own.
int device_call(tsr_device_batch *b, const tsr_batch_io *io, lanes_batch *call, tsr_problem *why);
int device_run(tsr_device_batch *b, lanes_job job, const lanes_batch *call, void *stream,
               tsr_problem *why);

#endif
