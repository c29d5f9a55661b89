// SPDX-License-Identifier: MIT
//
// Clocks, with a clock of our own: the host tells the referee what time it is.
#include "support/help.h"

static tsr_match *match_with(const tsr_rules *r, tsr_clock clock, tsr_policy late, uint64_t now,
                             paper *p) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.now_ms = now;
    for (int i = 0; i < r->players; i++) {
        config.seat[i].clock = clock;
        config.seat[i].late = (uint8_t)late;
    }
    if (p) {
        config.sink = paper_sink(p);
    }
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    return m;
}

static tsr_answer say_at(tsr_match *m, int seat, const char *text, uint64_t now) {
    tsr_answer answer;
    assert_int_equal(tsr_match_submit_text(m, seat, text, now, &answer, NULL), TSR_OK);
    return answer;
}

static void only_the_one_on_turn_loses_time(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, (tsr_clock){.base_ms = 10000}, TSR_POLICY_FORFEIT, 5000, NULL);
    assert_int_equal(tsr_match_time_left(m, 0, 5000), 10000);
    assert_int_equal(tsr_match_time_left(m, 0, 8000), 7000);
    assert_int_equal(tsr_match_time_left(m, 1, 8000), 10000);
    assert_true(tsr_match_deadline(m) == 15001); // at 15000 the last millisecond runs
    assert_int_equal(say_at(m, 0, "a2a3", 8000), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_ply(m, 0).time_ms, 3000);
    assert_int_equal(tsr_match_time_left(m, 0, 9000), 7000);
    assert_int_equal(tsr_match_time_left(m, 1, 9000), 9000);
    assert_true(tsr_match_deadline(m) == 18001);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void wrong_answers_cost_time_too(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, (tsr_clock){.base_ms = 10000}, TSR_POLICY_FORFEIT, 0, NULL);
    assert_int_equal(say_at(m, 0, "a2a5", 4000), TSR_ANSWER_REFUSED);
    assert_int_equal(tsr_match_time_left(m, 0, 4000), 6000);
    assert_int_equal(say_at(m, 0, "a2a3", 5000), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_time_left(m, 0, 9000), 5000);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void increments_are_earned_by_moving(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, (tsr_clock){.base_ms = 1000, .increment_ms = 500},
                              TSR_POLICY_FORFEIT, 0, NULL);
    assert_int_equal(say_at(m, 0, "a2a3", 900), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_time_left(m, 0, 900), 600);
    assert_int_equal(say_at(m, 1, "a5a4", 1000), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_time_left(m, 1, 1000), 1400);
    assert_int_equal(tsr_match_time_left(m, 0, 1300), 300);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void single_moves_have_their_own_limit(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, (tsr_clock){.move_ms = 200}, TSR_POLICY_FORFEIT, 0, NULL);
    uint64_t now = 0;
    for (int i = 0; i < 4; i++) { // however often
        static const char *const moves[] = {"a2a3", "a5a4", "b2b3", "b5b4"};
        assert_int_equal(tsr_match_time_left(m, i % 2, now), 200);
        now += 200;
        assert_int_equal(say_at(m, i % 2, moves[i], now), TSR_ANSWER_PLAYED);
    }
    tsr_match_close(m);
    // Beside a base: whichever is less.
    m = match_with(r, (tsr_clock){.base_ms = 300, .move_ms = 200}, TSR_POLICY_FORFEIT, 0, NULL);
    assert_int_equal(say_at(m, 0, "a2a3", 150), TSR_ANSWER_PLAYED);
    assert_int_equal(say_at(m, 1, "a5a4", 160), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_time_left(m, 0, 160), 150);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void too_late_loses(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, (tsr_clock){.base_ms = 1000}, TSR_POLICY_FORFEIT, 0, &p);
    assert_int_equal(tsr_match_tick(m, 1000), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_int_equal(tsr_match_tick(m, 1001), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_FORFEIT);
    assert_int_equal(tsr_match_faults(m, 0).late, 1);
    assert_int_equal(paper_count(&p, 3, "late"), 1);
    assert_non_null(strstr(paper_text(&p), "player 1 ran out of time"));
    assert_true(tsr_match_deadline(m) == UINT64_MAX);
    tsr_match_close(m);
    paper_free(&p);
    // The same for an answer that comes too late, without a tick.
    m = match_with(r, (tsr_clock){.base_ms = 1000}, TSR_POLICY_FORFEIT, 0, NULL);
    assert_int_equal(say_at(m, 0, "a2a3", 1001), TSR_ANSWER_FORFEITED);
    assert_int_equal(tsr_match_ply_count(m), 0);
    tsr_match_close(m);
    // To the millisecond.
    m = match_with(r, (tsr_clock){.base_ms = 1000}, TSR_POLICY_FORFEIT, 0, NULL);
    assert_int_equal(say_at(m, 0, "a2a3", 1000), TSR_ANSWER_PLAYED);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void too_late_may_be_played_for(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, (tsr_clock){.move_ms = 100}, TSR_POLICY_FALLBACK, 0, &p);
    assert_int_equal(tsr_match_tick(m, 50), TSR_OK);
    assert_int_equal(tsr_match_ply_count(m), 0);
    assert_int_equal(tsr_match_tick(m, 101), TSR_OK);
    assert_int_equal(tsr_match_ply_count(m), 1);
    assert_int_equal(tsr_match_waiting(m), 2);
    assert_int_equal(tsr_match_time_left(m, 1, 101), 100); // the other's clock starts now
    assert_int_equal(paper_count(&p, 3, "late"), 1);
    assert_int_equal(say_at(m, 1, "a5a4", 400), TSR_ANSWER_REPLACED); // late as well
    assert_int_equal(tsr_match_faults(m, 1).late, 1);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void a_clock_gives_no_second_try(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seat[0].clock.base_ms = 100;
    config.seat[0].tries = 200;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    assert_int_equal(tsr_match_tick(m, 101), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_FORFEIT);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void clocks_that_go_back_do_no_harm(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, (tsr_clock){.base_ms = 1000}, TSR_POLICY_FORFEIT, 5000, NULL);
    assert_int_equal(tsr_match_time_left(m, 0, 10), 1000);
    assert_int_equal(say_at(m, 0, "a2a3", 0), TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_ply(m, 0).time_ms, 0);
    assert_int_equal(tsr_match_tick(m, UINT64_MAX), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_FORFEIT);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// Everybody who is asked is on the clock; who has answered is not.
static void clocks_run_side_by_side(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 3);
    for (uint64_t seed = 0;; seed++) {
        tsr_match_config config;
        tsr_match *m = NULL;
        tsr_match_config_init(&config, r);
        config.seed = seed;
        for (int p = 0; p < 3; p++) {
            config.seat[p].clock = (tsr_clock){.base_ms = 1000};
            config.seat[p].late = TSR_POLICY_FALLBACK;
        }
        assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
        if (say_at(m, 0, "gem", 100) == TSR_ANSWER_PLAYED) {
            assert_int_equal(tsr_match_waiting(m), 6);
            assert_int_equal(say_at(m, 2, "pass", 300), TSR_ANSWER_HELD);
            assert_int_equal(tsr_match_time_left(m, 2, 900), 800);
            assert_int_equal(tsr_match_time_left(m, 1, 900), 200);
            assert_true(tsr_match_deadline(m) == 1101);
            assert_int_equal(tsr_match_tick(m, 1101), TSR_OK);
            assert_int_equal(tsr_match_faults(m, 1).late, 1);
            assert_int_equal(tsr_match_faults(m, 2).late, 0);
            assert_true(tsr_match_waiting(m) & 2u); // all answered, the game went on to player 2
            tsr_match_close(m);
            break;
        }
        tsr_match_close(m);
    }
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(only_the_one_on_turn_loses_time),
        TEST(wrong_answers_cost_time_too),
        TEST(increments_are_earned_by_moving),
        TEST(single_moves_have_their_own_limit),
        TEST(too_late_loses),
        TEST(too_late_may_be_played_for),
        TEST(a_clock_gives_no_second_try),
        TEST(clocks_that_go_back_do_no_harm),
        TEST(clocks_run_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
