// SPDX-License-Identifier: MIT
// Under a node budget a search depends on its question alone: neither on what it was asked before, nor
// on the clock, nor on how many threads there are for how few nodes. Not only the move
// is compared but all that is said on the way to it.
#include "support/agents_play.h"

typedef struct diary {
    uint64_t hash; // of everything said
    int infos;
    uint64_t now; // on a clock that leaps, as on a busy machine, or stands still
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

static uint64_t leaping_clock(void *self) {
    return ((diary *)self)->now += 1700000;
}

static uint64_t stopped_clock(void *self) {
    return ((diary *)self)->now;
}

static diary ask(tsr_agent *a, const void *s, uint64_t seed, uint64_t (*clock)(void *)) {
    diary d = {0};
    tsr_agent_host host = {.self = &d, .now_us = clock, .info = on_info};
    tsr_move m = play_ask(a, s, tsr_mover(tsr_turn(a->rules, s)), seed, &host);
    note(&d, &m, sizeof m);
    return d;
}

// An agent that has been asked about every position of a random game so far, beside one that is new.
static void walk(const char *game, const char *spec, uint64_t seed) {
    tsr_rules *r = play_open_rules(game);
    tsr_agent *old = play_open_agent(spec, r);
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (uint32_t turn; (turn = tsr_turn(r, s)) != 0;) {
        int who = tsr_mover(turn);
        if (who != TSR_CHANCE) {
            tsr_agent *new = play_open_agent(spec, r);
            diary before = ask(old, s, seed, leaping_clock);
            diary after = ask(new, s, seed, stopped_clock);
            if (before.hash != after.hash || before.infos != after.infos) {
                fail_msg("%s %s: earlier questions changed the answer", game, spec);
            }
            tsr_agent_close(new);
        }
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
    tsr_agent_close(old);
    tsr_rules_close(r);
}

static void earlier_questions_do_not_matter(void **state) {
    (void)state;
    static const char *const games[] = {"connect4", "kalah", "breakthrough", "tictactoe"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        walk(games[i], "alphabeta:nodes=3000", 7);
        walk(games[i], "mcts:nodes=200", 7);
    }
    walk("chess", "alphabeta:nodes=500,depth=6", 7);
    walk("azul", "ismcts:nodes=20", 7);
}

// --- Threads -----------------------------------------------------------------

// Fewer nodes than threads: those that have none do not think, least of all for ever.
static void threads_may_have_nothing_to_do(void **state) {
    (void)state;
    walk("tictactoe", "mcts:nodes=1,threads=3", 7);
    walk("tictactoe", "mcts:nodes=3,threads=8", 7);
}

// A tree that is solved first does not cut the others short.
static void threads_search_their_shares(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        walk("tictactoe", "mcts:nodes=20k,threads=3", seed);
    }
}

// --- Stopping ----------------------------------------------------------------

typedef struct listener {
    int looks, stop_at; // 0 = never
} listener;

static int is_stopped(void *self) {
    listener *l = self;
    l->looks++;
    return l->stop_at && l->looks >= l->stop_at;
}

typedef struct slow_clock {
    uint64_t now;
    int infos;
    tsr_move best; // of the last line
} slow_clock;

static uint64_t a_millisecond_later(void *self) {
    return ((slow_clock *)self)->now += 1000;
}

static int after_a_second(void *self) {
    return ((slow_clock *)self)->now > 1000000;
}

static void keep_best(void *self, const tsr_agent_info *info) {
    slow_clock *c = self;
    c->infos++;
    c->best = info->line_count ? info->line[0] : TSR_NO_MOVE;
}

// Proofs may take a good part of a minute. Whoever is stopped meanwhile has looked at the moves before.
static void a_proof_can_be_stopped(void **state) {
    (void)state;
    static const char *const games[] = {"connect4", "clobber"};
    for (int i = 0; i < 2; i++) {
        tsr_rules *r = play_open_rules(games[i]);
        tsr_agent *a = play_open_agent("alphabeta:time=60s", r);
        slow_clock c = {0};
        tsr_agent_host host = {.self = &c,
                               .now_us = a_millisecond_later,
                               .stopped = after_a_second,
                               .info = keep_best};
        uint64_t s[TSR_MAX_STATE / 8];
        tsr_init(r, s);
        tsr_move m = play_ask(a, s, 0, 1, &host);
        assert_true(c.infos > 0 && m == c.best);
        assert_true(c.now < 1100000);
        tsr_agent_close(a);
        tsr_rules_close(r);
    }
}

// Asks with next to no nodes; returns how often the flag was looked at.
static int looks_in(tsr_agent *a, const void *s, int stop_at) {
    listener l = {.stop_at = stop_at};
    tsr_agent_host host = {.self = &l, .stopped = is_stopped};
    tsr_query q = {.view = s, .who = 0, .seed = 1, .nodes = 40, .host = &host};
    tsr_move m;
    assert_int_equal(a->type->choose(a, &q, &m, NULL), TSR_OK);
    return l.looks;
}

// Clearing a table takes a tenth of a second where it is large: it can be stopped, and goes on with
// the next question. Proofs are cleared for every node budget, positions once in a while.
static void large_tables_are_cleared_in_pieces(void **state) {
    (void)state;
    enum { MEGABYTES = 64 };
    static const char *const games[] = {"connect4", "breakthrough"};
    for (int i = 0; i < 2; i++) {
        tsr_rules *r = play_open_rules(games[i]);
        tsr_agent *a = play_open_agent("alphabeta:memory=70M", r);
        uint64_t s[TSR_MAX_STATE / 8];
        tsr_init(r, s);
        int most = 0, pieces = i == 0 ? MEGABYTES / 4 : MEGABYTES / 2;
        for (int k = 0; k < 64; k++) {
            int looks = looks_in(a, s, 0);
            most = looks > most ? looks : most;
        }
        assert_true(most >= pieces);
        for (int k = 0; k < 130; k++) {
            int looks = looks_in(a, s, 4);
            assert_true(looks <= 8);
        }
        tsr_agent_close(a);
        tsr_rules_close(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(earlier_questions_do_not_matter),
        cmocka_unit_test(threads_may_have_nothing_to_do),
        cmocka_unit_test(threads_search_their_shares),
        cmocka_unit_test(a_proof_can_be_stopped),
        cmocka_unit_test(large_tables_are_cleared_in_pieces),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
