// SPDX-License-Identifier: MIT

// The built-in puzzles against figures computed apart, and every way in which a
// puzzle file can be wrong.

#include "projectl_test.h"

// --- The 52 ----------------------------------------------------------------------------

static void figures_of_the_base_game(void **state) {
    tsr_error err;
    tsr_rules *r = pl_try_open("", 2, NULL, &err);
    int count[2] = {0}, points[2] = {0}, by_points[2][6] = {{0}}, reward[2][TSR_PL_SHAPES] = {{0}};
    (void)state;
    assert_non_null(r);
    assert_int_equal(tsr_pl_puzzle_count(r), 52);
    for (int i = 0; i < 52; i++) {
        const tsr_pl_puzzle *p = tsr_pl_puzzle_at(r, i);
        count[p->colour]++;
        points[p->colour] += p->points;
        by_points[p->colour][p->points]++;
        reward[p->colour][p->reward]++;
        assert_int_equal(p->cells, projectl_bits(p->mask));
        assert_int_equal(p->colour, i >= 32);
    }
    static const int white_points[6] = {11, 13, 8, 0, 0, 0}, black_points[6] = {0, 0, 0, 8, 7, 5};
    static const int white_reward[] = {1, 3, 6, 5, 3, 5, 3, 3, 3}; // O1 O2 I2 I3 I4 L2 L3 Z T
    static const int black_reward[] = {6, 1, 3, 3, 1, 3, 1, 1, 1};
    assert_int_equal(count[TSR_PL_WHITE], 32);
    assert_int_equal(count[TSR_PL_BLACK], 20);
    assert_int_equal(points[TSR_PL_WHITE], 29);
    assert_int_equal(points[TSR_PL_BLACK], 77);
    assert_memory_equal(by_points[TSR_PL_WHITE], white_points, sizeof white_points);
    assert_memory_equal(by_points[TSR_PL_BLACK], black_points, sizeof black_points);
    assert_memory_equal(reward[TSR_PL_WHITE], white_reward, sizeof white_reward);
    assert_memory_equal(reward[TSR_PL_BLACK], black_reward, sizeof black_reward);
    // W22 and W23 are the same card, W9 has their recess.
    const tsr_pl_puzzle *w9 = tsr_pl_puzzle_at(r, 8), *w22 = tsr_pl_puzzle_at(r, 21),
                        *w23 = tsr_pl_puzzle_at(r, 22);
    assert_int_equal(w22->number, 22);
    assert_int_equal(w22->mask, w23->mask);
    assert_int_equal(w22->points + w23->points, 0);
    assert_int_equal(w22->reward, w23->reward);
    assert_int_equal(w9->mask, w22->mask);
    assert_int_equal(w9->points, 1);
    assert_int_equal(w9->reward, TSR_PL_O1);
    assert_null(tsr_pl_puzzle_at(r, 52));
    assert_null(tsr_pl_puzzle_at(r, -1));
    tsr_rules_close(r);
}

// --- Files -----------------------------------------------------------------------------

#define ROWS "P #####\nP #####\nP ##.##\nP ##.##\nP #####\n"

// A file of `white` and `black` small puzzles, with `tail` after them.
static char *make_file(int white, int black, const char *tail) {
    size_t cap = (size_t)(white + black) * 81 + strlen(tail) + 1, at = 0;
    char *text = malloc(cap);
    for (int i = 0; i < white + black; i++) {
        at += (size_t)snprintf(text + at, cap - at, "I %c %d\nR 1 I2\n" ROWS "\n",
                               i < white ? 'W' : 'B', i + 1);
    }
    snprintf(text + at, cap - at, "%s", tail);
    return text;
}

static void refused(const char *text, uint32_t line, const char *sentence) {
    tsr_error err = {0};
    tsr_rules *r = pl_try_open("", 2, text, &err);
    if (r) {
        fail_msg("accepted, but: %s", sentence);
    }
    assert_string_equal(err.message, sentence);
    assert_int_equal(err.line, line);
}

// The same after 33 good puzzles, which are 264 lines.
static void refused_after_good(const char *tail, uint32_t line, const char *sentence) {
    char *text = make_file(20, 13, tail);
    refused(text, 264 + line, sentence);
    free(text);
}

static void training_sets_of_other_sizes(void **state) {
    static const int sizes[][2] = {{4, 12}, {100, 50}, {1000, 700}};
    tsr_error err;
    (void)state;
    for (int i = 0; i < 3; i++) {
        char *text = make_file(sizes[i][0], sizes[i][1], "# the end\n");
        tsr_rules *r = pl_try_open("", 2, text, &err);
        assert_non_null(r);
        assert_int_equal(tsr_pl_puzzle_count(r), sizes[i][0] + sizes[i][1]);
        assert_int_equal(projectl_of(r)->deck[TSR_PL_WHITE], sizes[i][0]);
        assert_int_equal(projectl_of(r)->deck[TSR_PL_BLACK], 12);
        game g = {r, calloc(1, r->state_size)};
        tsr_rng rng;
        tsr_rng_init(&rng, 5);
        tsr_init(r, g.s);
        for (int ply = 0; ply < 400 && tsr_turn(r, g.s); ply++) {
            int who = tsr_mover(tsr_turn(r, g.s));
            tsr_play(r, g.s, who, tsr_sample(r, g.s, who, &rng));
            pl_check(&g);
        }
        pl_close(&g);
        free(text);
    }
}

static void a_set_may_be_as_large_as_a_draw(void **state) {
    tsr_error err = {0};
    char *text = make_file(TSR_MAX_MOVES, 12, "");
    tsr_rules *r = pl_try_open("", 2, text, &err);
    (void)state;
    assert_non_null(r);
    assert_int_equal(r->max_chance, TSR_MAX_MOVES);
    tsr_rules_close(r);
    free(text);
    text = make_file(TSR_MAX_MOVES + 1, 12, "");
    refused(text, 8 * TSR_MAX_MOVES + 1, "a set has at most 4096 puzzles of a colour");
    free(text);
}

static void files_may_be_written_loosely(void **state) {
    tsr_error err;
    char *text = make_file(20, 12,
                           "\r\nP #####\r\n# mixed\nP #...#\nR  7   l3\nP #####\n"
                           "not a record\n   \nP #####\nI b  77\nP #####");
    tsr_rules *r = pl_try_open("", 2, text, &err);
    (void)state;
    assert_non_null(r);
    const tsr_pl_puzzle *p = tsr_pl_puzzle_at(r, 32);
    assert_int_equal(p->colour, TSR_PL_BLACK);
    assert_int_equal(p->number, 77);
    assert_int_equal(p->points, 7);
    assert_int_equal(p->reward, TSR_PL_L3);
    assert_int_equal(p->mask, 7u << 6);
    tsr_rules_close(r);
    free(text);
}

static void defects_have_their_line(void **state) {
    (void)state;
    refused_after_good("I W 3\nR 0 T\n" ROWS, 1, "there are two puzzles called W 3");
    refused_after_good("I W 99\nR 0 T\n" ROWS "P #####\nI B 98\nR 0 T\n" ROWS, 8,
                       "a sixth P line in the puzzle that begins on line 265");
    refused_after_good("I W 99\n" ROWS "P #####\nR 0 T\n", 7,
                       "a sixth P line in the puzzle that begins on line 265");
    refused_after_good("I W 99\nP #####\nP ####\n", 3, "a P line has 5 cells, this one has 4");
    refused_after_good("P ######\n", 1, "a P line has 5 cells, this one has 6");
    refused_after_good("P ##x##\n", 1, "a cell is '.' (to fill) or '#', not 'x'");
    refused_after_good("R 1 Q4\n", 1,
                       "no piece is called 'Q4'; there are O1 O2 I2 I3 I4 L2 L3 Z T");
    refused_after_good("R -1 T\n", 1, "an R line is 'R 2 L3': points from 0 to 99 and a piece");
    refused_after_good("R x T\n", 1, "an R line is 'R 2 L3': points from 0 to 99 and a piece");
    refused_after_good("I G 1\n", 1, "the colour of a puzzle is W or B, not 'G'");
    refused_after_good("I W one\n", 1,
                       "an I line is 'I W 17': a colour and a number from 0 to 9999");
    refused_after_good(
        "I W 98\nI W 99\n", 2,
        "a new puzzle begins, but the one on line 265 is not complete: no R line, 0 of "
        "5 P lines");
    refused_after_good("I W 98 old\n", 1,
                       "'old' is too much: an I line is 'I W 17', a colour and a number");
    refused_after_good("R 2 L3 T\n", 1,
                       "'T' is too much: an R line is 'R 2 L3', points and a piece");
    refused_after_good("I\tW 98\n", 1, "a tab; the words of a line stand apart by blanks");
    refused_after_good("R 1 T\n\nR 1 T\n", 3,
                       "a second R line in the puzzle that begins on line 265");
    refused_after_good("I W 99\nR 1 T\nP ##.##\n", 3,
                       "the file ends inside the puzzle that begins on line 265: 1 of 5 P lines");
    refused_after_good("P ##.##\n", 1,
                       "the file ends inside the puzzle that begins on line 265: no I line, no R "
                       "line, 1 of 5 P lines");
    refused_after_good("I W 99\nR 1 T\nP #####\nP #####\nP #####\nP #####\nP #####\n", 1,
                       "puzzle W 99 has no cell to fill");
}

static void too_few_puzzles(void **state) {
    char *text = make_file(3, 12, "");
    (void)state;
    refused(text, 120, "the game needs at least 4 white puzzles, not 3");
    free(text);
    text = make_file(4, 11, "");
    refused(text, 120, "the game needs 12 black puzzles, and the file ends after 11");
    free(text);
    refused("", 1, "the game needs at least 4 white puzzles, not 0");
}

static void decks_by_option(void **state) {
    tsr_error err = {0};
    (void)state;
    assert_null(pl_try_open("black=4", 2, NULL, &err));
    assert_string_equal(err.message, "the game needs at least 5 black puzzles, not 4");
    assert_null(pl_try_open("white=4 black=5", 1, NULL, &err));
    assert_string_equal(err.message, "the solo game needs at least 10 puzzles");
    tsr_rules *r = pl_try_open("white=10 black=21", 4, NULL, &err);
    assert_non_null(r);
    assert_int_equal(projectl_of(r)->deck[TSR_PL_WHITE], 10);
    assert_int_equal(projectl_of(r)->deck[TSR_PL_BLACK], 20); // as many as there are
    tsr_rules_close(r);
}

// The rules' hash tells sets apart.
static void other_puzzles_are_other_rules(void **state) {
    tsr_error err;
    char *text = make_file(20, 12, "");
    tsr_rules *a = pl_try_open("", 2, NULL, &err), *b = pl_try_open("", 2, text, &err);
    (void)state;
    assert_true(a->hash != b->hash);
    tsr_rules_close(a);
    tsr_rules_close(b);
    free(text);
}

// --- Memory ----------------------------------------------------------------------------

typedef struct meter {
    int left; // calls that succeed
    int blocks;
} meter;

static void *failing_resize(void *self, void *old, size_t old_size, size_t new_size) {
    meter *m = self;
    (void)old_size;
    if (new_size == 0) {
        m->blocks -= old != NULL;
        free(old);
        return NULL;
    }
    if (m->left-- <= 0) {
        return NULL;
    }
    m->blocks += old == NULL;
    return realloc(old, new_size);
}

static void opening_survives_lack_of_memory(void **state) {
    tsr_setup setup;
    tsr_error err;
    tsr_rules *r = NULL;
    int calls = 0;
    (void)state;
    tsr_setup_init(&setup, &tsr_game_projectl);
    for (; !r; calls++) {
        meter m = {calls, 0};
        tsr_alloc alloc = {failing_resize, &m};
        if (tsr_rules_open(&setup, &alloc, &r, &err) == TSR_OK) {
            tsr_rules_close(r);
        } else {
            assert_int_equal(err.code, TSR_ERR_MEMORY);
        }
        assert_int_equal(m.blocks, 0);
    }
    assert_true(calls > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_the_base_game),
        cmocka_unit_test(training_sets_of_other_sizes),
        cmocka_unit_test(a_set_may_be_as_large_as_a_draw),
        cmocka_unit_test(files_may_be_written_loosely),
        cmocka_unit_test(defects_have_their_line),
        cmocka_unit_test(too_few_puzzles),
        cmocka_unit_test(decks_by_option),
        cmocka_unit_test(other_puzzles_are_other_rules),
        cmocka_unit_test(opening_survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
