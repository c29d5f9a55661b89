// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_WORDS_H
#define TSR_LANG_RT_WORDS_H

// Words, numbers, keys and draws: what interpreter and compiled code do alike, as one text.
//
// The interpreter includes it, and cgen.c puts it into every file it prints; so it includes nothing of ours but
// <tessera/rng.h>, whose text is put there too. Sets of cells are written apart (sets.h, cgen_rt.inc): the
// interpreter has them as words behind a pointer, printed C as values.

#include <stdint.h>

#include <tessera/rng.h>

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// What is not used costs nothing and is no reason for a warning. Under the
// sanitizers, where every check would be copied too, functions are called.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RT_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(RT_SANITIZED) || !defined(__OPTIMIZE__)
#define RT_CALLS 1
#define RT       static __attribute__((unused))
#else
#define RT static inline __attribute__((always_inline, unused))
#endif

// --- Words -------------------------------------------------------------------

RT int word_first(uint64_t x) { // never of 0
    return __builtin_ctzll(x);
}

RT int word_last(uint64_t x) { // never of 0
    return 63 - __builtin_clzll(x);
}

// The cell halfway from one to another by their numbers; none (-1) if one of them is none.
RT int cell_halfway(int x, int y) {
    return x < 0 || y < 0 ? -1 : (x + y) / 2;
}

// A census tells how many bits a word has and finds the n-th, which is what drawing a cell at random comes down
// to. Without PDEP both come from one number: its byte i counts the bits in the bytes 0 .. i of the word. The
// byte is found by comparing all side by side, the bit in it by a table: no jump, which could not be foreseen.
typedef uint64_t census;

#if defined(__BMI2__)

RT census census_of(uint64_t x) {
    return (census)__builtin_popcountll(x);
}

RT uint32_t census_total(census c) {
    return (uint32_t)c;
}

RT int census_nth(uint64_t x, census c, uint32_t n) {
    (void)c;
    return word_first(_pdep_u64((uint64_t)1 << n, x));
}

#elif defined(__NVPTX__) || defined(__wasm__) // counting is cheap, a table far away or large

RT census census_of(uint64_t x) {
    return (census)__builtin_popcountll(x);
}

RT uint32_t census_total(census c) {
    return (uint32_t)c;
}

RT int census_nth(uint64_t x, census c, uint32_t n) {
    int at = 0;
    (void)c;
    for (int width = 32; width; width >>= 1) {
        const uint32_t low = (uint32_t)__builtin_popcountll(x & (((uint64_t)1 << width) - 1));
        const int above = n >= low;
        n -= above ? low : 0;
        x >>= above ? width : 0;
        at += above ? width : 0;
    }
    return at;
}

#else

RT census census_of(uint64_t x) {
#if defined(__ARM_NEON)
    uint64_t bytes = vget_lane_u64(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(x))), 0);
#else
    uint64_t pairs = x - ((x >> 1) & 0x5555555555555555u);
    uint64_t fours = (pairs & 0x3333333333333333u) + ((pairs >> 2) & 0x3333333333333333u);
    uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
#endif
    return bytes * 0x0101010101010101u;
}

RT uint32_t census_total(census c) {
    return (uint32_t)(c >> 56);
}

// Where the bits of a byte are: nibble n is the place of the n-th; nibbles nobody asks for may hold anything.
// Bit after bit from the highest: those found so far are one place higher, and a bit that is set comes in
// below them at place 0.
#define HIGHER(v)   ((v) + 0x11111111u)
#define PLACES_1(v) HIGHER(v), HIGHER(v) << 4
#define PLACES_2(v) PLACES_1(HIGHER(v)), PLACES_1(HIGHER(v) << 4)
#define PLACES_3(v) PLACES_2(HIGHER(v)), PLACES_2(HIGHER(v) << 4)
#define PLACES_4(v) PLACES_3(HIGHER(v)), PLACES_3(HIGHER(v) << 4)
#define PLACES_5(v) PLACES_4(HIGHER(v)), PLACES_4(HIGHER(v) << 4)
#define PLACES_6(v) PLACES_5(HIGHER(v)), PLACES_5(HIGHER(v) << 4)
#define PLACES_7(v) PLACES_6(HIGHER(v)), PLACES_6(HIGHER(v) << 4)
#define PLACES_8(v) PLACES_7(HIGHER(v)), PLACES_7(HIGHER(v) << 4)
static const uint32_t bit_places[256] __attribute__((unused)) = {PLACES_8(0u)};

RT int census_nth(uint64_t x, census c, uint32_t n) {
    const uint64_t tops = 0x8080808080808080u;
    uint64_t over = ((c | tops) - (uint64_t)(n + 1) * 0x0101010101010101u) & tops;
    int shift = word_first(over) - 7;
    n -= (uint32_t)((c << 8) >> shift) & 0xffu;
    return shift + (int)(bit_places[(x >> shift) & 0xff] >> (4 * n) & 7);
}

#endif

RT int word_count(uint64_t x) {
#if defined(__x86_64__) && !defined(__POPCNT__) // gcc would call a function
    return (int)census_total(census_of(x));
#else
    return __builtin_popcountll(x);
#endif
}

// --- Numbers -----------------------------------------------------------------

enum { TOKEN_MAX = 1000000 };

RT int32_t bounded(int64_t v) {
    return (int32_t)(v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : v);
}
RT int32_t clamped(int32_t v, int32_t min, int32_t max) {
    return v < min ? min : v > max ? max : v;
}

// --- Keys of positions -------------------------------------------------------

RT uint64_t key_fold(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ (h >> 32);
}

// The chains are turned against each other before they meet: all are made alike, so what
// changes in two of them in the same way would cancel out.
RT uint64_t key_join(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    uint64_t h = key_fold(a, b << 17 | b >> 47);
    h = key_fold(h, c << 31 | c >> 33);
    return key_fold(h, d << 47 | d >> 17);
}

// --- Moves -------------------------------------------------------------------

// A way that is too long to pack is a hash of its choices, FNV's, with this bit.
#define HASHED   ((uint64_t)1 << 62)
#define NO_STEPS 0xcbf29ce484222325u

RT uint32_t step_word(int choice, int from, int to) {
    return (uint32_t)(choice << 24 ^ (from + 1) << 12 ^ (to + 1));
}

RT uint64_t hash_step(uint64_t h, int choice, int from, int to) {
    h = (h ^ (uint64_t)step_word(choice, from, to)) * 0x100000001b3u;
    return h ^ (h >> 29);
}

RT uint64_t hashed_move(uint64_t h) {
    return (h & (HASHED - 1)) | HASHED;
}

// Whether move m, never 0, is new to a table of so many slots, a power of two. Then it is put there.
RT int is_first_of(uint64_t *seen, uint32_t slots, uint64_t m) {
    uint32_t at = (uint32_t)(m * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
    while (seen[at] && seen[at] != m) {
        at = (at + 1) & (slots - 1);
    }
    const int first = !seen[at];
    seen[at] = m;
    return first;
}

// --- Draws -------------------------------------------------------------------

// As tsr_rng_below, from 32 random bits that are at hand.
RT uint32_t draw_below(tsr_rng *g, uint32_t bits, uint32_t n) {
    uint64_t m = (uint64_t)bits * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        const uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor) {
            m = (uint64_t)(uint32_t)(tsr_rng_next(g) >> 32) * n;
        }
    }
    return (uint32_t)(m >> 32);
}

#endif
