// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_BLAKE2S_H
#define TSR_BASE_BLAKE2S_H

// BLAKE2s, the keyed one-way function of RFC 7693, for 32-bit words.
//
// With a key it is a pseudorandom function: whoever sees any number of its outputs
// and does not know the key learns nothing about the key or about other outputs.
// That is what a match derives its seeds with (core/secret.h). Not for passwords,
// which need a slow function.
//
//     blake2s b;
//     blake2s_init(&b, 32, key, 32);
//     blake2s_add(&b, text, size);
//     blake2s_end(&b, digest);
//
// Pure computation, no memory but the caller's; a value may be copied at any point
// and both copies go on.

#include <stddef.h>
#include <stdint.h>

enum { BLAKE2S_BLOCK = 64, BLAKE2S_MAX = 32 }; // bytes of a block; of a digest or a key

typedef struct blake2s {
    uint32_t h[8];
    uint64_t count; // bytes compressed so far
    uint32_t fill;  // bytes that wait in `block`
    uint32_t size;  // bytes of the digest
    uint8_t block[BLAKE2S_BLOCK];
} blake2s;

// A digest of `size` bytes, 1 to 32. `key_size` 0 to 32; 0 = without a key.
void blake2s_init(blake2s *b, size_t size, const void *key, size_t key_size);
void blake2s_add(blake2s *b, const void *bytes, size_t size);

// Writes the digest. `b` is used up.
void blake2s_end(blake2s *b, void *digest);

#endif
