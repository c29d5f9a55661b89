// SPDX-License-Identifier: MIT
// Pairings, ratings, the sequential test, and whole tournaments.
#include "support/agents_play.h"

#include <math.h>
#include <stdlib.h>

#include "arena/plot.h"
#include "arena/sprt.h"
#include "arena/tournament.h"

// --- Ratings -----------------------------------------------------------------

// Results exactly as the model foresees them must give back the strengths they came
// from, but for the pull of the imaginary games.
static void ratings_are_recovered(void **state) {
    (void)state;
    static const double truth[4] = {150, 50, 0, -200};
    ratings_results r = {.count = 4};
    ratings_row row[4];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (i != j) {
                r.games[i][j] = 1000;
                r.points[i][j] = 1000 * ratings_expected(truth[i] - truth[j]);
            }
        }
    }
    ratings_fit(&r, NULL, 0, row);
    for (int i = 0; i < 4; i++) {
        assert_true(fabs(row[i].elo - truth[i]) < 1.0);
        assert_true(row[i].error > 5 && row[i].error < 20);
    }
}

// The error of a rating must be what it says: in 95 of 100 repetitions the truth lies
// inside. 400 repetitions with two players of equal strength, 100 games each.
static void errors_are_honest(void **state) {
    (void)state;
    tsr_rng g;
    int inside = 0;
    tsr_rng_init(&g, 17);
    for (int k = 0; k < 400; k++) {
        ratings_results r = {.count = 2};
        ratings_row row[2];
        for (int i = 0; i < 100; i++) {
            int won = (int)tsr_rng_below(&g, 2);
            r.points[0][1] += won;
            r.points[1][0] += 1 - won;
        }
        r.games[0][1] = r.games[1][0] = 100;
        ratings_fit(&r, NULL, 0, row);
        inside += fabs(row[0].elo) <= row[0].error;
    }
    assert_true(inside >= 368 && inside <= 396); // 380 expected, 3 sigma 13
}

// The same with pairs of games that hang together: ten of each hundred are news, the rest copies. The
// curvature alone would take every copy for news.
static void errors_know_about_groups(void **state) {
    (void)state;
    tsr_rng g;
    int inside = 0;
    tsr_rng_init(&g, 18);
    for (int k = 0; k < 400; k++) {
        ratings_results r = {.count = 2};
        ratings_row row[2];
        ratings_group pair[50] = {{0}};
        for (int i = 0; i < 50; i++) {
            int won = 2 * (int)tsr_rng_below(&g, 2); // both games or none
            r.points[0][1] += won;
            r.points[1][0] += 2 - won;
            pair[i] = (ratings_group){2, {0, 1}, {1, 1}, {(float)won, (float)(2 - won)}};
        }
        r.games[0][1] = r.games[1][0] = 100;
        ratings_fit(&r, pair, 50, row);
        inside += fabs(row[0].elo) <= row[0].error;
    }
    assert_true(inside >= 368 && inside <= 396); // 380 expected, 3 sigma 13
}

static void winning_everything_is_finite(void **state) {
    (void)state;
    ratings_results r = {.count = 3};
    ratings_row row[3];
    r.games[0][1] = r.games[1][0] = r.points[0][1] = 50;
    ratings_fit(&r, NULL, 0, row);
    assert_true(isfinite(row[0].elo) && row[0].elo > 300);
    assert_true(row[0].error > 100);
    assert_true(fabs(row[0].elo + row[1].elo + row[2].elo) < 1e-6);
}

// --- The sequential test -----------------------------------------------------

static void sprt_decides(void **state) {
    (void)state;
    // Errors of both kinds over 200 tests each: bounded by 5 %, with room for luck.
    for (int truth = 0; truth < 2; truth++) {
        tsr_rng g;
        int wrong = 0;
        double p = ratings_expected(truth ? 50 : 0);
        tsr_rng_init(&g, 5);
        for (int k = 0; k < 200; k++) {
            sprt t;
            sprt_init(&t, 0, 50, 0.05, 0.05);
            for (int n = 0; n < 20000 && sprt_verdict(&t) == SPRT_GOES_ON; n++) {
                int first = tsr_rng_unit(&g) < p, second = tsr_rng_unit(&g) < p;
                sprt_add(&t, (double)(first + second) / 2);
            }
            assert_int_not_equal(sprt_verdict(&t), SPRT_GOES_ON);
            wrong += sprt_verdict(&t) != (truth ? SPRT_ELO1 : SPRT_ELO0);
        }
        assert_true(wrong <= 20);
    }
}

// --- Pairings ----------------------------------------------------------------

static void lineups_are_complete(void **state) {
    (void)state;
    static schedule_lineup l[SCHEDULE_LINEUPS];
    assert_int_equal(schedule_all(SCHEDULE_ROUND_ROBIN, 5, 2, l), 10);
    assert_int_equal(schedule_all(SCHEDULE_GAUNTLET, 5, 2, l), 4);
    assert_int_equal(schedule_all(SCHEDULE_ROUND_ROBIN, 5, 3, l), 10);
    assert_int_equal(l[9].entrant[0], 2);
    assert_int_equal(l[9].entrant[2], 4);
    assert_int_equal(schedule_all(SCHEDULE_ROUND_ROBIN, 2, 4, l), 1);
    assert_int_equal(l[0].entrant[2], 0);
    assert_int_equal(schedule_all(SCHEDULE_ROUND_ROBIN, 3, 1, l), 3);
    assert_int_equal(schedule_all(SCHEDULE_ROUND_ROBIN, 64, 6, l), 0); // 75 million
}

// Four rounds with seven entrants: nobody meets anybody twice, nobody rests twice.
static void swiss_pairs_are_new(void **state) {
    (void)state;
    double points[7] = {0};
    uint16_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS] = {{0}};
    schedule_lineup l[SCHEDULE_ENTRANTS];
    for (int round = 0; round < 4; round++) {
        uint8_t busy[7] = {0};
        assert_int_equal(schedule_swiss(7, 2, points, met, l), 3);
        for (int i = 0; i < 3; i++) {
            int a = l[i].entrant[0], b = l[i].entrant[1];
            assert_true(a != b && !busy[a] && !busy[b]);
            assert_int_equal(met[a][b], 0);
            met[a][b] = met[b][a] = 1;
            busy[a] = busy[b] = 1;
            points[a < b ? a : b] += 1; // the lower number is the better player
        }
        for (int i = 0; i < 7; i++) {
            assert_true(busy[i] || met[i][i] == 0);
            met[i][i] = (uint16_t)(met[i][i] + !busy[i]);
        }
    }
}

// A thousand rounds are allowed, so somebody may have rested more than 255 times.
static void long_swiss_tournaments_count_rests(void **state) {
    (void)state;
    double points[3] = {3, 2, 1};
    uint16_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS] = {{0}};
    schedule_lineup l[SCHEDULE_ENTRANTS];
    met[0][0] = met[1][1] = 255;
    met[2][2] = 256;
    assert_int_equal(schedule_swiss(3, 2, points, met, l), 1);
    assert_int_equal(l[0].entrant[0], 0);
    assert_int_equal(l[0].entrant[1], 2);
}

// --- Whole tournaments -------------------------------------------------------

typedef struct games {
    series_game game[400];
    size_t count, stop_at;
} games;

static tsr_err on_played(void *self, const series_game *g, const char *const *pgn, int count,
                         int counted, tsr_error *err) {
    games *list = self;
    (void)pgn, (void)counted, (void)err;
    for (int i = 0; i < count && list->count < 400; i++) {
        list->game[list->count++] = g[i];
    }
    return TSR_OK;
}

static int on_stopped(void *self) {
    games *list = self;
    return list->stop_at && list->count >= list->stop_at;
}

static tournament_config config_of(const tsr_rules *r, games *list) {
    tournament_config c = {.rules = r,
                           .registry = play_registry,
                           .spec = {"random", "greedy", "mcts:nodes=50"},
                           .name = {"random", "greedy", "mcts"},
                           .entrants = 3,
                           .groups = 4,
                           .seed = 12,
                           .jobs = 1,
                           .tries = 1,
                           .self = list,
                           .played = on_played,
                           .stopped = on_stopped};
    return c;
}

static void jobs_make_no_difference(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    static games one, three;
    static tournament_report a, b;
    tournament_config c = config_of(r, &one);
    one.count = three.count = one.stop_at = three.stop_at = 0;
    assert_int_equal(tournament_run(&c, &a, NULL), TSR_OK);
    c.self = &three;
    c.jobs = 3;
    assert_int_equal(tournament_run(&c, &b, NULL), TSR_OK);
    assert_int_equal(a.games, 3 * 4 * 2);
    assert_int_equal(a.planned, a.games);
    assert_int_equal(a.crashed, 0);
    assert_memory_equal(a.row, b.row, sizeof a.row);
    assert_memory_equal(&a.results, &b.results, sizeof a.results);
    assert_true(a.rating[2].elo > a.rating[0].elo);
    tsr_rules_close(r);
}

// Players who leave nothing to chance repeat themselves; from openings they do not.
static void repetitions_do_not_count(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    static games list;
    static tournament_report report;
    tournament_config c = config_of(r, &list);
    openings o;
    list.count = list.stop_at = 0;
    c.spec[0] = "alphabeta:depth=3";
    c.spec[1] = "alphabeta:depth=2";
    c.entrants = 2;
    c.groups = 12;
    c.once = 1;
    assert_int_equal(openings_init(&o, OPENINGS_RANDOM, 4, r, 1, NULL), TSR_OK);
    assert_int_equal(tournament_run(&c, &report, NULL), TSR_OK);
    assert_int_equal(report.games, 24);
    assert_true(report.distinct < 24);
    assert_true(report.repeated > 0);
    assert_int_equal(report.row[0].games + report.repeated, 24);
    c.openings = &o;
    assert_int_equal(tournament_run(&c, &report, NULL), TSR_OK);
    assert_int_equal(report.distinct, 24);
    assert_int_equal(report.repeated, 0);
    assert_int_equal(report.row[0].groups.count, 12);
    openings_deinit(&o);
    tsr_rules_close(r);
}

// Stopped in the middle, then gone on with what was done: the same as in one go.
static void a_tournament_goes_on(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("azul");
    static games whole, part, rest;
    static tournament_report a, b;
    tournament_config c = config_of(r, &whole);
    c.spec[2] = "azul-greedy";
    whole.count = part.count = rest.count = whole.stop_at = rest.stop_at = 0;
    assert_int_equal(tournament_run(&c, &a, NULL), TSR_OK);
    part.stop_at = 7;
    c.self = &part;
    assert_int_equal(tournament_run(&c, &b, NULL), TSR_OK);
    assert_true(b.stopped);
    assert_true(b.games >= 7 && b.games < a.games);
    assert_int_equal(b.crashed, 0);
    c.self = &rest;
    c.done = part.game;
    c.done_count = part.count;
    assert_int_equal(tournament_run(&c, &b, NULL), TSR_OK);
    assert_int_equal(b.games, a.games);
    assert_memory_equal(a.row, b.row, sizeof a.row);
    tsr_rules_close(r);
}

// The luck of a deal is shared by all seatings of a group.
static void deals_are_shared(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("azul");
    static games list;
    static tournament_report report;
    tournament_config c = config_of(r, &list);
    list.count = list.stop_at = 0;
    c.groups = 1;
    assert_int_equal(tournament_run(&c, &report, NULL), TSR_OK);
    for (size_t i = 0; i < list.count; i++) {
        for (size_t j = 0; j < list.count; j++) {
            int same_group = list.game[i].group == list.game[j].group;
            assert_int_equal(list.game[i].game.seed == list.game[j].game.seed, same_group);
            if (same_group && i != j) {
                assert_int_equal(list.game[i].entrant[0], list.game[j].entrant[1]);
            }
        }
    }
    tsr_rules_close(r);
}

static tsr_err crash(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    (void)a, (void)q, (void)out, (void)err;
    _Exit(42); // as a crash would, but quietly under every sanitizer
}

static const tsr_agent_type crasher = {.size = sizeof(tsr_agent_type),
                                       .abi = TSR_ABI,
                                       .name = "crasher",
                                       .about = "a test",
                                       .choose = crash};

static void a_crash_costs_its_games_only(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    static games list;
    static tournament_report report;
    tournament_config c = config_of(r, &list);
    list.count = list.stop_at = 0;
    assert_int_equal(tsr_registry_add_agent(play_registry, &crasher, NULL), TSR_OK);
    c.spec[2] = "crasher";
    c.jobs = 2;
    assert_int_equal(tournament_run(&c, &report, NULL), TSR_OK);
    assert_int_equal(report.games, 8);
    assert_int_equal(report.crashed, 8);
    tsr_rules_close(r);
}

static void swiss_is_played(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    static games list;
    static tournament_report report;
    tournament_config c = config_of(r, &list);
    list.count = list.stop_at = 0;
    c.kind = SCHEDULE_SWISS;
    c.rounds = 3;
    c.groups = 2;
    assert_int_equal(tournament_run(&c, &report, NULL), TSR_OK);
    assert_int_equal(report.games, 3 * 1 * 2 * 2); // one pair a round, the third rests
    for (int i = 0; i < 3; i++) {
        assert_int_equal(report.row[i].games, 8);
    }
    tsr_rules_close(r);
}

static void the_picture_is_well_formed(void **state) {
    (void)state;
    static const char *const names[] = {"a<b>&c", "two", "three"};
    static tournament_report report;
    buffer b;
    memset(&report, 0, sizeof report);
    report.results.count = 3;
    report.results.games[0][1] = report.results.games[1][0] = 10;
    report.results.points[0][1] = 7;
    report.results.points[1][0] = 3;
    ratings_fit(&report.results, NULL, 0, report.rating);
    buffer_init(&b, NULL);
    plot_svg(&report, "Tic-tac-toe", names, &b);
    assert_int_equal(b.failed, 0);
    assert_non_null(strstr(buffer_text(&b), "a&lt;b&gt;&amp;c"));
    assert_null(strstr(buffer_text(&b), "a<b>"));
    assert_null(strstr(buffer_text(&b), "nan"));
    assert_non_null(strstr(buffer_text(&b), ">70</text>"));
    assert_non_null(strstr(buffer_text(&b), "</svg>\n"));
    buffer_deinit(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_are_recovered),
        cmocka_unit_test(errors_are_honest),
        cmocka_unit_test(errors_know_about_groups),
        cmocka_unit_test(winning_everything_is_finite),
        cmocka_unit_test(sprt_decides),
        cmocka_unit_test(lineups_are_complete),
        cmocka_unit_test(swiss_pairs_are_new),
        cmocka_unit_test(long_swiss_tournaments_count_rests),
        cmocka_unit_test(jobs_make_no_difference),
        cmocka_unit_test(repetitions_do_not_count),
        cmocka_unit_test(a_tournament_goes_on),
        cmocka_unit_test(deals_are_shared),
        cmocka_unit_test(a_crash_costs_its_games_only),
        cmocka_unit_test(swiss_is_played),
        cmocka_unit_test(the_picture_is_well_formed),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
