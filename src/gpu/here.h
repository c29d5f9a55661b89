// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_HERE_H
#define TSR_GPU_HERE_H

// Kernels on this machine's processor: for tests where there is no GPU, and for programs that want one
// way for both. One thread, a block of lanes after the other.

#include "gpu/place.h"

// Compiles unless it is in the cache. TSR_ERR_UNKNOWN where there is no C compiler.
TSR_NODISCARD tsr_err here_open(const tsr_rules *r, place **out, tsr_error *err);

#endif
