// SPDX-License-Identifier: MIT
//
// 2048: how tiles slide and merge, reasons, the end, and perft as a second program counts it.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_2048;

static table from(const char *options, const char *position) {
    table t = table_open(&tsr_game_2048, options);
    table_set(&t, position);
    return t;
}

// A tile merges once a slide, and those nearest to the side do first.
static void test_merging(void **state) {
    (void)state;
    table t = from(NULL, "2,2,2,2/2,2,4,8/4,2,2,0/2,0,0,2 score 0");
    table_play(&t, "left");
    table_expect(&t, "4,4,0,0/4,4,8,0/4,4,0,0/4,0,0,0 score 20 coming 1");
    table_close(&t);
    t = from(NULL, "2,2,2,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0");
    table_play(&t, "right");
    table_expect(&t, "0,0,2,4/0,0,0,0/0,0,0,0/0,0,0,0 score 4 coming 1");
    table_close(&t);
}

static void test_reasons(void **state) {
    (void)state;
    table t = from(NULL, "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 0");
    table_refuses(&t, "left", "nothing would move left");
    table_refuses(&t, "up", "nothing would move up");
    assert_int_equal(table_move_count(&t), 2);
    table_close(&t);
}

// The game goes on after the goal, until nothing moves, and then counts as won.
static void test_the_end(void **state) {
    (void)state;
    tsr_result result;
    table t = from("size=3", "256,4,8/2,4,16/2,8,0 score 1800 coming 1");
    tsr_move two = tsr_move_of(5, 1, 8, 0, 0);
    assert_int_equal(tsr_turn(t.r, t.b), 1 << TSR_CHANCE);
    tsr_play(t.r, t.b, TSR_CHANCE, two);
    assert_int_equal(tsr_turn(t.r, t.b), 1);
    table_close(&t);
    t = from("size=3", "256,4,8/2,16,4/4,8,0 score 1800 coming 1");
    tsr_play(t.r, t.b, TSR_CHANCE, two);
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, &result);
    assert_int_equal(result.rank, 1);
    assert_int_equal(result.score, 1800);
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    table t = table_open(&tsr_game_2048, "size=3");
    const uint64_t counted[] = {18, 288, 1008, 14400}; // tests/shelf/second/tiles.py
    table_perft(&t, counted, 4);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merging),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
