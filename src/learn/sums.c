// SPDX-License-Identifier: MIT
// Sums over layers: in plain C, and by AVX2 where a machine has it; see sums.h.
#include "learn/sums.h"

#include <stddef.h>
#include <string.h>

#include "learn/units.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#endif

// --- In either way ----------------------------------------------------------------------

#define INLINE static inline __attribute__((always_inline))

typedef uint16_t lanes __attribute__((vector_size(32), aligned(2), may_alias));

#define AT(p) (*(lanes *)(p))
#define OF(p) (*(const lanes *)(p))

// Four times sixteen columns of all rows: their sums stay in registers, where compilers left alone keep none.
INLINE void add_block(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                      int16_t *sum) {
    lanes a = OF(sum), b = OF(sum + 16), c = OF(sum + 32), d = OF(sum + 48);
    for (uint32_t k = 0; k < count; k++) {
        const int16_t *from = table + (size_t)row[k] * width;
        a += OF(from);
        b += OF(from + 16);
        c += OF(from + 32);
        d += OF(from + 48);
    }
    AT(sum) = a;
    AT(sum + 16) = b;
    AT(sum + 32) = c;
    AT(sum + 48) = d;
}

INLINE void add_rows(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                     int16_t *sum) {
    uint32_t i = 0;
    for (; i + 64 <= width; i += 64) {
        add_block(table + i, width, row, count, sum + i);
    }
    for (; i < width; i += 16) {
        lanes a = OF(sum + i);
        for (uint32_t k = 0; k < count; k++) {
            a += OF(table + (size_t)row[k] * width + i);
        }
        AT(sum + i) = a;
    }
}

// --- On every machine -------------------------------------------------------------------

static void add_plain(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                      int16_t *sum) {
    add_rows(table, width, row, count, sum);
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

static void layer_plain(const int16_t *table, const int16_t *pair, uint32_t width, uint32_t count,
                        const int16_t *layer, int32_t *out) {
    (void)pair;
    products_plain(table, width, NULL, count, layer, out);
}

static void cut_off_plain(const int32_t *product, const uint32_t *scale, const int32_t *bias,
                          uint32_t count, int16_t *restrict out) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = tnet_logit(product[i], scale[i], bias[i]) / (TNET_LOGIT / TNET_UNIT);
        out[i] = (int16_t)(x < 0 ? 0 : x > TNET_TOP ? TNET_TOP : x);
    }
}

// --- Sixteen at a time ------------------------------------------------------------------

#ifdef WIDE
WIDE static inline __m256i load(const int16_t *at) {
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

WIDE static void add_wide(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                          int16_t *sum) {
    add_rows(table, width, row, count, sum);
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

// Eight rows' products with both columns of a pair.
WIDE static inline __m256i pair_of(const int16_t *from, __m256i x) {
    return _mm256_madd_epi16(x, load(from));
}

WIDE static inline __m256i both_columns(const int16_t *layer, uint32_t k) {
    int32_t two;
    memcpy(&two, layer + k, sizeof two);
    return _mm256_set1_epi32(two);
}

// 32 rows, whose sums stay in registers.
WIDE static void layer_of_32(const int16_t *pair, uint32_t width, uint32_t count,
                             const int16_t *layer, int32_t *out) {
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (uint32_t k = 0; k < width; k += 2) {
        const int16_t *from = pair + (size_t)k * count;
        __m256i x = both_columns(layer, k);
        a = _mm256_add_epi32(a, pair_of(from, x));
        b = _mm256_add_epi32(b, pair_of(from + 16, x));
        c = _mm256_add_epi32(c, pair_of(from + 32, x));
        d = _mm256_add_epi32(d, pair_of(from + 48, x));
    }
    _mm256_storeu_si256((__m256i *)(void *)out, a);
    _mm256_storeu_si256((__m256i *)(void *)(out + 8), b);
    _mm256_storeu_si256((__m256i *)(void *)(out + 16), c);
    _mm256_storeu_si256((__m256i *)(void *)(out + 24), d);
}

WIDE static void layer_wide(const int16_t *table, const int16_t *pair, uint32_t width,
                            uint32_t count, const int16_t *layer, int32_t *out) {
    uint32_t i = 0;
    (void)table;
    for (; i + 32 <= count; i += 32) {
        layer_of_32(pair + 2 * i, width, count, layer, out + i);
    }
    for (; i < count; i += 8) {
        __m256i a = _mm256_setzero_si256();
        for (uint32_t k = 0; k < width; k += 2) {
            __m256i x = both_columns(layer, k);
            a = _mm256_add_epi32(a, pair_of(pair + (size_t)k * count + 2 * i, x));
        }
        _mm256_storeu_si256((__m256i *)(void *)(out + i), a);
    }
}

// Four numbers of the next layer, as 64 bits: `size` is how far the products, in the lower halves, are from 0, `sign`
// is all bits of a half where they are below. What tnet_logit does, but that no limit is needed besides
// the layer's own: the sum is below 2^47.
WIDE static inline __m256i cut_four(__m256i size, __m256i sign, __m256i scale, __m256i bias) {
    const __m256i most = _mm256_set1_epi64x((int64_t)(TNET_TOP + 1) * (TNET_LOGIT / TNET_UNIT) - 1);
    __m256i x = _mm256_srli_epi64(_mm256_mul_epu32(size, scale), TNET_LOGIT_SHIFT);
    sign = _mm256_shuffle_epi32(sign, 0xa0); // both halves are the lower one's
    x = _mm256_sub_epi64(_mm256_xor_si256(x, sign), sign);
    x = _mm256_add_epi64(x, bias);
    x = _mm256_blendv_epi8(x, most, _mm256_cmpgt_epi64(x, most));
    x = _mm256_andnot_si256(_mm256_cmpgt_epi64(_mm256_setzero_si256(), x), x);
    return _mm256_srli_epi64(x, TNET_LAYER_SHIFT);
}

WIDE static inline __m256i eight_of(const void *at) {
    return _mm256_loadu_si256((const __m256i *)at);
}

WIDE static void cut_off_wide(const int32_t *product, const uint32_t *scale, const int32_t *bias,
                              uint32_t count, int16_t *out) {
    for (uint32_t i = 0; i < count; i += 8) {
        __m256i x = eight_of(product + i), s = eight_of(scale + i), b = eight_of(bias + i);
        __m256i size = _mm256_abs_epi32(x), sign = _mm256_srai_epi32(x, 31);
        __m256i below = _mm256_srai_epi32(b, 31); // upper halves of the biases
        __m256i even =
            cut_four(size, sign, s, _mm256_blend_epi32(b, _mm256_slli_epi64(below, 32), 0xaa));
        __m256i odd = cut_four(_mm256_srli_epi64(size, 32), _mm256_srli_epi64(sign, 32),
                               _mm256_srli_epi64(s, 32),
                               _mm256_blend_epi32(_mm256_srli_epi64(b, 32), below, 0xaa));
        __m256i all = _mm256_or_si256(even, _mm256_slli_epi64(odd, 32));
        __m128i low = _mm256_castsi256_si128(all), high = _mm256_extracti128_si256(all, 1);
        _mm_storeu_si128((__m128i *)(void *)(out + i), _mm_packs_epi32(low, high));
    }
}
#endif

// --- Choosing ---------------------------------------------------------------------------

const sums *sums_plain(void) {
    static const sums plain = {"plain", add_plain, products_plain, layer_plain, cut_off_plain};
    return &plain;
}

const sums *sums_best(void) {
#ifdef WIDE
    static const sums wide = {"avx2", add_wide, products_wide, layer_wide, cut_off_wide};
    if (__builtin_cpu_supports("avx2")) {
        return &wide;
    }
#endif
    return sums_plain();
}
