// SPDX-License-Identifier: MIT
// The hand-written loops play the same game as ours.
#include "grid_help.h"

#include "limits/limits.h"

static void test_find(void **state) {
    (void)state;
    assert_non_null(limit_find("tictactoe"));
    assert_null(limit_find("nonesuch"));
}

static void test_perft(void **state) {
    (void)state;
    static const uint64_t expected[] = {1,     9,      72,     504,    3024, 15120,
                                        54720, 148176, 200448, 127872, 0};
    for (int depth = 0; depth <= 10; depth++) {
        assert_int_equal(limit_tictactoe_perft(depth), expected[depth]);
    }
}

// Counted over all 9! orders of the cells, the first player wins 212256 of 362880
// random games (0.5849), and they take 2767392 moves (7.626 each).
static void test_playouts(void **state) {
    (void)state;
    enum { GAMES = 200000 };
    uint64_t moves = 0, again = 0;
    uint64_t won = limit_tictactoe_playouts(GAMES, 7, &moves);
    assert_in_range(won, GAMES * 0.580, GAMES * 0.590);
    assert_in_range(moves, GAMES * 7.61, GAMES * 7.64);
    assert_int_equal(limit_tictactoe_playouts(GAMES, 7, &again), won);
    assert_int_equal(again, moves);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
