// SPDX-License-Identifier: MIT
//
// Compiled and interpreted rules are the same game (native_pair.h), for every game of the
// shelf that this build compiles; and what compiled code draws is uniform. With an argument: so many games.
#include "compiled.h"
#include "native_pair.h"
#include "support/sanitized.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

enum {
    QUICK_GAMES = IS_SANITIZED ? 1 : 3, // and as many as make so many plies
    QUICK_PLIES = IS_SANITIZED ? 150 : 2000,
    PERFT_LEAVES = IS_SANITIZED ? 1000 : 12000,
    LONG_LEAVES = 1000000
};

static int wanted_games;         // 0 = a few
static int part, part_count = 1; // of the shelf: long runs are shared between processes

static void check_game(const tsr_game *g, const char *view, int games) {
    pair p;
    pair_open(&p, g, view, NULL);
    pair_check_agreement(&p, games ? games : QUICK_GAMES, games ? 0 : QUICK_PLIES,
                         wanted_games ? LONG_LEAVES : PERFT_LEAVES);
    pair_close(&p);
}

static void test_agreement(void **state) {
    int compared = 0;
    (void)state;
    for (int i = part; i < tsr_lang_builtin_count(); i += part_count) {
        if (!is_compiled(tsr_lang_builtin_at(i))) {
            continue;
        }
        if (wanted_games) {
            print_message("%s\n", tsr_lang_builtin_at(i)->name);
        }
        check_game(tsr_lang_builtin_at(i), NULL, wanted_games);
        compared++;
    }
    assert_true(compared >= (IS_SANITIZED ? 11 : 17) / part_count - 1);
}

static const tsr_game *find_game(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    return NULL;
}

// A game of one choice a move, by whole turns: thousands of them are listed at each ply.
static void test_whole_turns(void **state) {
    (void)state;
    check_game(find_game("amazons"), "joined",
               wanted_games   ? wanted_games / 50
               : IS_SANITIZED ? 1
                              : 6);
}

// Stones are taken, taken back and forbidden much sooner on a small board.
static void test_small_go(void **state) {
    (void)state;
    pair p;
    pair_open_with(&p, find_game("go"), "size", "9", NULL);
    pair_check_agreement(&p, wanted_games ? wanted_games : 3, wanted_games ? 0 : QUICK_PLIES,
                         PERFT_LEAVES);
    pair_close(&p);
}

// `move Neutron else lose` in front of every choice: who has shut the neutron in has won, and nobody
// is asked.
static void test_lost_before_any_choice(void **state) {
    (void)state;
    pair p;
    pair_open(&p, find_game("neutron"), NULL, NULL);
    for (int i = 0; i < 2; i++) {
        const tsr_rules *r = i ? p.native : p.vm;
        tsr_move m;
        assert_int_equal(tsr_position_read(r, "bb2b/1BBB1/*Nb3/Bb3/B4 b 8", p.a, NULL), TSR_OK);
        assert_int_equal(tsr_move_read(r, p.a, 0, "a3a4/a2a3", &m, NULL), TSR_OK);
        tsr_play(r, p.a, 0, m);
        assert_int_equal(tsr_turn(r, p.a), 0);
        assert_int_equal(tsr_position_read(r, "bb2b/*NBB2/Bb3/Bb3/B4 r 9", p.a, NULL), TSR_OK);
        assert_int_equal(tsr_turn(r, p.a), 0);
    }
    pair_close(&p);
}

static void check_draws(const tsr_game *g) {
    static const int plies[] = {0, 5, 14, 23, 40, 61};
    pair p;
    tsr_rng rng;
    pair_open(&p, g, NULL, NULL);
    tsr_rng_init(&rng, 77);
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        (void)pair_check_draws(&p, plies[i], 64, &rng);
    }
    pair_close(&p);
}

// Turns of two choices, where first choices are many and where they are few.
static void test_pair_draws(void **state) {
    (void)state;
    pair p;
    tsr_rng rng;
    int drawn = 0;
    pair_open(&p, find_game("amazons"), "joined", NULL);
    tsr_rng_init(&rng, 78);
    for (int i = 0; i < (IS_SANITIZED ? 12 : 24); i++) {
        drawn += pair_check_draws(&p, 50 + i, PAIR_MAX_DRAWN, &rng);
    }
    assert_true(drawn >= (IS_SANITIZED ? 4 : 8));
    pair_close(&p);
}

static void test_draws(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (is_compiled(tsr_lang_builtin_at(i))) {
            check_draws(tsr_lang_builtin_at(i));
        }
    }
}

// Jumps that lead no further are drawn from sets, those that go on from a list.
static void test_jump_draws(void **state) {
    (void)state;
    pair p;
    pair_open(&p, find_game("checkers"), NULL, NULL);
    pair_check_jumps(&p, 40);
    pair_close(&p);
}

static void test_filled(void **state) {
    (void)state;
    static const struct filling {
        const char *game;
        size_t words;
        uint32_t first;
    } games[] = {{"connect4", 1, 0}, {"gomoku", 4, 0}, {"hex", 2, 2}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        pair p;
        pair_open(&p, find_game(games[i].game), NULL, NULL);
        pair_check_filled(&p, games[i].words, games[i].first);
        pair_close(&p);
    }
}

// What a game has no use for stays as a position says it, by whomever it is played on.
static void test_unused_fields_stay(void **state) {
    (void)state;
    pair p;
    tsr_rng vm, native;
    char text[256];
    pair_open(&p, find_game("connect4"), NULL, NULL);
    tsr_init(p.vm, p.a);
    (void)p.vm->g.text(p.vm, p.a, text, 200);
    strcat(text, " swapped=1 rolls=7");
    assert_int_equal(tsr_position_read(p.vm, text, p.a, NULL), TSR_OK);
    assert_int_equal(tsr_position_read(p.native, text, p.b, NULL), TSR_OK);
    tsr_rng_init(&vm, 5);
    tsr_rng_init(&native, 5);
    assert_int_equal(p.vm->more.playout(p.vm, p.a, &vm, 20),
                     p.native->more.playout(p.native, p.b, &native, 20));
    assert_memory_equal(p.a, p.b, p.vm->state_size);
    (void)p.native->g.text(p.native, p.b, text, sizeof text);
    assert_non_null(strstr(text, " swapped=1"));
    assert_non_null(strstr(text, " rolls=7"));
    pair_close(&p);
}

// --- Attaching -------------------------------------------------------------------------------

static void test_attach(void **state) {
    (void)state;
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    const char *inside = "game \"Twig\"";
    static const char twig[] = "game \"Twig\"\nplayers A, B\nboard grid 3x3\npiece Leaf\n"
                               "turn: place Leaf on empty\nstuck: draw\n";
    tsr_lang_source source = {.text = twig};
    tsr_game *game = NULL;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_false(tsr_lang_is_compiled(r));
    uint64_t no_table[32] = {0};
    assert_int_equal(tsr_lang_attach(r, no_table, &err), TSR_ERR_ABI);
    assert_int_equal(tsr_lang_print_c(r, 1, &text, &size, &err), TSR_OK);
    assert_non_null(strstr(text, inside));
    assert_int_equal(strlen(text), size);
    tsr_mem_free(r->alloc, text, size + 1);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

int main(int argc, char **argv) {
    wanted_games = argc > 1 ? atoi(argv[1]) : 0;
    part = argc > 3 ? atoi(argv[2]) : 0;
    part_count = argc > 3 ? atoi(argv[3]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_whole_turns),
        cmocka_unit_test(test_small_go),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_pair_draws),
        cmocka_unit_test(test_jump_draws),
        cmocka_unit_test(test_lost_before_any_choice),
        cmocka_unit_test(test_filled),
        cmocka_unit_test(test_unused_fields_stay),
        cmocka_unit_test(test_attach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
