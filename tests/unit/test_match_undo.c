// SPDX-License-Identifier: MIT
//
// Stepping back and forward, and what a player may take back.
#include "support/help.h"

static void back_and_forward_again(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = help_match(r, 3, &p);
    tsr_rng g;
    uint64_t there[32], s[32];
    tsr_rng_init(&g, 5);
    help_play(m, 20, &g);
    assert_int_equal(tsr_match_ply_count(m), 20);
    memcpy(there, tsr_match_state(m), r->state_size);
    for (int ply = 0; ply <= 20; ply++) {
        tsr_match_state_at(m, ply, s);
        assert_int_equal(tsr_match_back(m, ply, 0), TSR_OK);
        assert_int_equal(tsr_match_ply_count(m), ply);
        assert_int_equal(tsr_match_redo_count(m), 20 - ply);
        assert_memory_equal(tsr_match_state(m), s, r->state_size);
        assert_int_equal(tsr_match_forward(m, 20, 0), TSR_OK);
        assert_memory_equal(tsr_match_state(m), there, r->state_size);
    }
    assert_int_equal(tsr_match_back(m, -1, 0), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_match_back(m, 21, 0), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_match_forward(m, 21, 0), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_match_back(m, 4, 0), TSR_OK);
    assert_int_equal(tsr_match_forward(m, 3, 0), TSR_ERR_ARGUMENT); // that would be back
    assert_int_equal(tsr_match_forward(m, 9, 0), TSR_OK);
    assert_int_equal(tsr_match_redo_count(m), 11);
    assert_true(paper_count(&p, 0, "back") > 20);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void another_move_forgets_the_rest(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 3, NULL);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_back(m, 0, 0), TSR_OK);
    assert_int_equal(tsr_match_redo_count(m), 2);
    help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED); // a wrong one does not
    assert_int_equal(tsr_match_redo_count(m), 2);
    help_say(m, 0, "b2b3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_redo_count(m), 0);
    assert_int_equal(tsr_match_forward(m, 2, 0), TSR_ERR_ARGUMENT);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void an_end_can_be_stepped_back_from(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 3, NULL);
    tsr_result result[2];
    help_finish(m, 9);
    int plies = tsr_match_ply_count(m);
    assert_int_equal(tsr_match_back(m, plies - 1, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_true(tsr_match_waiting(m) != 0);
    assert_int_equal(tsr_match_forward(m, plies, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_RULES);
    tsr_match_result(m, result);
    assert_true(result[0].rank != 0);
    tsr_match_close(m);
    // Resigning too.
    m = help_match(r, 3, NULL);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_resign(m, 1, 0), TSR_OK);
    assert_int_equal(tsr_match_back(m, 1, 0), TSR_OK);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_false(tsr_match_forfeited(m, 1));
    help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// A match stands where a player decides, never in the middle of a draw.
static void nobody_stands_on_a_draw(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 2);
    tsr_match *m = help_match(r, 3, NULL);
    int first = tsr_match_ply_count(m), refused = 0;
    uint64_t s[32];
    assert_int_equal(first, 4); // the deal
    help_say(m, 0, "idle", TSR_ANSWER_PLAYED);
    for (int ply = 0; ply <= tsr_match_ply_count(m); ply++) {
        int total = tsr_match_ply_count(m);
        tsr_match_state_at(m, ply, s);
        int drawing = tsr_turn(r, s) == 1u << TSR_CHANCE;
        assert_int_equal(tsr_match_back(m, ply, 0), drawing ? TSR_ERR_ARGUMENT : TSR_OK);
        assert_int_equal(tsr_match_ply_count(m), drawing ? total : ply);
        assert_int_equal(tsr_match_forward(m, total, 0), TSR_OK);
        refused += drawing;
    }
    assert_int_equal(refused, 5);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// Taking a move back does not show what would have been drawn.
static void draws_are_made_anew(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 2);
    int other = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        tsr_match *m = help_match(r, seed, NULL);
        int plies = tsr_match_ply_count(m);
        help_say(m, 0, "idle", TSR_ANSWER_PLAYED);
        tsr_move drawn = tsr_match_ply(m, plies + 1).move;
        assert_int_equal(tsr_match_back(m, plies, 0), TSR_OK);
        help_say(m, 0, "idle", TSR_ANSWER_PLAYED);
        other += tsr_match_ply(m, plies + 1).move != drawn;
        // Forward shows what was drawn, not a new draw.
        drawn = tsr_match_ply(m, plies + 1).move;
        assert_int_equal(tsr_match_back(m, plies, 0), TSR_OK);
        assert_int_equal(tsr_match_forward(m, plies + 2, 0), TSR_OK);
        assert_true(tsr_match_ply(m, plies + 1).move == drawn);
        tsr_match_close(m);
    }
    assert_true(other > 15);
    tsr_rules_close(r);
}

static void waiting_answers_are_forgotten(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    int seen = 0;
    for (uint64_t seed = 0; seed < 60 && !seen; seed++) {
        tsr_match *m = help_match(r, seed, NULL);
        tsr_rng g;
        tsr_rng_init(&g, seed);
        while (tsr_match_waiting(m) && tsr_match_waiting(m) != 3) {
            help_play(m, 1, &g);
        }
        if (tsr_match_waiting(m) == 3) {
            int plies = tsr_match_ply_count(m);
            help_play(m, 1, &g);
            assert_true(tsr_match_waiting(m) == 1 || tsr_match_waiting(m) == 2);
            assert_int_equal(tsr_match_back(m, plies, 0), TSR_OK);
            assert_int_equal(tsr_match_waiting(m), 3);
            seen = 1;
        }
        tsr_match_close(m);
    }
    assert_true(seen);
    tsr_rules_close(r);
}

// --- Taking back by the rules ------------------------------------------------

static void chess_moves_cannot_be_taken_back(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 3, NULL);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_take_back(m, 0), 1);
    assert_int_equal(tsr_match_take_back(m, 1), 1);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// In minitiles a player who tiles alone may rethink all columns chosen so far.
static void what_has_one_stamp_can(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    int seen = 0;
    for (uint64_t seed = 0; seed < 300 && !seen; seed++) {
        tsr_match *m = help_match(r, seed, NULL);
        tsr_rng g;
        tsr_rng_init(&g, seed);
        while (tsr_match_waiting(m)) {
            uint32_t turn = tsr_turn(r, tsr_match_state(m));
            int plies = tsr_match_ply_count(m), p = tsr_mover(turn);
            tsr_info was, is;
            r->g.info(r, tsr_match_state(m), &was);
            help_play(m, 1, &g);
            r->g.info(r, tsr_match_state(m), &is);
            if (turn == 1u << p && tsr_match_waiting(m) == turn && was.stamp == is.stamp) {
                assert_int_equal(tsr_match_take_back(m, p), plies);
                assert_int_equal(tsr_match_take_back(m, !p), plies + 1);
                seen = 1;
            }
        }
        assert_int_equal(tsr_match_take_back(m, 0), tsr_match_ply_count(m)); // over
        tsr_match_close(m);
    }
    assert_true(seen);
    tsr_rules_close(r);
}

static void previous_is_the_last_own_decision(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = help_match(r, 3, NULL);
    assert_int_equal(tsr_match_previous(m, 0), -1);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_previous(m, 0), 0);
    assert_int_equal(tsr_match_previous(m, 1), -1);
    help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
    help_say(m, 0, "b2b3", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_previous(m, 0), 2);
    assert_int_equal(tsr_match_previous(m, 1), 1);
    tsr_match_close(m);
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(back_and_forward_again),
        TEST(another_move_forgets_the_rest),
        TEST(an_end_can_be_stepped_back_from),
        TEST(nobody_stands_on_a_draw),
        TEST(draws_are_made_anew),
        TEST(waiting_answers_are_forgotten),
        TEST(chess_moves_cannot_be_taken_back),
        TEST(what_has_one_stamp_can),
        TEST(previous_is_the_last_own_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
