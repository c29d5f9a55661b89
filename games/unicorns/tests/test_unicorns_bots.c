// SPDX-License-Identifier: MIT
//
// Long form: 10000
//
// The players of the game: unicorns-rules against random ones, and unicorns-weights,
// whose genes can be read, refused and evolved. With an argument, so many games.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/agent.h>

#include "support/sanitized.h"
#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;
extern const tsr_agent_type tsr_agent_unicorns_rules, tsr_agent_unicorns_weights;

static int game_count = 200;

enum { SEATS = 6, HALF = 3 };

static tsr_rules *open_rules(int players) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = players;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    return r;
}

static tsr_agent *open_agent(const tsr_rules *r, const tsr_agent_type *type, const char *spec) {
    tsr_agent *a;
    tsr_error err;
    assert_int_equal(tsr_agent_open(type, spec, r, NULL, &a, &err), TSR_OK);
    return a;
}

// One game; seat p is played by agent[p], NULL = at random. Returns who came first,
// -1 = nobody.
static int play(const tsr_rules *r, tsr_agent *const *agent, uint64_t seed) {
    static const tsr_agent_host host = {0};
    void *s = test_malloc(r->state_size), *view = test_malloc(r->state_size);
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_error err;
    tsr_rng g;
    uint32_t turn;
    int winner = -1;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    while ((turn = tsr_turn(r, s)) != 0) {
        int who = tsr_mover(turn);
        tsr_move m;
        if (who < r->players && agent[who]) {
            r->g.view(r, s, who, view);
            tsr_query q = {.view = view, .who = who, .seed = tsr_rng_next(&g), .host = &host};
            assert_int_equal(agent[who]->type->choose(agent[who], &q, &m, &err), TSR_OK);
            assert_int_equal(tsr_why_not(r, s, who, m, NULL), 0);
        } else {
            m = tsr_sample(r, s, who, &g);
        }
        tsr_play(r, s, who, m);
    }
    r->g.result(r, s, result);
    for (int p = 0; p < r->players; p++) {
        winner = result[p].rank == 1 ? p : winner;
    }
    test_free(s);
    test_free(view);
    return winner;
}

// Games that `a` wins on half of the seats against `b` (NULL = random).
static int wins(const tsr_rules *r, tsr_agent *a, tsr_agent *b, int games, uint64_t seed) {
    int n = 0;
    for (int i = 0; i < games; i++) {
        tsr_agent *seat[TSR_MAX_PLAYERS];
        tsr_rng g;
        int left = r->players / 2;
        tsr_rng_init(&g, tsr_seed_of(seed, (uint64_t)i));
        for (int p = 0; p < r->players; p++) { // a random half of the seats
            int mine = (int)tsr_rng_below(&g, (uint32_t)(r->players - p)) < left;
            seat[p] = mine ? a : b;
            left -= mine;
        }
        int winner = play(r, seat, tsr_rng_next(&g));
        n += winner >= 0 && seat[winner] == a;
    }
    return n;
}

static void test_rules_beat_random(void **unused) {
    tsr_rules *r = open_rules(SEATS);
    tsr_agent *a = open_agent(r, &tsr_agent_unicorns_rules, "unicorns-rules");
    (void)unused;
    int n = wins(r, a, NULL, game_count, 1);
    print_message("unicorns-rules x3 against random x3: first in %d of %d\n", n, game_count);
    // 97 of 100 are asked for over many games; a few may vary more.
    assert_true(n * 100 >= game_count * (game_count >= 5000 ? 97 : 94));
    tsr_agent_close(a);
    tsr_rules_close(r);
}

static void test_all_sizes(void **unused) {
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        tsr_rules *r = open_rules(players);
        tsr_agent *a = open_agent(r, &tsr_agent_unicorns_rules, "unicorns-rules");
        int games = 40;
        assert_true(wins(r, a, NULL, games, (uint64_t)players) > games / 2);
        tsr_agent_close(a);
        tsr_rules_close(r);
    }
}

// Without genes the weights are the tiers: the two play alike, move for move.
static void test_weights_default_to_rules(void **unused) {
    tsr_rules *r = open_rules(4);
    tsr_agent *a = open_agent(r, &tsr_agent_unicorns_rules, "unicorns-rules");
    tsr_agent *b = open_agent(r, &tsr_agent_unicorns_weights, "unicorns-weights");
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        tsr_agent *const all_a[] = {a, a, NULL, NULL}, *const all_b[] = {b, b, NULL, NULL};
        assert_int_equal(play(r, all_a, seed), play(r, all_b, seed));
    }
    tsr_agent_close(a);
    tsr_agent_close(b);
    tsr_rules_close(r);
}

static void test_bad_genes(void **unused) {
    tsr_rules *r = open_rules(2);
    tsr_agent *a;
    tsr_error err;
    char spec[200] = "unicorns-weights:genes=";
    (void)unused;
    assert_int_equal(tsr_agent_open(&tsr_agent_unicorns_weights, "unicorns-weights:genes=AB!", r,
                                    NULL, &a, &err),
                     TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "gene 3 is '!'; genes are 0-9 A-Z a-z - _");
    memset(spec + strlen(spec), 'A', 69);
    assert_int_equal(tsr_agent_open(&tsr_agent_unicorns_weights, spec, r, NULL, &a, &err),
                     TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "there are 69 genes, the deck needs 68");
    tsr_rules_close(r);
}

// Evolution in small: from genes that value everything backwards, changing one gene
// at a time and keeping what wins no less often against random players, play gets better.
static void test_evolving(void **unused) {
    static const char letters[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    tsr_rules *r;
    char spec[120] = "unicorns-weights:genes=", trial[120];
    size_t first = strlen(spec);
    int start, best, games = 60;
    tsr_rng g;
    (void)unused;
    if (IS_SANITIZED) {
        skip(); // thousands of games like those of the other tests
    }
    r = open_rules(2);
    tsr_rng_init(&g, 3);
    memset(spec + first, '0', 68); // no patience, no grudge, nothing worth anything
    spec[first] = '_';             // never an instant
    tsr_agent *a = open_agent(r, &tsr_agent_unicorns_weights, spec);
    tsr_agent *foe = open_agent(r, &tsr_agent_unicorns_rules, "unicorns-rules");
    start = best = wins(r, a, foe, games, 9);
    tsr_agent_close(a);
    for (int i = 0; i < 60; i++) {
        strcpy(trial, spec);
        for (int k = 0; k < 8; k++) {
            char letter = letters[tsr_rng_below(&g, 64)];
            trial[first + tsr_rng_below(&g, 68)] = letter;
        }
        a = open_agent(r, &tsr_agent_unicorns_weights, trial);
        int n = wins(r, a, foe, games, 9);
        tsr_agent_close(a);
        if (n >= best) {
            best = n;
            strcpy(spec, trial);
        }
    }
    print_message("evolved from %d to %d wins of %d against unicorns-rules\n", start, best, games);
    assert_true(best > start + 3);
    tsr_agent_close(foe);
    tsr_rules_close(r);
}

// Cards that nobody has ranked are judged by what their rules do, and cost.
static void test_unknown_cards_are_read(void **unused) {
    static const char deck[] = "deck \"Unknown\" from \"base.cards\"\n"
                               "magical \"Thief\"  enter: steal a unicorn\n"
                               "magical \"Reader\"  enter: draw 1\n"
                               "magical \"Spender\"  enter: discard 2 cards\n"
                               "magical \"Giver\"  enter: each other player: draw 2\n"
                               "instant \"Free No\"  answer: stop\n"
                               "instant \"Dear No\"  answer: discard 2 cards if done stop\n"
                               "downgrade \"Nasty\"  unicorns cannot enter my stable\n"
                               "downgrade \"Mild\"  I keep 6 cards\n";
    static const char *const better[][2] = {{"Thief", "Reader"},
                                            {"Reader", "Spender"},
                                            {"Reader", "Giver"},
                                            {"Free No", "Dear No"},
                                            {"Nasty", "Mild"}};
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    (void)unused;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.data = deck;
    setup.data_size = strlen(deck);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    for (size_t i = 0; i < sizeof better / sizeof better[0]; i++) {
        int good = tsr_unicorns_worth(r, tsr_unicorns_kind_named(r, better[i][0]));
        int less = tsr_unicorns_worth(r, tsr_unicorns_kind_named(r, better[i][1]));
        if (good <= less) {
            fail_msg("%s is worth %d, %s %d", better[i][0], good, better[i][1], less);
        }
    }
    tsr_rules_close(r);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_cards_are_read),
        cmocka_unit_test(test_rules_beat_random),
        cmocka_unit_test(test_all_sizes),
        cmocka_unit_test(test_weights_default_to_rules),
        cmocka_unit_test(test_bad_genes),
        cmocka_unit_test(test_evolving),
    };
    game_count = argc > 1 ? atoi(argv[1]) : game_count;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
