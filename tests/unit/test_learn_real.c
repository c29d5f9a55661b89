// SPDX-License-Identifier: MIT
//
// Numbers with a point in network files: every float comes back as it was.
#include "support/help.h"

#include <math.h>
#include <stdio.h>

#include <tessera/rng.h>

#include "learn/real_text.h"

static void what_was_written_comes_back(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 11);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = (uint32_t)tsr_rng_next(&g);
        float x, y = 0;
        char text[40];
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x)) {
            continue;
        }
        snprintf(text, sizeof text, "%.9g rest", (double)x);
        const char *end = real_read(text, &y);
        assert_non_null(end);
        assert_string_equal(end, " rest");
        if (memcmp(&x, &y, sizeof x) != 0) {
            fail_msg("%s is %.9g", text, (double)y);
        }
    }
}

static void texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *rest; // NULL: no number
        float value;
    } row[] = {
        {"0", "", 0},
        {"-1.5e-3x", "x", -1.5e-3f},
        {".5", "", 0.5f},
        {"5.", "", 5},
        {"1e", "e", 1},
        {"1e+", "e+", 1},
        {"1.2.3", ".3", 1.2f},
        {"2,5", ",5", 2},
        {"", NULL, 0},
        {"-", NULL, 0},
        {".", NULL, 0},
        {"nan", NULL, 0},
        {"inf", NULL, 0},
        {" 1", NULL, 0},
        {"+1", NULL, 0},
        {"e5", NULL, 0},
        {"0x10", "x10", 0},
        {"00000000000000000000000000012", "", 12},
        {"1000000000000000000000000", "", 1e24f},
        {"1e-999999999999", "", 0},
        {"0.00000000000000000000000000000000000001", "", 1e-38f},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        float value = 0;
        const char *end = real_read(row[i].text, &value);
        if (!row[i].rest) {
            assert_null(end);
            continue;
        }
        assert_non_null(end);
        assert_string_equal(end, row[i].rest);
        assert_true(value == row[i].value);
    }
    float huge = 0;
    assert_non_null(real_read("1e99999", &huge));
    assert_true(isinf(huge));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_comes_back),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
