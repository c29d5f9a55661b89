// SPDX-License-Identifier: MIT
//
// The seed attack. An agent is told a seed for each answer; with the derivation of record
// format 1 it could compute the match's seed from it, open a match of its own with that seed
// and read every hand and every draw to come. The attack is kept here, whole, with that old
// derivation as its control: there it must succeed, and against a match of today it must fail.

#include "support/help.h"

#include <tessera/rules.h>

extern const tsr_game tsr_game_azul, tsr_game_unicorns, tsr_game_mastermind;

// --- Running splitmix64 backwards --------------------------------------------

static uint64_t unshift(uint64_t x, int by) {
    uint64_t y = x;
    for (int done = by; done < 64; done += by) {
        y = x ^ (y >> by);
    }
    return y;
}

// The inverse of an odd number modulo 2^64, by Newton's steps.
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) {
        x *= 2 - odd * x;
    }
    return x;
}

static uint64_t unmix(uint64_t x) {
    x = unshift(x, 31) * inverse(0x94d049bb133111ebu);
    x = unshift(x, 27) * inverse(0xbf58476d1ce4e5b9u);
    return unshift(x, 30) - 0x9e3779b97f4a7c15u;
}

static void the_mixer_is_run_backwards(void **state) {
    (void)state;
    for (uint64_t x = 1; x; x <<= 1) {
        assert_true(unmix(tsr_mix(x)) == x);
        assert_true(tsr_mix(unmix(x * 77)) == x * 77);
    }
}

// --- The attack --------------------------------------------------------------

// What an agent was told before record format 2.
static uint64_t old_agent_seed(uint64_t seed, uint64_t answers, int seat) {
    return tsr_seed_of(seed, (answers * 16 + (uint64_t)seat) * 2 + 1);
}

static uint64_t seed_behind(uint64_t told, uint64_t answers, int seat) {
    uint64_t index = (answers * 16 + (uint64_t)seat) * 2 + 1;
    return unmix(unmix(told) ^ index * 0xd1342543de82ef95u);
}

static tsr_match *open_match(const tsr_rules *r, uint64_t seed, uint64_t high, int draws) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seed = seed;
    config.seed_high = high;
    config.draws = draws;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    return m;
}

// Whether a match opened with `seed` deals what was dealt, all hands included.
static int deals_the_same(const tsr_match *truth, uint64_t seed, int draws) {
    const tsr_rules *r = tsr_match_rules(truth);
    tsr_match *m = open_match(r, seed, 0, draws);
    int same = memcmp(tsr_match_state(truth), tsr_match_state(m), r->state_size) == 0;
    tsr_match_close(m);
    return same;
}

// The attacker knows its seat and not exactly how many answers were counted before.
static int attack(const tsr_match *truth, uint64_t told, int seat) {
    for (uint64_t answers = 0; answers < 64; answers++) {
        uint64_t guess = seed_behind(told, answers, seat);
        if (deals_the_same(truth, guess, TSR_DRAWS_KEYED) ||
            deals_the_same(truth, guess, TSR_DRAWS_MIXED)) {
            return 1;
        }
    }
    return 0;
}

static const tsr_game *const games[] = {&tsr_game_unicorns, &tsr_game_azul, &tsr_game_mastermind};

static void the_old_derivation_gave_everything_away(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        tsr_rules *r = help_open(games[i], 0);
        const uint64_t seed = 0x0123456789abcdefu;
        tsr_match *m = open_match(r, seed, 0, TSR_DRAWS_MIXED);
        assert_true(seed_behind(old_agent_seed(seed, 3, 0), 3, 0) == seed);
        assert_true(attack(m, old_agent_seed(seed, 3, 0), 0));
        tsr_match_close(m);
        tsr_rules_close(r);
    }
}

static void the_attack_fails(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        tsr_rules *r = help_open(games[i], 0);
        const uint64_t seed = 0x0123456789abcdefu;
        for (int secret = 0; secret < 2; secret++) {
            tsr_match *m = open_match(r, seed, secret ? 0xfedcba9876543210u : 0, TSR_DRAWS_KEYED);
            assert_false(attack(m, tsr_match_agent_seed(m, 0), 0));
            tsr_match_close(m);
        }
        // A match resumed from a record of format 1 keeps its draws, but tells no more.
        tsr_match *old = open_match(r, seed, 0, TSR_DRAWS_MIXED);
        assert_false(attack(old, tsr_match_agent_seed(old, 0), 0));
        tsr_match_close(old);
        tsr_rules_close(r);
    }
}

// --- What must hold all the same ---------------------------------------------

static void the_seed_still_fixes_the_whole_match(void **state) {
    (void)state;
    tsr_rules *r = help_open(&tsr_game_unicorns, 3);
    paper a = {0}, b = {0}, c = {0};
    tsr_match *m[3] = {help_match(r, 77, &a), help_match(r, 77, &b), help_match(r, 78, &c)};
    for (int i = 0; i < 3; i++) {
        help_finish(m[i], 5);
        tsr_match_close(m[i]);
    }
    assert_string_equal(paper_text(&a), paper_text(&b));
    assert_string_not_equal(paper_text(&a), paper_text(&c));
    paper_free(&a);
    paper_free(&b);
    paper_free(&c);
    tsr_rules_close(r);
}

static void both_halves_of_the_seed_count(void **state) {
    (void)state;
    tsr_rules *r = help_open(&tsr_game_azul, 2);
    tsr_match *m[3] = {open_match(r, 7, 0, 0), open_match(r, 7, 1, 0), open_match(r, 7, 2, 0)};
    assert_true(tsr_match_seed_high(m[1]) == 1);
    for (int i = 0; i < 3; i++) {
        tsr_match *next = m[(i + 1) % 3];
        assert_memory_not_equal(tsr_match_state(m[i]), tsr_match_state(next), r->state_size);
        assert_true(tsr_match_agent_seed(m[i], 0) != tsr_match_agent_seed(next, 0));
    }
    for (int i = 0; i < 3; i++) {
        tsr_match_close(m[i]);
    }
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_mixer_is_run_backwards),
        TEST(the_old_derivation_gave_everything_away),
        TEST(the_attack_fails),
        TEST(the_seed_still_fixes_the_whole_match),
        TEST(both_halves_of_the_seed_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
