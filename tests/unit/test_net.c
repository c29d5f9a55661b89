// SPDX-License-Identifier: MIT
//
// Networks: as texts, as sums, and learning.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/registry.h>

#include "agents/net.h"
#include "arena/train.h"
#include "support/test_alloc.h"

#define HEAD "tessera-net 1\ngame nim\ninputs 2\nlayers 2 1\ngames 7\nweights\n"

// --- Texts ------------------------------------------------------------------------------

static void a_text_and_back(void **state) {
    (void)state;
    net *n = NULL, *again = NULL;
    buffer text, second;
    assert_int_equal(net_parse(HEAD "1 -1 0.5\n2 0 0.25 3 -4 1e-3", NULL, &n, NULL), TSR_OK);
    assert_string_equal(n->game, "nim");
    assert_int_equal(n->games, 7);
    assert_int_equal(n->count, 9);
    buffer_init(&text, NULL);
    buffer_init(&second, NULL);
    net_scatter(n, 5);
    net_write(n, &text);
    assert_int_equal(net_parse(buffer_text(&text), NULL, &again, NULL), TSR_OK);
    assert_memory_equal(n->weights, again->weights, n->count * sizeof *n->weights);
    net_write(again, &second);
    assert_string_equal(buffer_text(&text), buffer_text(&second));
    buffer_deinit(&text);
    buffer_deinit(&second);
    net_free(n);
    net_free(again);
}

static void refused(const char *text, unsigned line, const char *words) {
    net *n = NULL;
    tsr_error err = {0};
    assert_int_not_equal(net_parse(text, NULL, &n, &err), TSR_OK);
    if (err.line != line || !strstr(err.message, words)) {
        fail_msg("line %u: %s", (unsigned)err.line, err.message);
    }
}

static void texts_that_are_none(void **state) {
    (void)state;
    refused("", 1, "tessera-net 1");
    refused("tessera-net 2\n", 1, "tessera-net 1");
    refused("tessera-net 1\nplay nim\n", 2, "game NAME");
    refused("tessera-net 1\ngame nim\ninputs -1\n", 3, "inputs NUMBER");
    refused("tessera-net 1\ngame nim\ninputs 99999999999\n", 3, "inputs NUMBER");
    refused("tessera-net 1\ngame nim\ninputs 2\nlayers 2 x\n", 4, "layers");
    refused("tessera-net 1\ngame nim\ninputs 2\nlayers 1 1 1 1 1 1 1 1 1\n", 4, "layers");
    refused("tessera-net 1\ngame nim\ninputs 2\nlayers 2 1\nweights\n", 5, "games NUMBER");
    refused("tessera-net 1\ngame nim\ninputs 2\nlayers 2 2\ngames 0\nweights\n", 0,
            "last one of 1");
    refused("tessera-net 1\ngame nim\ninputs 1048576\nlayers 4096 1\ngames 0\nweights\n", 0,
            "too large");
    refused(HEAD "1 2 3\n4 5\n6 7 8", 9, "weight 9 of 9 is missing");
    refused(HEAD "1 2 3\n4 5 x 7 8 9", 8, "no weight: 'x 7 8 9'");
    refused(HEAD "1 2 3 nan 5 6 7 8 9", 7, "no weight");
    refused(HEAD "1 2 3 4 5 6 7 8 9\n10", 8, "more than 9");
}

typedef struct parse_job {
    const char *text;
} parse_job;

static int parse_within(const tsr_alloc *alloc, void *self) {
    const parse_job *j = self;
    net *n = NULL;
    tsr_err e = net_parse(j->text, alloc, &n, NULL);
    assert_true(e == TSR_OK || e == TSR_ERR_MEMORY);
    net_free(e ? NULL : n);
    return e == TSR_OK;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    parse_job j = {HEAD "1 2 3 4 5 6 7 8 9"};
    (void)test_alloc_each(parse_within, &j, 0);
}

// --- Sums -------------------------------------------------------------------------------

static void the_sum_is_right(void **state) {
    (void)state;
    net *n = NULL;
    float act[3], input[2] = {1, 2};
    assert_int_equal(net_parse(HEAD "1 -1\n0.5 -2\n0.25 3\n2 9\n-1", NULL, &n, NULL), TSR_OK);
    // 1 + 2 * 0.5 + 0.25 = 2.25; -1 - 4 + 3 < 0; 2 * 2.25 - 1 = 3.5
    assert_int_equal(net_act_size(n), 3);
    assert_float_equal(net_run(n, input, act), 1 / (1 + expf(-3.5f)), 1e-6f);
    assert_float_equal(act[0], 2.25f, 1e-6f);
    assert_float_equal(act[1], 0, 1e-6f);
    net_free(n);
}

// The change of every weight is the slope of the cross entropy, found by trying.
static void learning_goes_down_the_slope(void **state) {
    (void)state;
    static const uint32_t width[] = {5, 4, 1};
    static const double target = 0.3, step = 1e-2;
    net *n = NULL, *taught = NULL;
    float input[3] = {1, 0, -0.5f}, act[16], scratch[16];
    assert_int_equal(net_new("nim", 3, width, 3, NULL, &n, NULL), TSR_OK);
    assert_int_equal(net_new("nim", 3, width, 3, NULL, &taught, NULL), TSR_OK);
    net_scatter(n, 11);
    memcpy(taught->weights, n->weights, n->count * sizeof *n->weights);
    float v = net_run(taught, input, act);
    net_learn(taught, input, act, v - (float)target, 1, scratch);
    for (size_t i = 0; i < n->count; i++) {
        float kept = n->weights[i];
        double loss[2];
        for (int k = 0; k < 2; k++) {
            n->weights[i] = kept + (float)(k ? step : -step);
            double y = (double)net_run(n, input, act);
            loss[k] = -target * log(y) - (1 - target) * log(1 - y);
        }
        n->weights[i] = kept;
        float slope = (float)((loss[1] - loss[0]) / (2 * step));
        assert_float_equal(kept - taught->weights[i], slope, 2e-3f);
    }
    net_free(n);
    net_free(taught);
}

// --- Games ------------------------------------------------------------------------------

static tsr_rules *open_game(const char *name) {
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_rules *r = NULL;
    tsr_setup setup;
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    tsr_setup_init(&setup, tsr_registry_game(reg, name, NULL));
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    tsr_registry_free(reg);
    return r;
}

static net *new_net(const tsr_rules *r, uint32_t hidden) {
    uint32_t width[2] = {hidden, 1};
    net *n = NULL;
    assert_int_equal(net_new(r->g.name, r->g.ai->feature_count, width, 2, NULL, &n, NULL), TSR_OK);
    net_scatter(n, 3);
    return n;
}

static void train(const tsr_rules *r, net *n, int games) {
    train_config c = {
        .rules = r, .seed = 1, .rate = 0.02, .lambda = 0.7, .explore = 0.1, .openings = 2};
    trainer *t = NULL;
    assert_int_equal(train_open(&c, n, NULL, &t, NULL), TSR_OK);
    for (int i = 0; i < games; i++) {
        train_game g;
        train_one(t, &g);
        assert_true(g.plies > 0 && isfinite(g.error));
    }
    train_close(t);
}

static void what_is_stopped_goes_on_the_same(void **state) {
    (void)state;
    tsr_rules *r = open_game("breakthrough");
    net *once = new_net(r, 16), *twice = new_net(r, 16);
    train(r, once, 20);
    train(r, twice, 8);
    train(r, twice, 12);
    assert_int_equal(twice->games, 20);
    assert_memory_equal(once->weights, twice->weights, once->count * sizeof *once->weights);
    net_free(once);
    net_free(twice);
    tsr_rules_close(r);
}

// Against random play, one move ahead; games won and drawn of `games`, in half points.
static int points_against_random(const tsr_rules *r, const net *n, int games) {
    net_eyes eyes;
    tsr_rng g;
    int points = 0;
    void *s = tsr_mem_new(NULL, r->state_size), *next = tsr_mem_new(NULL, r->state_size);
    tsr_move *moves = calloc(r->max_moves, sizeof *moves);
    assert_int_equal(net_eyes_open(&eyes, n, r, NULL), TSR_OK);
    tsr_rng_init(&g, 9);
    for (int i = 0; i < games; i++) {
        int me = i % 2, who;
        tsr_init(r, s);
        while ((who = tsr_mover(tsr_turn(r, s))) >= 0) {
            tsr_move best = tsr_sample(r, s, who, &g);
            float high = -1;
            int count = who == me ? tsr_moves(r, s, who, moves) : 0;
            for (int k = 0; k < count; k++) {
                float u[TSR_MAX_PLAYERS];
                memcpy(next, s, r->state_size);
                tsr_play(r, next, who, moves[k]);
                tsr_turn(r, next) ? net_eyes_all(&eyes, next, u) : tsr_utility(r, next, u);
                best = u[me] > high ? moves[k] : best;
                high = u[me] > high ? u[me] : high;
            }
            tsr_play(r, s, who, best);
        }
        float u[TSR_MAX_PLAYERS];
        tsr_utility(r, s, u);
        points += (int)(2 * u[me]);
    }
    net_eyes_close(&eyes);
    free(moves);
    tsr_mem_free(NULL, s, r->state_size);
    tsr_mem_free(NULL, next, r->state_size);
    return points;
}

static void it_learns_to_play(void **state) {
    (void)state;
    tsr_rules *r = open_game("kalah");
    net *n = new_net(r, 32);
    int before = points_against_random(r, n, 200);
    train(r, n, 2000);
    int after = points_against_random(r, n, 200);
    print_message("half points of 400 against random play: %d untaught, %d taught\n", before,
                  after);
    assert_true(after >= 340);
    assert_true(after > before);
    net_free(n);
    tsr_rules_close(r);
}

// More than two players, chance, hidden cards.
static void other_games_can_be_learned(void **state) {
    (void)state;
    static const char *const names[] = {"azul",  "unicorns", "projectl",
                                        "kalah", "morris",   "neutron"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tsr_rules *r = open_game(names[i]);
        net *n = new_net(r, 8);
        train(r, n, 3);
        net_free(n);
        tsr_rules_close(r);
    }
}

static void a_network_knows_one_game(void **state) {
    (void)state;
    tsr_rules *r = open_game("reversi"), *other = open_game("chess");
    net *n = new_net(r, 4);
    tsr_error err = {0};
    assert_int_equal(net_fits(n, r, &err), TSR_OK);
    assert_int_not_equal(net_fits(n, other, &err), TSR_OK);
    assert_non_null(strstr(err.message, "reversi, not chess"));
    n->inputs++;
    assert_int_not_equal(net_fits(n, r, &err), TSR_OK);
    assert_non_null(strstr(err.message, "inputs"));
    n->inputs--;
    net_free(n);
    tsr_rules_close(r);
    tsr_rules_close(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_and_back),
        cmocka_unit_test(texts_that_are_none),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_sum_is_right),
        cmocka_unit_test(learning_goes_down_the_slope),
        cmocka_unit_test(what_is_stopped_goes_on_the_same),
        cmocka_unit_test(it_learns_to_play),
        cmocka_unit_test(other_games_can_be_learned),
        cmocka_unit_test(a_network_knows_one_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
