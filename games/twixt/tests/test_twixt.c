// SPDX-License-Identifier: MIT
//
// TwixT: links, crossings, exchanges, the swap, borders, both ends, and perft as a second program counts it.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_twixt;

static void test_links_by_themselves(void **state) {
    (void)state;
    table t = table_open(&tsr_game_twixt, "size=6");
    table_play_all(&t, "c2; a3; d4");
    table_expect(&t, "....../....../...R../B...../..R.../...... black last d4 links d4c2");
    table_play_all(&t, "c3; e6"); // a3-c3 is no knight's move, d4-e6 is
    table_expect(&t, "....R./....../...R../B.B.../..R.../...... black last e6 links e6d4,d4c2");
    table_close(&t);
}

// Nobody's link crosses another's.
static void test_an_enemy_link_blocks(void **state) {
    (void)state;
    table t = table_open(&tsr_game_twixt, "size=8");
    table_play_all(&t, "c4; b5; d6; d4"); // b5-d4 would cut c4-d6
    table_expect(
        &t, "......../......../...R..../.B....../..RB..../......../......../........ red last d4 "
            "links d6c4");
    table_close(&t);
}

// c5-e6 would cross red's own c4-d6.
static void test_exchange(void **state) {
    (void)state;
    const char *before = "c4; a2; d6; a3; c5; a4; e6";
    table t = table_open(&tsr_game_twixt, "size=8");
    table_play_all(&t, before);
    table_prompt(&t, "red may exchange links");
    assert_int_equal(table_move_count(&t), 2);
    table_refuses(&t, "b4", "the new peg has no such link to exchange");
    table_play(&t, "+c5");
    table_expect(
        &t, "......../......../...RR.../..R...../B.R...../B......./B......./........ black last e6 "
            "links e6c5");
    table_close(&t);
    t = table_open(&tsr_game_twixt, "size=8");
    table_play_all(&t, before);
    table_play(&t, "done");
    table_expect(
        &t, "......../......../...RR.../..R...../B.R...../B......./B......./........ black last e6 "
            "links d6c4");
    table_close(&t);
    t = table_open(&tsr_game_twixt, "size=8 links=crossing");
    table_play_all(&t, before);
    table_expect(
        &t, "......../......../...RR.../..R...../B.R...../B......./B......./........ black last e6 "
            "links d6c4,e6c5");
    table_close(&t);
}

static void test_swap(void **state) {
    (void)state;
    table t = table_open(&tsr_game_twixt, "size=6");
    table_play_all(&t, "b5; swap");
    table_expect(&t, "....../.B..../....../....../....../...... red swapped last b5");
    table_close(&t);
    t = table_open(&tsr_game_twixt, "size=6");
    table_play_all(&t, "c6; swap"); // turned over the diagonal from the top left
    table_expect(&t, "....../....../B...../....../....../...... red swapped last a4");
    table_close(&t);
    t = table_open(&tsr_game_twixt, "size=6 swap=no");
    table_play(&t, "c6");
    assert_int_equal(table_move_count(&t), 24);
    table_close(&t);
}

static void test_borders(void **state) {
    (void)state;
    table t = table_open(&tsr_game_twixt, "size=6");
    table_refuses(&t, "a3", "a3 lies in the border of the other side");
    table_refuses(&t, "swap", "only the first peg can be taken over, by black's first move");
    table_refuses(&t, "done", "the new peg has no such link to exchange");
    table_play(&t, "c3");
    table_refuses(&t, "c6", "c6 lies in the border of the other side");
    table_refuses(&t, "c3", "there is a peg on c3");
    table_close(&t);
}

static void test_a_chain_wins(void **state) {
    (void)state;
    tsr_result result[2];
    table t = table_open(&tsr_game_twixt, "size=6");
    table_play_all(&t, "c2; a2; d4; a3; e6; a4; e1");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {24, 584, 13072}; // tests/shelf/second/twixt.py
    table t = table_open(&tsr_game_twixt, "size=6");
    table_perft(&t, counted, 3);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links_by_themselves),
        cmocka_unit_test(test_an_enemy_link_blocks),
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_borders),
        cmocka_unit_test(test_a_chain_wins),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
