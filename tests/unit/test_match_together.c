// SPDX-License-Identifier: MIT
//
// Simultaneous decisions: all are asked at once, answers wait outside the state,
// may be changed, and are played in seat order whatever the order they came in.
#include "support/help.h"

// A match of minicards for four in which player 1 has played a card, so that the
// three others are asked; and its record.
static tsr_match *match_in_window(const tsr_rules *r, paper *p) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        tsr_answer answer;
        tsr_match *m = help_match(r, seed, p);
        assert_int_equal(tsr_match_submit_text(m, 0, "gem", 0, &answer, NULL), TSR_OK);
        if (answer == TSR_ANSWER_PLAYED) {
            assert_int_equal(tsr_match_waiting(m), 14);
            return m;
        }
        tsr_match_close(m);
        paper_free(p);
    }
    fail_msg("nobody was dealt a gem");
    return NULL;
}

static void answers_wait_for_each_other(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 4);
    paper p = {0};
    tsr_match *m = match_in_window(r, &p);
    uint64_t before[32];
    int plies = tsr_match_ply_count(m);
    memcpy(before, tsr_match_state(m), r->state_size);
    help_say(m, 2, "pass", TSR_ANSWER_HELD);
    assert_int_equal(tsr_match_waiting(m), 10);
    help_say(m, 0, "pass", TSR_ANSWER_NOT_TAKEN); // not asked
    help_say(m, 3, "pass", TSR_ANSWER_HELD);
    assert_memory_equal(tsr_match_state(m), before, r->state_size);
    assert_int_equal(tsr_match_ply_count(m), plies);
    assert_int_equal(paper_count(&p, 3, "held"), 2);
    help_say(m, 1, "pass", TSR_ANSWER_PLAYED);
    assert_memory_not_equal(tsr_match_state(m), before, r->state_size);
    for (int i = 0; i < 3; i++) { // in seat order
        assert_int_equal(tsr_match_ply(m, plies + i).who, i + 1);
    }
    assert_int_equal(paper_count(&p, 3, "held"), 3);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

// Plays one game with answers given in an order that `g` chooses; its final state
// as a hash. Which answer a seat gives depends on the seat and the position only.
static uint64_t game_in_some_order(const tsr_rules *r, uint64_t seed, tsr_rng *order) {
    tsr_match *m = help_match(r, seed, NULL);
    uint32_t waiting;
    while ((waiting = tsr_match_waiting(m)) != 0) {
        int seat = (int)tsr_rng_below(order, r->players);
        tsr_answer answer;
        tsr_rng g;
        if (!(waiting >> seat & 1u)) {
            continue;
        }
        tsr_rng_init(&g, tsr_hash_bytes(tsr_match_state(m), r->state_size, (uint64_t)seat));
        tsr_move move = tsr_sample(r, tsr_match_state(m), seat, &g);
        assert_int_equal(tsr_match_submit(m, seat, move, 0, &answer, NULL), TSR_OK);
        assert_true(answer <= TSR_ANSWER_HELD);
    }
    uint64_t h = tsr_hash_bytes(tsr_match_state(m), r->state_size, 0);
    tsr_match_close(m);
    return h;
}

static void the_order_of_answers_does_not_matter(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_tiles, &planted_cards};
    tsr_rng order;
    tsr_rng_init(&order, 99);
    for (int k = 0; k < 2; k++) {
        tsr_rules *r = help_open(games[k], 4);
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint64_t first = game_in_some_order(r, seed, &order);
            for (int i = 0; i < 5; i++) {
                assert_true(game_in_some_order(r, seed, &order) == first);
            }
        }
        tsr_rules_close(r);
    }
}

static void answers_may_be_changed(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    int changed = 0;
    for (uint64_t seed = 0; seed < 60 && !changed; seed++) {
        tsr_match *m = help_match(r, seed, NULL);
        tsr_rng g;
        tsr_rng_init(&g, seed);
        while (tsr_match_waiting(m) && !changed) {
            tsr_move list[128];
            int n = tsr_moves(r, tsr_match_state(m), 0, list);
            int plies = tsr_match_ply_count(m);
            if (tsr_match_waiting(m) == 3 && n > 1) {
                tsr_answer answer;
                assert_int_equal(tsr_match_submit(m, 0, list[0], 0, &answer, NULL), TSR_OK);
                assert_int_equal(answer, TSR_ANSWER_HELD);
                assert_int_equal(tsr_match_submit(m, 0, list[1], 0, &answer, NULL), TSR_OK);
                assert_int_equal(answer, TSR_ANSWER_HELD);
                // A wrong second thought leaves the first one standing.
                assert_int_equal(tsr_match_submit(m, 0, 0xabcdef, 0, &answer, NULL), TSR_OK);
                assert_int_equal(answer, TSR_ANSWER_REFUSED);
                assert_int_equal(tsr_match_waiting(m), 2);
                tsr_move other = tsr_sample(r, tsr_match_state(m), 1, &g);
                assert_int_equal(tsr_match_submit(m, 1, other, 0, &answer, NULL), TSR_OK);
                assert_int_equal(answer, TSR_ANSWER_PLAYED);
                assert_true(tsr_match_ply(m, plies).move == list[1]);
                changed = 1;
            } else {
                help_play(m, 1, &g);
            }
        }
        tsr_match_close(m);
    }
    assert_true(changed);
    tsr_rules_close(r);
}

static void nobody_sees_a_waiting_answer(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 4);
    paper p = {0};
    tsr_match *m = match_in_window(r, &p);
    uint64_t before[5][32], after[32];
    for (int i = 0; i < 5; i++) {
        tsr_match_view(m, i < 4 ? i : TSR_WATCHER, before[i]);
    }
    help_say(m, 1, "pass", TSR_ANSWER_HELD);
    for (int i = 0; i < 5; i++) {
        tsr_match_view(m, i < 4 ? i : TSR_WATCHER, after);
        assert_memory_equal(before[i], after, r->state_size);
    }
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void who_leaves_during_a_window_is_played_for(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 4);
    paper p = {0};
    tsr_match *m = match_in_window(r, &p);
    help_say(m, 1, "pass", TSR_ANSWER_HELD);
    assert_int_equal(tsr_match_resign(m, 1, 0), TSR_OK); // also the answer that waits
    assert_int_equal(tsr_match_waiting(m), 12);
    assert_int_equal(tsr_match_resign(m, 2, 0), TSR_OK);
    assert_int_equal(tsr_match_waiting(m), 8);
    int plies = tsr_match_ply_count(m);
    help_say(m, 3, "pass", TSR_ANSWER_PLAYED);
    assert_true(tsr_match_ply_count(m) >= plies + 4); // three answers and a reveal
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void wrong_answers_in_a_window_follow_the_policy(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 4);
    paper p = {0};
    tsr_match *m = match_in_window(r, &p);
    tsr_answer answer;
    help_say(m, 3, "perhaps", TSR_ANSWER_REFUSED);
    assert_int_equal(tsr_match_waiting(m), 14);
    assert_int_equal(tsr_match_fail(m, 3, 0, &answer), TSR_OK); // ASK counts as FALLBACK
    assert_int_equal(answer, TSR_ANSWER_REPLACED);
    assert_int_equal(tsr_match_waiting(m), 6);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(answers_wait_for_each_other),
        TEST(the_order_of_answers_does_not_matter),
        TEST(answers_may_be_changed),
        TEST(nobody_sees_a_waiting_answer),
        TEST(who_leaves_during_a_window_is_played_for),
        TEST(wrong_answers_in_a_window_follow_the_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
