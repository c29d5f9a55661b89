// SPDX-License-Identifier: MIT
//
// A sink that refuses: whatever write fails, the match stays as it was, and the
// same call works once the sink does.
#include "support/script.h"

// Everything that can be seen of a match.
typedef struct look {
    uint64_t state[32];
    uint32_t waiting;
    int plies, redo, end, forfeited;
    tsr_faults faults[TSR_MAX_PLAYERS];
    uint64_t seed[TSR_MAX_PLAYERS];
    uint32_t left[TSR_MAX_PLAYERS];
    uint64_t deadline;
} look;

static void look_at(const tsr_match *m, look *out) {
    const tsr_rules *r = tsr_match_rules(m);
    memset(out, 0, sizeof *out);
    memcpy(out->state, tsr_match_state(m), r->state_size);
    out->waiting = tsr_match_waiting(m);
    out->plies = tsr_match_ply_count(m);
    out->redo = tsr_match_redo_count(m);
    out->end = (int)tsr_match_end(m);
    out->deadline = tsr_match_deadline(m);
    for (int p = 0; p < r->players; p++) {
        out->forfeited |= tsr_match_forfeited(m, p) << p;
        out->faults[p] = tsr_match_faults(m, p);
        out->seed[p] = tsr_match_agent_seed(m, p);
        out->left[p] = tsr_match_time_left(m, p, 1u << 20);
    }
}

// The record of the whole script when nothing fails.
static void undisturbed(const tsr_rules *r, paper *p) {
    tsr_match *m = script_open(r, p);
    assert_non_null(m);
    for (int i = 0; i < SCRIPT_STEPS; i++) {
        assert_int_equal(script_act(m, i, (uint64_t)i * 10), TSR_OK);
    }
    tsr_match_close(m);
}

// The same script with write number `refused` failing once.
static void disturbed(const tsr_rules *r, int refused, const paper *expected) {
    paper p = {.refuse_at = refused};
    int failures = 0;
    tsr_match *m = script_open(r, &p);
    if (!m) { // the header was refused
        assert_int_equal(refused, 1);
        assert_int_equal(p.size, 0);
        paper_free(&p);
        return;
    }
    for (int i = 0; i < SCRIPT_STEPS; i++) {
        look before, after;
        look_at(m, &before);
        size_t size = p.size;
        tsr_err code = script_act(m, i, (uint64_t)i * 10);
        if (code) {
            assert_int_equal(code, TSR_ERR_IO);
            look_at(m, &after);
            // A tick acts on one seat after the other: those before the failure count.
            int several = i % 9 == 6 && (before.waiting & (before.waiting - 1)) != 0;
            if (!several) {
                assert_memory_equal(&before, &after, sizeof before);
                assert_int_equal(p.size, size);
            }
            assert_int_equal(script_act(m, i, (uint64_t)i * 10), TSR_OK);
            failures++;
        }
    }
    assert_int_equal(failures, 1);
    assert_int_equal(p.size, expected->size);
    assert_memory_equal(p.bytes, expected->bytes, p.size);
    tsr_match_close(m);
    paper_free(&p);
}

static void any_write_may_fail(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        paper whole = {0};
        undisturbed(r, &whole);
        assert_true(whole.writes > 30);
        for (int n = 1; n <= whole.writes; n++) {
            disturbed(r, n, &whole);
        }
        paper_free(&whole);
        tsr_rules_close(r);
    }
}

static void a_dead_sink_stops_the_match(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    paper p = {.refuse_at = 3, .stays = 1};
    tsr_match *m = help_match(r, 1, &p);
    help_say(m, 0, "a2a3", TSR_ANSWER_PLAYED);
    tsr_answer answer;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tsr_match_submit_text(m, 1, "a5a4", 0, &answer, NULL), TSR_ERR_IO);
        assert_int_equal(tsr_match_resign(m, 1, 0), TSR_ERR_IO);
        assert_int_equal(tsr_match_agree_draw(m, 0), TSR_ERR_IO);
        assert_int_equal(tsr_match_back(m, 0, 0), TSR_ERR_IO);
    }
    assert_int_equal(tsr_match_ply_count(m), 1);
    assert_int_equal(tsr_match_end(m), TSR_END_NONE);
    tsr_match_close(m);
    paper_free(&p);
    tsr_rules_close(r);
}

// Every write is whole lines, so a record is whole whenever the program dies.
static tsr_err whole_lines_only(void *self, const char *bytes, size_t size) {
    int *writes = self;
    assert_true(size > 0 && bytes[size - 1] == '\n');
    ++*writes;
    return TSR_OK;
}

static void lines_come_whole(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_cards, 3);
    tsr_match_config config;
    tsr_match *m = NULL;
    int writes = 0;
    tsr_match_config_init(&config, r);
    config.sink = (tsr_sink){&writes, whole_lines_only};
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    help_finish(m, 4);
    assert_true(writes > 5);
    tsr_match_close(m);
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(any_write_may_fail),
        TEST(a_dead_sink_stops_the_match),
        TEST(lines_come_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
