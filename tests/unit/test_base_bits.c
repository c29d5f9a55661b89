// SPDX-License-Identifier: MIT
//
// Bits as bytes and chosen bits, against loops that look at one bit at a time.
#include "support/help.h"

#include <string.h>

#include <tessera/rng.h>

#include "base/choose.h"
#include "base/spread.h"

enum { WORDS = 5, MOST = 64 * WORDS };

// Dense in one trial, sparse or empty in another.
static void fill(uint64_t *bits, tsr_rng *g, int trial) {
    for (int w = 0; w < WORDS; w++) {
        bits[w] = tsr_rng_next(g);
        for (int k = 0; k < trial % 7; k++) {
            bits[w] &= tsr_rng_next(g);
        }
    }
}

static int bit(const uint64_t *bits, uint32_t i) {
    return (int)(bits[i / 64] >> (i % 64) & 1);
}

static void check_bytes(const uint64_t *bits, uint32_t count, const uint8_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(out[i], bit(bits, i));
    }
    assert_int_equal(out[count], 7); // nothing behind
}

static void bits_become_bytes(void **state) {
    (void)state;
    uint64_t bits[WORDS];
    uint8_t out[MOST + 1];
    tsr_rng g;
    tsr_rng_init(&g, 1);
    for (uint32_t count = 0; count <= MOST; count++) {
        fill(bits, &g, (int)count);
        for (int way = SPREAD_PLAIN; way <= (int)spread_best(); way++) {
            memset(out, 7, sizeof out);
            spread_bits_by((spread_way)way, bits, count, out);
            check_bytes(bits, count, out);
        }
        memset(out, 7, sizeof out);
        spread_bits(bits, count, out);
        check_bytes(bits, count, out);
    }
}

static void words_become_rows(void **state) {
    (void)state;
    uint64_t bits[WORDS];
    uint8_t out[MOST + 1];
    tsr_rng g;
    tsr_rng_init(&g, 3);
    for (uint32_t count = 1; count <= 64; count++) {
        fill(bits, &g, (int)count);
        memset(out, 7, sizeof out);
        spread_rows(bits, WORDS, count, out);
        for (uint32_t i = 0; i < WORDS * count; i++) {
            assert_int_equal(out[i], bits[i / count] >> (i % count) & 1);
        }
        assert_int_equal(out[WORDS * count], 7);
    }
}

static void every_bit_can_be_chosen(void **state) {
    (void)state;
    uint64_t bits[WORDS];
    tsr_rng g;
    tsr_rng_init(&g, 2);
    for (int trial = 0; trial < 200; trial++) {
        uint32_t n = 0;
        fill(bits, &g, trial);
        for (uint32_t i = 0; i < MOST; i++) {
            if (bit(bits, i)) {
                assert_int_equal(choose_nth(bits, WORDS, n), i);
                n++;
            }
        }
        assert_int_equal(choose_count(bits, WORDS), n);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(bits_become_bytes),
        TEST(words_become_rows),
        TEST(every_bit_can_be_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
