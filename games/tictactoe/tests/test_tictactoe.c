// SPDX-License-Identifier: MIT
//
// Tic-tac-toe: the start, endings, reasons, perft.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_tictactoe;

static int set_up(void **state) {
    static table t;
    t = table_open(&tsr_game_tictactoe, NULL);
    *state = &t;
    return 0;
}

static int tear_down(void **state) {
    table_close(*state);
    return 0;
}

static void test_start(void **state) {
    table *t = *state;
    table_expect(t, "___/___/___ player 1 round 1");
    table_prompt(t, "X to move");
    assert_int_equal(table_move_count(t), 9);
}

static void test_moves_are_read_as_people_type_them(void **state) {
    table *t = *state;
    table_play_all(t, "X 1,1; o 0,0; 2,0; O  0 , 2");
    table_expect(t, "O_O/_X_/X__ player 1 round 5");
    table_event(t, "0,1", "X places X on 0,1");
}

static void test_reasons(void **state) {
    table *t = *state;
    table_play(t, "X 1,1");
    table_refuses(t, "O 1,1", "1,1 is taken (X)");
    table_refuses(t, "X 0,0", "'X' belongs to X, not to O");
    table_refuses(t, "Q 0,0", "this game has no piece 'Q'");
    table_refuses(t, "O 3,0", "that is off the board: rows are 0 to 2, columns 0 to 2");
    table_refuses(t, "O 99999999999,0", "that is off the board: rows are 0 to 2, columns 0 to 2");
    table_refuses(t, "1,1 0,0", "pieces are placed here, not moved: write 'X row,column'");
    table_refuses(t, "hello", "that is not a move of this game");
    table_refuses(t, "", "that is not a move of this game");
}

static void test_rows_columns_and_diagonals_win(void **state) {
    table *t = *state;
    static const char *const won[] = {
        "0,0;1,0;0,1;1,1;0,2", "0,0;0,1;1,0;1,1;2,0", "0,0;0,1;1,1;0,2;2,2",
        "0,2;0,1;1,1;0,0;2,0", "2,0;1,0;2,1;1,1;2,2", "0,2;0,1;1,2;1,1;2,2",
    };
    for (size_t i = 0; i < sizeof won / sizeof won[0]; i++) {
        tsr_result result[2];
        tsr_init(t->r, t->b);
        table_play_all(t, won[i]);
        assert_int_equal(tsr_turn(t->r, t->b), 0);
        assert_int_equal(t->b->winner, 0);
        t->r->g.result(t->r, t->b, result);
        assert_int_equal(result[0].rank, 1);
        assert_int_equal(result[1].rank, 2);
        assert_int_equal(result[0].score, 1);
        table_prompt(t, "X wins");
    }
}

static void test_the_second_player_can_win(void **state) {
    table *t = *state;
    table_play_all(t, "0,0;1,0;0,1;1,1;2,2;1,2");
    table_expect(t, "XX_/OOO/__X player 2 round 6 won 2");
    table_prompt(t, "O wins");
}

// The original tests for a full board first and calls this a tie.
static void test_the_ninth_stone_can_win(void **state) {
    table *t = *state;
    table_play_all(t, "0,0;0,1;0,2;1,1;1,0;1,2;2,1;2,2;2,0");
    table_expect(t, "XOX/XOO/XXO player 1 round 9 won 1");
}

static void test_a_full_board_is_a_draw(void **state) {
    table *t = *state;
    tsr_result result[2];
    table_play_all(t, "0,0;0,1;0,2;1,1;1,0;1,2;2,1;2,0;2,2");
    table_expect(t, "XOX/XOO/OXX player 1 round 9 drawn");
    table_prompt(t, "the game is drawn");
    t->r->g.result(t->r, t->b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 1);
    table_refuses(t, "X 0,0", "the game is over");
}

static void test_perft(void **state) {
    static const uint64_t expected[] = {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    table_perft(*state, expected, 9);
}

static void test_all_games(void **state) {
    table *t = *state;
    tsr_perft p;
    assert_int_equal(tsr_perft_run(t->r, t->b, 9, 1, NULL, &p), TSR_OK);
    assert_int_equal(p.games, 255168);
    assert_int_equal(p.first[0], 131184);
    assert_int_equal(p.first[1], 77904);
    assert_int_equal(p.shared, 46080);
}

// An agent's state is its own: playing on a copy leaves the original alone, and
// the winner is known (nobody) before the end. Both are wrong in the original.
static void test_playing_on_a_copy(void **state) {
    table *t = *state;
    unsigned char copy[64], before[64];
    tsr_result result[2];
    table_play_all(t, "0,0;1,1");
    memcpy(before, t->b, t->r->state_size);
    memcpy(copy, t->b, t->r->state_size);
    tsr_play(t->r, copy, 0, tsr_grid_placement('X', 2, 2));
    assert_memory_equal(t->b, before, t->r->state_size);
    t->r->g.result(t->r, copy, result);
    assert_int_equal(result[0].rank, 0);
    assert_int_equal(result[0].score, 0);
    assert_int_equal(((const tsr_grid *)(const void *)copy)->winner, TSR_NOBODY);
}

// The original lists the moves of its own board whatever state it is asked about.
static void test_moves_follow_the_state(void **state) {
    table *t = *state;
    assert_int_equal(table_move_count(t), 9);
    table_set(t, "XO_/___/__X player 2 round 4");
    assert_int_equal(table_move_count(t), 6);
}

static void test_same_stones_same_hash(void **state) {
    table *t = *state;
    table_play_all(t, "0,0;1,1;2,2");
    uint64_t one = t->r->more.hash(t->r, t->b);
    tsr_init(t->r, t->b);
    table_play_all(t, "2,2;1,1;0,0");
    assert_int_equal(one, t->r->more.hash(t->r, t->b));
    tsr_init(t->r, t->b);
    table_play_all(t, "2,2;1,1;0,1");
    assert_int_not_equal(one, t->r->more.hash(t->r, t->b));
}

static void test_bad_positions(void **state) {
    table *t = *state;
    table_refuses_position(t, "", "column 1: row 0 ends after 0 cells, the board has 3 columns");
    table_refuses_position(t, "X_/___/___",
                           "column 3: row 0 ends after 2 cells, the board has 3 columns");
    table_refuses_position(t, "X__/___", "column 8: only 2 rows, the board has 3");
    table_refuses_position(t, "X___/___/___",
                           "column 4: this row is longer than the board is wide");
    table_refuses_position(t, "X__/___/____",
                           "column 12: this row is longer than the board is wide");
    table_refuses_position(t, "X__/___/___/___", "column 12: more rows than the board has");
    table_refuses_position(t, "Q__/___/___", "column 1: tictactoe has no piece of this letter");
    table_refuses_position(t, "X__/___/___ player 3", "column 20: player is a number from 1 to 2");
    table_refuses_position(t, "X__/___/___ player 1 round 2 won 3",
                           "column 34: won is a number from 1 to 2");
    table_refuses_position(t, "X__/___/___ nonsense",
                           "column 12: this does not belong to a position");
    table_refuses_position(t, "X.._/___/___",
                           "column 4: this row is longer than the board is wide");
    table_refuses_position(
        t, "X._/___/___",
        "not a possible position: 0,1 contains something that is not allowed there");
    table_refuses_position(t, "XOX/XOO/OXX player 1 round 9",
                           "not a possible position: X is on turn but has no move");
}

static void test_picks_and_scene(void **state) {
    table *t = *state;
    tsr_picks picks;
    tsr_scene sc = {0};
    table_play(t, "1,1");
    assert_int_equal(t->r->g.path(t->r, t->b, 1, tsr_grid_placement('O', 0, 2), &picks), 1);
    assert_int_equal(picks.pick[0], 3);
    tsr_scene_clear(&sc);
    t->r->g.scene(t->r, t->b, TSR_WATCHER, &sc);
    assert_int_equal(sc.zone_count, 1);
    assert_int_equal(sc.item_count, 10);
}

static void test_random_games(void **state) {
    assert_true(table_random_games(*state, 200, 1) > 200 * 5);
}

// The mean length of uniformly random games, 7.63, is known; so is who wins how often.
static void test_playouts_are_uniform(void **state) {
    table *t = *state;
    enum { GAMES = 20000 };
    tsr_rng g;
    uint32_t plies = 0, won[3] = {0};
    tsr_rng_init(&g, 7);
    for (int i = 0; i < GAMES; i++) {
        tsr_init(t->r, t->b);
        plies += t->r->more.playout(t->r, t->b, &g, 100);
        won[t->b->winner == TSR_NOBODY ? 2 : t->b->winner]++;
    }
    assert_in_range(plies, GAMES * 7.58, GAMES * 7.68);
    assert_in_range(won[0], GAMES * 0.570, GAMES * 0.600); // 0.585
    assert_in_range(won[1], GAMES * 0.275, GAMES * 0.301); // 0.288
    assert_in_range(won[2], GAMES * 0.115, GAMES * 0.139); // 0.127
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_moves_are_read_as_people_type_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reasons, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rows_columns_and_diagonals_win, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_second_player_can_win, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_ninth_stone_can_win, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_full_board_is_a_draw, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_perft, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_playing_on_a_copy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_moves_follow_the_state, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_same_stones_same_hash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_positions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_picks_and_scene, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_playouts_are_uniform, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
