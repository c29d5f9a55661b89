// SPDX-License-Identifier: MIT
//
// Peg solitaire: the start, jumps, reasons, a solution played to its end.
#include "unit/grid_help.h"

extern const tsr_game tsr_game_pegs;

#define START "..XXX../..XXX../XXXXXXX/XXX_XXX/XXXXXXX/..XXX../..XXX.."

static void test_start(void **state) {
    (void)state;
    table t = table_open(&tsr_game_pegs, NULL);
    table_expect(&t, START " player 1 round 1");
    assert_int_equal(table_move_count(&t), 4);
    assert_int_equal(tsr_grid_count(t.b, 'X'), 32);
    table_event(&t, "3,1 3,3", "the peg on 3,1 jumps over 3,2 to 3,3");
    table_play(&t, "3,1 3,3");
    table_expect(&t, "..XXX../..XXX../XXXXXXX/X__XXXX/XXXXXXX/..XXX../..XXX.. player 1 round 2");
    table_close(&t);
}

static void test_reasons(void **state) {
    (void)state;
    table t = table_open(&tsr_game_pegs, NULL);
    table_refuses(&t, "0,0 0,2", "the board has no cell at 0,0");
    table_refuses(&t, "0,2 0,0", "the board has no cell at 0,0");
    table_refuses(&t, "3,2 3,3",
                  "a peg jumps two cells up, down, left or right, not from 3,2 to 3,3");
    table_refuses(&t, "1,1 3,3", "the board has no cell at 1,1");
    table_refuses(&t, "5,5 3,3", "the board has no cell at 5,5");
    table_refuses(&t, "4,2 3,3",
                  "a peg jumps two cells up, down, left or right, not from 4,2 to 3,3");
    table_refuses(&t, "3,3 3,1", "there is no piece on 3,3 to move");
    table_refuses(&t, "0,2 2,2", "2,2 holds a piece of your own (peg)");
    table_refuses(&t, "X 3,3", "pieces are moved here, not placed: write 'row,column row,column'");
    table_play(&t, "3,1 3,3");
    table_refuses(&t, "3,3 3,1", "there is no peg on 3,2 to jump over");
    table_close(&t);
}

// --- The game again, with bits and without the kit ---------------------------

typedef uint64_t pegs_mask;

static int hole(int row, int col) {
    int in = row >= 0 && row < 7 && col >= 0 && col < 7;
    return in && ((row >= 2 && row <= 4) || (col >= 2 && col <= 4));
}

static pegs_mask bit(int row, int col) {
    return (pegs_mask)1 << (row * 7 + col);
}

static pegs_mask start_mask(void) {
    pegs_mask m = 0;
    for (int i = 0; i < 49; i++) {
        m |= hole(i / 7, i % 7) ? (pegs_mask)1 << i : 0;
    }
    return m & ~bit(3, 3);
}

// The pegs that change by jump number `i` (cell and direction), 0 if there is none.
static pegs_mask jump(pegs_mask m, int i, char *text) {
    static const int step[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    int row = i / 4 / 7, col = i / 4 % 7, down = step[i % 4][0], right = step[i % 4][1];
    if (!hole(row, col) || !hole(row + 2 * down, col + 2 * right)) {
        return 0;
    }
    pegs_mask from = bit(row, col), over = bit(row + down, col + right);
    pegs_mask to = bit(row + 2 * down, col + 2 * right);
    if (!(m & from) || !(m & over) || (m & to)) {
        return 0;
    }
    if (text) {
        snprintf(text, 48, "%d,%d %d,%d", row, col, row + 2 * down, col + 2 * right);
    }
    return from | over | to;
}

static uint64_t count(pegs_mask m, int depth) {
    uint64_t n = 0;
    if (depth == 0) {
        return 1;
    }
    for (int i = 0; i < 49 * 4; i++) {
        pegs_mask change = jump(m, i, NULL);
        n += change ? count(m ^ change, depth - 1) : 0;
    }
    return n;
}

static void test_perft(void **state) {
    (void)state;
    static const uint64_t known[] = {4, 12, 60, 400};
    uint64_t expected[6];
    table t = table_open(&tsr_game_pegs, NULL);
    table_perft(&t, known, 4);
    for (int depth = 1; depth <= 6; depth++) {
        expected[depth - 1] = count(start_mask(), depth);
    }
    table_perft(&t, expected, 6);
    table_close(&t);
}

enum { SEEN = 1 << 20 };
static pegs_mask seen[SEEN];

static int solve(pegs_mask m, int pegs, int *jumps) {
    size_t at = (size_t)(m * 0x9e3779b97f4a7c15u >> 44);
    if (pegs == 1) {
        return m == bit(3, 3);
    }
    if (seen[at] == m) {
        return 0;
    }
    for (int i = 0; i < 49 * 4; i++) {
        pegs_mask change = jump(m, i, NULL);
        jumps[32 - pegs] = i;
        if (change && solve(m ^ change, pegs - 1, jumps)) {
            return 1;
        }
    }
    seen[at] = m;
    return 0;
}

static void test_solved(void **state) {
    (void)state;
    int jumps[32];
    char text[48];
    tsr_result result;
    pegs_mask m = start_mask();
    table t = table_open(&tsr_game_pegs, NULL);
    assert_true(solve(m, 32, jumps));
    for (int i = 0; i < 31; i++) {
        pegs_mask change = jump(m, jumps[i], text);
        table_play(&t, text);
        m ^= change;
    }
    table_expect(&t, "..___../..___../_______/___X___/_______/..___../..___.."
                     " player 1 round 31 won 1");
    table_prompt(&t, "solved: the last peg stands in the centre");
    t.r->g.result(t.r, t.b, &result);
    assert_int_equal(result.rank, 1);
    assert_int_equal(result.score, 31);
    table_close(&t);
}

static void test_lost(void **state) {
    (void)state;
    tsr_result result;
    table t = table_open(&tsr_game_pegs, NULL);
    table_set(&t, "..___../..___../_______/XX_____/_______/..___../..___.. player 1 round 31");
    table_play(&t, "3,0 3,2");
    table_prompt(&t, "not solved: the last peg does not stand in the centre");
    t.r->g.result(t.r, t.b, &result);
    assert_int_equal(result.rank, 2); // alone, and not first: lost
    table_set(&t, "..___../..___../_______/XX____X/_______/..___../..___.. player 1 round 30");
    table_play(&t, "3,0 3,2");
    table_expect(&t,
                 "..___../..___../_______/__X___X/_______/..___../..___.. player 1 round 30 lost");
    table_prompt(&t, "not solved: no jump is left, but 2 pegs are");
    table_close(&t);
}

static void test_everything_can_be_taken_back(void **state) {
    (void)state;
    tsr_info before, after;
    table t = table_open(&tsr_game_pegs, NULL);
    t.r->g.info(t.r, t.b, &before);
    table_play_all(&t, "3,1 3,3; 5,2 3,2");
    t.r->g.info(t.r, t.b, &after);
    assert_int_equal(before.stamp, after.stamp);
    table_close(&t);
}

static void test_random_games(void **state) {
    (void)state;
    table t = table_open(&tsr_game_pegs, NULL);
    table_random_games(&t, 30, 6);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_perft),        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_lost),         cmocka_unit_test(test_everything_can_be_taken_back),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
