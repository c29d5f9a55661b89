// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_SECRET_H
#define TSR_CORE_SECRET_H

// What a match makes of its seed. Three families of numbers, each number apart:
//
//     secret_draw      the generator of the match's draw number k
//     secret_answer    the seed of the agent on a seat for its answer
//     secret_fallback  the seed of a move the referee plays for a seat
//
// All of them are BLAKE2s under a key that is itself BLAKE2s of the seed's 128 bits.
// So whoever knows any of them (an agent knows its own; everybody sees what was
// drawn) learns nothing about the seed or about the others. A seed of few bits,
// such as --seed 7, can of course be found by trying; secrets need a secret seed.
//
// Records of format 1 (TSR_DRAWS_MIXED) drew from tsr_seed_of, which can be run
// backwards. Their draws go on in that way, so that they go on as they would have;
// agents get keyed seeds there too, since only they could have used it.

#include <stdint.h>

#include <tessera/match.h>

typedef struct secret {
    uint64_t seed; // of format 1
    int draws;     // tsr_draws
    uint8_t key[32];
} secret;

void secret_init(secret *s, uint64_t seed, uint64_t seed_high, int draws);

void secret_draw(const secret *s, uint64_t draw, tsr_rng *out);
uint64_t secret_answer(const secret *s, uint64_t answers, int seat);
uint64_t secret_fallback(const secret *s, uint64_t answers, int seat);

#endif
