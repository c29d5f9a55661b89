// SPDX-License-Identifier: MIT
//
// Edit distance and the words it suggests.
#include "support/help.h"

#include "base/near.h"

static void distances_are_edits(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        int distance;
    } rows[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "abc", 0},
        {"abc", "ABC", 0},
        {"abc", "abd", 1},
        {"abc", "ab", 1},
        {"abc", "xabc", 1},
        {"abc", "acb", 1},
        {"tron", "torn", 1},
        {"chess", "chses", 1},
        {"chess", "go", 5},
        {"kitten", "sitting", 3},
        {"tictactoo", "tictactoe", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(near_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(near_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
}

static void long_texts_are_compared_by_their_beginning(void **state) {
    (void)state;
    char a[300], b[300];
    memset(a, 'x', sizeof a - 1);
    memset(b, 'x', sizeof b - 1);
    a[299] = b[299] = '\0';
    b[200] = 'y';
    assert_int_equal(near_distance(a, b), 0);
    b[10] = 'y';
    assert_int_equal(near_distance(a, b), 1);
}

static void short_words_are_helped_less(void **state) {
    (void)state;
    assert_true(near_limit("go") < near_limit("chess"));
    assert_true(near_limit("chess") <= near_limit("domineering"));
    assert_true(near_limit("domineering") < 5);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(distances_are_edits),
        TEST(long_texts_are_compared_by_their_beginning),
        TEST(short_words_are_helped_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
