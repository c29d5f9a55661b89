// SPDX-License-Identifier: MIT
// The rounds of SHA-1.
#include "server/sha1.h"

#include <string.h>

static uint32_t turn(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

static void mix(uint32_t h[5], const unsigned char block[64]) {
    static const uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80], v[5];
    for (int i = 0; i < 16; i++) {
        const unsigned char *p = block + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 80; i++) {
        w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (v[1] & v[2]) | (~v[1] & v[3])
                     : i < 40 ? v[1] ^ v[2] ^ v[3]
                     : i < 60 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])
                              : v[1] ^ v[2] ^ v[3];
        uint32_t next = turn(v[0], 5) + f + v[4] + k[i / 20] + w[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = turn(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (int i = 0; i < 5; i++) {
        h[i] += v[i];
    }
}

void sha1(const void *bytes, size_t size, unsigned char out[20]) {
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const unsigned char *p = bytes;
    unsigned char tail[128] = {0};
    size_t left = size;
    for (; left >= 64; left -= 64, p += 64) {
        mix(h, p);
    }
    // The rest, a one bit, zeros, and the length in bits.
    size_t end = left < 56 ? 64 : 128;
    memcpy(tail, p, left);
    tail[left] = 0x80;
    for (int i = 0; i < 8; i++) {
        tail[end - 1 - (size_t)i] = (unsigned char)((uint64_t)size * 8 >> (8 * i));
    }
    for (size_t at = 0; at < end; at += 64) {
        mix(h, tail + at);
    }
    for (int i = 0; i < 20; i++) {
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}
