// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_LANES_NEW_H
#define TSR_GPU_LANES_NEW_H

// Memory for a batch where kernels run: what stays between calls, and the arrays a learner usually wants.

#include <tessera/game.h>

#include "gpu/gpu.h"

// What stays; nothing has begun yet (LANES_RESET).
TSR_NODISCARD tsr_err lanes_new(place *p, const tsr_rules *r, uint32_t games, uint64_t seed,
                                lanes_batch *out, tsr_error *err);

// Masks, planes and rewards as bytes, ends and whose turn it is. `bytes` gets what one game writes
// and reads in a step, states and masks of bits included.
TSR_NODISCARD tsr_err lanes_show(gpu_game *g, const tsr_rules *r, lanes_batch *b, uint32_t *bytes,
                                 tsr_error *err);

typedef struct gpu_figures {
    uint32_t players, stepped; // lanes: of whole games, of steps
    double moves;              // of random games, a second
    double steps;              // with masks, planes and rewards, a second
    uint32_t bytes;            // a step
    uint32_t pad;
} gpu_figures;

// Measures random games and steps for about this many seconds each.
TSR_NODISCARD tsr_err gpu_measure(gpu_game *g, const tsr_rules *r, double seconds, gpu_figures *out,
                                  tsr_error *err);

#endif
