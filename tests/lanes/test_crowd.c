// SPDX-License-Identifier: MIT
//
// test_crowd [GPU]: mcts with random games played by kernels. Under a node budget it answers, and says, to the bit
// what it does where the same games are played one after the other by the rules; it finds wins, and never
// learns more than it was allowed to. Without a number the kernels run on this machine's processor.
#include "support/agents_play.h"

#include <stdlib.h>

#include <tessera/tessera.h>

#include "abi/state.h"
#include "core/crowd.h"

// Quick to compile; who has four in a row wins.
static const char rows[] = "game \"Rows\"\n"
                           "players White, Black\n"
                           "board grid 5x5\n"
                           "piece Man\n"
                           "turn: place Man on empty\n"
                           "win when line 4 of mine\n"
                           "stuck: draw\n";

static char device[8] = "cpu";
static tsr_ruleset *rules;
static const crowd_type *kernels;

static int setup(void **state) {
    tsr_problem why = {.size = sizeof why};
    const int failed = play_setup(state) || tsr_open_text(rows, "", &rules, &why);
    kernels = crowd_used();
    return failed;
}

static int teardown(void **state) {
    tsr_close(rules);
    return play_teardown(state);
}

// --- The same games by the rules -----------------------------------------------------------------

typedef struct slow_crowd {
    const tsr_rules *r;
    crowd_size size;
    unsigned char *state;
    uint64_t *seed;
    uint32_t n, most;
} slow_crowd;

static slow_crowd slow;
static int opened, calls, fails_at;

static tsr_err slow_open(const tsr_rules *r, int at, crowd_size size, crowd **out, tsr_error *err) {
    (void)err;
    opened = at;
    slow = (slow_crowd){.r = r, .size = size};
    slow.state = malloc((size_t)size.states * r->state_size);
    slow.seed = malloc(size.states * sizeof *slow.seed);
    *out = (crowd *)(void *)&slow;
    return TSR_OK;
}

static tsr_err slow_send(crowd *c, const void *states, const uint64_t *seeds, uint32_t n,
                         tsr_error *err) {
    (void)c;
    assert_true(n > 0 && n <= slow.size.states);
    memcpy(slow.state, states, (size_t)n * slow.r->state_size);
    memcpy(slow.seed, seeds, n * sizeof *seeds);
    slow.n = n;
    slow.most = n > slow.most ? n : slow.most;
    return ++calls == fails_at ? tsr_fail(err, TSR_ERR_MEMORY, "the device is gone") : TSR_OK;
}

static tsr_err slow_take(crowd *c, float *out, tsr_error *err) {
    uint64_t s[TSR_MAX_STATE / 8];
    (void)c, (void)err;
    for (uint32_t i = 0; i < slow.n; i++, out += slow.r->players) {
        float sum[TSR_MAX_PLAYERS] = {0}, one[TSR_MAX_PLAYERS];
        for (uint32_t k = 0; k < slow.size.games; k++) {
            tsr_rng g;
            tsr_rng_init(&g, tsr_seed_of(slow.seed[i], k));
            memcpy(s, slow.state + (size_t)i * slow.r->state_size, slow.r->state_size);
            (void)slow.r->more.playout(slow.r, s, &g, slow.r->max_plies);
            tsr_utility(slow.r, s, one);
            for (int p = 0; p < slow.r->players; p++) {
                sum[p] += 2 * one[p] - 1;
            }
        }
        for (int p = 0; p < slow.r->players; p++) {
            out[p] = (sum[p] / (float)slow.size.games + 1) / 2;
        }
    }
    return TSR_OK;
}

static void slow_close(crowd *c) {
    (void)c;
    free(slow.state);
    free(slow.seed);
}

static const crowd_type slow_type = {slow_open, slow_send, slow_take, slow_close};

// --- What was said -------------------------------------------------------------------------------

typedef struct diary {
    uint64_t hash, nodes;
    int infos;
} diary;

static void on_info(void *self, const tsr_agent_info *info) {
    diary *d = self;
    d->hash = tsr_hash_bytes(info->win, sizeof info->win, d->hash);
    d->hash = tsr_hash_bytes(info->line, (size_t)info->line_count * sizeof *info->line, d->hash);
    d->hash = tsr_hash_bytes(&info->depth, sizeof info->depth, d->hash);
    d->nodes = info->nodes;
    d->infos++;
}

static diary ask(const crowd_type *by, const char *with, const void *s, uint64_t seed) {
    diary d = {0};
    char spec[100];
    tsr_agent_host host = {.self = &d, .now_us = play_now, .info = on_info};
    (void)snprintf(spec, sizeof spec, "mcts:device=%s,%s", device, with);
    crowd_use(by);
    tsr_agent *a = play_open_agent(spec, rules->r);
    tsr_move m = play_ask(a, s, tsr_mover(tsr_turn(rules->r, s)), seed, &host);
    d.hash = tsr_hash_bytes(&m, sizeof m, d.hash);
    tsr_agent_close(a);
    crowd_use(kernels);
    return d;
}

static void test_same_as_one_by_one(void **state) {
    uint64_t s[TSR_MAX_STATE / 8];
    (void)state;
    tsr_init(rules->r, s);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        diary here = ask(&slow_type, "nodes=3000,games=3", s, seed);
        diary there = ask(kernels, "nodes=3000,games=3", s, seed);
        assert_true(slow.most > 300 && here.infos > 1);
        assert_true(here.nodes == 3000 && there.nodes == here.nodes);
        assert_true(there.hash == here.hash);
        assert_true(ask(kernels, "nodes=3000,games=3", s, seed + 10).hash != here.hash);
    }
    assert_int_equal(opened, strcmp(device, "cpu") == 0 ? CROWD_HERE : atoi(device + 3));
}

// White has three of a row: whoever looks ahead sees four.
static void test_finds_a_win(void **state) {
    uint64_t s[TSR_MAX_STATE / 8];
    const tsr_rules *r = rules->r;
    static const char *const made[] = {"b2", "a5", "c2", "b4", "d2", "e5"};
    (void)state;
    tsr_init(r, s);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        tsr_move m = TSR_NO_MOVE;
        tsr_line why;
        const int who = tsr_mover(tsr_turn(r, s));
        assert_int_equal(tsr_move_read(r, s, who, made[i], &m, &why), TSR_OK);
        tsr_play(r, s, who, m);
    }
    char spec[100];
    (void)snprintf(spec, sizeof spec, "mcts:device=%s,nodes=2000", device);
    tsr_agent *a = play_open_agent(spec, r);
    tsr_play(r, s, 0, play_ask(a, s, 0, 5, &play_host));
    assert_int_equal(tsr_turn(r, s), 0);
    tsr_agent_close(a);
}

// --- What is refused -----------------------------------------------------------------------------

static void refuse(const char *spec, const tsr_rules *r, const char *because) {
    tsr_agent *a = NULL;
    tsr_error err = {0};
    const tsr_agent_type *type = tsr_registry_agent(play_registry, "mcts", &err);
    assert_int_not_equal(tsr_agent_open(type, spec, r, NULL, &a, &err), TSR_OK);
    if (!strstr(err.message, because)) {
        fail_msg("%s: %s", spec, err.message);
    }
}

static void test_refuses(void **state) {
    (void)state;
    tsr_rules *alone = play_open_rules("projectl");
    refuse("mcts:device=moon", rules->r, "not 'moon'");
    refuse("mcts:device=gpu99", rules->r, "not 'gpu99'");
    refuse("mcts:device=cpu,threads=2", rules->r, "one thread");
    refuse("mcts:device=cpu,rollout=3", rules->r, "to their end");
    refuse("mcts:device=cpu", alone, "");
    tsr_rules_close(alone);
    crowd_use(NULL);
    refuse("mcts:device=gpu", rules->r, "without support for GPUs");
    crowd_use(kernels);
}

// What fails on the way is an answer that fails, and nothing is kept of it.
static void test_device_fails(void **state) {
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_move m = TSR_NO_MOVE;
    tsr_error err = {0};
    (void)state;
    tsr_init(rules->r, s);
    crowd_use(&slow_type);
    tsr_agent *a = play_open_agent("mcts:device=gpu3,nodes=5000", rules->r);
    assert_int_equal(opened, 3);
    tsr_query q = {.view = s, .who = 0, .seed = 1, .host = &play_host};
    calls = 0;
    fails_at = 4;
    assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_ERR_MEMORY);
    assert_string_equal(err.message, "the device is gone");
    fails_at = 0;
    assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_OK);
    tsr_agent_close(a);
    crowd_use(kernels);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_one_by_one),
        cmocka_unit_test(test_finds_a_win),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_device_fails),
    };
    if (argc > 1) {
        (void)snprintf(device, sizeof device, "gpu%d", atoi(argv[1]));
    }
    return cmocka_run_group_tests(tests, setup, teardown);
}
