// SPDX-License-Identifier: MIT
//
// Writing into buffers that may be too small, and reading what strangers wrote.
#include "support/help.h"

#include <tessera/text.h>

static void writing_counts_past_the_end(void **state) {
    (void)state;
    char room[8];
    tsr_out o = tsr_out_to(room, sizeof room);
    tsr_put(&o, "tess");
    tsr_put_char(&o, 'e');
    tsr_putf(&o, "%s %d", "ra", 12);
    tsr_put(&o, "!");
    tsr_put_char(&o, '?');
    assert_int_equal(tsr_out_end(&o), 12);
    assert_string_equal(room, "tessera"); // cut, and ended
    o = tsr_out_to(NULL, 0);
    tsr_put(&o, "tess");
    tsr_put_char(&o, 'e');
    tsr_putf(&o, "%s", "ra");
    assert_int_equal(tsr_out_end(&o), 7);
    char one[1] = {'x'};
    o = tsr_out_to(one, 1);
    tsr_put(&o, "long");
    assert_int_equal(tsr_out_end(&o), 4);
    assert_int_equal(one[0], '\0');
}

static void numbers_are_written_whole(void **state) {
    (void)state;
    static const struct {
        int64_t n;
        const char *text;
    } rows[] = {{0, "0"},
                {-7, "-7"},
                {INT64_MAX, "9223372036854775807"},
                {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[32];
        tsr_out o = tsr_out_to(text, sizeof text);
        int64_t back = 1;
        tsr_put_int(&o, rows[i].n);
        tsr_out_end(&o);
        assert_string_equal(text, rows[i].text);
        tsr_in in = tsr_in_from(text);
        assert_true(tsr_take_int(&in, INT64_MIN, INT64_MAX, &back));
        assert_true(back == rows[i].n);
        assert_true(tsr_at_end(&in));
    }
}

static void numbers_out_of_range_are_not_taken(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "-",
                                        "x",
                                        " 1",
                                        "+1",
                                        "--1",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "99999999999999999999999999"};
    int64_t n = 42;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tsr_in in = tsr_in_from(wrong[i]);
        assert_false(tsr_take_int(&in, INT64_MIN, INT64_MAX, &n));
        assert_ptr_equal(in.at, wrong[i]); // nothing is taken
    }
    tsr_in in = tsr_in_from("11");
    assert_false(tsr_take_int(&in, -10, 10, &n));
    assert_int_equal(n, 42);
    assert_true(tsr_take_int(&in, -10, 11, &n));
    assert_int_equal(n, 11);
}

static void words_are_taken_one_by_one(void **state) {
    (void)state;
    char word[6];
    tsr_in in = tsr_in_from("  place X on 1,1");
    tsr_skip_blanks(&in);
    assert_int_equal(tsr_in_column(&in), 3);
    assert_true(tsr_take_word(&in, word, sizeof word));
    assert_string_equal(word, "place");
    assert_false(tsr_take_word(&in, word, sizeof word)); // a blank is next
    assert_true(tsr_take_char(&in, ' '));
    assert_false(tsr_take_char(&in, '\0'));
    assert_true(tsr_take(&in, "X on "));
    assert_false(tsr_take(&in, "1,1 and more"));
    assert_false(tsr_take_word(&in, word, 3)); // does not fit: nothing is taken
    assert_true(tsr_take_word(&in, word, 4));
    assert_string_equal(word, "1,1");
    assert_true(tsr_at_end(&in));
    assert_false(tsr_take_word(&in, word, sizeof word));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(writing_counts_past_the_end),
        TEST(numbers_are_written_whole),
        TEST(numbers_out_of_range_are_not_taken),
        TEST(words_are_taken_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
