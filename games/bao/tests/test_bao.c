// SPDX-License-Identifier: MIT
//
// Bao for beginners: the first lap, captures and where they are sown, moves that are due, the end, and perft as a
// second program counts it.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_bao;

#define EIGHT "0,0,0,0,0,0,0,0"

// The front row of North has seeds enough for what is tested.
static void set(table *t, const char *north, const char *south, const char *back) {
    char text[200];
    snprintf(text, sizeof text, EIGHT "/%s/%s/%s South 1", north, south, back);
    table_set(t, text);
}

static void expect(table *t, const char *north, const char *south, const char *back) {
    char text[200];
    snprintf(text, sizeof text, EIGHT "/%s/%s/%s North 2", north, south, back);
    table_expect(t, text);
}

// From a2 to c2, where a seed lies: what faces it is sown from the left, as the way was.
static void test_a_capture_goes_on_the_same_way(void **state) {
    (void)state;
    table t = table_open(&tsr_game_bao, NULL);
    set(&t, "0,0,2,0,0,0,57,0", "2,0,1,0,0,0,0,0", "1,1,0,0,0,0,0,0");
    table_prompt(&t, "South captures");
    table_play(&t, "a2b2"); // a2: 0, b2: 1, c2: 2; then c3's two on a2, b2; b2's two on c2, d2
    expect(&t, "0,0,0,0,0,0,57,0", "1,0,3,1,0,0,0,0", "1,1,0,0,0,0,0,0");
    table_close(&t);
}

// From one of the two pits at an end the seeds are sown from that end, whichever way it was.
static void test_a_capture_at_the_end_turns(void **state) {
    (void)state;
    table t = table_open(&tsr_game_bao, NULL);
    set(&t, "0,0,0,0,0,59,0,2", "0,0,0,0,0,2,0,1", EIGHT);
    table_play(&t, "f2g2"); // g2, h2; h3's two on h2, g2: two lie there, and on they go to f2, e2
    expect(&t, "0,0,0,0,0,59,0,0", "0,0,0,0,1,1,0,3", EIGHT);
    table_close(&t);
}

static void test_what_is_due(void **state) {
    (void)state;
    table t = table_open(&tsr_game_bao, NULL);
    set(&t, "0,0,2,0,0,0,54,0", "2,0,1,0,0,3,0,0", "2,0,0,0,0,0,0,0");
    table_refuses(&t, "f2g2", "a capture is possible, and so is due");
    table_refuses(&t, "c2d2", "sow two seeds or more");
    table_refuses(&t, "c3d3", "that pit is not yours");
    table_refuses(&t, "a2c2", "name a pit and the one next to it to sow to");
    set(&t, "0,0,0,0,0,0,57,0", "0,3,0,0,0,0,0,1", "3,0,0,0,0,0,0,0");
    table_prompt(&t, "South sows");
    table_refuses(&t, "a1b1", "the front row is sown first");
    table_play(&t, "b2c2");
    expect(&t, "0,0,0,0,0,0,57,0", "0,0,1,1,1,0,0,1", "3,0,0,0,0,0,0,0");
    table_close(&t);
}

static void test_an_empty_front_row_loses(void **state) {
    (void)state;
    tsr_result result[2];
    table t = table_open(&tsr_game_bao, NULL);
    table_set(&t, "30,0,0,0,0,0,0,0/0,0,2,0,0,0,0,0/2,0,1,0,0,0,0,0/29,0,0,0,0,0,0,0 South 1");
    table_play(&t, "a2b2");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {16, 108, 500, 1902}; // tests/shelf/second/bao.py
    table t = table_open(&tsr_game_bao, NULL);
    table_perft(&t, counted, 4);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_capture_goes_on_the_same_way),
        cmocka_unit_test(test_a_capture_at_the_end_turns),
        cmocka_unit_test(test_what_is_due),
        cmocka_unit_test(test_an_empty_front_row_loses),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
