// SPDX-License-Identifier: MIT
//
// The published counts: how many positions lie so many turns away. Chess also from two
// positions that are known to find mistakes with castling, en passant and promotion.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    fail_msg("no game %s on the shelf", name);
    return NULL;
}

static tsr_rules *open_game(const char *name) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    const tsr_game *g = shelf(name);
    tsr_setup_init(&setup, g);
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, "turns") == 0) {
            setup.opt[i] = 0; // whole turns
        }
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    return r;
}

static void expect(const char *name, const char *position, const uint64_t *counts, int depth) {
    tsr_rules *r = open_game(name);
    void *s = malloc(r->state_size);
    tsr_error err = {0};
    assert_non_null(s);
    tsr_init(r, s);
    if (position) {
        assert_int_equal(tsr_position_read(r, position, s, &err), TSR_OK);
    }
    for (int d = 1; d <= depth; d++) {
        tsr_perft p;
        assert_int_equal(tsr_perft_run(r, s, d, 0, NULL, &p), TSR_OK);
        assert_int_equal(p.nodes, counts[d - 1]);
    }
    free(s);
    tsr_rules_close(r);
}

#define EXPECT(name, position, ...)                                                                \
    do {                                                                                           \
        static const uint64_t counts[] = {__VA_ARGS__};                                            \
        expect(name, position, counts, (int)(sizeof counts / sizeof *counts));                     \
    } while (0)

static void chess_start(void **state) {
    (void)state;
    EXPECT("chess", NULL, 20, 400, 8902, 197281);
}

static void chess_kiwipete(void **state) {
    (void)state;
    EXPECT("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 48, 2039,
           97862);
}

static void chess_endgame(void **state) {
    (void)state;
    EXPECT("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 14, 191, 2812, 43238);
}

static void chess_long(void **state) {
    (void)state;
    EXPECT("chess", NULL, 20, 400, 8902, 197281, 4865609);
    EXPECT("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 48, 2039,
           97862, 4085603);
    EXPECT("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 14, 191, 2812, 43238, 674624);
}

static void checkers(void **state) {
    (void)state;
    EXPECT("checkers", NULL, 7, 49, 302, 1469, 7361, 36768, 179740);
}

static void draughts(void **state) {
    (void)state;
    EXPECT("draughts", NULL, 9, 81, 658, 4265, 27117, 167140);
}

static void reversi(void **state) {
    (void)state;
    EXPECT("reversi", NULL, 4, 12, 56, 244, 1396, 8200, 55092);
}

static void others(void **state) {
    (void)state;
    EXPECT("tictactoe", NULL, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872);
    EXPECT("connect4", NULL, 7, 49, 343, 2401, 16807);
    EXPECT("breakthrough", NULL, 22, 484, 11132, 256036);
    EXPECT("amazons", NULL, 2176);
    EXPECT("kalah", NULL, 6, 35, 185, 942, 4690, 23233); // counted by a program of its own
    EXPECT("hex", NULL, 121, 14641);
    EXPECT("losalamos", NULL, 10, 100, 1212, 14332); // as fairy-stockfish counts
    EXPECT("chaturanga", NULL, 16, 256, 4176, 68122, 1164248, 19864709);
    EXPECT("go", NULL, 362);
}

int main(int argc, char **argv) {
    const struct CMUnitTest quick[] = {
        cmocka_unit_test(chess_start),   cmocka_unit_test(chess_kiwipete),
        cmocka_unit_test(chess_endgame), cmocka_unit_test(checkers),
        cmocka_unit_test(draughts),      cmocka_unit_test(reversi),
        cmocka_unit_test(others),
    };
    const struct CMUnitTest deep[] = {cmocka_unit_test(chess_long)};
    return argc > 1 && strcmp(argv[1], "long") == 0 ? cmocka_run_group_tests(deep, NULL, NULL)
                                                    : cmocka_run_group_tests(quick, NULL, NULL);
}
