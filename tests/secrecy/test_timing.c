// SPDX-License-Identifier: MIT
//
// The timing attack. In a window a bot that holds nothing to interfere with has one answer and
// one that does has a choice; whoever measures when answers come could read hands from it. Here
// levels 5 to 8 sit in unicorns, on a clock that is driven by hand: every look of the agent at the
// clock costs it some milliseconds. When answers arrive, with and without a choice, must be
// two samples of one distribution. The same test must tell them apart without the pace.

#include "support/agents_play.h"
#include "support/help.h"

#include "arena/seats.h"

enum { STEP_MS = 25, ENOUGH = 60 };

typedef struct times {
    double sample[2][ENOUGH]; // without a choice, with one
    int count[2];
} times;

// --- The clock ---------------------------------------------------------------

static uint64_t clock_ms;

static uint64_t look_us(void *self) {
    (void)self;
    clock_ms += STEP_MS; // looking is what costs time here
    return clock_ms * 1000;
}

static uint64_t fake_now(void *self) {
    (void)self;
    return clock_ms;
}

static void fake_wait(void *self, uint64_t until_ms) {
    (void)self;
    clock_ms = until_ms > clock_ms ? until_ms : clock_ms;
}

// --- Two samples -------------------------------------------------------------

// The largest distance between the two samples' distribution functions (Kolmogorov and Smirnov).
static double distance(const double *a, int n, const double *b, int m) {
    double most = 0;
    for (int i = 0; i < n + m; i++) {
        double x = i < n ? a[i] : b[i - n];
        int below_a = 0, below_b = 0;
        for (int k = 0; k < n; k++) {
            below_a += a[k] <= x;
        }
        for (int k = 0; k < m; k++) {
            below_b += b[k] <= x;
        }
        double d = (double)below_a / n - (double)below_b / m;
        d = d < 0 ? -d : d;
        most = d > most ? d : most;
    }
    return most;
}

// What two samples of one distribution exceed once in a thousand times.
static double critical(int n, int m) {
    double x = (double)(n + m) / ((double)n * m), root = x;
    for (int i = 0; i < 50; i++) {
        root = (root + x / root) / 2;
    }
    return 1.95 * root;
}

static void the_test_can_tell(void **state) {
    (void)state;
    double a[100], b[100], c[100];
    for (int i = 0; i < 100; i++) {
        a[i] = i % 10;
        b[i] = (i + 3) % 10;
        c[i] = i % 10 + 4;
    }
    assert_true(distance(a, 100, b, 100) < critical(100, 100));
    assert_true(distance(a, 100, c, 100) > critical(100, 100));
}

// --- Windows -----------------------------------------------------------------

// Asks the agent in a window and notes when its answer came.
static void measure(seats *s, int seat, double *took) {
    seats_reply reply;
    uint64_t asked = clock_ms;
    assert_int_equal(seats_ask(s, seat, &reply), TSR_OK);
    assert_false(reply.failed);
    *took = (double)(clock_ms - asked);
}

static int is_done(const times *t) {
    return t->count[0] == ENOUGH && t->count[1] == ENOUGH;
}

// One game at random, but for windows of seat 0, which the agent answers while there are not
// enough of the kind.
static void play_game_of(seats *s, tsr_agent *agent, uint64_t seed, times *t) {
    tsr_agent *sitting[TSR_MAX_PLAYERS] = {agent};
    tsr_match *m = help_match(s->rules, seed, NULL);
    tsr_rng g;
    tsr_rng_init(&g, seed);
    seats_begin(s, m, sitting);
    uint32_t waiting;
    while ((waiting = tsr_match_waiting(m)) != 0 && !is_done(t)) {
        tsr_move moves[TSR_MAX_MOVES];
        int seat = tsr_mover(waiting);
        int choice = tsr_moves(s->rules, tsr_match_state(m), seat, moves) > 1;
        if (seat == 0 && tsr_match_is_window(m) && t->count[choice] < ENOUGH) {
            measure(s, seat, &t->sample[choice][t->count[choice]++]);
        } else {
            tsr_move move = tsr_sample(s->rules, tsr_match_state(m), seat, &g);
            assert_int_equal(tsr_match_submit(m, seat, move, 0, NULL, NULL), TSR_OK);
        }
    }
    tsr_match_close(m);
}

static double distance_at(const char *spec, pace *p) {
    tsr_rules *r = play_open_rules("unicorns");
    tsr_agent *agent = play_open_agent(spec, r);
    times t = {.count = {0}};
    seats s;
    clock_ms = 1000;
    assert_int_equal(seats_init(&s, r), TSR_OK);
    s.host.now_us = look_us;
    s.pace = p;
    for (uint64_t seed = 1; !is_done(&t); seed++) {
        assert_true(seed < 500);
        play_game_of(&s, agent, seed, &t);
    }
    double d = distance(t.sample[0], ENOUGH, t.sample[1], ENOUGH);
    double limit = critical(ENOUGH, ENOUGH);
    printf("%s, %s: %d windows of either kind, distance %.3f, limit %.3f\n", spec,
           p ? "in its pace" : "as it comes", ENOUGH, d, limit);
    seats_deinit(&s);
    tsr_agent_close(agent);
    tsr_rules_close(r);
    return d - limit;
}

static void hands_were_told_by_the_clock(void **state) {
    (void)state;
    assert_true(distance_at("level:n=8", NULL) > 0);
}

static void hands_are_not_told_by_the_clock(void **state) {
    (void)state;
    static const char *const specs[] = {"level:n=5", "level:n=6", "level:n=7", "level:n=8"};
    for (int i = 0; i < 4; i++) {
        pace p = {.now_ms = fake_now, .wait_until = fake_wait};
        assert_true(distance_at(specs[i], &p) < 0);
    }
}

// --- The pace itself ---------------------------------------------------------

static void answers_wait_for_the_end_of_a_window(void **state) {
    (void)state;
    static const struct {
        uint64_t asked, now;
        uint32_t length;
        uint64_t end;
    } rows[] = {{100, 100, 50, 150}, {100, 90, 50, 150},  {100, 149, 50, 150}, {100, 150, 50, 150},
                {100, 151, 50, 200}, {100, 399, 50, 400}, {7, 7, 1000, 1007},  {7, 7, 0, 7}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(tsr_window_end(rows[i].asked, rows[i].now, rows[i].length), rows[i].end);
    }
}

// Windows are as long as everybody has seen the seat take, and then some.
static void windows_depend_on_what_was_seen(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("unicorns");
    tsr_match *m = help_match(r, 4, NULL);
    tsr_rng g;
    tsr_rng_init(&g, 4);
    pace p = {.now_ms = fake_now, .wait_until = fake_wait};
    while (!tsr_match_is_window(m)) {
        assert_int_not_equal(tsr_match_waiting(m), 0);
        help_play(m, 1, &g);
    }
    int seat = tsr_mover(tsr_match_waiting(m));
    pace_question q = pace_begin(&p, m, seat);
    assert_int_equal(q.window_ms, PACE_MOST_MS);
    assert_int_equal(pace_time(&q, 0), 875);
    assert_int_equal(pace_time(&q, 3000), 875);
    assert_int_equal(pace_time(&q, 30), 30);
    static const uint32_t took[] = {0, 3, 20, 400}, length[] = {4, 16, 128, PACE_MOST_MS};
    for (int i = 0; i < 4; i++) {
        pace_question ordinary = {.seat = seat, .asked_ms = clock_ms};
        clock_ms += took[i];
        pace_end(&p, &ordinary);
        assert_int_equal(pace_begin(&p, m, seat).window_ms, length[i]);
    }
    q = pace_begin(NULL, m, seat);
    assert_int_equal(q.window_ms, 0);
    assert_int_equal(pace_time(&q, 3000), 3000);
    tsr_match_close(m);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_test_can_tell),
        TEST(answers_wait_for_the_end_of_a_window),
        TEST(windows_depend_on_what_was_seen),
        TEST(hands_were_told_by_the_clock),
        TEST(hands_are_not_told_by_the_clock),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
