// SPDX-License-Identifier: MIT
// Connect Four is solved: random positions with 14 discs, in which nobody wins at once. The
// number of them is the test's argument; with one, an average of more than a second fails.
#include "support/agents_play.h"
#include "support/force.h"

#include <stdlib.h>
#include <time.h>

static int positions = 3;
static double seconds_each = 20; // an average beyond that fails

typedef struct watch {
    double begin, solved;
    uint64_t nodes;
    float win;
} watch;

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void on_info(void *self, const tsr_agent_info *info) {
    watch *w = self;
    if (w->solved < 0 && info->note && strcmp(info->note, "solved") == 0) {
        w->solved = cpu_seconds() - w->begin;
        w->nodes = info->nodes;
        w->win = info->win[0];
    }
}

static int is_solved(void *self) {
    return ((watch *)self)->solved >= 0;
}

static int wins_at_once(const tsr_rules *r, const void *s) {
    uint64_t next[TSR_MAX_STATE / 8];
    tsr_move moves[TSR_MAX_MOVES];
    int n = tsr_moves(r, s, tsr_mover(tsr_turn(r, s)), moves), any = 0;
    for (int i = 0; i < n; i++) {
        any |= force_ends(r, s, moves[i], next);
    }
    return any;
}

// A threat of the other side stands if all moves but one leave it a win.
static int is_threatened(const tsr_rules *r, const void *s) {
    uint64_t next[TSR_MAX_STATE / 8];
    tsr_move moves[TSR_MAX_MOVES];
    int n = tsr_moves(r, s, tsr_mover(tsr_turn(r, s)), moves), bad = 0;
    for (int i = 0; i < n; i++) {
        bad += !force_ends(r, s, moves[i], next) && wins_at_once(r, next);
    }
    return bad >= n - 1;
}

static void make_position(const tsr_rules *r, int discs, tsr_rng *g, void *s) {
    do {
        tsr_init(r, s);
        (void)r->more.playout(r, s, g, (uint32_t)discs);
    } while (tsr_turn(r, s) == 0 || wins_at_once(r, s) || is_threatened(r, s));
}

static int sign_of(float win) {
    return win > 0.75f ? 1 : win < 0.25f ? -1 : 0;
}

// Asks until the position is solved; its value for the mover. Ends the test if it is not.
static int solve(const tsr_rules *r, const char *spec, const void *s, watch *w) {
    tsr_agent *a = play_open_agent(spec, r);
    tsr_agent_host host = {.self = w, .now_us = play_now, .info = on_info, .stopped = is_solved};
    *w = (watch){.begin = cpu_seconds(), .solved = -1};
    int who = tsr_mover(tsr_turn(r, s));
    (void)play_ask(a, s, who, 1, &host);
    tsr_agent_close(a);
    assert_true(w->solved >= 0);
    return who == 0 ? sign_of(w->win) : -sign_of(w->win);
}

static void solutions_are_right(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_rng g;
    int met[3] = {0};
    tsr_rng_init(&g, 30);
    for (int i = 0; i < 24; i++) {
        watch w;
        make_position(r, 30, &g, s);
        int value = force_value(r, s, -1, 1);
        met[value + 1]++;
        assert_int_equal(solve(r, "alphabeta:time=60s", s, &w), value);
    }
    assert_true(met[0] > 0 && met[1] > 0 && met[2] > 0);
    tsr_rules_close(r);
}

static void positions_are_solved_quickly(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    uint64_t s[TSR_MAX_STATE / 8];
    double sum = 0, worst = 0;
    uint64_t nodes = 0;
    tsr_rng g;
    tsr_rng_init(&g, 14);
    for (int i = 0; i < positions; i++) {
        watch w;
        make_position(r, 14, &g, s);
        (void)solve(r, "alphabeta:time=200s", s, &w);
        sum += w.solved;
        nodes += w.nodes;
        worst = w.solved > worst ? w.solved : worst;
    }
    printf("%d positions with 14 discs: %.3f s each, %.3f s at most, %llu nodes each\n", positions,
           sum / positions, worst, (unsigned long long)nodes / (unsigned long long)positions);
    assert_true(sum / positions < seconds_each);
    tsr_rules_close(r);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        positions = (int)strtol(argv[1], NULL, 10);
        seconds_each = 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_are_right),
        cmocka_unit_test(positions_are_solved_quickly),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
