// SPDX-License-Identifier: MIT
// Bits as bytes: eight at a time on any machine, 32 where there is AVX2, 64 with AVX-512. Counts are
// seldom multiples of these: AVX-512 writes a part, the others write the last bytes together with some
// before them once more.
#include "base/spread.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_WIDE 1
#endif

// At least `n` <= 57 bits from bit `at` on; reads no word that has none of them.
static inline uint64_t bits_from(const uint64_t *bits, uint32_t at, uint32_t n) {
    uint32_t by = at % 64;
    uint64_t x = bits[at / 64] >> by;
    return by + n > 64 ? x | bits[at / 64 + 1] << (64 - by) : x;
}

// Byte k of the result, as it lies in memory, is bit k of `x`, which is below 256.
static inline uint64_t spread_byte(uint64_t x) {
    // Copies of x in all bytes, of byte k only bit k; what is not 0 is then carried to the highest bit.
    uint64_t y = (x * 0x0101010101010101u) & 0x8040201008040201u;
    y = (y + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    y = __builtin_bswap64(y);
#endif
    return y;
}

static inline void put_eight(const uint64_t *bits, uint32_t at, uint8_t *out) {
    uint64_t y = spread_byte(bits_from(bits, at, 8) & 0xff);
    memcpy(out + at, &y, 8);
}

static void spread_few(const uint64_t *bits, uint32_t count, uint8_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (uint8_t)(bits[0] >> i & 1);
    }
}

static void spread_plain(const uint64_t *bits, uint32_t count, uint8_t *out) {
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        put_eight(bits, i, out);
    }
    if (i < count) {
        put_eight(bits, count - 8, out);
    }
}

#ifdef HAS_WIDE
__attribute__((target("avx2"))) static inline void put_wide(uint64_t bits, uint8_t *out) {
    const __m256i byte = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2,
                                          2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i own = _mm256_set1_epi64x((int64_t)0x8040201008040201u);
    __m256i x = _mm256_set1_epi32((int32_t)(uint32_t)bits);
    x = _mm256_and_si256(_mm256_shuffle_epi8(x, byte), own);
    x = _mm256_min_epu8(x, _mm256_set1_epi8(1));
    _mm256_storeu_si256((__m256i *)(void *)out, x);
}

// At least 32 bits.
__attribute__((target("avx2"))) static void spread_wide(const uint64_t *bits, uint32_t count,
                                                        uint8_t *out) {
    uint32_t i = 0;
    for (; i + 64 <= count; i += 64) {
        uint64_t x = bits[i / 64];
        put_wide(x, out + i);
        put_wide(x >> 32, out + i + 32);
    }
    if (i + 32 <= count) {
        put_wide(bits[i / 64], out + i);
        i += 32;
    }
    if (i < count) {
        put_wide(bits_from(bits, count - 32, 32), out + count - 32);
    }
}

#define WIDEST __attribute__((target("avx512f,avx512bw")))

// The first `count` bits, 1 to 64.
WIDEST static inline void put_widest(uint64_t bits, uint32_t count, uint8_t *out) {
    __m512i x = _mm512_maskz_set1_epi8(bits, 1);
    _mm512_mask_storeu_epi8(out, ~(uint64_t)0 >> (64 - count), x);
}

WIDEST static void spread_widest(const uint64_t *bits, uint32_t count, uint8_t *out) {
    uint32_t i = 0;
    for (; i + 64 <= count; i += 64) {
        _mm512_storeu_si512(out + i, _mm512_maskz_set1_epi8(bits[i / 64], 1));
    }
    if (i < count) {
        put_widest(bits[i / 64], count - i, out + i);
    }
}

WIDEST static void rows_widest(const uint64_t *word, uint32_t rows, uint32_t count, uint8_t *out) {
    for (uint32_t i = 0; i < rows; i++) {
        put_widest(word[i], count, out + (size_t)i * count);
    }
}

#endif

spread_way spread_best(void) {
#ifdef HAS_WIDE
    return __builtin_cpu_supports("avx512bw") ? SPREAD_AVX512
           : __builtin_cpu_supports("avx2")   ? SPREAD_AVX2
                                              : SPREAD_PLAIN;
#else
    return SPREAD_PLAIN;
#endif
}

void spread_bits_by(spread_way way, const uint64_t *bits, uint32_t count, uint8_t *out) {
#ifdef HAS_WIDE
    if (way == SPREAD_AVX512) {
        spread_widest(bits, count, out);
        return;
    }
    if (way == SPREAD_AVX2 && count >= 32) {
        spread_wide(bits, count, out);
        return;
    }
#else
    (void)way;
#endif
    if (count >= 8) {
        spread_plain(bits, count, out);
    } else {
        spread_few(bits, count, out);
    }
}

void spread_bits(const uint64_t *bits, uint32_t count, uint8_t *out) {
    spread_bits_by(spread_best(), bits, count, out);
}

void spread_rows(const uint64_t *word, uint32_t rows, uint32_t count, uint8_t *out) {
    spread_way way = spread_best();
#ifdef HAS_WIDE
    if (way == SPREAD_AVX512) {
        rows_widest(word, rows, count, out);
        return;
    }
#endif
    if (count == 64) {
        spread_bits_by(way, word, 64 * rows, out);
        return;
    }
    for (uint32_t i = 0; i < rows; i++) {
        spread_bits_by(way, &word[i], count, out + (size_t)i * count);
    }
}
