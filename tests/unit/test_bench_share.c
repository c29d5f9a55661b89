// SPDX-License-Identifier: MIT
//
// The share of a hand-written loop, measured on a made-up machine whose speed changes all the time.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <tessera/rng.h>

#include "cli/bench_share.h"

// --- The machine -----------------------------------------------------------------------

enum { MOVES_A_GAME = 20 };

static double now, spell_end, slowness, drift; // drift: how much slower it grows a second
static tsr_rng dice;

static double machine_clock(void) {
    return now;
}

// Its host gives or takes half of its speed every few milliseconds.
static void change_speed(void) {
    slowness = tsr_rng_below(&dice, 2) ? 2 : 1;
    spell_end = now + 0.001 * (5 + tsr_rng_below(&dice, 40));
}

static void start_machine(double grows) {
    tsr_rng_init(&dice, 7);
    now = 0;
    drift = grows;
    change_speed();
}

// A loop of which one move takes so many nanoseconds on the undisturbed machine.
static uint64_t play(void *self, uint64_t games) {
    for (uint64_t i = 0; i < games; i++) {
        if (now >= spell_end) change_speed();
        now += *(const double *)self * 1e-9 * MOVES_A_GAME * slowness * (1 + drift * now);
    }
    return games * MOVES_A_GAME;
}

static bench_share compare(double game_ns, double hand_ns, double seconds) {
    return bench_share_of(&(bench_side){play, &game_ns}, &(bench_side){play, &hand_ns}, seconds,
                          machine_clock);
}

// --- What it finds ---------------------------------------------------------------------

static void test_slow_spells_do_not_show(void **unused) {
    (void)unused;
    start_machine(0);
    bench_share found = compare(10, 8, 1);
    assert_true(fabs(found.median - 0.8) < 0.004);
    assert_true(found.low <= found.median && found.median <= found.high);
    assert_true(found.low > 0.75 && found.high < 0.85); // few pairs have a change in them
    assert_true(found.pairs > 100);
}

static void test_a_steady_decline_favours_nobody(void **unused) {
    (void)unused;
    start_machine(1);
    assert_true(fabs(compare(10, 10, 0.5).median - 1) < 0.01);
}

static void test_the_time_is_kept(void **unused) {
    (void)unused;
    start_machine(0);
    (void)compare(10, 8, 0.5);
    assert_true(now >= 0.5 && now < 0.52);
}

static void test_a_loop_has_its_own_figures(void **unused) {
    (void)unused;
    start_machine(0);
    bench_share found = compare(10, 8, 1);
    assert_true(found.moves > 1e9 / 16.2 && found.moves < 1e9 / 7.9);
    assert_true(fabs(found.moves / found.games - MOVES_A_GAME) < 0.001);
}

// One pair is the least, be there time for it or not, and however long a game takes.
static void test_one_pair_at_least(void **unused) {
    (void)unused;
    start_machine(0);
    assert_int_equal(compare(10, 8, 0).pairs, 1);
    assert_int_equal(compare(1e7, 1e7, 0.01).pairs, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_spells_do_not_show),
        cmocka_unit_test(test_a_steady_decline_favours_nobody),
        cmocka_unit_test(test_the_time_is_kept),
        cmocka_unit_test(test_a_loop_has_its_own_figures),
        cmocka_unit_test(test_one_pair_at_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
