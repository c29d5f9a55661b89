// SPDX-License-Identifier: MIT
//
// Domineering: the start, both players' dominoes, reasons, who loses.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_domineering;

static void test_start_and_moves(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, NULL);
    table_expect(&t, "______/______/______/______/______/______ player 1 round 1");
    assert_int_equal(table_move_count(&t), 30);
    table_prompt(&t, "horizontal to move");
    table_event(&t, "H 2,3", "horizontal covers 2,3 and 2,4");
    table_play(&t, "H 2,3");
    table_event(&t, "V 5,0", "vertical covers 5,0 and 4,0");
    table_play(&t, "5,0");
    table_expect(&t, "______/______/___HH_/______/V_____/V_____ player 1 round 3");
    table_close(&t);
}

static void test_reasons(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, NULL);
    table_refuses(&t, "H 0,5", "a domino of horizontal on 0,5 would stick out over the edge");
    table_refuses(&t, "V 3,3", "'V' belongs to vertical, not to horizontal");
    table_play(&t, "H 2,3");
    table_refuses(&t, "V 0,2", "a domino of vertical on 0,2 would stick out over the edge");
    table_refuses(&t, "V 3,4", "a domino on 3,4 also needs 2,4, which is taken");
    table_refuses(&t, "V 2,4", "2,4 is taken (domino)");
    table_refuses(&t, "V 6,0", "that is off the board: rows are 0 to 5, columns 0 to 5");
    table_close(&t);
}

static void test_the_one_without_room_loses(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, "rows=2 columns=2");
    tsr_result result[2];
    table_play(&t, "H 0,0");
    table_expect(&t, "HH/__ player 1 round 1 won 1"); // no upright domino fits any more
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
    table_close(&t);

    t = table_open(&tsr_game_domineering, "rows=3 columns=2");
    table_play_all(&t, "H 0,0; V 2,0");
    table_expect(&t, "HH/V_/V_ player 2 round 2 won 2");
    table_close(&t);
}

static void test_boards_without_room(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, "rows=2 columns=1"); // nothing for the first player
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    table_expect(&t, "_/_ player 2 round 1 ply 0 won 2");
    table_close(&t);
    t = table_open(&tsr_game_domineering, "rows=1 columns=2");
    table_play(&t, "H 0,0");
    table_expect(&t, "HH player 1 round 1 won 1");
    table_close(&t);
}

// --- Counted again, with bits and without the kit ----------------------------

typedef struct bits {
    int rows, cols;
} bits;

static uint64_t count(bits z, uint64_t taken, int upright, int depth) {
    uint64_t n = 0;
    if (depth == 0) {
        return 1;
    }
    for (int row = 0; row + upright < z.rows; row++) {
        for (int col = 0; col + !upright < z.cols; col++) {
            int at = row * z.cols + col;
            uint64_t domino = (uint64_t)1 << at | (uint64_t)1 << (at + (upright ? z.cols : 1));
            if (!(taken & domino)) {
                n += count(z, taken | domino, !upright, depth - 1);
            }
        }
    }
    return n;
}

static void check_perft(const char *options, int rows, int cols, int depths) {
    table t = table_open(&tsr_game_domineering, options);
    uint64_t expected[16];
    for (int depth = 1; depth <= depths; depth++) {
        expected[depth - 1] = count((bits){rows, cols}, 0, 0, depth);
    }
    table_perft(&t, expected, depths);
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    // An H in the top or bottom row is in the way of 2 upright dominoes, another of 4.
    static const uint64_t by_hand[] = {30, 10 * 28 + 20 * 26};
    table t = table_open(&tsr_game_domineering, NULL);
    table_perft(&t, by_hand, 2);
    table_close(&t);
    check_perft(NULL, 6, 6, 4);
    check_perft("rows=4 columns=4", 4, 4, 8);
    check_perft("rows=3 columns=5", 3, 5, 8);
}

static void test_random_games(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, NULL);
    table_random_games(&t, 30, 3);
    assert_true(t.b->winner < 2); // there are no draws
    table_close(&t);
    t = table_open(&tsr_game_domineering, "rows=16 columns=16");
    table_random_games(&t, 2, 4);
    table_close(&t);
}

static void test_marks(void **state) {
    (void)state;
    table t = table_open(&tsr_game_domineering, NULL);
    tsr_picks picks;
    assert_int_equal(t.r->g.path(t.r, t.b, 0, tsr_grid_placement('H', 0, 0), &picks), 1);
    assert_int_equal(picks.pick[0], 1);
    assert_int_equal(picks.marks, 1);
    assert_int_equal(picks.mark[0], 2);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_and_moves),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_the_one_without_room_loses),
        cmocka_unit_test(test_boards_without_room),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
