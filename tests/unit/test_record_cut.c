// SPDX-License-Identifier: MIT
//
// A program can be killed at any instant: a record cut after any line, and after
// any byte, loads and goes on, or says clearly why not and where.
#include "support/help.h"

#include "support/script.h"

// An answer that depends on the match's own seed for it, so that a resumed match
// gets the answers an uninterrupted one got. One in four is nonsense.
static void answer_by_seed(tsr_match *m) {
    const tsr_rules *r = tsr_match_rules(m);
    int seat = tsr_mover(tsr_match_waiting(m));
    tsr_rng g;
    tsr_rng_init(&g, tsr_match_agent_seed(m, seat));
    if (tsr_rng_below(&g, 4) == 0) {
        assert_int_equal(tsr_match_submit_text(m, seat, "nonsense", 0, NULL, NULL), TSR_OK);
        return;
    }
    tsr_move move = tsr_sample(r, tsr_match_state(m), seat, &g);
    assert_int_equal(tsr_match_submit(m, seat, move, 0, NULL, NULL), TSR_OK);
}

static void play_by_seed(tsr_match *m) {
    while (tsr_match_waiting(m)) {
        answer_by_seed(m);
    }
}

static int is_whole_write(const paper *p, size_t size) {
    for (int i = 0; i < p->writes; i++) {
        if (p->ends[i] == size) {
            return 1;
        }
    }
    return 0;
}

static size_t header_size(const paper *p) {
    return (size_t)(strstr(p->bytes, "\nbegin\n") - p->bytes) + 7;
}

// Goes on from the first `cut` bytes of `whole` and compares the end.
static void resume_cut(const tsr_rules *r, const paper *whole, size_t cut, const tsr_match *end) {
    paper rest = {0};
    tsr_record rec;
    tsr_error err;
    tsr_match *m = help_resume(r, whole->bytes, cut, &rest, &rec, &err);
    if (cut < header_size(whole)) {
        assert_null(m);
        assert_true(err.message[0]);
        assert_true(err.line > 0);
        tsr_record_free(&rec);
        return;
    }
    if (!m) {
        fail_msg("cut after byte %zu of %zu: line %u: %s", cut, whole->size, err.line, err.message);
    }
    assert_int_equal(rec.torn, rec.whole_size != cut);
    assert_true(rec.whole_size <= cut);
    play_by_seed(m);
    assert_int_equal(tsr_match_end(m), tsr_match_end(end));
    if (is_whole_write(whole, rec.whole_size)) {
        assert_memory_equal(tsr_match_state(m), tsr_match_state(end), r->state_size);
        assert_int_equal(rec.whole_size + rest.size, whole->size);
        assert_memory_equal(paper_text(&rest), whole->bytes + rec.whole_size, rest.size);
    }
    tsr_match_close(m);
    tsr_record_free(&rec);
    // What was written of both parts is a record again.
    paper joined = {0};
    tsr_sink sink = paper_sink(&joined);
    assert_int_equal(sink.write(sink.self, whole->bytes, rec.whole_size), TSR_OK);
    assert_int_equal(sink.write(sink.self, paper_text(&rest), rest.size), TSR_OK);
    m = help_resume(r, joined.bytes, joined.size, NULL, &rec, &err);
    if (!m) {
        fail_msg("cut after byte %zu, then gone on with: line %u: %s", cut, err.line, err.message);
    }
    assert_int_equal(tsr_match_end(m), tsr_match_end(end));
    tsr_match_close(m);
    tsr_record_free(&rec);
    paper_free(&joined);
    paper_free(&rest);
}

static void any_cut_goes_on(const tsr_game *game, int players) {
    tsr_rules *r = help_open(game, players);
    paper whole = {0};
    tsr_match *m = help_match(r, 21, &whole);
    play_by_seed(m);
    assert_int_equal(tsr_match_end(m), TSR_END_RULES);
    assert_true(whole.writes < PAPER_ENDS);
    for (size_t cut = 0; cut <= whole.size; cut++) {
        // Every byte of the header and of the first and last lines, else every line
        // and its neighbours.
        int near_line = cut > 0 && (whole.bytes[cut - 1] == '\n' || whole.bytes[cut] == '\n' ||
                                    (cut > 1 && whole.bytes[cut - 2] == '\n'));
        if (cut < header_size(&whole) + 300 || cut + 300 > whole.size || near_line) {
            resume_cut(r, &whole, cut, m);
        }
    }
    tsr_match_close(m);
    paper_free(&whole);
    tsr_rules_close(r);
}

static void chess_cut_anywhere(void **state) {
    (void)state;
    any_cut_goes_on(&planted_chess, 2);
}

static void tiles_cut_anywhere(void **state) {
    (void)state;
    any_cut_goes_on(&planted_tiles, 3);
}

static void cards_cut_anywhere(void **state) {
    (void)state;
    any_cut_goes_on(&planted_cards, 4);
}

// Also when players were late or failed, and somebody left: it always loads, and can
// be played to an end.
static void troubled_matches_cut_anywhere(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        paper whole = {0};
        tsr_match *m = script_open(r, &whole);
        for (int i = 0; i < SCRIPT_STEPS; i++) {
            assert_int_equal(script_act(m, i, 0), TSR_OK);
        }
        tsr_match_close(m);
        for (size_t cut = header_size(&whole); cut <= whole.size; cut++) {
            tsr_record rec;
            tsr_error err;
            if (whole.bytes[cut - 1] != '\n' && cut % 7) {
                continue;
            }
            m = help_resume(r, whole.bytes, cut, NULL, &rec, &err);
            if (!m) {
                fail_msg("%s cut after byte %zu: line %u: %s", games[k]->name, cut, err.line,
                         err.message);
            }
            help_finish(m, 5);
            tsr_match_close(m);
            tsr_record_free(&rec);
        }
        paper_free(&whole);
        tsr_rules_close(r);
    }
}

// Who resigned has resigned, even if the result was not written any more.
static void leaving_is_remembered(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    static const struct {
        tsr_policy policy;
        tsr_end end;
    } rows[] = {{TSR_POLICY_ASK, TSR_END_RESIGNED}, {TSR_POLICY_FORFEIT, TSR_END_FORFEIT}};
    for (int k = 0; k < 2; k++) {
        paper p = {0}, rest = {0};
        tsr_match_config config;
        tsr_match *m = NULL;
        tsr_record rec;
        tsr_error err;
        tsr_match_config_init(&config, r);
        config.sink = paper_sink(&p);
        config.seat[0].policy = (uint8_t)rows[k].policy;
        assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
        if (k == 0) {
            assert_int_equal(tsr_match_resign(m, 0, 0), TSR_OK);
        } else {
            help_say(m, 0, "nonsense", TSR_ANSWER_FORFEITED);
        }
        assert_int_equal(tsr_match_end(m), rows[k].end);
        tsr_match_close(m);
        size_t cut = (size_t)(strstr(p.bytes, "\nresult") - p.bytes) + 1;
        m = help_resume(r, p.bytes, cut, &rest, &rec, &err);
        assert_non_null(m);
        assert_int_equal(tsr_match_end(m), rows[k].end);
        assert_string_equal(paper_text(&rest), p.bytes + cut); // the missing line
        tsr_match_close(m);
        tsr_record_free(&rec);
        paper_free(&p);
        paper_free(&rest);
    }
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(chess_cut_anywhere),    TEST(tiles_cut_anywhere),
        TEST(cards_cut_anywhere),    TEST(troubled_matches_cut_anywhere),
        TEST(leaving_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
