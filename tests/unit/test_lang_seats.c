// SPDX-License-Identifier: MIT
//
// A file for two to six players: who sits down, and how many first turns there are for each number of them.
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

static tsr_rules *open_for(int players) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, shelf("chinesecheckers"));
    assert_int_equal(tsr_setup_players(&setup, players, NULL), TSR_OK);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    return r;
}

static void check_count(const tsr_rules *r, int depth, uint64_t expected) {
    void *s = malloc(r->state_size);
    tsr_perft p;
    assert_non_null(s);
    tsr_init(r, s);
    assert_int_equal(tsr_perft_run(r, s, depth, 0, NULL, &p), TSR_OK);
    assert_int_equal(p.nodes, expected);
    free(s);
}

// Neighbours on the star stand in each other's way: their men can be hopped over.
static void test_counts(void **state) {
    (void)state;
    static const uint64_t second[] = {[2] = 196, [3] = 196, [4] = 199, [5] = 199, [6] = 199};
    static const uint64_t third[] = {[2] = 4760, [3] = 2744, [4] = 2786, [5] = 2828, [6] = 2828};
    for (int players = 2; players <= 6; players++) {
        tsr_rules *r = open_for(players);
        assert_int_equal(r->players, players);
        check_count(r, 1, 14);
        check_count(r, 2, second[players]);
        check_count(r, 3, third[players]);
        tsr_rules_close(r);
    }
}

static void test_names(void **state) {
    (void)state;
    static const char *const expected[7][6] = {
        [2] = {"Red", "Green"},
        [3] = {"Red", "Yellow", "Blue"},
        [4] = {"Red", "Orange", "Green", "Blue"},
        [5] = {"Red", "Orange", "Yellow", "Green", "Blue"},
        [6] = {"Red", "Orange", "Yellow", "Green", "Blue", "Violet"},
    };
    for (int players = 2; players <= 6; players++) {
        tsr_rules *r = open_for(players);
        for (int i = 0; i < players; i++) {
            assert_string_equal(r->seats[i], expected[players][i]);
        }
        tsr_rules_close(r);
    }
}

// Two of them play against each other, more do not: searches and levels choose by that.
static void test_zero_sum(void **state) {
    (void)state;
    for (int players = 2; players <= 6; players++) {
        tsr_rules *r = open_for(players);
        assert_int_equal((r->g.flags & TSR_ZERO_SUM) != 0, players == 2);
        tsr_rules_close(r);
    }
}

// Everybody comes to the end of a game played at random, and who is across has changed places.
static void test_games(void **state) {
    (void)state;
    for (int players = 2; players <= 6; players++) {
        tsr_rules *r = open_for(players);
        void *s = malloc(r->state_size);
        tsr_rng rng;
        assert_non_null(s);
        tsr_rng_init(&rng, (uint64_t)players);
        tsr_init(r, s);
        uint32_t plies = r->more.playout(r, s, &rng, 2000);
        assert_true(plies > 100);
        assert_int_equal(tsr_turn(r, s), 0);
        free(s);
        tsr_rules_close(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_zero_sum),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
