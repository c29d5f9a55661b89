// SPDX-License-Identifier: MIT
#ifndef TESSERA_RNG_H
#define TESSERA_RNG_H

// Random numbers: xoshiro256++, seeded through splitmix64.
//
// A generator is a struct of 32 bytes; there is no global one. A seed gives the same numbers on
// every machine and in every version: records, playthroughs and benchmark signatures depend on
// it, so the algorithms below are part of the file format and do not change. They are not
// cryptographic: who sees enough output can predict the rest, and tsr_mix and tsr_seed_of can
// be inverted. A match therefore never reveals its generator or its seed; the draws and the
// seeds for agents are derived from it with a keyed one-way function (see "Secrets" in
// match.h).
//
// All functions are inline, so that a plugin does not have to link libtessera.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_rng {
    uint64_t s[4]; // never all zero
} tsr_rng;

// One step of splitmix64; also used to combine two numbers into one seed.
static inline uint64_t tsr_mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// The seed of stream `index` of `seed`; streams are independent of each other.
static inline uint64_t tsr_seed_of(uint64_t seed, uint64_t index) {
    return tsr_mix(tsr_mix(seed) ^ (index * 0xd1342543de82ef95u));
}

static inline void tsr_rng_init(tsr_rng *g, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        g->s[i] = tsr_mix(seed);
    }
}

static inline uint64_t tsr_rng_next(tsr_rng *g) {
    uint64_t *s = g->s;
    uint64_t sum = s[0] + s[3];
    uint64_t out = ((sum << 23) | (sum >> 41)) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return out;
}

// Uniform in 0 .. n-1, without bias (Lemire's multiply and reject); n >= 1.
static inline uint32_t tsr_rng_below(tsr_rng *g, uint32_t n) {
    uint64_t m = (uint64_t)(uint32_t)(tsr_rng_next(g) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor) {
            m = (uint64_t)(uint32_t)(tsr_rng_next(g) >> 32) * n;
        }
    }
    return (uint32_t)(m >> 32);
}

// Uniform in [0, 1).
static inline double tsr_rng_unit(tsr_rng *g) {
    return (double)(tsr_rng_next(g) >> 11) * (1.0 / 9007199254740992.0);
}

#ifdef __cplusplus
}
#endif

#endif
