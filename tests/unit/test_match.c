// SPDX-License-Identifier: MIT
//
// The referee: opening, looking, answering, ending. Policies, clocks, simultaneous
// answers, stepping back and failing sinks have files of their own.
#include "support/help.h"

#include <tessera/registry.h>

static void a_new_match_waits_for_the_first(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 7, NULL);
    uint64_t s[32];
    tsr_result result[2];
    tsr_init(r, s);
    assert_ptr_equal(tsr_match_rules(m), r);
    assert_memory_equal(tsr_match_state(m), s, r->state_size);
    assert_int_equal(tsr_match_waiting(m), 1);
    assert_int_equal(tsr_match_ply_count(m), 0);
    assert_int_equal(tsr_match_redo_count(m), 0);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_true(tsr_match_seed(m) == 7);
    assert_string_equal(tsr_match_seat(m, 1)->name, "player 2");
    assert_string_equal(tsr_match_seat(m, 1)->kind, "human");
    assert_string_equal(tsr_match_names(m)[0], "player 1");
    assert_int_equal(tsr_match_seat(m, 0)->policy, TSR_POLICY_ASK);
    assert_int_equal(tsr_match_time_left(m, 0, 1000000), UINT32_MAX);
    assert_true(tsr_match_deadline(m) == UINT64_MAX);
    tsr_match_result(m, result);
    assert_int_equal(result[0].rank, 0);
    tsr_match_close(m);
    tsr_match_close(NULL);
    tsr_rules_close(r);
}

static void moves_are_played_in_turn(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 7, NULL);
    tsr_answer answer;
    tsr_line why;
    char text[32];
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_waiting(m), 2);
    help_say(m, 0, "b2b3", TSR_ANSWER_NOT_TAKEN);
    help_say(m, 5, "b2b3", TSR_ANSWER_NOT_TAKEN);
    help_say(m, -1, "b2b3", TSR_ANSWER_NOT_TAKEN);
    assert_int_equal(tsr_match_submit(m, 1, 0x123456, 0, &answer, &why), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_REFUSED);
    assert_true(why.code != 0);
    assert_int_equal(tsr_match_submit(m, 1, 0x123456, 0, NULL, NULL), TSR_OK); // both may be NULL
    help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_ply_count(m), 2);
    tsr_ply ply = tsr_match_ply(m, 1);
    uint64_t s[32];
    tsr_match_state_at(m, 1, s);
    tsr_move_text(r, s, ply.who, ply.move, text, sizeof text);
    assert_int_equal(ply.who, 1);
    assert_string_equal(text, "a5a4");
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void states_can_be_seen_again(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        tsr_match *m = help_match(r, 11, NULL);
        uint64_t s[32], t[32];
        help_finish(m, 5);
        assert_true(tsr_match_ply_count(m) > 17); // across a snapshot
        tsr_init(r, s);
        for (int i = 0; i < tsr_match_ply_count(m); i++) {
            tsr_match_state_at(m, i, t);
            assert_memory_equal(s, t, r->state_size);
            tsr_ply ply = tsr_match_ply(m, i);
            tsr_play(r, s, ply.who, ply.move);
        }
        assert_memory_equal(tsr_match_state(m), s, r->state_size);
        assert_int_equal(tsr_match_end(m), TSR_END_RULES);
        tsr_match_close(m);
        tsr_rules_close(r);
    }
}

static void views_are_the_games_own(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 3);
    tsr_match *m = help_match(r, 3, NULL);
    uint64_t a[32], b[32];
    for (int i = 0; i < 4; i++) {
        int viewer = i < 3 ? i : TSR_WATCHER;
        tsr_match_view(m, viewer, a);
        r->g.view(r, tsr_match_state(m), viewer, b);
        assert_memory_equal(a, b, r->state_size);
        assert_memory_not_equal(a, tsr_match_state(m), r->state_size);
    }
    tsr_match_close(m);
    tsr_rules_close(r);
}

// --- Seeds -------------------------------------------------------------------

// The draws before anybody moves, as a hash.
static uint64_t first_draws(const tsr_rules *r, uint64_t seed) {
    tsr_match *m = help_match(r, seed, NULL);
    uint64_t h = tsr_hash_bytes(tsr_match_state(m), r->state_size, 0);
    assert_true(tsr_match_ply_count(m) > 0);
    tsr_match_close(m);
    return h;
}

static void same_seed_same_draws(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 3);
    int same = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(first_draws(r, seed) == first_draws(r, seed));
        same += first_draws(r, seed) == first_draws(r, seed + 1);
    }
    assert_true(same < 5);
    tsr_rules_close(r);
}

// Draw number k depends on the seed and on k, not on what was played between.
static void draws_do_not_depend_on_answers(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 2);
    tsr_match *a = help_match(r, 9, NULL), *b = help_match(r, 9, NULL);
    help_say(a, 0, "idle", TSR_ANSWER_PLAYED);
    help_say(b, 0, "nonsense", TSR_ANSWER_REFUSED);
    help_say(b, 0, "nonsense", TSR_ANSWER_REFUSED);
    help_say(b, 0, "idle", TSR_ANSWER_PLAYED);
    assert_memory_equal(tsr_match_state(a), tsr_match_state(b), r->state_size);
    tsr_match_close(a);
    tsr_match_close(b);
    tsr_rules_close(r);
}

// An agent gets another seed for every answer and seat, and the same in a rerun.
static void agents_have_their_own_seeds(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *a = help_match(r, 4, NULL), *b = help_match(r, 4, NULL), *c = help_match(r, 5, NULL);
    uint64_t first = tsr_match_agent_seed(a, 0);
    assert_true(first == tsr_match_agent_seed(a, 0));
    assert_true(first == tsr_match_agent_seed(b, 0));
    assert_true(first != tsr_match_agent_seed(a, 1));
    assert_true(first != tsr_match_agent_seed(c, 0));
    assert_true(first != 4 && first != tsr_seed_of(4, 0)); // not the match's own draws
    help_say(a, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_true(first != tsr_match_agent_seed(a, 0));
    tsr_match_close(a);
    tsr_match_close(b);
    tsr_match_close(c);
    tsr_rules_close(r);
}

// --- Opening -----------------------------------------------------------------

static void odd_seats_are_refused(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    char endless[400];
    memset(endless, 'n', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    const char *const wrong[] = {NULL, "", "two\nlines", "a\ttab", endless};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tsr_match_config config;
        tsr_match *m = NULL;
        tsr_error err = {0};
        tsr_match_config_init(&config, r);
        config.seat[1].name = wrong[i];
        assert_int_equal(tsr_match_open(&config, &m, &err), TSR_ERR_ARGUMENT);
        assert_non_null(strstr(err.message, "seat 2"));
        tsr_match_config_init(&config, r);
        config.seat[0].kind = wrong[i];
        assert_int_equal(tsr_match_open(&config, &m, &err), TSR_ERR_ARGUMENT);
        assert_null(m);
    }
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seat[1].policy = 9;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_ERR_ARGUMENT);
    tsr_match_config_init(&config, r);
    config.seat[1].late = TSR_POLICY_ASK;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_ERR_ARGUMENT);
    tsr_match_config_init(&config, r);
    config.seat[3].name = NULL; // nobody sits there
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void a_match_may_begin_anywhere(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    uint64_t s[32];
    assert_int_equal(
        tsr_position_read(r, "..k../P..../...../...../...../..K.. w 0 0 0 30", s, NULL), TSR_OK);
    tsr_match_config_init(&config, r);
    config.start = s;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    assert_memory_equal(tsr_match_state(m), s, r->state_size);
    help_say(m, 0, "a5a6=R", TSR_ANSWER_PLAYED);
    help_say(m, 1, "c6b6", TSR_ANSWER_PLAYED);
    help_say(m, 0, "a6b6", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_end(m), TSR_END_RULES);
    uint64_t back[32];
    tsr_match_state_at(m, 0, back);
    assert_memory_equal(back, s, r->state_size);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// --- Ends --------------------------------------------------------------------

static void expect_ranks(const tsr_match *m, const uint8_t *rank) {
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_match_result(m, result);
    for (int p = 0; p < tsr_match_rules(m)->players; p++) {
        assert_int_equal(result[p].rank, rank[p]);
    }
}

static void the_rules_end_a_match(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 1, NULL);
    tsr_result mine[2], games[2];
    help_finish(m, 2);
    tsr_match_result(m, mine);
    r->g.result(r, tsr_match_state(m), games);
    assert_memory_equal(mine, games, sizeof mine);
    help_say(m, 0, "a2a3", TSR_ANSWER_NOT_TAKEN);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_ERR_STATE);
    assert_int_equal(tsr_match_agree_draw(m, 0), TSR_ERR_STATE);
    assert_int_equal(tsr_match_tick(m, 1000), TSR_OK);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void resigning_loses(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 1, NULL);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_resign(m, 2, 0), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_match_resign(m, -1, 0), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK); // out of turn is fine
    assert_int_equal(tsr_match_end(m), TSR_END_RESIGNED);
    assert_true(tsr_match_forfeited(m, 0) && !tsr_match_forfeited(m, 1));
    assert_int_equal(tsr_match_waiting(m), 0);
    expect_ranks(m, (uint8_t[]){2, 1});
    assert_int_equal(tsr_match_ply_count(m), 1);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void draws_can_be_agreed(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 4);
    tsr_match *m = help_match(r, 1, NULL);
    assert_int_equal(tsr_match_agree_draw(m, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_AGREED);
    assert_int_equal(tsr_match_waiting(m), 0);
    expect_ranks(m, (uint8_t[]){1, 1, 1, 1});
    tsr_match_close(m);
    tsr_rules_close(r);
}

// With three or four at the table the others go on, and who left comes last.
static void the_others_go_on(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 4);
    paper p = {0};
    tsr_match *m = help_match(r, 6, &p);
    tsr_result result[4], games[4];
    tsr_rng g;
    tsr_rng_init(&g, 8);
    help_play(m, 3, &g);
    assert_int_equal(tsr_match_resign(m, 1, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_int_equal(tsr_match_resign(m, 1, 0), TSR_ERR_ARGUMENT); // only once
    while (tsr_match_waiting(m)) {
        assert_false(tsr_match_waiting(m) & 2u);
        help_play(m, 1, &g);
    }
    assert_int_equal(tsr_match_end(m), TSR_END_RULES);
    tsr_match_result(m, result);
    r->g.result(r, tsr_match_state(m), games);
    assert_int_equal(result[1].rank, 4);
    for (int a = 0; a < 4; a++) {
        assert_int_equal(result[a].score, games[a].score);
        for (int b = 0; b < 4; b++) { // those who stayed keep the game's order
            if (a != 1 && b != 1 && games[a].rank < games[b].rank) {
                assert_true(result[a].rank < result[b].rank);
            }
        }
    }
    assert_int_equal(paper_count(&p, 0, "resign"), 1);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void the_last_one_wins(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 4);
    tsr_match *m = help_match(r, 6, NULL);
    assert_int_equal(tsr_match_resign(m, 3, 0), TSR_OK);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_int_equal(tsr_match_resign(m, 1, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_RESIGNED);
    expect_ranks(m, (uint8_t[]){2, 2, 1, 2});
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void alone_one_can_only_lose_that_way(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    tsr_rules *r = help_open(tsr_registry_game(reg, "pegs", NULL), 1);
    tsr_match *m = help_match(r, 6, NULL);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_RESIGNED);
    expect_ranks(m, (uint8_t[]){2});
    tsr_match_close(m);
    tsr_rules_close(r);
    tsr_registry_free(reg);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(a_new_match_waits_for_the_first),
        TEST(moves_are_played_in_turn),
        TEST(states_can_be_seen_again),
        TEST(views_are_the_games_own),
        TEST(same_seed_same_draws),
        TEST(draws_do_not_depend_on_answers),
        TEST(agents_have_their_own_seeds),
        TEST(odd_seats_are_refused),
        TEST(a_match_may_begin_anywhere),
        TEST(the_rules_end_a_match),
        TEST(resigning_loses),
        TEST(draws_can_be_agreed),
        TEST(the_others_go_on),
        TEST(the_last_one_wins),
        TEST(alone_one_can_only_lose_that_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
