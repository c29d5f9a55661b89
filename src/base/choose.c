// SPDX-License-Identifier: MIT
// Counting and finding bits: in plain C, and with the instructions made for it where a machine has them.
#include "base/choose.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE       __attribute__((target("popcnt,bmi,bmi2")))
#define HAS_WIDE() (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2"))
#endif

#define EACH_BYTE 0x0101010101010101u

// How many bits are set in the bytes 0 to k, in byte k.
static inline uint64_t sums_of(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * EACH_BYTE;
}

// How many bytes of `sums`, which are at most 64, are at most n.
static inline uint32_t bytes_up_to(uint64_t sums, uint32_t n) {
    uint64_t above = ((n * EACH_BYTE | 0x80 * EACH_BYTE) - sums) >> 7 & EACH_BYTE;
    return (uint32_t)(above * EACH_BYTE >> 56);
}

// Where bit number `n` of those set in `x` is: its byte, then its place there.
static inline uint32_t place_of(uint64_t x, uint32_t n) {
    uint64_t sums = sums_of(x);
    uint32_t at = 8 * bytes_up_to(sums, n);
    n -= (uint32_t)(sums << 8 >> at & 0xff);
    uint64_t y = (x >> at & 0xff) * EACH_BYTE & 0x8040201008040201u; // bit k, in byte k
    y = (y + 0x7f * EACH_BYTE) >> 7 & EACH_BYTE;
    return at + bytes_up_to(y * EACH_BYTE, n);
}

static uint32_t count_plain(const uint64_t *bits, uint32_t words) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) {
        count += (uint32_t)(sums_of(bits[w]) >> 56);
    }
    return count;
}

static uint32_t nth_plain(const uint64_t *bits, uint32_t words, uint32_t n) {
    uint32_t w = 0, here;
    while (here = (uint32_t)(sums_of(bits[w]) >> 56), n >= here && w + 1 < words) {
        n -= here;
        w++;
    }
    return 64 * w + place_of(bits[w], n);
}

#ifdef WIDE
WIDE static uint32_t count_wide(const uint64_t *bits, uint32_t words) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) {
        count += (uint32_t)__builtin_popcountll(bits[w]);
    }
    return count;
}

WIDE static uint32_t nth_wide(const uint64_t *bits, uint32_t words, uint32_t n) {
    uint32_t w = 0, here;
    while (here = (uint32_t)__builtin_popcountll(bits[w]), n >= here && w + 1 < words) {
        n -= here;
        w++;
    }
    return 64 * w + (uint32_t)__builtin_ctzll(_pdep_u64((uint64_t)1 << (n & 63), bits[w]));
}
#endif

uint32_t choose_count(const uint64_t *bits, uint32_t words) {
#ifdef WIDE
    if (HAS_WIDE()) {
        return count_wide(bits, words);
    }
#endif
    return count_plain(bits, words);
}

uint32_t choose_nth(const uint64_t *bits, uint32_t words, uint32_t n) {
#ifdef WIDE
    if (HAS_WIDE()) {
        return nth_wide(bits, words, n);
    }
#endif
    return nth_plain(bits, words, n);
}
