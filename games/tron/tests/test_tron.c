// SPDX-License-Identifier: MIT
//
// Tron: the start, trails, reasons, both players moving at once.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_tron;

static void test_start(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, NULL);
    table_expect(&t, "________/________/________/___A____/____B___/________/________/________"
                     " player 1 round 1");
    assert_int_equal(table_move_count(&t), 4);
    table_prompt(&t, "A to move");
    table_close(&t);
    t = table_open(&tsr_game_tron, "size=5");
    table_expect(&t, "_____/_A___/__B__/_____/_____ player 1 round 1");
    table_close(&t);
}

static void test_steps_leave_trails(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    table_event(&t, "1,1 0,1", "A goes from 1,1 to 0,1");
    table_play_all(&t, "1,1 0,1; 2,2 2,3");
    table_expect(&t, "_A__/_a__/__bB/____ player 1 round 3");
    table_close(&t);
}

static void test_reasons(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    table_refuses(&t, "1,1 2,2",
                  "a head moves one cell up, down, left or right, not from 1,1 to 2,2");
    table_refuses(&t, "1,1 1,3",
                  "a head moves one cell up, down, left or right, not from 1,1 to 1,3");
    table_refuses(&t, "1,1 1,1", "the piece already stands on 1,1");
    table_refuses(&t, "2,2 2,3", "the B on 2,2 belongs to B");
    table_refuses(&t, "0,0 0,1", "there is no piece on 0,0 to move");
    table_refuses(&t, "1,1 4,1", "that is off the board: rows are 0 to 3, columns 0 to 3");
    table_refuses(&t, "A 0,0", "pieces are moved here, not placed: write 'row,column row,column'");
    table_play_all(&t, "1,1 1,2; 2,2 2,1");
    table_refuses(&t, "1,1 0,1", "the trail of A on 1,1 belongs to nobody");
    table_play(&t, "1,2 0,2");
    table_play(&t, "2,1 3,1");
    table_set(&t, "____/_AB_/____/____ player 1 round 1");
    table_refuses(&t, "1,1 1,2", "B stands on 1,2");
    table_close(&t);
}

static void test_running_into_a_trail_loses(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    tsr_result result[2];
    table_play_all(&t, "1,1 1,2; 2,2 2,1");
    table_event(&t, "1,2 2,2", "A runs into the trail of B on 2,2");
    table_play(&t, "1,2 2,2");
    table_expect(&t, "____/_aa_/_BA_/____ player 1 round 3 won 2");
    table_prompt(&t, "B wins");
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 2);
    assert_int_equal(result[1].rank, 1);
    table_close(&t);
}

static void test_going_back_loses(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    table_play_all(&t, "1,1 1,2; 2,2 3,2; 1,2 0,2; 3,2 2,2");
    table_expect(&t, "__A_/_aa_/__B_/__b_ player 2 round 4 won 1");
    table_close(&t);
}

// In a dead end there is still one move: back.
static void test_there_is_always_a_move(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    table_set(&t, "Aabb/bbbb/bbbb/bbbB player 1 round 15");
    assert_int_equal(table_move_count(&t), 2);
    table_random_games(&t, 200, 11);
    table_close(&t);
}

static void test_bad_positions(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=4");
    table_refuses_position(&t, "____/_A__/____/____ player 1",
                           "not a possible position: there must be one A and one B");
    table_refuses_position(&t, "A___/_A__/__B_/____ player 1",
                           "not a possible position: there must be one A and one B");
    table_close(&t);
}

// --- Counted again without the kit -------------------------------------------

static uint64_t count(char *board, int size, int at, int other, int depth) {
    uint64_t n = 0;
    int steps[4] = {-size, 1, size, -1};
    if (depth == 0) {
        return 1;
    }
    for (int i = 0; i < 4; i++) {
        int to = at + steps[i];
        int leaves = (i == 1 && at % size == size - 1) || (i == 3 && at % size == 0);
        if (leaves || to < 0 || to >= size * size || to == other) {
            continue;
        }
        if (board[to]) { // a trail: the game ends
            n += depth == 1;
            continue;
        }
        board[at] = 1;
        n += count(board, size, other, to, depth - 1);
        board[at] = 0;
    }
    return n;
}

static void test_perft(void **state) {
    (void)state;
    static const uint64_t by_hand[] = {4, 4 + 4 + 3 + 3}; // two of the steps end beside B
    char board[64] = {0};
    uint64_t expected[9];
    table t = table_open(&tsr_game_tron, NULL);
    table_perft(&t, by_hand, 2);
    for (int depth = 1; depth <= 9; depth++) {
        expected[depth - 1] = count(board, 8, 3 * 8 + 3, 4 * 8 + 4, depth);
    }
    table_perft(&t, expected, 9);
    table_close(&t);
}

static void test_random_games(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tron, "size=26");
    table_random_games(&t, 20, 5);
    assert_true(t.b->winner < 2);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_steps_leave_trails),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_running_into_a_trail_loses),
        cmocka_unit_test(test_going_back_loses),
        cmocka_unit_test(test_there_is_always_a_move),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
