// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_LOTS_H
#define TSR_BASE_LOTS_H

// A generator of one word, splitmix64 by itself: for thousands of games side by side, where drawing a lot costs
// little more than the memory it is kept in. Its numbers are the same on every machine.
//
// This text is also put into every file that lang/lanes prints.

#include <stdint.h>

#include <tessera/rng.h>

typedef struct tsr_lots {
    uint64_t s; // any seed
} tsr_lots;

static inline uint32_t tsr_lots_next(tsr_lots *g) {
    const uint64_t drawn = tsr_mix(g->s);
    g->s += 0x9e3779b97f4a7c15u;
    return (uint32_t)(drawn >> 32);
}

// Uniform in 0 .. n-1 without bias, as tsr_rng_below; n >= 1.
static inline uint32_t tsr_lots_below(tsr_lots *g, uint32_t n) {
    uint64_t m = (uint64_t)tsr_lots_next(g) * n;
    if ((uint32_t)m < n) {
        const uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor) {
            m = (uint64_t)tsr_lots_next(g) * n;
        }
    }
    return (uint32_t)(m >> 32);
}

#endif
