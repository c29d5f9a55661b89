// SPDX-License-Identifier: MIT
//
// Can't Stop: pairs, runners, lost turns, columns that are won, the end, and perft as a second program counts it.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_cantstop;

static void throw_dice(table *t, int a, int b, int c, int d) {
    assert_int_equal(tsr_turn(t->r, t->b), 1 << TSR_CHANCE);
    tsr_play(t->r, t->b, TSR_CHANCE, tsr_move_of(1, a, b, c, d));
}

static void test_pairs(void **state) {
    (void)state;
    table t = table_open(&tsr_game_cantstop, NULL);
    throw_dice(&t, 1, 2, 3, 6);
    table_prompt(&t, "player 1 pairs the dice");
    assert_int_equal(table_move_count(&t), 3); // 3 9, 4 8, 5 7
    table_refuses(&t, "roll", "that is not a move of this game");
    table_play(&t, "4 8");
    table_expect(&t, "0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 run 0,0,1,0,0,0,1,0,0,0,0 player "
                     "1 turn 1 decides");
    table_play(&t, "stop");
    table_expect(&t, "0,0,1,0,0,0,1,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 player 2 turn 2");
    throw_dice(&t, 3, 3, 3, 3);
    assert_int_equal(table_move_count(&t), 1); // 6 6 climbs twice
    table_play(&t, "6 6");
    table_expect(&t, "0,0,1,0,0,0,1,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 run 0,0,0,0,2,0,0,0,0,0,0 player "
                     "2 turn 2 decides");
    table_close(&t);
}

// One runner is left: of two new sums either climbs, not both.
static void test_the_last_runner(void **state) {
    (void)state;
    table t = table_open(&tsr_game_cantstop, NULL);
    table_set(&t, "0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 run 1,0,0,0,0,0,0,0,0,0,1 player 1 "
                  "turn 1 decides");
    table_play(&t, "roll");
    throw_dice(&t, 1, 2, 3, 6);
    assert_int_equal(table_move_count(&t), 6);
    table_play(&t, "9");
    table_expect(&t, "0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 run 1,0,0,0,0,0,0,1,0,0,1 player "
                     "1 turn 1 decides");
    table_close(&t);
}

static void test_a_lost_turn(void **state) {
    (void)state;
    table t = table_open(&tsr_game_cantstop, NULL);
    table_set(&t, "0,0,2,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 run 1,1,3,0,0,0,0,0,0,0,0 player 1 "
                  "turn 1 decides");
    table_play(&t, "roll");
    throw_dice(&t, 6, 6, 6, 6);
    table_expect(&t, "0,0,2,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 player 2 turn 2");
    table_close(&t);
}

static void test_three_columns_win(void **state) {
    (void)state;
    tsr_result result[2];
    table t = table_open(&tsr_game_cantstop, NULL);
    table_set(&t, "3,5,0,0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0,0,0,0 player 1 turn 9");
    throw_dice(&t, 6, 6, 6, 6);
    table_play_all(&t, "12; stop"); // 12 12 would go beyond the top
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[0].score, 3);
    table_set(&t, "3,5,0,0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0,0,0,0 player 2 turn 9");
    throw_dice(&t, 1, 1, 1, 2); // 2 and 3 are won: nobody climbs there
    table_expect(&t, "3,5,0,0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0,0,0,0 player 1 turn 10");
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {126, 231, 462, 58212}; // tests/shelf/second/cantstop.py
    table t = table_open(&tsr_game_cantstop, NULL);
    table_perft(&t, counted, 4);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),       cmocka_unit_test(test_the_last_runner),
        cmocka_unit_test(test_a_lost_turn), cmocka_unit_test(test_three_columns_win),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
