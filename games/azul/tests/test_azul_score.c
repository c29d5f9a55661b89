// SPDX-License-Identifier: MIT
//
// Azul's points, against drawings, against a slow and plain way to count, and in
// whole rounds.

#include "azul_test.h"

// --- Single tiles ------------------------------------------------------------

// A wall in five rows: # a tile, @ the tile just laid, . nothing.
typedef struct pattern {
    const char *wall;
    int points;
} pattern;

static const pattern patterns[] = {
    // Alone, also when others lie near but do not touch a side.
    {"..... ..... ..@.. ..... .....", 1},
    {"..... .#.#. ..@.. .#.#. .....", 1},
    {"#.#.# ..... #.@.# ..... #.#.#", 1},
    {"@.... ..... ..... ..... ....#", 1},
    // Neighbours in the row only: the length of the run.
    {"..... ..... .#@.. ..... .....", 2},
    {"..... ..... ..@#. ..... .....", 2},
    {"..... ..... .#@#. ..... .....", 3},
    {"##@## ..... ..... ..... .....", 5},
    {"..... ..... ..... ..... ####@", 5},
    // Only what touches without a gap counts.
    {"..... ..... #.@#. ..... .....", 2},
    {"##.@. ..... ..... ..... .....", 1},
    // Neighbours in the column only.
    {"..... ..#.. ..@.. ..... .....", 2},
    {"..... ..... ..@.. ..#.. ..#..", 3},
    {"#.... #.... @.... #.... #....", 5},
    {"#.... ..... #.... @.... .....", 2},
    // Both: the tile counts in either direction.
    {"..... ..#.. .#@.. ..... .....", 4},
    {"..... ..#.. ##@.. ..... .....", 5},
    {"..#.. ..#.. ##@## ..#.. ..#..", 10},
    {"@#### #.... #.... #.... #....", 10},
    {"##### ##### ##@## ##### #####", 10},
    {"..... .#... .@#.. ..... .....", 4},
};

static void read_wall(const char *drawing, uint32_t *wall, int *row, int *column) {
    int cell = 0;
    *wall = 0;
    for (; *drawing; drawing++) {
        if (*drawing == ' ') continue;
        if (*drawing != '.') *wall |= 1u << cell;
        if (*drawing == '@') {
            *row = cell / 5;
            *column = cell % 5;
        }
        cell++;
    }
    assert_int_equal(cell, AZUL_CELLS);
}

static void test_drawn_patterns(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        uint32_t wall;
        int row = 0, column = 0;
        read_wall(patterns[i].wall, &wall, &row, &column);
        if (azul_points(wall, row, column) != patterns[i].points) {
            fail_msg("%s: %d, not %d", patterns[i].wall, azul_points(wall, row, column),
                     patterns[i].points);
        }
    }
}

// Steps from the tile as long as there are tiles; the rulebook's way to count.
static int walk(uint32_t wall, int row, int column, int down, int right) {
    int steps = 0;
    for (;;) {
        row += down;
        column += right;
        if (row < 0 || row > 4 || column < 0 || column > 4) return steps;
        if (!(wall >> (5 * row + column) & 1u)) return steps;
        steps++;
    }
}

static int plain_points(uint32_t wall, int row, int column) {
    int across = 1 + walk(wall, row, column, 0, 1) + walk(wall, row, column, 0, -1);
    int down = 1 + walk(wall, row, column, 1, 0) + walk(wall, row, column, -1, 0);
    if (across == 1 && down == 1) return 1;
    return (across > 1 ? across : 0) + (down > 1 ? down : 0);
}

// Every filling of the row and the column of every cell, the rest of the wall full
// or empty: it must not matter.
static void test_all_crosses(void **unused) {
    (void)unused;
    for (int cell = 0; cell < AZUL_CELLS; cell++) {
        int row = cell / 5, column = cell % 5;
        uint32_t cross = 31u << 5 * row | 0x108421u << column;
        for (uint32_t across = 0; across < 32; across++) {
            for (uint32_t down = 0; down < 32; down++) {
                uint32_t wall = across << 5 * row;
                for (int i = 0; i < 5; i++) {
                    wall |= (down >> i & 1u) << (5 * i + column);
                }
                wall |= 1u << cell;
                int points = plain_points(wall, row, column);
                assert_int_equal(azul_points(wall, row, column), points);
                assert_int_equal(azul_points(wall | (0x1ffffffu & ~cross), row, column), points);
            }
        }
    }
}

// --- Floor and bonuses -------------------------------------------------------

static void test_floor_costs(void **unused) {
    static const int costs[] = {0, 1, 2, 4, 6, 8, 11, 14};
    (void)unused;
    for (int used = 0; used <= 7; used++) {
        assert_int_equal(azul_penalty(used), costs[used]);
    }
}

static azul_player board_with_wall(const tsr_rules *r, const char *rows) {
    char text[256];
    (void)snprintf(text, sizeof text,
                   "round 5 over | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | "
                   "0 ./../.../..../..... %s - | " BOARD,
                   rows);
    return azul_position_of(r, text).player[0];
}

static void test_bonuses(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    static const struct {
        const char *wall;
        int rows, columns, colours, bonus;
    } cases[] = {
        {"...../...../...../...../.....", 0, 0, 0, 0},
        {"BYRK./...../...../...../.....", 0, 0, 0, 0},
        {"BYRKW/...../...../...../.....", 1, 0, 0, 2},
        {"...../...../...../...../YRKWB", 1, 0, 0, 2},
        {"B..../W..../K..../R..../Y....", 0, 1, 0, 7},
        {"....W/....K/....R/....Y/....B", 0, 1, 0, 7},
        {"B..../.B.../..B../...B./....B", 0, 0, 1, 10},
        {"..R../...R./....R/R..../.R...", 0, 0, 1, 10},
        {"BYRKW/W..../K..../R..../Y....", 1, 1, 0, 9},
        {"BYRKW/WB.../K.B../R..B./Y...B", 1, 1, 1, 19},
        {"BYRKW/WBYRK/KWBYR/RKWBY/YRKWB", 5, 5, 5, 95},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        azul_player p = board_with_wall(r, cases[i].wall);
        assert_int_equal(azul_full_rows(&p), cases[i].rows);
        assert_int_equal(azul_full_columns(&p), cases[i].columns);
        assert_int_equal(azul_full_colours(&p), cases[i].colours);
        assert_int_equal(azul_bonus(&p), cases[i].bonus);
    }
    tsr_rules_close(r);
}

// --- Rounds ------------------------------------------------------------------

// Lines are tiled from the top, and each tile sees those laid before it: a whole
// column in one round scores 1 + 2 + 3 + 4 + 5. The last tile costs 1 on the floor.
static void test_lines_score_from_the_top(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre W | displays - - - - - | "
           "0 B/WW/KKK/RRRR/YYYYY ...../...../...../...../..... - | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 5 F");
    assert_int_equal(s.player[0].score, 15 - 1);
    assert_int_equal(s.player[0].wall, 0x108421);
    tsr_rules_close(r);
}

// A tile that joins a row of three and a column of two scores five, and the tiles
// that stay behind in its line go to the lid; an incomplete line stays.
static void test_one_line(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 3 offer 1 start 2 | bag * | lid 0.0.0.0.0 | centre BB | displays - - - - - | "
           "12 ./../B../KKK./..... .Y.../.BY../KW..R/...../..... - | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 1 3");
    assert_int_equal(s.player[0].score, 12 + 3 + 2); // K W B, and below Y
    assert_int_equal(azul_count(s.lid, 0), 2);
    assert_int_equal(azul_line_count(&s.player[0], 2), 0);
    assert_int_equal(azul_line_count(&s.player[0], 3), 3);
    azul_conserved(r, &s);
    tsr_rules_close(r);
}

// A score is never below 0, however the round went. (Once: it sank.)
static void test_score_stops_at_zero(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre BBB | displays - - - - - | "
           "3 ./../.../..../..... B..../...../...../...../..... YYRR | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 1 F");
    assert_int_equal(s.player[0].score, 0);
    assert_int_equal(s.player[1].score, 0);
    tsr_rules_close(r);
}

// Tiles score first, then the floor is taken off: the other way round, the clamp
// at 0 would leave the points of the tiles.
static void test_tiles_score_before_the_floor(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "1 ./WW/.../..../..... B..../...../...../...../..... YY | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 1 F");
    assert_int_equal(s.player[0].score, 0); // 1 + 2 - 4
    tsr_rules_close(r);
}

// The parts of a score tell what the floor has really taken: no more than there was.
static void test_parts_tell_the_floor(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "1-2 ./WW/.../..../..... B..../...../...../...../..... YY | " MARKER_BOARD);
    tsr_part part[TSR_MAX_PARTS];
    (void)unused;
    azul_act(r, &s, "C 1 F");
    int n = r->more.parts(r, &s, part), sum = 0;
    for (int i = 0; i < n; i++) {
        sum += part[i].points[0];
    }
    assert_string_equal(part[0].name, "tiles on the wall");
    assert_int_equal(part[0].points[0], 5); // 1 + 2 as the position says, and 2 for this tile
    assert_string_equal(part[n - 1].name, "floor");
    assert_int_equal(part[n - 1].points[0], -5); // 2 before; 4 would be due, 3 are there
    assert_int_equal(sum, s.player[0].score);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn_patterns),
        cmocka_unit_test(test_all_crosses),
        cmocka_unit_test(test_floor_costs),
        cmocka_unit_test(test_bonuses),
        cmocka_unit_test(test_lines_score_from_the_top),
        cmocka_unit_test(test_one_line),
        cmocka_unit_test(test_score_stops_at_zero),
        cmocka_unit_test(test_tiles_score_before_the_floor),
        cmocka_unit_test(test_parts_tell_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
