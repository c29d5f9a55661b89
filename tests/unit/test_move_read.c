// SPDX-License-Identifier: MIT
//
// Moves as people type them.
#include "support/help.h"

typedef struct fixture {
    tsr_rules *r;
    uint64_t s[32];
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->r = help_open(&planted_chess, 2);
    tsr_init(f->r, f->s);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    tsr_rules_close(f->r);
    free(f);
    return 0;
}

// What `typed` becomes, as the move's proper text; or the reason's code as a number.
static const char *read(const fixture *f, int who, const char *typed) {
    static char text[64];
    tsr_move m = 0x77;
    tsr_line why;
    memset(&why, 0, sizeof why);
    if (tsr_move_read(f->r, f->s, who, typed, &m, &why)) {
        assert_int_equal(m, 0x77);
        assert_int_equal(tsr_move_read(f->r, f->s, who, typed, &m, NULL), TSR_ERR_PARSE);
        snprintf(text, sizeof text, "%d", why.code);
        return text;
    }
    assert_int_equal(why.code, 0);
    tsr_move_text(f->r, f->s, who, m, text, sizeof text);
    return text;
}

static const char *code(int n) {
    static char text[16];
    snprintf(text, sizeof text, "%d", n);
    return text;
}

static void exactly_then_by_case_then_by_beginning(void **state) {
    const fixture *f = *state;
    assert_string_equal(read(f, 0, "a2a3"), "a2a3");
    assert_string_equal(read(f, 0, "A2A3"), "a2a3");
    assert_string_equal(read(f, 0, "a2"), "a2a3");
    assert_string_equal(read(f, 0, "O-O"), "O-O"); // though O-O-O begins with it
    assert_string_equal(read(f, 0, "o-o"), "O-O");
    assert_string_equal(read(f, 0, "o-o-"), "O-O-O");
}

static void blanks_do_not_matter(void **state) {
    const fixture *f = *state;
    assert_string_equal(read(f, 0, "  a2a3 "), "a2a3");
    assert_string_equal(read(f, 0, "\ta2a3\r\n"), "a2a3");
    assert_string_equal(read(f, 0, "a2 a3"), code(TSR_LINE_UNREADABLE));
}

static void what_is_unclear_is_told(void **state) {
    const fixture *f = *state;
    assert_string_equal(read(f, 0, ""), code(TSR_LINE_UNREADABLE));
    assert_string_equal(read(f, 0, "   "), code(TSR_LINE_UNREADABLE));
    assert_string_equal(read(f, 0, "hello"), code(TSR_LINE_UNREADABLE));
    assert_string_equal(read(f, 0, "c1"), code(TSR_LINE_AMBIGUOUS)); // c1b1, c1d1
    assert_string_equal(read(f, 0, "a2a3x"), code(TSR_LINE_UNREADABLE));
    tsr_line why;
    tsr_move m;
    assert_int_equal(tsr_move_read(f->r, f->s, 0, "c1", &m, &why), TSR_ERR_PARSE);
    assert_int_equal(why.v[0], 2);
}

static void turns_are_told_first(void **state) {
    const fixture *f = *state;
    assert_string_equal(read(f, 1, "a5a4"), code(TSR_LINE_NOT_TURN));
    assert_string_equal(read(f, 1, "rubbish"), code(TSR_LINE_NOT_TURN));
    for (int who = -1; who < 100; who += who < 10 ? 1 : 80) { // whoever it is, a reason
        if (who != 0) {
            assert_string_not_equal(read(f, who, "a2a3"), "a2a3");
            assert_string_not_equal(read(f, who, "a2a3"), "0");
        }
    }
}

static void after_the_end_that_is_the_reason(void **state) {
    fixture *f = *state;
    tsr_rng g;
    tsr_rng_init(&g, 1);
    f->r->more.playout(f->r, f->s, &g, f->r->max_plies);
    for (int who = -1; who < 12; who++) {
        assert_string_equal(read(f, who, "a2a3"), code(TSR_LINE_OVER));
    }
}

static void endless_texts_do_no_harm(void **state) {
    const fixture *f = *state;
    size_t size = 1 << 20;
    char *text = malloc(size + 1);
    memset(text, 'a', size);
    text[size] = '\0';
    assert_string_equal(read(f, 0, text), code(TSR_LINE_UNREADABLE));
    memset(text, ' ', size);
    memcpy(text + size - 4, "a2a3", 4);
    assert_string_equal(read(f, 0, text), "a2a3");
    for (int c = 1; c < 256; c++) {
        char odd[8] = {(char)c, 'a', (char)c, 0};
        (void)read(f, 0, odd);
    }
    free(text);
}

static void the_nearest_moves_come_first(void **state) {
    const fixture *f = *state;
    tsr_move near[20];
    char text[64];
    int n = tsr_moves_near(f->r, f->s, 0, "a2a4", near, 3);
    assert_int_equal(n, 3);
    tsr_move_text(f->r, f->s, 0, near[0], text, sizeof text);
    assert_string_equal(text, "a2a3");
    n = tsr_moves_near(f->r, f->s, 0, " B ", near, 3); // as many letters of "a2a3" are other ones
    assert_int_equal(n, 3);
    tsr_move_text(f->r, f->s, 0, near[0], text, sizeof text);
    assert_int_equal(text[0], 'b');
    assert_int_equal(tsr_moves_near(f->r, f->s, 0, "x", near, 0), 0);
    assert_int_equal(tsr_moves_near(f->r, f->s, 1, "a5a4", near, 3), 0); // not on turn
    assert_int_equal(tsr_moves_near(f->r, f->s, -5, "a5a4", near, 3), 0);
    n = tsr_moves_near(f->r, f->s, 0, "", near, 20);
    assert_true(n > 3 && n <= 20);
    for (int i = 0; i < n; i++) {
        assert_int_equal(tsr_why_not(f->r, f->s, 0, near[i], NULL), 0);
        for (int k = 0; k < i; k++) {
            assert_true(near[i] != near[k]);
        }
    }
}

static void outcomes_are_read_too(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    uint64_t s[32];
    tsr_move m;
    tsr_init(r, s);
    assert_int_equal(tsr_move_read(r, s, TSR_CHANCE, "blue", &m, NULL), TSR_OK);
    assert_int_equal(tsr_why_not(r, s, TSR_CHANCE, m, NULL), 0);
    assert_int_equal(tsr_move_read(r, s, TSR_CHANCE, "green", &m, NULL), TSR_ERR_PARSE);
    assert_int_equal(tsr_move_read(r, s, 0, "blue", &m, NULL), TSR_ERR_PARSE);
    tsr_rules_close(r);
}

static void events_have_words(void **state) {
    const fixture *f = *state;
    static const char *const people[] = {"Anna", "Ben"};
    char text[64];
    tsr_move m;
    assert_int_equal(tsr_move_read(f->r, f->s, 0, "a2a3", &m, NULL), TSR_OK);
    tsr_event_text(f->r, f->s, 0, m, people, text, sizeof text);
    assert_string_equal(text, "Anna moves a pawn");
    tsr_event_text(f->r, f->s, 0, m, NULL, text, sizeof text);
    assert_string_equal(text, "white moves a pawn");
    // A game that says nothing: name and move.
    tsr_game mute = planted_chess;
    mute.more = NULL;
    tsr_rules *r = help_open(&mute, 2);
    tsr_event_text(r, f->s, 0, m, people, text, sizeof text);
    assert_string_equal(text, "Anna: a2a3");
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
#define ON_BOARD(t) cmocka_unit_test_setup_teardown(t, set_up, tear_down)
        ON_BOARD(exactly_then_by_case_then_by_beginning),
        ON_BOARD(blanks_do_not_matter),
        ON_BOARD(what_is_unclear_is_told),
        ON_BOARD(turns_are_told_first),
        ON_BOARD(after_the_end_that_is_the_reason),
        ON_BOARD(endless_texts_do_no_harm),
        ON_BOARD(the_nearest_moves_come_first),
        TEST(outcomes_are_read_too),
        ON_BOARD(events_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
