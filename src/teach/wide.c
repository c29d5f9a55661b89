// SPDX-License-Identifier: MIT
// The loops of learning, written once and compiled for every machine and for those with AVX2; see
// wide.h.
#include "teach/wide.h"

#include <math.h>
#include <stddef.h>

typedef float lanes __attribute__((vector_size(4 * WIDE_LANE), aligned(4), may_alias));
typedef float half __attribute__((vector_size(2 * WIDE_LANE), aligned(4), may_alias));
typedef int32_t bits __attribute__((vector_size(4 * WIDE_LANE)));

#define INLINE static inline __attribute__((always_inline))
#define AT(p)  (*(lanes *)(p))
#define OF(p)  (*(const lanes *)(p))

enum { BLOCK = 4 * WIDE_LANE }; // columns whose sums stay in registers

INLINE void add_rows(const float *table, uint32_t stride, uint32_t width, const uint32_t *row,
                     uint32_t count, float *sum) {
    uint32_t i = 0;
    for (; i + BLOCK <= width; i += BLOCK) {
        lanes a = OF(sum + i), b = OF(sum + i + 8), c = OF(sum + i + 16), d = OF(sum + i + 24);
        for (uint32_t k = 0; k < count; k++) {
            const float *from = table + (size_t)row[k] * stride + i;
            a += OF(from);
            b += OF(from + 8);
            c += OF(from + 16);
            d += OF(from + 24);
        }
        AT(sum + i) = a;
        AT(sum + i + 8) = b;
        AT(sum + i + 16) = c;
        AT(sum + i + 24) = d;
    }
    for (; i < width; i += WIDE_LANE) {
        lanes a = OF(sum + i);
        for (uint32_t k = 0; k < count; k++) {
            a += OF(table + (size_t)row[k] * stride + i);
        }
        AT(sum + i) = a;
    }
}

// Of one row.
INLINE float product(const float *row, uint32_t width, const float *layer) {
    lanes s = {0};
    for (uint32_t i = 0; i < width; i += WIDE_LANE) {
        s += OF(row + i) * OF(layer + i);
    }
    return (((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]))) + row[width];
}

// By address: by value a wide vector would be an argument that not every machine passes alike.
INLINE half folded(const lanes *s) {
    return __builtin_shufflevector(*s, *s, 0, 1, 2, 3) +
           __builtin_shufflevector(*s, *s, 4, 5, 6, 7);
}

// The sum of each of the four, its lanes in pairs.
INLINE half across(half a, half b, half c, half d) {
    const half ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const half cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const half ab_end = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const half cd_end = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return (__builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
            __builtin_shufflevector(ab, cd, 2, 3, 6, 7)) +
           (__builtin_shufflevector(ab_end, cd_end, 0, 1, 4, 5) +
            __builtin_shufflevector(ab_end, cd_end, 2, 3, 6, 7));
}

// Of four rows at once, each summed up as a single one is: lanes become rows and rows lanes.
INLINE void four_products(const float *row, uint32_t stride, uint32_t width, const float *layer,
                          float *out) {
    const float *two = row + stride, *three = two + stride, *four = three + stride;
    lanes s = {0}, t = {0}, u = {0}, v = {0};
    for (uint32_t i = 0; i < width; i += WIDE_LANE) {
        const lanes x = OF(layer + i);
        s += OF(row + i) * x;
        t += OF(two + i) * x;
        u += OF(three + i) * x;
        v += OF(four + i) * x;
    }
    half bias = {row[width], two[width], three[width], four[width]};
    *(half *)out = across(folded(&s), folded(&t), folded(&u), folded(&v)) + bias;
}

INLINE void products(const float *table, uint32_t stride, uint32_t width, uint32_t count,
                     const float *layer, float *out) {
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4) {
        four_products(table + (size_t)k * stride, stride, width, layer, out + k);
    }
    for (; k < count; k++) {
        out[k] = product(table + (size_t)k * stride, width, layer);
    }
}

INLINE void cut_off(float *layer, uint32_t width, float top) {
    const lanes most = (lanes){0} + top;
    for (uint32_t i = 0; i < width; i += WIDE_LANE) {
        const lanes x = OF(layer + i);
        const bits below = x<(lanes){0}, above = x> most;
        AT(layer + i) = (lanes)(((bits)x & ~(below | above)) | ((bits)most & above));
    }
}

INLINE void stop_at_ends(const float *layer, float *slope, uint32_t width, float top) {
    const lanes most = (lanes){0} + top;
    for (uint32_t i = 0; i < width; i += WIDE_LANE) {
        const lanes x = OF(layer + i);
        AT(slope + i) = (lanes)((bits)OF(slope + i) & (x > (lanes){0}) & (x < most));
    }
}

INLINE void add_times(float *to, const float *row, float x, uint32_t width) {
    for (uint32_t i = 0; i < width; i += WIDE_LANE) {
        AT(to + i) += OF(row + i) * x;
    }
}

INLINE void backwards(const float *table, float *slope, uint32_t stride, uint32_t width,
                      uint32_t count, const float *blame, const float *layer, float *back) {
    for (uint32_t i = 0; i < width; i += 2 * WIDE_LANE) {
        const lanes x = OF(layer + i), y = OF(layer + i + 8);
        lanes a = OF(back + i), b = OF(back + i + 8);
        for (uint32_t k = 0; k < count; k++) {
            float much = blame[k];
            if (much != 0) {
                const float *row = table + (size_t)k * stride + i;
                float *to = slope + (size_t)k * stride + i;
                a += OF(row) * much;
                b += OF(row + 8) * much;
                AT(to) += x * much;
                AT(to + 8) += y * much;
            }
        }
        AT(back + i) = a;
        AT(back + i + 8) = b;
    }
}

INLINE void step(float *restrict w, float *restrict m, float *restrict v,
                 const float *restrict slope, uint32_t width, const wide_pace *pace) {
    const wide_pace p = *pace;
    for (uint32_t k = 0; k < width; k++) {
        float x = slope[k] * p.share;
        m[k] = 0.9f * m[k] + 0.1f * x;
        v[k] = 0.999f * v[k] + 0.001f * (x * x);
        w[k] -= p.rate * ((m[k] * p.mean) / (sqrtf(v[k] * p.square) + 1e-8f) + p.decay * w[k]);
    }
}

// All of them once more under another name, compiled for some kind of machine.
#define WAY(NAME, FOR)                                                                             \
    FOR static void add_rows_##NAME(const float *table, uint32_t stride, uint32_t width,           \
                                    const uint32_t *row, uint32_t count, float *sum) {             \
        add_rows(table, stride, width, row, count, sum);                                           \
    }                                                                                              \
    FOR static void products_##NAME(const float *table, uint32_t stride, uint32_t width,           \
                                    uint32_t count, const float *layer, float *out) {              \
        products(table, stride, width, count, layer, out);                                         \
    }                                                                                              \
    FOR static void cut_off_##NAME(float *layer, uint32_t width, float top) {                      \
        cut_off(layer, width, top);                                                                \
    }                                                                                              \
    FOR static void stop_at_ends_##NAME(const float *layer, float *slope, uint32_t width,          \
                                        float top) {                                               \
        stop_at_ends(layer, slope, width, top);                                                    \
    }                                                                                              \
    FOR static void add_times_##NAME(float *to, const float *row, float x, uint32_t width) {       \
        add_times(to, row, x, width);                                                              \
    }                                                                                              \
    FOR static void backwards_##NAME(const float *table, float *slope, uint32_t stride,            \
                                     uint32_t width, uint32_t count, const float *blame,           \
                                     const float *layer, float *back) {                            \
        backwards(table, slope, stride, width, count, blame, layer, back);                         \
    }                                                                                              \
    FOR static void step_##NAME(float *weight, float *mean, float *square, const float *slope,     \
                                uint32_t width, const wide_pace *pace) {                           \
        step(weight, mean, square, slope, width, pace);                                            \
    }                                                                                              \
    static const wide NAME = {#NAME,                                                               \
                              add_rows_##NAME,                                                     \
                              products_##NAME,                                                     \
                              cut_off_##NAME,                                                      \
                              stop_at_ends_##NAME,                                                 \
                              add_times_##NAME,                                                    \
                              backwards_##NAME,                                                    \
                              step_##NAME};

WAY(plain, )
#if defined(__x86_64__)
WAY(avx2, __attribute__((target("avx2"))))
#endif

const wide *wide_plain(void) {
    return &plain;
}

const wide *wide_best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return &avx2;
    }
#endif
    return &plain;
}
