// SPDX-License-Identifier: MIT
//
// What the engine for pages has instead of the C library's sorting, searching and reading of numbers answers as the library does.
#include "support/help.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include <tessera/rng.h>

#include "wasm/find.c"
#include "wasm/number.c"
#include "wasm/sort.c"

enum { MOST = 200, TRIES = 400 };

static int by_number(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static void numbers_come_in_order(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 7);
    for (uint32_t n = 0; n < MOST; n++) {
        int own[MOST], other[MOST];
        const uint32_t kinds = 1 + tsr_rng_below(&g, 2 * MOST);
        for (uint32_t i = 0; i < n; i++) {
            own[i] = other[i] = (int)tsr_rng_below(&g, kinds) - (int)kinds / 2;
        }
        sort_items(own, n, sizeof *own, by_number);
        qsort(other, n, sizeof *other, by_number);
        assert_memory_equal(own, other, n * sizeof *own);
    }
}

static int by_letters(const void *a, const void *b) {
    return memcmp(a, b, 5);
}

static void items_of_odd_sizes_move_whole(void **state) {
    (void)state;
    char words[][5] = {"pears", "apple", "grape", "lemon", "apple", "mango"};
    sort_items(words, sizeof words / sizeof *words, sizeof *words, by_letters);
    assert_memory_equal(words, "appleapplegrapelemonmangopears", sizeof words);
}

static void letters(tsr_rng *g, char *out, uint32_t most) {
    const uint32_t n = tsr_rng_below(g, most);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = (char)('a' + tsr_rng_below(g, 2));
    }
    out[n] = '\0';
}

static void texts_are_found_where_they_first_stand(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 8);
    for (int i = 0; i < TRIES; i++) {
        char text[20], part[5];
        letters(&g, text, sizeof text);
        letters(&g, part, sizeof part);
        assert_ptr_equal(find_text(text, part), strstr(text, part));
    }
}

static void numbers_are_read(void **state) {
    static const char *const texts[] = {"",
                                        " ",
                                        "0",
                                        "7",
                                        " \t\n42x",
                                        "-1",
                                        "+19",
                                        "--3",
                                        "+-3",
                                        "0x1f",
                                        "-0X1F",
                                        "0xg",
                                        "0x",
                                        "017",
                                        "08",
                                        "zz",
                                        "Z9!",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "-18446744073709551615",
                                        "-18446744073709551616",
                                        "99999999999999999999999",
                                        "4294967295",
                                        "ffffffffffffffff",
                                        "10000000000000000"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) {
            char *own, *other;
            errno = 0;
            const unsigned long long wanted = strtoull(texts[i], &other, bases[k]);
            const int wanted_errno = errno;
            errno = 0;
            assert_true(number_unsigned(texts[i], &own, bases[k], ULLONG_MAX) == wanted);
            assert_int_equal(errno, wanted_errno);
            assert_ptr_equal(own, other);
            errno = 0;
            const long long signed_wanted = strtoll(texts[i], &other, bases[k]);
            const int signed_errno = errno;
            errno = 0;
            assert_true(number_signed(texts[i], &own, bases[k], LLONG_MAX) == signed_wanted);
            assert_int_equal(errno, signed_errno);
            assert_ptr_equal(own, other);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_in_order),
        cmocka_unit_test(items_of_odd_sizes_move_whole),
        cmocka_unit_test(texts_are_found_where_they_first_stand),
        cmocka_unit_test(numbers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
