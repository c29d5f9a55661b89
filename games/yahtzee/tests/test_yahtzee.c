// SPDX-License-Identifier: MIT
//
// Yahtzee: what boxes score, dice that are kept, jokers, the bonus, the end, and how many throws there are.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_yahtzee;

#define OPEN "-,-,-,-,-,-,-,-,-,-,-,-,-+0"

static void throw_dice(table *t, int a, int b, int c, int d, int e) {
    assert_int_equal(tsr_turn(t->r, t->b), 1 << TSR_CHANCE);
    tsr_play(t->r, t->b, TSR_CHANCE, tsr_move_of(1, a, b, c, d) | (tsr_move)e << 40);
}

static int score_of(table *t, int who) {
    tsr_result result[6];
    t->r->g.result(t->r, t->b, result);
    return result[who].score;
}

// The points of a box for dice that one player throws.
static int points(int a, int b, int c, int d, int e, const char *box) {
    table t = table_open(&tsr_game_yahtzee, "players=1");
    throw_dice(&t, a, b, c, d, e);
    table_play(&t, box);
    int n = score_of(&t, 0);
    table_close(&t);
    return n;
}

static void test_boxes(void **state) {
    (void)state;
    assert_int_equal(points(1, 1, 2, 5, 6, "ones"), 2);
    assert_int_equal(points(3, 6, 6, 6, 6, "sixes"), 24);
    assert_int_equal(points(2, 3, 4, 5, 6, "ones"), 0);
    assert_int_equal(points(2, 2, 2, 3, 4, "three of a kind"), 13);
    assert_int_equal(points(2, 2, 3, 3, 4, "three of a kind"), 0);
    assert_int_equal(points(2, 2, 2, 2, 4, "four of a kind"), 12);
    assert_int_equal(points(2, 2, 2, 3, 4, "four of a kind"), 0);
    assert_int_equal(points(2, 2, 2, 4, 4, "full house"), 25);
    assert_int_equal(points(2, 2, 2, 2, 4, "full house"), 0);
    assert_int_equal(points(2, 2, 2, 2, 2, "full house"), 0); // no joker before the box is filled
    assert_int_equal(points(1, 2, 3, 4, 6, "small straight"), 30);
    assert_int_equal(points(1, 3, 4, 5, 6, "small straight"), 30);
    assert_int_equal(points(1, 2, 4, 5, 6, "small straight"), 0);
    assert_int_equal(points(2, 3, 4, 5, 6, "large straight"), 40);
    assert_int_equal(points(1, 2, 3, 4, 6, "large straight"), 0);
    assert_int_equal(points(5, 5, 5, 5, 5, "yahtzee"), 50);
    assert_int_equal(points(5, 5, 5, 5, 6, "yahtzee"), 0);
    assert_int_equal(points(1, 1, 2, 5, 6, "chance"), 15);
}

static void test_keeping(void **state) {
    (void)state;
    table t = table_open(&tsr_game_yahtzee, NULL);
    throw_dice(&t, 1, 3, 3, 4, 6);
    assert_int_equal(table_move_count(&t), 23 + 13); // 2 * 3 * 2 * 2 - 1 ways to keep not all
    table_refuses(&t, "keep 5", "that is not a move of this game");
    table_play(&t, "keep 3 3");
    table_expect(&t, OPEN "/" OPEN " player 1 throw 1 dice ...33");
    throw_dice(&t, 1, 2, 3, 0, 0);
    table_expect(&t, OPEN "/" OPEN " player 1 throw 2 dice 12333");
    table_play(&t, "keep none");
    throw_dice(&t, 2, 2, 2, 6, 6);
    assert_int_equal(table_move_count(&t), 13); // three throws are made
    table_prompt(&t, "player 1 fills a box");
    table_play(&t, "full house");
    table_expect(&t, "-,-,-,-,-,-,-,-,25,-,-,-,-+0/" OPEN " player 2 throw 0 dice .....");
    table_close(&t);
}

static void test_forced_jokers(void **state) {
    (void)state;
    table t = table_open(&tsr_game_yahtzee, "players=1");
    table_set(&t, "-,-,-,-,-,-,-,-,-,-,-,50,-+0 player 1 throw 0 dice .....");
    throw_dice(&t, 4, 4, 4, 4, 4);
    assert_int_equal(table_move_count(&t), 5 + 1); // keep 0 to 4 of them, or fours
    table_refuses(&t, "chance", "that is not a move of this game");
    table_play(&t, "fours");
    table_expect(&t, "-,-,-,20,-,-,-,-,-,-,-,50,-+1 player 1 throw 0 dice .....");
    assert_int_equal(score_of(&t, 0), 170);
    throw_dice(&t, 4, 4, 4, 4, 4);
    assert_int_equal(table_move_count(&t), 5 + 6); // now any lower box
    table_play(&t, "large straight");
    assert_int_equal(score_of(&t, 0), 310);
    table_set(&t, "-,-,-,20,-,-,5,5,0,0,0,0,5+0 player 1 throw 0 dice .....");
    throw_dice(&t, 4, 4, 4, 4, 4);
    assert_int_equal(table_move_count(&t),
                     5 + 5); // none is left: 0 in an upper box, and no 100 points
    table_play(&t, "ones");
    assert_int_equal(score_of(&t, 0), 35);
    table_close(&t);
}

static void test_free_jokers(void **state) {
    (void)state;
    table t = table_open(&tsr_game_yahtzee, "players=1 joker=free");
    table_set(&t, "-,-,-,-,-,-,-,-,-,-,-,50,-+0 player 1 throw 0 dice .....");
    throw_dice(&t, 4, 4, 4, 4, 4);
    assert_int_equal(table_move_count(&t), 5 + 12);
    table_play(&t, "full house"); // fours are open: it counts as nothing else
    assert_int_equal(score_of(&t, 0), 150);
    table_close(&t);
}

static void test_the_end_and_the_bonus(void **state) {
    (void)state;
    tsr_result result[2];
    table t = table_open(&tsr_game_yahtzee, NULL);
    table_set(&t,
              "3,6,9,12,15,18,0,0,0,0,0,0,5+0/3,6,9,12,15,-,0,0,0,0,0,0,5+0 player 2 throw 0 dice "
              ".....");
    throw_dice(&t, 1, 1, 1, 6, 6);
    table_play(&t, "sixes"); // 57 above: one six too few
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].score, 63 + 35 + 5);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].score, 57 + 5);
    assert_int_equal(result[1].rank, 2);
    table_close(&t);
}

// 252 throws of five dice; behind each 13 boxes and the ways to keep some, 4368 in all less those of all five.
static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {252, 252 * 13 + 4368 - 252}; // tests/shelf/second/yahtzee.py
    table t = table_open(&tsr_game_yahtzee, NULL);
    table_perft(&t, counted, 2);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_keeping),
        cmocka_unit_test(test_forced_jokers),
        cmocka_unit_test(test_free_jokers),
        cmocka_unit_test(test_the_end_and_the_bonus),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
