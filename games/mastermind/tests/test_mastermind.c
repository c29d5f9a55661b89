// SPDX-License-Identifier: MIT
//
// Mastermind: the draw of the code, answers to guesses, what is hidden, endings.
#include "support/sanitized.h"
#include "unit/grid_help.h"

extern const tsr_game tsr_game_mastermind;

static table t;

static int set_up(void **state) {
    (void)state;
    t = table_open(&tsr_game_mastermind, NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    table_close(&t);
    return 0;
}

// Draws `code`, letter by letter, as chance would.
static void draw(const char *code) {
    tsr_init(t.r, t.b);
    for (int i = 0; code[i]; i++) {
        tsr_move m = tsr_grid_placement(code[i], t.r->opt[0], i);
        assert_int_equal(tsr_play_checked(t.r, t.b, TSR_CHANCE, m, NULL), 0);
    }
}

static void guess_word(const char *word) {
    for (; *word; word++) {
        char letter[2] = {*word, '\0'};
        table_play(&t, letter);
    }
}

static void expect_row(int row, const char *expected) {
    assert_memory_equal(tsr_grid_cells(t.b) + row * t.b->width, expected, strlen(expected));
}

static void test_start(void **state) {
    (void)state;
    assert_int_equal(tsr_turn(t.r, t.b), 1u << TSR_CHANCE);
    table_expect(&t, "____.____/____.____/____.____/____.____/____.____/____.____/____....."
                     " player chance round 1");
    draw("ABCD");
    assert_int_equal(tsr_turn(t.r, t.b), 1);
    assert_int_equal(table_move_count(&t), 6);
    table_prompt(&t, "guess 1 of 6: letter 1 of 4");
}

static void test_answers(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"AABB", "ABAB", "YEEY"}, {"ABCD", "AAAA", "YNNN"}, {"ABCD", "DCBA", "EEEE"},
        {"ABCD", "EEFF", "NNNN"}, {"AABC", "DAAA", "NYEN"}, {"ABBA", "BAAB", "EEEE"},
        {"AAAB", "BBAA", "ENYE"}, {"FEDC", "FEDD", "YYYN"}, {"ABCA", "EAAE", "NEEN"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[10];
        draw(cases[i][0]);
        guess_word(cases[i][1]);
        snprintf(row, sizeof row, "%s %s", cases[i][1], cases[i][2]);
        expect_row(0, row);
    }
}

static void test_reasons(void **state) {
    (void)state;
    draw("ABCD");
    table_refuses(&t, "G", "this game has no piece 'G'");
    table_refuses(&t, "Y", "'Y' is not for players to place");
    table_refuses(&t, "A 0,1", "letters go from left to right: the next one goes on 0,0");
    table_refuses(&t, "A 1,0", "letters go from left to right: the next one goes on 0,0");
    table_refuses(&t, "A 0,4", "the board has no cell at 0,4");
    table_refuses(&t, "A 0,9", "that is off the board: rows are 0 to 6, columns 0 to 8");
    table_refuses(&t, "ABCD", "that is not a move of this game");
    table_play(&t, "a");
    table_refuses(&t, "B 0,0", "0,0 is taken (A)");
    table_refuses(&t, "B 6,0", "6,0 is taken (hidden letter)"); // and not by A
}

static void test_found(void **state) {
    (void)state;
    tsr_result result;
    draw("FACE");
    guess_word("ABCD");
    guess_word("FACE");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    table_prompt(&t, "the code is found in 2 guesses");
    t.r->g.result(t.r, t.b, &result);
    assert_int_equal(result.rank, 1);
    assert_int_equal(result.score, 5);
    table_expect(&t, "ABCD.ENYN/FACE.YYYY/____.____/____.____/____.____/____.____/FACE....."
                     " player 1 round 2 ply 12 stamp 7 won 1");
}

static void test_not_found(void **state) {
    (void)state;
    tsr_result result;
    draw("FACE");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(t.b->over, 0);
        assert_int_equal(t.b->round, i + 1);
        guess_word("AAAA");
    }
    table_prompt(&t, "the code is not found in 6 guesses");
    t.r->g.result(t.r, t.b, &result);
    assert_int_equal(result.rank, 2);
    assert_int_equal(result.score, 0);
}

static void test_the_last_guess_can_win(void **state) {
    (void)state;
    draw("FACE");
    for (int i = 0; i < 5; i++) {
        guess_word("AAAA");
    }
    guess_word("FACE");
    assert_int_equal(t.b->winner, 0);
    table_prompt(&t, "the code is found in 6 guesses");
}

// A guess can be taken back until its last letter is given, its answer not.
static void test_take_back(void **state) {
    (void)state;
    tsr_info first, third, next;
    draw("FACE");
    t.r->g.info(t.r, t.b, &first);
    guess_word("ABC");
    t.r->g.info(t.r, t.b, &third);
    guess_word("D");
    t.r->g.info(t.r, t.b, &next);
    assert_int_equal(first.stamp, third.stamp);
    assert_int_not_equal(third.stamp, next.stamp);
}

// --- Nobody sees the code ----------------------------------------------------

static void test_draws_are_masked(void **state) {
    (void)state;
    tsr_move m = tsr_grid_placement('F', 6, 0), n = tsr_grid_placement('A', 6, 0);
    char text[64];
    for (int viewer = 0; viewer <= TSR_WATCHER; viewer += TSR_WATCHER) {
        tsr_move seen = t.r->g.seen(t.r, t.b, TSR_CHANCE, m, viewer);
        assert_true(seen & TSR_HIDDEN);
        assert_int_equal(seen, t.r->g.seen(t.r, t.b, TSR_CHANCE, n, viewer));
        tsr_move_text(t.r, t.b, TSR_CHANCE, seen, text, sizeof text);
        assert_string_equal(text, "? 6,0");
        tsr_event_text(t.r, t.b, TSR_CHANCE, seen, NULL, text, sizeof text);
        assert_string_equal(text, "letter 1 of the code is drawn");
    }
    m = tsr_grid_placement('F', 0, 0);
    assert_int_equal(t.r->g.seen(t.r, t.b, 0, m, TSR_WATCHER), m);
}

static void test_views_hide_the_code(void **state) {
    (void)state;
    unsigned char one[256], two[256];
    char text[512];
    assert_true(t.r->state_size <= sizeof one);
    draw("FACE");
    t.r->g.view(t.r, t.b, 0, one);
    draw("BBBB");
    t.r->g.view(t.r, t.b, 0, two);
    assert_memory_equal(one, two, t.r->state_size);
    tsr_position_text(t.r, one, text, sizeof text);
    assert_non_null(strstr(text, "/????..... player 1"));
    memset(two, 0xaa, sizeof two);
    assert_int_equal(tsr_position_read(t.r, text, two, NULL), TSR_OK);
    assert_memory_equal(one, two, t.r->state_size);
}

static void test_the_code_is_shown_at_the_end(void **state) {
    (void)state;
    unsigned char view[256];
    draw("FACE");
    guess_word("FACE");
    t.r->g.view(t.r, t.b, TSR_WATCHER, view);
    assert_memory_equal(view, t.b, t.r->state_size);
}

// --- Guessing the code -------------------------------------------------------

// The answer again, in another way: for each position, count by letter.
static void plain_answer(const char *code, const char *guess, char *out) {
    char rest[5];
    memcpy(rest, code, 4);
    memcpy(out, "NNNN", 4);
    for (int i = 0; i < 4; i++) {
        if (guess[i] == code[i]) {
            out[i] = 'Y';
            rest[i] = '-';
        }
    }
    for (int i = 0; i < 4; i++) {
        char *at = out[i] == 'N' ? memchr(rest, guess[i], 4) : NULL;
        if (at) {
            out[i] = 'E';
            *at = '-';
        }
    }
}

static int plain_fits(const char *code, const char *const *guesses, const char *truth, int n) {
    for (int i = 0; i < n; i++) {
        char one[4], two[4];
        plain_answer(code, guesses[i], one);
        plain_answer(truth, guesses[i], two);
        if (memcmp(one, two, 4) != 0) {
            return 0;
        }
    }
    return 1;
}

static void code_at(int n, char *out) {
    for (int i = 3; i >= 0; i--, n /= 6) {
        out[i] = (char)('A' + n % 6);
    }
}

// Draws many guesses; all codes that fit, and only those, must come up about
// equally often (chi-square).
static void check_guesses(const char *truth, const char *const *guesses, int n, int draws) {
    static int hits[1296];
    unsigned char view[256], full[256], again[256];
    tsr_rng g;
    int fitting = 0;
    memset(hits, 0, sizeof hits);
    tsr_rng_init(&g, 99);
    draw(truth);
    for (int i = 0; i < n; i++) {
        guess_word(guesses[i]);
    }
    t.r->g.view(t.r, t.b, 0, view);
    for (int i = 0; i < draws; i++) {
        tsr_line why;
        t.r->g.guess(t.r, view, 0, &g, full);
        assert_int_equal(t.r->g.check(t.r, full, &why), 0);
        t.r->g.view(t.r, full, 0, again);
        assert_memory_equal(view, again, t.r->state_size);
        const char *code = (const char *)full + sizeof(tsr_grid) + 6 * 9;
        int number = 0;
        for (int j = 0; j < 4; j++) {
            number = number * 6 + code[j] - 'A';
        }
        hits[number]++;
    }
    double chi = 0;
    for (int i = 0; i < 1296; i++) {
        char code[4];
        code_at(i, code);
        fitting += plain_fits(code, guesses, truth, n);
    }
    double expected = (double)draws / fitting;
    for (int i = 0; i < 1296; i++) {
        char code[4];
        code_at(i, code);
        if (!plain_fits(code, guesses, truth, n)) {
            assert_int_equal(hits[i], 0);
        } else {
            chi += (hits[i] - expected) * (hits[i] - expected) / expected;
        }
    }
    // Within five standard deviations, sqrt(2 * degrees of freedom) each.
    double excess = chi - (fitting - 1);
    assert_true(excess < 0 || excess * excess < 25 * 2.0 * fitting);
}

static void test_guesses_fit_and_are_uniform(void **state) {
    (void)state;
    static const char *const guesses[] = {"AABB", "CCDD", "ABEF"};
    enum { FEW = IS_SANITIZED ? 800 : 4000 };
    check_guesses("FACE", guesses, 0, 5 * FEW);
    check_guesses("FACE", guesses, 1, 5 * FEW);
    check_guesses("FACE", guesses, 2, 2 * FEW);
    check_guesses("FACE", guesses, 3, FEW);
    check_guesses("BABB", guesses, 1, FEW);
}

static void test_the_only_code_is_guessed(void **state) {
    (void)state;
    unsigned char view[256], full[256];
    tsr_rng g;
    tsr_rng_init(&g, 1);
    draw("ABCD");
    guess_word("ABCA");
    guess_word("ABCB");
    guess_word("ABCE");
    guess_word("ABCF");
    guess_word("ABCC");
    t.r->g.view(t.r, t.b, 0, view);
    t.r->g.guess(t.r, view, 0, &g, full);
    assert_memory_equal(full, t.b, t.r->state_size);
}

static void test_guess_while_drawing(void **state) {
    (void)state;
    unsigned char view[256], full[256], again[256];
    tsr_line why;
    tsr_rng g;
    tsr_rng_init(&g, 1);
    for (int n = 0; n < 4; n++) {
        t.r->g.view(t.r, t.b, 0, view);
        t.r->g.guess(t.r, view, 0, &g, full);
        assert_int_equal(t.r->g.check(t.r, full, &why), 0);
        t.r->g.view(t.r, full, 0, again);
        assert_memory_equal(view, again, t.r->state_size);
        tsr_play(t.r, t.b, TSR_CHANCE, tsr_grid_placement('C', 6, n));
    }
}

static void test_bad_positions(void **state) {
    (void)state;
    table_refuses_position(&t,
                           "ABCD.YYYN/____.____/____.____/____.____/____.____/____.____/AAAA....."
                           " player 1 round 2 ply 8",
                           "not a possible position: the answer to guess 1 is wrong");
    table_refuses_position(&t,
                           "AABB.YNNN/ABBB.NNNN/____.____/____.____/____.____/____.____/????....."
                           " player 1 round 3 ply 12",
                           "not a possible position: no code fits all the answers");
    table_refuses_position(&t,
                           "AABB.YNNN/____.____/____.____/____.____/____.____/____.____/????....."
                           " player 1 round 1 ply 4",
                           "not a possible position: 0,0 does not hold what it should after so "
                           "many moves");
}

// --- Other sizes -------------------------------------------------------------

static void test_options(void **state) {
    (void)state;
    table_close(&t);
    t = table_open(&tsr_game_mastermind, "guesses=3 length=5 colours=8");
    draw("HGFED");
    assert_int_equal(table_move_count(&t), 8);
    guess_word("DDDDD");
    expect_row(0, "DDDDD NNNNY");
    guess_word("HGFED");
    assert_int_equal(t.b->winner, 0);
    table_close(&t);
    t = table_open(&tsr_game_mastermind, "guesses=1 length=2 colours=4");
    draw("AB");
    table_refuses(&t, "E", "'E' is not for players to place");
    guess_word("BD");
    assert_int_equal(t.b->winner, TSR_NOBODY);
    expect_row(0, "BD EN");
}

static void test_scene(void **state) {
    (void)state;
    tsr_scene sc = {0};
    tsr_item items[256];
    char text[8192];
    tsr_picks picks;
    draw("AAEE");
    guess_word("EAAE");
    expect_row(0, "EAAE EYEY");
    sc.items = items;
    sc.item_cap = 256;
    sc.text = text;
    sc.text_cap = sizeof text;
    tsr_scene_clear(&sc);
    t.r->g.scene(t.r, t.b, 0, &sc);
    assert_true(sc.item_count < 256 && sc.text_size < sizeof text);
    int letters = 0, answers = 0;
    for (uint32_t i = 0; i < sc.item_count; i++) {
        letters += strcmp(text + items[i].label, "E on 0,0") == 0;
        answers += strcmp(text + items[i].label, "right letter elsewhere on 0,5") == 0;
    }
    assert_int_equal(letters, 1);
    assert_int_equal(answers, 1);
    assert_int_equal(t.r->g.path(t.r, t.b, 0, tsr_grid_placement('C', 1, 0), &picks), 1);
    assert_int_equal(picks.pick[0], tsr_grid_piece_ref(t.r, 'C'));
}

static void test_perft(void **state) {
    (void)state;
    uint64_t expected[8] = {6, 36, 216, 1296, 7776, 46656, 279936, 1679616};
    table_perft(&t, expected, 7);
    table_close(&t);
    // Two letters, two places, two guesses: after the first guess 4 of 16 are found.
    t = table_open(&tsr_game_mastermind, "guesses=2 length=2 colours=2");
    uint64_t small[] = {2, 4, 8, 16, 24, 48};
    table_perft(&t, small, 6);
    tsr_perft p;
    assert_int_equal(tsr_perft_run(t.r, t.b, 6, 1, NULL, &p), TSR_OK);
    assert_int_equal(p.games, 4 + 48);
    assert_int_equal(p.first[0], 4 + 12);
}

static void test_random_games(void **state) {
    (void)state;
    table_random_games(&t, 50, 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_start),
        TEST(test_answers),
        TEST(test_reasons),
        TEST(test_found),
        TEST(test_not_found),
        TEST(test_the_last_guess_can_win),
        TEST(test_take_back),
        TEST(test_draws_are_masked),
        TEST(test_views_hide_the_code),
        TEST(test_the_code_is_shown_at_the_end),
        TEST(test_guesses_fit_and_are_uniform),
        TEST(test_the_only_code_is_guessed),
        TEST(test_guess_while_drawing),
        TEST(test_bad_positions),
        TEST(test_options),
        TEST(test_scene),
        TEST(test_perft),
        TEST(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
