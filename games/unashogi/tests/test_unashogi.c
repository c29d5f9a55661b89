// SPDX-License-Identifier: MIT
//
// Unashogi: moves and drops of every piece, captures, endings, reasons.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_unashogi;

#define EMPTY                                                                                      \
    "_________/_________/_________/_________/_________/_________/_________/_________/_________"
#define FULL_HAND "ABC2D2E2F2G9Habc2d2e2f2g9h"

static table t;

static int set_up(void **state) {
    (void)state;
    t = table_open(&tsr_game_unashogi, NULL);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    table_close(&t);
    return 0;
}

// A board with some pieces ("A 4,4; h 0,0"), everything else in its owner's
// reserve. `player` is on turn.
static void arrange(const char *pieces, int player) {
    tsr_init(t.r, t.b);
    while (*pieces) {
        char letter = *pieces;
        int row = pieces[2] - '0', col = pieces[4] - '0';
        tsr_grid_set(t.b, row, col, letter);
        tsr_grid_add_reserve(t.r, t.b, letter, -1);
        pieces += 5;
        pieces += strspn(pieces, "; ");
    }
    t.b->player = (uint8_t)player;
    tsr_line why;
    assert_int_equal(t.r->g.check(t.r, t.b, &why), 0);
}

static void test_start(void **state) {
    (void)state;
    table_prompt(&t, "black to move");
    assert_int_equal(table_move_count(&t), 8 * 81);
    char text[512];
    tsr_position_text(t.r, t.b, text, sizeof text);
    assert_non_null(strstr(text, " player 1 round 1 reserve=A"));
    table_event(&t, "H 6,4", "black places pawn on 6,4");
}

static void test_drops_come_from_the_reserve(void **state) {
    (void)state;
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'H'), 9);
    table_play(&t, "H 6,4");
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'H'), 8);
    table_refuses(&t, "H 5,5", "'H' belongs to black, not to white");
    table_refuses(&t, "h 6,4", "6,4 is taken (pawn)");
    table_play(&t, "a 0,0");
    table_play(&t, "A 8,8");
    table_refuses(&t, "a 3,3", "white has no 'a' left in reserve");
}

// Every piece from the middle of the board, by hand.
static void expect_targets(const char *pieces, int player, const char *targets) {
    tsr_move list[TSR_MAX_MOVES];
    char found[1024] = "";
    arrange(pieces, player);
    int n = tsr_moves(t.r, t.b, player, list);
    for (int i = 0; i < n; i++) {
        tsr_grid_move m = tsr_grid_decode(list[i]);
        if (m.kind == TSR_GRID_MOVEMENT) {
            char one[32];
            snprintf(one, sizeof one, "%d,%d ", m.row, m.col);
            strcat(found, one);
        }
    }
    assert_string_equal(found, targets);
}

static void test_how_pieces_go(void **state) {
    (void)state;
    expect_targets("A 4,4", 0, "3,3 3,4 3,5 4,3 4,5 5,3 5,4 5,5 ");
    expect_targets("D 4,4", 0, "3,3 3,4 3,5 4,3 4,5 5,4 ");
    expect_targets("E 4,4", 0, "3,3 3,4 3,5 5,3 5,5 ");
    expect_targets("F 4,4", 0, "2,3 2,5 ");
    expect_targets("G 4,4", 0, "3,4 2,4 1,4 0,4 ");
    expect_targets("H 4,4", 0, "3,4 ");
    expect_targets("B 4,4", 0, "3,4 2,4 1,4 0,4 4,3 4,2 4,1 4,0 4,5 4,6 4,7 4,8 5,4 6,4 7,4 8,4 ");
    expect_targets("C 4,4", 0, "3,3 2,2 1,1 0,0 3,5 2,6 1,7 0,8 5,3 6,2 7,1 8,0 5,5 6,6 7,7 8,8 ");
}

static void test_the_second_player_faces_down(void **state) {
    (void)state;
    expect_targets("d 4,4", 1, "5,3 5,4 5,5 4,3 4,5 3,4 ");
    expect_targets("e 4,4", 1, "5,3 5,4 5,5 3,3 3,5 ");
    expect_targets("f 4,4", 1, "6,3 6,5 ");
    expect_targets("g 4,4", 1, "5,4 6,4 7,4 8,4 ");
    expect_targets("h 4,4", 1, "5,4 ");
}

static void test_at_the_edge(void **state) {
    (void)state;
    expect_targets("H 0,4", 0, "");
    expect_targets("F 1,4", 0, "");
    expect_targets("F 2,0", 0, "0,1 ");
    expect_targets("A 0,0", 0, "0,1 1,0 1,1 ");
}

static void test_sliders_stop_at_pieces(void **state) {
    (void)state;
    expect_targets("B 4,4; H 4,6; h 2,4", 0,
                   "3,4 4,3 4,2 4,1 4,0 4,5 5,4 6,4 7,4 8,4 3,6 "); // no king: no capture
    expect_targets("A 8,0; G 4,4; h 2,4", 0, "3,4 2,4 7,0 7,1 8,1 ");
}

static void test_knights_jump(void **state) {
    (void)state;
    arrange("F 4,4; H 3,4; h 3,3; h 3,5; h 2,4", 0);
    table_play(&t, "4,4 2,3");
    assert_int_equal(tsr_grid_at(t.b, 2, 3), 'F');
}

static void test_reasons(void **state) {
    (void)state;
    arrange("A 8,4; B 4,4; H 4,6; h 2,4; a 0,4", 0);
    table_refuses(&t, "4,4 3,3", "a rook does not go from 4,4 to 3,3");
    table_refuses(&t, "4,4 4,8", "something stands between 4,4 and 4,8");
    table_refuses(&t, "4,4 4,6", "4,6 holds a piece of your own (pawn)");
    table_refuses(&t, "4,6 5,6", "a pawn does not go from 4,6 to 5,6");
    table_refuses(&t, "2,4 3,4", "the pawn on 2,4 belongs to white");
    table_refuses(&t, "B 0,0", "black has no 'B' left in reserve");
    table_refuses(&t, "4,4 9,4", "that is off the board: rows are 0 to 8, columns 0 to 8");
}

static void test_no_capture_without_a_king_on_the_board(void **state) {
    (void)state;
    arrange("H 4,4; h 3,4; a 0,0", 0);
    table_refuses(&t, "4,4 3,4", "black may not capture before the king is on the board");
    table_play(&t, "A 8,8");
    table_play(&t, "3,4 4,4"); // white has its king and may
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'h'), 9);
}

static void test_captured_pieces_change_sides(void **state) {
    (void)state;
    arrange("A 8,8; B 4,4; c 4,0; a 0,0", 0);
    table_event(&t, "4,4 4,0", "black takes bishop on 4,0, coming from 4,4");
    table_play(&t, "4,4 4,0");
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'C'), 2);
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'c'), 0);
    table_play(&t, "0,0 0,1");
    table_play(&t, "C 0,0");
    assert_int_equal(tsr_grid_in_reserve(t.r, t.b, 'C'), 1);
}

static void test_taking_the_king_wins(void **state) {
    (void)state;
    tsr_result result[2];
    tsr_line why;
    arrange("A 8,8; B 4,4; a 4,0", 0);
    table_play(&t, "4,4 4,0");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 2);
    table_prompt(&t, "black wins: the king is taken");
    assert_int_equal(t.r->g.check(t.r, t.b, &why), 0);
    arrange("A 8,8; h 7,8; a 4,0", 1);
    table_play(&t, "7,8 8,8");
    table_prompt(&t, "white wins: the king is taken");
}

// Open point: whoever has no move at all loses. Black's king stands behind his
// pawns in the corner, the pawns stand before each other, the reserve is empty.
static void test_without_a_move_one_loses(void **state) {
    (void)state;
    table_set(&t, "AH_______/HH_______/_________/_________/_________/_________/_________/"
                  "_________/________a player 2 round 80 reserve=2b2c4d4e4f4g15h");
    table_play(&t, "8,8 8,7");
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, 1);
    table_prompt(&t, "white wins: black has no move");
}

static void test_a_hundred_quiet_moves_are_a_draw(void **state) {
    (void)state;
    static const char *const there_and_back[] = {"8,8 8,7", "0,0 0,1", "8,7 8,8", "0,1 0,0"};
    arrange("A 8,8; a 0,0", 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(t.b->over, 0);
        table_play(&t, there_and_back[i % 4]);
    }
    assert_int_equal(t.b->over, 1);
    assert_int_equal(t.b->winner, TSR_NOBODY);
    arrange("A 8,8; a 0,0", 0);
    for (int i = 0; i < 50; i++) {
        table_play(&t, there_and_back[i % 4]);
    }
    table_play(&t, "H 4,4"); // a drop begins anew
    assert_int_equal(t.b->quiet, 0);
}

static void test_position_text(void **state) {
    (void)state;
    arrange("A 8,4; H 4,4; a 0,4", 0);
    table_expect(&t,
                 "____a____/_________/_________/_________/____H____/_________/_________/_________/"
                 "____A____ player 1 round 1 reserve=BbCc2D2d2E2e2F2f2G2g8H9h");
    table_refuses_position(&t, EMPTY " player 1 round 1 reserve=ABC2D2E2F2G9Habc2d2e2f2g8h",
                           "not a possible position: there must be 18 pieces of the kind 'H' on "
                           "the board and in reserve");
    table_refuses_position(&t, EMPTY " player 1 round 1 reserve=2ABC2D2E2F2G9Hbc2d2e2f2g9h",
                           "not a possible position: each player must have one king while the "
                           "game goes on");
    table_refuses_position(&t, EMPTY " player 1 round 1 reserve=AA",
                           "column 117: this piece was counted already");
    table_refuses_position(&t, EMPTY " player 1 round 1 reserve=1A",
                           "column 116: a count in the reserve is 2 or more");
    table_refuses_position(&t, EMPTY " player 1 round 1 reserve=Z",
                           "column 116: a piece of the game is expected here");
    table_refuses_position(&t, EMPTY " player 1 round 1",
                           "column 107: 'reserve=' is expected here");
    table_set(&t, EMPTY " player 1 round 1 reserve=" FULL_HAND);
}

static void test_scene_has_reserves(void **state) {
    (void)state;
    tsr_scene sc = {0};
    tsr_picks picks;
    tsr_scene_clear(&sc);
    t.r->g.scene(t.r, t.b, 0, &sc);
    assert_int_equal(sc.zone_count, 3);
    assert_int_equal(sc.item_count, 81 + 16);
    assert_int_equal(t.r->g.path(t.r, t.b, 0, tsr_grid_placement('H', 0, 0), &picks), 2);
    assert_int_equal(picks.pick[0], tsr_grid_piece_ref(t.r, 'H'));
    assert_int_equal(picks.pick[1], 1);
}

// --- Counted again: all pairs of cells, and the distance alone ----------------

static int goes(const tsr_grid *b, char c, int row, int col, int to_row, int to_col) {
    int capital = c >= 'A' && c <= 'H';
    int down = capital ? to_row - row : row - to_row, right = to_col - col;
    int up = -down, side = right < 0 ? -right : right, far = up < 0 ? -up : up;
    int near = far <= 1 && side <= 1;
    int clear = tsr_grid_clear(b, row, col, to_row, to_col);
    switch (capital ? c : c - 'a' + 'A') {
    case 'A': return near;
    case 'B': return (far == 0 || side == 0) && clear;
    case 'C': return far == side && clear;
    case 'D': return near && !(up == -1 && side == 1);
    case 'E': return near && ((far == 1 && side == 1) || (up == 1 && side == 0));
    case 'F': return up == 2 && side == 1;
    case 'G': return side == 0 && up > 0 && clear;
    default: return side == 0 && up == 1;
    }
}

static int mine(char c, int player) {
    return player == 0 ? c >= 'A' && c <= 'H' : c >= 'a' && c <= 'h';
}

static uint64_t count(const tsr_grid *b, const int hand[16], int player, int depth) {
    uint64_t n = 0;
    if (depth == 0) {
        return 1;
    }
    union {
        tsr_grid board;
        char bytes[sizeof(tsr_grid) + 88];
    } next;
    for (int kind = 0; kind < 8; kind++) {
        int in_hand = hand[player * 8 + kind];
        for (int i = 0; in_hand && i < 81; i++) {
            if (tsr_grid_is_free(b, i / 9, i % 9)) {
                int less[16];
                memcpy(less, hand, sizeof less);
                less[player * 8 + kind]--;
                memcpy(&next, b, sizeof(tsr_grid) + 81);
                tsr_grid_set(&next.board, i / 9, i % 9, (char)((player ? 'a' : 'A') + kind));
                n += count(&next.board, less, 1 - player, depth - 1);
            }
        }
    }
    for (int i = 0; i < 81 * 81; i++) {
        int row = i / 81 / 9, col = i / 81 % 9, to_row = i % 81 / 9, to_col = i % 81 % 9;
        char c = tsr_grid_at(b, row, col), there = tsr_grid_at(b, to_row, to_col);
        int takes = there != '_';
        if (!mine(c, player) || i / 81 == i % 81 || mine(there, player) ||
            (takes && hand[player * 8]) || !goes(b, c, row, col, to_row, to_col)) {
            continue;
        }
        int more[16];
        memcpy(more, hand, sizeof more);
        if (takes) {
            more[player * 8 + (there | 32) - 'a']++;
        }
        memcpy(&next, b, sizeof(tsr_grid) + 81);
        tsr_grid_set(&next.board, row, col, '_');
        tsr_grid_set(&next.board, to_row, to_col, c);
        int over = (there | 32) == 'a';
        n += over ? depth == 1 : count(&next.board, more, 1 - player, depth - 1);
    }
    return n;
}

static void check_perft(const char *pieces, int player, int depths) {
    uint64_t expected[4];
    int hand[16];
    arrange(pieces, player);
    for (int i = 0; i < 16; i++) {
        hand[i] = tsr_grid_in_reserve(t.r, t.b, (char)(i < 8 ? 'A' + i : 'a' + i - 8));
    }
    for (int depth = 1; depth <= depths; depth++) {
        expected[depth - 1] = count(t.b, hand, player, depth);
    }
    table_perft(&t, expected, depths);
}

static void test_perft(void **state) {
    (void)state;
    static const uint64_t by_hand[] = {8 * 81, 8 * 81 * 8 * 80};
    table_perft(&t, by_hand, 2);
    check_perft("A 8,4; B 7,1; C 7,7; D 8,3; E 8,2; F 8,1; G 8,0; H 6,4; H 4,4;"
                "a 0,4; b 1,7; c 1,1; d 0,5; e 0,6; f 0,7; g 0,8; h 3,4; h 4,3",
                0, 2);
    check_perft("A 4,4; D 3,3; d 3,4; b 4,0; c 1,1; h 3,5; E 5,5; G 8,8; a 0,8", 1, 2);
    check_perft("B 4,4; h 4,6; a 0,0; e 5,4; g 2,4", 0, 2);
}

static void test_random_games(void **state) {
    (void)state;
    table_random_games(&t, 4, 9);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_start),
        TEST(test_drops_come_from_the_reserve),
        TEST(test_how_pieces_go),
        TEST(test_the_second_player_faces_down),
        TEST(test_at_the_edge),
        TEST(test_sliders_stop_at_pieces),
        TEST(test_knights_jump),
        TEST(test_reasons),
        TEST(test_no_capture_without_a_king_on_the_board),
        TEST(test_captured_pieces_change_sides),
        TEST(test_taking_the_king_wins),
        TEST(test_without_a_move_one_loses),
        TEST(test_a_hundred_quiet_moves_are_a_draw),
        TEST(test_position_text),
        TEST(test_scene_has_reserves),
        TEST(test_perft),
        TEST(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
