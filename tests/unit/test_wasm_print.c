// SPDX-License-Identifier: MIT
//
// The engine's own printing for pages writes what the C library writes.
#include "support/help.h"

#include <math.h>
#include <stdio.h>

#include <tessera/rng.h>

#include "wasm/print.c"
#include "wasm/print_real.c"

static int printed(char *out, size_t cap, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int size = print_into(out, cap, format, args);
    va_end(args);
    return size;
}

// Both write the same and answer the same, with any room.
#define SAME(...)                                                                                  \
    do {                                                                                           \
        static const size_t rooms[] = {0, 1, 2, 7, 500};                                           \
        for (size_t room_ = 0; room_ < sizeof rooms / sizeof *rooms; room_++) {                    \
            char own_[500], other_[500];                                                           \
            memset(own_, 'x', sizeof own_);                                                        \
            memset(other_, 'x', sizeof other_);                                                    \
            int n_ = snprintf(other_, rooms[room_], __VA_ARGS__);                                  \
            assert_int_equal(printed(own_, rooms[room_], __VA_ARGS__), n_);                        \
            assert_memory_equal(own_, other_, sizeof own_);                                        \
        }                                                                                          \
    } while (0)

static void texts_and_letters(void **state) {
    (void)state;
    SAME("plain");
    SAME("%s", "");
    SAME("%s and %s%%", "one", "two");
    SAME("[%6s][%-6s][%2s]", "abc", "abc", "abc");
    SAME("[%.2s][%.*s][%8.3s][%-8.3s]", "abc", 1, "abc", "abcdef", "abcdef");
    SAME("[%c][%3c][%-3c]", 'a', 'b', 'c');
}

static void whole_numbers(void **state) {
    (void)state;
    static const long long some[] = {0,   1,         -1,        7,         -42,      99,
                                     100, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const int n = (int)some[i];
        const unsigned u = (unsigned)some[i];
        SAME("%d %i %u %x", n, n, u, u);
        SAME("[%5d][%-5d][%05d][%3u][%04x][%.3d][%8.3d]", n, n, n, u, u, n, n);
        SAME("[%*d][%*d][%.*d]", 6, n, -6, n, 4, n);
        SAME("%ld %lld %lu %llu %llx %016llx", (long)some[i], some[i], (unsigned long)some[i],
             (unsigned long long)some[i], (unsigned long long)some[i], (unsigned long long)some[i]);
        SAME("%zu %jd %td", (size_t)some[i], (intmax_t)some[i], (ptrdiff_t)some[i]);
    }
}

static void same_reals(double x) {
    SAME("%f|%.0f|%.1f|%.4f|%.9f", x, x, x, x, x);
    SAME("%g|%.0g|%.1g|%.6g|%.9g|%.12g|%.17g", x, x, x, x, x, x, x);
    SAME("[%12.3f][%-12.3f][%012.3f][%9g][%09g]", x, x, x, x, x);
}

static void numbers_with_a_point(void **state) {
    (void)state;
    static const double some[] = {0,
                                  0.5,
                                  1,
                                  1.5,
                                  2.5,
                                  0.05,
                                  0.25,
                                  0.125,
                                  0.375,
                                  0.0625,
                                  9.5,
                                  9.995,
                                  99.5,
                                  999999.5,
                                  0.1,
                                  0.3,
                                  1e-4,
                                  1e-5,
                                  9.9999e-5,
                                  123456,
                                  1234567,
                                  1e15,
                                  1e21,
                                  1e22,
                                  1e100,
                                  4.9e-324,
                                  2.2250738585072014e-308,
                                  1.7976931348623157e308,
                                  1.0 / 3,
                                  2.0 / 3};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        same_reals(some[i]);
        same_reals(-some[i]);
    }
    same_reals((double)INFINITY);
    same_reals(-(double)INFINITY);
    SAME("%f %g", fabs((double)NAN), fabs((double)NAN));
}

static void any_number_with_a_point(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 23);
    for (int i = 0; i < 100; i++) {
        uint64_t bits = tsr_rng_next(&g);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x)) {
            same_reals(x);
        }
        same_reals((double)tsr_rng_below(&g, 2000000) / 1000 - 1000);
        same_reals((double)tsr_rng_below(&g, 4096) / 256);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_letters),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(numbers_with_a_point),
        cmocka_unit_test(any_number_with_a_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
