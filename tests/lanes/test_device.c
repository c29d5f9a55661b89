// SPDX-License-Identifier: MIT
//
// test_device [GPU]: batches of device.h against those of batch.h: after every step the same bytes in every
// array, states in and out, random games to their end. Without a number the kernels run on this machine's
// processor; `make test-gpu` gives the number of a GPU.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/device.h>
#include <tessera/rng.h>

enum { GAMES = 50, ROLLOUTS = 3, PICKS = 4, MOST_ARRAYS = 16 };

static int device = TSR_DEVICE_HERE;
static tsr_problem why = {.size = sizeof why};

// Quick to compile, and its moves are two numbers.
static const char pairs[] = "game \"Pairs\"\n"
                            "players White, Black\n"
                            "board grid 4x4\n"
                            "piece Man\n"
                            "piece Wall neutral\n"
                            "turn: place Man on empty then place Wall on empty\n"
                            "win when line 3 of mine\n"
                            "stuck: draw\n";

typedef struct array { // the same rows here and there
    const char *name;
    size_t row;
    void *here, *there;
} array;

typedef struct pair {
    tsr_ruleset *rules;
    tsr_batch *here;
    tsr_device_batch *there;
    tsr_batch_space space;
    tsr_batch_io io, io_there;
    array array[MOST_ARRAYS];
    int arrays;
    int32_t action[GAMES];
    void *action_there;
    size_t state_size;
} pair;

static void must(int code) {
    if (code < 0) {
        fail_msg("%s (%d)", why.message, code);
    }
}

// One array on both sides, put into both calls.
static void add(pair *p, const char *name, size_t row, size_t offset) {
    void *here = calloc(GAMES, row + 1), *there = NULL;
    assert_non_null(here);
    must(tsr_device_alloc(p->there, GAMES * row, &there, &why));
    memcpy((char *)&p->io + offset, &here, sizeof here);
    memcpy((char *)&p->io_there + offset, &there, sizeof there);
    assert_true(p->arrays < MOST_ARRAYS);
    p->array[p->arrays++] = (array){name, row, here, there};
}

static void add_arrays(pair *p) {
    const tsr_batch_space *s = &p->space;
    size_t cells = (size_t)s->planes * s->height * s->width;
    p->io = p->io_there = (tsr_batch_io){.size = sizeof p->io};
#define ADD(member, row) add(p, #member, row, offsetof(tsr_batch_io, member))
    ADD(mask, s->actions);
    ADD(mask_bits, s->mask_words * 8);
    ADD(planes, cells);
    ADD(scalars, s->scalars * 4);
    ADD(final_planes, cells);
    ADD(final_scalars, s->scalars * 4);
    ADD(reward, s->players * 4);
    ADD(score, s->players * 4);
    ADD(terminated, 1);
    ADD(truncated, 1);
    ADD(illegal, 1);
    ADD(player, 1);
    ADD(turn, 4);
    ADD(plies, 4);
#undef ADD
    p->io.action = p->action;
    must(tsr_device_alloc(p->there, GAMES * 8, &p->action_there, &why));
    p->io_there.action = p->action_there;
}

static void pair_open(pair *p, tsr_batch_config config) {
    tsr_batch_space space = {.size = sizeof space};
    tsr_ruleset_info info = {.size = sizeof info};
    *p = (pair){.space = {.size = sizeof p->space}};
    config.size = sizeof config;
    config.games = GAMES;
    must(tsr_open_text(pairs, "", &p->rules, &why));
    must(tsr_ruleset_about(p->rules, &info));
    p->state_size = info.state_size;
    must(tsr_batch_open(p->rules, &config, &p->here, &why));
    must(tsr_device_open(p->rules, &config, device, &p->there, &why));
    must(tsr_batch_about(p->here, &space));
    must(tsr_device_about(p->there, &p->space));
    assert_memory_equal(&space, &p->space, sizeof space);
    add_arrays(p);
}

static void pair_close(pair *p) {
    for (int i = 0; i < p->arrays; i++) {
        free(p->array[i].here);
    }
    tsr_batch_close(p->here);
    tsr_device_close(p->there);
    tsr_close(p->rules);
}

static void same(pair *p, int step) {
    for (int i = 0; i < p->arrays; i++) {
        const array *a = &p->array[i];
        char *taken = malloc(GAMES * a->row + 1);
        assert_non_null(taken);
        must(tsr_device_take(p->there, taken, a->there, GAMES * a->row, &why));
        if (memcmp(taken, a->here, GAMES * a->row) != 0) {
            fail_msg("%s differs after step %d", a->name, step);
        }
        free(taken);
    }
    for (uint32_t i = 0; i < GAMES; i++) {
        tsr_state *here = NULL, *there = NULL;
        int32_t picked[PICKS] = {0}, also[PICKS] = {0};
        must(tsr_batch_state(p->here, i, &here));
        must(tsr_device_state(p->there, i, &there, &why));
        assert_memory_equal(tsr_state_bytes(here), tsr_state_bytes(there), p->state_size);
        int n = tsr_state_picked(here, -1, picked, PICKS);
        assert_int_equal(n, tsr_state_picked(there, -1, also, PICKS));
        assert_memory_equal(picked, also, sizeof picked);
        tsr_state_free(here);
        tsr_state_free(there);
    }
}

// The actions drawn here go there, of 64 bits at every other step.
static void bring_actions(pair *p, int wide) {
    int64_t wider[GAMES];
    for (int i = 0; i < GAMES; i++) {
        wider[i] = p->action[i] < (int32_t)p->space.actions ? p->action[i] : (int64_t)1 << 40;
    }
    must(tsr_device_bring(p->there, p->action_there, wide ? (void *)wider : (void *)p->action,
                          wide ? sizeof wider : sizeof p->action, &why));
}

static void play(tsr_batch_config config, int steps) {
    pair p;
    int ends = 0;
    pair_open(&p, config);
    must(tsr_batch_reset(p.here, NULL, NULL, &p.io, &why));
    must(tsr_device_reset(p.there, NULL, NULL, &p.io_there, NULL, &why));
    same(&p, 0);
    for (int i = 1; i <= steps; i++) {
        int32_t drawn[GAMES];
        must(tsr_batch_sample(p.here, p.action));
        must(tsr_device_sample(p.there, p.action_there, NULL, &why));
        must(tsr_device_take(p.there, drawn, p.action_there, sizeof drawn, &why));
        assert_memory_equal(drawn, p.action, sizeof drawn);
        p.action[i % GAMES] = i % 3 ? p.action[i % GAMES] : (int32_t)p.space.actions;
        bring_actions(&p, i % 2);
        int refused = tsr_batch_step(p.here, &p.io, &why);
        must(tsr_device_step(p.there, &p.io_there, i % 2, NULL, &why));
        assert_int_equal(tsr_device_refused(p.there, NULL, &why), refused);
        same(&p, i);
        for (int k = 0; k < GAMES; k++) {
            ends += p.io.terminated[k] || p.io.truncated[k];
        }
    }
    assert_true(ends > GAMES / 2);
    must(tsr_batch_look(p.here, 1, &p.io, &why));
    must(tsr_device_look(p.there, 1, &p.io_there, NULL, &why));
    same(&p, -1);
    pair_close(&p);
}

static void test_steps(void **state) {
    (void)state;
    play((tsr_batch_config){.reset = TSR_RESET_SAME, .seed = 1}, 60);
    play((tsr_batch_config){.reset = TSR_RESET_NEXT, .illegal = TSR_ILLEGAL_LOSES, .max_plies = 5},
         40);
    play((tsr_batch_config){.flags = TSR_BATCH_TURNED, .seed = 3}, 40);
}

static void test_a_step_draws(void **state) {
    pair p;
    (void)state;
    pair_open(&p, (tsr_batch_config){.reset = TSR_RESET_SAME, .seed = 8});
    p.io_there.action = NULL;
    for (int i = 0; i < 20; i++) {
        must(tsr_batch_sample(p.here, p.action));
        must(tsr_batch_step(p.here, &p.io, &why));
        must(tsr_device_step(p.there, &p.io_there, 0, NULL, &why));
        same(&p, i);
    }
    pair_close(&p);
}

static void test_states_in(void **state) {
    pair p;
    tsr_state *s = NULL;
    (void)state;
    pair_open(&p, (tsr_batch_config){.reset = TSR_RESET_SAME});
    for (int i = 0; i < 3; i++) { // the last one stands between the two numbers of a move
        must(tsr_batch_sample(p.here, p.action));
        must(tsr_batch_step(p.here, &p.io, &why));
    }
    must(tsr_batch_state(p.here, 3, &s));
    must(tsr_batch_reset(p.here, NULL, NULL, &p.io, &why));
    must(tsr_batch_set_state(p.here, 7, s, &why));
    must(tsr_device_set_state(p.there, 7, s, &why));
    must(tsr_batch_look(p.here, -1, &p.io, &why));
    must(tsr_device_look(p.there, -1, &p.io_there, NULL, &why));
    same(&p, 0);
    assert_int_equal(tsr_device_set_state(p.there, GAMES, s, &why), TSR_FAIL_ARGUMENT);
    tsr_state_free(s);
    pair_close(&p);
}

static void test_rollouts(void **state) {
    pair p;
    float reward[GAMES][ROLLOUTS][2];
    uint64_t plies[GAMES][ROLLOUTS];
    void *reward_there = NULL, *plies_there = NULL;
    (void)state;
    pair_open(&p, (tsr_batch_config){.seed = 4});
    must(tsr_device_alloc(p.there, sizeof reward, &reward_there, &why));
    must(tsr_device_alloc(p.there, sizeof plies, &plies_there, &why));
    must(tsr_device_rollouts(p.there, ROLLOUTS, NULL, reward_there, plies_there, NULL, &why));
    must(tsr_device_take(p.there, reward, reward_there, sizeof reward, &why));
    must(tsr_device_take(p.there, plies, plies_there, sizeof plies, &why));
    for (uint32_t i = 0; i < GAMES; i++) {
        float expected[ROLLOUTS][2];
        tsr_state *s = NULL;
        must(tsr_batch_state(p.here, i, &s));
        int64_t all = tsr_state_rollouts(s, ROLLOUTS, tsr_seed_of(4, i), expected[0]);
        assert_int_equal(all, plies[i][0] + plies[i][1] + plies[i][2]);
        assert_memory_equal(expected, reward[i], sizeof expected);
        tsr_state_free(s);
    }
    assert_int_equal(
        tsr_device_rollouts(p.there, 1u << 30, NULL, reward_there, plies_there, NULL, &why),
        TSR_FAIL_LIMIT);
    pair_close(&p);
}

static void test_memory_outlives_the_batch(void **state) {
    pair p;
    uint8_t mask[GAMES];
    (void)state;
    pair_open(&p, (tsr_batch_config){.seed = 4});
    must(tsr_device_look(p.there, -1, &p.io_there, NULL, &why));
    tsr_device_keep(p.there);
    tsr_device_batch *kept = p.there;
    void *there = p.io_there.mask;
    pair_close(&p);
    must(tsr_device_take(kept, mask, there, sizeof mask, &why));
    assert_true(memchr(mask, 1, sizeof mask) != NULL);
    tsr_device_close(kept);
}

static void test_what_cannot_be(void **state) {
    tsr_ruleset *azul = NULL, *small = NULL;
    tsr_device_batch *b = NULL;
    tsr_batch_config config = {.size = sizeof config, .games = 2};
    (void)state;
    must(tsr_open_name("azul", "", &azul, &why));
    assert_int_equal(tsr_device_open(azul, &config, TSR_DEVICE_HERE, &b, &why), TSR_FAIL_LIMIT);
    assert_non_null(strstr(why.message, "rules language"));
    assert_int_equal(tsr_device_open(azul, &config, -2, &b, &why), TSR_FAIL_ARGUMENT);
    must(tsr_open_text(pairs, "", &small, &why));
    assert_int_equal(tsr_device_open(small, &config, 4096, &b, &why),
                     TSR_FAIL_UNKNOWN); // no such GPU
    tsr_close(small);
    config.games = 0;
    assert_int_equal(tsr_device_open(azul, &config, TSR_DEVICE_HERE, &b, &why), TSR_FAIL_ARGUMENT);
    assert_null(b);
    tsr_close(azul);
}

int main(int argc, char **argv) {
    device = argc > 1 ? atoi(argv[1]) : TSR_DEVICE_HERE;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_a_step_draws),
        cmocka_unit_test(test_states_in),
        cmocka_unit_test(test_rollouts),
        cmocka_unit_test(test_memory_outlives_the_batch),
        cmocka_unit_test(test_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
