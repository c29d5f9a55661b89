// SPDX-License-Identifier: MIT

// The solo game: the automatic opponent, its locks, and who wins.

#include "projectl_test.h"

// Points: W1-W8 2, W9-W21 1, W22-W32 0; B1-B5 5, B6-B12 4, B13-B20 3.
#define GRID "W9 W10 W11 W1 W12 W13 W22 W14 W15"

static void locks(const game *g, int a, int b, int c, int supply) {
    assert_int_equal(g->s->locks[0], a);
    assert_int_equal(g->s->locks[1], b);
    assert_int_equal(g->s->locks[2], c);
    assert_int_equal(g->s->enemy_supply, supply);
}

static void setup(void **state) {
    static const char *const levels[] = {"solo=normal", "solo=hard", "solo=unbeatable"};
    static const int supply[] = {6, 3, 0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        game g = pl_start(levels[i], 1, GRID);
        locks(&g, 1, 2, 1, supply[i]);
        assert_int_equal(projectl_deck(g.s, TSR_PL_WHITE), 15 - 9);
        assert_int_equal(projectl_deck(g.s, TSR_PL_BLACK), 10);
        assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 1);
        assert_int_equal(g.s->seat[0].pieces[TSR_PL_I2], 1);
        pl_close(&g);
    }
}

static void taking_moves_a_lock_to_the_opponent(void **state) {
    game g = pl_start("", 1, GRID);
    (void)state;
    pl_play_all(&g, "take 5;reveal W16"); // middle column
    locks(&g, 1, 1, 1, 7);
    assert_int_equal(g.s->row[4], 16);
    pl_play_all(&g, "top;reveal W17"); // from the deck nothing moves
    locks(&g, 1, 1, 1, 7);
    assert_int_equal(g.s->seat[0].slot[1].puzzle, 17);
    pl_close(&g);
}

static void with_all_columns_locked_locks_are_removed(void **state) {
    game g = pl_start("", 1, GRID);
    (void)state;
    pl_play_all(&g, "basic;basic;basic");
    locks(&g, 0, 1, 0, 6); // and nothing is taken
    assert_int_equal(g.s->seat[1].completed, 0);
    assert_int_equal(g.s->round, 2);
    pl_close(&g);
}

static void the_opponent_takes_the_dearest_unlocked(void **state) {
    game g = pl_start("", 1, GRID);
    (void)state;
    pl_play_all(&g, "basic;basic;basic"); // unlocks columns 1 and 3
    pl_play_all(&g, "basic;basic;basic");
    // W1 (2 points, place 4) is the dearest of columns 1 and 3. Its column gets all six
    // pieces and one from the middle.
    assert_int_equal(tsr_turn(g.r, g.s), 1u << TSR_CHANCE);
    assert_int_equal(g.s->seat[1].points, 2);
    locks(&g, 7, 0, 0, 0);
    pl_play(&g, "reveal W16");
    assert_int_equal(g.s->row[3], 16);
    assert_int_equal(g.s->round, 3);
    // Now of columns 2 and 3 all have 1 point: the lowest place, 2.
    pl_play_all(&g, "basic;basic;basic");
    assert_int_equal(g.s->row[1], 0);
    locks(&g, 6, 1, 0, 0);
    assert_int_equal(g.s->seat[1].completed, 2);
    assert_int_equal(g.s->seat[1].points, 3);
    pl_close(&g);
}

static void white_comes_before_black(void **state) {
    game g = pl_start("white=9 black=5", 1, GRID);
    tsr_move out[64];
    uint32_t weight[64];
    (void)state;
    pl_play(&g, "top"); // all white ones are open: now black ones come
    assert_int_equal(g.r->g.chance(g.r, g.s, out, weight), 20);
    pl_play(&g, "reveal B3");
    pl_close(&g);
}

static void the_deck_ends_the_game(void **state) {
    game g = pl_start("white=5 black=5 solo=unbeatable", 1, "W1 W2 W3 W4 W5 B1 B2 B3 B4");
    (void)state;
    pl_play_all(&g, "take 8;reveal B5");
    assert_int_equal(g.s->last_round, 2); // and there is no limit on black ones
    pl_play_all(&g, "take 6;take 7");
    assert_int_equal(g.s->round, 2);
    pl_play_all(&g, "basic;basic;basic");
    pl_play(&g, "end");
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    assert_int_equal(pl_result(&g, 0).score, -15);
    assert_int_equal(pl_result(&g, 0).rank, 2);
    pl_close(&g);
}

static void a_tie_is_lost(void **state) {
    game g = pl_start("rounds=1", 1, "W10 W9 W11 W1 W12 W13 W22 W14 W15");
    (void)state;
    pl_play_all(&g, "take 2;reveal W16;place I2 1 c3 r90;basic"); // all columns stay locked
    assert_int_equal(tsr_turn(g.r, g.s), 0);                      // 1 against 0
    assert_int_equal(pl_result(&g, 0).score, 1);
    assert_int_equal(pl_result(&g, 0).rank, 1);
    pl_close(&g);
    g = pl_start("rounds=1", 1, GRID);
    pl_play_all(&g, "basic;basic;basic");
    assert_int_equal(pl_result(&g, 0).rank, 2); // 0 against 0
    pl_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup),
        cmocka_unit_test(taking_moves_a_lock_to_the_opponent),
        cmocka_unit_test(with_all_columns_locked_locks_are_removed),
        cmocka_unit_test(the_opponent_takes_the_dearest_unlocked),
        cmocka_unit_test(white_comes_before_black),
        cmocka_unit_test(the_deck_ends_the_game),
        cmocka_unit_test(a_tie_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
