// SPDX-License-Identifier: MIT
// Weighing moves, written once and compiled for every machine and for those with AVX2; see gumbel_weigh.h.
#include "learn/gumbel_weigh.h"

#include <stddef.h>
#include <string.h>

#include "learn/real.h"

typedef double four __attribute__((vector_size(32)));
typedef double four_at __attribute__((vector_size(32), aligned(8), may_alias));
typedef float floats __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint32_t counts __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t ints __attribute__((vector_size(16)));
typedef int64_t bits __attribute__((vector_size(32)));
typedef uint64_t words __attribute__((vector_size(32)));

#define INLINE          static inline __attribute__((always_inline))
#define AT(p)           (*(four_at *)(p))
#define OF(p)           (*(const four_at *)(p))
#define FLOATS(p)       __builtin_convertvector(*(const floats *)(p), four)
#define TRIED(p)        __builtin_convertvector(*(const counts *)(p) != 0, bits)
#define EITHER(m, a, b) ((four)(((bits)(a) & (m)) | ((bits)(b) & ~(m))))
#define ALL(x)          ((four){0} + (x))

static const double nothing = -1e30; // below all there is

// The lanes that stand for a move, where `left` of them do.
#define THOSE(left) ((bits){0, 1, 2, 3} < (bits){0} + (int64_t)(left))

// Whole numbers below 2^52 as the lowest bits of 2^52, which is then taken off: exact, and quicker than how compilers
// convert numbers without a sign.
INLINE void as_numbers(const uint32_t *count, four *out) {
    const words all = __builtin_convertvector(*(const counts *)count, words);
    *out = (four)(all | 0x4330000000000000u) - 0x1p52;
}

INLINE double greatest(const four *x) {
    const double a = (*x)[0] > (*x)[1] ? (*x)[0] : (*x)[1];
    const double b = (*x)[2] > (*x)[3] ? (*x)[2] : (*x)[3];
    return a > b ? a : b;
}

// real_exp_quick (real.h), step by step.
INLINE void exp_quick(const four *of, four *out) {
    const four x = *of;
    const bits counts_too = x > ALL(-40.0);
    const four near = EITHER(counts_too, x, ALL(0.0));
    const ints n = __builtin_convertvector(near * 0x1.71547652b82fep0 - 0.5, ints);
    const four r = near - __builtin_convertvector(n, four) * 0x1.62e42fefa39efp-1, square = r * r;
    const four low = (1.0 + r) + square * (1.0 / 2 + r * (1.0 / 6));
    const four high = (1.0 / 24 + r * (1.0 / 120)) + square * (1.0 / 720 + r * (1.0 / 5040));
    const four power = (four)((__builtin_convertvector(n, bits) + 1023) << 52);
    *out = (four)((bits)((low + square * square * high) * power) & counts_too);
}

// What a move counts that was not tried: the node's own value and those of the others, mixed.
INLINE double usual_worth(const weigh_moves *m, double *part) {
    double share = 0, sum = 0;
    uint32_t visits = 0;
    double *valued = part + m->moves + WEIGH_LANE;
    for (uint32_t i = 0; i < m->moves; i += WEIGH_LANE) {
        const four prior = FLOATS(m->prior + i);
        AT(part + i) = (four)((bits)prior & TRIED(m->visits + i));
        AT(valued + i) = prior * FLOATS(m->worth + i); // 0 of those that were not tried
    }
    for (uint32_t i = 0; i < m->moves; i++) {
        visits += m->visits[i];
        share += part[i];
        sum += valued[i];
    }
    return visits && share > 0 ? (m->value + visits * (sum / share)) / (1.0 + visits) : m->value;
}

INLINE double sum_of(const double *x, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += x[i];
    }
    return sum;
}

// Exponentials of what is not above `top`, and their sum.
INLINE double raise(double *x, uint32_t n, double top) {
    for (uint32_t i = 0; i < n; i += WEIGH_LANE) {
        const four below = OF(x + i) - top;
        four power;
        exp_quick(&below, &power);
        AT(x + i) = power;
    }
    return sum_of(x, n);
}

INLINE double weigh_all(const weigh_moves *m, double *weight, double *part) {
    const double usual = usual_worth(m, part), sharp = m->sharp;
    four top = ALL(nothing);
    for (uint32_t i = 0; i < m->moves; i += WEIGH_LANE) {
        const bits tried = TRIED(m->visits + i);
        const four q = EITHER(tried, FLOATS(m->worth + i), ALL(usual));
        const four x = FLOATS(m->log_prior + i) + sharp * q;
        const bits higher = (x > top) & THOSE(m->moves - i);
        top = EITHER(higher, x, top);
        AT(weight + i) = x;
    }
    return raise(weight, m->moves, greatest(&top));
}

// The first of the greatest in four rows of which each has its own best.
INLINE uint32_t first_of(const four *most, const bits *place) {
    double best = (*most)[0];
    int64_t at = (*place)[0];
    for (int i = 1; i < WEIGH_LANE; i++) {
        const int better = (*most)[i] > best || ((*most)[i] >= best && (*place)[i] < at);
        best = better ? (*most)[i] : best;
        at = better ? (*place)[i] : at;
    }
    return (uint32_t)at;
}

INLINE uint32_t lagging_of(const weigh_moves *m, double share, double visit, const uint8_t *settled,
                           const double *weight) {
    four most = ALL(nothing);
    bits place = {0}, at = {0, 1, 2, 3};
    for (uint32_t i = 0; i < m->moves; i += WEIGH_LANE, at += WEIGH_LANE) {
        four visits;
        as_numbers(m->visits + i, &visits);
        four lag = OF(weight + i) * share - visits * visit;
        for (uint32_t k = 0; settled && k < WEIGH_LANE && i + k < m->moves; k++) {
            lag[k] -= settled[i + k] ? 10 : 0;
        }
        const bits more = (lag > most) & THOSE(m->moves - i);
        most = EITHER(more, lag, most);
        place = (at & more) | (place & ~more);
    }
    return first_of(&most, &place);
}

INLINE void share_out_all(float *log_prior, float *prior, uint32_t moves, double *part) {
    four top = ALL(nothing);
    for (uint32_t i = 0; i < moves; i += WEIGH_LANE) {
        const four x = FLOATS(log_prior + i);
        const bits higher = (x > top) & THOSE(moves - i);
        top = EITHER(higher, x, top);
        AT(part + i) = x;
    }
    const double most = greatest(&top), sum = raise(part, moves, most);
    const double whole = most + real_log(sum);
    for (uint32_t i = 0; i < moves; i++) {
        log_prior[i] = (float)((double)log_prior[i] - whole);
        prior[i] = (float)((double)(float)part[i] / sum);
    }
}

// All of them once more under another name, compiled for some kind of machine.
#define WAY(NAME, FOR)                                                                             \
    FOR static double sum_##NAME(const weigh_moves *m, double *weight, double *part) {             \
        return weigh_all(m, weight, part);                                                         \
    }                                                                                              \
    FOR static uint32_t lagging_##NAME(const weigh_moves *m, double share, double visit,           \
                                       const uint8_t *settled, const double *weight) {             \
        return lagging_of(m, share, visit, settled, weight);                                       \
    }                                                                                              \
    FOR static void share_out_##NAME(float *log_prior, float *prior, uint32_t moves,               \
                                     double *part) {                                               \
        share_out_all(log_prior, prior, moves, part);                                              \
    }                                                                                              \
    static const weigh NAME = {#NAME, sum_##NAME, lagging_##NAME, share_out_##NAME};

WAY(plain, )
#if defined(__x86_64__)
WAY(avx2, __attribute__((target("avx2"))))
#endif

const weigh *weigh_plain(void) {
    return &plain;
}

const weigh *weigh_best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return &avx2;
    }
#endif
    return &plain;
}
