// SPDX-License-Identifier: MIT
//
// Every rewrite of the compiler can be switched off, and then the rules still mean the
// same: the same counts, the same moves (in whatever order), the same positions byte for
// byte. Each game of the shelf is played with each rewrite off, and with all of them off,
// beside the game as it is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

#include "compiled.h"

static uint64_t most_nodes = 3000; // of one count
static int most_games = 1, most_plies = 60;
static int pass_step =
    3; // each game without every third rewrite, each rewrite left out of every third game

typedef struct table {
    tsr_game *game;
    tsr_rules *r;
} table;

// Boards of an option are small here; turns are whole, so that moves are whole turns.
static tsr_rules *open_game(const tsr_game *g, int joined) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, "turns") == 0 && joined) {
            setup.opt[i] = 0;
        } else if (strcmp(g->options[i].name, "size") == 0) {
            int small = strcmp(g->name, "gomoku") == 0 ? 9 : 5;
            setup.opt[i] = small > g->options[i].min ? small : g->options[i].min;
        }
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    return r;
}

static table open_without(int builtin, uint32_t passes, int joined) {
    table t = {0};
    tsr_lang_source source = {.text = tsr_lang_builtin_source(builtin), .passes_off = passes};
    assert_int_equal(tsr_lang_compile(&source, NULL, &t.game, NULL), TSR_OK);
    t.r = open_game(t.game, joined);
    return t;
}

static void close_table(table *t) {
    tsr_rules_close(t->r);
    tsr_lang_free(t->game);
}

// The deepest count that is not too large.
static int depth_for(const tsr_rules *r, const void *s, uint64_t *nodes) {
    int depth = 0;
    tsr_perft p;
    do {
        depth++;
        assert_int_equal(tsr_perft_run(r, s, depth, 0, NULL, &p), TSR_OK);
        *nodes = p.nodes;
    } while (p.nodes > 0 && p.nodes * 4 < most_nodes && depth < 12);
    return depth;
}

static int compare_moves(const void *x, const void *y) {
    tsr_move a = *(const tsr_move *)x, b = *(const tsr_move *)y;
    return a < b ? -1 : a > b;
}

// Plays the same random game with both and compares everything on the way.
static void play_both(const tsr_rules *a, const tsr_rules *b, uint64_t seed) {
    tsr_move *x = calloc(a->max_moves, sizeof *x), *y = calloc(a->max_moves, sizeof *y);
    void *s = calloc(1, a->state_size), *t = calloc(1, b->state_size);
    tsr_rng g;
    tsr_rng_init(&g, seed);
    assert_int_equal(a->state_size, b->state_size);
    tsr_init(a, s);
    tsr_init(b, t);
    for (int ply = 0; ply < most_plies; ply++) {
        assert_memory_equal(s, t, a->state_size);
        int who = tsr_mover(tsr_turn(a, s));
        if (who < 0 || who == TSR_CHANCE) {
            break;
        }
        int n = tsr_moves(a, s, who, x), m = tsr_moves(b, t, who, y);
        assert_int_equal(n, m);
        assert_int_equal(a->more.count(a, s, who), n);
        assert_int_equal(b->more.count(b, t, who), n);
        qsort(x, (size_t)n, sizeof *x, compare_moves);
        qsort(y, (size_t)n, sizeof *y, compare_moves);
        assert_memory_equal(x, y, (size_t)n * sizeof *x);
        tsr_move played = x[tsr_rng_below(&g, (uint32_t)n)];
        tsr_play(a, s, who, played);
        tsr_play(b, t, who, played);
    }
    free(x);
    free(y);
    free(s);
    free(t);
}

static void compare(int builtin, uint32_t passes, int joined) {
    tsr_rules *r = open_game(tsr_lang_builtin_at(builtin), joined);
    table other = open_without(builtin, passes, joined);
    void *s = calloc(1, r->state_size), *t = calloc(1, r->state_size);
    tsr_perft p;
    uint64_t nodes;
    tsr_init(r, s);
    tsr_init(other.r, t);
    int depth = depth_for(r, s, &nodes);
    assert_int_equal(tsr_perft_run(other.r, t, depth, 0, NULL, &p), TSR_OK);
    assert_int_equal(p.nodes, nodes);
    for (int game = 0; game < most_games; game++) {
        play_both(r, other.r, (uint64_t)game + 1);
    }
    free(s);
    free(t);
    close_table(&other);
    tsr_rules_close(r);
}

// Some rewrites change nothing but the speed of playouts: the same seed plays the same game,
// whichever of them are left out. (Without `hops` chains of jumps are numbered in another order: test_lang_uniform.c.)
static void playouts_are_the_same(void **state) {
    uint32_t chain = 0, quicken = 0;
    (void)state;
    for (int i = 0; i < tsr_lang_pass_count(); i++) {
        chain |= strcmp(tsr_lang_pass_name(i), "chain") == 0 ? 1u << i : 0;
        quicken |= strcmp(tsr_lang_pass_name(i), "quicken") == 0 ? 1u << i : 0;
    }
    assert_true(chain && quicken);
    const uint32_t off[] = {chain, quicken, chain | quicken};
    for (int i = 0; i < 3 * tsr_lang_builtin_count(); i++) {
        if (!is_compiled(tsr_lang_builtin_at(i / 3))) {
            continue;
        }
        table as_is = open_without(i / 3, 0, 1), other = open_without(i / 3, off[i % 3], 1);
        assert_int_equal(tsr_lang_attach(as_is.r, NULL, NULL), TSR_OK); // the interpreter
        void *s = calloc(1, as_is.r->state_size), *t = calloc(1, as_is.r->state_size);
        tsr_rng g, h;
        tsr_rng_init(&g, 7);
        tsr_rng_init(&h, 7);
        for (int game = 0; game < 8 * most_games; game++) {
            uint32_t most = game % 2 ? 1000 : 1 + (uint32_t)game * 3; // some end on the way
            tsr_init(as_is.r, s);
            tsr_init(other.r, t);
            uint32_t plies = as_is.r->more.playout(as_is.r, s, &g, most);
            assert_int_equal(other.r->more.playout(other.r, t, &h, most), plies);
            assert_memory_equal(s, t, as_is.r->state_size);
            assert_memory_equal(&g, &h, sizeof g);
        }
        free(s);
        free(t);
        close_table(&as_is);
        close_table(&other);
    }
}

static void each_pass(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        for (int pass = i % pass_step;
             is_compiled(tsr_lang_builtin_at(i)) && pass < tsr_lang_pass_count();
             pass += pass_step) {
            compare(i, 1u << pass, 1);
        }
    }
}

static void all_passes(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (!is_compiled(tsr_lang_builtin_at(i))) {
            continue;
        }
        compare(i, (1u << tsr_lang_pass_count()) - 1, 1);
        compare(i, (1u << tsr_lang_pass_count()) - 1, 0);
    }
}

static void passes_have_names(void **state) {
    (void)state;
    assert_true(tsr_lang_pass_count() > 0 && tsr_lang_pass_count() < 32);
    for (int i = 0; i < tsr_lang_pass_count(); i++) {
        assert_true(strlen(tsr_lang_pass_name(i)) > 0 && strlen(tsr_lang_pass_about(i)) > 0);
    }
    assert_null(tsr_lang_pass_name(-1));
    assert_null(tsr_lang_pass_name(tsr_lang_pass_count()));
}

// A position read from text may have an ending in it already: it must be found when its
// player next moves, though that turn has not brought it about.
static void old_endings(void **state) {
    (void)state;
    for (uint32_t off = 0; off < 2; off++) {
        uint32_t all = (1u << tsr_lang_pass_count()) - 1;
        int gomoku = 0;
        while (strcmp(tsr_lang_builtin_at(gomoku)->name, "gomoku") != 0) {
            gomoku++;
        }
        table t = open_without(gomoku, off ? all : 0, 1);
        void *s = calloc(1, t.r->state_size);
        tsr_error err = {0};
        tsr_move m;
        tsr_init(t.r, s);
        char text[400];
        assert_true(t.r->g.text(t.r, s, text, sizeof text) > 0);
        static const char *const moves[] = {"a1", "a9", "b1", "b9", "c1", "c9", "d1", "d9", "f1"};
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
            int who = tsr_mover(tsr_turn(t.r, s));
            assert_int_equal(t.r->g.move_parse(t.r, s, who, moves[i], &m), TSR_OK);
            tsr_play(t.r, s, who, m);
        }
        // Five in a row appear behind the players' backs: e1 is written into the text.
        assert_true(t.r->g.text(t.r, s, text, sizeof text) > 0);
        char *row = strstr(text, "SSSS1S");
        assert_non_null(row);
        row[4] = 'S';
        assert_int_equal(tsr_position_read(t.r, text, s, &err), TSR_OK);
        void *copy = calloc(1, t.r->state_size);
        for (uint64_t game = 0; game < 50; game++) { // random play finds it too
            tsr_rng g;
            tsr_rng_init(&g, game);
            memcpy(copy, s, t.r->state_size);
            assert_true(t.r->more.playout(t.r, copy, &g, 1000) <= 2);
        }
        free(copy);
        static const char *const after[] = {"i9", "i1"};
        for (int i = 0; i < 2; i++) {
            int who = tsr_mover(tsr_turn(t.r, s));
            assert_true(who >= 0);
            assert_int_equal(t.r->g.move_parse(t.r, s, who, after[i], &m), TSR_OK);
            tsr_play(t.r, s, who, m);
        }
        assert_int_equal(tsr_turn(t.r, s), 0);
        free(s);
        close_table(&t);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        most_nodes = 200000;
        most_games = 20;
        most_plies = 400;
        pass_step = 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_have_names), cmocka_unit_test(each_pass),
        cmocka_unit_test(all_passes),        cmocka_unit_test(playouts_are_the_same),
        cmocka_unit_test(old_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
