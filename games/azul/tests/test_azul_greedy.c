// SPDX-License-Identifier: MIT
//
// Long form: 10000
//
// azul-greedy: what it chooses, that it repeats itself, and how it fares against
// random play over as many games as the first argument says (200 unless told).

#include "azul/azul.h"
#include "azul_test.h"

#include <stdlib.h>
#include <tessera/agent.h>

extern const tsr_agent_type tsr_agent_azul_greedy;

static int game_count = 200;

static tsr_agent *greedy(const tsr_rules *r, const char *spec) {
    tsr_agent *a = NULL;
    tsr_error err = {0};
    if (tsr_agent_open(&tsr_agent_azul_greedy, spec, r, NULL, &a, &err))
        fail_msg("%s", err.message);
    return a;
}

static tsr_move ask(tsr_agent *a, const azul_state *s, int who, uint64_t seed) {
    static const tsr_agent_host host;
    tsr_query q = {.view = s, .who = who, .seed = seed, .host = &host};
    tsr_move m = TSR_NO_MOVE;
    tsr_error err = {0};
    if (a->type->choose(a, &q, &m, &err)) fail_msg("%s", err.message);
    return m;
}

static void chooses(const tsr_rules *r, const char *position, const char *move) {
    azul_state s = azul_position_of(r, position);
    tsr_agent *a = greedy(r, "azul-greedy");
    char text[32];
    int who = azul_mover(r, &s);
    azul_move_text(r, &s, who, ask(a, &s, who, 1), text, sizeof text);
    assert_string_equal(text, move);
    tsr_agent_close(a);
}

static void test_choices(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    (void)unused;
    // Three tiles fill line 3 exactly; anywhere else they spill or stay few.
    chooses(r,
            "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | "
            "displays RRRW - - - - | 0 B/YY/.../KKKK/..... ...../...../...../...../..... - | " //
            MARKER_BOARD,
            "H1 3 3");
    // Where all must fall, rather one tile than three.
    chooses(r,
            "round 4 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays BBBW - - - - | "
            "10 R/RR/RRR/RRRR/R.... .Y.../...../...../...../..... - | " MARKER_BOARD,
            "H1 5 F");
    tsr_rules_close(r);
    r = azul_rules(2, "mode=advanced");
    // The column where the tile joins a row and a column.
    chooses(r,
            "round 3 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
            "19 ./KK/.../..../..... ..B../.R.../...../...../..... - | " MARKER_BOARD,
            "3");
    tsr_rules_close(r);
}

// On a free wall, white in column 5 would look best (it has two tiles), but row 1
// could then never be completed, nor that column: both lack white there.
static void test_blocked_columns_promise_nothing(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    tsr_agent *a = greedy(r, "azul-greedy");
    azul_state s = azul_position_of(
        r, "round 5 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
           "30 ./../.../..../WWWWW BYRK./....Y/....B/...../..... - | " MARKER_BOARD);
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_not_equal(tsr_move_byte(ask(a, &s, 0, seed), 1), 4);
    }
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// Who has finished tiling has paid for the floor, with the marker or without it.
static void test_value_of_a_settled_floor(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(
        r, "round 2 tile 2 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
           "9 ./../.../..../..... B..../...../...../...../..... M | "
           "0 B/../.../..../..... ...../...../...../...../..... -");
    const tsr_azul_weights only_points = {0};
    tsr_azul read;
    (void)unused;
    assert_true(tsr_azul_value(r, &s, 0, &only_points) == 9.0f);
    assert_true(tsr_azul_value(r, &s, 1, &only_points) == 1.0f);
    tsr_azul_read(r, &s, &read);
    assert_int_equal(read.board[0].floor_used, 0);
    assert_int_equal(read.board[0].has_marker, 1);
    tsr_rules_close(r);
}

static void test_same_seed_same_move(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    tsr_agent *a = greedy(r, "azul-greedy"), *b = greedy(r, "azul-greedy");
    azul_state s;
    tsr_rng g;
    (void)unused;
    tsr_rng_init(&g, 1);
    tsr_init(r, &s);
    for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0;) {
        int who = tsr_mover(turn);
        tsr_move m = tsr_sample(r, &s, who, &g);
        if (who != TSR_CHANCE) {
            m = ask(a, &s, who, 5);
            assert_int_equal(m, ask(b, &s, who, 5));
        }
        tsr_play(r, &s, who, m);
    }
    tsr_agent_close(a);
    tsr_agent_close(b);
    tsr_rules_close(r);
}

// Its options start from the weights that `rate` and `heuristic` use, and they are
// heard: with a marker worth ten points, it goes for the marker.
static void test_weights(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    tsr_agent *a = greedy(r, "azul-greedy"), *b = greedy(r, "azul-greedy:marker=10");
    azul_state s =
        azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre MB | "
                            "displays RRRW - - - - | " BOARD " | " BOARD);
    const tsr_azul_weights *w = &tsr_azul_weights_default;
    const float weights[] = {w->line, w->row, w->column, w->colour, w->marker};
    (void)unused;
    for (int i = 0; i < 5; i++) {
        assert_true((float)a->value[i].number == weights[i]);
    }
    assert_int_equal(tsr_move_byte(ask(a, &s, 0, 1), 1), 1);
    assert_int_equal(tsr_move_byte(ask(b, &s, 0, 1), 1), AZUL_CENTRE);
    tsr_agent_close(a);
    tsr_agent_close(b);
    tsr_rules_close(r);
}

// --- Memory ------------------------------------------------------------------

// Gives memory until `left` calls have been made.
static void *stingy(void *self, void *old, size_t old_size, size_t new_size) {
    int *left = self;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(old, new_size) : NULL;
}

static void test_out_of_memory(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    (void)unused;
    for (int calls = 0;; calls++) {
        int left = calls;
        tsr_alloc alloc = {stingy, &left};
        tsr_agent *a = NULL;
        tsr_err failed = tsr_agent_open(&tsr_agent_azul_greedy, "azul-greedy", r, &alloc, &a, NULL);
        if (!failed) {
            assert_true(calls >= 3);
            tsr_agent_close(a);
            break;
        }
        assert_int_equal(failed, TSR_ERR_MEMORY);
    }
    tsr_rules_close(r);
}

// --- Strength ----------------------------------------------------------------

// Whether greedy, on seat `seat`, has won outright.
static int wins(const tsr_rules *r, tsr_agent *a, int seat, uint64_t seed) {
    azul_state s;
    tsr_rng g;
    tsr_result results[2];
    tsr_rng_init(&g, seed);
    tsr_init(r, &s);
    for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0;) {
        int who = tsr_mover(turn);
        tsr_move m = who == seat ? ask(a, &s, who, tsr_rng_next(&g)) : tsr_sample(r, &s, who, &g);
        tsr_play(r, &s, who, m);
    }
    azul_result(r, &s, results);
    return results[seat].rank < results[!seat].rank;
}

static void test_beats_random(void **unused) {
    static const char *const modes[] = {"mode=basic", "mode=advanced"};
    (void)unused;
    for (int mode = 0; mode < 2; mode++) {
        tsr_rules *r = azul_rules(2, modes[mode]);
        tsr_agent *a = greedy(r, "azul-greedy");
        int won = 0;
        for (int game = 0; game < game_count; game++) {
            won += wins(r, a, game % 2, (uint64_t)(game / 2));
        }
        print_message("%s: azul-greedy won %d of %d games against random\n", modes[mode], won,
                      game_count);
        assert_true(100 * won >= 99 * game_count);
        tsr_agent_close(a);
        tsr_rules_close(r);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_blocked_columns_promise_nothing),
        cmocka_unit_test(test_value_of_a_settled_floor),
        cmocka_unit_test(test_same_seed_same_move),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_beats_random),
    };
    if (argc > 1) game_count = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
