// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_HASH_H
#define TSR_BASE_HASH_H

// Hashing bytes. `tsr_hash_bytes` itself is declared in <tessera/rules.h>, since
// games and tools use it; this header adds the common case of a string.

#include <string.h>

#include <tessera/rules.h>

static inline uint64_t hash_string(const char *s, uint64_t seed) {
    return tsr_hash_bytes(s, strlen(s), seed);
}

#endif
