// SPDX-License-Identifier: MIT
#include "support/help.h"

#include <tessera/perft.h>
#include <tessera/registry.h>

#include "support/test_alloc.h"

static tsr_perft count(const tsr_rules *r, const void *s, int depth, int whole) {
    tsr_perft out = {0};
    assert_int_equal(tsr_perft_run(r, s, depth, whole, NULL, &out), TSR_OK);
    return out;
}

// The published numbers of tic-tac-toe.
static void tictactoe_is_as_everybody_counts(void **state) {
    (void)state;
    static const uint64_t nodes[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    tsr_registry *reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    tsr_rules *r = help_open(tsr_registry_game(reg, "tictactoe", NULL), 0);
    uint64_t s[64];
    assert_true(r->state_size <= sizeof s);
    tsr_init(r, s);
    for (int depth = 0; depth <= 9; depth++) {
        assert_true(count(r, s, depth, 0).nodes == nodes[depth]);
    }
    tsr_perft all = count(r, s, 9, 1);
    assert_true(all.nodes == 127872);
    assert_true(all.games == 255168);
    assert_true(all.first[0] == 131184 && all.first[1] == 77904 && all.shared == 46080);
    assert_true(count(r, s, 12, 0).nodes == 0); // no game lasts that long
    assert_true(count(r, s, 12, 1).games == 255168);
    tsr_rules_close(r);
    tsr_registry_free(reg);
}

// Counting by hand: list, play, count on.
static uint64_t by_hand(const tsr_rules *r, const void *s, int depth) {
    uint64_t next[32];
    tsr_move list[128];
    uint32_t weight[128];
    uint32_t turn = tsr_turn(r, s);
    if (depth == 0) {
        return 1;
    }
    if (turn == 0) {
        return 0;
    }
    int who = tsr_mover(turn);
    int n = who == TSR_CHANCE ? r->g.chance(r, s, list, weight) : tsr_moves(r, s, who, list);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        memcpy(next, s, r->state_size);
        tsr_play(r, next, who, list[i]);
        sum += by_hand(r, next, depth - 1);
    }
    return sum;
}

static void chance_and_simultaneous_plies_count(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    for (int i = 0; i < 3; i++) {
        tsr_rules *r = help_open(games[i], 0);
        uint64_t s[32];
        tsr_init(r, s);
        for (int depth = 0; depth <= 4; depth++) {
            uint64_t expected = by_hand(r, s, depth);
            assert_true(count(r, s, depth, 0).nodes == expected);
            assert_true(count(r, s, depth, 1).nodes == expected);
        }
        tsr_rules_close(r);
    }
}

static void odd_depths_are_refused(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    uint64_t s[32];
    tsr_perft out = {.nodes = 77};
    tsr_init(r, s);
    assert_int_equal(tsr_perft_run(r, s, -1, 0, NULL, &out), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_perft_run(r, s, INT32_MAX, 0, NULL, &out), TSR_ERR_ARGUMENT);
    assert_int_equal(out.nodes, 77);
    tsr_rules_close(r);
}

static int run(const tsr_alloc *alloc, void *self) {
    tsr_rules *r = self;
    uint64_t s[32];
    tsr_perft out = {.nodes = 77};
    tsr_init(r, s);
    tsr_err code = tsr_perft_run(r, s, 3, 1, alloc, &out);
    assert_true(code == TSR_OK || (code == TSR_ERR_MEMORY && out.nodes == 77));
    return code == TSR_OK;
}

static void lack_of_memory_is_told(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    test_alloc_each(run, r, 0);
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(tictactoe_is_as_everybody_counts),
        TEST(chance_and_simultaneous_plies_count),
        TEST(odd_depths_are_refused),
        TEST(lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
