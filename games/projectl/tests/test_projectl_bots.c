// SPDX-License-Identifier: MIT

// What the public header promises to bot writers: the table as data, and plans that
// are as short as can be.

#include "projectl_test.h"

static game g;

static int start(void **state) {
    (void)state;
    g = pl_start("", 2, "W9 W22 W15 W4 B1 B2 B3 B4");
    return 0;
}

static int stop(void **state) {
    (void)state;
    pl_close(&g);
    return 0;
}

// --- The table ----------------------------------------------------------------------------------

static void the_table_as_data(void **state) {
    tsr_pl_table t;
    (void)state;
    pl_play_all(&g, "take W3;reveal W5;place I2 1 b3");
    tsr_pl_look(g.r, g.s, &t);
    assert_int_equal(t.phase, TSR_PL_PHASE_TURN);
    assert_int_equal(t.players, 2);
    assert_int_equal(t.player, 0);
    assert_int_equal(t.actions, 1);
    assert_int_equal(t.black_left, 3);
    assert_int_equal(t.row[TSR_PL_WHITE][2], 4); // W5 by index
    assert_int_equal(t.row[TSR_PL_BLACK][0], 32);
    assert_int_equal(t.grid[0], TSR_PL_NONE);
    assert_int_equal(t.deck[TSR_PL_WHITE], 27);
    assert_int_equal(t.cards[TSR_PL_BLACK], 12);
    assert_int_equal(t.seat[0].slot[0].puzzle, 14);
    assert_int_equal(t.seat[0].slot[0].pieces, 1);
    assert_int_equal(t.seat[0].slot[0].laid[TSR_PL_I2], 1);
    assert_int_equal(t.seat[0].slot[0].free, 1u << 10 | 1u << 13 | 1u << 14);
    assert_int_equal(t.seat[0].slot[0].right, 1u << 11);
    assert_int_equal(t.seat[0].slot[1].puzzle, TSR_PL_NONE);
    assert_int_equal(t.seat[0].pieces[TSR_PL_I2], 0);
    assert_int_equal(t.reserve[TSR_PL_I2], 13);
    assert_true(tsr_pl_is_rules(g.r));
}

static void the_table_of_a_question(void **state) {
    tsr_pl_table t;
    (void)state;
    pl_play(&g, "recycle B");
    tsr_pl_look(g.r, g.s, &t);
    assert_int_equal(t.phase, TSR_PL_PHASE_RECYCLE);
    assert_int_equal(t.recycling, TSR_PL_BLACK);
}

static void what_is_in_the_decks(void **state) {
    uint16_t id[40];
    tsr_pl_deck_view deck = tsr_pl_deck(g.r, g.s, TSR_PL_WHITE, id, 40);
    (void)state;
    assert_int_equal(deck.count, 28);
    assert_int_equal(deck.known, 0);
    assert_int_equal(deck.unseen, 28);
    for (int i = 0; i < 28; i++) {
        assert_true(id[i] != 8 && id[i] != 21 && id[i] != 14 && id[i] != 3);
    }
    deck = tsr_pl_deck(g.r, g.s, TSR_PL_BLACK, id, 3); // little room, true counts
    assert_int_equal(deck.count, 8);
    assert_int_equal(deck.unseen, 16);
    deck = tsr_pl_deck(g.r, g.s, TSR_PL_BOTH, id, 40);
    assert_int_equal(deck.count + deck.unseen, 0);
    pl_play_all(&g, "take W1;reveal W5;place I2 1 c3 r90");
    assert_int_equal(tsr_pl_completed(g.r, g.s, 0, id, 40), 1);
    assert_int_equal(id[0], 8);
    assert_int_equal(tsr_pl_completed(g.r, g.s, 1, id, 40), 0);
}

// --- Plans --------------------------------------------------------------------------------------

static const uint8_t plenty[TSR_PL_SHAPES] = {15, 15, 15, 15, 15, 15, 15, 15, 15};
static const uint8_t nothing[TSR_PL_SHAPES];

static uint32_t mask_of(int puzzle) {
    return tsr_pl_puzzle_at(g.r, puzzle)->mask;
}

static void fewest_pieces(void **state) {
    (void)state;
    assert_int_equal(tsr_pl_fewest_pieces(g.r, 0), 0);
    assert_int_equal(tsr_pl_fewest_pieces(g.r, 1), 1);
    assert_int_equal(tsr_pl_fewest_pieces(g.r, 1u | 1u << 24), 2);
    assert_int_equal(tsr_pl_fewest_pieces(g.r, TSR_PL_FULL), 7);
    assert_int_equal(tsr_pl_fewest_pieces(g.r, mask_of(8)), 1);      // W9: I2
    assert_int_equal(tsr_pl_fewest_pieces(g.r, mask_of(14)), 2);     // W15: five in a row
    assert_int_equal(tsr_pl_fewest_pieces(g.r, mask_of(32 + 4)), 4); // B5: sixteen cells
}

static void getting_a_piece(void **state) {
    uint8_t supply[TSR_PL_SHAPES] = {0}, gap[TSR_PL_SHAPES] = {9, 9, 0, 0, 9, 9, 9, 9, 9};
    tsr_move move = 0;
    (void)state;
    assert_int_equal(tsr_pl_get(g.r, supply, plenty, TSR_PL_T, &move), 4);
    assert_int_equal(move, tsr_pl_basic(TSR_PL_O1));
    supply[TSR_PL_I2] = 1;
    assert_int_equal(tsr_pl_get(g.r, supply, plenty, TSR_PL_T, &move), 2);
    assert_int_equal(tsr_pl_move_kind(move), TSR_PL_UPGRADE);
    assert_int_equal(tsr_move_byte(move, 1), TSR_PL_I2);
    assert_int_equal(tsr_pl_level(tsr_move_byte(move, 2)), 3);
    supply[TSR_PL_Z] = 1;
    assert_int_equal(tsr_pl_get(g.r, supply, plenty, TSR_PL_T, &move), 1);
    assert_int_equal(move, tsr_pl_upgrade(TSR_PL_Z, TSR_PL_T));
    assert_int_equal(tsr_pl_get(g.r, supply, plenty, TSR_PL_Z, NULL), 0);
    assert_int_equal(tsr_pl_get(g.r, nothing, nothing, TSR_PL_Z, NULL), -1);
    assert_int_equal(tsr_pl_get(g.r, nothing, plenty, 9, NULL), -1);
    // Without I2 in the reserve, O1 goes straight to level 3.
    assert_int_equal(tsr_pl_get(g.r, nothing, gap, TSR_PL_L2, &move), 2);
}

static void no_plan_without_pieces(void **state) {
    uint8_t supply[TSR_PL_SHAPES] = {1, 0, 1};
    tsr_pl_plan plan;
    (void)state;
    assert_false(tsr_pl_solve(g.r, mask_of(14), supply, nothing, 0, &plan));
    assert_true(tsr_pl_solve(g.r, mask_of(8), supply, nothing, 0, &plan));
    assert_int_equal(plan.actions, 1);
    assert_false(tsr_pl_solve(g.r, mask_of(14), supply, plenty, 3, &plan)); // needs four
    assert_true(tsr_pl_solve(g.r, mask_of(14), supply, plenty, 4, &plan));
    assert_true(tsr_pl_solve(g.r, 0, nothing, nothing, 0, &plan));
    assert_int_equal(plan.actions, 0);
}

// Is there any way to fill `mask` with `actions` actions? Tries all of them.
static int can_fill(uint32_t mask, uint8_t *supply, uint8_t *reserve, int actions) {
    int count, found = 0;
    const tsr_pl_placement *p = tsr_pl_placements(g.r, 0, &count);
    if (mask == 0) {
        return 1;
    }
    for (int i = 0; i < TSR_PL_PLACEMENTS && actions > 0 && !found; i++) {
        if (supply[p[i].shape] && (p[i].mask & ~mask) == 0) {
            supply[p[i].shape]--;
            found = can_fill(mask & ~p[i].mask, supply, reserve, actions - 1);
            supply[p[i].shape]++;
        }
    }
    for (int from = -1; from < TSR_PL_SHAPES && actions > 1 && !found; from++) {
        uint32_t options = from < 0       ? tsr_pl_basic_options(g.r, reserve)
                           : supply[from] ? tsr_pl_upgrade_options(g.r, reserve, from)
                                          : 0;
        for (int to = 0; to < TSR_PL_SHAPES && !found; to++) {
            if (options >> to & 1) {
                if (from >= 0) supply[from]--, reserve[from]++;
                supply[to]++, reserve[to]--;
                found = can_fill(mask, supply, reserve, actions - 1);
                supply[to]--, reserve[to]++;
                if (from >= 0) supply[from]++, reserve[from]--;
            }
        }
    }
    return found;
}

static void plans_are_shortest(void **state) {
    tsr_rng rng;
    int compared = 0;
    (void)state;
    tsr_rng_init(&rng, 3);
    for (int round = 0; round < 400; round++) {
        uint8_t supply[TSR_PL_SHAPES] = {0}, reserve[TSR_PL_SHAPES];
        tsr_pl_plan plan;
        uint32_t mask = mask_of((int)tsr_rng_below(&rng, 32));
        for (int i = (int)tsr_rng_below(&rng, 4); i >= 0; i--) {
            supply[tsr_rng_below(&rng, TSR_PL_SHAPES)]++;
        }
        for (int i = 0; i < TSR_PL_SHAPES; i++) { // now and then a shape is out
            reserve[i] = (uint8_t)(tsr_rng_below(&rng, 5) ? 9 : 0);
        }
        int solved = tsr_pl_solve(g.r, mask, supply, reserve, 4, &plan);
        assert_int_equal(solved ? plan.actions : 5, can_fill(mask, supply, reserve, 1)   ? 1
                                                    : can_fill(mask, supply, reserve, 2) ? 2
                                                    : can_fill(mask, supply, reserve, 3) ? 3
                                                    : solved                             ? 4
                                                                                         : 5);
        compared += solved;
    }
    assert_true(compared > 100);
}

static void plans_fill_the_mask(void **state) {
    tsr_rng rng;
    (void)state;
    tsr_rng_init(&rng, 4);
    for (int round = 0; round < 500; round++) {
        uint8_t supply[TSR_PL_SHAPES] = {0}, need[TSR_PL_SHAPES] = {0};
        tsr_pl_plan plan;
        int count, owned = 0;
        const tsr_pl_placement *p = tsr_pl_placements(g.r, 0, &count);
        uint32_t mask = mask_of((int)tsr_rng_below(&rng, 52)), covered = 0;
        for (int i = (int)tsr_rng_below(&rng, 8); i >= 0; i--) {
            supply[tsr_rng_below(&rng, TSR_PL_SHAPES)]++;
        }
        assert_true(tsr_pl_solve(g.r, mask, supply, plenty, 0, &plan));
        for (int i = 0; i < plan.pieces; i++) {
            const tsr_pl_placement *step = &p[plan.step[i]];
            assert_int_equal(covered & step->mask, 0);
            covered |= step->mask;
            need[step->shape]++;
            owned += need[step->shape] <= supply[step->shape];
            if (i < plan.owned) {
                assert_true(need[step->shape] <= supply[step->shape]);
            }
        }
        assert_int_equal(covered, mask);
        assert_int_equal(owned, plan.owned);
        assert_memory_equal(need, plan.need, sizeof need);
        assert_true(plan.actions >= 2 * plan.pieces - plan.owned);
        for (int i = 0; i < TSR_PL_SHAPES; i++) {
            int kept = need[i] < supply[i] ? need[i] : supply[i];
            assert_true(plan.given[i] + kept <= supply[i]);
        }
    }
}

// --- Playing at random --------------------------------------------------------------------------

// The round in which a game between two of them is over.
static int last_round_of_game(tsr_agent *a, uint64_t seed) {
    tsr_pl_table t;
    tsr_rng rng;
    uint32_t turn;
    game other = pl_open("", 2);
    tsr_rng_init(&rng, seed);
    while ((turn = tsr_turn(other.r, other.s)) != 0) {
        int who = tsr_mover(turn);
        tsr_agent_host host = {0};
        tsr_query q = {.view = other.s, .who = who, .seed = tsr_rng_next(&rng), .host = &host};
        tsr_move m = TSR_NO_MOVE;
        if (who == TSR_CHANCE) {
            m = tsr_sample(other.r, other.s, who, &rng);
        } else {
            assert_int_equal(a->type->choose(a, &q, &m, NULL), TSR_OK);
        }
        assert_int_equal(tsr_play_checked(other.r, other.s, who, m, NULL), 0);
    }
    tsr_pl_look(other.r, other.s, &t);
    pl_close(&other);
    return t.round;
}

// Games of `random` go to the limit of 100 rounds; those of `projectl-random` end by themselves.
static void random_games_come_to_an_end(void **state) {
    tsr_agent *a = NULL;
    int rounds = 0;
    (void)state;
    assert_int_equal(
        tsr_agent_open(&tsr_agent_projectl_random, "projectl-random", g.r, NULL, &a, NULL), TSR_OK);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        int round = last_round_of_game(a, seed);
        assert_true(round < 100);
        rounds += round;
    }
    printf("20 games of projectl-random: %.1f rounds on average\n", rounds / 20.0);
    tsr_agent_close(a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_table_as_data),  TEST(the_table_of_a_question), TEST(what_is_in_the_decks),
        TEST(fewest_pieces),      TEST(getting_a_piece),         TEST(no_plan_without_pieces),
        TEST(plans_are_shortest), TEST(plans_fill_the_mask),     TEST(random_games_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
