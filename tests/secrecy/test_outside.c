// SPDX-License-Identifier: MIT
//
// What the server tells outsiders about a match that goes on: records, copies, refusals,
// and what watchers are sent.

#include "server/world.h"

#include "support/help.h"

// A live match of `game` between pages 0 and 1; the others look on.
static void begin(world *w, uint64_t seed, const char *game) {
    char path[80];
    world_open(w, seed, 3);
    world_match(w, &w->pages[0], game, 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    assert_int_equal(world_ask(w, &w->pages[1], "POST", path, "{\"seat\":1}"), 200);
    world_connect(w, &w->pages[1], w->pages[0].match, 0);
    world_connect(w, &w->pages[2], w->pages[0].match, 0);
}

static int ask_about(world *w, page *p, const char *method, const char *what, const char *body) {
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/%s", w->pages[0].match, what);
    return world_ask(w, p, method, path, body);
}

static void no_seed_before_the_end(void **state) {
    world w;
    (void)state;
    begin(&w, 41, "tictactoe");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask_about(&w, &w.pages[i], "GET", "record", ""), 200);
        assert_non_null(strstr(w.raw, "\nseed\t-\n"));
    }
    // A copy of it has a seed of its own: its draws and its bots say nothing about this one's.
    assert_int_equal(ask_about(&w, &w.pages[2], "POST", "fork", "{}"), 200);
    world_say(&w, &w.pages[0], "\"t\":\"resign\",\"seat\":0}");
    assert_int_equal(w.pages[1].overs, 1);
    assert_int_equal(ask_about(&w, &w.pages[2], "GET", "record", ""), 200);
    unsigned long long low = 0, high = 0;
    const char *line = strstr(w.raw, "\nseed\t");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "\nseed\t%llu\t%llu\n", &low, &high), 2);
    assert_true(low && high); // 128 bits
    world_close(&w);
}

static void no_record_and_no_copy_of_secrets(void **state) {
    static const char *const games[] = {"azul", "unicorns"};
    (void)state;
    for (int g = 0; g < 2; g++) {
        world w;
        begin(&w, 42, games[g]);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(ask_about(&w, &w.pages[i], "GET", "record", ""), 403);
            assert_int_equal(ask_about(&w, &w.pages[i], "POST", "fork", "{}"), 403);
            assert_int_equal(ask_about(&w, &w.pages[i], "POST", "fork", "{\"ply\":0}"), 403);
        }
        world_close(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_seed_before_the_end),
        TEST(no_record_and_no_copy_of_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
