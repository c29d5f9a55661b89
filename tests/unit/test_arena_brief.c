// SPDX-License-Identifier: MIT
// Briefs: what is written for somebody elsewhere is read there as it was meant, or not at all.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/brief.h"
#include "arena/judge_brief.h"
#include "arena/series_brief.h"

static void any_words_come_back(void **state) {
    static const char *const words[] = {"", "plain", "two\nlines", "back\\slash", "\\n", "end\n\n"};
    enum { COUNT = sizeof words / sizeof words[0] };
    buffer b;
    char **all = NULL;
    int count = 0;
    (void)state;
    buffer_init(&b, NULL);
    for (int i = 0; i < COUNT; i++) {
        brief_put(&b, "word", words[i]);
        brief_put(&b, "words", "another key");
    }
    brief_put(&b, "nothing", NULL);
    assert_int_equal(brief_count(buffer_text(&b), "word"), COUNT);
    assert_int_equal(brief_count(buffer_text(&b), "nothing"), 0);
    assert_true(brief_get_all(buffer_text(&b), "word", &all, &count));
    assert_int_equal(count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        char *one = brief_get(buffer_text(&b), "word", i);
        assert_string_equal(one, words[i]);
        assert_string_equal(all[i], words[i]);
        free(one);
    }
    assert_null(brief_get(buffer_text(&b), "word", COUNT));
    brief_free_all(all);
    buffer_deinit(&b);
}

static void numbers_have_bounds(void **state) {
    const char *text = "a 5\nb -1\nc 18446744073709551615\nd 7x\ne \nf 18446744073709551616\n";
    int64_t n = 99;
    uint64_t u = 99;
    (void)state;
    assert_true(brief_get_int(text, "a", 0, 5, &n));
    assert_int_equal(n, 5);
    assert_false(brief_get_int(text, "a", 0, 4, &n));
    assert_false(brief_get_uint(text, "b", &u));
    assert_true(brief_get_uint(text, "c", &u));
    assert_true(u == UINT64_MAX);
    assert_false(brief_get_int(text, "c", 0, INT64_MAX, &n));
    assert_false(brief_get_int(text, "d", 0, 9, &n));
    assert_false(brief_get_int(text, "e", 0, 9, &n));
    assert_false(brief_get_uint(text, "f", &u));
    assert_false(brief_get_uint(text, "g", &u));
}

static const tsr_rules three = {.players = 3};
static const char *const specs[] = {"random", "greedy", "mcts:nodes=5"};
static const char *const names[] = {"Ann", "Bob\nthe builder", "C"};

static series_config some_series(const schedule_lineup *lineup) {
    return (series_config){.rules = &three,
                           .spec = specs,
                           .name = names,
                           .lineup = lineup,
                           .lineups = 2,
                           .first = 7,
                           .groups = 11,
                           .first_opening = 3,
                           .most = 20,
                           .seating = RUNNER_PERMUTE,
                           .numbered = 1,
                           .seed = UINT64_MAX - 1,
                           .policy = TSR_POLICY_SKIP,
                           .tries = 4,
                           .clock = {1000, 20, 3},
                           .cpu_clock = 1,
                           .pgn = 1};
}

static void a_series_comes_back(void **state) {
    const schedule_lineup lineup[] = {{{0, 1, 2}}, {{2, 2, 0}}};
    series_config in = some_series(lineup);
    series_brief out;
    buffer b;
    (void)state;
    buffer_init(&b, NULL);
    series_put_brief(&in, &b);
    assert_int_equal(series_read_brief(buffer_text(&b), &out, NULL), TSR_OK);
    assert_int_equal(out.entrants, 3);
    assert_string_equal(out.config.spec[2], "mcts:nodes=5");
    assert_string_equal(out.config.name[1], names[1]);
    assert_int_equal(out.config.lineups, 2);
    assert_memory_equal(out.config.lineup, lineup, sizeof lineup);
    assert_true(out.config.first == 7 && out.config.groups == 11 && out.config.first_opening == 3);
    assert_true(out.config.most == 20 && out.config.seed == UINT64_MAX - 1);
    assert_int_equal(out.config.seating, RUNNER_PERMUTE);
    assert_int_equal(out.config.policy, TSR_POLICY_SKIP);
    assert_int_equal(out.config.tries, 4);
    assert_memory_equal(&out.config.clock, &in.clock, sizeof in.clock);
    assert_true(out.config.numbered && out.config.cpu_clock && out.config.pgn);
    series_free_brief(&out);
    buffer_deinit(&b);
}

static void a_judgement_comes_back(void **state) {
    const judge_table table[] = {{{9, 1, 0}}, {{9, 0, 1}}};
    judge_config in = {.rules = &three,
                       .candidate = specs,
                       .candidates = 3,
                       .other = specs,
                       .others = 2,
                       .table = table,
                       .tables = 2,
                       .seats = 1,
                       .fitness = JUDGE_SHARE,
                       .games = 30,
                       .seed = 5};
    judge_brief out;
    buffer b;
    (void)state;
    buffer_init(&b, NULL);
    judge_put_brief(&in, &b);
    assert_int_equal(judge_read_brief(buffer_text(&b), &out, NULL), TSR_OK);
    assert_int_equal(out.config.candidates, 3);
    assert_int_equal(out.config.others, 2);
    assert_string_equal(out.config.other[1], "greedy");
    assert_int_equal(out.config.tables, 2);
    assert_int_equal(out.config.table[0].other[1], 1);
    assert_int_equal(out.config.table[1].other[2], 1);
    assert_int_equal(out.config.fitness, JUDGE_SHARE);
    assert_true(out.config.games == 30 && out.config.seed == 5 && out.config.seats == 1);
    judge_free_brief(&out);
    buffer_deinit(&b);
}

// Any line that is missing, or any number that is not one, and it is refused.
static void half_a_brief_is_none(void **state) {
    const schedule_lineup lineup[] = {{{0, 1, 2}}, {{2, 2, 0}}};
    series_config in = some_series(lineup);
    buffer b;
    (void)state;
    buffer_init(&b, NULL);
    series_put_brief(&in, &b);
    for (const char *line = buffer_text(&b); *line; line = strchr(line, '\n') + 1) {
        series_brief out;
        tsr_error err = {0};
        buffer less;
        const char *rest = strchr(line, '\n') + 1;
        int spare = strncmp(line, "lineup", 6) == 0; // another one is left
        buffer_init(&less, NULL);
        buffer_add(&less, buffer_text(&b), (size_t)(line - buffer_text(&b)));
        buffer_add_text(&less, rest);
        tsr_err e = series_read_brief(buffer_text(&less), &out, &err);
        assert_int_equal(e, spare ? TSR_OK : TSR_ERR_PARSE);
        if (!e) {
            series_free_brief(&out);
        }
        buffer_deinit(&less);
    }
    series_brief out;
    buffer_add_text(&b, "lineup 0 1 3\n"); // there is no such entrant
    assert_int_equal(series_read_brief(buffer_text(&b), &out, NULL), TSR_ERR_PARSE);
    assert_int_equal(series_read_brief("", &out, NULL), TSR_ERR_PARSE);
    buffer_deinit(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_words_come_back),  cmocka_unit_test(numbers_have_bounds),
        cmocka_unit_test(a_series_comes_back),  cmocka_unit_test(a_judgement_comes_back),
        cmocka_unit_test(half_a_brief_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
