// SPDX-License-Identifier: MIT
//
// Random play is uniform over the legal turns. Games draw turns from sets, reject what
// fails a `require`, weigh promotions, count second choices: each of these could favour
// some move, so the draws of `sample` and the first moves of playouts are counted and
// compared with what chance allows (chi-square, seeds fixed). The positions have pins,
// checks, castling, promotion, en passant, captures in a row, forced passes.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "compiled.h"

enum { MAX_MOVES = 400 };

static int draws_each = 60; // expected for each move
static int interpreted;     // the interpreter draws, not the compiled shelf
static uint32_t left_out;   // rewrites, by bit: then games are compiled anew

// Kept till the end: its rules are closed before.
static tsr_game *anew[8];
static int anew_count;

static const tsr_game *compiled_without(const tsr_game *g) {
    int at = 0;
    while (tsr_lang_builtin_at(at) != g) {
        at++;
    }
    tsr_lang_source source = {.text = tsr_lang_builtin_source(at), .passes_off = left_out};
    assert_true(anew_count < (int)(sizeof anew / sizeof *anew));
    assert_int_equal(tsr_lang_compile(&source, NULL, &anew[anew_count], NULL), TSR_OK);
    return anew[anew_count++];
}

static tsr_rules *open_shelf(const char *name) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    const tsr_game *g = NULL;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            g = tsr_lang_builtin_at(i);
        }
    }
    assert_non_null(g);
    g = left_out ? compiled_without(g) : g;
    tsr_setup_init(&setup, g);
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, "turns") == 0) {
            setup.opt[i] = 0; // whole turns
        } else if (strcmp(g->options[i].name, "size") == 0) {
            const int wanted = strcmp(g->name, "gomoku") == 0 ? 9 : 7;
            setup.opt[i] = g->options[i].max < wanted ? g->options[i].max : wanted;
        }
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_int_equal(interpreted ? tsr_lang_attach(r, NULL, &err) : TSR_OK, TSR_OK);
    assert_false(interpreted && tsr_lang_is_compiled(r));
    return r;
}

// --- Counting ----------------------------------------------------------------------------

// Chance alone exceeds this about once in 10^9 times: the mean plus six deviations, and a
// little more for the few degrees of freedom where the tail is longer.
static double chi_limit(int moves) {
    double free = moves - 1;
    return free + 6 * sqrt(2 * free) + 24;
}

static void judge(const tsr_rules *r, const void *s, const uint32_t *seen, int n,
                  const char *what) {
    double total = 0, chi = 0;
    char text[2000];
    for (int i = 0; i < n; i++) {
        total += seen[i];
    }
    for (int i = 0; i < n; i++) {
        double d = seen[i] - total / n;
        chi += d * d * n / total;
    }
    if (chi > chi_limit(n)) {
        (void)r->g.text(r, s, text, sizeof text);
        fail_msg("%s of %s is not uniform: chi-square %.1f for %d moves in %s", what, r->g.name,
                 chi, n, text);
    }
}

static int find_move(const tsr_move *list, int n, tsr_move m) {
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return i;
        }
    }
    return -1;
}

static int find_state(const char *states, int n, size_t size, const void *s) {
    for (int i = 0; i < n; i++) {
        if (memcmp(states + (size_t)i * size, s, size) == 0) {
            return i;
        }
    }
    return -1;
}

static void count_samples(const tsr_rules *r, const void *s, const tsr_move *list, int n, int who) {
    uint32_t seen[MAX_MOVES] = {0};
    tsr_rng g;
    tsr_rng_init(&g, 11);
    for (int i = 0; i < n * draws_each; i++) {
        int k = find_move(list, n, tsr_sample(r, s, who, &g));
        assert_true(k >= 0);
        seen[k]++;
    }
    judge(r, s, seen, n, "sample");
}

// The first ply of a playout, known by where it leads.
static void count_playouts(const tsr_rules *r, const void *s, const tsr_move *list, int n,
                           int who) {
    uint32_t seen[MAX_MOVES] = {0};
    char *after = calloc((size_t)n, r->state_size);
    void *t = calloc(1, r->state_size);
    tsr_rng g;
    tsr_rng_init(&g, 12);
    for (int i = 0; i < n; i++) {
        memcpy(after + (size_t)i * r->state_size, s, r->state_size);
        tsr_play(r, after + (size_t)i * r->state_size, who, list[i]);
    }
    for (int i = 0; i < n; i++) { // turns that cannot be told apart afterwards prove nothing
        if (find_state(after, n, r->state_size, after + (size_t)i * r->state_size) != i) {
            free(after);
            free(t);
            return;
        }
    }
    for (int i = 0; i < n * draws_each; i++) {
        memcpy(t, s, r->state_size);
        assert_int_equal(r->more.playout(r, t, &g, 1), 1);
        int k = find_state(after, n, r->state_size, t);
        assert_true(k >= 0);
        seen[k]++;
    }
    judge(r, s, seen, n, "playout");
    free(after);
    free(t);
}

static void examine(const tsr_rules *r, const void *s) {
    static tsr_move list[TSR_MAX_MOVES];
    int who = tsr_mover(tsr_turn(r, s));
    if (who < 0 || who == TSR_CHANCE) {
        return;
    }
    int n = tsr_moves(r, s, who, list);
    if (n >= 2 && n <= MAX_MOVES) {
        count_samples(r, s, list, n, who);
        count_playouts(r, s, list, n, who);
    }
}

// --- Positions ---------------------------------------------------------------------------------

static void examine_text(const char *game, const char *text) {
    tsr_rules *r = open_shelf(game);
    void *s = calloc(1, r->state_size);
    tsr_error err = {0};
    assert_int_equal(tsr_position_read(r, text, s, &err), TSR_OK);
    examine(r, s);
    free(s);
    tsr_rules_close(r);
}

static void chess_positions(void **state) {
    (void)state;
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", // castling, pins
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",                            // pins along a row
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",                              // promotions
        "4k3/8/8/8/7b/8/4r3/R3K2R w KQ -",                                  // check twice over
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",                                 // castling both ways
        "3k4/3p4/8/K1P4r/8/8/8/8 b - -",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3", // en passant out of check
        "2r3k1/1P6/8/8/8/8/6K1/8 w - -",   // promote and capture
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        examine_text("chess", fens[i]);
    }
}

// Positions of random games, every so many plies.
static void random_positions(const char *game, uint64_t seed, int every, int most) {
    tsr_rules *r = open_shelf(game);
    void *s = calloc(1, r->state_size);
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (int ply = 0, done = 0; done < most && tsr_turn(r, s); ply++) {
        if (ply % every == every - 1) {
            examine(r, s);
            done++;
        }
        int who = tsr_mover(tsr_turn(r, s));
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
    free(s);
    tsr_rules_close(r);
}

static void all_games(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        const char *name = tsr_lang_builtin_at(i)->name;
        if (!is_compiled(tsr_lang_builtin_at(i))) {
            continue;
        }
        int slow = strcmp(name, "amazons") == 0;
        random_positions(name, 3, slow ? 45 : 7, slow ? 1 : 3);
    }
}

// Several captures in one turn: the moves with the longest names.
static void captures_in_a_row(const char *game, size_t longer_than) {
    tsr_rules *r = open_shelf(game);
    void *s = calloc(1, r->state_size);
    static tsr_move list[TSR_MAX_MOVES];
    int found = 0;
    for (uint64_t seed = 1; seed < 60 && found < 4; seed++) {
        tsr_rng g;
        tsr_rng_init(&g, seed);
        tsr_init(r, s);
        while (tsr_turn(r, s) && found < 4) {
            int who = tsr_mover(tsr_turn(r, s)), n = tsr_moves(r, s, who, list), longest = 0;
            for (int i = 0; i < n; i++) {
                char text[TSR_MOVE_TEXT_MAX];
                int size = tsr_move_text(r, s, who, list[i], text, sizeof text);
                longest = size > longest ? size : longest;
            }
            if (n > 1 && (size_t)longest > longer_than) {
                examine(r, s);
                found++;
            }
            tsr_play(r, s, who, list[tsr_rng_below(&g, (uint32_t)n)]);
        }
    }
    assert_int_equal(found, 4);
    free(s);
    tsr_rules_close(r);
}

static void draughts_positions(void **state) {
    (void)state;
    captures_in_a_row("checkers", 5);
    captures_in_a_row("draughts", 5);
}

// Turns of so many jumps that a move only has room for a hash of them, beside short ones.
static void long_jumps(void **state) {
    (void)state;
    static const char text[] = "game \"Leap\"\nplayers A, B\nboard grid 25x2\n"
                               "piece Man:\n  jump: repeat hop orthogonal over enemy capturing it\n"
                               "  walk: step orthogonal to empty\n"
                               "setup\n  . . . . . . . . . . . . . . . . . . . . . . . . .\n"
                               "  M m . m . m . m . m . m . m . m . m . m . m . m .\n"
                               "turn: jump or walk\nstuck: lose\n";
    tsr_lang_source source = {.text = text};
    tsr_setup setup;
    tsr_game *game = NULL;
    tsr_rules *r = NULL;
    tsr_move list[TSR_MAX_MOVES];
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *s = calloc(1, r->state_size);
    tsr_init(r, s);
    assert_int_equal(tsr_moves(r, s, 0, list), 2);
    examine(r, s);
    free(s);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

static int by_interpreter(void **state) {
    (void)state;
    interpreted = 1;
    return 0;
}

// Chains of jumps are then drawn in another way.
static int without_hops(void **state) {
    for (int i = 0; i < tsr_lang_pass_count(); i++) {
        left_out |= strcmp(tsr_lang_pass_name(i), "hops") == 0 ? 1u << i : 0;
    }
    assert_true(left_out);
    return by_interpreter(state);
}

static int forget(void **state) {
    (void)state;
    while (anew_count) {
        tsr_lang_free(anew[--anew_count]);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        draws_each = 1000;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_positions),
        cmocka_unit_test(all_games),
        cmocka_unit_test(draughts_positions),
        cmocka_unit_test(long_jumps),
        cmocka_unit_test_setup(chess_positions, by_interpreter),
        cmocka_unit_test_setup(all_games, by_interpreter),
        cmocka_unit_test_setup(draughts_positions, by_interpreter),
        cmocka_unit_test_setup_teardown(draughts_positions, without_hops, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
