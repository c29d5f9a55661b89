// SPDX-License-Identifier: MIT
//
// The words that printed C is written in: sets of cells as values, packed moves, keys.
//
// This is the text that cgen.c puts into every file it prints, after the constants it
// depends on:
//
//     WORDS  words of a set     CELLS  cells of the board     ROWS  rows of cell tables
//     CHOICE_BITS, CELL_BITS    of a packed move
//     LONG_WAYS                 1 if a turn may have more choices than fit a move
//
// It is compiled as a header by tests only. A set of one word is a uint64_t and one of
// two words a 128-bit number, so the compiler keeps them in registers; larger ones are
// arrays of constant size.
#ifndef TSR_LANG_CGEN_RT_H
#define TSR_LANG_CGEN_RT_H

#if defined(__BMI2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Whatever a game does not use costs nothing and is no reason for a warning. Under the
// sanitizers, where every check would be copied too, functions are called.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RT_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(RT_SANITIZED) || !defined(__OPTIMIZE__)
#define RT static __attribute__((unused))
#else
#define RT static inline __attribute__((always_inline, unused))
#endif
// Rare paths: kept out of the loops that matter.
#define RARE static __attribute__((noinline, unused))
// Printed functions that the compiler may inline or not.
#define FN static __attribute__((unused))

// X(0) X(1) ... for each word of a set. No loop: so words of sets stay in registers.
#define WORDS_1(X)   X(0)
#define WORDS_2(X)   WORDS_1(X) X(1)
#define WORDS_3(X)   WORDS_2(X) X(2)
#define WORDS_4(X)   WORDS_3(X) X(3)
#define WORDS_5(X)   WORDS_4(X) X(4)
#define WORDS_6(X)   WORDS_5(X) X(5)
#define WORDS_7(X)   WORDS_6(X) X(6)
#define WORDS_8(X)   WORDS_7(X) X(7)
#define WORDS_9(X)   WORDS_8(X) X(8)
#define WORDS_10(X)  WORDS_9(X) X(9)
#define WORDS_11(X)  WORDS_10(X) X(10)
#define WORDS_12(X)  WORDS_11(X) X(11)
#define WORDS_13(X)  WORDS_12(X) X(12)
#define WORDS_14(X)  WORDS_13(X) X(13)
#define WORDS_15(X)  WORDS_14(X) X(14)
#define WORDS_16(X)  WORDS_15(X) X(15)
#define WORDS_N_(n)  WORDS_##n
#define WORDS_N(n)   WORDS_N_(n)
#define EACH_WORD(X) WORDS_N(WORDS)(X)

enum { NONE = 0xffff }; // in tables: off the board

// --- Words -------------------------------------------------------------------

RT int word_count(uint64_t x) {
    return __builtin_popcountll(x);
}

RT int word_first(uint64_t x) { // never of 0
    return __builtin_ctzll(x);
}

RT int word_last(uint64_t x) { // never of 0
    return 63 - __builtin_clzll(x);
}

// A census tells how many bits a word has and finds the n-th. Without PDEP both come
// from one number: its byte i counts the bits in the bytes 0 .. i of the word.
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

// Where the bits of a byte are: nibble n is the place of the n-th.
static const uint32_t bit_places[256] __attribute__((unused)) = {
    0x0,     0x0,      0x1,      0x10,      0x2,      0x20,      0x21,      0x210,
    0x3,     0x30,     0x31,     0x310,     0x32,     0x320,     0x321,     0x3210,
    0x4,     0x40,     0x41,     0x410,     0x42,     0x420,     0x421,     0x4210,
    0x43,    0x430,    0x431,    0x4310,    0x432,    0x4320,    0x4321,    0x43210,
    0x5,     0x50,     0x51,     0x510,     0x52,     0x520,     0x521,     0x5210,
    0x53,    0x530,    0x531,    0x5310,    0x532,    0x5320,    0x5321,    0x53210,
    0x54,    0x540,    0x541,    0x5410,    0x542,    0x5420,    0x5421,    0x54210,
    0x543,   0x5430,   0x5431,   0x54310,   0x5432,   0x54320,   0x54321,   0x543210,
    0x6,     0x60,     0x61,     0x610,     0x62,     0x620,     0x621,     0x6210,
    0x63,    0x630,    0x631,    0x6310,    0x632,    0x6320,    0x6321,    0x63210,
    0x64,    0x640,    0x641,    0x6410,    0x642,    0x6420,    0x6421,    0x64210,
    0x643,   0x6430,   0x6431,   0x64310,   0x6432,   0x64320,   0x64321,   0x643210,
    0x65,    0x650,    0x651,    0x6510,    0x652,    0x6520,    0x6521,    0x65210,
    0x653,   0x6530,   0x6531,   0x65310,   0x6532,   0x65320,   0x65321,   0x653210,
    0x654,   0x6540,   0x6541,   0x65410,   0x6542,   0x65420,   0x65421,   0x654210,
    0x6543,  0x65430,  0x65431,  0x654310,  0x65432,  0x654320,  0x654321,  0x6543210,
    0x7,     0x70,     0x71,     0x710,     0x72,     0x720,     0x721,     0x7210,
    0x73,    0x730,    0x731,    0x7310,    0x732,    0x7320,    0x7321,    0x73210,
    0x74,    0x740,    0x741,    0x7410,    0x742,    0x7420,    0x7421,    0x74210,
    0x743,   0x7430,   0x7431,   0x74310,   0x7432,   0x74320,   0x74321,   0x743210,
    0x75,    0x750,    0x751,    0x7510,    0x752,    0x7520,    0x7521,    0x75210,
    0x753,   0x7530,   0x7531,   0x75310,   0x7532,   0x75320,   0x75321,   0x753210,
    0x754,   0x7540,   0x7541,   0x75410,   0x7542,   0x75420,   0x75421,   0x754210,
    0x7543,  0x75430,  0x75431,  0x754310,  0x75432,  0x754320,  0x754321,  0x7543210,
    0x76,    0x760,    0x761,    0x7610,    0x762,    0x7620,    0x7621,    0x76210,
    0x763,   0x7630,   0x7631,   0x76310,   0x7632,   0x76320,   0x76321,   0x763210,
    0x764,   0x7640,   0x7641,   0x76410,   0x7642,   0x76420,   0x76421,   0x764210,
    0x7643,  0x76430,  0x76431,  0x764310,  0x76432,  0x764320,  0x764321,  0x7643210,
    0x765,   0x7650,   0x7651,   0x76510,   0x7652,   0x76520,   0x76521,   0x765210,
    0x7653,  0x76530,  0x76531,  0x765310,  0x76532,  0x765320,  0x765321,  0x7653210,
    0x7654,  0x76540,  0x76541,  0x765410,  0x76542,  0x765420,  0x765421,  0x7654210,
    0x76543, 0x765430, 0x765431, 0x7654310, 0x765432, 0x7654320, 0x7654321, 0x76543210,
};

RT int census_nth(uint64_t x, census c, uint32_t n) {
    const uint64_t tops = 0x8080808080808080u;
    uint64_t over = ((c | tops) - (uint64_t)(n + 1) * 0x0101010101010101u) & tops;
    int shift = word_first(over) - 7;
    n -= (uint32_t)((c << 8) >> shift) & 0xffu;
    return shift + (int)(bit_places[(x >> shift) & 0xff] >> (4 * n) & 7);
}

#endif

// --- Sets --------------------------------------------------------------------

#if WORDS == 1

typedef uint64_t set;
#define NO_CELLS ((set)0)

RT int set_any(set x) {
    return x != 0;
}
RT set set_and(set x, set y) {
    return x & y;
}
RT set set_or(set x, set y) {
    return x | y;
}
RT set set_minus(set x, set y) {
    return x & ~y;
}
RT set set_one(int c) {
    return (set)1 << c;
}
RT int set_has(set x, int c) {
    return (int)(x >> c & 1);
}
RT int set_count(set x) {
    return word_count(x);
}
RT int set_first(set x) {
    return x ? word_first(x) : -1;
}
RT int set_pop(set *x) { // never of an empty set
    int c = word_first(*x);
    *x &= *x - 1;
    return c;
}
RT set set_up(set x, const int n) {
    return x << n;
}
RT set set_down(set x, const int n) {
    return x >> n;
}
RT int set_nth(set x, uint32_t n) {
    return census_nth(x, census_of(x), n);
}
RT uint64_t set_word(set x, int i) {
    (void)i;
    return x;
}
RT set set_load(const uint64_t *from) {
    return from[0];
}
RT void set_store(uint64_t *to, set x) {
    to[0] = x;
}

#elif WORDS == 2

__extension__ typedef unsigned __int128 set;
#define NO_CELLS        ((set)0)
#define SET2(high, low) ((set)(high) << 64 | (set)(low))

RT int set_any(set x) {
    return x != 0;
}
RT set set_and(set x, set y) {
    return x & y;
}
RT set set_or(set x, set y) {
    return x | y;
}
RT set set_minus(set x, set y) {
    return x & ~y;
}
RT set set_one(int c) {
    return (set)1 << c;
}
RT int set_has(set x, int c) {
    return (int)(x >> c & 1);
}
RT uint64_t set_word(set x, int i) {
    return (uint64_t)(x >> (64 * i));
}
RT int set_count(set x) {
    return word_count((uint64_t)x) + word_count((uint64_t)(x >> 64));
}
RT int set_first(set x) {
    uint64_t low = (uint64_t)x, high = (uint64_t)(x >> 64);
    return low ? word_first(low) : high ? 64 + word_first(high) : -1;
}
RT int set_pop(set *x) { // never of an empty set
    uint64_t low = (uint64_t)*x;
    int c = low ? word_first(low) : 64 + word_first((uint64_t)(*x >> 64));
    *x &= *x - 1;
    return c;
}
RT set set_up(set x, const int n) {
    return x << n;
}
RT set set_down(set x, const int n) {
    return x >> n;
}
RT int set_nth(set x, uint32_t n) {
    uint64_t low = (uint64_t)x;
    census c = census_of(low);
    if (n < census_total(c)) {
        return census_nth(low, c, n);
    }
    uint64_t high = (uint64_t)(x >> 64);
    return 64 + census_nth(high, census_of(high), n - census_total(c));
}
RT set set_load(const uint64_t *from) {
    return SET2(from[1], from[0]);
}
RT void set_store(uint64_t *to, set x) {
    to[0] = (uint64_t)x;
    to[1] = (uint64_t)(x >> 64);
}

#else

typedef struct set {
    uint64_t w[WORDS];
} set;
#define NO_CELLS ((set){{0}})

RT int set_any(set x) {
    uint64_t any = 0;
#define OR(i)    any |= x.w[i];
    EACH_WORD(OR)
#undef OR
    return any != 0;
}
RT set set_and(set x, set y) {
#define AND(i) x.w[i] &= y.w[i];
    EACH_WORD(AND)
#undef AND
    return x;
}
RT set set_or(set x, set y) {
#define OR(i) x.w[i] |= y.w[i];
    EACH_WORD(OR)
#undef OR
    return x;
}
RT set set_minus(set x, set y) {
#define MINUS(i) x.w[i] &= ~y.w[i];
    EACH_WORD(MINUS)
#undef MINUS
    return x;
}
RT set set_one(int c) {
    set x;
    const uint64_t bit = (uint64_t)1 << (c & 63);
#define ONE(i) x.w[i] = c >> 6 == i ? bit : 0;
    EACH_WORD(ONE)
#undef ONE
    return x;
}
RT int set_has(set x, int c) {
    return (int)(x.w[c >> 6] >> (c & 63) & 1);
}
RT uint64_t set_word(set x, const int i) {
    return x.w[i];
}
RT int set_count(set x) {
    int n = 0;
#define COUNT(i) n += word_count(x.w[i]);
    EACH_WORD(COUNT)
#undef COUNT
    return n;
}
RT int set_first(set x) {
#define FIRST(i)                                                                                   \
    if (x.w[i]) {                                                                                  \
        return 64 * i + word_first(x.w[i]);                                                        \
    }
    EACH_WORD(FIRST)
#undef FIRST
    return -1;
}
RT int set_pop(set *x) { // never of an empty set
#define POP(i)                                                                                     \
    if (x->w[i]) {                                                                                 \
        int c = 64 * i + word_first(x->w[i]);                                                      \
        x->w[i] &= x->w[i] - 1;                                                                    \
        return c;                                                                                  \
    }
    EACH_WORD(POP)
#undef POP
    return 0;
}
// Word i of a set moved by n bits; words that do not exist are empty.
RT uint64_t word_up(const uint64_t *w, const int i, const int q, const int r) {
    uint64_t v = i >= q ? w[i >= q ? i - q : 0] << r : 0;
    return r && i > q ? v | w[i > q ? i - q - 1 : 0] >> ((64 - r) & 63) : v;
}
RT uint64_t word_down(const uint64_t *w, const int i, const int q, const int r) {
    uint64_t v = i + q < WORDS ? w[i + q < WORDS ? i + q : 0] >> r : 0;
    return r && i + q + 1 < WORDS ? v | w[i + q + 1 < WORDS ? i + q + 1 : 0] << ((64 - r) & 63) : v;
}
RT set set_up(set x, const int n) {
    set out;
#define UP(i) out.w[i] = word_up(x.w, i, n >> 6, n & 63);
    EACH_WORD(UP)
#undef UP
    return out;
}
RT set set_down(set x, const int n) {
    set out;
#define DOWN(i) out.w[i] = word_down(x.w, i, n >> 6, n & 63);
    EACH_WORD(DOWN)
#undef DOWN
    return out;
}
RT int set_nth(set x, uint32_t n) {
#define NTH(i)                                                                                     \
    {                                                                                              \
        census c = census_of(x.w[i]);                                                              \
        if (n < census_total(c)) {                                                                 \
            return 64 * i + census_nth(x.w[i], c, n);                                              \
        }                                                                                          \
        n -= census_total(c);                                                                      \
    }
    EACH_WORD(NTH)
#undef NTH
    return 0;
}
RT set set_load(const uint64_t *from) {
    set x;
#define LOAD(i) x.w[i] = from[i];
    EACH_WORD(LOAD)
#undef LOAD
    return x;
}
RT void set_store(uint64_t *to, set x) {
#define STORE(i) to[i] = x.w[i];
    EACH_WORD(STORE)
#undef STORE
}

#endif

// A census of a whole set.
typedef struct tally {
    census of[WORDS];
} tally;

RT tally tally_of(set x) {
    tally t;
#define OF(i) t.of[i] = census_of(set_word(x, i));
    EACH_WORD(OF)
#undef OF
    return t;
}
RT uint32_t tally_total(tally t) {
    uint32_t n = 0;
#define ADD(i) n += census_total(t.of[i]);
    EACH_WORD(ADD)
#undef ADD
    return n;
}
// The word is chosen without a jump: which one it is cannot be foretold.
RT int tally_nth(set x, tally t, uint32_t n) { // n below the total
    uint64_t word = set_word(x, 0);
    census c = t.of[0];
    uint32_t sum = census_total(c), before = 0;
    int base = 0;
#define NTH(i)                                                                                     \
    if (i > 0) {                                                                                   \
        const int here = n >= sum;                                                                 \
        word = here ? set_word(x, i) : word;                                                       \
        c = here ? t.of[i] : c;                                                                    \
        before = here ? sum : before;                                                              \
        base = here ? 64 * i : base;                                                               \
        sum += census_total(t.of[i]);                                                              \
    }
    EACH_WORD(NTH)
#undef NTH
    return base + census_nth(word, c, n - before);
}

RT int set_meets(set x, set y) {
    return set_any(set_and(x, y));
}
RT int set_inside(set x, set y) {
    return !set_any(set_minus(x, y));
}
RT int set_same(set x, set y) {
    return !set_any(set_or(set_minus(x, y), set_minus(y, x)));
}

// --- Sets moved by tables ----------------------------------------------------

// The union of a table's rows over the cells of a set.
RT set set_rows(set x, const set *row) {
    set sum = NO_CELLS;
    while (set_any(x)) {
        sum = set_or(sum, row[set_pop(&x)]);
    }
    return sum;
}

RT set set_steps(set x, const uint16_t *to) {
    set sum = NO_CELLS;
    while (set_any(x)) {
        int c = to[set_pop(&x)];
        sum = c == NONE ? sum : set_or(sum, set_one(c));
    }
    return sum;
}

// The cells whose step leads into `x`.
RT set set_unsteps(set x, const uint16_t *to) {
    set sum = NO_CELLS;
    for (int c = 0; c < CELLS; c++) {
        if (to[c] != NONE && set_has(x, to[c])) {
            sum = set_or(sum, set_one(c));
        }
    }
    return sum;
}

// What is seen from a cell along one direction: free cells, and the first that is not.
// Up: cell numbers grow along the ray. Cells that stop the view are their rows' start.
#if WORDS == 1
RT set sight_up(const set *ray, int c, set open) {
    set stop = ray[c] & ~open;
    return ray[c] ^ ray[word_first(stop | (set)1 << 63)];
}
RT set sight_down(const set *ray, int c, set open) {
    set stop = ray[c] & ~open;
    return ray[c] ^ ray[word_last(stop | 1)];
}
#else
RT set sight_up(const set *ray, int c, set open) {
    int stop = set_first(set_minus(ray[c], open));
    return stop < 0 ? ray[c] : set_minus(ray[c], ray[stop]);
}
RT set sight_down(const set *ray, int c, set open) {
    set stop = set_minus(ray[c], open);
    for (int i = WORDS - 1; i >= 0; i--) {
        if (set_word(stop, i)) {
            return set_minus(ray[c], ray[64 * i + word_last(set_word(stop, i))]);
        }
    }
    return ray[c];
}
#endif

RT set sight_steps(const uint16_t *to, int c, set open) {
    set seen = NO_CELLS;
    for (int at = to[c]; at != NONE && at != c && !set_has(seen, at); at = to[at]) {
        seen = set_or(seen, set_one(at));
        if (!set_has(open, at)) {
            break;
        }
    }
    return seen;
}

// Cells at a distance from `min` to `max`; those before must be free.
RT set slide_steps(const uint16_t *to, int c, set open, int min, int max) {
    set out = NO_CELLS;
    int at = to[c];
    for (int n = 1; at != NONE && n <= max; n++, at = to[at]) {
        out = n >= min ? set_or(out, set_one(at)) : out;
        if (!set_has(open, at)) {
            break;
        }
    }
    return out;
}

// The last free cell along a direction.
RT set farthest_steps(const uint16_t *to, int c, set open) {
    int at = c;
    for (int n = 0; n < CELLS; n++) {
        int next = to[at];
        if (next == NONE || next == c || !set_has(open, next)) {
            break;
        }
        at = next;
    }
    return at == c ? NO_CELLS : set_one(at);
}

// Whether `x`, which has cell c, has `n` in a row through it along one axis.
RT int run_through(set x, int c, const uint16_t *to, const uint16_t *back, const int n) {
    int length = 1;
    for (int at = to[c]; at != NONE && length < n && set_has(x, at); at = to[at]) {
        length++;
    }
    for (int at = back[c]; at != NONE && length < n && set_has(x, at); at = back[at]) {
        length++;
    }
    return length >= n;
}

// --- Numbers -----------------------------------------------------------------

enum { TOKEN_MAX = 1000000 };

RT int32_t bounded(int64_t v) {
    return (int32_t)(v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : v);
}
RT int32_t clamped(int32_t v, int32_t min, int32_t max) {
    return v < min ? min : v > max ? max : v;
}

RT set tokens_at(const int32_t *tok) {
    set x = NO_CELLS;
    for (int c = 0; c < CELLS; c++) {
        x = tok[c] > 0 ? set_or(x, set_one(c)) : x;
    }
    return x;
}
RT int32_t tokens_on(const int32_t *tok, set x) {
    int32_t n = 0;
    while (set_any(x)) {
        int c = set_pop(&x);
        n += n < TOKEN_MAX ? tok[c] : 0;
    }
    return n;
}
RT void tokens_add(int32_t *tok, set x, int n) {
    while (set_any(x)) {
        int c = set_pop(&x);
        tok[c] = clamped(tok[c] + n, 0, TOKEN_MAX);
    }
}
RT void tokens_bring(int32_t *tok, set from, set to) {
    int target = set_first(to);
    int32_t n = 0;
    if (target < 0) {
        return;
    }
    while (set_any(from)) {
        int c = set_pop(&from);
        n = n + tok[c] > TOKEN_MAX ? TOKEN_MAX : n + tok[c];
        tok[c] = 0;
    }
    tok[target] = tok[target] + n > TOKEN_MAX ? TOKEN_MAX : tok[target] + n;
}
RT set tokens_sow(int32_t *tok, set from, const uint16_t *to, set skip) {
    int at = set_first(from), skipped = 0;
    if (at < 0) {
        return NO_CELLS;
    }
    int last = at;
    int32_t n = tok[at];
    tok[at] = 0;
    while (n > 0 && to[at] != NONE && skipped <= CELLS) {
        at = to[at];
        if (set_has(skip, at)) {
            skipped++;
            continue;
        }
        skipped = 0;
        tok[at]++;
        n--;
        last = at;
    }
    tok[last] += n; // the end of a track keeps what is left
    return set_one(last);
}

RT uint64_t fold(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9fb21c651e98df25u;
    return h ^ (h >> 32);
}

// --- Ways through a turn -----------------------------------------------------

enum { MAX_STEPS = 40 };

// What a walk looks for and has found.
typedef struct walk {
    uint64_t *out;
    int cap, count;
    int longest; // when measuring
    int ended;   // when finding: the node reached
    int64_t fuel;
    uint64_t hash; // when finding: the move looked for
} walk;

// The choices made so far: packed, counted, and hashed where they may not fit.
typedef struct way {
    uint64_t move, hash;
    int bits, steps;
    int need, base; // of `longest`: steps that are needed, steps before it
} way;

#define NO_WAY ((way){0, 0xcbf29ce484222325u, 0, 0, -1, 0})
#define HASHED ((uint64_t)1 << 62)

// `code` is the choice with its cells, of `size` bits.
RT way way_add(way v, uint64_t code, int size, int choice, int from, int to) {
#if LONG_WAYS
    v.hash = (v.hash ^ (uint64_t)(uint32_t)(choice << 24 ^ (from + 1) << 12 ^ (to + 1))) *
             0x100000001b3u;
    v.hash ^= v.hash >> 29;
    if (v.bits + size > 62) {
        v.bits = 1000;
    } else {
        v.move |= code << v.bits;
        v.bits += size;
    }
#else
    (void)choice, (void)from, (void)to;
    v.move |= code << v.bits;
    v.bits += size;
#endif
    v.steps++;
    return v;
}

RT uint64_t way_move(way v) {
#if LONG_WAYS
    if (v.bits >= 1000) {
        return (v.hash & (HASHED - 1)) | HASHED;
    }
#endif
    return v.steps ? v.move : 1; // a turn without any choice is the move "done"
}

// Notes a complete way; 1 = there is no more room.
RT int walk_emit(walk *w, way v) {
    if (w->out) {
        if (w->count >= w->cap) {
            return 1;
        }
        w->out[w->count] = way_move(v);
    }
    w->count++;
    return 0;
}

// One choice of a move, taken apart. Cells: -1 = none.
typedef struct step {
    int choice, from, to;
} step;

// A move to be followed.
typedef struct trail {
    step step[MAX_STEPS];
    int count, at;
    int ended; // node reached: END
    int stop;  // split play: where the next choice is asked, or -1
} trail;

// `shape`: for each choice, bit 0 = has `from`, bit 1 = has `to`.
RT int trail_read(trail *t, uint64_t m, const uint8_t *shape, int choices) {
    const uint64_t choice_mask = ((uint64_t)1 << CHOICE_BITS) - 1;
    const uint64_t cell_mask = ((uint64_t)1 << CELL_BITS) - 1;
    t->count = t->at = 0;
    t->ended = t->stop = -1;
    if (m >> 62) {
        return 0;
    }
    while (m && t->count < MAX_STEPS) {
        step s = {(int)(m & choice_mask), -1, -1};
        m >>= CHOICE_BITS;
        if (s.choice < 1 || s.choice > choices) {
            return 0;
        }
        if (shape[s.choice] & 1) {
            s.from = (int)(m & cell_mask);
            m >>= CELL_BITS;
        }
        if (shape[s.choice] & 2) {
            s.to = (int)(m & cell_mask);
            m >>= CELL_BITS;
        }
        if (s.from >= CELLS || s.to >= CELLS) {
            return 0;
        }
        t->step[t->count++] = s;
    }
    return m == 0 && t->count > 0;
}

RT int trail_done(trail *t, int node) {
    t->ended = node;
    return t->at == t->count || (t->at == t->count - 1 && t->step[t->at].choice == 1);
}

// Moves by the same cells and alike choices are one: keeps the first of each.
RT int drop_twins(uint64_t *list, int n, const uint8_t *shape, const uint8_t *alike, int choices) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        int twin = 0;
        trail a, b;
        int known = trail_read(&a, list[i], shape, choices);
        for (int k = 0; known && k < kept && !twin; k++) {
            twin = trail_read(&b, list[k], shape, choices) && a.count == b.count;
            for (int j = 0; twin && j < a.count; j++) {
                twin = a.step[j].from == b.step[j].from && a.step[j].to == b.step[j].to &&
                       alike[a.step[j].choice] == alike[b.step[j].choice];
            }
        }
        if (!twin) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

// --- Drawing -----------------------------------------------------------------

// Cells to draw from, offered by `node`; cell z is reached from `from + z * step`, and
// `with` is the cell a `for` around the choice stood at.
typedef struct lot {
    set cells;
    uint32_t weight;
    int node, from, step, with;
} lot;

// The empty cells as a list, for random play of games where cells are only ever filled: to
// draw one is to look it up, however many words a set has.
typedef struct pool {
    int count; // -1 = to be filled
    uint16_t cell[CELLS];
} pool;

RT void pool_fill(pool *p, set x) {
    int n = 0;
#define FILL(i)                                                                                    \
    for (uint64_t v = set_word(x, i); v; v &= v - 1) {                                             \
        p->cell[n++] = (uint16_t)(64 * i + word_first(v));                                         \
    }
    EACH_WORD(FILL)
#undef FILL
    p->count = n;
}

RT int pool_take(pool *p, uint32_t r) {
    int c = p->cell[r];
    p->cell[r] = p->cell[--p->count];
    return c;
}

// What came of a draw. PLIED: the endings have been tested as well.
enum { DRAW_LIST = -1, DRAW_NONE, DRAW_LISTED, DRAW_MADE, DRAW_PLIED };

#endif
