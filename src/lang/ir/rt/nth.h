// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_NTH_H
#define TSR_LANG_VM_NTH_H

// The n-th cell of a set, which is what drawing a cell at random comes down to.
//
// A *census* of a word counts the bits of its bytes from the bottom: byte i holds how many
// there are in bytes 0 to i, so the last one is the total. With it the n-th bit is found
// without a jump: the byte is found by comparing all bytes side by side, the bit in it by a
// table. That matters because the number is random, and no jump that depends on it can be
// foreseen.

#include <stdint.h>

#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Where the bits of a byte are: nibble n is the place of the n-th.
extern const uint32_t vm_bit_places[256];

static inline uint64_t vm_census(uint64_t x) {
#if defined(__ARM_NEON)
    uint64_t bytes = vget_lane_u64(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(x))), 0);
#else
    uint64_t pairs = x - (x >> 1 & 0x5555555555555555u);
    uint64_t fours = (pairs & 0x3333333333333333u) + (pairs >> 2 & 0x3333333333333333u);
    uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
#endif
    return bytes * 0x0101010101010101u;
}

static inline uint32_t vm_census_total(uint64_t census) {
    return (uint32_t)(census >> 56);
}

// The place of bit number n, from 0, of a word that has so many.
static inline int vm_census_nth(uint64_t x, uint64_t census, uint32_t n) {
    const uint64_t tops = 0x8080808080808080u;
    uint64_t over = ((census | tops) - (uint64_t)(n + 1) * 0x0101010101010101u) & tops;
    int shift =
        __builtin_ctzll(over) - 7; // of the first byte that has more than n with those before
    n -= (uint32_t)(census << 8 >> shift) & 0xffu;
    return shift + (int)(vm_bit_places[x >> shift & 0xff] >> (4 * n) & 7);
}

#endif
