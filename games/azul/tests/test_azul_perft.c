// SPDX-License-Identifier: MIT
//
// Azul's move trees from three positions that are small enough to count by hand.
// `tessera perft azul` counts the same.

#include "azul_test.h"

#include <tessera/perft.h>

static void counts(const tsr_rules *r, const char *position, const uint64_t *nodes, int depths) {
    azul_state s = azul_position_of(r, position);
    for (int depth = 0; depth <= depths; depth++) {
        tsr_perft quick, whole;
        assert_int_equal(tsr_perft_run(r, &s, depth, 0, NULL, &quick), TSR_OK);
        assert_int_equal(tsr_perft_run(r, &s, depth, 1, NULL, &whole), TSR_OK);
        assert_int_equal(quick.nodes, nodes[depth]);
        assert_int_equal(whole.nodes, nodes[depth]);
    }
}

// Two groups in the centre, empty boards, the marker already taken.
//
//   1  player 1 takes blue or red to any of 5 lines or the floor: 2 * 6 = 12
//   2  player 2 takes the other group, also to 6 targets: 12 * 6 = 72
//   3  the round ends, and display 1 is filled: the bag has at least 4 of each
//      colour, so there are 70 ways to have four tiles: 72 * 70 = 5,040
//   4  display 2: still at least 4 of each, 5,040 * 70 = 352,800
static void test_two_groups(void **unused) {
    static const uint64_t nodes[] = {1, 12, 72, 5040, 352800};
    tsr_rules *r = azul_rules(2, "");
    (void)unused;
    counts(r,
           "round 2 offer 1 start 1 | bag 9.20.9.20.20 | lid * | centre BBR | "
           "displays - - - - - | " BOARD " | " MARKER_BOARD,
           nodes, 4);
    tsr_rules_close(r);
}

// One display, lines that are full, under way or closed by the wall, and a bag
// that runs out.
//
//   Player 1: line 1 full; line 2 holds Y; row 3 of the wall has Y and line 3 is
//   empty; line 4 holds K; line 5 is empty and row 5 has R.
//   Player 2: line 1 is empty and row 1 has Y; line 2 is full; 3, 4, 5 are empty.
//
//   1  player 1 takes from display 1, which holds Y Y K R:
//        Y to line 2, line 5, floor: 3      (1 full, 3 has Y on the wall, 4 holds K)
//        K to line 3, 4, 5, floor: 4        (1 full, 2 holds Y)
//        R to line 3, floor: 2              (1 full, 2 holds Y, 4 holds K, 5 has R)
//      together 9
//   2  the centre now has two of the colours, and player 2 takes one of them:
//        Y to line 3, 4, 5, floor: 4; K or R to line 1, 3, 4, 5, floor: 5
//        after Y (3 ways): K or R, 10; after K (4 ways): Y or R, 9; after R (2): 9
//        3 * 10 + 4 * 9 + 2 * 9 = 84
//   3  player 1 takes the last group, colour z, if x was the first and y the second.
//      What player 1 may do with z depends on where x went.
//      x = Y (the rest K, R; player 2 takes K in 5 ways, then z = R; or R, then z = K)
//        Y to line 2 (now full): z = R: 3, F = 2;        z = K: 3, 4, 5, F = 4
//        Y to line 5 (holds Y):  z = R: 3, F = 2;        z = K: 3, 4, F = 3
//        Y to the floor:         z = R: 3, F = 2;        z = K: 3, 4, 5, F = 4
//        5 * (2 + 4) + 5 * (2 + 3) + 5 * (2 + 4) = 85
//      x = K (player 2 takes Y in 4 ways, then z = R; or R in 5 ways, then z = Y)
//        K to line 3 (holds K):  z = R: F = 1;           z = Y: 2, 5, F = 3
//        K to line 4:            z = R: 3, F = 2;        z = Y: 3
//        K to line 5 (holds K):  z = R: 3, F = 2;        z = Y: 2, F = 2
//        K to the floor:         z = R: 2;               z = Y: 3
//        4 * (1 + 2 + 2 + 2) + 5 * (3 + 3 + 2 + 3) = 28 + 55 = 83
//      x = R (player 2 takes Y in 4 ways, then z = K; or K in 5 ways, then z = Y)
//        R to line 3 (holds R):  z = K: 4, 5, F = 3;     z = Y: 2, 5, F = 3
//        R to the floor:         z = K: 3, 4, 5, F = 4;  z = Y: 3
//        4 * (3 + 4) + 5 * (3 + 3) = 58
//      together 85 + 83 + 58 = 226
//   4  the round ends; the bag has five black tiles, display 1 gets four: 226
//   5  display 2 gets the fifth: 226
static void test_closed_lines(void **unused) {
    static const uint64_t nodes[] = {1, 9, 84, 226, 226, 226};
    tsr_rules *r = azul_rules(2, "");
    (void)unused;
    counts(r,
           "round 3 offer 1 start 1 | bag 0.0.0.5.0 | lid * | centre M | displays YYKR - - - - | "
           "20 B/Y./.../KK../..... ...../...../...Y./...../.R... - | "
           "10 ./WW/.../..../..... .Y.../...../...../...../..... -",
           nodes, 5);
    tsr_rules_close(r);
}

// The free wall, with the end of the game in sight.
//
//   Player 1 has lines 1 and 3 full. Row 1 lacks columns 1 and 2, of which column 1
//   has blue already (row 5): line 1 goes to column 2 alone. Row 3 is empty; red may
//   go anywhere but column 3: 4 ways. Player 2 has line 2 full; row 2 lacks only
//   column 5, so it is complete then and the game ends.
//
//   1  1     2  4     3  4, and these are 4 whole games     4  0
static void test_free_wall(void **unused) {
    static const uint64_t nodes[] = {1, 1, 4, 4, 0};
    tsr_rules *r = azul_rules(2, "mode=advanced");
    const char *position =
        "round 5 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
        "20 B/../RRR/..../..... ..RKW/...../...../...../B.... - | "
        "40 ./WW/.../..../..... ...../BYRK./...../...../..... M";
    tsr_perft whole;
    (void)unused;
    counts(r, position, nodes, 4);
    azul_state s = azul_position_of(r, position);
    assert_int_equal(tsr_perft_run(r, &s, 3, 1, NULL, &whole), TSR_OK);
    assert_int_equal(whole.games, 4);
    assert_int_equal(whole.first[1], 4);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_closed_lines),
        cmocka_unit_test(test_free_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
