// SPDX-License-Identifier: MIT
//
// Long form: 1000
//
// projectl-expert at the table: it beats random players, takes its time within
// bounds, and plays the same way twice.
//
//     test_projectl_expert          a few games
//     test_projectl_expert 1000     what the bot promises: first in 99 of 100 games against
//                                   three random players, 99 of 100 moves in 100 ms

#include "projectl_test.h"

#include <time.h>

#include "support/sanitized.h"
#include <tessera/agent.h>

extern const tsr_agent_type tsr_agent_projectl_expert, tsr_agent_random;

static int many; // number of games on the command line, 0 = none

enum { MOST_MOVES = 1 << 20 };

typedef struct table {
    game g;
    tsr_agent *agent[TSR_PL_PLAYERS];
    tsr_rng rng;
    float *ms; // of each of the expert's moves, processor time
    int moves;
} table;

static tsr_agent *open_agent(const tsr_agent_type *type, const char *spec, const tsr_rules *r) {
    tsr_error err;
    tsr_agent *a = NULL;
    if (tsr_agent_open(type, spec, r, NULL, &a, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
    return a;
}

// The expert on seat 0 of the agents, random players on the others.
static table open_table(const char *options, int players) {
    table t = {.g = pl_open(options, players)};
    for (int i = 0; i < players; i++) {
        t.agent[i] = i == 0 ? open_agent(&tsr_agent_projectl_expert, "projectl-expert", t.g.r)
                            : open_agent(&tsr_agent_random, "random", t.g.r);
    }
    t.ms = calloc(MOST_MOVES, sizeof *t.ms);
    return t;
}

static void close_table(table *t) {
    for (int i = 0; i < t->g.r->players; i++) {
        tsr_agent_close(t->agent[i]);
    }
    free(t->ms);
    pl_close(&t->g);
}

static tsr_move ask(table *t, int agent, int who) {
    static const tsr_agent_host host;
    tsr_query q = {.view = t->g.s, .who = who, .seed = tsr_rng_next(&t->rng), .host = &host};
    tsr_error err;
    tsr_move m = 0;
    clock_t begin = clock();
    assert_int_equal(t->agent[agent]->type->choose(t->agent[agent], &q, &m, &err), TSR_OK);
    if (agent == 0 && t->moves < MOST_MOVES) {
        t->ms[t->moves++] = (float)(clock() - begin) * 1000.0f / (float)CLOCKS_PER_SEC;
    }
    return m;
}

// Plays a game with the expert on seat `seat`; returns its result.
static tsr_result play(table *t, int seat, uint64_t seed) {
    int players = t->g.r->players;
    tsr_rng_init(&t->rng, seed);
    tsr_init(t->g.r, t->g.s);
    for (uint32_t turn; (turn = tsr_turn(t->g.r, t->g.s)) != 0;) {
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_draw(t->g.r, t->g.s, &t->rng)
                                       : ask(t, (who - seat + players) % players, who);
        assert_int_equal(tsr_play_checked(t->g.r, t->g.s, who, m, NULL), 0);
    }
    return pl_result(&t->g, seat);
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static void it_beats_random_players(void **state) {
    table t = open_table(many ? "" : "black=6", 4);
    int games = many ? many : 2, first = 0;
    (void)state;
    for (int i = 0; i < games; i++) {
        first += play(&t, i % 4, 100u + (unsigned)i).rank == 1;
    }
    qsort(t.ms, (size_t)t.moves, sizeof *t.ms, compare);
    float p99 = t.ms[(size_t)t.moves * 99 / 100];
    print_message("first in %d of %d games; %d moves, 99 of 100 within %.1f ms, longest %.1f ms\n",
                  first, games, t.moves, (double)p99, (double)t.ms[t.moves - 1]);
    assert_true(first * 100 >= games * 99);
    if (many) { // a sanitizer is slower, and few moves say little
        assert_true(p99 < 100);
    }
    close_table(&t);
}

static void it_plays_every_kind_of_game(void **state) {
    static const struct {
        const char *options;
        int players;
    } kinds[] = {{"white=10", 1},
                 {"solo=unbeatable white=8 black=6", 1},
                 {"engine=original black=6", 2},
                 {"engine=original black=5", 1},
                 {"reserve=4 black=5", 3},
                 {"white=4 black=5", 2},
                 {"illegal=skip black=5", 2}};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i += IS_SANITIZED ? 2 : 1) {
        table t = open_table(kinds[i].options, kinds[i].players);
        tsr_result result = play(&t, 0, 7 + i);
        assert_true(kinds[i].players == 1 || result.rank == 1);
        assert_true(result.score >= 0);
        close_table(&t);
    }
}

// What it remembers from other positions must not change its mind.
static void the_same_position_gives_the_same_move(void **state) {
    table used = open_table("black=5", 2);
    (void)state;
    (void)play(&used, 0, 5);
    tsr_rng_init(&used.rng, 6);
    tsr_init(used.g.r, used.g.s);
    for (int ply = 0; ply < 40 && tsr_turn(used.g.r, used.g.s); ply++) {
        int who = tsr_mover(tsr_turn(used.g.r, used.g.s));
        tsr_move m =
            who == TSR_CHANCE ? tsr_draw(used.g.r, used.g.s, &used.rng) : ask(&used, 0, who);
        if (who != TSR_CHANCE && ply % 7 == 0) {
            tsr_agent *seasoned = used.agent[0];
            used.agent[0] = open_agent(&tsr_agent_projectl_expert, "projectl-expert", used.g.r);
            assert_int_equal(ask(&used, 0, who), m);
            tsr_agent_close(used.agent[0]);
            used.agent[0] = seasoned;
        }
        tsr_play(used.g.r, used.g.s, who, m);
    }
    close_table(&used);
}

static void it_refuses_other_games(void **state) {
    tsr_rules other = {.g = tsr_game_projectl};
    tsr_agent *a = NULL;
    tsr_error err;
    (void)state;
    other.g.open = NULL;
    assert_int_not_equal(
        tsr_agent_open(&tsr_agent_projectl_expert, "projectl-expert", &other, NULL, &a, &err),
        TSR_OK);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_beats_random_players),
        cmocka_unit_test(it_plays_every_kind_of_game),
        cmocka_unit_test(the_same_position_gives_the_same_move),
        cmocka_unit_test(it_refuses_other_games),
    };
    many = argc > 1 ? atoi(argv[1]) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
