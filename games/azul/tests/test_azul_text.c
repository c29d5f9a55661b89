// SPDX-License-Identifier: MIT
//
// Azul in words: moves as people type them, positions, sentences and pictures.

#include "azul_test.h"

#include "azul/azul.h"

#define MIDDLE                                                                                     \
    "round 2 offer 1 start 2 | bag 14.15.15.15.16 | lid 0.1.1.1.0 | centre MBR | "                 \
    "displays BBYK - - - RRWW | "                                                                  \
    "7 B/YY/.../K.../..... ...../.B.../...../...../..... - | "                                     \
    "4 ./../.../WW../B.... ..R../...../...../...../..... YKK"

// --- Moves -------------------------------------------------------------------

static tsr_move read_move(const tsr_rules *r, const azul_state *s, const char *text) {
    tsr_move m = TSR_NO_MOVE;
    if (azul_move_parse(r, s, azul_mover(r, s), text, &m)) fail_msg("'%s' cannot be read", text);
    return m;
}

static void test_moves_as_typed(void **unused) {
    static const struct {
        const char *typed, *text;
    } cases[] = {
        {"C 1 2", "C 1 2"},
        {"H3 3 4", "H3 3 4"},
        {"H3 3 F", "H3 3 F"},
        {"h3 3 f", "H3 3 F"},
        {"  H3   3  4  ", "H3 3 4"},
        {"h3 red 4", "H3 3 4"},
        {"H3 R 4", "H3 3 4"},
        {"h9 k floor", "H9 4 F"},
        {"Center Blue line 5", "C 1 5"},
        {"centre white 1", "C 5 1"},
        {"hold 2 yellow 3", "H2 2 3"},
        {"display5 2 1", "H5 2 1"},
        {"3", "3"},
        {"draw RBK", "draw BRK"},
        {"draw bbbb", "draw BBBB"},
        {"start 2", "start 2"},
    };
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        tsr_move m = read_move(r, &s, cases[i].typed);
        azul_move_text(r, &s, 0, m, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    tsr_rules_close(r);
}

static void test_no_moves(void **unused) {
    static const char *const cases[] = {
        "",          "H",           "H3",   "H3 3",       "H0 1 1",  "X 1 1",    "H3 3 4 5",
        "H3 pink 4", "C 1 floored", "draw", "draw BBBBB", "draw X",  "draw B Y", "draw BBBBB",
        "draw X",    "draw B Y",    "-1",   "1000",       "H3 3 -4", "start",    "C,1,2"};
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tsr_move m;
        if (!azul_move_parse(r, &s, 0, cases[i], &m)) fail_msg("'%s' was read", cases[i]);
    }
    tsr_rules_close(r);
}

// Codes from nowhere have a text too, and cut short it stays within its buffer.
static void test_any_code_has_a_text(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    tsr_rng g;
    char text[TSR_MOVE_TEXT_MAX], cut[3];
    (void)unused;
    tsr_rng_init(&g, 1);
    for (int i = 0; i < 10000; i++) {
        tsr_move m = tsr_rng_next(&g) & (i % 2 ? ~(tsr_move)0 : 0xffffff07u);
        int n = azul_move_text(r, &s, 0, m, text, sizeof text);
        assert_int_equal(n, strlen(text));
        assert_int_equal(azul_move_text(r, &s, 0, m, cut, sizeof cut), n);
        assert_memory_equal(cut, text, strlen(cut));
    }
    tsr_rules_close(r);
}

// --- Sentences ---------------------------------------------------------------

static void says(const tsr_rules *r, const azul_state *s, const char *move, const char *sentence) {
    static const char *const names[] = {"Anna", "Ben"};
    char words[160];
    int who = azul_mover(r, s);
    tsr_event_text(r, s, who, read_move(r, s, move), names, words, sizeof words);
    assert_string_equal(words, sentence);
}

static void test_events(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(r, MIDDLE);
    (void)unused;
    says(r, &s, "H5 3 4", "Anna takes 2 red from display 5 to line 4");
    says(r, &s, "C 1 F", "Anna takes 1 blue from the centre to the floor");
    s = azul_position_of(r, "round 2 deal start 2 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays BBYK R - - - | " BOARD " | " BOARD);
    says(r, &s, "draw R", "display 2 gets red");
    says(r, &s, "draw WR", "display 2 gets red, white");
    says(r, &s, "draw WWK", "display 2 gets black, white, white");
    says(r, &s, "draw BBBY", "display 2 gets blue, blue, blue, yellow");
    says(r, &s, "draw YYYK", "display 2 gets yellow, yellow, yellow, black");
    says(r, &s, "draw WWWW", "display 2 gets white, white, white, white");
    tsr_init(r, &s);
    says(r, &s, "start 2", "Ben starts");
    s = azul_position_of(r, "round 2 tile 2 start 2 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays - - - - - | " BOARD
                            " | 0 ./../KKK/..../..... ...../...../...../...../..... -");
    says(r, &s, "5", "Ben places black from line 3 in column 5");
    tsr_rules_close(r);
}

static void prompts(const tsr_rules *r, const char *position, const char *sentence) {
    azul_state s = azul_position_of(r, position);
    char words[160];
    tsr_info info;
    r->g.info(r, &s, &info);
    tsr_line_text(r, &info.prompt, NULL, words, sizeof words);
    assert_string_equal(words, sentence);
}

static void test_prompts(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    (void)unused;
    prompts(r, MIDDLE, "player 1 takes tiles");
    prompts(r,
            "round 2 deal start 2 | bag * | lid 0.0.0.0.0 | centre M | displays BBYK R - - - | " //
            BOARD " | " BOARD,
            "display 2 is filled from the bag");
    prompts(r,
            "round 2 tile 2 start 2 | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | " //
            BOARD " | 0 ./../KKK/..../..... ...../...../...../...../..... -",
            "player 2 chooses a column for the black tile of line 3");
    prompts(r,
            "round 2 over | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | " //
            BOARD " | " BOARD,
            "the game is over");
    tsr_rules_close(r);
}

// --- Positions ---------------------------------------------------------------

static void test_position_round_trip(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    (void)unused;
    azul_reads(r, &s, MIDDLE);
    assert_int_equal(tsr_position_text(r, &s, NULL, 0), strlen(MIDDLE));
    tsr_rules_close(r);
}

// With four players the centre may hold more tiles than there are of one colour.
static void test_crowded_centre(void **unused) {
    const char *position = "round 3 offer 3 start 3 | bag 13.14.13.18.18 | lid 0.0.0.0.0 | "
                           "centre MBBBBBBBYYYYYYRRRRRRRKKWW | displays - - - - - - - - - | " //
        BOARD " | " BOARD " | " BOARD " | " BOARD;
    tsr_rules *r = azul_rules(4, "");
    azul_state s = azul_position_of(r, position);
    (void)unused;
    azul_reads(r, &s, position);
    tsr_rules_close(r);
}

static void test_rest_of_the_tiles(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 1.0.0.0.2 | "
                                       "centre M | displays BBYR - - - - | " BOARD " | " BOARD);
    (void)unused;
    azul_reads(r, &s,
               "round 1 offer 1 start 1 | bag 17.19.19.20.18 | lid 1.0.0.0.2 | centre M | "
               "displays BBYR - - - - | " BOARD " | " BOARD);
    tsr_rules_close(r);
}

static void refuses(const tsr_rules *r, const char *position, const char *sentence) {
    azul_state s, before;
    tsr_error err = {0};
    memset(&s, 0x55, sizeof s);
    before = s;
    if (!tsr_position_read(r, position, &s, &err)) fail_msg("accepted: %s", position);
    if (!strstr(err.message, sentence)) fail_msg("'%s' instead of '%s'", err.message, sentence);
    assert_memory_equal(&s, &before, sizeof s);
}

#define TABLE(displays)                                                                            \
    "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre M | displays " displays " | "
#define WITH(board) TABLE("BBYR - - - -") board " | " BOARD

static void test_bad_positions(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    (void)unused;
    refuses(r, "", "expected round at \"\"");
    refuses(r, "hello", "expected round at \"hello\"");
    refuses(r, "round 100 offer", "expected a round from 1 to 99 at \"100 offer\"");
    refuses(r, "round 1 lunch", "expected begin, deal, offer, tile or over");
    refuses(r, "round 1 offer 3 start 1", "expected the number of a player at \"3 start 1\"");
    refuses(r, "round 1 offer 1 start 1 | bag 1.2.3", "expected five counts with dots between");
    refuses(r, "round 1 offer 1 start 1 | bag 21.0", "expected a count from 0 to 20");
    refuses(r, TABLE("BBYX - - - -") BOARD " | " BOARD, "expected tiles: letters of B Y R K W");
    refuses(r, TABLE("- - - - -") BOARD " | " BOARD, "different phases");
    refuses(r, TABLE("BBYRK - - - -") BOARD " | " BOARD, "display 1 cannot hold that");
    refuses(r,
            "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre "
            "MBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB | displays - - - - - | " BOARD " | " BOARD,
            "more tiles on the table");
    refuses(r, TABLE("BBYR - - - -") BOARD, "expected | at \"\"");
    refuses(r, TABLE("BBYR - - - -") BOARD " | " BOARD " | " BOARD, "expected the end");
    refuses(r, TABLE("BBYR - - - -") BOARD " | " MARKER_BOARD, "expected one marker M");
    refuses(r, WITH("0 ./BY/.../..../..... ...../...../...../...../..... -"),
            "tiles of one colour");
    refuses(r, WITH("0 ./.B/.../..../..... ...../...../...../...../..... -"),
            "tiles of one colour");
    refuses(r, WITH("0 ./../.../..../..... ...../.../...../...../..... -"), "a row of the wall");
    refuses(r, WITH("0 ./../.../..../..... Y..../...../...../...../..... -"),
            "the wall of player 1 breaks the rules");
    refuses(r, WITH("0 B/../.../..../..... B..../...../...../...../..... -"),
            "line 1 of player 1 cannot hold that");
    refuses(r, WITH("11 ./../.../..../..... B..../...../...../...../..... -"),
            "the score of player 1 is impossible");
    refuses(r, WITH("0 ./../.../..../..... ...../...../...../...../..... BBBBBBBB"),
            "the floor of player 1 cannot hold that");
    refuses(r, WITH("9 ./../.../..../..... BYRKW/...../...../...../..... -"), "different phases");
    refuses(r,
            "round 1 offer 1 start 1 | bag 20.20.20.20.20 | lid 0.0.0.0.0 | centre M | "
            "displays BBYR - - - - | " BOARD " | " BOARD,
            "there are 22 blue tiles in all, not 20");
    refuses(r,
            "round 1 offer 1 start 1 | bag 18.19.18.20.20 | lid 0.0.0.0.0 | centre M | "
            "displays BBYR - - - - | " BOARD " | " BOARD,
            "there are 19 red tiles in all, not 20");
    refuses(r,
            "round 1 offer 1 start 1 | bag * | lid * | centre M | displays B - - - - | " BOARD //
            " | " BOARD,
            "as the bag has all the rest");
    tsr_rules_close(r);
}

// Whatever is done to a good text, reading it either fails or gives a sound state.
static void test_damaged_positions(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    static const char letters[] = "BYRKWM.-/|* 0123456789";
    tsr_rng g;
    int accepted = 0;
    (void)unused;
    tsr_rng_init(&g, 11);
    for (int i = 0; i < 30000; i++) {
        char text[] = MIDDLE;
        azul_state s;
        for (uint32_t changes = 1 + tsr_rng_below(&g, 3); changes; changes--) {
            char letter = letters[tsr_rng_below(&g, sizeof letters - 1)];
            text[tsr_rng_below(&g, sizeof text - 1)] = letter;
        }
        if (azul_parse(r, text, &s, NULL)) continue;
        accepted++;
        assert_int_equal(azul_check(r, &s, NULL), 0);
    }
    assert_true(accepted > 0);
    tsr_rules_close(r);
}

// `check` meets any bytes, and sees every single changed bit of a position in which
// each bit matters.
static void test_check(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state good = azul_position_of(r, MIDDLE), s;
    tsr_rng g;
    int unseen = 0;
    (void)unused;
    tsr_rng_init(&g, 3);
    for (int i = 0; i < 20000; i++) {
        unsigned char *bytes = (unsigned char *)&s;
        for (size_t k = 0; k < sizeof s; k++) {
            bytes[k] = (unsigned char)tsr_rng_next(&g);
        }
        assert_int_not_equal(azul_check(r, &s, NULL), 0);
    }
    for (uint32_t bit = 0; bit < 8 * r->state_size; bit++) {
        s = good;
        ((unsigned char *)&s)[bit / 8] ^= (unsigned char)(1u << bit % 8);
        unseen += azul_check(r, &s, NULL) == 0;
    }
    // Unseen: the mover, the starter, where the marker is, the round and the scores.
    assert_true(unseen < 40);
    tsr_rules_close(r);
}

// --- Pictures ----------------------------------------------------------------

static void test_classic_picture(void **unused) {
    static const char *const names[] = {"Anna", "Ben"};
    static const char picture[] =
        "Others:\n"
        "Ben  4  .  ..3..  ..  .....  ...  .....  55..  .....  1....  .....  244....\n"
        "\n"
        "Table:\n"
        "         center| Hold1| Hold2| Hold3| Hold4| Hold5\n"
        "Type 1:       1      2      0      0      0      0\n"
        "Type 2:       0      1      0      0      0      0\n"
        "Type 3:       1      0      0      0      0      2\n"
        "Type 4:       0      1      0      0      0      0\n"
        "Type 5:       0      0      0      0      0      2\n"
        "First center take: 1\n"
        "Round: 2  Bag: 75  Lid: 3\n"
        "\n"
        "Me: Anna\n"
        "Score: 7\n"
        "Data: 1  .....  22  .1...  ...  .....  4...  .....  .....  .....  .......\n"
        "Action: from C or H1-5, type 1-5, to line 1-5 or F\n";
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    char buf[2000], cut[40];
    (void)unused;
    assert_int_equal(tsr_azul_draw(r, &s, 0, names, buf, sizeof buf), strlen(picture));
    assert_string_equal(buf, picture);
    assert_int_equal(tsr_azul_draw(r, &s, 0, names, cut, sizeof cut), strlen(picture));
    assert_int_equal(strlen(cut), sizeof cut - 1);
    tsr_azul_draw(r, &s, TSR_WATCHER, NULL, buf, sizeof buf);
    assert_non_null(strstr(buf, "Players:\nplayer 1  7  1  "));
    assert_non_null(strstr(buf, "\nplayer 2  4  .  "));
    assert_null(strstr(buf, "Me:"));
    assert_null(strstr(buf, "Action:"));
    tsr_rules_close(r);
}

// The marker stands first on a floor; beside a full one it is the eighth sign. In
// wall-tiling a line says what is asked.
static void test_picture_of_tiling(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(
        r, "round 2 tile 2 start 2 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | " //
        BOARD " | 0 ./../KKK/..../..... ...../...../...../...../..... MBBBBBBB");
    char buf[2000];
    (void)unused;
    tsr_azul_draw(r, &s, 1, NULL, buf, sizeof buf);
    assert_non_null(strstr(buf, "  M1111111\n"));
    assert_non_null(strstr(buf, "First center take: 0\n"));
    assert_non_null(strstr(buf, "\nAction: row 3, type 4: column 1-5\n"));
    tsr_rules_close(r);
}

static void test_final_table(void **unused) {
    static const char *const names[] = {"Zoë", "Maximilian"};
    static const char table[] = "Game over after 6 rounds\n"
                                "Rank  Name        Score  Tiles  Rows  Columns  Colours  Floor\n"
                                "   1  Maximilian     50     36     2        7       10     -5\n"
                                "   2  Zoë            12     12     0        0        0      0\n";
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 6 over | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | "
           "12 ./../.../..../..... BY.../...../...../...../..... - | "
           "50-5 ./../.../..../..... BYRKW/WB.../K.B../R..B./Y...B -");
    char buf[1000];
    (void)unused;
    tsr_azul_draw_result(r, &s, 0, names, buf, sizeof buf);
    assert_string_equal(buf, table);
    // Nothing lies on the table any more, and the room is for the results.
    tsr_azul_draw(r, &s, TSR_WATCHER, names, buf, sizeof buf);
    assert_null(strstr(buf, "Table:"));
    tsr_rules_close(r);
}

static void test_read(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, MIDDLE);
    tsr_azul a;
    (void)unused;
    assert_true(tsr_is_azul(r));
    tsr_azul_read(r, &s, &a);
    assert_int_equal(a.players, 2);
    assert_int_equal(a.displays, 5);
    assert_int_equal(a.round, 2);
    assert_int_equal(a.mover, 0);
    assert_int_equal(a.tiled_line, -1);
    assert_int_equal(a.source[1][0], 2);
    assert_int_equal(a.source[5][4], 2);
    assert_int_equal(a.bag[2], 15);
    assert_int_equal(a.board[0].line_colour[1], 1);
    assert_int_equal(a.board[0].line_count[1], 2);
    assert_int_equal(a.board[0].line_colour[2], -1);
    assert_int_equal(a.board[0].wall[1][1], 0);
    assert_int_equal(a.board[1].wall[0][2], 2);
    assert_int_equal(a.board[1].floor_used, 3);
    assert_int_equal(a.board[1].floor[3], 2);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_as_typed),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_any_code_has_a_text),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_prompts),
        cmocka_unit_test(test_position_round_trip),
        cmocka_unit_test(test_crowded_centre),
        cmocka_unit_test(test_rest_of_the_tiles),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_damaged_positions),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_classic_picture),
        cmocka_unit_test(test_picture_of_tiling),
        cmocka_unit_test(test_final_table),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
