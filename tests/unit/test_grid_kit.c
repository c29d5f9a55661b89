// SPDX-License-Identifier: MIT
// The kit itself, on small games made up here: everything that the seven games
// do not use, and what happens when an author makes a mistake.
#include "grid_help.h"

static const tsr_grid_piece xo[] = {
    {.letter = 'X', .owner = 0, .word = "cross"},
    {.letter = 'O', .owner = 1, .word = "nought"},
    {.letter = 'T', .owner = 2, .word = "triangle"},
};

#define TABLE(def)                                                                                 \
    {                                                                                              \
        TSR_GRID_SLOTS, TSR_GRID_PLAIN_LINES, .self = &(def), .name = "sample", .title = "Sample", \
                                              .about = "a sample", .min_players = 1,               \
                                              .max_players = 3, .default_players = 2               \
    }

static void refuse_game(const tsr_grid_game *def, const char *message) {
    tsr_game game = TABLE(*def);
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err;
    tsr_setup_init(&setup, &game);
    assert_int_not_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_string_equal(err.message, message);
}

// --- Authors' mistakes -------------------------------------------------------

static void test_mistakes_are_named(void **state) {
    (void)state;
    static const tsr_grid_piece blank[] = {{.letter = '_', .word = "x"}};
    static const tsr_grid_piece slash[] = {{.letter = '/', .word = "x"}};
    static const tsr_grid_piece twice[] = {{.letter = 'X', .word = "x"},
                                           {.letter = 'X', .word = "y"}};
    static const tsr_grid_piece mute[] = {{.letter = 'X'}};
    static const tsr_grid_piece digit[] = {{.letter = '3', .word = "three"}};
    static const tsr_grid_extra odd[] = {{"two words", 1, 0, 1, 0}};
    const tsr_grid_game good = {.size = TSR_GRID_SIZE,
                                .flags = TSR_GRID_PLACES,
                                .height = 3,
                                .width = 3,
                                .pieces = xo,
                                .piece_count = 2};
    tsr_grid_game d = good;
    d.size = 8;
    refuse_game(&d, "sample: `self` must be a tsr_grid_game of this version");
    d = good;
    d.height = 0;
    refuse_game(&d, "sample: a board of 0 x 3; each side is from 1 to 64");
    d = good;
    d.width = 65;
    refuse_game(&d, "sample: a board of 3 x 65; each side is from 1 to 64");
    d = good;
    d.flags = 0;
    refuse_game(&d, "sample: its flags say neither TSR_GRID_PLACES nor TSR_GRID_MOVES");
    d = good;
    d.flags = TSR_GRID_MOVES;
    refuse_game(&d, "sample: ply_limit must say after how many moves a game ends at the latest");
    d = good;
    d.pieces = blank;
    d.piece_count = 1;
    refuse_game(&d,
                "sample: piece 1 must have a printable letter of its own, not a blank, '_', '/' "
                "or '.'");
    d.pieces = slash;
    refuse_game(&d,
                "sample: piece 1 must have a printable letter of its own, not a blank, '_', '/' "
                "or '.'");
    d.pieces = mute;
    refuse_game(&d, "sample: piece 'X' lacks a word or an owner");
    d.pieces = twice;
    d.piece_count = 2;
    refuse_game(&d,
                "sample: piece 2 must have a printable letter of its own, not a blank, '_', '/' "
                "or '.'");
    d.pieces = digit;
    d.piece_count = 1;
    d.flags = TSR_GRID_PLACES | TSR_GRID_RESERVES;
    refuse_game(&d, "sample: piece '3': in a game with reserves digits are counts");
    d = good;
    d.extras = odd;
    d.extra_count = 1;
    refuse_game(&d, "sample: extra number 1 is not described properly");
    d = good;
    d.max_moves = 5000;
    refuse_game(&d, "sample: at most 4096 moves and 64 draws can be listed");
}

static void test_layouts_are_checked_on_opening(void **state) {
    (void)state;
    tsr_grid_game d = {.size = TSR_GRID_SIZE,
                       .flags = TSR_GRID_PLACES,
                       .height = 3,
                       .width = 3,
                       .pieces = xo,
                       .piece_count = 2};
    d.layout = "___\n___";
    refuse_game(&d, "the layout has 2 rows, the board has 3");
    d.layout = "___\n____\n___";
    refuse_game(&d, "row 1 of the layout has 4 cells, the board has 3 columns");
    d.layout = "___\n_Q_\n___";
    refuse_game(&d, "sample: the board starts with 'Q' on 1,1, which is no piece of the game");
}

// Fails allocation number `left`.
static void *failing_resize(void *self, void *old, size_t old_size, size_t new_size) {
    int *left = self;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(old, new_size) : NULL;
}

static void test_lack_of_memory(void **state) {
    (void)state;
    static const tsr_grid_game def = {.size = TSR_GRID_SIZE,
                                      .flags = TSR_GRID_PLACES,
                                      .height = 3,
                                      .width = 3,
                                      .pieces = xo,
                                      .piece_count = 2};
    static const tsr_game game = TABLE(def);
    tsr_setup setup;
    int n = 0, opened = 0;
    tsr_setup_init(&setup, &game);
    for (; !opened && n < 10; n++) {
        int left = n;
        tsr_alloc alloc = {failing_resize, &left};
        tsr_rules *r = NULL;
        tsr_error err;
        tsr_err e = tsr_rules_open(&setup, &alloc, &r, &err);
        opened = e == TSR_OK;
        assert_true(opened || e == TSR_ERR_MEMORY);
        if (opened) {
            tsr_rules_close(r);
        }
    }
    assert_true(opened && n == 3); // the rules and the kit's block
}

// --- What a game gets for nothing --------------------------------------------

static const tsr_grid_game fill = {.size = TSR_GRID_SIZE,
                                   .flags = TSR_GRID_PLACES,
                                   .height = 2,
                                   .width = 3,
                                   .layout = "__ \n___",
                                   .pieces = xo,
                                   .piece_count = 3};
static const tsr_game fill_game = TABLE(fill);

static void test_one_two_and_three_players(void **state) {
    (void)state;
    tsr_result result[3];
    table t = table_open(&fill_game, "players=3");
    table_prompt(&t, "player 1 to move");
    table_refuses(&t, "O 0,0", "'O' belongs to player 2, not to player 1");
    table_refuses(&t, "X 0,2", "the board has no cell at 0,2");
    table_play_all(&t, "X 0,0; O 0,1; T 1,0; X 1,1; O 1,2");
    table_expect(&t, "XO./TXO player 2 round 5 drawn");
    t.r->g.result(t.r, t.b, result);
    for (int p = 0; p < 3; p++) {
        assert_int_equal(result[p].rank, 1);
    }
    table_close(&t);
    t = table_open(&fill_game, "players=1");
    table_play_all(&t, "0,0;0,1;1,0;1,1;1,2");
    table_expect(&t, "XX./XXX player 1 round 5 lost");
    table_prompt(&t, "player 1 has lost");
    table_close(&t);
    t = table_open(&fill_game, "players=3");
    table_random_games(&t, 20, 1);
    table_close(&t);
}

static const tsr_grid_piece eight[] = {
    {.letter = 'A', .owner = 0, .word = "a"}, {.letter = 'B', .owner = 1, .word = "b"},
    {.letter = 'C', .owner = 2, .word = "c"}, {.letter = 'D', .owner = 3, .word = "d"},
    {.letter = 'E', .owner = 4, .word = "e"}, {.letter = 'F', .owner = 5, .word = "f"},
    {.letter = 'G', .owner = 6, .word = "g"}, {.letter = 'H', .owner = 7, .word = "h"},
};

static int three_in_line(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
    (void)r;
    return tsr_grid_line(b, m.row, m.col) >= 3;
}

static void test_eight_players(void **state) {
    (void)state;
    static const tsr_grid_game def = {.size = TSR_GRID_SIZE,
                                      .flags = TSR_GRID_PLACES,
                                      .height = 6,
                                      .width = 6,
                                      .pieces = eight,
                                      .piece_count = 8,
                                      .finished = three_in_line};
    tsr_game game = TABLE(def);
    tsr_result result[8];
    game.max_players = 8;
    table t = table_open(&game, "players=8");
    table_random_games(&t, 10, 1);
    tsr_init(t.r, t.b);
    table_set(&t, "______/______/______/______/______/HH____ player 8 round 16");
    table_play(&t, "5,2");
    t.r->g.result(t.r, t.b, result);
    for (int p = 0; p < 8; p++) {
        assert_int_equal(result[p].rank, p == 7 ? 1 : 2);
    }
    table_close(&t);
}

// --- Points and ranks --------------------------------------------------------

static int count_pieces(const tsr_rules *r, const tsr_grid *b, int player) {
    (void)r;
    return tsr_grid_count(b, xo[player].letter);
}

static const tsr_grid_game points = {.size = TSR_GRID_SIZE,
                                     .flags = TSR_GRID_PLACES,
                                     .height = 1,
                                     .width = 5,
                                     .pieces = xo,
                                     .piece_count = 3,
                                     .score = count_pieces};
static const tsr_game points_game = TABLE(points);

static void test_points_decide(void **state) {
    (void)state;
    tsr_result result[3];
    table t = table_open(&points_game, "players=3");
    table_play_all(&t, "0,0;0,1;0,2;0,3;0,4");
    table_expect(&t, "XOTXO player 2 round 5 drawn"); // two have two each
    t.r->g.result(t.r, t.b, result);
    assert_int_equal(result[0].rank, 1);
    assert_int_equal(result[1].rank, 1);
    assert_int_equal(result[2].rank, 3);
    assert_int_equal(result[2].score, 1);
    table_close(&t);
    t = table_open(&points_game, "players=2");
    table_play_all(&t, "0,0;0,1;0,2;0,3;0,4");
    table_expect(&t, "XOXOX player 1 round 5 won 1");
    table_close(&t);
}

// --- Stuck -------------------------------------------------------------------

// A piece goes one cell to the right, and stays there for ever.
static const tsr_grid_step rightwards[] = {{0, 1}};
static const tsr_grid_game race = {.size = TSR_GRID_SIZE,
                                   .flags = TSR_GRID_MOVES,
                                   .height = 2,
                                   .width = 4,
                                   .layout = "X___\n__O_",
                                   .pieces = xo,
                                   .piece_count = 2,
                                   .ply_limit = 50,
                                   .reach = rightwards,
                                   .reach_count = 1};

static void play_race(int stuck, const char *moves, const char *expected) {
    tsr_grid_game d = race;
    d.stuck = (uint8_t)stuck;
    const tsr_game game = TABLE(d);
    table t = table_open(&game, NULL);
    table_play_all(&t, moves);
    table_expect(&t, expected);
    table_close(&t);
}

static void test_stuck(void **state) {
    (void)state;
    const char *moves = "0,0 0,1; 1,2 1,3; 0,1 0,2";
    play_race(TSR_GRID_STUCK_DRAWS, moves, "__X_/___O player 1 round 3 drawn");
    play_race(TSR_GRID_STUCK_LOSES, moves, "__X_/___O player 1 round 3 won 1");
    play_race(TSR_GRID_STUCK_ENDS, moves, "__X_/___O player 1 round 3 won 1");
    play_race(TSR_GRID_STUCK_PASSES, moves, "__X_/___O player 1 round 4 stamp 2");
    play_race(TSR_GRID_STUCK_PASSES, "0,0 0,1; 1,2 1,3; 0,1 0,2; 0,2 0,3",
              "___X/___O player 1 round 4 stamp 2 won 1");
}

static void test_reach(void **state) {
    (void)state;
    static const tsr_game game = TABLE(race);
    table t = table_open(&game, NULL);
    table_refuses(&t, "0,0 0,2", "no piece goes from 0,0 to 0,2 in one move");
    table_refuses(&t, "0,0 1,0", "no piece goes from 0,0 to 1,0 in one move");
    assert_int_equal(table_move_count(&t), 1);
    table_close(&t);
}

// With hardly more room than moves, none is lost and nothing is written beyond.
static void test_tight_lists(void **state) {
    (void)state;
    tsr_grid_game d = race;
    d.layout = "X_X_\nXX_O";
    d.reach = tsr_grid_orthogonal;
    d.reach_count = 4;
    d.max_moves = 6; // one of 0,0, three of 0,2, two of 1,1, none of 1,0
    const tsr_game game = TABLE(d);
    table t = table_open(&game, NULL);
    tsr_move list[8] = {0};
    assert_int_equal(tsr_moves(t.r, t.b, 0, list), 6);
    assert_true(list[5] != 0);
    assert_int_equal(list[6], 0);
    table_close(&t);
}

// --- Limits ------------------------------------------------------------------

static void test_limits(void **state) {
    (void)state;
    tsr_grid_game d = race;
    d.reach = NULL;
    d.ply_limit = 6;
    d.quiet_limit = 4;
    d.flags = TSR_GRID_MOVES | TSR_GRID_TAKES;
    const tsr_game game = TABLE(d);
    table t = table_open(&game, NULL);
    assert_int_equal(t.r->max_plies, 6);
    table_play_all(&t, "0,0 0,1; 1,2 1,1; 0,1 0,0; 1,1 1,2");
    table_expect(&t, "X___/__O_ player 2 round 4 quiet 4 drawn");
    tsr_init(t.r, t.b);
    table_play_all(&t, "0,0 0,1; 1,2 1,1; 0,1 0,0");
    table_event(&t, "1,1 0,0", "player 2 takes cross on 0,0, coming from 1,1");
    table_play_all(&t, "1,1 0,0"); // no X is left to move
    table_expect(&t, "O___/____ player 2 round 4 drawn");
    table_close(&t);
}

static void test_moves_to_anywhere(void **state) {
    (void)state;
    tsr_grid_game d = race;
    d.reach = NULL;
    d.flags = TSR_GRID_MOVES | TSR_GRID_TAKES;
    const tsr_game game = TABLE(d);
    table t = table_open(&game, NULL);
    assert_int_equal(table_move_count(&t), 7);
    table_refuses(&t, "0,0 0,0", "the piece already stands on 0,0");
    table_random_games(&t, 20, 2);
    table_close(&t);
}

// --- Extras and turns of several moves: a small game of the amazons ----------

enum { SHOOTING, FROM_ROW, FROM_COL };

static const tsr_grid_piece amazons_pieces[] = {
    {.letter = 'W', .owner = 0, .word = "amazon"},
    {.letter = 'B', .owner = 1, .word = "amazon"},
    {.letter = '#', .owner = 0, .word = "arrow"}, // placed by both, see `validate`
    {.letter = '*', .owner = 1, .word = "arrow"},
};

static const tsr_grid_extra amazons_extras[] = {
    {"shooting", 1, 0, 1, 0},
    {"archer", 2, 0, 3, 0},
};

static int queen_way(const tsr_grid *b, int row, int col, int to_row, int to_col) {
    return (row != to_row || col != to_col) && tsr_grid_clear(b, row, col, to_row, to_col);
}

// A step by an amazon, then an arrow from where it stands: two moves of a turn.
static int amazons_validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    int shooting = tsr_grid_get_extra(b, SHOOTING);
    (void)r;
    if (shooting != (m.kind == TSR_GRID_PLACEMENT)) {
        return tsr_say(why, shooting ? TSR_GRID_ONLY_PLACES : TSR_GRID_ONLY_MOVES);
    }
    int row = shooting ? tsr_grid_get_extra(b, FROM_ROW) : m.from_row;
    int col = shooting ? tsr_grid_get_extra(b, FROM_COL) : m.from_col;
    char piece = tsr_grid_at(b, m.from_row, m.from_col);
    int arrow = shooting ? m.piece != 'W' && m.piece != 'B' : piece == 'W' || piece == 'B';
    return tsr_say(why, arrow && queen_way(b, row, col, m.row, m.col) ? 0 : TSR_GRID_OUT_OF_REACH,
                   TSR_CELL(row, col), TSR_CELL(m.row, m.col));
}

static void amazons_perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    tsr_grid_apply(r, b, m);
    int step = m.kind == TSR_GRID_MOVEMENT;
    tsr_grid_set_extra(b, SHOOTING, step);
    tsr_grid_set_extra(b, FROM_ROW, step ? m.row : 0);
    tsr_grid_set_extra(b, FROM_COL, step ? m.col : 0);
}

static int amazons_next(const tsr_rules *r, const tsr_grid *b) {
    (void)r;
    return tsr_grid_get_extra(b, SHOOTING) ? b->player : 1 - b->player;
}

static int amazons_round(const tsr_rules *r, const tsr_grid *b) {
    (void)r;
    return tsr_grid_get_extra(b, SHOOTING) ? b->round : b->round + 1;
}

static const tsr_grid_game amazons = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES | TSR_GRID_MOVES,
    .height = 4,
    .width = 4,
    .layout = "_B__\n____\n____\n__W_",
    .stuck = TSR_GRID_STUCK_LOSES,
    .pieces = amazons_pieces,
    .piece_count = 4,
    .extras = amazons_extras,
    .extra_count = 2,
    .ply_limit = 28,
    .validate = amazons_validate,
    .perform = amazons_perform,
    .next_player = amazons_next,
    .next_round = amazons_round,
};
static const tsr_game amazons_game = TABLE(amazons);

static void test_a_turn_of_two_moves(void **state) {
    (void)state;
    tsr_info before, half, after;
    table t = table_open(&amazons_game, NULL);
    table_expect(&t, "_B__/____/____/__W_ player 1 round 1 shooting=0 archer=0,0");
    t.r->g.info(t.r, t.b, &before);
    table_refuses(&t, "# 0,0", "pieces are moved here, not placed: write 'row,column row,column'");
    table_play(&t, "3,2 1,2");
    table_expect(&t, "_B__/__W_/____/____ player 1 round 1 ply 1 shooting=1 archer=1,2");
    t.r->g.info(t.r, t.b, &half);
    assert_int_equal(before.stamp, half.stamp); // the step may be taken back
    table_refuses(&t, "1,2 1,1", "pieces are placed here, not moved: write 'X row,column'");
    table_refuses(&t, "# 0,0", "no piece goes from 1,2 to 0,0 in one move");
    table_play(&t, "# 1,1");
    table_expect(&t, "_B__/_#W_/____/____ player 2 round 2 ply 2 shooting=0 archer=0,0");
    t.r->g.info(t.r, t.b, &after);
    assert_int_not_equal(half.stamp, after.stamp);
    table_close(&t);
}

static void test_extras_in_text(void **state) {
    (void)state;
    table t = table_open(&amazons_game, NULL);
    table_set(&t, "_B__/__W_/____/____ player 1 round 1 ply 1 shooting=1 archer=1,2");
    table_play(&t, "# 3,2");
    table_refuses_position(&t, "_B__/__W_/____/____ player 1",
                           "column 29: 'shooting=' is expected here");
    table_refuses_position(&t, "_B__/__W_/____/____ player 1 shooting=2 archer=1,2",
                           "column 39: shooting= wants 1 number from 0 to 1");
    table_refuses_position(&t, "_B__/__W_/____/____ player 1 shooting=1 archer=1",
                           "column 49: archer= wants 2 numbers from 0 to 3");
    table_random_games(&t, 50, 3);
    table_close(&t);
}

// --- Check is safe on any bytes ----------------------------------------------

static void test_check_on_random_bytes(void **state) {
    (void)state;
    table t = table_open(&amazons_game, NULL);
    unsigned char *bytes = malloc(t.r->state_size);
    tsr_rng g;
    tsr_line why;
    int sound = 0;
    assert_non_null(bytes);
    tsr_rng_init(&g, 5);
    for (int i = 0; i < 20000; i++) {
        memcpy(bytes, t.b, t.r->state_size);
        for (uint32_t n = 1 + tsr_rng_below(&g, 4); n > 0; n--) {
            unsigned char byte = (unsigned char)tsr_rng_next(&g);
            bytes[tsr_rng_below(&g, t.r->state_size)] = byte;
        }
        int code = t.r->g.check(t.r, bytes, &why);
        assert_int_equal(code, why.code);
        sound += code == 0;
    }
    assert_true(sound < 10000);
    free(bytes);
    table_close(&t);
}

// --- Large boards ------------------------------------------------------------

static void test_large_boards(void **state) {
    (void)state;
    static const tsr_grid_game def = {.size = TSR_GRID_SIZE,
                                      .flags = TSR_GRID_PLACES,
                                      .height = 26,
                                      .width = 26,
                                      .pieces = xo,
                                      .piece_count = 2};
    static const tsr_game game = TABLE(def);
    table t = table_open(&game, NULL);
    tsr_rng g;
    tsr_rng_init(&g, 4);
    assert_int_equal(table_move_count(&t), 676);
    table_play(&t, "X 25,25");
    assert_int_equal(tsr_grid_at(t.b, 25, 25), 'X');
    assert_int_equal(t.r->more.playout(t.r, t.b, &g, 10000), 675);
    table_close(&t);
}

// --- Uniform samples ---------------------------------------------------------

static void expect_uniform(const table *t, int draws) {
    tsr_move list[TSR_MAX_MOVES];
    int hits[TSR_MAX_MOVES] = {0};
    tsr_rng g;
    int n = tsr_moves(t->r, t->b, t->b->player, list);
    double chi = 0, expected = (double)draws / n;
    tsr_rng_init(&g, 12);
    for (int i = 0; i < draws; i++) {
        tsr_move m = tsr_sample(t->r, t->b, t->b->player, &g);
        int at = 0;
        while (at < n && list[at] != m) {
            at++;
        }
        assert_true(at < n);
        hits[at]++;
    }
    for (int i = 0; i < n; i++) {
        chi += (hits[i] - expected) * (hits[i] - expected) / expected;
    }
    double excess = chi - (n - 1);
    assert_true(excess < 0 || excess * excess < 25 * 2.0 * n);
}

extern const tsr_game tsr_game_tictactoe, tsr_game_ardri, tsr_game_unashogi, tsr_game_domineering;

static void test_samples_are_uniform(void **state) {
    (void)state;
    const tsr_game *games[] = {&tsr_game_tictactoe,   &tsr_game_ardri, &tsr_game_unashogi,
                               &tsr_game_domineering, &amazons_game,   &fill_game};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        table t = table_open(games[i], NULL);
        tsr_rng g;
        tsr_rng_init(&g, i);
        expect_uniform(&t, 20000);
        t.r->more.playout(t.r, t.b, &g, 3);
        expect_uniform(&t, 20000);
        table_close(&t);
    }
}

// --- From picks to moves -----------------------------------------------------

extern const tsr_game tsr_game_mastermind;

static void expect_picked(const table *t, int picks, uint32_t first, uint32_t second,
                          tsr_move expected) {
    uint32_t pick[2] = {first, second};
    tsr_move m = t->r->more.picked(t->r, t->b, t->b->player, pick, picks);
    assert_int_equal(m, expected);
}

static void test_picks_mean_moves(void **state) {
    (void)state;
    table t = table_open(&tsr_game_tictactoe, NULL);
    table_play(&t, "X 1,1");
    expect_picked(&t, 1, 1, 0, tsr_grid_placement('O', 0, 0));
    expect_picked(&t, 1, 5, 0, tsr_grid_placement('O', 1, 1)); // taken: for `why_not` to say
    expect_picked(&t, 1, 0, 0, TSR_NO_MOVE);
    expect_picked(&t, 1, 10, 0, TSR_NO_MOVE);
    expect_picked(&t, 1, UINT32_MAX, 0, TSR_NO_MOVE);
    expect_picked(&t, 0, 1, 0, TSR_NO_MOVE);
    table_close(&t);

    t = table_open(&tsr_game_ardri, NULL);
    expect_picked(&t, 2, 3, 2, tsr_grid_movement(0, 2, 0, 1));
    expect_picked(&t, 2, 3, 49, tsr_grid_movement(0, 2, 6, 6)); // too far
    expect_picked(&t, 1, 3, 0, TSR_NO_MOVE);
    expect_picked(&t, 2, 3, 50, TSR_NO_MOVE);
    table_close(&t);

    t = table_open(&tsr_game_unashogi, NULL);
    uint32_t pawn = tsr_grid_piece_ref(t.r, 'H'), last = tsr_grid_piece_ref(t.r, 'h');
    expect_picked(&t, 2, pawn, 81, tsr_grid_placement('H', 8, 8));
    expect_picked(&t, 2, last, 81, tsr_grid_placement('h', 8, 8)); // not his, `why_not` says
    expect_picked(&t, 2, last + 1, 81, TSR_NO_MOVE);
    expect_picked(&t, 2, 81, pawn, TSR_NO_MOVE);
    expect_picked(&t, 1, pawn, 0, TSR_NO_MOVE);
    expect_picked(&t, 1, 81, 0, TSR_NO_MOVE);
    table_close(&t);

    t = table_open(&tsr_game_mastermind, NULL);
    for (int i = 0; i < 4; i++) {
        tsr_play(t.r, t.b, TSR_CHANCE, tsr_grid_placement('A', 6, i));
    }
    expect_picked(&t, 1, tsr_grid_piece_ref(t.r, 'C'), 0, tsr_grid_placement('C', 0, 0));
    expect_picked(&t, 1, 1, 0, TSR_NO_MOVE);
    table_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes_are_named),
        cmocka_unit_test(test_layouts_are_checked_on_opening),
        cmocka_unit_test(test_lack_of_memory),
        cmocka_unit_test(test_one_two_and_three_players),
        cmocka_unit_test(test_eight_players),
        cmocka_unit_test(test_points_decide),
        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_tight_lists),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_moves_to_anywhere),
        cmocka_unit_test(test_a_turn_of_two_moves),
        cmocka_unit_test(test_extras_in_text),
        cmocka_unit_test(test_check_on_random_bytes),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_samples_are_uniform),
        cmocka_unit_test(test_picks_mean_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
