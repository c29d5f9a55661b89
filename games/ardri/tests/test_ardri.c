// SPDX-License-Identifier: MIT
//
// Ard Ri: the start, steps and captures, endings, reasons.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_ardri;

static table t;

static int set_up(void **state) {
    (void)state;
    t = table_open(&tsr_game_ardri, NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    table_close(&t);
    return 0;
}

static void test_start(void **state) {
    (void)state;
    table_expect(&t, "__VVV__/___V___/V_AAA_V/VVAKAVV/V_AAA_V/___V___/__VVV__ player 1 round 1");
    assert_int_equal(tsr_grid_count(t.b, 'V'), 16);
    assert_int_equal(tsr_grid_count(t.b, 'A'), 8);
    table_prompt(&t, "attacker to move");
    table_event(&t, "0,2 0,1", "attacker moves man from 0,2 to 0,1");
}

static void test_reasons(void **state) {
    (void)state;
    table_refuses(&t, "0,2 0,0",
                  "a piece moves one cell up, down, left or right, not from 0,2 to 0,0");
    table_refuses(&t, "0,2 1,1",
                  "a piece moves one cell up, down, left or right, not from 0,2 to 1,1");
    table_refuses(&t, "2,2 1,2", "the man on 2,2 belongs to defender");
    table_refuses(&t, "1,3 2,3", "2,3 is taken (man)");
    table_refuses(&t, "0,3 1,3", "1,3 holds a piece of your own (man)");
    table_refuses(&t, "0,0 0,1", "there is no piece on 0,0 to move");
    table_set(&t, "_______/_______/___V___/______V/___K___/_______/_______ player 1 round 1");
    table_refuses(&t, "2,3 3,3", "only the king may stand in the centre, 3,3");
    table_set(&t, "_______/_______/___A___/______V/___K___/_______/_______ player 2 round 1");
    table_refuses(&t, "2,3 3,3", "only the king may stand in the centre, 3,3");
    table_play(&t, "4,3 3,3");
}

static void test_a_piece_between_two_enemies_is_taken(void **state) {
    (void)state;
    table_set(&t, "_______/___V___/_VA____/_______/____K__/_______/_______ player 1 round 5");
    table_event(&t, "1,3 2,3", "attacker moves from 1,3 to 2,3 and takes 1 piece");
    table_play(&t, "1,3 2,3");
    table_expect(&t, "_______/_______/_V_V___/_______/____K__/_______/_______ player 2 round 6");
}

static void test_two_at_once_and_upright(void **state) {
    (void)state;
    tsr_picks picks;
    table_set(&t, "___V___/___A___/__V___V/___A___/___V_K_/_______/_______ player 1 round 5");
    table_event(&t, "2,2 2,3", "attacker moves from 2,2 to 2,3 and takes 2 pieces");
    assert_int_equal(t.r->g.path(t.r, t.b, 0, tsr_grid_movement(2, 2, 2, 3), &picks), 2);
    assert_int_equal(picks.marks, 2);
    table_play(&t, "2,2 2,3");
    table_expect(&t, "___V___/_______/___V__V/_______/___V_K_/_______/_______ player 2 round 6");
}

// Open point: walking in between two enemies loses the piece.
static void test_walking_in_between_is_suicide(void **state) {
    (void)state;
    table_set(&t, "_______/__V____/_A_A___/_______/____K__/_______/_V_____ player 1 round 5");
    table_play(&t, "1,2 2,2");
    table_expect(&t, "_______/_______/_A_A___/_______/____K__/_______/_V_____ player 2 round 6");
}

// Open point: the mover takes first, and may be free by that.
static void test_the_mover_takes_first(void **state) {
    (void)state;
    table_set(&t, "_______/__V____/VA_A___/_______/____K__/_______/_V_____ player 1 round 5");
    table_play(&t, "1,2 2,2");
    table_expect(&t, "_______/_______/V_VA___/_______/____K__/_______/_V_____ player 2 round 6");
}

static void test_edge_and_centre_do_not_help(void **state) {
    (void)state;
    table_set(&t, "A______/_____V_/_____K_/_______/_______/_______/V______ player 1 round 5");
    table_play(&t, "1,5 0,5");
    assert_int_equal(tsr_grid_count(t.b, 'A'), 1);
    table_set(&t, "_______/___V___/___A___/_____K_/_______/_______/V______ player 1 round 5");
    table_play(&t, "6,0 6,1"); // the A stands between a V and the empty centre
    assert_int_equal(tsr_grid_count(t.b, 'A'), 1);
}

static void test_the_king_helps_to_take(void **state) {
    (void)state;
    table_set(&t, "_______/_K_____/_______/_V_____/_A_____/______V/_______ player 2 round 6");
    table_play(&t, "1,1 2,1");
    table_expect(&t, "_______/_______/_K_____/_______/_A_____/______V/_______ player 1 round 7");
}

static void test_taking_the_king_wins(void **state) {
    (void)state;
    tsr_result result[2];
    table_set(&t, "_______/___V___/_VK____/_______/____A__/_______/_______ player 1 round 5");
    table_play(&t, "1,3 2,3");
    table_expect(&t,
                 "_______/_______/_V_V___/_______/____A__/_______/_______ player 1 round 5 won 1");
    table_prompt(&t, "attacker wins: the king is taken");
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
}

static void test_reaching_the_edge_wins(void **state) {
    (void)state;
    table_set(
        &t,
        "______V/__K____/_______/_______/____A__/_______/_______ player 2 round 5 ply 4 stamp 4");
    table_play(&t, "1,2 0,2");
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, 1);
    table_prompt(&t, "defender wins: the king has reached the edge");
}

// Open point: taking comes before the end.
static void test_the_edge_between_two_attackers(void **state) {
    (void)state;
    table_set(&t, "_V_V___/__K____/_______/_______/____A__/_______/_______ player 2 round 5");
    table_play(&t, "1,2 0,2");
    assert_int_equal(t.b->winner, 0);
    table_prompt(&t, "attacker wins: the king is taken");
}

// Open point: whoever has no move has lost.
static void test_without_a_move_one_loses(void **state) {
    (void)state;
    table_set(&t, "VA_____/A______/_______/_______/___K___/_____A_/_______ player 2 round 6");
    table_play(&t, "5,5 5,4");
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, 1);
    table_prompt(&t, "defender wins: attacker has no move");
    // The last attacker taken is the same.
    table_set(&t, "_______/_A_____/_V_____/_______/_A_K___/_______/_______ player 2 round 6");
    table_play(&t, "4,1 3,1");
    assert_int_equal(t.b->winner, 1);
}

static void test_a_hundred_quiet_moves_are_a_draw(void **state) {
    (void)state;
    static const char *const there_and_back[] = {"0,2 0,1", "2,2 1,2", "0,1 0,2", "1,2 2,2"};
    for (int i = 0; i < 99; i++) {
        table_play(&t, there_and_back[i % 4]);
    }
    assert_int_equal(t.b->quiet, 99);
    table_play(&t, there_and_back[3]);
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, TSR_NOBODY);
    table_prompt(&t, "the game is drawn");
}

static void test_a_capture_begins_the_count_anew(void **state) {
    (void)state;
    table_set(&t, "_______/___V___/_VA____/_______/____K__/_______/_______"
                  " player 1 round 60 quiet 59");
    table_play(&t, "1,3 2,3");
    assert_int_equal(t.b->quiet, 0);
}

static void test_a_thousand_moves_are_a_draw(void **state) {
    (void)state;
    table_set(&t, "_______/___V___/_______/_______/____K__/_______/_______ player 2 round 1000");
    table_play(&t, "4,4 4,3");
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, TSR_NOBODY);
}

static void test_bad_positions(void **state) {
    (void)state;
    table_refuses_position(
        &t, "_______/___V___/_______/_______/_______/_______/_______ player 1",
        "not a possible position: there must be one king while the game goes on");
    table_refuses_position(&t,
                           "_______/___V___/_______/__K____/_______/_______/_______"
                           " player 1 round 101 quiet 100",
                           "not a possible position: a count of moves or rounds is out of range");
}

// The same men after another number of moves are the same position to a search.
static void test_hash_leaves_counters_out(void **state) {
    (void)state;
    uint64_t one = t.r->more.hash(t.r, t.b);
    table_play_all(&t, "0,2 0,1; 2,2 1,2; 0,1 0,2; 1,2 2,2");
    assert_int_equal(one, t.r->more.hash(t.r, t.b));
}

// --- Counted again without the kit: every cell is looked at after each move ---

static int side(const char *board, int row, int col) {
    if (row < 0 || col < 0 || row > 6 || col > 6 || board[row * 7 + col] == '_') {
        return -1;
    }
    return board[row * 7 + col] != 'V';
}

static int held(const char *board, int row, int col) {
    int enemy = 1 - side(board, row, col);
    return (side(board, row - 1, col) == enemy && side(board, row + 1, col) == enemy) ||
           (side(board, row, col - 1) == enemy && side(board, row, col + 1) == enemy);
}

static void take_held(char *board, int player) {
    char gone[49] = {0};
    for (int i = 0; i < 49; i++) {
        gone[i] = side(board, i / 7, i % 7) == player && held(board, i / 7, i % 7);
    }
    for (int i = 0; i < 49; i++) {
        board[i] = gone[i] ? '_' : board[i];
    }
}

static int is_over(const char *board) {
    const char *king = memchr(board, 'K', 49);
    int at = king ? (int)(king - board) : 0;
    return at / 7 == 0 || at / 7 == 6 || at % 7 == 0 || at % 7 == 6;
}

static uint64_t count(const char *board, int player, int depth) {
    static const int step[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    uint64_t n = 0;
    if (depth == 0) {
        return 1;
    }
    if (is_over(board)) {
        return 0;
    }
    for (int i = 0; i < 49 * 4; i++) {
        int row = i / 4 / 7, col = i / 4 % 7;
        int to_row = row + step[i % 4][0], to_col = col + step[i % 4][1];
        char next[49];
        if (side(board, row, col) != player || to_row < 0 || to_col < 0 || to_row > 6 ||
            to_col > 6 || board[to_row * 7 + to_col] != '_' ||
            (to_row == 3 && to_col == 3 && board[row * 7 + col] != 'K')) {
            continue;
        }
        memcpy(next, board, 49);
        next[to_row * 7 + to_col] = board[row * 7 + col];
        next[row * 7 + col] = '_';
        take_held(next, 1 - player);
        take_held(next, player);
        n += count(next, 1 - player, depth - 1);
    }
    return n;
}

static void check_perft(const char *rows, int player, int depths) {
    uint64_t expected[8];
    char board[49], position[128];
    for (int i = 0; i < 49; i++) {
        board[i] = rows[i / 7 * 8 + i % 7];
    }
    for (int depth = 1; depth <= depths; depth++) {
        expected[depth - 1] = count(board, player, depth);
    }
    snprintf(position, sizeof position, "%s player %d round 1", rows, player + 1);
    table_set(&t, position);
    table_perft(&t, expected, depths);
}

static void test_perft(void **state) {
    (void)state;
    check_perft("__VVV__/___V___/V_AAA_V/VVAKAVV/V_AAA_V/___V___/__VVV__", 0, 4);
    check_perft("__V_V__/__AV___/V__AA_V/VVAK_VV/V_A_A_V/___VA__/__V_V__", 1, 4);
    check_perft("___V___/_A_V_A_/_V___V_/__AK___/_VA__V_/___A___/__V_V__", 0, 4);
}

static void test_random_games(void **state) {
    (void)state;
    table_random_games(&t, 20, 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_start),
        TEST(test_reasons),
        TEST(test_a_piece_between_two_enemies_is_taken),
        TEST(test_two_at_once_and_upright),
        TEST(test_walking_in_between_is_suicide),
        TEST(test_the_mover_takes_first),
        TEST(test_edge_and_centre_do_not_help),
        TEST(test_the_king_helps_to_take),
        TEST(test_taking_the_king_wins),
        TEST(test_reaching_the_edge_wins),
        TEST(test_the_edge_between_two_attackers),
        TEST(test_without_a_move_one_loses),
        TEST(test_a_hundred_quiet_moves_are_a_draw),
        TEST(test_a_capture_begins_the_count_anew),
        TEST(test_a_thousand_moves_are_a_draw),
        TEST(test_bad_positions),
        TEST(test_hash_leaves_counters_out),
        TEST(test_perft),
        TEST(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
