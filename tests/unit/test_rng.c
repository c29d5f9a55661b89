// SPDX-License-Identifier: MIT
//
// Random numbers and hashes are part of the record's format: the values here are
// for ever. The first ones of each algorithm are published by others.

#include "support/help.h"

#include <math.h>

#include "base/lots.h"

static void splitmix_is_the_published_one(void **state) {
    (void)state;
    const uint64_t seed = 1234567;
    static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u,
                                         9817491932198370423u, 4593380528125082431u,
                                         16408922859458223821u};
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(tsr_mix(seed + i * 0x9e3779b97f4a7c15u) == published[i]);
    }
}

static void xoshiro_is_the_published_one(void **state) {
    (void)state;
    tsr_rng g = {{1, 2, 3, 4}};
    static const uint64_t published[] = {41943041u,
                                         58720359u,
                                         3588806011781223u,
                                         3591011842654386u,
                                         9228616714210784205u,
                                         9973669472204895162u,
                                         14011001112246962877u,
                                         12406186145184390807u,
                                         15849039046786891736u,
                                         10450023813501588000u};
    for (int i = 0; i < 10; i++) {
        assert_true(tsr_rng_next(&g) == published[i]);
    }
}

// Made by a second program. And none of a few lots is favoured: 60,000 draws, by the sum of squares.
static void lots_never_change(void **state) {
    (void)state;
    static const uint32_t expected[] = {389, 16, 900, 582, 452, 249};
    tsr_lots g = {7};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(tsr_lots_below(&g, 1000), expected[i]);
    }
    enum { LOTS = 6, DRAWS = 60000 };
    double count[LOTS] = {0}, chi = 0;
    for (int i = 0; i < DRAWS; i++) {
        const uint32_t lot = tsr_lots_below(&g, LOTS);
        assert_true(lot < LOTS);
        count[lot]++;
    }
    for (int i = 0; i < LOTS; i++) {
        chi += (count[i] - DRAWS / LOTS) * (count[i] - DRAWS / LOTS) / (DRAWS / LOTS);
    }
    assert_true(chi < 20.5); // one in a thousand would be more
}

// Seeding is four steps of splitmix, from the second on.
static void seeding_never_changes(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 1234567);
    assert_true(g.s[0] == 3203168211198807973u);
    assert_true(g.s[1] == 9817491932198370423u);
    assert_true(g.s[2] == 4593380528125082431u);
    assert_true(g.s[3] == 16408922859458223821u);
    tsr_rng_init(&g, 0);
    assert_true(g.s[0] | g.s[1] | g.s[2] | g.s[3]);
}

static void streams_never_change(void **state) {
    (void)state;
    assert_true(tsr_seed_of(7, 0) == tsr_mix(tsr_mix(7)));
    assert_true(tsr_seed_of(7, 3) == tsr_mix(tsr_mix(7) ^ 3 * 0xd1342543de82ef95u));
    assert_true(tsr_seed_of(7, 1) != tsr_seed_of(8, 0));
}

static void below_stays_below_and_is_even(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 42);
    for (uint32_t n = 1; n < 40; n++) {
        uint32_t seen[40] = {0};
        for (int i = 0; i < 4000; i++) {
            uint32_t v = tsr_rng_below(&g, n);
            assert_true(v < n);
            seen[v]++;
        }
        for (uint32_t v = 0; v < n; v++) {
            double expected = 4000.0 / n;
            assert_true(fabs(seen[v] - expected) < 6 * sqrt(expected) + 1);
        }
    }
    for (int i = 0; i < 1000; i++) {
        assert_true(tsr_rng_below(&g, 0xffffffffu) < 0xffffffffu);
        assert_int_equal(tsr_rng_below(&g, 1), 0);
    }
}

static void below_never_changes(void **state) {
    (void)state;
    tsr_rng g = {{1, 2, 3, 4}};
    // Of the ten published numbers the first two are rejected: their upper halves
    // times 100 leave a remainder below 2^32 mod 100.
    static const uint32_t expected[] = {0, 0, 50, 54, 75, 67, 85, 56};
    for (int i = 0; i < 8; i++) {
        assert_int_equal(tsr_rng_below(&g, 100), expected[i]);
    }
}

static void unit_is_from_0_to_below_1(void **state) {
    (void)state;
    tsr_rng g;
    double sum = 0;
    tsr_rng_init(&g, 9);
    for (int i = 0; i < 10000; i++) {
        double u = tsr_rng_unit(&g);
        assert_true(u >= 0.0 && u < 1.0);
        sum += u;
    }
    assert_true(fabs(sum / 10000 - 0.5) < 0.02);
}

// Reference values by an independent implementation (see docs/testing.md).
static void hashes_never_change(void **state) {
    (void)state;
    unsigned char bytes[32];
    for (int i = 0; i < 32; i++) {
        bytes[i] = (unsigned char)(i * 7 + 1);
    }
    static const struct {
        size_t size;
        uint64_t seed, hash;
    } rows[] = {
        {0, 0u, 0xa706dd2f4d197e6fu},
        {0, 1u, 0x5e41ab087439611eu},
        {1, 0u, 0x177226d39921f567u},
        {7, 0u, 0x23ec0de9e9d8f665u},
        {8, 0u, 0xd29eeaf18f97a816u},
        {9, 0u, 0x69b32ecd98f22e5au},
        {16, 12345u, 0xa612a03b119aa68bu},
        {31, 0u, 0xebd96e16289222f2u},
        {32, 18446744073709551615u, 0x7de07ebf01cbb301u},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(tsr_hash_bytes(bytes, rows[i].size, rows[i].seed) == rows[i].hash);
    }
}

static void hashes_tell_apart(void **state) {
    (void)state;
    static const char text[] = "abc\0\0\0\0\0\0";
    for (size_t a = 0; a < 9; a++) {
        for (size_t b = 0; b < a; b++) {
            assert_true(tsr_hash_bytes(text, a, 0) != tsr_hash_bytes(text, b, 0));
        }
    }
    assert_true(tsr_hash_bytes(text, 3, 0) != tsr_hash_bytes(text, 3, 1));
    // Wherever the bytes lie: no alignment is needed.
    char moved[16];
    memcpy(moved + 1, text, 9);
    assert_true(tsr_hash_bytes(moved + 1, 9, 5) == tsr_hash_bytes(text, 9, 5));
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(splitmix_is_the_published_one),
        TEST(xoshiro_is_the_published_one),
        TEST(lots_never_change),
        TEST(seeding_never_changes),
        TEST(streams_never_change),
        TEST(below_stays_below_and_is_even),
        TEST(below_never_changes),
        TEST(unit_is_from_0_to_below_1),
        TEST(hashes_never_change),
        TEST(hashes_tell_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
