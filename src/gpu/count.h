// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_COUNT_H
#define TSR_GPU_COUNT_H

// Perft on a GPU: the first plies are made here, the rest is counted there, a position a thread.

#include "gpu/gpu.h"

// Sequences of exactly `depth` plies, at least 1. `seconds` are the GPU's own. TSR_ERR_LIMIT if the
// game's kernels do not count.
TSR_NODISCARD tsr_err gpu_count(gpu_game *g, const tsr_rules *r, const void *state, int depth,
                                uint64_t *nodes, double *seconds, tsr_error *err);

#endif
