// SPDX-License-Identifier: MIT
//
// Long form: 100000
//
// Whole random games, with 2 to 8 players in turn. With an argument, so many games.
//
// At every decision: each of the 126 cards is in one place, what anybody knows is
// true, and the machine started again asks the same (all in `check`); a guess from
// a player's view is sound, looks the same to that player, leaves the same moves, and
// whoever plays the same move in it meets the same question. Every game ends. The
// averages agree with those of an independent prototype of the rules.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "support/sanitized.h"

#define UNI_WORDS 2 // the engine of small decks, whose states these are
#include "unicorns/machine.h"
#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;

static int game_count = IS_SANITIZED ? 14 : 70;

static tsr_rules *open_rules(int players, int set) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = players;
    setup.opt[0] = set;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_int_equal(r->state_size, sizeof(uni_state));
    return r;
}

// --- Properties ------------------------------------------------------------------------

static void assert_sound(const tsr_rules *r, const void *s) {
    tsr_line why;
    if (r->g.check(r, s, &why)) {
        char text[8000], words[200];
        tsr_position_text(r, s, text, sizeof text);
        tsr_line_text(r, &why, NULL, words, sizeof words);
        fail_msg("%s: %s", words, text);
    }
}

// What `who` sees now, filled in at random, must be as good as the truth to `who`.
static void assert_guess_fits(const tsr_rules *r, const uni_state *s, int who, tsr_move m,
                              tsr_rng *g) {
    uni_state view, again, guess, truth = *s;
    tsr_move list[UNI_MOVES], other[UNI_MOVES];
    r->g.view(r, s, who, &view);
    r->g.guess(r, &view, who, g, &guess);
    assert_sound(r, &view);
    assert_sound(r, &guess);
    r->g.view(r, &guess, who, &again);
    assert_memory_equal(&view, &again, sizeof view);
    int n = tsr_moves(r, s, who, list);
    assert_int_equal(tsr_moves(r, &guess, who, other), n);
    assert_memory_equal(list, other, (size_t)n * sizeof list[0]);
    // The same move leads to the same question, whatever is hidden.
    tsr_play(r, &truth, who, m);
    tsr_play(r, &guess, who, m);
    assert_int_equal(truth.deciders, guess.deciders);
    assert_int_equal(truth.ask, guess.ask);
    assert_int_equal(truth.pc, guess.pc);
    assert_memory_equal(truth.hand_size, guess.hand_size, sizeof truth.hand_size);
}

static uint32_t play_checked(const tsr_rules *r, tsr_rng *g) {
    uni_state s;
    uint32_t plies = 0, turn;
    tsr_init(r, &s);
    while ((turn = tsr_turn(r, &s)) != 0) {
        int who = tsr_mover(turn);
        tsr_move m = tsr_sample(r, &s, who, g);
        assert_sound(r, &s);
        if (who != TSR_CHANCE && tsr_rng_below(g, 4) == 0) {
            assert_guess_fits(r, &s, who, m, g);
        }
        tsr_play(r, &s, who, m);
        assert_true(++plies <= r->max_plies);
    }
    assert_sound(r, &s);
    return plies;
}

static void test_properties(void **unused) {
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        tsr_rules *r = open_rules(players, 0);
        for (int i = 0; i < game_count / 7; i++) {
            tsr_rng g;
            tsr_rng_init(&g, tsr_seed_of(2024, (uint64_t)(players * 1000000 + i)));
            play_checked(r, &g);
        }
        tsr_rules_close(r);
    }
}

static void test_properties_for_two(void **unused) {
    tsr_rules *r = open_rules(2, 1);
    (void)unused;
    for (int i = 0; i < game_count / 7; i++) {
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(77, (uint64_t)i));
        play_checked(r, &g);
    }
    tsr_rules_close(r);
}

// --- Twins --------------------------------------------------------------------------------

// Two moves that look alike to a viewer leave the viewer with the same bytes.
static void assert_twins(const tsr_rules *r, const uni_state *s, int who, int viewer) {
    tsr_move list[UNI_MOVES];
    uint32_t weight[UNI_CARDS];
    uni_state after, view, other;
    int n = who == TSR_CHANCE ? r->g.chance(r, s, list, weight) : tsr_moves(r, s, who, list);
    tsr_move first = r->g.seen(r, s, who, list[0], viewer);
    after = *s;
    tsr_play(r, &after, who, list[0]);
    r->g.view(r, &after, viewer, &view);
    for (int i = 1; i < n; i++) {
        if (r->g.seen(r, s, who, list[i], viewer) != first) {
            continue;
        }
        after = *s;
        tsr_play(r, &after, who, list[i]);
        r->g.view(r, &after, viewer, &other);
        if (memcmp(&view, &other, sizeof view) != 0) {
            char text[8000];
            tsr_position_text(r, s, text, sizeof text);
            fail_msg("viewer %d can tell moves of %d apart: %s", viewer, who, text);
        }
    }
}

static char *extra_text;
static tsr_setup extra_setup;

static int read_extra_cards(void **unused) {
    char path[600];
    size_t size;
    tsr_error err;
    (void)unused;
    snprintf(path, sizeof path, "%s/games/unicorns/tests/extra.cards", getenv("TSR_SOURCE_DIR"));
    tsr_setup_init(&extra_setup, &tsr_game_unicorns);
    if (tsr_file_read(path, 1 << 20, &extra_text, &size, &err)) {
        return 1;
    }
    extra_setup.data = extra_text;
    extra_setup.data_size = size;
    return 0;
}

static int free_extra_cards(void **unused) {
    (void)unused;
    tsr_mem_free(NULL, extra_text, extra_setup.data_size + 1);
    return 0;
}

// The twin law on a deck that has everything: open hands, cards tucked into the
// deck, instants that draw, somebody who searches the deck as another draws. The
// conformance suite does the same for the base deck.
static void test_twins_with_extra_cards(void **unused) {
    (void)unused;
    for (int i = 0; i < (IS_SANITIZED ? 4 : 12) + game_count / 500; i++) {
        tsr_rules *r;
        uni_state s;
        uint32_t turn;
        tsr_error err;
        tsr_rng g;
        extra_setup.players = 2 + i % 4;
        assert_int_equal(tsr_rules_open(&extra_setup, NULL, &r, &err), TSR_OK);
        assert_int_equal(r->state_size, sizeof s);
        tsr_rng_init(&g, tsr_seed_of(12, (uint64_t)i));
        tsr_init(r, &s);
        while ((turn = tsr_turn(r, &s)) != 0) {
            int who = tsr_mover(turn);
            assert_sound(r, &s);
            for (int p = 0; p <= r->players; p++) {
                assert_twins(r, &s, who, p < r->players ? p : TSR_WATCHER);
            }
            tsr_play(r, &s, who, tsr_sample(r, &s, who, &g));
        }
        tsr_rules_close(r);
    }
}

// A card drawn in secret, and the hand open to all by the same effect: the card is
// seen, but in a move of its own.
static void test_twins_of_a_hand_that_opens(void **unused) {
    tsr_rules *r;
    tsr_error err;
    uni_state s;
    tsr_move m;
    (void)unused;
    extra_setup.players = 2;
    assert_int_equal(tsr_rules_open(&extra_setup, NULL, &r, &err), TSR_OK);
    assert_int_equal(tsr_position_read(r, "p1 hand Spotlight; discard Nanny Cam", &s, &err),
                     TSR_OK);
    assert_int_equal(tsr_move_read(r, &s, 0, "play Spotlight", &m, NULL), TSR_OK);
    tsr_play(r, &s, 0, m);
    assert_int_equal(s.ask, UNI_ASK_DRAW);
    assert_twins(r, &s, TSR_CHANCE, 1);
    assert_twins(r, &s, TSR_CHANCE, TSR_WATCHER);
    tsr_rng g;
    tsr_rng_init(&g, 1);
    tsr_play(r, &s, TSR_CHANCE, tsr_sample(r, &s, TSR_CHANCE, &g));
    assert_int_equal(s.ask, UNI_ASK_UNVEIL);
    assert_false(uni_any(s.know[1][0]));
    tsr_play(r, &s, TSR_CHANCE, tsr_sample(r, &s, TSR_CHANCE, &g));
    assert_true(uni_same(s.know[1][0], s.hand[0]));
    tsr_rules_close(r);
}

// --- Copies ------------------------------------------------------------------------------

// A copy made at every decision is played to the end with the choices of the original
// (by their text, as a record would) and must come to the same bytes.
static void test_copies(void **unused) {
    int games = game_count >= 100000 ? 1000 : IS_SANITIZED ? 1 : 4;
    (void)unused;
    for (int i = 0; i < games; i++) {
        tsr_rules *r = open_rules(2 + i % 7, 0);
        static tsr_move made[UNI_MAX_PLIES];
        static uint8_t by[UNI_MAX_PLIES];
        static uni_state at[4000];
        uni_state s;
        int n = 0;
        uint32_t turn;
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(31, (uint64_t)i));
        tsr_init(r, &s);
        for (; (turn = tsr_turn(r, &s)) != 0; n++) {
            by[n] = (uint8_t)tsr_mover(turn);
            made[n] = tsr_sample(r, &s, by[n], &g);
            if (n < 4000) {
                at[n] = s;
            }
            tsr_play(r, &s, by[n], made[n]);
        }
        for (int from = 0; from < n && from < 4000; from++) {
            uni_state copy = at[from];
            for (int k = from; k < n; k++) {
                tsr_play(r, &copy, by[k], made[k]);
            }
            assert_memory_equal(&copy, &s, sizeof s);
        }
        tsr_rules_close(r);
    }
}

// --- Averages ------------------------------------------------------------------------------

typedef struct averages {
    double turns, real, single;
    int deck_out;
} averages;

static averages measure(int players, int games) {
    tsr_rules *r = open_rules(players, 0);
    tsr_move list[UNI_MOVES];
    averages a = {0};
    uni_state s;
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(5, (uint64_t)players));
    for (int i = 0; i < games; i++) {
        uint32_t turn;
        tsr_init(r, &s);
        while ((turn = tsr_turn(r, &s)) != 0) {
            int who = tsr_mover(turn);
            if (who != TSR_CHANCE) {
                int n = tsr_moves(r, &s, who, list);
                a.real += n > 1;
                a.single += n == 1;
            }
            tsr_play(r, &s, who, tsr_sample(r, &s, who, &g));
        }
        a.turns += s.turns;
        a.deck_out += s.deck_size == 0;
    }
    a.turns /= games;
    a.real /= games;
    a.single /= games;
    tsr_rules_close(r);
    return a;
}

// The prototype's figures: turns, decisions with a choice, decisions without one
// (asked only so that nothing leaks), for 2 to 8 players, 1,000 games each.
static const averages prototype[] = {{30.8, 74, 20, 0},   {35.9, 88, 55, 0},  {41.5, 103, 103, 0},
                                     {45.4, 114, 161, 0}, {37.2, 93, 181, 0}, {38.4, 98, 232, 0},
                                     {41.1, 108, 304, 0}};

static void assert_near(double got, double expected, double share) {
    if (got < expected * (1 - share) || got > expected * (1 + share)) {
        fail_msg("%.1f is not within %.0f %% of %.1f", got, 100 * share, expected);
    }
}

static void test_averages(void **unused) {
    int games = game_count >= 2000 ? 2000 : IS_SANITIZED ? 100 : 250;
    double share = games < 2000 ? 0.15 : 0.06; // a turn count varies by about half its mean
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        averages a = measure(players, games);
        assert_near(a.turns, prototype[players - 2].turns, share);
        assert_near(a.real, prototype[players - 2].real, share);
        assert_near(a.single, prototype[players - 2].single, share);
        assert_in_range(a.deck_out, 0, games / 15);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_properties_for_two),
        cmocka_unit_test(test_twins_with_extra_cards),
        cmocka_unit_test(test_twins_of_a_hand_that_opens),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_averages),
    };
    game_count = argc > 1 ? atoi(argv[1]) : game_count;
    return cmocka_run_group_tests(tests, read_extra_cards, free_extra_cards);
}
