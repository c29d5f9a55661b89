// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_FAKE_DRIVER_H
#define TSR_TESTS_FAKE_DRIVER_H

// An NVIDIA driver without a GPU: memory is this machine's, kernels do nothing, and what a real one refuses is
// refused. test_launch says what the GPU has, and reads what it was asked for.

#include <stddef.h>

typedef struct fake_driver {
    int most_threads;  // that a block may have
    size_t most_stack; // bytes of a thread that there is room for
    unsigned lanes;    // of a block, in the last launch
    int launches;
} fake_driver;

#endif
