// SPDX-License-Identifier: MIT
#include "base/hash.h"

// Eight bytes a step, multiplied and folded; the tail is padded with zeros and
// the length goes into the seed, so that a text and the same text with a zero
// byte after it differ. The value is stored in records: never change it.

static uint64_t load64(const unsigned char *p) {
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--) {
        v = v << 8 | p[i];
    }
    return v;
}

static uint64_t fold(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ (h >> 35);
}

uint64_t tsr_hash_bytes(const void *bytes, size_t size, uint64_t seed) {
    const unsigned char *p = bytes;
    uint64_t h = tsr_mix(seed ^ size);
    size_t left = size;
    for (; left >= 8; left -= 8, p += 8) {
        h = fold(h, load64(p));
    }
    if (left) {
        unsigned char tail[8] = {0};
        memcpy(tail, p, left);
        h = fold(h, load64(tail));
    }
    return tsr_mix(h);
}
