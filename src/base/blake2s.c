// SPDX-License-Identifier: MIT
// BLAKE2s after RFC 7693, section 3. Names of the specification: h the chained
// value, v the working vector, m the message block, t the counter, f the last block.
#include "base/blake2s.h"

#include <string.h>

#include "base/assert.h"

static const uint32_t iv[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                               0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};

enum { ROUNDS = 10 };

static const uint8_t sigma[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint32_t turned_right(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static uint32_t word_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// The mixing function G.
static void mix(uint32_t *v, int a, int b, int c, int d, uint32_t x, uint32_t y) {
    v[a] += v[b] + x;
    v[d] = turned_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned_right(v[b] ^ v[c], 12);
    v[a] += v[b] + y;
    v[d] = turned_right(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = turned_right(v[b] ^ v[c], 7);
}

static void mix_round(uint32_t *v, const uint32_t *m, const uint8_t *s) {
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

// The compression function F on the waiting block; `count` includes it.
static void compress(blake2s *b, int is_last) {
    uint32_t v[16], m[16];
    for (int i = 0; i < 8; i++) {
        v[i] = b->h[i];
        v[i + 8] = iv[i];
    }
    v[12] ^= (uint32_t)b->count;
    v[13] ^= (uint32_t)(b->count >> 32);
    v[14] ^= is_last ? UINT32_MAX : 0;
    for (int i = 0; i < 16; i++) {
        m[i] = word_at(b->block + (size_t)i * 4);
    }
    for (int i = 0; i < ROUNDS; i++) {
        mix_round(v, m, sigma[i]);
    }
    for (int i = 0; i < 8; i++) {
        b->h[i] ^= v[i] ^ v[i + 8];
    }
}

void blake2s_init(blake2s *b, size_t size, const void *key, size_t key_size) {
    TSR_ASSERT(size >= 1 && size <= BLAKE2S_MAX && key_size <= BLAKE2S_MAX);
    memset(b, 0, sizeof *b);
    memcpy(b->h, iv, sizeof b->h);
    b->h[0] ^= 0x01010000u ^ (uint32_t)key_size << 8 ^ (uint32_t)size;
    b->size = (uint32_t)size;
    if (key_size) {
        memcpy(b->block, key, key_size);
        b->fill = BLAKE2S_BLOCK; // the key, padded with zeros, is the first block
    }
}

// A full block waits until more comes, since the last one is compressed differently.
void blake2s_add(blake2s *b, const void *bytes, size_t size) {
    const uint8_t *p = bytes;
    while (size > 0) {
        if (b->fill == BLAKE2S_BLOCK) {
            b->count += BLAKE2S_BLOCK;
            compress(b, 0);
            b->fill = 0;
        }
        size_t room = BLAKE2S_BLOCK - b->fill, n = size < room ? size : room;
        memcpy(b->block + b->fill, p, n);
        b->fill += (uint32_t)n;
        p += n;
        size -= n;
    }
}

void blake2s_end(blake2s *b, void *digest) {
    uint8_t *out = digest;
    memset(b->block + b->fill, 0, BLAKE2S_BLOCK - b->fill);
    b->count += b->fill;
    compress(b, 1);
    for (uint32_t i = 0; i < b->size; i++) {
        out[i] = (uint8_t)(b->h[i / 4] >> (i % 4 * 8));
    }
}
