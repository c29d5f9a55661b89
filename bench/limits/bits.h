// SPDX-License-Identifier: MIT
#ifndef TSR_LIMITS_BITS_H
#define TSR_LIMITS_BITS_H

// The few machine-near words the loops are written in: counting bits, finding the
// n-th one, and drawing numbers two at a time.
//
// Plain C17 and builtins of gcc and clang; an instruction that only some machines
// have is used where the compiler says that it may be. On x86-64 the loops are
// compiled twice, for every machine and for those with BMI2, and limits.c chooses.
//
// Everything is inline and pure, except that a limit_dice moves on.

#include <stdint.h>

#include <tessera/rng.h>

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// What must melt into its caller, so that a constant argument (whose turn it is)
// removes code, and what must not, because it is rare.
#define LIMIT_INLINE static inline __attribute__((always_inline))
#define LIMIT_RARE   static __attribute__((noinline, cold))

// Before a loop of a few rounds, which then has none; -O2 alone would keep it.
#if defined(__clang__)
#define LIMIT_UNROLL _Pragma("unroll")
#else
#define LIMIT_UNROLL _Pragma("GCC unroll 8")
#endif

#define LIMIT_LIKELY(x)   __builtin_expect(!!(x), 1)
#define LIMIT_UNLIKELY(x) __builtin_expect(!!(x), 0)

// The name of a loop in this compilation: limit_chess_perft or limit_chess_perft_bmi2.
#ifdef LIMIT_BMI2
#define LIMIT_NAME(name) name##_bmi2
#else
#define LIMIT_NAME(name) name
#endif

LIMIT_INLINE int bits_first(uint64_t set) { // never of an empty set
    return __builtin_ctzll(set);
}

LIMIT_INLINE int bits_last(uint64_t set) { // never of an empty set
    return 63 - __builtin_clzll(set);
}

// A census of a set tells its size and finds its n-th member. Without PDEP both come
// from one word: byte i of it is the number of members in the bytes 0 .. i of the set.
typedef uint64_t bits_census;

#if defined(__BMI2__)

LIMIT_INLINE bits_census bits_census_of(uint64_t set) {
    return (bits_census)__builtin_popcountll(set);
}

LIMIT_INLINE uint32_t bits_total(bits_census c) {
    return (uint32_t)c;
}

// Member n of the set, as a set of one; n < total.
LIMIT_INLINE uint64_t bits_nth(uint64_t set, bits_census c, uint32_t n) {
    (void)c;
    return _pdep_u64((uint64_t)1 << n, set);
}

#else

#define BITS_EACH_BYTE 0x0101010101010101u

LIMIT_INLINE bits_census bits_census_of(uint64_t set) {
#if defined(__ARM_NEON)
    uint64_t bytes = vget_lane_u64(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(set))), 0);
#else
    uint64_t pairs = set - ((set >> 1) & 0x5555555555555555u);
    uint64_t fours = (pairs & 0x3333333333333333u) + ((pairs >> 2) & 0x3333333333333333u);
    uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
#endif
    return bytes * BITS_EACH_BYTE;
}

LIMIT_INLINE uint32_t bits_total(bits_census c) {
    return (uint32_t)(c >> 56);
}

// Given sums in bytes that never fall, the first bit of the first byte whose sum is
// over n. There is one, and no sum is over 127.
LIMIT_INLINE int bits_byte_over(uint64_t sums, uint32_t n) {
    const uint64_t tops = 0x80 * BITS_EACH_BYTE;
    return bits_first(((sums | tops) - (n + 1) * BITS_EACH_BYTE) & tops) - 7;
}

// Member n of the set, as a set of one; n < total. In its byte, the lower members are
// taken away one by one, which is faster than it looks: there are few.
LIMIT_INLINE uint64_t bits_nth(uint64_t set, bits_census c, uint32_t n) {
    int shift = bits_byte_over(c, n);
    uint64_t byte = set >> shift;
    for (n -= (uint32_t)((c << 8) >> shift) & 0xffu; n > 0; n--) {
        byte &= byte - 1;
    }
    return (byte & (0 - byte)) << shift;
}

#endif

LIMIT_INLINE uint32_t bits_count(uint64_t set) {
    return bits_total(bits_census_of(set));
}

// --- Dice ----------------------------------------------------------------------------

// The generator of the games themselves. Each number it makes serves two draws, the
// high half first; `spare` is the low half.
typedef struct limit_dice {
    tsr_rng rng;
    uint32_t spare;
} limit_dice;

LIMIT_INLINE void dice_init(limit_dice *d, uint64_t seed) {
    tsr_rng_init(&d->rng, seed);
    d->spare = (uint32_t)tsr_rng_next(&d->rng);
}

// Fresh bits for the next two draws.
LIMIT_INLINE uint32_t dice_fresh(limit_dice *d) {
    uint64_t both = tsr_rng_next(&d->rng);
    d->spare = (uint32_t)both;
    return (uint32_t)(both >> 32);
}

// Turns 32 random bits into a number below n without bias, as tsr_rng_below does.
LIMIT_INLINE uint32_t dice_below(limit_dice *d, uint32_t bits, uint32_t n) {
    uint64_t m = (uint64_t)bits * n;
    if (LIMIT_UNLIKELY((uint32_t)m < n)) {
        uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor) {
            m = (uint64_t)(uint32_t)(tsr_rng_next(&d->rng) >> 32) * n;
        }
    }
    return (uint32_t)(m >> 32);
}

#endif
