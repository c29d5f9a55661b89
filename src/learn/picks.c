// SPDX-License-Identifier: MIT
// Inputs that hold, found in boards of bytes: by words on every machine, by AVX2 or AVX-512 where there is any; see
// picks.h.
#include "learn/picks.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE   __attribute__((target("avx2,popcnt")))
#define WIDEST __attribute__((target("avx512f,popcnt")))
#endif

#define INLINE static inline __attribute__((always_inline))

typedef uint8_t cells __attribute__((vector_size(PICKS_LANE), aligned(1), may_alias));

#define AT(p) (*(cells *)(p))
#define OF(p) (*(const cells *)(p))

// --- In either way ----------------------------------------------------------------------

INLINE void mark(const uint8_t *plane, uint32_t count, uint8_t value, uint8_t *digit) {
    const cells none = {0}, mine = none + value;
    for (uint32_t i = 0; i < count; i += PICKS_LANE) {
        const cells empty = (cells)(OF(plane + i) == none);
        AT(digit + i) = (OF(digit + i) & empty) | (mine & ~empty);
    }
}

INLINE void contents_of(const uint8_t *digit, uint32_t count, uint32_t step, uint32_t length,
                        uint32_t digits, const uint8_t *fits, uint8_t *out) {
    for (uint32_t i = 0; i < count; i += PICKS_LANE) {
        cells x = OF(digit + i);
        for (uint32_t k = 1; k < length; k++) {
            // Bytes are multiplied in a roundabout way; three is what two players with one kind of piece have.
            x = (digits == 3 ? x + x + x : x * (uint8_t)digits) + OF(digit + i + k * step);
        }
        AT(out + i) = x & OF(fits + i);
    }
}

// The usual numbers are known when it is compiled.
INLINE void contents(const uint8_t *digit, uint32_t count, uint32_t step, uint32_t length,
                     uint32_t digits, const uint8_t *fits, uint8_t *out) {
    if (length == 4 && digits == 3) {
        contents_of(digit, count, step, 4, 3, fits, out);
    } else {
        contents_of(digit, count, step, length, digits, fits, out);
    }
}

// --- On every machine -------------------------------------------------------------------

static void mark_plain(const uint8_t *plane, uint32_t count, uint8_t value, uint8_t *digit) {
    mark(plane, count, value, digit);
}

static void contents_plain(const uint8_t *digit, uint32_t count, uint32_t step, uint32_t length,
                           uint32_t digits, const uint8_t *fits, uint8_t *out) {
    contents(digit, count, step, length, digits, fits, out);
}

// Eight cells, the first one in the lowest byte.
static inline uint64_t eight_cells(const uint8_t *at) {
    uint64_t x;
    memcpy(&x, at, sizeof x);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

// From one that is not 0 to the next.
static uint32_t pick_plain(const uint8_t *of, uint32_t count, uint8_t most, uint32_t first,
                           const uint32_t *base, uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t eight = eight_cells(of + i);
        while (eight) {
            uint32_t in = (uint32_t)__builtin_ctzll(eight) / 8;
            uint8_t x = of[i + in];
            out[n++] = first + base[i + in] + (x < most ? x : most);
            eight &= ~((uint64_t)0xff << 8 * in);
        }
    }
    return n;
}

// --- Eight at a time --------------------------------------------------------------------

#ifdef WIDE

// Byte k is the place of the k-th bit that is set in m.
#define BIT(m, k)     ((uint64_t)((m) >> (k)&1))
#define BELOW(m, k)   (((m) & ((1 << (k)) - 1)))
#define COUNT(m)      (((m)&1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + COUNT_HIGH(m))
#define COUNT_HIGH(m) (((m) >> 4 & 1) + ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define ONE(m, k)     ((BIT(m, k) * (k)) << (8 * COUNT(BELOW(m, k))))
#define PLACES(m)                                                                                  \
    (ONE(m, 1) | ONE(m, 2) | ONE(m, 3) | ONE(m, 4) | ONE(m, 5) | ONE(m, 6) | ONE(m, 7))
#define FOUR(m)    PLACES(m), PLACES((m) + 1), PLACES((m) + 2), PLACES((m) + 3)
#define SIXTEEN(m) FOUR(m), FOUR((m) + 4), FOUR((m) + 8), FOUR((m) + 12)
#define SIXTY(m)   SIXTEEN(m), SIXTEEN((m) + 16), SIXTEEN((m) + 32), SIXTEEN((m) + 48)

static const uint64_t places[256] = {SIXTY(0), SIXTY(64), SIXTY(128), SIXTY(192)};

WIDE static void mark_wide(const uint8_t *plane, uint32_t count, uint8_t value, uint8_t *digit) {
    mark(plane, count, value, digit);
}

WIDE static void contents_wide(const uint8_t *digit, uint32_t count, uint32_t step, uint32_t length,
                               uint32_t digits, const uint8_t *fits, uint8_t *out) {
    contents(digit, count, step, length, digits, fits, out);
}

// All eight indices are reckoned, and those that count are moved to the front.
WIDE static uint32_t pick_wide(const uint8_t *of, uint32_t count, uint8_t most, uint32_t first,
                               const uint32_t *base, uint32_t *out) {
    const __m256i begin = _mm256_set1_epi32((int)first), none = _mm256_setzero_si256();
    const __m128i top = _mm_set1_epi8((char)most);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)(of + i));
        __m256i x = _mm256_cvtepu8_epi32(_mm_min_epu8(eight, top));
        __m256i at = _mm256_loadu_si256((const __m256i *)(const void *)(base + i));
        __m256i index = _mm256_add_epi32(_mm256_add_epi32(at, begin), x);
        uint32_t empty =
            (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(x, none)));
        __m128i order = _mm_cvtsi64_si128((int64_t)places[empty ^ 0xff]);
        index = _mm256_permutevar8x32_epi32(index, _mm256_cvtepu8_epi32(order));
        _mm256_storeu_si256((__m256i *)(void *)(out + n), index);
        n += (uint32_t)__builtin_popcount(empty ^ 0xff);
    }
    return n;
}

// Sixteen at a time, which are moved to the front in one step.
WIDEST static uint32_t pick_widest(const uint8_t *of, uint32_t count, uint8_t most, uint32_t first,
                                   const uint32_t *base, uint32_t *out) {
    const __m512i begin = _mm512_set1_epi32((int)first);
    const __m128i top = _mm_set1_epi8((char)most);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i += 16) {
        __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(of + i));
        __m512i x = _mm512_cvtepu8_epi32(_mm_min_epu8(some, top));
        __mmask16 there = _mm512_test_epi32_mask(x, x);
        x = _mm512_add_epi32(_mm512_add_epi32(begin, x), _mm512_loadu_si512(base + i));
        _mm512_storeu_si512(out + n, _mm512_maskz_compress_epi32(there, x));
        n += (uint32_t)__builtin_popcount((uint32_t)there);
    }
    return n;
}

#endif

// --- Choosing ---------------------------------------------------------------------------

const picks *picks_way(int way) {
    static const picks plain = {"plain", mark_plain, contents_plain, pick_plain};
    if (way == PICKS_PLAIN) {
        return &plain;
    }
#ifdef WIDE
    static const picks wide = {"avx2", mark_wide, contents_wide, pick_wide};
    static const picks widest = {"avx512", mark_wide, contents_wide, pick_widest};
    int has_wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    if (way == PICKS_AVX2 && has_wide) {
        return &wide;
    }
    if (way == PICKS_AVX512 && has_wide && __builtin_cpu_supports("avx512f")) {
        return &widest;
    }
#endif
    return NULL;
}

const picks *picks_best(void) {
    const picks *best = NULL;
    for (int way = PICKS_WAYS - 1; !best; way--) {
        best = picks_way(way);
    }
    return best;
}
