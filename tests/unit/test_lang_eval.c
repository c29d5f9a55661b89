// SPDX-License-Identifier: MIT
//
// The evaluation that every rules file gets: what is better must be worth more, in games
// of all kinds, and nothing is said where the rules give no reason.
#include "support/agents_play.h"
#include "support/sanitized.h"

#include <tessera/lang.h>

#include "arena/runner.h"

// --- Helpers -----------------------------------------------------------------

// What the first player of `r` can expect after `moves`, a text with blanks between.
static double worth_after(const tsr_rules *r, const char *moves) {
    uint64_t s[TSR_MAX_STATE / 8];
    float u[TSR_MAX_PLAYERS] = {0};
    char text[400], *save = NULL;
    snprintf(text, sizeof text, "%s", moves);
    tsr_init(r, s);
    for (char *m = strtok_r(text, " ", &save); m; m = strtok_r(NULL, " ", &save)) {
        tsr_move move;
        int who = tsr_mover(tsr_turn(r, s));
        assert_int_equal(tsr_move_read(r, s, who, m, &move, NULL), TSR_OK);
        assert_int_equal(tsr_play_checked(r, s, who, move, NULL), 0);
    }
    assert_non_null(r->g.ai->heuristic);
    r->g.ai->heuristic(r, s, u);
    assert_true(u[0] + u[1] > 0.99f && u[0] + u[1] < 1.01f);
    return (double)u[0];
}

static double worth_of(const tsr_rules *r, const char *position) {
    uint64_t s[TSR_MAX_STATE / 8];
    float u[TSR_MAX_PLAYERS] = {0};
    tsr_error err = {0};
    if (tsr_position_read(r, position, s, &err)) {
        fail_msg("%s: %s", position, err.message);
    }
    r->g.ai->heuristic(r, s, u);
    return (double)u[0];
}

static tsr_rules *open_source(const char *text, tsr_game **game) {
    tsr_lang_source source = {.text = text};
    tsr_lang_report report;
    tsr_setup setup;
    tsr_rules *r = NULL;
    if (tsr_lang_compile(&source, NULL, game, &report)) {
        fail_msg("%s", report.message[0].text);
    }
    tsr_setup_init(&setup, *game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    return r;
}

// --- Pieces --------------------------------------------------------------------

// White without one of its pieces, the dearest first.
static void pieces_have_values(void **state) {
    static const char *const without[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    (void)state;
    tsr_rules *r = play_open_rules("chess");
    double before = 0;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        double now = worth_of(r, without[i]);
        assert_true(now > before);
        before = now;
    }
    assert_true(before > 0.499 && before < 0.501); // nobody is ahead at the start
    tsr_rules_close(r);
}

static void pawns_are_for_promotion(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("chess");
    double home = worth_of(r, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    double sixth = worth_of(r, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    double seventh = worth_of(r, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    double knight = worth_of(r, "4k3/8/8/8/8/8/N7/4K3 w - - 0 1");
    assert_true(home > 0.5 && sixth > home && seventh > sixth);
    assert_true(knight > home);
    tsr_rules_close(r);
}

static void goals_are_approached(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("breakthrough");
    double start = worth_after(r, "");
    double ahead = worth_after(r, "b2b3 a7a6 b3b4 a6a5 b4b5 h7h6");
    double taken = worth_after(r, "b2b3 a7a6 b3b4 a6a5 b4a5 h7h6");
    assert_true(start > 0.499 && start < 0.501);
    assert_true(ahead > start);
    assert_true(taken > ahead);
    tsr_rules_close(r);
}

// --- Shapes ----------------------------------------------------------------------

// A king's goal counts with many men and with few; and for White, too, whose king does not win at once: Black has one
// more turn.
static void kings_have_goals(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("racingkings");
    const double even = worth_of(r, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w 0");
    assert_true(worth_of(r, "8/8/8/7K/8/8/krbnNBR1/qrbnNBRQ w 0") > even + 0.05);
    assert_true(worth_of(r, "8/8/8/k7/8/8/1rbnNBRK/qrbnNBRQ w 0") < even - 0.05);
    assert_true(worth_of(r, "8/8/7K/8/8/k7/8/r6R w 0") > 0.6);
    tsr_rules_close(r);
    r = play_open_rules("kingofthehill");
    assert_true(worth_of(r, "4k3/8/8/8/8/3K4/8/8 w - - 0 1") > 0.6);
    assert_true(worth_of(r, "8/8/3k4/8/8/8/8/4K3 w - - 0 1") < 0.4);
    tsr_rules_close(r);
}

static void lines_count(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    double apart = worth_after(r, "a1 d1 g1 d2"), two = worth_after(r, "d1 a1 e1 a2");
    double three = worth_after(r, "c1 a1 d1 a2 e1 g1");
    assert_true(two > 0.5 && two > apart);
    assert_true(three > two);
    tsr_rules_close(r);
}

static void connections_count(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("hex");
    // Red goes from top to bottom: along a column, or along a row.
    double along = worth_after(r, "f6 a1 f7 b1"), across = worth_after(r, "f6 a1 g6 b1");
    assert_true(along > across);
    tsr_rules_close(r);
}

static void corners_cannot_be_turned(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("reversi");
    tsr_move m;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    // A corner, the cell beside it, and one in the middle. They are not legal now, but moves
    // can be rated wherever they are.
    static const char *const cells[] = {"a1", "b2", "d3"};
    int rate[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r->g.move_parse(r, s, 0, cells[i], &m), TSR_OK);
        rate[i] = r->g.ai->rate(r, s, 0, m);
    }
    assert_true(rate[0] > rate[2] && rate[2] > rate[1]);
    tsr_rules_close(r);
}

static void room_counts(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("amazons");
    // An arrow beside one's own amazon, or beside one of the others.
    double mine = worth_after(r, "d1d2/d3"), theirs = worth_after(r, "d1d7/d9");
    assert_true(theirs > mine);
    tsr_rules_close(r);
}

// --- Odd games ---------------------------------------------------------------------

static void losing_pieces_may_be_good(void **state) {
    static const char give_away[] = "game \"Give Away\"\nplayers White, Black\nboard grid 5x5\n"
                                    "piece Man: step any\nsetup: put Man on rank 1\nturn: move\n"
                                    "win when no mine\ndraw when repeated 3\n";
    tsr_game *game = NULL;
    (void)state;
    tsr_rules *r = open_source(give_away, &game);
    double even = worth_after(r, ""), fewer = worth_after(r, "a1a2 a5a4 a2a3 a4a3");
    assert_true(fewer > even);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

// Where all men have to go across, every step on is worth something, far from the goal too.
static void races_count_steps(void **state) {
    (void)state;
    static const char *const step[][2] = {{"fivefieldkono", "a2b3"}, {"halma", "e2f3"}};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        tsr_rules *r = play_open_rules(step[i][0]);
        assert_true(worth_after(r, step[i][1]) > worth_after(r, ""));
        tsr_rules_close(r);
    }
}

// Anti-Reversi is Reversi for the fewest discs: what cannot be turned is bad to have.
static void fewest_points_win(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("antireversi");
    tsr_move corner, middle;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    assert_int_equal(r->g.move_parse(r, s, 0, "a1", &corner), TSR_OK);
    assert_int_equal(r->g.move_parse(r, s, 0, "d3", &middle), TSR_OK);
    assert_true(r->g.ai->rate(r, s, 0, corner) < r->g.ai->rate(r, s, 0, middle));
    tsr_rules_close(r);
}

static void no_reason_no_judgement(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("clobber");
    assert_null(r->g.ai->heuristic);
    tsr_rules_close(r);
}

// --- Moves -------------------------------------------------------------------------

// Marbles are pushed, not moved by motions, but who has lost six has lost; the middle is safer than the edge.
static void pushed_men_count(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("abalone");
    const double even = worth_of(r, "mmmmm/mmmmmm/2mmm2/8/9/8/2MMM2/MMMMMM/MMMMM b 0");
    const double ahead = worth_of(r, "mmmm1/mmmmmm/2mmm2/8/9/8/2MMM2/MMMMMM/MMMMM b 0");
    const double middle = worth_of(r, "mmmmm/mmmmmm/2mmm2/8/4M4/8/2MMM2/MMMMMM/1MMMM b 0");
    assert_true(even > 0.499 && even < 0.501);
    assert_true(ahead > 0.55 && middle > even && ahead > middle);
    tsr_rules_close(r);
}

static int noise_of(const tsr_rules *r, const char *position, const char *text, int *rate) {
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_move m;
    assert_int_equal(tsr_position_read(r, position, s, NULL), TSR_OK);
    int who = tsr_mover(tsr_turn(r, s));
    assert_int_equal(tsr_move_read(r, s, who, text, &m, NULL), TSR_OK);
    *rate = r->g.ai->rate(r, s, who, m);
    return r->g.ai->noisy(r, s, who, m);
}

static void captures_are_noisy(void **state) {
    static const char fen[] = "4k3/P7/8/3q1p2/4P3/8/8/4K3 w - - 0 1";
    static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    int queen, pawn, quiet, promotion, knight, rate;
    (void)state;
    tsr_rules *r = play_open_rules("chess");
    assert_true(noise_of(r, fen, "e4d5", &queen));
    assert_true(noise_of(r, fen, "e4f5", &pawn));
    assert_true(noise_of(r, fen, "a7a8q", &promotion));
    assert_true(noise_of(r, fen, "a7a8n", &knight));
    assert_false(noise_of(r, fen, "e1e2", &quiet));
    assert_true(noise_of(r, passing, "e5d6", &rate));
    assert_true(queen > pawn && pawn > quiet && promotion > knight && knight > quiet);
    tsr_rules_close(r);
}

// --- All games -----------------------------------------------------------------------

// Wherever random games lead, judgements are shares and do not change.
static void judgements_are_shares(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i += IS_SANITIZED ? 4 : 1) {
        tsr_rules *r = play_open_game(tsr_lang_builtin_at(i), 0);
        uint64_t s[TSR_MAX_STATE / 8];
        tsr_move moves[TSR_MAX_MOVES];
        tsr_rng g;
        tsr_init(r, s);
        tsr_rng_init(&g, 5);
        for (int ply = 0; ply < 60 && tsr_turn(r, s); ply++) {
            int who = tsr_mover(tsr_turn(r, s));
            int n = who == TSR_CHANCE ? 0 : tsr_moves(r, s, who, moves);
            for (int k = 0; k < n; k++) {
                int noisy = r->g.ai->noisy(r, s, who, moves[k]);
                assert_true(noisy == 0 || noisy == 1);
                (void)r->g.ai->rate(r, s, who, moves[k]);
            }
            float u[TSR_MAX_PLAYERS], again[TSR_MAX_PLAYERS];
            for (int times = 0; r->g.ai->heuristic && times < 2; times++) {
                r->g.ai->heuristic(r, s, times ? again : u);
            }
            for (int p = 0; r->g.ai->heuristic && p < r->players; p++) {
                assert_true(u[p] > 0 && u[p] < 1 && u[p] == again[p]);
            }
            tsr_play(r, s, who, tsr_sample(r, s, who, &g));
        }
        tsr_rules_close(r);
    }
}

// --- More than two -------------------------------------------------------------

// How many of 12 games `spec` wins alone against two random players.
static int wins_of(const tsr_rules *r, const char *spec) {
    runner_config c = {.rules = r,
                       .registry = play_registry,
                       .spec = {spec, "random", "random"},
                       .name = {"one", "two", "three"},
                       .seed = 5,
                       .tries = 1};
    runner *run = NULL;
    int won = 0;
    assert_int_equal(runner_open(&c, &run, NULL, NULL), TSR_OK);
    for (uint64_t i = 0; i < 12; i++) {
        runner_game g;
        int first = 0, mine = 0;
        assert_int_equal(runner_play(run, i, 0, &g, NULL), TSR_OK);
        for (int seat = 0; seat < 3; seat++) {
            first += g.result[seat].rank == 1;
            mine |= g.player_on[seat] == 0 && g.result[seat].rank == 1;
        }
        won += mine && first == 1;
    }
    runner_close(run);
    return won;
}

// Four in a row win and three lose: the line to look for is the one that wins, whichever is told last
// and wherever it is told. Three random players never make one without the other.
static void lines_that_win_come_first(void **state) {
    static const char *const endings[] = {
        "turn: place Stone on empty\nwin when line 4 of mine\nlose when line 3 of mine\n"
        "draw when no empty\n",
        "turn:\n    place Stone on empty\n    win when line 4 of mine\n    lose when line 3 of "
        "mine\n"
        "stuck: draw\n"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[400];
        tsr_game *game = NULL;
        snprintf(text, sizeof text,
                 "game \"Lines\"\nplayers Red, Green, Blue\nboard hexagon 5\npiece Stone\n%s",
                 endings[i]);
        tsr_rules *r = open_source(text, &game);
        assert_true(wins_of(r, "greedy") >= 9);
        assert_true(wins_of(r, "mcts:nodes=100") >= 9);
        assert_true(wins_of(r, "random") <= 3);
        tsr_rules_close(r);
        tsr_lang_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_win_come_first),
        cmocka_unit_test(pieces_have_values),
        cmocka_unit_test(pawns_are_for_promotion),
        cmocka_unit_test(goals_are_approached),
        cmocka_unit_test(kings_have_goals),
        cmocka_unit_test(lines_count),
        cmocka_unit_test(connections_count),
        cmocka_unit_test(corners_cannot_be_turned),
        cmocka_unit_test(room_counts),
        cmocka_unit_test(losing_pieces_may_be_good),
        cmocka_unit_test(races_count_steps),
        cmocka_unit_test(pushed_men_count),
        cmocka_unit_test(fewest_points_win),
        cmocka_unit_test(no_reason_no_judgement),
        cmocka_unit_test(captures_are_noisy),
        cmocka_unit_test(judgements_are_shares),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
