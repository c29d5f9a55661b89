// SPDX-License-Identifier: MIT
//
// Sentences: tsr_say, the templates, and the words they become.
#include "support/help.h"

#include <tessera/game.h>

static const char *const lines[] = {
    NULL,
    "row {0} of the wall already holds {1}",
    "{0} {0?tile:tiles} in {1}",
    "{2} before {1} before {0}, then {3}",
    "{0} at {1}",
    "no arguments",
    "{0?one:many} and {{0}} and {x} and {7} and {",
    "{0?only}",
    "{0",
};

static const char *const names[] = {"red", "blue"};

// Rules with nothing but words in them.
static tsr_rules words_only(void) {
    tsr_rules r;
    memset(&r, 0, sizeof r);
    r.players = 2;
    r.lines = lines;
    r.line_count = sizeof lines / sizeof lines[0];
    r.names = names;
    r.name_count = 2;
    return r;
}

static const char *text_of(const tsr_line *line, tsr_player_names players) {
    static char text[256];
    tsr_rules r = words_only();
    int n = tsr_line_text(&r, line, players, text, sizeof text);
    assert_int_equal(n, strlen(text));
    return text;
}

static void saying_writes_every_byte(void **state) {
    (void)state;
    tsr_line a, b;
    memset(&a, 0x00, sizeof a);
    memset(&b, 0xff, sizeof b);
    assert_int_equal(tsr_say(&a, 1, TSR_INT(2), TSR_NAME(1)), 1);
    assert_int_equal(tsr_say(&b, 1, TSR_INT(2), TSR_NAME(1)), 1);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(a.argc, 2);
    assert_int_equal(tsr_say(NULL, 7, TSR_INT(1)), 7); // nobody listens
    assert_int_equal(tsr_say(&a, 5), 5);
    assert_int_equal(a.argc, 0);
}

static void at_most_four_arguments(void **state) {
    (void)state;
    tsr_line line;
    tsr_say(&line, 3, TSR_INT(1), TSR_INT(2), TSR_INT(3), TSR_INT(4), TSR_INT(5));
    assert_int_equal(line.argc, 4);
    assert_string_equal(text_of(&line, NULL), "3 before 2 before 1, then 4");
}

static void each_kind_has_words(void **state) {
    (void)state;
    tsr_line line;
    tsr_say(&line, 1, TSR_INT(2), TSR_NAME(1));
    assert_string_equal(text_of(&line, NULL), "row 2 of the wall already holds blue");
    tsr_say(&line, 4, TSR_PLAYER(0), TSR_CELL(3, 12));
    assert_string_equal(text_of(&line, NULL), "player 1 at 3,12");
    tsr_say(&line, 4, TSR_CHAR('K'), TSR_INT(-2147483647 - 1));
    assert_string_equal(text_of(&line, NULL), "K at -2147483648");
    tsr_say(&line, 4, TSR_CHAR(0xe9), TSR_CHAR(0x20ac));
    assert_string_equal(text_of(&line, NULL), "\xc3\xa9 at \xe2\x82\xac");
    tsr_say(&line, 4, TSR_CHAR(0x1f3b2), TSR_CELL(0, 0));
    assert_string_equal(text_of(&line, NULL), "\xf0\x9f\x8e\xb2 at 0,0");
}

static void one_and_many(void **state) {
    (void)state;
    static const char *const expected[] = {"0 tiles in red", "1 tile in red", "2 tiles in red"};
    tsr_line line;
    for (int n = 0; n < 3; n++) {
        tsr_say(&line, 2, TSR_INT(n), TSR_NAME(0));
        assert_string_equal(text_of(&line, NULL), expected[n]);
    }
}

static void players_have_names(void **state) {
    (void)state;
    static const char *const people[] = {"Anna", NULL};
    static const char *const seats[] = {"white", "black"};
    tsr_rules r = words_only();
    tsr_line line;
    char text[64];
    tsr_say(&line, 4, TSR_PLAYER(0), TSR_PLAYER(1));
    tsr_line_text(&r, &line, people, text, sizeof text);
    assert_string_equal(text, "Anna at player 2");
    r.seats = seats;
    tsr_line_text(&r, &line, people, text, sizeof text);
    assert_string_equal(text, "Anna at black");
    tsr_line_text(&r, &line, NULL, text, sizeof text);
    assert_string_equal(text, "white at black");
}

static void core_has_its_own_sentences(void **state) {
    (void)state;
    tsr_line line;
#define X(name, code, words)                                                                       \
    tsr_say(&line, name, TSR_INT(1));                                                              \
    assert_int_equal(name, code);                                                                  \
    assert_true(strlen(text_of(&line, NULL)) > 5);
    TSR_CORE_LINES(X)
#undef X
    tsr_say(&line, TSR_LINE_NOT_TURN, TSR_PLAYER(1));
    assert_string_equal(text_of(&line, NULL), "it is not player 2's turn");
}

// A game's mistakes, or a line from an old record: never a crash, always words.
static void odd_lines_do_no_harm(void **state) {
    (void)state;
    tsr_line line;
    for (int code = 0; code < 70000; code += code < 20 ? 1 : 997) {
        for (int kind = 0; kind < 256; kind += 5) {
            memset(&line, 0xff, sizeof line);
            line.code = (uint16_t)code;
            memset(line.kind, kind, sizeof line.kind);
            line.argc = 200;
            assert_non_null(text_of(&line, NULL));
        }
    }
    tsr_say(&line, 60000);
    assert_true(strlen(text_of(&line, NULL)) > 0);
    tsr_say(&line, 1, TSR_NAME(77), TSR_NAME(-3));
    assert_string_equal(text_of(&line, NULL), "row ? of the wall already holds ?");
    tsr_say(&line, 6, TSR_INT(1));
    assert_non_null(strstr(text_of(&line, NULL), "one and"));
    tsr_say(&line, 7, TSR_INT(1));
    assert_string_equal(text_of(&line, NULL), "only");
    tsr_say(&line, 8, TSR_INT(1));
    assert_non_null(text_of(&line, NULL));
}

static void room_is_respected(void **state) {
    (void)state;
    tsr_rules r = words_only();
    tsr_line line;
    char text[16];
    tsr_say(&line, 1, TSR_INT(2), TSR_NAME(1));
    assert_int_equal(tsr_line_text(&r, &line, NULL, NULL, 0), 36);
    memset(text, '~', sizeof text);
    assert_int_equal(tsr_line_text(&r, &line, NULL, text, 8), 36);
    assert_memory_equal(text, "row 2 o\0~~~", 11);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(saying_writes_every_byte), TEST(at_most_four_arguments),
        TEST(each_kind_has_words),      TEST(one_and_many),
        TEST(players_have_names),       TEST(core_has_its_own_sentences),
        TEST(odd_lines_do_no_harm),     TEST(room_is_respected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
