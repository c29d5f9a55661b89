// SPDX-License-Identifier: MIT
// The game that docs/grid-kit.md makes of tic-tac-toe in ten minutes. Whoever
// changes the one changes the other.
#include "grid_help.h"

static const tsr_grid_piece pieces[] = {
    {.letter = 'X', .owner = 0, .shape = TSR_SHAPE_CROSS, .word = "X", .glyph = "X"},
    {.letter = 'O', .owner = 1, .shape = TSR_SHAPE_RING, .word = "O", .glyph = "O"},
};

enum { IN_THE_AIR = TSR_GRID_OWN };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [IN_THE_AIR] = "a piece on {0} would fall: {1} is free",
};

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    (void)r;
    if (tsr_grid_is_free(b, m.row + 1, m.col)) {
        return tsr_say(why, IN_THE_AIR, TSR_CELL(m.row, m.col), TSR_CELL(m.row + 1, m.col));
    }
    return tsr_say(why, 0);
}

static int finished(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
    (void)r;
    return tsr_grid_has_line(b, m.piece, 4);
}

static const tsr_grid_game fourinline = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES,
    .height = 6,
    .width = 7,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .validate = validate,
    .finished = finished,
};

static const tsr_game fourinline_game = {
    TSR_GRID_SLOTS, // what the kit does for every game
    TSR_GRID_LINES_OF(lines),
    .self = &fourinline,
    .name = "fourinline",
    .title = "Four in line",
    .about = "the game of the guide",
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
};

static void test_reason(void **state) {
    (void)state;
    table t = table_open(&fourinline_game, NULL);
    table_refuses(&t, "X 0,3", "a piece on 0,3 would fall: 1,3 is free");
    table_play_all(&t, "5,3; 4,3");
    table_refuses(&t, "4,3", "4,3 is taken (O)");
    table_close(&t);
}

// Known counts of connect four, whose moves these are.
static void test_perft(void **state) {
    (void)state;
    static const uint64_t expected[] = {7, 49, 343, 2401, 16807, 117649, 823536};
    table t = table_open(&fourinline_game, NULL);
    table_perft(&t, expected, 7);
    table_close(&t);
}

static void test_four_win(void **state) {
    (void)state;
    table t = table_open(&fourinline_game, NULL);
    table_play_all(&t, "5,0; 4,0; 5,1; 4,1; 5,2; 4,2; 5,3");
    assert_int_equal(t.b->winner, 0);
    table_random_games(&t, 20, 2);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reason),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_four_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
