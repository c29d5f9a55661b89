// SPDX-License-Identifier: MIT
//
// Errors: words of the codes, what a failure leaves behind.
#include "support/help.h"

static void every_code_has_words_of_its_own(void **state) {
    (void)state;
    static const tsr_err codes[] = {
#define X(name, number, text) name,
        TSR_ERRORS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        assert_true(strlen(tsr_err_text(codes[i])) > 5);
        assert_int_equal(codes[i], -(int)i); // the numbers are part of the ABI
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(tsr_err_text(codes[i]), tsr_err_text(codes[k]));
        }
    }
    assert_non_null(tsr_err_text((tsr_err)-999));
    assert_non_null(tsr_err_text((tsr_err)77));
}

static void failing_fills_everything(void **state) {
    (void)state;
    tsr_error err;
    memset(&err, 0xaa, sizeof err);
    assert_int_equal(tsr_fail(&err, TSR_ERR_PARSE, "no such cell: %s", "z9"), TSR_ERR_PARSE);
    assert_int_equal(err.code, TSR_ERR_PARSE);
    assert_int_equal(err.line, 0);
    assert_int_equal(err.column, 0);
    assert_string_equal(err.message, "no such cell: z9");
    assert_int_equal(tsr_fail_at(&err, TSR_ERR_IO, 12, 34, "%s", "there"), TSR_ERR_IO);
    assert_int_equal(err.line, 12);
    assert_int_equal(err.column, 34);
}

static void nobody_need_listen(void **state) {
    (void)state;
    assert_int_equal(tsr_fail(NULL, TSR_ERR_LIMIT, "unheard %d", 1), TSR_ERR_LIMIT);
    assert_int_equal(tsr_fail_at(NULL, TSR_ERR_STATE, 1, 1, "unheard"), TSR_ERR_STATE);
}

static void long_messages_are_cut(void **state) {
    (void)state;
    tsr_error err;
    char words[1000];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    assert_int_equal(tsr_fail(&err, TSR_ERR_PARSE, "%s", words), TSR_ERR_PARSE);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

// What a file holds is quoted, but it cannot speak to the terminal.
static void messages_have_no_control_characters(void **state) {
    (void)state;
    tsr_error err;
    (void)tsr_fail(&err, TSR_ERR_PARSE, "no piece is called '%s'", "\033[31mZ\r\a\177 \xc3\xa9\n");
    assert_string_equal(err.message, "no piece is called '?[31mZ??? \xc3\xa9\n'");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(every_code_has_words_of_its_own),
        TEST(failing_fills_everything),
        TEST(nobody_need_listen),
        TEST(long_messages_are_cut),
        TEST(messages_have_no_control_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
