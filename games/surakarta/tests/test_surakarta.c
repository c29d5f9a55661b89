// SPDX-License-Identifier: MIT
//
// Surakarta: steps, runs round loops, reasons, both ends, and perft as a second program counts it.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_surakarta;

static void test_start(void **state) {
    (void)state;
    table t = table_open(&tsr_game_surakarta, NULL);
    table_expect(&t, "BBBBBB/BBBBBB/______/______/WWWWWW/WWWWWW player 1 round 1");
    assert_int_equal(table_move_count(&t), 16);
    table_close(&t);
}

// Only a run round at least one loop takes.
static void test_a_loop_must_be_passed(void **state) {
    (void)state;
    table t = table_open(&tsr_game_surakarta, NULL);
    table_set(&t, "B_____/______/______/W_____/______/______ player 1 round 9");
    table_refuses(&t, "3,0 0,0", "no free line round a loop leads from 3,0 to 0,0"); // straight on
    table_close(&t);
    // Row 1 to the left leads down column 1.
    table u = table_open(&tsr_game_surakarta, NULL);
    table_set(&u, "______/___W__/______/______/_B____/______ player 1 round 9");
    table_play(&u, "1,3 4,1");
    table_expect(&u, "______/______/______/______/_W____/______ player 1 round 9 won 1");
    table_close(&u);
}

// An own stone ends a run; the first line has no loop.
static void test_what_stops_a_run(void **state) {
    (void)state;
    table t = table_open(&tsr_game_surakarta, NULL);
    table_set(&t, "_W__W_/___W__/______/______/_B____/______ player 1 round 9");
    table_refuses(&t, "1,3 4,1", "no free line round a loop leads from 1,3 to 4,1");
    table_set(&t, "___W__/______/______/______/B_____/______ player 1 round 9");
    table_refuses(&t, "0,3 4,0", "no free line round a loop leads from 0,3 to 4,0");
    table_refuses(&t, "0,3 2,3", "a stone steps to a neighbouring point, not from 0,3 to 2,3");
    table_close(&t);
}

// Nothing taken for a hundred moves: more stones win.
static void test_quiet_end(void **state) {
    (void)state;
    tsr_result result[2];
    table t = table_open(&tsr_game_surakarta, NULL);
    table_set(&t, "B_____/______/______/______/______/W____W player 1 round 199 ply 198 quiet 99");
    table_play(&t, "5,0 4,0");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {16, 256, 5382}; // tests/shelf/second/surakarta.py
    table t = table_open(&tsr_game_surakarta, NULL);
    table_perft(&t, counted, 3);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_a_loop_must_be_passed),
        cmocka_unit_test(test_what_stops_a_run),
        cmocka_unit_test(test_quiet_end),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
