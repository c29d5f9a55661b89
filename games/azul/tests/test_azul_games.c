// SPDX-License-Identifier: MIT
//
// Long form: 100000
//
// Random games of Azul, as many as the first argument says (300 unless told):
// what must hold at every decision and at the end of every game.

#include "azul_test.h"

#include <stdlib.h>

static uint64_t game_count = 300;

static void sound(const tsr_rules *r, const azul_state *s) {
    tsr_line why;
    char words[160];
    if (!azul_check(r, s, &why)) return;
    tsr_line_text(r, &why, NULL, words, sizeof words);
    fail_msg("unsound: %s", words);
}

// At a decision: the position is sound (which counts 20 tiles of each colour), the
// listed moves are legal and counted right, and the sampled move is among them.
static tsr_move decide(const tsr_rules *r, const azul_state *s, int who, tsr_rng *g) {
    tsr_move moves[256], sampled = tsr_sample(r, s, who, g);
    int count = azul_moves(r, s, who, moves), found = 0;
    sound(r, s);
    if (azul_recycles(r)) azul_conserved(r, s);
    assert_in_range(count, 1, r->max_moves);
    assert_int_equal(azul_count_moves(r, s, who), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(azul_why_not(r, s, who, moves[i], NULL), 0);
        found += moves[i] == sampled;
    }
    assert_int_equal(found, 1);
    return sampled;
}

// The tiles have run out, or all walls are blocked, or nothing came of 99 rounds:
// a colour may be bound up in lines that nobody can fill any more.
static int is_stuck(const tsr_rules *r, const azul_state *s) {
    int blocked = 0;
    for (int p = 0; p < r->players; p++) {
        blocked += !azul_can_complete_a_row(&s->player[p]);
    }
    return (s->bag | s->lid) == 0 || blocked == r->players || s->round == AZUL_MAX_ROUNDS;
}

static void at_the_end(const tsr_rules *r, const azul_state *s) {
    tsr_result results[AZUL_MAX_PLAYERS];
    int rows = 0, firsts = 0;
    sound(r, s);
    azul_result(r, s, results);
    for (int p = 0; p < r->players; p++) {
        assert_true(results[p].score >= azul_bonus(&s->player[p]));
        assert_in_range(results[p].rank, 1, r->players);
        firsts += results[p].rank == 1;
        rows += azul_full_rows(&s->player[p]);
    }
    assert_true(firsts >= 1);
    // A row takes five rounds. Without one, there must have been a reason to stop.
    assert_true(rows ? s->round >= 5 : is_stuck(r, s));
}

static void play_one(const tsr_rules *r, uint64_t seed) {
    azul_state s;
    tsr_rng g;
    uint32_t plies = 0;
    tsr_rng_init(&g, seed);
    tsr_init(r, &s);
    for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0; plies++) {
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_sample(r, &s, who, &g) : decide(r, &s, who, &g);
        assert_true(plies < r->max_plies);
        tsr_play(r, &s, who, m);
    }
    at_the_end(r, &s);
}

// All kinds of table in turn: 2, 3, 4 players, fixed and free wall.
static void test_random_games(void **unused) {
    tsr_rules *tables[6];
    (void)unused;
    for (int i = 0; i < 6; i++) {
        tables[i] = azul_rules(2 + i / 2, i % 2 ? "mode=advanced" : "");
    }
    for (uint64_t game = 0; game < game_count; game++) {
        play_one(tables[game % 6], game);
    }
    for (int i = 0; i < 6; i++) {
        tsr_rules_close(tables[i]);
    }
}

// Where tiles leave the game it lasts as long as the bag, and is sound too.
static void test_random_games_without_a_lid(void **unused) {
    (void)unused;
    for (int players = 2; players <= 4; players++) {
        tsr_rules *r = azul_rules(players, "tiles=leave");
        for (uint64_t game = 0; game < game_count / 10; game++) {
            play_one(r, game);
        }
        tsr_rules_close(r);
    }
}

// The slot for whole playouts plays the very games that single samples play.
static void test_playouts_equal_samples(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    (void)unused;
    for (uint64_t game = 0; game < 200; game++) {
        azul_state a, b;
        tsr_rng g, h;
        tsr_rng_init(&g, game);
        h = g;
        tsr_init(r, &a);
        tsr_init(r, &b);
        azul_playout(r, &a, &g, r->max_plies);
        for (uint32_t turn; (turn = tsr_turn(r, &b)) != 0;) {
            tsr_play(r, &b, tsr_mover(turn), tsr_sample(r, &b, tsr_mover(turn), &h));
        }
        assert_memory_equal(&a, &b, r->state_size);
    }
    tsr_rules_close(r);
}

// Samples fall evenly on the listed moves of a wide decision (chi-square; with 119
// degrees of freedom 200 is exceeded once in 200,000 times, and the seed is fixed).
static void test_samples_are_uniform(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays BYRK BYRW BYKW BRKW YRKW | " BOARD " | " BOARD);
    tsr_move moves[256];
    int hits[256] = {0}, per_move = 500;
    double sum = 0;
    tsr_rng g;
    (void)unused;
    int count = azul_moves(r, &s, 0, moves);
    assert_int_equal(count, 120);
    tsr_rng_init(&g, 2024);
    for (int i = 0; i < count * per_move; i++) {
        tsr_move m = tsr_sample(r, &s, 0, &g);
        for (int k = 0; k < count; k++) {
            hits[k] += moves[k] == m;
        }
    }
    for (int k = 0; k < count; k++) {
        sum += (double)(hits[k] - per_move) * (hits[k] - per_move) / per_move;
    }
    assert_true(sum < 200.0);
    tsr_rules_close(r);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_random_games_without_a_lid),
        cmocka_unit_test(test_playouts_equal_samples),
        cmocka_unit_test(test_samples_are_uniform),
    };
    if (argc > 1) game_count = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
