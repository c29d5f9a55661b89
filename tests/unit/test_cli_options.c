// SPDX-License-Identifier: MIT
//
// Reading command lines from tables, and writing JSON.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/json.h"
#include "cli/options.h"

struct values {
    int flag;
    int64_t number, choice;
    double real;
    const char *text;
    cli_list list;
    cli_seed seed;
};

static const char *const colours[] = {"red", "green", NULL};

static const cli_option options[] = {
    CLI_ROW_FLAG("flag", "a flag", struct values, flag),
    CLI_ROW_INT("number", "N", "a number", struct values, number, -5, 10, 3),
    CLI_ROW_REAL("real", "R", "a fraction", struct values, real, 0, 2, 25),
    CLI_ROW_CHOICE("choice", "C", "a choice", struct values, choice, colours),
    CLI_ROW_TEXT("text", "T", "a text", struct values, text),
    CLI_ROW_LIST("list", "L", "a list", struct values, list),
    CLI_ROW_SEED("seed", "S", "a seed", struct values, seed),
};

enum { COUNT = sizeof options / sizeof options[0] };

static struct values values;
static char *arguments[16];
static int left, help;
static tsr_error error;

// Reads a line of words divided by blanks.
static tsr_err read_line(const char *line) {
    static char text[256];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        arguments[count++] = word;
    }
    memset(&values, 0, sizeof values);
    memset(&error, 0, sizeof error);
    left = help = 0;
    cli_options_init(options, COUNT, &values);
    return cli_options_read(options, COUNT, count, arguments, &values, &left, &help, &error);
}

static void refused(const char *line, const char *sentence) {
    assert_int_not_equal(read_line(line), TSR_OK);
    assert_string_equal(error.message, sentence);
}

static void test_every_kind(void **state) {
    (void)state;
    assert_int_equal(read_line("a --flag --number -5 b --choice=green --text x=y --list 1 --list=2 "
                               "--seed 0xff c"),
                     TSR_OK);
    assert_int_equal(left, 3);
    assert_string_equal(arguments[0], "a");
    assert_string_equal(arguments[2], "c");
    assert_int_equal(values.flag, 1);
    assert_int_equal(values.number, -5);
    assert_int_equal(values.choice, 1);
    assert_string_equal(values.text, "x=y");
    assert_int_equal(values.list.count, 2);
    assert_string_equal(values.list.item[1], "2");
    assert_true(values.seed.given);
    assert_int_equal(values.seed.value, 255);
}

static void test_defaults_and_the_end_of_options(void **state) {
    (void)state;
    assert_int_equal(read_line("- -- --flag"), TSR_OK);
    assert_int_equal(left, 2);
    assert_string_equal(arguments[0], "-");
    assert_string_equal(arguments[1], "--flag");
    assert_int_equal(values.number, 3);
    assert_true(values.real == 0.25);
    assert_int_equal(read_line("--real 1.5"), TSR_OK);
    assert_true(values.real == 1.5);
    assert_int_equal(read_line("- -- --flag"), TSR_OK);
    assert_false(values.flag || values.text || values.seed.given);
    assert_int_equal(read_line("--fl --help"), TSR_OK);
    assert_true(values.flag && help);
}

// "- a 0 @hand1_1=C" is a position.
static void test_a_position_without_a_board(void **state) {
    (void)state;
    static char position[] = "- a 0 @hand1_1=C", number[] = "--number", three[] = "3";
    char *line[] = {position, number, three};
    cli_options_init(options, COUNT, &values);
    left = help = 0;
    assert_int_equal(cli_options_read(options, COUNT, 3, line, &values, &left, &help, &error),
                     TSR_OK);
    assert_int_equal(left, 1);
    assert_string_equal(line[0], position);
}

static void test_refusals(void **state) {
    (void)state;
    refused("--number 11", "--number wants a number from -5 to 10, not '11'");
    refused("--number 1x", "--number wants a number from -5 to 10, not '1x'");
    refused("--number 99999999999999999999", "--number wants a number from -5 to 10, not "
                                             "'99999999999999999999'");
    refused("--real 1.2.3", "--real wants a number from 0 to 2, such as 0.5, not '1.2.3'");
    refused("--real 2.1", "--real wants a number from 0 to 2, such as 0.5, not '2.1'");
    refused("--real .", "--real wants a number from 0 to 2, such as 0.5, not '.'");
    refused("--choice blue", "--choice is one of red, green, not 'blue'");
    refused("--seed 18446744073709551616",
            "--seed wants a number from 0 to 2^64-1, not '18446744073709551616'");
    refused("--text", "--text wants a value: --text T");
    refused("--flag=1", "--flag takes no value");
    refused("--numbre 3", "there is no option --numbre; did you mean --number?");
    refused("--zzzzzzz", "there is no option --zzzzzzz here");
    refused("-x", "there is no option -x; options have two dashes");
    assert_int_equal(read_line("--seed 18446744073709551615"), TSR_OK);
}

static void test_a_list_is_bounded(void **state) {
    (void)state;
    memset(&values, 0, sizeof values);
    for (int i = 0; i <= CLI_LIST_MAX; i++) {
        char name[] = "--list", value[] = "x";
        char *words[] = {name, value};
        tsr_err e = cli_options_read(options, COUNT, 2, words, &values, &left, &help, &error);
        assert_int_equal(e, i < CLI_LIST_MAX ? TSR_OK : TSR_ERR_LIMIT);
    }
}

static void test_json(void **state) {
    json j;
    char line[512];
    FILE *file = tmpfile();
    (void)state;
    assert_non_null(file);
    json_begin(&j, "test");
    json_text(&j, "text", "a\"b\\c\n\x01 \u00e9 \xff\xc3(");
    json_text(&j, "none", NULL);
    json_int(&j, "int", INT64_MIN);
    json_uint(&j, "uint", UINT64_MAX);
    json_decimal(&j, "real", 0.5, 2);
    json_decimal(&j, "infinite", HUGE_VAL, 2);
    json_bool(&j, "yes", 1);
    json_hex(&j, "hex", 255);
    json_open_array(&j, "array");
    json_int(&j, NULL, 1);
    json_open_object(&j, NULL);
    json_int(&j, "x", 2);
    json_close(&j, '}');
    json_close(&j, ']');
    json_end(&j, file);
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_string_equal(line,
                        "{\"v\":2,\"type\":\"test\","
                        "\"text\":\"a\\\"b\\\\c\\n\\u0001 \u00e9 \\ufffd\\ufffd(\",\"none\":null,"
                        "\"int\":-9223372036854775808,\"uint\":18446744073709551615,"
                        "\"real\":0.50,\"infinite\":null,\"yes\":true,"
                        "\"hex\":\"00000000000000ff\",\"array\":[1,{\"x\":2}]}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_defaults_and_the_end_of_options),
        cmocka_unit_test(test_a_position_without_a_board),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_list_is_bounded),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
