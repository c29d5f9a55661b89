// SPDX-License-Identifier: MIT
//
// Counting results, seatings and seeds, and advice.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>

#include "arena/advise.h"
#include "arena/runner.h"
#include "arena/tally.h"

extern const tsr_game tsr_game_tictactoe;

static void add(tally_row *row, int players, int player, const char *ranks) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    for (int i = 0; i < players; i++) {
        result[i].rank = (uint8_t)(ranks[i] - '0');
    }
    const tally_sides sides = tally_sides_alone(players);
    tally_add(row, result, &sides, player);
}

static void test_scores(void **state) {
    tsr_result r[3] = {{.rank = 1}, {.rank = 2}, {.rank = 2}};
    const tally_sides three = tally_sides_alone(3), one = tally_sides_alone(1);
    (void)state;
    assert_true(tally_score(r, &three, 0) == 1.0);
    assert_true(tally_score(r, &three, 1) == 0.25);
    r[0].rank = 0;
    assert_true(tally_score(r, &one, 0) == 0.0);
}

static void test_teams(void **state) {
    static const char rules[] = "game \"Pairs\"\nplayers A, B, C, D\nteams A with C, B with D\n"
                                "board grid 3x3\npiece Stone\nturn: place Stone on empty\n"
                                "win when line 3 of mine\nstuck: draw\n";
    const tsr_lang_source source = {.text = rules};
    tsr_setup setup;
    tsr_game *game;
    tsr_rules *r;
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    const tally_sides sides = tally_sides_of(r);
    const tsr_result won[4] = {{.rank = 1}, {.rank = 3}, {.rank = 1}, {.rank = 3}},
                     drawn[4] = {{.rank = 1}, {.rank = 1}, {.rank = 1}, {.rank = 1}};
    tally_row first = {0}, second = {0};
    tally_add(&first, won, &sides, 2);
    tally_add(&second, won, &sides, 1);
    assert_int_equal(first.won, 1); // with a partner, which is no tie
    assert_true(first.score == 1.0);
    assert_int_equal(second.lost, 1);
    assert_true(second.score == 0.0);
    tally_add(&first, drawn, &sides, 0);
    assert_int_equal(first.tied, 1);
    assert_true(first.score == 1.5);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

static void test_rows(void **state) {
    tally_row row = {0};
    (void)state;
    add(&row, 3, 0, "123");
    add(&row, 3, 0, "113");
    add(&row, 3, 0, "321");
    add(&row, 3, 0, "222"); // everybody has lost
    assert_int_equal(row.won, 1);
    assert_int_equal(row.tied, 1);
    assert_int_equal(row.lost, 2);
}

static void test_interval(void **state) {
    tally_row row = {0};
    (void)state;
    assert_false(tally_estimate_of(&row, 2).sure);
    // Pairs in which luck cancels leave little doubt, however the games went.
    for (int i = 0; i < 100; i++) {
        add(&row, 2, 0, "12");
        add(&row, 2, 0, "21");
        tally_end_group(&row);
    }
    tally_estimate e = tally_estimate_of(&row, 2);
    assert_true(e.sure && fabs(e.score - 0.5) < 1e-12);
    assert_true(e.low > 0.47 && e.low < 0.5 && e.high > 0.5 && e.high < 0.53);
    assert_int_equal(row.groups.count, 100);
    // The same games, each a group of its own, leave more.
    memset(&row, 0, sizeof row);
    for (int i = 0; i < 200; i++) {
        add(&row, 2, 0, i % 2 ? "12" : "21");
        tally_end_group(&row);
    }
    e = tally_estimate_of(&row, 2);
    assert_true(e.low > 0.42 && e.low < 0.44 && e.high > 0.56 && e.high < 0.58);
    // Three players: the bootstrap over rotations.
    memset(&row, 0, sizeof row);
    for (int i = 0; i < 60; i++) {
        add(&row, 3, 0, i % 3 ? "123" : "321");
        tally_end_group(&row);
    }
    e = tally_estimate_of(&row, 3);
    assert_true(fabs(e.score - 2.0 / 3) < 1e-12);
    assert_true(e.low > 0.5 && e.low < 0.58 && e.high > 0.75 && e.high < 0.82);
}

static void test_elo(void **state) {
    (void)state;
    assert_true(fabs(tally_elo(0.5)) < 1e-12);
    assert_true(fabs(tally_elo(10.0 / 11) - 400) < 1e-9);
    assert_true(isinf(tally_elo(1)) && isinf(tally_elo(0)));
}

static void test_seatings(void **state) {
    uint8_t seen[24][4], on[4];
    (void)state;
    assert_int_equal(runner_rounds(RUNNER_FIXED, 4), 1);
    assert_int_equal(runner_rounds(RUNNER_ROTATE, 4), 4);
    assert_int_equal(runner_rounds(RUNNER_PERMUTE, 4), 24);
    assert_int_equal(runner_rounds(RUNNER_PERMUTE, 8), 40320);
    for (int i = 0; i < 24; i++) {
        uint32_t used = 0;
        runner_seats(RUNNER_PERMUTE, 4, (uint64_t)i + 48, seen[i]);
        for (int k = 0; k < 4; k++) {
            used |= 1u << seen[i][k];
        }
        assert_int_equal(used, 15);
        for (int k = 0; k < i; k++) {
            assert_memory_not_equal(seen[i], seen[k], sizeof seen[i]);
        }
    }
    runner_seats(RUNNER_ROTATE, 3, 1, on);
    assert_int_equal(on[1], 0); // player 1 has moved one seat on
    assert_int_equal(on[0], 2);
    runner_seats(RUNNER_FIXED, 3, 5, on);
    assert_int_equal(on[2], 2);
}

// The only move that does not lose at once is found by playing at random.
static void test_advice(void **state) {
    tsr_setup setup;
    tsr_rules *r;
    advise_move best[3];
    char text[TSR_MOVE_TEXT_MAX];
    int count = 0;
    (void)state;
    tsr_setup_init(&setup, &tsr_game_tictactoe);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *s = tsr_mem_new(NULL, r->state_size);
    assert_int_equal(tsr_position_read(r, "XX_/OO_/___ player 1 round 5", s, NULL), TSR_OK);
    assert_int_equal(advise(r, s, 0, 1, 500, NULL, NULL, best, 3, &count), TSR_OK);
    assert_int_equal(count, 3);
    tsr_move_text(r, s, 0, best[0].move, text, sizeof text);
    assert_string_equal(text, "X 0,2");
    assert_true(best[0].score == 1.0);
    assert_true(best[0].score > best[1].score && best[1].score >= best[2].score);
    // The same seed gives the same advice.
    advise_move again[3];
    assert_int_equal(advise(r, s, 0, 1, 500, NULL, NULL, again, 3, &count), TSR_OK);
    assert_memory_equal(best, again, sizeof best);
    tsr_mem_free(NULL, s, r->state_size);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores), cmocka_unit_test(test_teams),
        cmocka_unit_test(test_rows),   cmocka_unit_test(test_interval),
        cmocka_unit_test(test_elo),    cmocka_unit_test(test_seatings),
        cmocka_unit_test(test_advice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
