// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_ROLLOUTS_H
#define TSR_GPU_ROLLOUTS_H

// Random games for agents (core/crowd.h) by a game's kernels.

#include "core/crowd.h"

extern const crowd_type gpu_rollouts;

#endif
