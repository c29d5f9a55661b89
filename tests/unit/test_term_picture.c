// SPDX-License-Identifier: MIT
//
// Pictures of scenes: every kind of zone, with and without Unicode, colours and room.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "term/scene_view.h"

// A scene to draw on, filled by the appenders as a game would.
typedef struct paper {
    tsr_zone zones[32];
    tsr_item items[256];
    tsr_edge edges[64];
    char text[16384];
    tsr_scene sc;
    term_look look;
    term_canvas canvas;
    buffer out;
} paper;

static int set_up(void **state) {
    static paper p;
    memset(&p, 0, sizeof p);
    p.sc = (tsr_scene){.zones = p.zones,
                       .items = p.items,
                       .edges = p.edges,
                       .text = p.text,
                       .zone_cap = 32,
                       .item_cap = 256,
                       .edge_cap = 64,
                       .text_cap = sizeof p.text};
    tsr_scene_clear(&p.sc);
    p.look = (term_look){.glyphs = TERM_ASCII, .cols = 80};
    term_canvas_init(&p.canvas);
    buffer_init(&p.out, NULL);
    *state = &p;
    return 0;
}

static int tear_down(void **state) {
    paper *p = *state;
    term_canvas_deinit(&p->canvas);
    buffer_deinit(&p->out);
    return 0;
}

static void expect(paper *p, const char *picture) {
    buffer_clear(&p->out);
    term_draw_scene(&p->sc, &p->look, &p->canvas);
    assert_false(p->canvas.failed);
    term_canvas_text(&p->canvas, p->look.depth, &p->out);
    assert_string_equal(buffer_text(&p->out), picture);
}

static int16_t zone(paper *p, tsr_zone z, const char *label) {
    return tsr_add_zone(&p->sc, z, "%s", label);
}

static tsr_item *item(paper *p, int16_t z, tsr_item it, const char *glyph, const char *label) {
    it.zone = (uint16_t)z;
    return &p->items[tsr_add_item(&p->sc, it, glyph, "%s", label)];
}

// A board of free cells with refs 1, 2, ... in reading order.
static int16_t board(paper *p, int rows, int cols, int coords, int flags) {
    tsr_zone z = {.kind = TSR_ZONE_GRID,
                  .owner = 255,
                  .parent = -1,
                  .rows = (uint16_t)rows,
                  .cols = (uint16_t)cols,
                  .coords = (uint8_t)coords,
                  .flags = (uint8_t)flags};
    int16_t at = zone(p, z, "board");
    for (int i = 0; i < rows * cols; i++) {
        item(p, at,
             (tsr_item){.ref = (uint32_t)i + 1,
                        .kind = TSR_ITEM_CELL,
                        .owner = 255,
                        .row = (int16_t)(i / cols),
                        .col = (int16_t)(i % cols)},
             ".", "free");
    }
    return at;
}

static tsr_item *piece(paper *p, int16_t z, int row, int col, const char *glyph) {
    return item(
        p, z,
        (tsr_item){.kind = TSR_ITEM_PIECE, .owner = 255, .row = (int16_t)row, .col = (int16_t)col},
        glyph, "piece");
}

// --- Boards --------------------------------------------------------------------------

static void test_roomy_board(void **state) {
    paper *p = *state;
    uint32_t last[] = {2};
    int16_t z = board(p, 2, 3, TSR_COORDS_NUMBERS, 0);
    piece(p, z, 0, 1, "X");
    piece(p, z, 1, 2, "O");
    p->look.last = last;
    p->look.last_count = 1;
    expect(p, "    0   1   2\n"
              "  +---+---+---+\n"
              "0 |   |[X]|   |\n"
              "  +---+---+---+\n"
              "1 |   |   | O |\n"
              "  +---+---+---+\n");
}

static void test_unicode_lines_and_missing_cells(void **state) {
    paper *p = *state;
    tsr_zone z = {.kind = TSR_ZONE_GRID, .owner = 255, .parent = -1, .rows = 2, .cols = 2};
    int16_t at = zone(p, z, "");
    p->look.glyphs = TERM_UNICODE;
    piece(p, at, 0, 0, "a");
    piece(p, at, 0, 1, "b");
    piece(p, at, 1, 1, "c");
    expect(p, "┌───┬───┐\n"
              "│ a │ b │\n"
              "└───┼───┤\n"
              "    │ c │\n"
              "    └───┘\n");
}

static void test_a_board_gets_tighter_with_less_room(void **state) {
    paper *p = *state;
    int16_t z = board(p, 3, 3, TSR_COORDS_LETTERS, 0);
    piece(p, z, 0, 0, "X");
    p->look.rows = 6;
    expect(p, "  +---------+\n"
              "3 | X  .  . |\n"
              "2 | .  .  . |\n"
              "1 | .  .  . |\n"
              "  +---------+\n"
              "    a  b  c\n");
    p->look.rows = 4;
    expect(p, "3 X . .\n"
              "2 . . .\n"
              "1 . . .\n"
              "  a b c\n");
}

static void test_flip_turns_by_half(void **state) {
    paper *p = *state;
    int16_t z = board(p, 2, 2, TSR_COORDS_LETTERS, 0);
    piece(p, z, 0, 0, "X");
    p->look.rows = 3;
    p->look.flip = 1;
    expect(p, "1 . .\n"
              "2 . X\n"
              "  b a\n");
}

static void test_marks_of_neighbours_share_brackets(void **state) {
    paper *p = *state;
    uint32_t last[] = {1, 2, 4};
    board(p, 1, 4, 0, TSR_ZONE_SMALL);
    p->look.last = last;
    p->look.last_count = 3;
    expect(p, "[. .].[.]\n");
}

static void test_pending_and_strong_have_marks_of_their_own(void **state) {
    paper *p = *state;
    int16_t z = board(p, 1, 3, 0, 0);
    piece(p, z, 0, 0, "P")->flags = TSR_ITEM_PENDING;
    piece(p, z, 0, 1, "S")->flags = TSR_ITEM_STRONG;
    piece(p, z, 0, 2, "L")->flags = TSR_ITEM_LAST;
    p->look.rows = 1;
    expect(p, "(P S L]\n");
    p->look.rows = 3;
    expect(p, "+---+---+---+\n"
              "|(P)|<S>|[L]|\n"
              "+---+---+---+\n");
}

static void test_chequered_without_colours_shows_dark_squares(void **state) {
    paper *p = *state;
    board(p, 2, 2, 0, TSR_ZONE_CHECKED);
    p->look.rows = 2;
    expect(p, " . :\n"
              " : .\n");
}

static void test_chequered_with_colours(void **state) {
    paper *p = *state;
    board(p, 1, 2, 0, TSR_ZONE_CHECKED);
    p->look.depth = TERM_256;
    expect(p, "\033[0;38;5;246;48;5;137m   \033[0;38;5;246;48;5;94m   \033[0m\n");
}

static void test_counts_and_wide_glyphs_widen_cells(void **state) {
    paper *p = *state;
    int16_t z = board(p, 1, 2, 0, 0);
    piece(p, z, 0, 0, "R")->count = 12;
    p->look.rows = 1;
    expect(p, " R12  .\n");
    piece(p, z, 0, 0, "4")->count = 4; // a number says how many there are
    expect(p, " 4 .\n");
    piece(p, z, 0, 0, "R")->count = 12;
    p->look.glyphs = TERM_UNICODE;
    piece(p, z, 0, 1, "\u6f22");
    expect(p, " R12 \u6f22\n");
}

static void test_hexagons_shift(void **state) {
    paper *p = *state;
    int16_t z = board(p, 3, 3, TSR_COORDS_LETTERS, 0);
    p->zones[z].kind = TSR_ZONE_HEX;
    piece(p, z, 1, 1, "W");
    expect(p, "3  .   .   .\n"
              "  2  .   W   .\n"
              "    1  .   .   .\n"
              "       a   b   c\n");
}

static void test_hexagons_have_sides(void **state) {
    paper *p = *state;
    static const uint8_t sides[4] = {TSR_COLOUR_RED, TSR_COLOUR_BLUE, TSR_COLOUR_RED,
                                     TSR_COLOUR_WHITE};
    int16_t z = board(p, 2, 3, TSR_COORDS_LETTERS, 0);
    p->zones[z].kind = TSR_ZONE_HEX;
    memcpy(p->zones[z].sides, sides, sizeof sides);
    piece(p, z, 1, 1, "W");
    expect(p, "     R---R---R\n"
              "2  W .   .   . B\n"
              "  1  W .   W   . B\n"
              "       R---R---R\n"
              "       a   b   c\n");
    p->look.flip = 1;
    expect(p, "     R---R---R\n"
              "1  B .   W   . W\n"
              "  2  B .   .   . W\n"
              "       R---R---R\n"
              "       c   b   a\n");
}

static void test_points_are_crossings_of_lines(void **state) {
    paper *p = *state;
    uint32_t last[] = {6};
    int16_t z = board(p, 3, 3, TSR_COORDS_LETTERS, 0);
    p->zones[z].form = TSR_FORM_POINT;
    p->items[4].flags |= TSR_ITEM_GHOST;
    piece(p, z, 1, 2, "X");
    p->look.last = last;
    p->look.last_count = 1;
    p->look.rows = 6;
    expect(p, "  +---------+\n"
              "3 | .  .  . |\n"
              "2 | .  + [X]|\n"
              "1 | .  .  . |\n"
              "  +---------+\n"
              "    a  b  c\n");
    p->look.glyphs = TERM_UNICODE;
    p->look.rows = 5;
    expect(p, "3  \u250c\u2500\u2500\u252c\u2500\u2500\u2510\n"
              "2  \u251c\u2500\u2500\u2022\u2500[X]\n"
              "1  \u2514\u2500\u2500\u2534\u2500\u2500\u2518\n"
              "   a  b  c\n");
    p->look.rows = 0;
    expect(p, "3  \u250c\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2510\n"
              "   \u2502   \u2502   \u2502\n"
              "2  \u251c\u2500\u2500\u2500\u2022\u2500\u2500[X]\n"
              "   \u2502   \u2502   \u2502\n"
              "1  \u2514\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2518\n"
              "   a   b   c\n");
}

static void test_graph_with_edges(void **state) {
    paper *p = *state;
    tsr_zone z = {.kind = TSR_ZONE_GRAPH, .owner = 255, .parent = -1};
    int16_t at = zone(p, z, "");
    static const int16_t place[4][2] = {{0, 0}, {0, 100}, {100, 0}, {100, 100}};
    for (int i = 0; i < 4; i++) {
        item(p, at,
             (tsr_item){.ref = (uint32_t)i + 1,
                        .kind = TSR_ITEM_CELL,
                        .row = place[i][0],
                        .col = place[i][1]},
             ".", "point");
    }
    item(p, at, (tsr_item){.kind = TSR_ITEM_PIECE, .row = 0, .col = 100}, "X", "piece");
    tsr_add_edge(&p->sc, 0, 1);
    tsr_add_edge(&p->sc, 0, 2);
    tsr_add_edge(&p->sc, 1, 2);
    expect(p, " .-----X\n"
              " |  /\n"
              " .     .\n");
    p->zones[at].coords = TSR_COORDS_LETTERS;
    p->zones[at].rows = p->zones[at].cols = 2;
    expect(p, "2  .-----X\n"
              "   |  /\n"
              "1  .     .\n"
              "   a     b\n");
    p->look.flip = 1;
    expect(p, "1  .     .\n"
              "      /  |\n"
              "2  X-----.\n"
              "   b     a\n");
}

// --- Everything else -----------------------------------------------------------------

static void test_lines_of_tokens(void **state) {
    paper *p = *state;
    int16_t hand = zone(p, (tsr_zone){.kind = TSR_ZONE_HAND, .parent = -1}, "hand");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD}, "N", "Neigh, an instant: stop a card");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD, .count = 2}, "U", "Unicorn");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD, .flags = TSR_ITEM_FACE_DOWN}, "", "hidden");
    int16_t row = zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = -1}, "display");
    item(p, row, (tsr_item){.kind = TSR_ITEM_TILE, .count = 3}, "R", "red");
    item(p, row, (tsr_item){.kind = TSR_ITEM_TILE}, "B", "blue");
    int16_t track = zone(p, (tsr_zone){.kind = TSR_ZONE_TRACK, .parent = -1, .cols = 4}, "floor");
    item(p, track, (tsr_item){.kind = TSR_ITEM_TILE}, "R", "red");
    int16_t pile = zone(p, (tsr_zone){.kind = TSR_ZONE_PILE, .parent = -1}, "deck");
    item(p, pile, (tsr_item){.kind = TSR_ITEM_CARD, .flags = TSR_ITEM_FACE_DOWN, .count = 30}, "",
         "deck");
    int16_t score = zone(p, (tsr_zone){.kind = TSR_ZONE_COUNTER, .parent = -1}, "score");
    item(p, score, (tsr_item){.kind = TSR_ITEM_NUMBER}, "17", "17 points");
    int16_t actions = zone(p, (tsr_zone){.kind = TSR_ZONE_ACTIONS, .parent = -1}, "actions");
    item(p, actions, (tsr_item){.kind = TSR_ITEM_BUTTON, .ref = 5}, "", "pass");
    zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = -1}, "nothing");
    expect(p, "hand: [Neigh] [Unicorn]x2 ##   display: Rx3 B   floor: R . . .   deck: ##x30\n"
              "score 17   actions: [pass]   nothing: -\n");
}

static void test_a_ring_is_drawn_round_its_middle(void **state) {
    paper *p = *state;
    tsr_zone ring = {.kind = TSR_ZONE_GROUP, .owner = 255, .parent = -1, .layout = TSR_LAYOUT_RING};
    int16_t table = zone(p, ring, "table");
    static const char *const names[] = {"middle", "a", "b", "c", "d", "e"};
    for (int i = 0; i < 6; i++) {
        int16_t z = zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = table}, names[i]);
        item(p, z, (tsr_item){.kind = TSR_ITEM_TILE, .count = (uint16_t)i}, "R", "red");
    }
    int16_t bag = zone(p, (tsr_zone){.kind = TSR_ZONE_COUNTER, .parent = table}, "bag");
    item(p, bag, (tsr_item){.kind = TSR_ITEM_NUMBER}, "64", "64");
    expect(p, "table\n"
              "a: R     b: Rx2   c: Rx3\n"
              "\n"
              "       middle: R\n"
              "\n"
              "    e: Rx5   d: Rx4\n"
              "bag 64\n");
    p->look.cols = 20;
    expect(p, "table\n"
              "middle: R   a: R\n"
              "b: Rx2   c: Rx3\n"
              "d: Rx4   e: Rx5\n"
              "bag 64\n");
}

static void test_a_hand_is_a_fan(void **state) {
    paper *p = *state;
    tsr_zone hand = {.kind = TSR_ZONE_HAND, .parent = -1, .layout = TSR_LAYOUT_FAN};
    int16_t mine = zone(p, hand, "hand");
    item(p, mine, (tsr_item){.kind = TSR_ITEM_CARD}, "!N", "Neigh, an instant: stop a card");
    item(p, mine, (tsr_item){.kind = TSR_ITEM_CARD, .count = 2}, "uB", "Basic Unicorn");
    item(p, mine, (tsr_item){.kind = TSR_ITEM_CARD, .flags = TSR_ITEM_LAST}, "*B", "Back Kick");
    int16_t other = zone(p, hand, "other");
    item(p, other, (tsr_item){.kind = TSR_ITEM_CARD, .flags = TSR_ITEM_FACE_DOWN, .count = 5}, "",
         "hidden");
    expect(p, "hand /Neigh /Basic Unicorn x2 /[Back Kick] \\   other: ##x5\n"
              "     |!N    |uB               |*B          |\n");
    p->look.cols = 32;
    expect(p, "hand /Neigh /Basic Unicorn x2 \\\n"
              "     |!N    |uB               |\n"
              "     /[Back Kick] \\\n"
              "     |*B          |\n"
              "\n"
              "other: ##x5\n");
}

// Playing cards are told by suit and rank, in letters where there are no signs.
static void test_playing_cards(void **state) {
    paper *p = *state;
    int16_t hand = zone(p, (tsr_zone){.kind = TSR_ZONE_HAND, .parent = -1}, "hand");
    const uint32_t sort = tsr_scene_text(&p->sc, "playing");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD, .sort = sort}, "\u2663T", "10 of clubs");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD, .sort = sort}, "\u2660Q", "queen of spades");
    item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD, .sort = sort}, "13", "13");
    expect(p, "hand: cT sQ 13\n");
    p->look.glyphs = TERM_UNICODE;
    expect(p, "hand: \u2663T \u2660Q 13\n");
}

static void test_tokens_wrap(void **state) {
    paper *p = *state;
    int16_t hand = zone(p, (tsr_zone){.kind = TSR_ZONE_HAND, .parent = -1}, "hand");
    for (int i = 0; i < 4; i++) {
        item(p, hand, (tsr_item){.kind = TSR_ITEM_CARD}, "", "Basic Unicorn");
    }
    p->look.cols = 40;
    expect(p, "hand: [Basic Unicorn] [Basic Unicorn]\n"
              "      [Basic Unicorn] [Basic Unicorn]\n");
}

static void test_polyominoes(void **state) {
    paper *p = *state;
    int16_t row = zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = -1}, "pieces");
    // An L somewhere in the middle of its 8 x 8 cells, and a domino.
    item(p, row, (tsr_item){.kind = TSR_ITEM_POLY, .mask = 1ull << 18 | 1ull << 26 | 1ull << 27},
         "L", "L");
    item(p, row, (tsr_item){.kind = TSR_ITEM_POLY, .mask = 3, .count = 2}, "I", "I");
    expect(p, "pieces: []    [][]\n"
              "        [][]  Ix2\n"
              "        L\n");
    p->look.rows = 2;
    p->look.glyphs = TERM_UNICODE;
    expect(p, "pieces: █▄  ▀▀\n"
              "        L   I×2\n");
}

static void test_words_and_stacks(void **state) {
    paper *p = *state;
    int16_t words = zone(p, (tsr_zone){.kind = TSR_ZONE_TEXT, .parent = -1}, "");
    item(p, words, (tsr_item){.kind = TSR_ITEM_TEXT}, "", "one two three four five");
    int16_t stack = zone(p, (tsr_zone){.kind = TSR_ZONE_STACK, .parent = -1}, "pending");
    item(p, stack, (tsr_item){.kind = TSR_ITEM_CARD}, "", "first");
    item(p, stack, (tsr_item){.kind = TSR_ITEM_CARD}, "", "on top");
    p->look.cols = 18;
    expect(p, "one two three\n"
              "four five\n"
              "\n"
              "pending\n"
              "> on top\n"
              "  first\n");
}

static void test_groups_names_and_turns(void **state) {
    static const char *const names[] = {"Ann", "Ben"};
    paper *p = *state;
    for (int i = 0; i < 2; i++) {
        int16_t group = zone(
            p, (tsr_zone){.kind = TSR_ZONE_GROUP, .owner = (uint8_t)i, .parent = -1}, "a player");
        int16_t score = zone(p, (tsr_zone){.kind = TSR_ZONE_COUNTER, .parent = group}, "score");
        item(p, score, (tsr_item){.kind = TSR_ITEM_NUMBER}, i ? "20" : "7", "points");
    }
    p->look.turn = 2;
    p->look.names = names;
    expect(p, "Ann       > Ben\n"
              "score 7   score 20\n");
}

static void test_popups_are_not_shown(void **state) {
    paper *p = *state;
    int16_t z =
        zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = -1, .flags = TSR_ZONE_POPUP}, "q");
    item(p, z, (tsr_item){.kind = TSR_ITEM_PIECE}, "Q", "queen");
    expect(p, "");
}

static void test_low_blocks_stack_beside_a_board(void **state) {
    paper *p = *state;
    board(p, 2, 2, 0, 0);
    for (int i = 0; i < 2; i++) {
        int16_t score =
            zone(p, (tsr_zone){.kind = TSR_ZONE_COUNTER, .parent = -1}, i ? "two" : "one");
        item(p, score, (tsr_item){.kind = TSR_ITEM_NUMBER}, "1", "points");
    }
    expect(p, "+---+---+   one 1\n"
              "|   |   |   two 1\n"
              "+---+---+\n"
              "|   |   |\n"
              "+---+---+\n");
}

static void test_ascii_substitutes(void **state) {
    paper *p = *state;
    int16_t row = zone(p, (tsr_zone){.kind = TSR_ZONE_ROW, .parent = -1}, "");
    item(p, row, (tsr_item){.kind = TSR_ITEM_PIECE}, "\u265e", "black knight");
    item(p, row, (tsr_item){.kind = TSR_ITEM_PIECE, .shape = TSR_SHAPE_STAR}, "\u2606", "star");
    item(p, row, (tsr_item){.kind = TSR_ITEM_PIECE}, "\u00e4", "elephant");
    expect(p, "n * e\n");
    p->look.glyphs = TERM_UNICODE;
    expect(p, "\u265e \u2606 \u00e4\n");
}

static void test_a_scene_of_nonsense_is_harmless(void **state) {
    paper *p = *state;
    tsr_zone huge = {.kind = TSR_ZONE_GRID, .parent = -1, .rows = 65535, .cols = 65535};
    zone(p, huge, "huge");
    zone(p, (tsr_zone){.kind = TSR_ZONE_GROUP, .parent = 1}, "its own parent");
    zone(p, (tsr_zone){.kind = 99, .parent = -1}, "no kind");
    term_draw_scene(&p->sc, &p->look, &p->canvas);
    assert_true(p->canvas.failed);
}

// --- The canvas ----------------------------------------------------------------------

static void test_canvas_text(void **state) {
    paper *p = *state;
    static const term_style plain = {0}, red = {TSR_COLOUR_RED, 0, TERM_BOLD, 0};
    assert_int_equal(term_put(&p->canvas, 1, 2, plain,
                              "a\u6f22\x1b\xff"
                              "b"),
                     6);
    term_put(&p->canvas, 0, 0, red, "R");
    term_canvas_text(&p->canvas, TERM_PLAIN, &p->out);
    assert_string_equal(buffer_text(&p->out), "R\n  a\u6f22??b\n");
    buffer_clear(&p->out);
    term_canvas_line(&p->canvas, 0, TERM_16, &p->out);
    assert_string_equal(buffer_text(&p->out), "\033[0;1;91mR\033[0m");
}

static void test_columns(void **state) {
    (void)state;
    assert_int_equal(term_columns("abc"), 3);
    assert_int_equal(term_columns("\u265f\ufe0e"), 1);
    assert_int_equal(term_columns("e\u0301"), 1);
    assert_int_equal(term_columns("\u6f22"), 2);
    assert_int_equal(term_columns("\xc3"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(test_roomy_board),
        TEST(test_unicode_lines_and_missing_cells),
        TEST(test_a_board_gets_tighter_with_less_room),
        TEST(test_flip_turns_by_half),
        TEST(test_marks_of_neighbours_share_brackets),
        TEST(test_pending_and_strong_have_marks_of_their_own),
        TEST(test_chequered_without_colours_shows_dark_squares),
        TEST(test_chequered_with_colours),
        TEST(test_counts_and_wide_glyphs_widen_cells),
        TEST(test_hexagons_shift),
        TEST(test_hexagons_have_sides),
        TEST(test_points_are_crossings_of_lines),
        TEST(test_a_ring_is_drawn_round_its_middle),
        TEST(test_a_hand_is_a_fan),
        TEST(test_playing_cards),
        TEST(test_graph_with_edges),
        TEST(test_lines_of_tokens),
        TEST(test_tokens_wrap),
        TEST(test_polyominoes),
        TEST(test_words_and_stacks),
        TEST(test_groups_names_and_turns),
        TEST(test_popups_are_not_shown),
        TEST(test_low_blocks_stack_beside_a_board),
        TEST(test_ascii_substitutes),
        TEST(test_a_scene_of_nonsense_is_harmless),
        TEST(test_canvas_text),
        TEST(test_columns),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
