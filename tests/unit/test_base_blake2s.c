// SPDX-License-Identifier: MIT
//
// BLAKE2s against what its authors published: the example and the self-test of RFC 7693
// (appendices B and E), and rows of the list of known answers for keyed hashing, whose
// key is 00 01 .. 1f and whose message is 00 01 .. n-1.

#include "support/help.h"

#include "base/blake2s.h"

static void digest_of(const void *key, size_t key_size, const void *text, size_t size, size_t step,
                      uint8_t *out, size_t out_size) {
    const uint8_t *p = text;
    blake2s b;
    blake2s_init(&b, out_size, key, key_size);
    for (size_t at = 0; at < size; at += step) {
        blake2s_add(&b, p + at, size - at < step ? size - at : step);
    }
    blake2s_end(&b, out);
}

static void the_example_of_the_specification(void **state) {
    (void)state;
    static const uint8_t published[32] = {0x50, 0x8c, 0x5e, 0x8c, 0x32, 0x7c, 0x14, 0xe2,
                                          0xe1, 0xa7, 0x2b, 0xa3, 0x4e, 0xeb, 0x45, 0x2f,
                                          0x37, 0x45, 0x8b, 0x20, 0x9e, 0xd6, 0x3a, 0x29,
                                          0x4d, 0x99, 0x9b, 0x4c, 0x86, 0x67, 0x59, 0x82};
    uint8_t out[32];
    digest_of(NULL, 0, "abc", 3, 3, out, 32);
    assert_memory_equal(out, published, 32);
}

// Fibonacci-like bytes, as the self-test makes its messages.
static void fill(uint8_t *out, size_t size, uint32_t seed) {
    uint32_t a = 0xdead4badu * seed, b = 1;
    for (size_t i = 0; i < size; i++) {
        uint32_t t = a + b;
        a = b;
        b = t;
        out[i] = (uint8_t)(t >> 24);
    }
}

static void the_self_test_of_the_specification(void **state) {
    (void)state;
    static const uint8_t published[32] = {0x6a, 0x41, 0x1f, 0x08, 0xce, 0x25, 0xad, 0xcd,
                                          0xfb, 0x02, 0xab, 0xa6, 0x41, 0x45, 0x1c, 0xec,
                                          0x53, 0xc5, 0x98, 0xb2, 0x4f, 0x4f, 0xc7, 0x87,
                                          0xfb, 0xdc, 0x88, 0x79, 0x7f, 0x4c, 0x1d, 0xfe};
    static const size_t out_sizes[] = {16, 20, 28, 32}, sizes[] = {0, 3, 64, 65, 255, 1024};
    uint8_t in[1024], key[32], out[32];
    blake2s all;
    blake2s_init(&all, 32, NULL, 0);
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < 6; j++) {
            size_t n = out_sizes[i], size = sizes[j];
            fill(in, size, (uint32_t)size);
            digest_of(NULL, 0, in, size, 1024, out, n);
            blake2s_add(&all, out, n);
            fill(key, n, (uint32_t)n);
            digest_of(key, n, in, size, 1024, out, n);
            blake2s_add(&all, out, n);
        }
    }
    blake2s_end(&all, out);
    assert_memory_equal(out, published, 32);
}

static void keyed_answers_are_the_known_ones(void **state) {
    (void)state;
    static const struct {
        size_t size;
        const char *digest;
    } rows[] = {
        {0, "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49"},
        {1, "40d15fee7c328830166ac3f918650f807e7e01e177258cdc0a39b11f598066f1"},
        {2, "6bb71300644cd3991b26ccd4d274acd1adeab8b1d7914546c1198bbe9fc9d803"},
        {63, "c65382513f07460da39833cb666c5ed82e61b9e998f4b0c4287cee56c3cc9bcd"},
        {64, "8975b0577fd35566d750b362b0897a26c399136df07bababbde6203ff2954ed4"},
        {65, "21fe0ceb0052be7fb0f004187cacd7de67fa6eb0938d927677f2398c132317a8"},
        {127, "ddbfea75cc467882eb3483ce5e2e756a4f4701b76b445519e89f22d60fa86e06"},
        {128, "0c311f38c35a4fb90d651c289d486856cd1413df9b0677f53ece2cd9e477c60a"},
        {129, "46a73a8dd3e70f59d3942c01df599def783c9da82fd83222cd662b53dce7dbdf"},
        {255, "3fb735061abc519dfe979e54c1ee5bfad0a9d858b3315bad34bde999efd724dd"},
    };
    uint8_t key[32], in[256], out[32];
    for (int i = 0; i < 256; i++) {
        in[i] = (uint8_t)i;
        key[i % 32] = (uint8_t)(i % 32);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t step = 1; step <= 256; step *= 2) { // in pieces of any size
            char hex[65];
            digest_of(key, 32, in, rows[i].size, step, out, 32);
            for (size_t k = 0; k < 32; k++) {
                (void)snprintf(hex + 2 * k, 3, "%02x", out[k]);
            }
            assert_string_equal(hex, rows[i].digest);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_specification),
        cmocka_unit_test(the_self_test_of_the_specification),
        cmocka_unit_test(keyed_answers_are_the_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
