// SPDX-License-Identifier: MIT
//
// Long form: 300
//
// The engine is compiled for sets of 2, 4 and 8 words (width.h). The same deck must be the same
// game in all of them: games of the same seeds, side by side, have the same positions, moves,
// views and ends in words. And a deck is played by the narrowest one it fits into.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/rules.h>

#include "support/sanitized.h"
#include "unicorns/engine.h"
#include "unicorns/parts.h"

extern const tsr_game tsr_game_unicorns;
extern const uni_engine uni_engine_own_2, uni_engine_own_4;
static const uni_engine *const engines[] = {&uni_engine_own_2, &uni_engine_own_4, &uni_engine_own};

enum { WIDTHS = 3, BASE = 0, ALL = 4, TEXT = 12000, STATE = 32 * 1024 };

static int game_count = IS_SANITIZED ? 2 : 8;

static tsr_rules *open_rules(int players, int set) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = players;
    setup.opt[0] = set;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_true(r->state_size <= STATE);
    return r;
}

static const uni_engine *engine_of(const tsr_rules *r) {
    return ((const uni_rules *)r->data)->engine;
}

static void seat(tsr_rules *r, const uni_engine *e) {
    ((uni_rules *)r->data)->engine = e;
    e->bind(r, uni_deck_of(r));
    assert_true(r->state_size <= STATE);
}

static void assert_same_text(const tsr_rules *a, const void *s, const tsr_rules *b, const void *t) {
    static char left[TEXT], right[TEXT];
    assert_true(tsr_position_text(a, s, left, sizeof left) < TEXT);
    assert_true(tsr_position_text(b, t, right, sizeof right) < TEXT);
    assert_string_equal(left, right);
}

static void assert_same_views(const tsr_rules *a, const void *s, const tsr_rules *b,
                              const void *t) {
    static uint64_t left[STATE / 8], right[STATE / 8];
    for (int p = 0; p <= a->players; p++) {
        int viewer = p < a->players ? p : TSR_WATCHER;
        a->g.view(a, s, viewer, left);
        b->g.view(b, t, viewer, right);
        assert_same_text(a, left, b, right);
    }
}

// One game by the widest engine and by `narrow`, move by move.
static void play_side_by_side(const tsr_rules *wide, const tsr_rules *narrow, uint64_t seed) {
    static uint64_t s[STATE / 8], t[STATE / 8];
    static tsr_result ends[2][TSR_MAX_PLAYERS];
    uint32_t turn;
    tsr_rng g, h;
    tsr_rng_init(&g, seed);
    h = g;
    tsr_init(wide, s);
    tsr_init(narrow, t);
    for (int ply = 0; (turn = tsr_turn(wide, s)) != 0; ply++) {
        int who = tsr_mover(turn);
        assert_int_equal(tsr_turn(narrow, t), turn);
        if (ply % 16 == 0) {
            assert_same_text(wide, s, narrow, t);
            assert_same_views(wide, s, narrow, t);
        }
        tsr_move m = tsr_sample(wide, s, who, &g);
        assert_true(tsr_sample(narrow, t, who, &h) == m);
        tsr_play(wide, s, who, m);
        tsr_play(narrow, t, who, m);
    }
    assert_int_equal(tsr_turn(narrow, t), 0);
    assert_same_text(wide, s, narrow, t);
    wide->g.result(wide, s, ends[0]);
    narrow->g.result(narrow, t, ends[1]);
    assert_memory_equal(ends[0], ends[1], (size_t)wide->players * sizeof ends[0][0]);
}

static void compare(int set, int first) {
    for (int players = 2; players <= 8; players += 2) {
        tsr_rules *wide = open_rules(players, set), *narrow = open_rules(players, set);
        seat(wide, engines[WIDTHS - 1]);
        for (int e = first; e < WIDTHS - 1; e++) {
            seat(narrow, engines[e]);
            for (int i = 0; i < game_count; i++) {
                play_side_by_side(wide, narrow, tsr_seed_of(88, (uint64_t)(players * 1000 + i)));
            }
        }
        tsr_rules_close(wide);
        tsr_rules_close(narrow);
    }
}

static void test_base_deck(void **unused) {
    (void)unused;
    compare(BASE, 0);
}

static void test_both_expansions(void **unused) {
    (void)unused;
    compare(ALL, 1);
}

static void test_narrowest_engine_plays(void **unused) {
    tsr_rules *base = open_rules(8, BASE), *all = open_rules(8, ALL);
    (void)unused;
    assert_ptr_equal(engine_of(base), &uni_engine_own_2);
    assert_ptr_equal(engine_of(all), &uni_engine_own_4);
    assert_in_range(base->state_size, 1, 6144); // 19,848 with the widest sets
    uni_deck *d = &((uni_rules *)all->data)->deck;
    d->card_count = 257;
    assert_ptr_equal(uni_engine_for(d), &uni_engine_own);
    d->card_count = 128;
    d->jobs_most = 41;
    assert_ptr_equal(uni_engine_for(d), &uni_engine_own_4);
    tsr_rules_close(base);
    tsr_rules_close(all);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_deck),
        cmocka_unit_test(test_both_expansions),
        cmocka_unit_test(test_narrowest_engine_plays),
    };
    game_count = argc > 1 ? atoi(argv[1]) : game_count;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
