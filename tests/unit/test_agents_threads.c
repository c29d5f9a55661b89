// SPDX-License-Identifier: MIT
// Under a node budget the answer of a search with threads, and all that it says, is the same however
// they are scheduled. The reference is the search for which no thread could be had: there
// everything happens in one thread, one share after the other.
#include "support/agents_play.h"
#include "support/schedule.h"

#include <stdatomic.h>

// --- A game that lets threads stumble -----------------------------------------

// What the functions below stand in front of.
static tsr_game plain;
static uint32_t (*plain_playout)(const tsr_rules *r, void *s, tsr_rng *g, uint32_t plies);

static void stumble_play(const tsr_rules *r, void *s, int who, tsr_move m) {
    schedule_stumble();
    plain.play(r, s, who, m);
}

static int stumble_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    schedule_stumble();
    return plain.moves(r, s, who, out);
}

static uint32_t stumble_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t plies) {
    schedule_stumble();
    return plain_playout(r, s, g, plies);
}

static tsr_rules *open_stumbling(const char *game) {
    tsr_rules *r = play_open_rules(game);
    plain = r->g;
    plain_playout = r->more.playout;
    r->g.play = stumble_play;
    r->g.moves = stumble_moves;
    r->more.playout = stumble_playout;
    return r;
}

static uint64_t leap_us;

// --- What was said ------------------------------------------------------------

typedef struct diary {
    uint64_t hash; // of everything said, and of the answer
    int infos;
    uint64_t now;
    uint64_t looks, stop_after; // 0 = never
} diary;

static void note(diary *d, const void *data, size_t size) {
    d->hash = tsr_hash_bytes(data, size, d->hash);
}

static void on_info(void *self, const tsr_agent_info *info) {
    diary *d = self;
    note(d, &info->nodes, sizeof info->nodes);
    note(d, &info->depth, sizeof info->depth);
    note(d, info->win, sizeof info->win);
    note(d, info->line, (size_t)info->line_count * sizeof *info->line);
    note(d, info->note ? info->note : "", info->note ? strlen(info->note) : 0);
    d->infos++;
}

// A clock that leaps, in each schedule another way: on a busy machine seconds pass between two looks.
static uint64_t leaping_clock(void *self) {
    schedule_stumble();
    return ((diary *)self)->now += leap_us;
}

static int is_stopped(void *self) {
    diary *d = self;
    schedule_stumble();
    d->looks++;
    return d->stop_after && d->looks > d->stop_after;
}

static diary ask(tsr_agent *a, const void *s, uint64_t seed) {
    diary d = {0};
    tsr_agent_host host = {
        .self = &d, .now_us = leaping_clock, .stopped = is_stopped, .info = on_info};
    tsr_move m = play_ask(a, s, tsr_mover(tsr_turn(a->rules, s)), seed, &host);
    note(&d, &m, sizeof m);
    return d;
}

// --- Every schedule, the same answer ------------------------------------------

static void play_random(const tsr_rules *r, void *s, int plies, uint64_t seed) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (uint32_t turn; plies-- > 0 && (turn = tsr_turn(r, s)) != 0;) {
        int who = tsr_mover(turn);
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
}

static void same_however_scheduled(const char *game, const char *spec, int plies, uint64_t seed) {
    tsr_rules *r = open_stumbling(game);
    uint64_t s[TSR_MAX_STATE / 8];
    schedule_set(SCHEDULE_NONE, seed);
    leap_us = 1;
    play_random(r, s, plies, seed);
    tsr_agent *a = play_open_agent(spec, r);
    diary alone = ask(a, s, seed);
    assert_true(schedule_refused() > 0 && schedule_begun() == 0);
    assert_true(alone.infos > 0);
    for (int mode = 0; mode < SCHEDULES; mode++) {
        schedule_set((schedule)mode, seed);
        leap_us = (uint64_t)mode * 130000;
        diary d = ask(a, s, seed); // asked before, in another mode: that must not matter either
        if (d.hash != alone.hash || d.infos != alone.infos) {
            fail_msg("%s, %s, seed %d: schedule \"%s\" changed the answer (%d infos, %d alone)",
                     game, spec, (int)seed, schedule_names[mode], d.infos, alone.infos);
        }
    }
    schedule_set(SCHEDULE_FREE, 0);
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// Tic-tac-toe is solved on the way, by some trees sooner than by others.
static void trees_that_prove(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        same_however_scheduled("tictactoe", "mcts:nodes=6k,threads=3", (int)seed % 4, seed);
    }
}

static void trees_that_grow(void **state) {
    (void)state;
    same_however_scheduled("connect4", "mcts:nodes=4001,threads=3", 0, 1);
    same_however_scheduled("connect4", "mcts:nodes=4001,threads=4", 9, 2);
    same_however_scheduled("kalah", "mcts:nodes=2500,threads=2", 4, 3);
    same_however_scheduled("tron", "mcts:nodes=1500,threads=3", 2, 4); // draws, and both at once
}

static void shares_of_next_to_nothing(void **state) {
    (void)state;
    same_however_scheduled("tictactoe", "mcts:nodes=1,threads=3", 0, 1);
    same_however_scheduled("connect4", "mcts:nodes=5,threads=8", 0, 2);
}

// A tree that has no more room, and one of the smallest there are.
static void trees_without_room(void **state) {
    (void)state;
    same_however_scheduled("connect4", "mcts:nodes=2k,threads=3,memory=20k", 0, 5);
}

// --- Ending ---------------------------------------------------------------------

// However they are scheduled, all end when the host says so. Before, it does not look
// whether they do: a test that hangs here has failed.
static void all_end_when_told(void **state) {
    (void)state;
    static const schedule modes[] = {SCHEDULE_FREE, SCHEDULE_NONE, SCHEDULE_SOME, SCHEDULE_STUMBLE};
    tsr_rules *r = open_stumbling("connect4");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    tsr_agent *a = play_open_agent("mcts:nodes=1000M,threads=3", r);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        diary d = {.stop_after = 30};
        tsr_agent_host host = {.self = &d, .now_us = leaping_clock, .stopped = is_stopped};
        schedule_set(modes[i], i);
        play_ask(a, s, 0, i, &host);
        assert_true(d.looks > 30);
    }
    schedule_set(SCHEDULE_FREE, 0);
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// Told to stop while the first waits for the others, which have far more to do.
static void waiting_can_be_ended(void **state) {
    (void)state;
    tsr_rules *r = open_stumbling("tictactoe");
    uint64_t s[TSR_MAX_STATE / 8];
    play_random(r, s, 6, 3); // solved at once
    tsr_agent *a = play_open_agent("mcts:nodes=1000M,threads=4", r);
    for (uint64_t seed = 0; seed < 4; seed++) {
        diary d = {.stop_after = 40};
        tsr_agent_host host = {.self = &d, .stopped = is_stopped};
        schedule_set(SCHEDULE_STUMBLE, seed);
        play_ask(a, s, tsr_mover(tsr_turn(r, s)), seed, &host);
    }
    schedule_set(SCHEDULE_FREE, 0);
    tsr_agent_close(a);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_that_prove),          cmocka_unit_test(trees_that_grow),
        cmocka_unit_test(shares_of_next_to_nothing), cmocka_unit_test(trees_without_room),
        cmocka_unit_test(all_end_when_told),         cmocka_unit_test(waiting_can_be_ended),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
