// SPDX-License-Identifier: MIT
//
// The time that only goes forward, and seeds that nobody can foresee.
#include <tessera/host.h>

#include <time.h>
#include <unistd.h>

#include "host/beyond.h"

uint64_t tsr_now_us(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

uint64_t tsr_fresh_seed(void) {
    uint64_t seed;
    if (!host_random(&seed, sizeof seed)) {
        struct timespec t;
        (void)clock_gettime(CLOCK_REALTIME, &t);
        seed = tsr_mix((uint64_t)t.tv_sec ^ (uint64_t)t.tv_nsec << 32 ^ (uint64_t)getpid());
    }
    return seed;
}
