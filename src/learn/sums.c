// SPDX-License-Identifier: MIT
// Sums over layers: in plain C, and by AVX2 where a machine has it; see sums.h.
#include "learn/sums.h"

#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#endif

// --- On every machine -------------------------------------------------------------------

static void add_plain(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                      int16_t *restrict sum) {
    for (uint32_t k = 0; k < count; k++) {
        const int16_t *restrict from = table + (size_t)row[k] * width;
        for (uint32_t i = 0; i < width; i++) {
            sum[i] = (int16_t)(uint16_t)((uint16_t)sum[i] + (uint16_t)from[i]);
        }
    }
}

static void products_plain(const int16_t *table, uint32_t width, const uint32_t *row,
                           uint32_t count, const int16_t *restrict layer, int32_t *restrict out) {
    for (uint32_t k = 0; k < count; k++) {
        const int16_t *restrict from = table + (size_t)(row ? row[k] : k) * width;
        int32_t sum = 0;
        for (uint32_t i = 0; i < width; i++) {
            sum += (int32_t)from[i] * layer[i];
        }
        out[k] = sum;
    }
}

// --- Sixteen at a time ------------------------------------------------------------------

#ifdef WIDE
WIDE static inline __m256i load(const int16_t *at) {
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

WIDE static inline void store(int16_t *at, __m256i x) {
    _mm256_storeu_si256((__m256i *)(void *)at, x);
}

// Four times sixteen columns of all rows: their sums stay in registers.
WIDE static void add_four(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                          int16_t *sum) {
    __m256i a = load(sum), b = load(sum + 16), c = load(sum + 32), d = load(sum + 48);
    for (uint32_t k = 0; k < count; k++) {
        const int16_t *from = table + (size_t)row[k] * width;
        a = _mm256_add_epi16(a, load(from));
        b = _mm256_add_epi16(b, load(from + 16));
        c = _mm256_add_epi16(c, load(from + 32));
        d = _mm256_add_epi16(d, load(from + 48));
    }
    store(sum, a);
    store(sum + 16, b);
    store(sum + 32, c);
    store(sum + 48, d);
}

WIDE static void add_wide(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                          int16_t *sum) {
    uint32_t i = 0;
    for (; i + 64 <= width; i += 64) {
        add_four(table + i, width, row, count, sum + i);
    }
    for (; i < width; i += 16) {
        __m256i a = load(sum + i);
        for (uint32_t k = 0; k < count; k++) {
            a = _mm256_add_epi16(a, load(table + (size_t)row[k] * width + i));
        }
        store(sum + i, a);
    }
}

// The four products of four rows, side by side.
WIDE static inline __m128i product_of_four(const int16_t *const from[4], uint32_t width,
                                           const int16_t *layer) {
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (uint32_t i = 0; i < width; i += 16) {
        __m256i x = load(layer + i);
        a = _mm256_add_epi32(a, _mm256_madd_epi16(x, load(from[0] + i)));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(x, load(from[1] + i)));
        c = _mm256_add_epi32(c, _mm256_madd_epi16(x, load(from[2] + i)));
        d = _mm256_add_epi32(d, _mm256_madd_epi16(x, load(from[3] + i)));
    }
    __m256i ab = _mm256_hadd_epi32(a, b), cd = _mm256_hadd_epi32(c, d);
    __m256i all = _mm256_hadd_epi32(ab, cd);
    __m128i low = _mm256_castsi256_si128(all), high = _mm256_extracti128_si256(all, 1);
    return _mm_add_epi32(low, high);
}

// The last rows are filled up to four with the last one.
WIDE static void products_wide(const int16_t *table, uint32_t width, const uint32_t *row,
                               uint32_t count, const int16_t *layer, int32_t *out) {
    for (uint32_t k = 0; k < count; k += 4) {
        const int16_t *from[4];
        for (uint32_t j = 0; j < 4; j++) {
            uint32_t at = k + j < count ? k + j : count - 1;
            from[j] = table + (size_t)(row ? row[at] : at) * width;
        }
        int32_t four[4];
        _mm_storeu_si128((__m128i *)(void *)four, product_of_four(from, width, layer));
        for (uint32_t j = 0; j < 4 && k + j < count; j++) {
            out[k + j] = four[j];
        }
    }
}
#endif

// --- Choosing ---------------------------------------------------------------------------

const sums *sums_plain(void) {
    static const sums plain = {"plain", add_plain, products_plain};
    return &plain;
}

const sums *sums_best(void) {
#ifdef WIDE
    static const sums wide = {"avx2", add_wide, products_wide};
    if (__builtin_cpu_supports("avx2")) {
        return &wide;
    }
#endif
    return sums_plain();
}
