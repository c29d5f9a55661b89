// SPDX-License-Identifier: MIT
//
// Liar's Dice: which bids are higher, what a call costs, wild ones, `exact`, who is out, and what is hidden.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_liarsdice;

static void test_bids(void **state) {
    (void)state;
    table t = table_open(&tsr_game_liarsdice, NULL);
    table_set(&t, "12345/22266 player 1 round 1");
    assert_int_equal(table_move_count(&t), 60); // and nobody to call a liar
    table_play(&t, "2x3");
    table_prompt(&t, "player 2 bids more than 2 x 3, or doubts it");
    assert_int_equal(table_move_count(&t), 3 + 48 + 1);
    table_refuses(&t, "2x3", "bid more dice, or as many of a higher face, than 2 x 3");
    table_refuses(&t, "1x6", "bid more dice, or as many of a higher face, than 2 x 3");
    table_refuses(&t, "11x2", "there are only 10 dice");
    table_refuses(&t, "exact", "exact is not played here");
    table_play_all(&t, "2x4; 3x1");
    table_expect(&t, "12345/22266 bid 3x1 by 1 player 2 round 1");
    table_close(&t);
}

// Three twos and a one that counts as one: four are there, five are not.
static void test_calls(void **state) {
    (void)state;
    table t = table_open(&tsr_game_liarsdice, NULL);
    table_set(&t, "13345/22266 bid 4x2 by 1 player 2 round 1");
    table_play(&t, "liar");
    table_expect(&t, "...../.... player 2 round 2 last 13345/22266 bid 4x2 by 1 liar by 2");
    table_set(&t, "13345/22266 bid 5x2 by 1 player 2 round 1");
    table_play(&t, "liar");
    table_expect(&t, "..../..... player 1 round 2 last 13345/22266 bid 5x2 by 1 liar by 2");
    table_close(&t);
}

static void test_ones_that_are_not_wild(void **state) {
    (void)state;
    table t = table_open(&tsr_game_liarsdice, "wild=no");
    table_set(&t, "13345/22266 bid 4x2 by 1 player 2 round 1");
    table_play(&t, "liar");
    table_expect(&t, "..../..... player 1 round 2 last 13345/22266 bid 4x2 by 1 liar by 2");
    table_close(&t);
}

static void test_exact(void **state) {
    (void)state;
    table t = table_open(&tsr_game_liarsdice, "exact=yes dice=2 players=3");
    table_set(&t, "12/33/46 bid 3x3 by 1 player 2 round 1");
    table_play(&t, "exact");
    table_expect(&t, "./../. player 2 round 2 last 12/33/46 bid 3x3 by 1 exact by 2");
    table_set(&t, "12/33/46 bid 2x3 by 1 player 2 round 1");
    table_play(&t, "exact");
    table_expect(&t, ".././.. player 2 round 2 last 12/33/46 bid 2x3 by 1 exact by 2");
    table_close(&t);
}

static void test_the_last_one_left(void **state) {
    (void)state;
    tsr_result result[3];
    table t = table_open(&tsr_game_liarsdice, "dice=1 players=3");
    table_set(&t, "2/3/4 bid 1x5 by 1 player 2 round 1");
    table_play(&t, "liar");
    table_expect(&t, "-3/./. player 2 round 2 last 2/3/4 bid 1x5 by 1 liar by 2");
    table_set(&t, "-3/1/4 bid 1x1 by 2 player 3 round 2 last 2/3/4 bid 1x5 by 1 liar by 2");
    table_play(&t, "liar"); // a one is there
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 3);
    assert_int_equal(result[1].rank, 1);
    assert_int_equal(result[2].rank, 2);
    table_close(&t);
}

static void test_dice_are_hidden(void **state) {
    (void)state;
    char text[256];
    uint64_t view[64];
    table t = table_open(&tsr_game_liarsdice, NULL);
    table_set(&t, "13345/22266 bid 4x2 by 1 player 2 round 1");
    t.r->g.view(t.r, t.b, 1, view);
    t.r->g.text(t.r, view, text, sizeof text);
    assert_string_equal(text, "?????"
                              "/22266 bid 4x2 by 1 player 2 round 1");
    t.r->g.view(t.r, t.b, TSR_WATCHER, view);
    t.r->g.text(t.r, view, text, sizeof text);
    assert_string_equal(text, "?????"
                              "/????? bid 4x2 by 1 player 2 round 1");
    table_set(&t, "13345/..... player 1 round 1");
    tsr_move thrown = tsr_move_of(1, 2, 2, 2, 6) | (tsr_move)6 << 40;
    assert_true(t.r->g.seen(t.r, t.b, TSR_CHANCE, thrown, 1) == thrown);
    assert_true(t.r->g.seen(t.r, t.b, TSR_CHANCE, thrown, 0) == (TSR_HIDDEN | 1));
    table_close(&t);
}

// Two dice: 6 x 6 throws, then a first bid of 12, then all that are higher and liar.
static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {6, 36, 432, 36 * (66 + 12)}; // tests/shelf/second/liarsdice.py
    table t = table_open(&tsr_game_liarsdice, "dice=1");
    table_perft(&t, counted, 4);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bids),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_ones_that_are_not_wild),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_the_last_one_left),
        cmocka_unit_test(test_dice_are_hidden),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
