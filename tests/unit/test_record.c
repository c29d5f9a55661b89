// SPDX-License-Identifier: MIT
//
// Records: what is written, what is read back, and what is refused.
#include "support/help.h"

#include "support/script.h"

// --- Writing -----------------------------------------------------------------

static void a_record_reads_like_this(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    paper p = {0};
    tsr_answer answer;
    char expected[2048];
    tsr_match_config_init(&config, r);
    config.seed = 7;
    config.sink = paper_sink(&p);
    config.seat[0].name = "Anna";
    config.seat[1] = (tsr_seat){.name = "Ben",
                                .kind = "random",
                                .policy = TSR_POLICY_FALLBACK,
                                .late = TSR_POLICY_FALLBACK,
                                .tries = 3,
                                .clock = {.base_ms = 60000, .increment_ms = 1000}};
    config.now_ms = 100;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    assert_int_equal(tsr_match_submit_text(m, 0, "a2a3", 1620, &answer, NULL), TSR_OK);
    assert_int_equal(tsr_match_submit_text(m, 1, "a5a3", 1623, &answer, NULL), TSR_OK);
    assert_int_equal(tsr_match_submit_text(m, 1, "a5a4", 1625, &answer, NULL), TSR_OK);
    assert_int_equal(tsr_match_back(m, 1, 1700), TSR_OK);
    assert_int_equal(tsr_match_forward(m, 2, 1700), TSR_OK);
    assert_int_equal(tsr_match_resign(m, 0, 1800), TSR_OK);
    snprintf(expected, sizeof expected,
             "tessera\t2\n"
             "game\tminichess\n"
             "rules\t%016llx\n"
             "players\t2\n"
             "option\tquiet\t12\n"
             "option\tcastling\tyes\n"
             "seed\t7\n"
             "seat\t1\tAnna\thuman\task\t1\tforfeit\t0\t0\t0\n"
             "seat\t2\tBen\trandom\tfallback\t3\tfallback\t60000\t1000\t0\n"
             "begin\n"
             "1\tp1\tAnna\tok\ta2a3\t1520\tAnna moves a pawn\n"
             "2\tp2\tBen\tfail\ta5a3\t3\tthat is not a move of this game\n"
             "2\tp2\tBen\tok\ta5a4\t5\tBen moves a pawn\n"
             "back\t1\n"
             "forward\t2\n"
             "resign\tp1\n"
             "result\tresigned\t2 1\t0 0\n",
             (unsigned long long)r->hash);
    assert_string_equal(paper_text(&p), expected);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

static void chance_and_held_answers_are_written(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    paper p = {0};
    tsr_match *m = help_match(r, 3, &p);
    help_finish(m, 4);
    int chance = 0;
    for (int i = 0; i < tsr_match_ply_count(m); i++) {
        chance += tsr_match_ply(m, i).who == TSR_CHANCE;
    }
    assert_int_equal(paper_count(&p, 1, "chance"), chance);
    assert_int_equal(paper_count(&p, 3, "ok"), tsr_match_ply_count(m));
    assert_int_equal(paper_count(&p, 0, "result"), 1);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

// --- Reading the header ------------------------------------------------------

static void the_header_is_read(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 3);
    paper p = {0};
    tsr_match *m = help_match(r, UINT64_MAX, &p);
    tsr_record rec;
    tsr_setup setup;
    tsr_error err;
    tsr_match_close(m);
    assert_int_equal(tsr_record_read(p.bytes, p.size, NULL, &rec, &err), TSR_OK);
    assert_string_equal(rec.game, "minitiles");
    assert_true(rec.rules_hash == r->hash);
    assert_int_equal(rec.players, 3);
    assert_true(rec.seed == UINT64_MAX);
    assert_int_equal(rec.option_count, 2);
    assert_string_equal(rec.option_name[0], "copies");
    assert_string_equal(rec.option_value[0], "8");
    assert_string_equal(rec.seat[2].name, "player 3");
    assert_null(rec.start);
    assert_false(rec.torn);
    assert_int_equal(rec.whole_size, p.size);
    assert_int_equal(tsr_record_setup(&rec, &planted_tiles, &setup, &err), TSR_OK);
    assert_int_equal(setup.players, 3);
    assert_int_equal(tsr_record_setup(&rec, &planted_chess, &setup, &err), TSR_ERR_MISMATCH);
    assert_non_null(strstr(err.message, "minitiles"));
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

static void a_start_position_is_kept(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    paper p = {0};
    uint64_t s[32];
    tsr_record rec;
    tsr_error err;
    assert_int_equal(
        tsr_position_read(r, "..k../P..../...../...../...../..K.. w 0 0 0 30", s, NULL), TSR_OK);
    tsr_match_config_init(&config, r);
    config.start = s;
    config.sink = paper_sink(&p);
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    help_say(m, 0, "a5a6=R", TSR_ANSWER_PLAYED);
    assert_non_null(
        strstr(paper_text(&p), "\nstart\t..k../P..../...../...../...../..K.. w 0 0 0 30\n"));
    tsr_match *again = help_resume(r, p.bytes, p.size, NULL, &rec, &err);
    assert_non_null(again);
    assert_memory_equal(tsr_match_state(again), tsr_match_state(m), r->state_size);
    tsr_match_close(again);
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

// --- The seed ----------------------------------------------------------------

static void a_secret_seed_comes_back_whole(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    paper p = {0};
    tsr_record rec;
    tsr_error err;
    tsr_match_config_init(&config, r);
    config.seed = 7;
    config.seed_high = UINT64_MAX;
    config.sink = paper_sink(&p);
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    assert_non_null(strstr(paper_text(&p), "\nseed\t7\t18446744073709551615\n"));
    tsr_match *again = help_resume(r, p.bytes, p.size, NULL, &rec, &err);
    assert_true(tsr_match_seed(again) == 7 && tsr_match_seed_high(again) == UINT64_MAX);
    assert_true(tsr_match_agent_seed(again, 0) == tsr_match_agent_seed(m, 0));
    tsr_match_close(again);
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

static void a_seed_can_be_withheld(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = help_match(r, 1234567, &p);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    tsr_record rec;
    tsr_error err;
    size_t left = tsr_record_withhold_seed(p.bytes, p.size);
    assert_int_equal(left, p.size - 6);
    p.size = left;
    assert_null(strstr(paper_text(&p), "1234567"));
    assert_non_null(strstr(paper_text(&p), "\nseed\t-\nseat\t1\t"));
    assert_int_equal(tsr_record_withhold_seed(p.bytes, p.size), left); // nothing is left to take
    tsr_match *again = help_resume(r, p.bytes, p.size, NULL, &rec, &err);
    assert_non_null(again);
    assert_true(rec.seed_withheld);
    assert_memory_equal(tsr_match_state(again), tsr_match_state(m), r->state_size);
    tsr_match_close(again);
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

// Records of format 1 go on with the draws they would have had.
static void old_records_keep_their_draws(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    tsr_match_config config;
    tsr_match *m = NULL;
    paper p = {0};
    tsr_record rec;
    tsr_error err;
    tsr_rng g;
    unsigned char s[4096];
    tsr_match_config_init(&config, r);
    config.seed = 99;
    config.draws = TSR_DRAWS_MIXED;
    config.sink = paper_sink(&p);
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    assert_memory_equal(p.bytes, "tessera\t1\n", 10);
    assert_true(tsr_match_ply(m, 0).who == TSR_CHANCE && r->state_size <= sizeof s);
    tsr_init(r, s);
    tsr_rng_init(&g, tsr_seed_of(99, 0)); // stream 0 of the seed, as it always was
    assert_true(tsr_match_ply(m, 0).move == tsr_draw(r, s, &g));
    tsr_match *again = help_resume(r, p.bytes, p.size, NULL, &rec, &err);
    assert_non_null(again);
    help_finish(m, 4);
    help_finish(again, 4);
    assert_memory_equal(tsr_match_state(again), tsr_match_state(m), r->state_size);
    tsr_match_close(again);
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

// --- What is refused ---------------------------------------------------------

// `text` with the first `old` replaced by `fresh`, in a static buffer.
static const char *edited(const char *text, const char *old, const char *fresh) {
    static char out[8192];
    const char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, fresh, at + strlen(old));
    return out;
}

static void wrong_records_are_refused_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *old, *fresh;
        tsr_err code;
        unsigned line; // 0 = none expected
        const char *says;
    } rows[] = {
        {"tessera\t2", "chess 1.0", TSR_ERR_PARSE, 1, "not a Tessera record"},
        {"tessera\t2", "tessera\t3", TSR_ERR_PARSE, 1, "newer format"},
        {"players\t2", "players\tmany", TSR_ERR_PARSE, 4, "cannot be read"},
        {"players\t2", "players\t9", TSR_ERR_PARSE, 4, "cannot be read"},
        {"seed\t7", "seed\t7\t", TSR_ERR_PARSE, 7, "cannot be read"},
        {"seed\t7", "seed\t7\t8\t9", TSR_ERR_PARSE, 7, "cannot be read"},
        {"seed\t7", "seed\t-7", TSR_ERR_PARSE, 7, "cannot be read"},
        {"seed\t7", "seed\t99999999999999999999", TSR_ERR_PARSE, 7, "cannot be read"},
        {"seed\t7", "sead\t7", TSR_ERR_PARSE, 7, "cannot be read"},
        {"seat\t2\t", "seat\t3\t", TSR_ERR_PARSE, 10, "no seat 2"},
        {"\task\t", "\tbeg\t", TSR_ERR_PARSE, 8, "cannot be read"},
        {"game\tminichess\n", "", TSR_ERR_PARSE, 9, "no game"},
        {"a2a3\t", "a2a4\t", TSR_ERR_ILLEGAL, 11, "cannot be played"},
        {"a2a3\t", "b2b3\t", TSR_OK, 0, NULL}, // an edit that makes sense is another game
        {"2\tp2\tplayer 2\tok", "3\tp2\tplayer 2\tok", TSR_ERR_PARSE, 12, "ply 3 where 2 is next"},
        {"2\tp2\tplayer 2\tok", "1\tp2\tplayer 2\tok", TSR_ERR_PARSE, 12, "ply 1 where 2 is next"},
        {"2\tp2\tplayer 2\tok", "2\tp1\tplayer 2\tok", TSR_ERR_ILLEGAL, 12, "turn"},
        {"2\tp2\tplayer 2\tok", "2\tp3\tplayer 2\tok", TSR_ERR_PARSE, 12, "not a line"},
        {"2\tp2\tplayer 2\tok", "2\tchance\t-\tok", TSR_ERR_ILLEGAL, 12, "cannot be played"},
        {"2\tp2\tplayer 2\tok", "2\tchance\t-\tfail", TSR_ERR_PARSE, 12, "chance"},
        {"2\tp2\tplayer 2\tok", "2\tp2\tplayer 2\tfine", TSR_ERR_PARSE, 12, "not a line"},
        {"\t0\tplayer 2 moves a pawn", "\tsoon\tplayer 2 moves a pawn", TSR_ERR_PARSE, 12,
         "not a line"},
        {"back\t1", "back\t5", TSR_ERR_PARSE, 13, "no ply '5'"},
        {"back\t1", "back\t-1", TSR_ERR_PARSE, 13, "no ply"},
        {"back\t1", "forward\t7", TSR_ERR_PARSE, 13, "no ply"},
        {"resign\tp1", "resign\tp7", TSR_ERR_PARSE, 14, "not a line"},
        {"resign\tp1", "dance\tp1", TSR_ERR_PARSE, 14, "not a line"},
        {"result\tresigned", "result\trules", TSR_ERR_PARSE, 15, "does not fit"},
        {"result\tresigned", "result\tnone", TSR_ERR_PARSE, 15, "does not fit"},
    };
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = help_match(r, 7, &p);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    help_say(m, 1, "a5a4", TSR_ANSWER_PLAYED);
    assert_int_equal(tsr_match_back(m, 1, 0), TSR_OK);
    assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK);
    tsr_match_close(m);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = edited(paper_text(&p), rows[i].old, rows[i].fresh);
        tsr_record rec;
        tsr_error err;
        tsr_match *again = help_resume(r, text, strlen(text), NULL, &rec, &err);
        if ((again != NULL) != (rows[i].code == TSR_OK) || err.code != rows[i].code ||
            err.line != rows[i].line) {
            fail_msg("'%s' for '%s': code %d, line %u: %s", rows[i].fresh, rows[i].old, err.code,
                     err.line, err.message);
        }
        if (rows[i].says && !strstr(err.message, rows[i].says)) {
            fail_msg("'%s' for '%s' says: %s", rows[i].fresh, rows[i].old, err.message);
        }
        tsr_match_close(again);
        tsr_record_free(&rec);
    }
    paper_free(&p);
    tsr_rules_close(r);
}

static void other_rules_are_refused(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 3), *fewer = help_open(&planted_tiles, 2);
    tsr_game newer = planted_tiles;
    newer.rules_version = 2;
    tsr_rules *changed = help_open(&newer, 3);
    paper p = {0};
    tsr_match *m = help_match(r, 1, &p);
    tsr_record rec;
    tsr_error err;
    tsr_match_close(m);
    assert_null(help_resume(fewer, p.bytes, p.size, NULL, &rec, &err));
    assert_int_equal(err.code, TSR_ERR_MISMATCH);
    tsr_record_free(&rec);
    assert_null(help_resume(changed, p.bytes, p.size, NULL, &rec, &err));
    assert_int_equal(err.code, TSR_ERR_MISMATCH);
    assert_non_null(strstr(err.message, "other rules"));
    tsr_record_free(&rec);
    const char *text = edited(paper_text(&p), "rules\t", "rules\tX");
    assert_null(help_resume(r, text, strlen(text), NULL, &rec, &err));
    assert_int_equal(err.line, 3);
    paper_free(&p);
    tsr_rules_close(r);
    tsr_rules_close(fewer);
    tsr_rules_close(changed);
}

static void rubbish_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } rows[] = {{"", 0},
                {"\n", 1},
                {"x", 1},
                {"tessera\t3\n", 10},
                {"tessera\t2\nbegin\n", 16},
                {"\0\0\0\n", 4},
                {"tessera\t1\ngame\tx\0y\nbegin\n", 25},
                {"\t\t\t\n\t\n", 6}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tsr_record rec;
        tsr_error err = {0};
        assert_int_equal(tsr_record_read(rows[i].bytes, rows[i].size, NULL, &rec, &err),
                         TSR_ERR_PARSE);
        assert_true(err.message[0]);
        assert_int_equal(tsr_record_read(rows[i].bytes, rows[i].size, NULL, &rec, NULL),
                         TSR_ERR_PARSE);
    }
}

// --- Going on ----------------------------------------------------------------

// The script of support/script.h, stopped after any write and resumed: the record
// ends with the same bytes as if nothing had happened.
static void resumed_matches_go_on_alike(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        paper whole = {0};
        int after[SCRIPT_STEPS + 1]; // writes made before each step
        tsr_match *m = script_open(r, &whole);
        for (int i = 0; i < SCRIPT_STEPS; i++) {
            after[i] = whole.writes;
            assert_int_equal(script_act(m, i, 0), TSR_OK);
        }
        tsr_match_close(m);
        for (int i = 0; i < SCRIPT_STEPS; i++) {
            paper rest = {0};
            tsr_record rec;
            tsr_error err;
            size_t size = whole.ends[after[i] - 1];
            m = help_resume(r, whole.bytes, size, &rest, &rec, &err);
            if (!m) {
                fail_msg("%s: stopped before step %d it does not resume: %s", games[k]->name, i,
                         err.message);
            }
            assert_int_equal(rest.size, 0); // nothing is written while it is rebuilt
            for (int step = i; step < SCRIPT_STEPS; step++) {
                assert_int_equal(script_act(m, step, 0), TSR_OK);
            }
            assert_int_equal(size + rest.size, whole.size);
            assert_memory_equal(paper_text(&rest), whole.bytes + size, rest.size);
            tsr_match_close(m);
            tsr_record_free(&rec);
            paper_free(&rest);
        }
        paper_free(&whole);
        tsr_rules_close(r);
    }
}

static void a_record_can_be_read_twice(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {0};
    tsr_match *m = help_match(r, 7, &p);
    tsr_record rec;
    tsr_match_config config;
    help_finish(m, 3);
    assert_int_equal(tsr_record_read(p.bytes, p.size, NULL, &rec, NULL), TSR_OK);
    tsr_match_config_init(&config, r);
    for (int i = 0; i < 3; i++) {
        tsr_match *again = NULL;
        assert_int_equal(tsr_record_resume(&rec, &config, &again, NULL), TSR_OK);
        assert_memory_equal(tsr_match_state(again), tsr_match_state(m), r->state_size);
        assert_int_equal(tsr_match_end(again), TSR_END_RULES);
        tsr_match_close(again);
    }
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&p);
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(a_record_reads_like_this),
        TEST(chance_and_held_answers_are_written),
        TEST(the_header_is_read),
        TEST(a_start_position_is_kept),
        TEST(a_secret_seed_comes_back_whole),
        TEST(a_seed_can_be_withheld),
        TEST(old_records_keep_their_draws),
        TEST(wrong_records_are_refused_with_their_line),
        TEST(other_rules_are_refused),
        TEST(rubbish_is_refused),
        TEST(resumed_matches_go_on_alike),
        TEST(a_record_can_be_read_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
