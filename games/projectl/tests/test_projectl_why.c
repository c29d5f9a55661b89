// SPDX-License-Identifier: MIT

// The verifier: every kind of failure, its code and its sentence.

#include "projectl_test.h"

static game g;

static int start(void **state) {
    (void)state;
    g = pl_start("", 2, "W9 W22 W15 W4 B1 B2 B3 B4");
    return 0;
}

static int stop(void **state) {
    (void)state;
    pl_close(&g);
    return 0;
}

static void refused(const char *text, int code, const char *sentence) {
    pl_refused(&g, text, code, sentence);
}

// --- The nineteen kinds -----------------------------------------------------------------------

static void no_basic_piece(void **state) {
    (void)state;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        pl_drain(&g, 1, shape);
    }
    refused("basic", PROJECTL_WHY_NO_BASIC,
            "no O1 is left in the reserve, so no new piece can be taken");
}

static void bad_change(void **state) {
    (void)state;
    refused("upgrade I2 T", PROJECTL_WHY_BAD_CHANGE,
            "I2 can become a piece of level 3 at most; T is of level 4");
    refused("upgrade I2 I2", PROJECTL_WHY_SAME_CHANGE, "I2 would be changed into I2");
    pl_drain(&g, 1, TSR_PL_L2);
    refused("upgrade I2 L2", PROJECTL_WHY_CHANGE_OUT, "no L2 is left in the reserve");
}

static void not_owned(void **state) {
    (void)state;
    refused("upgrade T Z", PROJECTL_WHY_NOT_OWNED, "you have no T in your supply");
    pl_play_all(&g, "take W3;reveal W5");
    refused("place I3 1 a3", PROJECTL_WHY_NOT_OWNED, "you have no I3 in your supply");
}

static void row_unfinished(void **state) {
    (void)state;
    pl_play_all(&g, "recycle B;put 1");
    refused("basic", PROJECTL_WHY_ROW_UNFINISHED,
            "3 puzzles of the black row must still go under the deck");
}

static void row_empty(void **state) {
    pl_close(&g);
    (void)state;
    g = pl_start("white=4", 2, PL_ROWS);
    pl_play_all(&g, "take W1;take W2;take W3;take W4");
    refused("recycle W", PROJECTL_WHY_ROW_EMPTY,
            "the white row is empty, there is nothing to recycle");
    refused("top W", PROJECTL_WHY_DECK_EMPTY, "the white deck is empty");
    refused("take W2", PROJECTL_WHY_NOT_AVAILABLE,
            "there is no puzzle at place 2 of the white row");
}

static void not_in_row(void **state) {
    (void)state;
    pl_play_all(&g, "recycle W;put 2");
    refused("put 2", PROJECTL_WHY_NOT_IN_ROW,
            "place 2 of the white row has no puzzle left to put under the deck");
    refused("put 9", PROJECTL_WHY_NOT_IN_ROW,
            "place 9 of the white row has no puzzle left to put under the deck");
}

static void no_such_place(void **state) {
    (void)state;
    refused("take W5", PROJECTL_WHY_NO_SUCH_PLACE, "that names no puzzle: a row has places 1 to 4");
    refused("take B0", PROJECTL_WHY_NO_SUCH_PLACE, "that names no puzzle: a row has places 1 to 4");
}

static void four_puzzles(void **state) {
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W1;reveal W6;take W1;reveal W7;basic;basic;basic");
    pl_play_all(&g, "take W1;reveal W8");
    refused("take B1", PROJECTL_WHY_FOUR_PUZZLES, "you already have 4 unfinished puzzles");
}

static void not_the_shape(void **state) {
    (void)state;
    pl_play_all(&g, "take W3;reveal W5");
    refused("place I2 1 a3,c3", PROJECTL_WHY_NOT_SHAPE,
            "these 2 cells are not I2, however it is turned");
    refused("place I2 1 e3,a2", PROJECTL_WHY_NOT_SHAPE,
            "these 2 cells are not I2, however it is turned");
    refused("place I2 1 e3", PROJECTL_WHY_OVERHANG, "I2 would hang over the edge of puzzle 1");
    refused("place O1 1 a3,a2", PROJECTL_WHY_NOT_SHAPE,
            "these 2 cells are not O1, however it is turned");
}

static void no_puzzle(void **state) {
    (void)state;
    refused("place I2 1 a3", PROJECTL_WHY_NO_PUZZLE, "you have no puzzle 1");
    refused("place I2 7 a3", PROJECTL_WHY_NO_PUZZLE, "you have no puzzle 7");
}

static void no_fit(void **state) {
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;place O1 1 c3");
    refused("place I2 1 c3", PROJECTL_WHY_NO_FIT,
            "I2 does not fit there: c3 of puzzle 1 is not free");
    refused("place I2 1 a2", PROJECTL_WHY_OUTSIDE,
            "I2 does not fit there: a2 is outside the recess of puzzle 1");
}

static void master_used(void **state) {
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;master;place O1 1 c3");
    refused("master", PROJECTL_WHY_MASTER_USED, "you have used the master action in this turn");
    pl_play(&g, "done");
    refused("master", PROJECTL_WHY_MASTER_USED, "you have used the master action in this turn");
}

static void master_twice(void **state) {
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;master;place O1 1 c3");
    refused("place I2 1 a3", PROJECTL_WHY_MASTER_TWICE,
            "puzzle 1 has had its piece in this master action");
}

static void master_pieces(void **state) {
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6;master;place O1 1 c3");
    refused("place O1 2 c3", PROJECTL_WHY_MASTER_PIECES,
            "you have no further O1 for this master action");
}

static void touches_only(void **state) {
    pl_close(&g);
    (void)state;
    g = pl_start("rounds=1", 2, PL_ROWS);
    pl_play_all(&g, "take W1;reveal W5;basic;basic");
    refused("end", PROJECTL_WHY_NO_TOUCHES,
            "only finishing touches are ended, and this is round 1");
    pl_play_all(&g, "basic;basic;basic");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_TOUCH);
    refused("take W1", PROJECTL_WHY_TOUCHES_ONLY,
            "in the finishing touches you can only place pieces or end");
    refused("master", PROJECTL_WHY_TOUCHES_ONLY,
            "in the finishing touches you can only place pieces or end");
    refused("place I3 1 a3", PROJECTL_WHY_NOT_OWNED, "you have no I3 in your supply");
}

static void second_black(void **state) {
    pl_close(&g);
    (void)state;
    g = pl_start("black=5", 2, PL_ROWS);
    pl_play_all(&g, "take B1;reveal B5;take B1");
    refused("take B2", PROJECTL_WHY_SECOND_BLACK,
            "you have taken a black puzzle in this turn, and the end is near: one a turn");
    refused("top B", PROJECTL_WHY_SECOND_BLACK,
            "you have taken a black puzzle in this turn, and the end is near: one a turn");
}

// --- Others -----------------------------------------------------------------------------------

static void small_decisions(void **state) {
    (void)state;
    refused("done", PROJECTL_WHY_NO_MASTER, "no master action is going on");
    refused("put 1", PROJECTL_WHY_NO_RECYCLING, "no row is being recycled");
    refused("reward T", PROJECTL_WHY_NO_REWARD, "no reward is waiting");
    refused("master", PROJECTL_WHY_MASTER_NOTHING,
            "none of your pieces fits into any of your puzzles");
    refused("basic T", PROJECTL_WHY_NOT_BASIC,
            "a new piece is of level 1 now, and T is of level 4");
    refused("take 5", PROJECTL_WHY_NOT_SOLO, "name a colour: W or B");
    pl_play_all(&g, "take W3;reveal W5;master");
    refused("done", PROJECTL_WHY_MASTER_EMPTY, "a master action places at least one piece");
    refused("basic", PROJECTL_WHY_MASTER_OPEN,
            "finish the master action first: place a piece or say done");
}

static void the_solo_game(void **state) {
    pl_close(&g);
    (void)state;
    g = pl_start("", 1, "W1 W2 W3 W4 W5 W6 W7 W8 W9");
    refused("recycle W", PROJECTL_WHY_SOLO_RECYCLE, "nothing is recycled in the solo game");
    refused("take W1", PROJECTL_WHY_SOLO_GRID, "the solo game has one grid and one deck");
    refused("take 10", PROJECTL_WHY_NO_SUCH_PLACE, "that names no puzzle: a row has places 1 to 9");
}

// Codes that no move has, in every phase on the way.
static void garbage_is_no_move(void **state) {
    static const tsr_move garbage[] = {0,
                                       1ull << 63,
                                       0xffffffffffffffff,
                                       0xff,
                                       15,
                                       TSR_PL_MASTER | 1 << 8,
                                       TSR_PL_TAKE | 3 << 8,
                                       TSR_PL_TAKE | 1 << 24,
                                       TSR_PL_BASIC | 9 << 8,
                                       TSR_PL_UPGRADE | 9 << 16,
                                       1ull << 55 | TSR_PL_PLACE,
                                       TSR_PL_REVEAL,
                                       TSR_PL_FIRST};
    (void)state;
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        tsr_line line;
        assert_int_equal(projectl_why_not(g.r, g.s, 0, garbage[i], &line), PROJECTL_WHY_NOT_A_MOVE);
        assert_int_equal(projectl_why_not(g.r, g.s, 0, garbage[i], NULL), PROJECTL_WHY_NOT_A_MOVE);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_basic_piece),     TEST(bad_change),      TEST(not_owned),
        TEST(row_unfinished),     TEST(row_empty),       TEST(not_in_row),
        TEST(no_such_place),      TEST(four_puzzles),    TEST(not_the_shape),
        TEST(no_puzzle),          TEST(no_fit),          TEST(master_used),
        TEST(master_twice),       TEST(master_pieces),   TEST(touches_only),
        TEST(second_black),       TEST(small_decisions), TEST(the_solo_game),
        TEST(garbage_is_no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
