// SPDX-License-Identifier: MIT

// What people type and read: moves, whole actions, positions, the picture.

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

// --- Moves ------------------------------------------------------------------------------------

// Reads `text` and writes it back.
static void reads_as(const char *text, const char *back) {
    tsr_move m;
    char words[64];
    if (projectl_move_parse(g.r, g.s, 0, text, &m) != TSR_OK) {
        fail_msg("cannot read '%s'", text);
    }
    projectl_move_text(g.r, g.s, 0, m, words, sizeof words);
    assert_string_equal(words, back);
}

static void moves_are_read_generously(void **state) {
    (void)state;
    reads_as("take W3", "take W3");
    reads_as("  TAKE  w3 ", "take W3");
    reads_as("t b 2", "take B2");
    reads_as("take top white", "top W");
    reads_as("top b", "top B");
    reads_as("rec black", "recycle B");
    reads_as("basic", "basic");
    reads_as("basic o1", "basic");
    reads_as("b i2", "basic I2");
    reads_as("up i2 l2", "upgrade I2 L2");
    reads_as("change I2 L2", "upgrade I2 L2");
    reads_as("place l3 2 b4 r90f", "place L3 2 b4 r90f");
    reads_as("p L3 2 B4 FR90", "place L3 2 b4 r90f");
    reads_as("place L3 2 b4 90f", "place L3 2 b4 r90f");
    reads_as("place L3 2 b4 r0", "place L3 2 b4");
    reads_as("place I2 1 c3 r270", "place I2 1 c3 r90"); // looks the same
    reads_as("place O2 1 c3 r270f", "place O2 1 c3");
    reads_as("place I2 1 c2,c3", "place I2 1 c3 r90");
    reads_as("place z 1 b3", "place Z 1 b3");
    reads_as("m", "master");
    reads_as("d", "done");
    reads_as("s", "skip");
    reads_as("e", "end");
    reads_as("reward T", "reward T");
}

static void nonsense_is_not_read(void **state) {
    static const char *const words[] = {"",
                                        "x",
                                        "take",
                                        "take W",
                                        "take X3",
                                        "take W3 now",
                                        "top",
                                        "top X",
                                        "recycle",
                                        "recycle 3",
                                        "basic Q",
                                        "upgrade I2",
                                        "upgrade I2 X",
                                        "place",
                                        "place I2",
                                        "place I2 1",
                                        "place I2 0 a1",
                                        "place I2 1 f1",
                                        "place I2 1 a6",
                                        "place I2 1 a1 r45",
                                        "place I2 1 a1,",
                                        "place I2 1 a1 r90 f",
                                        "put",
                                        "put x",
                                        "reward",
                                        "3",
                                        "reveal W1",
                                        "first 1",
                                        "masters of the universe",
                                        "take W99999999999999999999",
                                        "placeplaceplaceplaceplaceplaceplaceplace I2 1 a1"};
    tsr_move m = 77;
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (projectl_move_parse(g.r, g.s, 0, words[i], &m) == TSR_OK) {
            fail_msg("'%s' was read", words[i]);
        }
        assert_int_equal(m, 77);
    }
}

static void short_answers_to_small_questions(void **state) {
    (void)state;
    pl_play_all(&g, "recycle B;3");
    reads_as("p 1", "put 1");
    pl_play_all(&g, "1;4;reveal B9;reveal B10;reveal B11;reveal B12");
    pl_close(&g);
    g = pl_start("", 2, "W28 W2 W3 W4 B1 B2 B3 B4");
    pl_give(&g, 0, TSR_PL_Z, 1);
    pl_drain(&g, 1, TSR_PL_Z);
    pl_play_all(&g, "take W1;reveal W5;place Z 1 b3");
    reads_as("t", "reward T");
    reads_as("r l3", "reward L3");
    pl_play(&g, "T");
}

static void texts_of_illegal_moves(void **state) {
    char words[64];
    (void)state;
    projectl_move_text(g.r, g.s, 0, tsr_pl_place(TSR_PL_I2, 0, 1u | 1u << 24), words, sizeof words);
    assert_string_equal(words, "place I2 1 a5,e1");
    projectl_move_text(g.r, g.s, 0, tsr_pl_place(TSR_PL_I2, 0, 0), words, sizeof words);
    assert_string_equal(words, "place I2 1 ?");
    projectl_move_text(g.r, g.s, 0, 0x1234567890abcdef, words, sizeof words);
    assert_string_equal(words, "move 1234567890abcdef");
    projectl_move_text(g.r, g.s, 0, tsr_pl_reveal(9999), words, sizeof words);
    assert_string_equal(words, "reveal ?");
    assert_int_equal(projectl_move_text(g.r, g.s, 0, tsr_pl_upgrade(2, 5), NULL, 0), 13);
}

static void events_are_told(void **state) {
    static const struct {
        const char *move, *sentence;
    } story[] = {
        {"take W1", "player 1 takes W#9 from W1"},
        {"reveal W#30", "W#30 is turned over to W1"},
        {"top B", "player 1 takes the top black puzzle unseen"},
        {"reveal B9", "player 1 gets B#9"},
        {"place I2 1 c3 r90", "player 1 places I2 into W#9, which is then complete"},
        {"recycle B", "player 2 recycles the black row"},
        {"put 2", "player 2 puts B#2 from B2 under the deck"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof story / sizeof *story; i++) {
        tsr_move m;
        char words[160];
        int who = tsr_mover(tsr_turn(g.r, g.s));
        assert_int_equal(tsr_move_read(g.r, g.s, who, story[i].move, &m, NULL), TSR_OK);
        tsr_event_text(g.r, g.s, who, m, NULL, words, sizeof words);
        assert_string_equal(words, story[i].sentence);
        pl_play(&g, story[i].move);
    }
}

// --- Whole actions ------------------------------------------------------------------------------

// Reads a line into moves, plays them, and writes them back as one line.
static void joins(const char *text, int count, const char *back) {
    tsr_move moves[TSR_PL_JOINED];
    tsr_line why;
    char words[160];
    int used;
    int n = tsr_pl_read_joined(g.r, g.s, g.s->player, text, moves, &why);
    if (n < 0) {
        tsr_line_text(g.r, &why, NULL, words, sizeof words);
        fail_msg("'%s': %s", text, words);
    }
    assert_int_equal(n, count);
    tsr_pl_joined_text(g.r, g.s, g.s->player, moves, n, &used, words, sizeof words);
    assert_string_equal(words, back);
    assert_int_equal(used, n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(tsr_play_checked(g.r, g.s, g.s->player, moves[i], NULL), 0);
    }
    pl_check(&g);
}

static void not_joined(const char *text, const char *sentence) {
    tsr_move moves[TSR_PL_JOINED];
    tsr_line why;
    char words[160];
    assert_int_equal(tsr_pl_read_joined(g.r, g.s, g.s->player, text, moves, &why), -1);
    tsr_line_text(g.r, &why, NULL, words, sizeof words);
    assert_string_equal(words, sentence);
}

static void recycling_in_one_line(void **state) {
    (void)state;
    not_joined("recycle B 3 1", "the black row has 4 puzzles, and 2 were named");
    not_joined("recycle B 3", "the black row has 4 puzzles, and 1 was named");
    not_joined("recycle B 1 2 3 5",
               "place 5 of the black row has no puzzle left to put under the deck");
    not_joined("recycle B 1 2 2 4",
               "place 2 of the black row has no puzzle left to put under the deck");
    not_joined("recycle Q 1 2 3 4", "that is not a move of this game");
    joins("Recycle b 3 1 4 2", 4, "recycle B 3 1 4 2");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_DRAW);
    pl_play_all(&g, "reveal B9;reveal B10;reveal B11;reveal B12");
    joins("recycle W", 1, "recycle W"); // the first word alone begins it
    assert_int_equal(g.s->phase, TSR_PL_PHASE_RECYCLE);
}

static void mastering_in_one_line(void **state) {
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6");
    not_joined("master I2 1 c3 r90, I2 2 c3 r90", "you have no further I2 for this master action");
    not_joined("master O1 1 c3, I2 1 c2", "puzzle 1 has had its piece in this master action");
    not_joined("master O1 1 c3, nonsense", "that is not a move of this game");
    not_joined("master done", "a master action places at least one piece");
    joins("master I2 1 c3 r90, O1 2 c3", 4, "master I2 1 c3 r90, O1 2 c3");
    assert_int_equal(g.s->seat[0].completed, 1);
}

// Whether the action is possible at all is told before what is wrong with its list.
static void a_line_at_the_wrong_time(void **state) {
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;master");
    not_joined("recycle B 3 1", "finish the master action first: place a piece or say done");
}

static void master_with_cells_and_semicolons(void **state) {
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6");
    joins("master I2 1 c3,c2; O1 2 c3", 4, "master I2 1 c3 r90, O1 2 c3");
}

static void other_lines_are_single_moves(void **state) {
    (void)state;
    joins("basic", 1, "basic");
    joins("take W1", 1, "take W1");
    pl_play(&g, "reveal W5");
    not_joined("take W9", "that names no puzzle: a row has places 1 to 4");
    not_joined("sing", "that is not a move of this game");
}

static void an_empty_master_action_has_a_text(void **state) {
    pl_close(&g);
    (void)state;
    g = pl_start("engine=original", 2, PL_ROWS);
    joins("master done", 2, "master done");
}

static void incomplete_actions_are_written_move_by_move(void **state) {
    tsr_move moves[] = {tsr_pl_recycle(TSR_PL_WHITE), tsr_pl_put(1)};
    char words[64];
    int used;
    (void)state;
    tsr_pl_joined_text(g.r, g.s, 0, moves, 2, &used, words, sizeof words);
    assert_string_equal(words, "recycle W");
    assert_int_equal(used, 1);
    assert_int_equal(tsr_pl_joined_text(g.r, g.s, 0, moves, 0, &used, words, sizeof words), 0);
    assert_int_equal(used, 0);
}

// --- Positions ----------------------------------------------------------------------------------

// Replaces `old` in the text of the present position.
static void spoil(const char *old, const char *new, const char *sentence) {
    static char text[4096], spoiled[4096];
    tsr_error err = {0};
    char *at, *out = calloc(1, g.r->state_size);
    projectl_text(g.r, g.s, text, sizeof text);
    at = strstr(text, old);
    if (!at) {
        fail_msg("no '%s' in %s", old, text);
    }
    snprintf(spoiled, sizeof spoiled, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    memset(out, 0x5a, g.r->state_size);
    assert_int_equal(projectl_parse(g.r, spoiled, out, &err), TSR_ERR_PARSE);
    assert_string_equal(err.message, sentence);
    for (uint32_t i = 0; i < g.r->state_size; i++) {
        assert_int_equal(out[i], 0x5a);
    }
    free(out);
}

static void positions_are_checked(void **state) {
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;place O1 1 c3");
    spoil("turn", "burn", "a phase such as 'turn' was expected here");
    spoil("turn ", "over ",
          "not a position of this game: the number of actions of the position "
          "cannot be 1");
    spoil("actions=1", "actions=4",
          "player=, first=, round=, last=, actions=, master=, black= in this order was expected "
          "here");
    spoil("player=1", "player=0", "a player from 1 on was expected here");
    spoil("player=1", "player=3",
          "not a position of this game: the player of the position cannot "
          "be 2");
    spoil("wanted=-", "wanted=Q", "a piece or - was expected here");
    spoil("wanted=-", "wanted=T",
          "not a position of this game: the wanted reward of the position cannot be 9");
    spoil("recycling=-", "recycling=x", "W, B or - was expected here");
    spoil("reserve=13", "reserve=12",
          "not a position of this game: there are 14 O1 pieces, there "
          "should be 15");
    spoil("row=W#9", "row=W#99",
          "row= and ten open puzzles (- for none), each in one place only, was expected here");
    spoil("row=W#9,W#22", "row=W#9,W#9",
          "row= and ten open puzzles (- for none), each in one place only, was expected here");
    spoil("row=W#9", "row=B#9",
          "not a position of this game: the open puzzle of the position cannot "
          "be 41");
    spoil("unseen=27", "unseen=26",
          "not a position of this game: the white deck has 31 puzzles, there should be 32");
    spoil("..a..", "..T..",
          "a puzzle's cells: # outside, . free, a letter for each piece was expected here");
    spoil("..a..", "a.a..",
          "a puzzle's cells: # outside, . free, a letter for each piece was expected here");
    spoil(" 2:", " 3:", "the next player, as in '1: pieces=' and nine numbers was expected here");
    spoil("points=0", "points=1",
          "not a position of this game: seat 1 should have 0 points from 0 puzzles");
    spoil("touches=0", "touches=1",
          "not a position of this game: the number of finishing touches of the position cannot be "
          "1");
    spoil("slots=-,-,-,-", "slots=-,-,-,- ", "the end was expected here");
}

// W3 is a place, W#3 a card, in records and positions too; texts from before that are read all the same.
static void cards_are_not_called_as_places_are(void **state) {
    static char text[4096], older[4096];
    char *again = calloc(1, g.r->state_size), words[64];
    tsr_move m;
    (void)state;
    pl_play(&g, "take W3");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            tsr_move_read(g.r, g.s, TSR_CHANCE, i ? "reveal W5" : "reveal W#5", &m, NULL), TSR_OK);
        projectl_move_text(g.r, g.s, TSR_CHANCE, m, words, sizeof words);
        assert_string_equal(words, "reveal W#5");
    }
    assert_int_not_equal(tsr_move_read(g.r, g.s, TSR_CHANCE, "reveal W##5", &m, NULL), TSR_OK);
    pl_play(&g, words);
    projectl_text(g.r, g.s, text, sizeof text);
    assert_non_null(strstr(text, " row=W#9,W#22,W#5,W#4,B#1,"));
    size_t n = 0;
    for (const char *at = text; *at;
         at++) { // a sign after a letter is a card's, the others are cells
        if (*at != '#' || !strchr("WB", at[-1])) {
            older[n++] = *at;
        }
    }
    assert_int_equal(projectl_parse(g.r, older, again, NULL), TSR_OK);
    assert_memory_equal(again, g.s, g.r->state_size);
    free(again);
}

static void a_position_can_be_set_up(void **state) {
    static const char text[] =
        "touch player=1 first=1 round=7 last=7 actions=0 master=0/0 black=0 wanted=- recycling=- "
        "after=0 fill=0 stamp=90 reserve=14,15,13,14,15,14,15,15,15 row=-,-,-,-,-,-,-,-,-,- "
        "unseen=31,11 under=-/- locks=0,0,0 supply=0 "
        "1: pieces=0,0,1,0,0,1,0,0,0 points=0 completed=0 touches=0 done=- "
        "slots=W3:#####/#..##/#..##/#aaa#/#####,-,-,- "
        "2: pieces=1,0,1,0,0,0,0,0,0 points=4 completed=1 touches=0 done=B6 slots=-,-,-,-";
    tsr_error err = {0};
    (void)state;
    if (tsr_position_read(g.r, text, g.s, &err)) {
        fail_msg("%s", err.message);
    }
    pl_play_all(&g, "place I2 1 b4;end");
    assert_int_equal(pl_result(&g, 1).score, 4);
    assert_int_equal(pl_result(&g, 0).score, -2 - 1);
}

// --- The picture --------------------------------------------------------------------------------

// The widest line in columns, without marks.
static int columns(const char *text) {
    int widest = 0, width = 0;
    for (const char *c = text; *c; c++) {
        if (*c == TSR_PL_MARK) {
            c++;
        } else if (*c == '\n') {
            widest = width > widest ? width : widest;
            width = 0;
        } else if (((unsigned char)*c & 0xc0) != 0x80) {
            width++;
        }
    }
    return widest;
}

static int lines(const char *text) {
    int n = 0;
    for (; *text; text++) {
        n += *text == '\n';
    }
    return n;
}

static void the_picture_fits_a_terminal(void **state) {
    static char text[16384];
    (void)state;
    for (int players = 1; players <= 4; players++) {
        game x = pl_open("", players);
        tsr_rng rng;
        tsr_rng_init(&rng, 17u + (unsigned)players);
        for (int ply = 0; tsr_turn(x.r, x.s) && ply < 700; ply++) {
            int who = tsr_mover(tsr_turn(x.r, x.s));
            for (uint32_t flags = 0; flags < 4; flags++) {
                int n = tsr_pl_picture(x.r, x.s, 0, flags, NULL, text, sizeof text);
                assert_in_range(n, 100, sizeof text - 1);
                assert_int_equal(strlen(text), n);
                assert_in_range(columns(text), 10, 80);
                assert_true(lines(text) <= (flags & TSR_PL_ASCII ? 26 : 24));
                assert_int_equal(tsr_pl_picture(x.r, x.s, 0, flags, NULL, NULL, 0), n);
                for (const char *c = text; *c && flags & TSR_PL_ASCII; c++) {
                    assert_true((unsigned char)*c < 128);
                }
            }
            tsr_pl_picture(x.r, x.s, TSR_WATCHER, 0, NULL, text, sizeof text);
            assert_in_range(columns(text), 10, 80);
            tsr_play(x.r, x.s, who, tsr_sample(x.r, x.s, who, &rng));
        }
        pl_close(&x);
    }
}

static void the_picture_of_a_small_position(void **state) {
    static const char expected[] =
        "Round 1: Anna has 1 action left\n"
        "White deck 27                     Black deck 8\n"
        " W1      W2      W3      W4        B1      B2      B3      B4     \n"
        " .....   .....   .....   .....     ..oo.   .....   .....   .....  \n"
        " .....   .....   .o...   ..o..     oooo.   oooo.   ..o..   .oooo  \n"
        " ..o..   ..o..   .ooo.   ..oo.     .oooo   .oooo   ooooo   .oooo  \n"
        " ..o..   ..o..   .ooo.   .ooo.     .oooo   .oooo   ooooo   oooo.  \n"
        " .....   .....   ..oo.   ..oo.     .oo..   oooo.   ooooo   oooo.  \n"
        " 1p +O1  0p +I2  2p +I4  2p +Z     5p +O1  5p +O1  5p +O1  5p +O1 \n"
        "Reserve  O1 x13  I2 x13  I3 x15  L2 x15  O2 x15  I4 x15  L3 x15  Z x15  T x15\n"
        "> Anna  0 points, 0 completed  I2\n"
        "   1: W#15 1p +I3 \n"
        " 5 ##########     \n"
        " 4 ##########     \n"
        " 3 . . O1. .      \n"
        " 2 ##########     \n"
        " 1 ##########     \n"
        "   a b c d e      \n"
        "  Ben  0 points, 0 completed  O1 I2\n";
    static const char *const names[] = {"Anna", "Ben"};
    static char text[4096];
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;place O1 1 c3");
    tsr_pl_picture(g.r, g.s, 0, TSR_PL_ASCII, names, text, sizeof text);
    assert_string_equal(text, expected);
    // Ben has his own board on top, where a small screen does not cut it off.
    tsr_pl_picture(g.r, g.s, 1, TSR_PL_ASCII, names, text, sizeof text);
    assert_true(strstr(text, "\n  Ben  0 points") < strstr(text, "\n> Anna  0 points"));
}

// When the game is over it is told how the points came about.
static void the_picture_of_the_end(void **state) {
    static char text[4096];
    game x = pl_start("rounds=1", 2, PL_ROWS);
    (void)state;
    pl_play_all(&x, "take W1;reveal W5;basic;basic;basic;basic;basic");
    tsr_pl_picture(x.r, x.s, 0, TSR_PL_ASCII, NULL, text, sizeof text);
    assert_non_null(strstr(text, "\n> player 1  0 points, 0 completed"));
    int points = tsr_pl_puzzle_at(x.r, x.s->seat[0].slot[0].puzzle - 1)->points;
    assert_true(points > 0);
    tsr_move first[TSR_MAX_MOVES];
    assert_true(projectl_moves(x.r, x.s, 0, first) > 1);
    tsr_play(x.r, x.s, 0, first[0]); // a finishing touch
    pl_play(&x, "end");
    tsr_pl_picture(x.r, x.s, 0, TSR_PL_ASCII, NULL, text, sizeof text);
    char expected[100];
    snprintf(expected, sizeof expected,
             "\n  player 1  -%d points (0 from puzzles, -1 touches, -%d unfinished), 0 completed",
             points + 1, points);
    assert_non_null(strstr(text, expected));
    pl_close(&x);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(moves_are_read_generously),
        TEST(nonsense_is_not_read),
        TEST(short_answers_to_small_questions),
        TEST(texts_of_illegal_moves),
        TEST(events_are_told),
        TEST(recycling_in_one_line),
        TEST(mastering_in_one_line),
        TEST(a_line_at_the_wrong_time),
        TEST(master_with_cells_and_semicolons),
        TEST(other_lines_are_single_moves),
        TEST(an_empty_master_action_has_a_text),
        TEST(incomplete_actions_are_written_move_by_move),
        TEST(positions_are_checked),
        TEST(cards_are_not_called_as_places_are),
        TEST(a_position_can_be_set_up),
        TEST(the_picture_fits_a_terminal),
        TEST(the_picture_of_a_small_position),
        TEST(the_picture_of_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
