// SPDX-License-Identifier: MIT
// Boards, their layouts and text form, and the grammar of moves.
#include "grid_help.h"

static union {
    tsr_grid board;
    uint64_t align;
    char bytes[sizeof(tsr_grid) + 64 * 64];
} memory;

static tsr_grid *const b = &memory.board;

static void set_up(int height, int width, const char *layout) {
    tsr_error err;
    if (tsr_grid_set_up(b, height, width, layout, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
}

static void refuse_layout(int height, int width, const char *layout, const char *message) {
    tsr_error err;
    memset(&memory, 0x5a, sizeof memory);
    assert_int_not_equal(tsr_grid_set_up(b, height, width, layout, &err), TSR_OK);
    assert_string_equal(err.message, message);
    assert_int_equal(memory.bytes[0], 0x5a);
    assert_int_equal(memory.bytes[20], 0x5a);
}

// --- Layouts -----------------------------------------------------------------

static void test_board_is_free_without_layout(void **state) {
    (void)state;
    set_up(2, 3, NULL);
    for (int row = 0; row < 2; row++) {
        for (int col = 0; col < 3; col++) {
            assert_int_equal(tsr_grid_at(b, row, col), '_');
        }
    }
}

static void test_layout_is_read_row_first(void **state) {
    (void)state;
    set_up(2, 3, "AB_\n  C");
    assert_int_equal(tsr_grid_at(b, 0, 0), 'A');
    assert_int_equal(tsr_grid_at(b, 0, 1), 'B');
    assert_int_equal(tsr_grid_at(b, 0, 2), '_');
    assert_int_equal(tsr_grid_at(b, 1, 0), ' ');
    assert_int_equal(tsr_grid_at(b, 1, 2), 'C');
    set_up(2, 3, "AB_\n  C\n"); // the end of a file
    assert_int_equal(tsr_grid_at(b, 1, 2), 'C');
}

static void test_wrong_layouts_are_refused(void **state) {
    (void)state;
    refuse_layout(3, 3, "___\n___", "the layout has 2 rows, the board has 3");
    refuse_layout(3, 3, "___\n___\n___\n___", "the layout has 4 rows, the board has 3");
    refuse_layout(3, 3, "___\n___\n___\n\n", "the layout has 4 rows, the board has 3");
    refuse_layout(3, 3, "", "the layout has 1 row, the board has 3");
    refuse_layout(1, 3, "", "row 0 of the layout has 0 cells, the board has 3 columns");
    refuse_layout(3, 3, "___\n__\n___", "row 1 of the layout has 2 cells, the board has 3 columns");
    refuse_layout(3, 3, "___\n___\n____",
                  "row 2 of the layout has 4 cells, the board has 3 columns");
    refuse_layout(3, 3, "\n___\n___", "row 0 of the layout has 0 cells, the board has 3 columns");
    refuse_layout(1, 3, "_\t_", "row 0, column 1 of the layout is not a printable ASCII character");
    refuse_layout(0, 3, NULL, "a board of 0 rows and 3 columns: each must be from 1 to 64");
    refuse_layout(3, 65, NULL, "a board of 3 rows and 65 columns: each must be from 1 to 64");
}

// --- The text form -----------------------------------------------------------

static void expect_print(const char *expected) {
    char text[8192];
    int n = tsr_grid_print(b, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(n, strlen(expected));
    assert_int_equal(tsr_grid_print(b, NULL, 0), n);
}

static void test_text_form_3x3(void **state) {
    (void)state;
    set_up(3, 3, NULL);
    expect_print("  0 1 2\n"
                 "0 _ _ _ \n"
                 "1 _ _ _ \n"
                 "2 _ _ _ \n");
    tsr_grid_set(b, 0, 2, 'X');
    tsr_grid_set(b, 2, 0, ' ');
    expect_print("  0 1 2\n"
                 "0 _ _ X \n"
                 "1 _ _ _ \n"
                 "2   _ _ \n");
}

static void test_text_form_10x10(void **state) {
    (void)state;
    set_up(10, 10, NULL);
    tsr_grid_set(b, 9, 9, 'Q');
    expect_print("    0  1  2  3  4  5  6  7  8  9\n"
                 " 0  _  _  _  _  _  _  _  _  _  _ \n"
                 " 1  _  _  _  _  _  _  _  _  _  _ \n"
                 " 2  _  _  _  _  _  _  _  _  _  _ \n"
                 " 3  _  _  _  _  _  _  _  _  _  _ \n"
                 " 4  _  _  _  _  _  _  _  _  _  _ \n"
                 " 5  _  _  _  _  _  _  _  _  _  _ \n"
                 " 6  _  _  _  _  _  _  _  _  _  _ \n"
                 " 7  _  _  _  _  _  _  _  _  _  _ \n"
                 " 8  _  _  _  _  _  _  _  _  _  _ \n"
                 " 9  _  _  _  _  _  _  _  _  _  Q \n");
}

static void test_text_form_of_unlike_sides(void **state) {
    (void)state;
    set_up(1, 12, "ABCDEFGHIJKL");
    expect_print("   0  1  2  3  4  5  6  7  8  9 10 11\n"
                 "0  A  B  C  D  E  F  G  H  I  J  K  L \n");
    set_up(10, 1, NULL);
    char text[256];
    tsr_grid_print(b, text, sizeof text);
    assert_memory_equal(text, "   0\n 0 _ \n 1 _ \n", 17);
}

static void test_large_board(void **state) {
    (void)state;
    set_up(26, 26, NULL);
    tsr_grid_set(b, 25, 25, 'Z');
    char text[8192];
    int n = tsr_grid_print(b, text, sizeof text);
    assert_int_equal(n, (3 + 26 * 3) + 26 * (3 + 26 * 3 + 1));
    assert_string_equal(text + n - 4, " Z \n");
}

// --- Questions ---------------------------------------------------------------

static void test_cells_off_the_board_do_not_exist(void **state) {
    (void)state;
    set_up(2, 2, "XX\nXX");
    assert_int_equal(tsr_grid_at(b, -1, 0), ' ');
    assert_int_equal(tsr_grid_at(b, 0, 2), ' ');
    assert_int_equal(tsr_grid_at(b, INT32_MAX, INT32_MIN), ' ');
    assert_false(tsr_grid_is_free(b, 5, 5));
}

static void test_lines(void **state) {
    (void)state;
    set_up(4, 4, "XXX_\nOX_X\nO_XX\nO__X");
    assert_int_equal(tsr_grid_run(b, 0, 0, 0, 1), 2);
    assert_int_equal(tsr_grid_run(b, 0, 0, 0, -1), 0);
    assert_int_equal(tsr_grid_run(b, 0, 0, 0, 0), 0);
    assert_int_equal(tsr_grid_line(b, 0, 1), 3);
    assert_int_equal(tsr_grid_line(b, 3, 3), 4); // the diagonal
    assert_int_equal(tsr_grid_line(b, 2, 0), 3); // the column of O
    assert_int_equal(tsr_grid_line(b, 1, 2), 3); // free cells form lines too
    set_up(3, 3, "__X\n_X_\nX__");
    assert_int_equal(tsr_grid_line(b, 1, 1), 3);
}

// The quick way with bits, the slow way and the line through one cell agree, on
// boards of all shapes.
static void test_lines_anywhere(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 3);
    set_up(3, 3, "OO_\nXXO\n_XO");
    assert_false(tsr_grid_has_line(b, 'O', 3));
    assert_true(tsr_grid_has_line(b, 'O', 2));
    set_up(8, 8, NULL);
    for (int i = 4; i < 8; i++) {
        tsr_grid_set(b, i, 11 - i, 'X'); // down to the corner of the last bits
    }
    assert_true(tsr_grid_has_line(b, 'X', 4));
    assert_false(tsr_grid_has_line(b, 'X', 5));
    for (int round = 0; round < 20000; round++) {
        int height = 1 + (int)tsr_rng_below(&g, 10), width = 1 + (int)tsr_rng_below(&g, 10);
        int n = 1 + (int)tsr_rng_below(&g, 6), longest = 0;
        set_up(height, width, NULL);
        for (int i = 0; i < height * width; i++) {
            tsr_grid_set(b, i / width, i % width, tsr_rng_below(&g, 5) < 3 ? 'X' : 'O');
        }
        for (int i = 0; i < height * width; i++) {
            if (tsr_grid_at(b, i / width, i % width) == 'X') {
                int line = tsr_grid_line(b, i / width, i % width);
                longest = line > longest ? line : longest;
            }
        }
        assert_int_equal(tsr_grid_has_line(b, 'X', n), longest >= n);
    }
}

static void test_counting_and_finding(void **state) {
    (void)state;
    int row = -1, col = -1;
    set_up(3, 3, "__X\n_X_\nX _");
    assert_int_equal(tsr_grid_count(b, 'X'), 3);
    assert_int_equal(tsr_grid_count(b, '_'), 5);
    assert_true(tsr_grid_find(b, ' ', &row, &col));
    assert_int_equal(row, 2);
    assert_int_equal(col, 1);
    assert_false(tsr_grid_find(b, 'O', &row, &col));
}

static void test_clear_ways(void **state) {
    (void)state;
    set_up(4, 4, "A__B\n____\n_X__\nC__ ");
    assert_true(tsr_grid_clear(b, 0, 0, 0, 3));
    assert_true(tsr_grid_clear(b, 0, 0, 0, 1));
    assert_true(tsr_grid_clear(b, 0, 0, 3, 0));
    assert_false(tsr_grid_clear(b, 3, 0, 0, 3)); // over the X
    assert_true(tsr_grid_clear(b, 0, 0, 3, 3));  // what is at the end does not matter
    assert_false(tsr_grid_clear(b, 0, 0, 1, 2)); // no line
    set_up(1, 3, "A B");
    assert_false(tsr_grid_clear(b, 0, 0, 0, 2)); // a hole is not free
}

// --- The grammar -------------------------------------------------------------

static void test_placements(void **state) {
    (void)state;
    static const char *const yes[] = {
        "X 0,2", "X  0 , 2", "7 1,1",        "_ 3,4",   "X\t0,2",
        ", 1,2", "X 00,02",  "\xc3\x82 1,1", "X 0,\n2", "X 99999999999999999999,0"};
    static const char *const no[] = {"",        "X",        "X0,2",     "XX 0,2", "X 0;2",
                                     "X 0",     "X 0,",     "X -1,2",   "X 0,2 ", " X 0,2",
                                     "X 0,2 3", "  0,2",    "\n 0,2",   "X 0 2",  "X ,2",
                                     "X +1,2",  "\xc3 1,1", "\x80 1,1", "X 0,2x"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        assert_true(tsr_grid_is_placement(yes[i]));
        assert_false(tsr_grid_is_movement(yes[i]));
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        assert_false(tsr_grid_is_placement(no[i]));
    }
}

static void test_movements(void **state) {
    (void)state;
    static const char *const yes[] = {"0,1 2,3", "0 , 1  2 ,3", "10,11\t12,13", "0,1\n2,3"};
    static const char *const no[] = {"",         "0,1",      "0,12,3",   "0,1 2",   "0,1 2,3 ",
                                     " 0,1 2,3", "0,1 -2,3", "-0,1 2,3", "0,1-2,3", "0,1 2,3 4,5",
                                     "a,1 2,3",  "0,1 2;3",  "0,1, 2,3"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        assert_true(tsr_grid_is_movement(yes[i]));
        assert_false(tsr_grid_is_placement(yes[i]));
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        assert_false(tsr_grid_is_movement(no[i]));
    }
}

static void test_splitting(void **state) {
    (void)state;
    tsr_grid_elements e;
    assert_int_equal(tsr_grid_split("X 12, 7", &e), TSR_GRID_PLACEMENT);
    assert_int_equal(e.piece, 'X');
    assert_int_equal(e.row, 12);
    assert_int_equal(e.col, 7);
    assert_int_equal(e.from_row, 0);
    assert_int_equal(tsr_grid_split("1,2 3,4", &e), TSR_GRID_MOVEMENT);
    assert_int_equal(e.piece, 0);
    assert_int_equal(e.from_row, 1);
    assert_int_equal(e.from_col, 2);
    assert_int_equal(e.row, 3);
    assert_int_equal(e.col, 4);
    assert_int_equal(tsr_grid_split("\xc3\x82 0,0", &e), TSR_GRID_PLACEMENT); // A with circumflex
    assert_int_equal(e.piece, 0xc2);
    assert_int_equal(tsr_grid_split("X 4294967296,99999999999999999999", &e), TSR_GRID_PLACEMENT);
    assert_int_equal(e.row, INT32_MAX);
    assert_int_equal(e.col, INT32_MAX);
    e.row = 77;
    assert_int_equal(tsr_grid_split("nonsense", &e), 0);
    assert_int_equal(e.row, 77);
}

static void test_codes(void **state) {
    (void)state;
    tsr_grid_move m = tsr_grid_decode(tsr_grid_placement('X', 3, 200));
    assert_int_equal(m.kind, TSR_GRID_PLACEMENT);
    assert_int_equal(m.piece, 'X');
    assert_int_equal(m.row, 3);
    assert_int_equal(m.col, 200);
    assert_int_equal(m.from_row, 0);
    m = tsr_grid_decode(tsr_grid_movement(1, 255, 3, 4));
    assert_int_equal(m.kind, TSR_GRID_MOVEMENT);
    assert_int_equal(m.piece, 0);
    assert_int_equal(m.from_row, 1);
    assert_int_equal(m.from_col, 255);
    assert_int_equal(m.row, 3);
    assert_int_equal(m.col, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board_is_free_without_layout),
        cmocka_unit_test(test_layout_is_read_row_first),
        cmocka_unit_test(test_wrong_layouts_are_refused),
        cmocka_unit_test(test_text_form_3x3),
        cmocka_unit_test(test_text_form_10x10),
        cmocka_unit_test(test_text_form_of_unlike_sides),
        cmocka_unit_test(test_large_board),
        cmocka_unit_test(test_cells_off_the_board_do_not_exist),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_anywhere),
        cmocka_unit_test(test_counting_and_finding),
        cmocka_unit_test(test_clear_ways),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_movements),
        cmocka_unit_test(test_splitting),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
