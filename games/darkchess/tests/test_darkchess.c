// SPDX-License-Identifier: MIT
//
// Dark chess: what is seen, what is told of moves in the fog, taking in passing, castling, and how it ends.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_darkchess;

// Whole rows in the fog; question marks right before a slash would be a trigraph.
#define FOG   "????????"
#define DARK3 FOG "/" FOG "/" FOG "/"
#define DARK4 DARK3 FOG "/"

static void expect_view(const table *t, int viewer, const char *expected) {
    char text[256];
    uint64_t view[64];
    t->r->g.view(t->r, t->b, viewer, view);
    t->r->g.text(t->r, view, text, sizeof text);
    assert_string_equal(text, expected);
}

static void expect_seen(const table *t, int who, const char *typed, int viewer, const char *seen) {
    char text[64];
    tsr_move m = TSR_NO_MOVE;
    assert_int_equal(t->r->g.move_parse(t->r, t->b, who, typed, &m), TSR_OK);
    m = t->r->g.seen(t->r, t->b, who, m, viewer);
    t->r->g.move_text(t->r, t->b, who, m, text, sizeof text);
    assert_string_equal(text, seen);
}

static void test_the_start_is_dark(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    assert_int_equal(table_move_count(&t), 20);
    expect_view(&t, 0, DARK4 "8/8/PPPPPPPP/RNBQKBNR w KQ ? - 0 0 -");
    expect_view(&t, 1, "rnbqkbnr/pppppppp/8/8/" DARK3 FOG " w ? kq - 0 0 -");
    expect_view(&t, TSR_WATCHER, DARK4 DARK3 FOG " w ? ? - 0 0 -");
    table_close(&t);
}

// A bishop sees along its lines up to the first man, and that man.
static void test_lines_end_at_men(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    table_play_all(&t, "e2e4; e7e5; f1a6");
    expect_view(&t, 1,
                "rnbqkbnr/pppp1ppp/B7/?3p3/?1?1P1?1/1???????"
                "/" FOG "/" FOG " b ? kq - 3 3 -");
    table_close(&t);
}

static void test_moves_in_the_fog(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    expect_seen(&t, 0, "b1c3", 1, "?");
    expect_seen(&t, 0, "b1c3", 0, "b1c3");
    table_play_all(&t, "e2e4; d7d5");
    expect_seen(&t, 0, "e4d5", 1, "?d5PxPd5");
    expect_seen(&t, 0, "e4d5", TSR_WATCHER, "?xP");
    table_close(&t);
}

static void test_in_passing(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    table_play_all(&t, "e2e4; a7a6; e4e5; d7d5");
    table_play(&t, "e5d6");
    table_expect(&t, "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQ kq - 0 5 p");
    table_close(&t);
}

static void test_castling_and_the_end(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    table_play_all(&t, "e2e4; e7e5; g1f3; f8c5; f1e2; c5f2; e1g1");
    table_expect(&t, "rnbqk1nr/pppp1ppp/8/4p3/4P3/5N2/PPPPBbPP/RNBQ1RK1 b - kq - 1 7 P");
    table_play(&t, "f2g1"); // nobody was warned
    table_expect(&t, "rnbqk1nr/pppp1ppp/8/4p3/4P3/5N2/PPPPB1PP/RNBQ1Rb1 b - kq - 0 8 PK black");
    assert_int_equal(tsr_turn(t.r, t.b), 0);
    table_close(&t);
}

static void test_quiet_turns_and_no_move(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    table_set(&t, "4k3/8/8/8/8/8/8/4K3 w - - - 99 200 PPPPPPPPNNBBRRQppppppppnnbbrrq");
    table_play(&t, "e1e2");
    table_expect(&t, "4k3/8/8/8/8/8/4K3/8 b - - - 100 201 PPPPPPPPNNBBRRQppppppppnnbbrrq draw");
    table_close(&t);
}

static void test_a_pawn_becomes_another(void **state) {
    (void)state;
    table t = table_open(&tsr_game_darkchess, NULL);
    table_set(&t, "4k3/P7/8/8/8/8/8/4K3 w - - - 9 200 PPPPPPPNNBBRRQppppppppnnbbrrq");
    table_play(&t, "a7a8n");
    table_expect(&t, "N3k3/8/8/8/8/8/8/4K3 b - - - 10 201 PPPPPPPNNBBRRQppppppppnnbbrrq");
    table_close(&t);
}

static void test_perft(void **state) {
    (void)state;
    const uint64_t counted[] = {20, 400, 8902}; // as in chess: nobody can give check before
    table t = table_open(&tsr_game_darkchess, NULL);
    table_perft(&t, counted, 3);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_start_is_dark),
        cmocka_unit_test(test_lines_end_at_men),
        cmocka_unit_test(test_moves_in_the_fog),
        cmocka_unit_test(test_in_passing),
        cmocka_unit_test(test_castling_and_the_end),
        cmocka_unit_test(test_quiet_turns_and_no_move),
        cmocka_unit_test(test_a_pawn_becomes_another),
        cmocka_unit_test(test_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
