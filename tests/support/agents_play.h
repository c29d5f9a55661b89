// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_SUPPORT_AGENTS_PLAY_H
#define TSR_TESTS_SUPPORT_AGENTS_PLAY_H

// Playing whole games between agents, for tests: opens rules and agents by name
// and drives them through the referee's own slots, with views and events as a real
// host would. Everything fails the running cmocka test when it goes wrong.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <tessera/host.h>
#include <tessera/registry.h>
#include <tessera/rules.h>

static tsr_registry *play_registry;

static int play_setup(void **state) {
    tsr_error err;
    (void)state;
    play_registry = tsr_registry_new(NULL);
    return !play_registry || tsr_registry_add_builtin(play_registry, &err);
}

static int play_teardown(void **state) {
    (void)state;
    tsr_registry_free(play_registry);
    return 0;
}

static inline tsr_rules *play_open_game(const tsr_game *game, int players) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    assert_non_null(game);
    tsr_setup_init(&setup, game);
    if (players) {
        assert_int_equal(tsr_setup_players(&setup, players, &err), TSR_OK);
    }
    if (tsr_rules_open(&setup, NULL, &r, &err)) {
        fail_msg("%s: %s", game->name, err.message);
    }
    return r;
}

static inline tsr_rules *play_open_rules(const char *name) {
    return play_open_game(tsr_registry_game(play_registry, name, NULL), 0);
}

static inline tsr_agent *play_open_agent(const char *spec, const tsr_rules *r) {
    char name[64];
    tsr_agent *a = NULL;
    tsr_error err = {0};
    snprintf(name, sizeof name, "%.*s", (int)tsr_agent_spec_name(spec), spec);
    const tsr_agent_type *type = tsr_registry_agent(play_registry, name, &err);
    if (!type || tsr_agent_open(type, spec, r, NULL, &a, &err)) {
        fail_msg("%s: %s", spec, err.message);
    }
    return a;
}

// The time that this thread itself has been given, so that a player with a second to think
// thinks as long on a busy machine as on an idle one.
static inline uint64_t play_now(void *self) {
    struct timespec t;
    (void)self;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// Microseconds and milliseconds that nothing takes, however busy the machine is: only what hangs does.
#define PLAY_HANG_US UINT64_C(600000000)
#define PLAY_HANG_MS UINT32_C(600000)

static const tsr_agent_host play_host = {.now_us = play_now};

// Asks `a` what it would play; the answer must be legal.
static inline tsr_move play_ask(tsr_agent *a, const void *s, int who, uint64_t seed,
                                const tsr_agent_host *host) {
    const tsr_rules *r = a->rules;
    uint64_t view[TSR_MAX_STATE / 8];
    tsr_move m = TSR_NO_MOVE;
    tsr_error err = {0};
    r->g.view(r, s, who, view);
    tsr_query q = {.view = view, .who = who, .seed = seed, .host = host};
    tsr_err e = a->type->choose(a, &q, &m, &err);
    if (e) {
        fail_msg("%s failed: %s", a->type->name, err.message);
    }
    tsr_line why;
    if (tsr_why_not(r, s, who, m, &why)) {
        char text[200];
        tsr_line_text(r, &why, NULL, text, sizeof text);
        fail_msg("%s made an illegal move in %s: %s", a->type->name, r->g.name, text);
    }
    return m;
}

static inline void play_tell(tsr_agent **a, const tsr_rules *r, const void *before, int by,
                             tsr_move m, const void *after) {
    uint64_t view[TSR_MAX_STATE / 8];
    for (int p = 0; p < r->players; p++) {
        if (a[p]->type->event) {
            r->g.view(r, after, p, view);
            a[p]->type->event(a[p], by, r->g.seen(r, before, by, m, p), view);
        }
    }
}

// Plays one game to its end, agent p on seat p, and gives the utilities.
static inline void play_game(tsr_agent **a, uint64_t seed, const tsr_agent_host *host,
                             float *utility) {
    const tsr_rules *r = a[0]->rules;
    uint64_t s[TSR_MAX_STATE / 8], before[TSR_MAX_STATE / 8];
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (int p = 0; p < r->players; p++) {
        if (a[p]->type->start) {
            a[p]->type->start(a[p], p);
        }
    }
    for (uint32_t turn; (turn = tsr_turn(r, s)) != 0;) {
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_draw(r, s, &g)
                                       : play_ask(a[who], s, who, tsr_rng_next(&g), host);
        memcpy(before, s, r->state_size);
        tsr_play(r, s, who, m);
        play_tell(a, r, before, who, m, s);
    }
    tsr_utility(r, s, utility);
}

// The share of wins of `first` in `games` games for two, on both seats in turn.
static inline double play_match(const tsr_rules *r, const char *first, const char *second,
                                int games, uint64_t seed) {
    tsr_agent *x = play_open_agent(first, r), *y = play_open_agent(second, r);
    double sum = 0;
    assert_int_equal(r->players, 2);
    for (int i = 0; i < games; i++) {
        float u[TSR_MAX_PLAYERS];
        tsr_agent *seats[2] = {i % 2 ? y : x, i % 2 ? x : y};
        play_game(seats, tsr_seed_of(seed, (uint64_t)i / 2), &play_host, u);
        sum += (double)u[i % 2];
    }
    tsr_agent_close(x);
    tsr_agent_close(y);
    return sum / games;
}

#endif
