// SPDX-License-Identifier: MIT
//
// Chess in its own notations: FEN, SAN, PGN; and the reasons why moves are refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

static tsr_rules *rules;
static void *position;

static int open_chess(void **state) {
    tsr_setup setup;
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, "chess") == 0) {
            tsr_setup_init(&setup, tsr_lang_builtin_at(i));
        }
    }
    if (tsr_rules_open(&setup, NULL, &rules, NULL)) {
        return -1;
    }
    position = malloc(rules->state_size);
    return position ? 0 : -1;
}

static int close_chess(void **state) {
    (void)state;
    free(position);
    tsr_rules_close(rules);
    return 0;
}

static void set_up(const char *fen) {
    tsr_error err = {0};
    assert_int_equal(tsr_position_read(rules, fen, position, &err), TSR_OK);
}

static void fen_round_trip(void **state) {
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 20",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    char text[400];
    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        set_up(fens[i]);
        tsr_position_text(rules, position, text, sizeof text);
        assert_string_equal(text, fens[i]);
    }
}

// An en-passant square that nobody can take on is no part of the position.
static void fen_useless_ep(void **state) {
    char text[400];
    (void)state;
    set_up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    tsr_position_text(rules, position, text, sizeof text);
    assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

static void fen_nonsense(void **state) {
    static const char *const bad[] = {"",
                                      "x",
                                      "8/8/8/8/8/8/8/8",
                                      "9/8/8/8/8/8/8/8 w - - 0 1",
                                      "8/8/8/8/8/8/8/7 w - - 0 1",
                                      "8/8/8/8/8/8/8/8 x - - 0 1",
                                      "8/8/8/8/8/8/8/8 w KQ - 0 1",
                                      "4k3/8/8/8/8/8/8/4K3 w -", // no en-passant square
                                      "zzzzzzzz/8/8/8/8/8/8/8 w - - 0 1"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tsr_error err = {0};
        assert_int_not_equal(tsr_position_read(rules, bad[i], position, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
}

static void expect_san(const char *move, const char *san) {
    tsr_move m = TSR_NO_MOVE, back = TSR_NO_MOVE;
    char text[32];
    int who = tsr_mover(tsr_turn(rules, position));
    assert_int_equal(tsr_move_read(rules, position, who, move, &m, NULL), TSR_OK);
    assert_int_equal(tsr_why_not(rules, position, who, m, NULL), 0);
    tsr_lang_san(rules, position, m, text, sizeof text);
    assert_string_equal(text, san);
    assert_int_equal(tsr_lang_san_read(rules, position, san, &back, NULL), TSR_OK);
    assert_int_equal(back, m);
}

static void san(void **state) {
    (void)state;
    set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect_san("e2e4", "e4");
    expect_san("g1f3", "Nf3");
    set_up("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    expect_san("e1g1", "O-O");
    expect_san("e1c1", "O-O-O");
    expect_san("d5e6", "dxe6");
    expect_san("e5f7", "Nxf7");
    expect_san("c3b5", "Nb5");
    set_up("8/8/8/8/8/7k/8/KN3N2 w - - 0 1");
    expect_san("b1d2", "Nbd2");
    expect_san("f1d2", "Nfd2");
    set_up("3k4/1P6/3K4/8/8/8/8/8 w - - 0 1");
    expect_san("b7b8q", "b8=Q#");
    expect_san("b7b8n", "b8=N");
    set_up("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    expect_san("e5f6", "exf6");
    expect_san("d1h5", "Qh5+");
}

static void pgn_round_trip(void **state) {
    static const char opera[] =
        "[Event \"Paris\"]\n[White \"Morphy\"]\n[Black \"Allies\"]\n[Result \"1-0\"]\n\n"
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 {a weak move} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 "
        "Qe7\n"
        "8. Nc3 c6 9. Bg5 b5 $2 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 (12... O-O-O 13. Ba6+)\n"
        "13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";
    tsr_move moves[200], again[200];
    char text[4000];
    int count = 0, count2 = 0;
    tsr_error err = {0};
    (void)state;
    assert_int_equal(tsr_lang_pgn_read(rules, opera, position, moves, 200, &count, &err), TSR_OK);
    assert_int_equal(count, 33);
    tsr_pgn head = {.white = "Morphy", .black = "Allies", .event = "Paris"};
    assert_true(tsr_lang_pgn(rules, &head, moves, count, text, sizeof text) > 0);
    assert_non_null(strstr(text, "[Result \"1-0\"]"));
    assert_non_null(strstr(text, "17. Rd8# 1-0"));
    assert_int_equal(tsr_lang_pgn_read(rules, text, position, again, 200, &count2, &err), TSR_OK);
    assert_int_equal(count2, count);
    assert_memory_equal(moves, again, (size_t)count * sizeof *moves);
}

static void pgn_refuses(void **state) {
    tsr_move moves[20];
    int count = 0;
    tsr_error err = {0};
    (void)state;
    assert_int_not_equal(
        tsr_lang_pgn_read(rules, "1. e4 e5 2. Ke3", position, moves, 20, &count, &err), TSR_OK);
    assert_non_null(strstr(err.message, "move 2"));
}

// --- Reasons --------------------------------------------------------------------------------

static void expect_reason(const char *fen, const char *move, const char *reason) {
    tsr_move m = TSR_NO_MOVE;
    tsr_line why;
    char text[300];
    set_up(fen);
    int who = tsr_mover(tsr_turn(rules, position));
    assert_int_equal(tsr_move_read(rules, position, who, move, &m, NULL), TSR_OK);
    assert_int_not_equal(tsr_why_not(rules, position, who, m, &why), 0);
    tsr_line_text(rules, &why, NULL, text, sizeof text);
    assert_string_equal(text, reason);
}

static void reasons(void **state) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    (void)state;
    expect_reason(start, "e4e5", "there is no piece on e4");
    expect_reason(start, "e7e5", "the Pawn on e7 is not yours");
    expect_reason(start, "b1b3", "a Knight cannot go from b1 to b3");
    expect_reason(start, "a1a4", "the Rook on a1 cannot reach a4: a2 is in the way");
    expect_reason("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3",
                  "afterwards `not check` must hold; e1 is attacked by the Rook on e4");
    expect_reason("4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1g1",
                  "this needs `here | here + d is safe`; f1 is attacked by the Bishop on c4");
    expect_reason("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1",
                  "this needs `unmoved`; the King on e1 has moved before");
    expect_reason("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "this needs `on rank 2`; e3 is not");
}

// --- Draws -----------------------------------------------------------------------------------

static void expect_over(const char *fen, int over) {
    tsr_result result[2];
    set_up(fen);
    tsr_move list[300];
    int who = tsr_mover(tsr_turn(rules, position));
    assert_true(who >= 0);
    int n = tsr_moves(rules, position, who, list);
    assert_true(n > 0);
    tsr_play(rules, position, who, list[0]);
    assert_int_equal(tsr_turn(rules, position) == 0, over);
    if (over) {
        rules->g.result(rules, position, result);
        assert_int_equal(result[0].rank, result[1].rank);
    }
}

static void draws(void **state) {
    (void)state;
    expect_over("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1);     // bare kings
    expect_over("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", 1);    // knight alone
    expect_over("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", 1);  // bishops of one colour
    expect_over("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 0); // bishops of both
    expect_over("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0);   // a pawn
    expect_over("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", 1);  // fifty moves
}

// Notation is declared and inherited, not guessed from what else a game has.
static void notation_is_inherited(void **state) {
    static const char text[] = "game \"Var Chess\" from \"Chess\"\nvar extra = 0 in 0..3\n";
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    tsr_rules *r = NULL;
    tsr_setup setup;
    tsr_move m = 0, same = 0;
    char line[400], before[400];
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    char *at = calloc(1, r->state_size), *again = calloc(1, r->state_size);
    assert_non_null(at);
    assert_non_null(again);
    tsr_init(r, at);
    tsr_position_text(r, at, line, sizeof line);
    assert_memory_equal(line, fen, sizeof fen - 1);
    assert_int_equal(tsr_position_read(r, line, again, NULL), TSR_OK);
    assert_memory_equal(at, again, r->state_size);
    assert_int_equal(tsr_move_read(r, at, 0, "Nf3", &m, NULL), TSR_OK);
    assert_int_equal(tsr_move_read(r, at, 0, "g1f3", &same, NULL), TSR_OK);
    assert_int_equal(m, same);
    tsr_play(r, at, 0, m);
    tsr_position_text(r, at, before, sizeof before);
    assert_non_null(strstr(before, " b KQkq - 1 1"));
    free(at);
    free(again);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fen_round_trip),
        cmocka_unit_test(fen_useless_ep),
        cmocka_unit_test(fen_nonsense),
        cmocka_unit_test(san),
        cmocka_unit_test(pgn_round_trip),
        cmocka_unit_test(pgn_refuses),
        cmocka_unit_test(reasons),
        cmocka_unit_test(draws),
        cmocka_unit_test(notation_is_inherited),
    };
    return cmocka_run_group_tests(tests, open_chess, close_chess);
}
