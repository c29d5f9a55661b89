// SPDX-License-Identifier: MIT

// Each difference between the rulebook and the original program, in both modes.
// (Scores of finishing touches are in test_projectl_rules.c.)

#include "projectl_test.h"

static const char *const engines[] = {"engine=rulebook", "engine=original"};

static game start(int original, const char *more, int players) {
    char words[80];
    snprintf(words, sizeof words, "%s %s", engines[original], more);
    return pl_start(words, players, PL_ROWS);
}

// 3. The limit counts black puzzles taken before the trigger, the triggering one too.
static void black_limit_after_the_trigger(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        game g = start(original, "black=5", 2);
        pl_play_all(&g, "take B1;reveal B5");
        assert_int_equal(g.s->last_round, 2);
        assert_int_equal(pl_why(&g, "take B1", NULL), original ? PROJECTL_WHY_SECOND_BLACK : 0);
        pl_close(&g);
    }
}

// 4. Lower levels stand in for a reward only when nothing else is left.
// 5. And then they do; the original program crashes there.
static void rewards_from_a_short_reserve(void **state) {
    uint8_t around[TSR_PL_SHAPES] = {3, 1, 3, 0, 0, 0, 0, 0, 0}; // O1, I2 and O2; no level 3
    uint8_t below[TSR_PL_SHAPES] = {3, 0, 3, 0, 0, 0, 0, 0, 0};
    (void)state;
    for (int original = 0; original < 2; original++) {
        game g = start(original, "", 2);
        uint32_t low = 1u << TSR_PL_O1 | 1u << TSR_PL_I2, high = 1u << TSR_PL_O2;
        assert_int_equal(tsr_pl_reward_options(g.r, around, TSR_PL_L2),
                         original ? high : low | high);
        assert_int_equal(tsr_pl_reward_options(g.r, below, TSR_PL_L2), low);
        pl_close(&g);
    }
}

// 6. No new piece when O1 is out.
static void a_new_piece_when_o1_is_out(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        game g = start(original, "", 2);
        pl_drain(&g, 1, TSR_PL_O1);
        assert_int_equal(pl_why(&g, "basic I2", NULL), original ? PROJECTL_WHY_NO_BASIC : 0);
        pl_close(&g);
    }
}

// 7. Upgrades are the same: never into the same shape, else what the reserve has.
static void upgrades_are_the_same(void **state) {
    uint8_t reserve[TSR_PL_SHAPES] = {1, 0, 1, 0, 1, 0, 0, 0, 1};
    game a = start(0, "", 2), b = start(1, "", 2);
    (void)state;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        uint32_t options = tsr_pl_upgrade_options(a.r, reserve, shape);
        assert_int_equal(options, tsr_pl_upgrade_options(b.r, reserve, shape));
        assert_int_equal(options >> shape & 1, 0);
    }
    pl_close(&a);
    pl_close(&b);
}

// 8. All puzzles of the file are in the game.
static void sizes_of_the_decks(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        for (int players = 2; players <= 4; players++) {
            game g = start(original, "", players);
            assert_int_equal(projectl_of(g.r)->deck[TSR_PL_WHITE], 32);
            assert_int_equal(projectl_of(g.r)->deck[TSR_PL_BLACK], original ? 20 : 8 + 2 * players);
            pl_close(&g);
        }
    }
}

// 9. One player plays alone; in the rulebook that is the solo game. From 4 pieces on.
static void players_and_pieces(void **state) {
    tsr_error err;
    (void)state;
    for (int original = 0; original < 2; original++) {
        tsr_rules *r = pl_try_open(engines[original], 1, NULL, &err);
        assert_int_equal(projectl_of(r)->solo, !original);
        assert_int_equal(projectl_of(r)->deck[TSR_PL_BLACK], original ? 20 : 10);
        tsr_rules_close(r);
    }
    tsr_setup setup;
    tsr_setup_init(&setup, &tsr_game_projectl);
    assert_int_not_equal(tsr_setup_option(&setup, "reserve", "3", &err), TSR_OK);
    game g = start(1, "reserve=4", 4);
    assert_int_equal(g.s->reserve[TSR_PL_O1], 0);
    assert_int_equal(g.s->reserve[TSR_PL_T], 4);
    pl_close(&g);
}

static void alone_in_the_original_the_only_player_wins(void **state) {
    game g = start(1, "rounds=1", 1);
    (void)state;
    pl_play_all(&g, "skip;skip;skip");
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    assert_int_equal(pl_result(&g, 0).rank, 1);
    pl_close(&g);
}

// 10. An action may be skipped, and an illegal one is.
static void skipping(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        game g = start(original, "", 2);
        tsr_info info;
        projectl_info(g.r, g.s, &info);
        assert_int_equal(pl_why(&g, "skip", NULL), original ? 0 : PROJECTL_WHY_NO_SKIP);
        assert_int_equal(info.timeout_move, original ? tsr_pl_plain(TSR_PL_SKIP) : TSR_NO_MOVE);
        pl_close(&g);
    }
}

// 11. A master action may be empty, and is used up by it.
static void an_empty_master_action(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        game g = start(original, "", 2);
        assert_int_equal(pl_why(&g, "master", NULL), original ? 0 : PROJECTL_WHY_MASTER_NOTHING);
        pl_play_all(&g, "take W1;reveal W9;master");
        assert_int_equal(pl_why(&g, "done", NULL), original ? 0 : PROJECTL_WHY_MASTER_EMPTY);
        if (original) {
            pl_play(&g, "done");
            assert_int_equal(pl_why(&g, "master", NULL), PROJECTL_WHY_MASTER_USED);
        }
        pl_close(&g);
    }
}

// 11. In both, all pieces must be in the supply before the action.
static void pieces_of_a_master_action(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        char words[40];
        snprintf(words, sizeof words, "%s", engines[original]);
        game g = pl_start(words, 2, "W9 W22 W3 W4 B1 B2 B3 B4");
        pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6;master;place I2 1 c3 r90");
        assert_int_equal(pl_why(&g, "place I2 2 c3 r90", NULL), PROJECTL_WHY_MASTER_PIECES);
        pl_close(&g);
    }
}

// 13. The same seed gives the same game.
static void games_can_be_repeated(void **state) {
    (void)state;
    for (int original = 0; original < 2; original++) {
        game a = pl_open(engines[original], 3), b = pl_open(engines[original], 3);
        tsr_rng x, y;
        tsr_rng_init(&x, 99);
        tsr_rng_init(&y, 99);
        for (int ply = 0; ply < 300; ply++) {
            int who = tsr_mover(tsr_turn(a.r, a.s));
            tsr_play(a.r, a.s, who, tsr_sample(a.r, a.s, who, &x));
            tsr_play(b.r, b.s, who, tsr_sample(b.r, b.s, who, &y));
        }
        assert_memory_equal(a.s, b.s, a.r->state_size);
        pl_close(&a);
        pl_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_limit_after_the_trigger),
        cmocka_unit_test(rewards_from_a_short_reserve),
        cmocka_unit_test(a_new_piece_when_o1_is_out),
        cmocka_unit_test(upgrades_are_the_same),
        cmocka_unit_test(sizes_of_the_decks),
        cmocka_unit_test(players_and_pieces),
        cmocka_unit_test(alone_in_the_original_the_only_player_wins),
        cmocka_unit_test(skipping),
        cmocka_unit_test(an_empty_master_action),
        cmocka_unit_test(pieces_of_a_master_action),
        cmocka_unit_test(games_can_be_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
