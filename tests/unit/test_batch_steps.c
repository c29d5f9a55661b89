// SPDX-License-Identifier: MIT
//
// A step of a batch leaves the very bytes that playing the same move alone leaves, from the start of a
// game to its end: who cannot move, positions that return and limits of turns are found by other code.
#include "abi_help.h"

#include <tessera/batch.h>

enum { GAMES = 24 };

typedef struct pair {
    tsr_ruleset *rules;
    tsr_batch *batch;
    tsr_state *alone[GAMES];
    uint32_t size; // bytes of a state
    int32_t action[GAMES];
    uint8_t terminated[GAMES];
    float *reward;
    int players, ends;
} pair;

static void pair_open(pair *p, const char *name, const char *options) {
    *p = (pair){.rules = open_named(name, options)};
    tsr_batch_config config = {.size = sizeof config, .games = GAMES, .seed = 7};
    tsr_ruleset_info info = {.size = sizeof info};
    assert_int_equal(tsr_ruleset_about(p->rules, &info), 0);
    assert_int_equal(tsr_batch_open(p->rules, &config, &p->batch, &why), 0);
    p->size = info.state_size;
    p->players = (int)info.players;
    p->reward = calloc((size_t)GAMES * info.players, sizeof *p->reward);
    assert_non_null(p->reward);
    for (uint32_t i = 0; i < GAMES; i++) {
        assert_int_equal(tsr_state_new(p->rules, &p->alone[i]), 0);
    }
}

static void pair_close(pair *p) {
    for (int i = 0; i < GAMES; i++) {
        tsr_state_free(p->alone[i]);
    }
    free(p->reward);
    tsr_batch_close(p->batch);
    tsr_close(p->rules);
}

static void bytes_agree(const pair *p, uint32_t i, const char *name, int step) {
    tsr_state *other = NULL;
    assert_int_equal(tsr_batch_state(p->batch, i, &other), 0);
    if (memcmp(tsr_state_bytes(other), tsr_state_bytes(p->alone[i]), p->size) != 0) {
        fail_msg("%s: game %u is another one after step %d", name, (unsigned)i, step);
    }
    tsr_state_free(other);
}

static void rewards_agree(const pair *p, uint32_t i) {
    float reward[8];
    assert_int_equal(tsr_state_reward(p->alone[i], reward), 0);
    for (int who = 0; who < p->players; who++) {
        assert_true(reward[who] == p->reward[(int)i * p->players + who]);
    }
}

static void one_step(pair *p, const char *name, int step) {
    tsr_batch_io io = {
        .size = sizeof io, .action = p->action, .terminated = p->terminated, .reward = p->reward};
    assert_int_equal(tsr_batch_sample(p->batch, p->action), 0);
    assert_int_equal(tsr_batch_step(p->batch, &io, &why), 0);
    for (uint32_t i = 0; i < GAMES; i++) {
        if (p->action[i] < 0) {
            continue; // over
        }
        assert_int_equal(tsr_state_act(p->alone[i], -1, p->action[i], &why), 0);
        bytes_agree(p, i, name, step);
        assert_int_equal(p->terminated[i], tsr_state_mover(p->alone[i]) < 0);
        if (p->terminated[i]) {
            rewards_agree(p, i);
            p->ends++;
        }
    }
}

static void compare(const char *name, const char *options, int steps, int ends) {
    pair p;
    pair_open(&p, name, options);
    for (int i = 0; i < steps && p.ends < GAMES; i++) {
        one_step(&p, name, i);
    }
    if (p.ends < ends) {
        fail_msg("%s: only %d games ended", name, p.ends);
    }
    pair_close(&p);
}

// Chess in every way it ends; games whose turns are tested or walked; and some that only fill cells.
static void steps_are_moves(void **state) {
    (void)state;
    compare("chess", "", 600, GAMES / 2);
    compare("chaturanga", "", 600, 1);
    compare("losalamos", "", 600, 1);
    compare("checkers", "", 300, GAMES / 2);
    compare("draughts", "", 200, 1);
    compare("breakthrough", "", 300, GAMES);
    compare("amazons", "", 200, GAMES);
    compare("reversi", "", 100, GAMES);
    compare("go", "size=5", 300, 1);
    compare("connect4", "", 50, GAMES);
    compare("hex", "size=5", 30, GAMES);
    compare("clobber", "", 60, GAMES);
    compare("kalah", "", 300, 1);
    compare("morris", "", 300, 1);
    compare("dao", "", 300, 1);
    compare("neutron", "", 300, 1);
}

int main(void) {
    static const struct CMUnitTest tests[] = {TEST(steps_are_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
