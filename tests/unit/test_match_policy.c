// SPDX-License-Identifier: MIT
//
// What happens after an answer that is illegal or missing.
#include "support/help.h"

// A match of minichess (or another game) in which seat 0 has a policy.
static tsr_match *match_with(const tsr_rules *r, tsr_policy policy, int tries, uint64_t seed,
                             paper *p) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seed = seed;
    config.seat[0].policy = (uint8_t)policy;
    config.seat[0].tries = (uint8_t)tries;
    config.seat[0].name = "Anna";
    if (p) {
        config.sink = paper_sink(p);
    }
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    return m;
}

static void people_are_asked_again(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, TSR_POLICY_ASK, 1, 1, &p);
    for (int i = 0; i < 300; i++) { // as often as it takes
        help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED);
    }
    assert_int_equal(tsr_match_waiting(m), 1);
    assert_int_equal(tsr_match_faults(m, 0).illegal, 300);
    assert_int_equal(tsr_match_ply_count(m), 0);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    assert_int_equal(paper_count(&p, 3, "fail"), 300);
    assert_int_equal(paper_count(&p, 3, "ok"), 1);
    assert_int_equal(tsr_match_faults(m, 0).illegal, 300); // they stay counted
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void wrong_answers_say_why(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, TSR_POLICY_ASK, 1, 1, &p);
    tsr_answer answer;
    tsr_line why;
    char words[128];
    assert_int_equal(tsr_match_submit(m, 0, tsr_move_of(1, 0, 5, 0, 0), 0, &answer, &why), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_REFUSED);
    tsr_line_text(r, &why, NULL, words, sizeof words);
    assert_string_equal(words, "your own pawn stands on 1,0");
    assert_non_null(strstr(paper_text(&p), "\tfail\t"));
    assert_non_null(strstr(paper_text(&p), "your own pawn stands on 1,0"));
    help_say(m, 0, "what?", TSR_ANSWER_REFUSED);
    assert_non_null(strstr(paper_text(&p), "\twhat?\t"));
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

// Whatever is typed becomes one field of one line, and not too long a one.
static void odd_texts_stay_in_their_field(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, TSR_POLICY_ASK, 1, 1, &p);
    size_t size = 1 << 20;
    char *text = malloc(size + 1);
    int lines = paper_lines(&p);
    help_say(m, 0, "a\tb\nresult\trules\t1 2\t1 0\r\x1b[31m", TSR_ANSWER_REFUSED);
    assert_int_equal(paper_lines(&p), lines + 1);
    assert_null(strchr(paper_line(&p, lines + 1), '\x1b'));
    memset(text, 'x', size);
    text[size] = '\0';
    help_say(m, 0, text, TSR_ANSWER_REFUSED);
    assert_int_equal(paper_lines(&p), lines + 2);
    assert_true(strlen(paper_line(&p, lines + 2)) < 500);
    // A long text is cut between letters, not inside one.
    for (int shift = 0; shift < 4; shift++) {
        memset(text, 'x', 4);
        for (size_t i = (size_t)shift; i + 4 < 2000; i += 4) {
            memcpy(text + i, "\xf0\x9f\x8e\xb2", 5);
        }
        help_say(m, 0, text, TSR_ANSWER_REFUSED);
        const char *line = paper_line(&p, paper_lines(&p));
        const char *dice = strstr(line, "\xf0\x9f\x8e\xb2");
        assert_non_null(dice);
        while (strncmp(dice, "\xf0\x9f\x8e\xb2", 4) == 0) {
            dice += 4;
        }
        assert_int_equal(*dice, '\t');
    }
    help_say(m, 0, "", TSR_ANSWER_REFUSED);
    tsr_match_close(m);
    tsr_record rec;
    tsr_error err;
    m = help_resume(r, p.bytes, p.size, NULL, &rec, &err);
    assert_non_null(m);
    assert_int_equal(tsr_match_faults(m, 0).illegal, 7);
    tsr_match_close(m);
    tsr_record_free(&rec);
    free(text);
    paper_free(&p);
    tsr_rules_close(r);
}

// A host that has read and refused an answer itself has it written down as it was said.
static void refusals_of_the_host_are_recorded(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, TSR_POLICY_ASK, 1, 1, &p);
    tsr_answer answer;
    tsr_line why;
    (void)tsr_say(&why, TSR_LINE_UNREADABLE);
    assert_int_equal(tsr_match_refuse(m, 0, "my queen,\tplease", &why, 0, &answer), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_REFUSED);
    assert_string_equal(paper_line(&p, paper_lines(&p)),
                        "1\tp1\tAnna\tfail\tmy queen, please\t0\tthat is not a move of this "
                        "game");
    assert_int_equal(tsr_match_refuse(m, 1, "too soon", &why, 0, &answer), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_NOT_TAKEN);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(tsr_match_refuse(m, 0, "again", &why, 0, &answer), TSR_OK);
        assert_int_equal(answer, TSR_ANSWER_REFUSED);
    }
    assert_int_equal(paper_count(&p, 3, "fail"), TSR_KEPT_REFUSALS);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    tsr_match_close(m);
    paper_free(&p);
    p = (paper){0};
    m = match_with(r, TSR_POLICY_FALLBACK, 1, 1, &p);
    assert_int_equal(tsr_match_refuse(m, 0, "checkmate", &why, 0, &answer), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_REPLACED);
    assert_int_equal(tsr_match_ply_count(m), 1);
    assert_int_equal(tsr_match_faults(m, 0).illegal, 1);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK);
    assert_int_equal(tsr_match_refuse(m, 1, "late", &why, 0, &answer), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_NOT_TAKEN);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void fallback_plays_for_the_seat(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    uint64_t seen[2] = {0};
    for (int again = 0; again < 2; again++) {
        paper p = {0};
        tsr_match *m = match_with(r, TSR_POLICY_FALLBACK, 3, 12, &p);
        help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED);
        help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED);
        assert_int_equal(tsr_match_ply_count(m), 0);
        help_say(m, 0, "a2a5", TSR_ANSWER_REPLACED);
        assert_int_equal(tsr_match_ply_count(m), 1);
        assert_int_equal(tsr_match_waiting(m), 2);
        assert_int_equal(paper_count(&p, 3, "fail"), 3);
        assert_int_equal(tsr_match_faults(m, 0).illegal, 3);
        seen[again] = tsr_match_ply(m, 0).move;
        // The count starts anew at the next decision.
        help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
        help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED);
        tsr_match_close(m);
        paper_free(&p);
    }
    assert_true(seen[0] == seen[1]); // by the match's seed, not by accident
    tsr_rules_close(r);
}

static void fallback_moves_vary_with_the_seed(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_move first = 0;
    int others = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        tsr_match *m = match_with(r, TSR_POLICY_FALLBACK, 0, seed, NULL); // 0 tries = 1
        help_say(m, 0, "a2a5", TSR_ANSWER_REPLACED);
        tsr_move now = tsr_match_ply(m, 0).move;
        first = first ? first : now;
        others += now != first;
        tsr_match_close(m);
    }
    assert_true(others > 10);
    tsr_rules_close(r);
}

static void forfeiting_loses(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = match_with(r, TSR_POLICY_FORFEIT, 2, 1, &p);
    tsr_result result[2];
    help_say(m, 0, "a2a5", TSR_ANSWER_REFUSED);
    help_say(m, 0, "a2a5", TSR_ANSWER_FORFEITED);
    assert_int_equal(tsr_match_end(m), TSR_END_FORFEIT);
    assert_true(tsr_match_forfeited(m, 0));
    tsr_match_result(m, result);
    assert_int_equal(result[0].rank, 2);
    assert_int_equal(result[1].rank, 1);
    assert_int_equal(paper_count(&p, 0, "forfeit"), 1);
    assert_int_equal(paper_count(&p, 0, "result"), 1);
    help_say(m, 1, "a5a4", TSR_ANSWER_NOT_TAKEN);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void one_of_three_forfeits(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 3);
    // Who begins is drawn by the round: find the seat on turn and let it misbehave.
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_result result[3];
    tsr_match_config_init(&config, r);
    for (int p = 0; p < 3; p++) {
        config.seat[p].policy = TSR_POLICY_FORFEIT;
    }
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    int lost = tsr_mover(tsr_match_waiting(m));
    help_say(m, lost, "everything", TSR_ANSWER_FORFEITED);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    assert_false(tsr_match_waiting(m) >> lost & 1u);
    help_finish(m, 3);
    tsr_match_result(m, result);
    assert_int_equal(tsr_match_end(m), TSR_END_RULES);
    assert_int_equal(result[lost].rank, 3);
    tsr_match_close(m);
    tsr_rules_close(r);
}

// In a window of minicards there is a neutral answer: pass.
static tsr_match *match_in_window(const tsr_rules *r, tsr_policy policy, paper *p) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        tsr_match_config config;
        tsr_match *m = NULL;
        tsr_info info;
        tsr_answer answer;
        tsr_match_config_init(&config, r);
        config.seed = seed;
        config.seat[1].policy = (uint8_t)policy;
        config.sink = paper_sink(p);
        assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
        assert_int_equal(tsr_match_submit_text(m, 0, "gem", 0, &answer, NULL), TSR_OK);
        r->g.info(r, tsr_match_state(m), &info);
        if (info.ask == TSR_ASK_REACT) {
            return m;
        }
        tsr_match_close(m);
        paper_free(p);
    }
    fail_msg("nobody was dealt a gem");
    return NULL;
}

static void skipping_is_the_neutral_move(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 2);
    paper p = {0};
    tsr_match *m = match_in_window(r, TSR_POLICY_SKIP, &p);
    int before = tsr_match_ply_count(m);
    char text[32];
    uint64_t s[32];
    help_say(m, 1, "maybe", TSR_ANSWER_REPLACED);
    tsr_ply ply = tsr_match_ply(m, before);
    tsr_match_state_at(m, before, s);
    tsr_move_text(r, s, ply.who, ply.move, text, sizeof text);
    assert_int_equal(ply.who, 1);
    assert_string_equal(text, "pass");
    assert_int_equal(paper_count(&p, 3, "fail"), 1);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void skipping_without_a_neutral_move_falls_back(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match *m = match_with(r, TSR_POLICY_SKIP, 1, 3, NULL);
    help_say(m, 0, "a2a5", TSR_ANSWER_REPLACED);
    assert_int_equal(tsr_match_ply_count(m), 1);
    tsr_match_close(m);
    tsr_rules_close(r);
}

static void failing_players_are_replaced_or_lose(void **state) {
    (void)state;
    static const struct {
        tsr_policy policy;
        tsr_answer answer;
    } rows[] = {{TSR_POLICY_ASK, TSR_ANSWER_REPLACED}, // nobody can be asked
                {TSR_POLICY_SKIP, TSR_ANSWER_REPLACED},
                {TSR_POLICY_FALLBACK, TSR_ANSWER_REPLACED},
                {TSR_POLICY_FORFEIT, TSR_ANSWER_FORFEITED}};
    tsr_rules *r = help_open(&planted_chess, 2);
    for (size_t i = 0; i < 4; i++) {
        paper p = {0};
        tsr_match *m = match_with(r, rows[i].policy, 1, 3, &p);
        tsr_answer answer;
        assert_int_equal(tsr_match_fail(m, 1, 0, &answer), TSR_OK);
        assert_int_equal(answer, TSR_ANSWER_NOT_TAKEN);
        assert_int_equal(tsr_match_fail(m, 0, 0, &answer), TSR_OK);
        assert_int_equal(answer, rows[i].answer);
        assert_int_equal(tsr_match_faults(m, 0).failed, 1);
        assert_int_equal(tsr_match_faults(m, 0).illegal, 0);
        assert_int_equal(paper_count(&p, 3, "lost"), 1);
        assert_int_equal(tsr_match_end(m) == TSR_END_FORFEIT, rows[i].policy == TSR_POLICY_FORFEIT);
        tsr_match_close(m);
        paper_free(&p);
    }
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(people_are_asked_again),
        TEST(wrong_answers_say_why),
        TEST(odd_texts_stay_in_their_field),
        TEST(refusals_of_the_host_are_recorded),
        TEST(fallback_plays_for_the_seat),
        TEST(fallback_moves_vary_with_the_seed),
        TEST(forfeiting_loses),
        TEST(one_of_three_forfeits),
        TEST(skipping_is_the_neutral_move),
        TEST(skipping_without_a_neutral_move_falls_back),
        TEST(failing_players_are_replaced_or_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
