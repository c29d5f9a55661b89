// SPDX-License-Identifier: MIT
// Attacks on the hub that once worked, each with what an honest player sees meanwhile.
// The table of them is in docs/server.md.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int sign_up(world *w, page *p, const char *name) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    return world_ask(w, p, "POST", "/api/register", body);
}

static void join(world *w, page *p, const char *match) {
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/join", match);
    assert_int_equal(world_ask(w, p, "POST", path, "{}"), 200);
    world_connect(w, p, match, 0);
}

// Pages a and b in a match of two, made by a with `more` members.
static void pair(world *w, page *a, page *b, const char *game, const char *more) {
    char body[300];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",%s\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}", game, more);
    assert_int_equal(world_ask(w, a, "POST", "/api/matches", body), 200);
    world_connect(w, a, text_of(w->body, "id"), 0);
    join(w, b, a->match);
}

static double rating_of(world *w, const char *name) {
    char path[80];
    snprintf(path, sizeof path, "/api/users/%s", name);
    assert_int_equal(world_ask(w, w->pages, "GET", path, ""), 200);
    const json_t *r = json_array_get(json_object_get(w->body, "ratings"), 0);
    return r ? json_number_value(json_object_get(r, "rating")) : 0;
}

// --- Ratings -----------------------------------------------------------------

static void test_nobody_beats_themselves(void **state) {
    world w;
    (void)state;
    world_open(&w, 1, 1);
    assert_int_equal(sign_up(&w, w.pages, "Anna"), 200);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches",
                                   "{\"game\":\"tictactoe\",\"rated\":true,\"seats\":"
                                   "[{\"kind\":\"me\"},{\"kind\":\"me\"}]}"),
                         200);
        world_connect(&w, w.pages, text_of(w.body, "id"), 0);
        world_play(&w, w.pages, 0);
        world_say(&w, w.pages, "\"t\":\"resign\",\"seat\":1}");
        assert_int_equal(w.pages[0].overs, i + 1);
        world_disconnect(&w, w.pages);
    }
    assert_true(rating_of(&w, "Anna") < 1);
    world_close(&w);
}

// Two accounts of one person: a friend who resigns and resigns moves nothing far.
static void test_pairs_rate_each_other_a_few_times(void **state) {
    world w;
    double after[30];
    (void)state;
    world_open(&w, 2, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Anna"), 200);
    assert_int_equal(sign_up(&w, b, "Anna Two"), 200);
    for (int i = 0; i < 30; i++) {
        pair(&w, a, b, "tictactoe", "\"rated\":true,");
        world_play(&w, a, 0);
        world_say(&w, b, "\"t\":\"resign\",\"seat\":1}");
        world_disconnect(&w, a);
        world_disconnect(&w, b);
        after[i] = rating_of(&w, "Anna");
    }
    assert_true(after[0] > 1500 && after[7] > after[6]); // the first ones count
    assert_true(after[29] <= after[7] + 0.01);           // the rest of the day does not
    world_close(&w);
}

static void test_match_without_a_move_is_not_rated(void **state) {
    world w;
    (void)state;
    world_open(&w, 3, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna"), 200);
    assert_int_equal(sign_up(&w, &w.pages[1], "Ben"), 200);
    pair(&w, w.pages, &w.pages[1], "tictactoe", "\"rated\":true,");
    world_say(&w, &w.pages[1], "\"t\":\"resign\",\"seat\":1}");
    assert_int_equal(w.pages[0].overs, 1);
    assert_true(rating_of(&w, "Anna") < 1);
    world_close(&w);
}

// --- Numbers -----------------------------------------------------------------

// Neither of two players has chosen a word for its series: each has its own all the same.
static void test_nobody_is_acknowledged_for_another(void **state) {
    world w;
    (void)state;
    world_open(&w, 4, 3);
    page *a = w.pages, *b = &w.pages[1];
    a->word[0] = b->word[0] = '\0';
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0); // number 1
    assert_int_equal(a->acks, 1);
    assert_int_equal(b->ply, 1);
    world_play(&w, b, 0); // number 1, too
    assert_int_equal(b->acks, 1);
    assert_int_equal(b->ply, 2); // acknowledged, and made
    // A second page of the same person, without a word: it has a series of its own.
    page *c = &w.pages[2];
    snprintf(c->token, sizeof c->token, "%s", a->token);
    c->word[0] = '\0';
    world_connect(&w, c, a->match, 0);
    world_play(&w, c, 0); // number 1 again
    assert_int_equal(c->ply, 3);
    world_close(&w);
}

// Somebody who knows another page's word is not taken for it.
static void test_word_of_another_is_worth_nothing(void **state) {
    world w;
    (void)state;
    world_open(&w, 5, 2);
    page *a = w.pages, *b = &w.pages[1];
    memcpy(b->word, a->word, sizeof b->word);
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0);
    world_play(&w, b, 0);
    assert_int_equal(b->ply, 2);
    world_close(&w);
}

// --- Clocks ------------------------------------------------------------------

// The server stands still for ten seconds; both had five.
static void test_standstill_flags_nobody(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "\"clock\":{\"base\":5},");
    world_pass(&w, 1000);
    w.now_ms += 10000;
    hub_tick(w.hub, w.now_ms); // the clocks are looked at before the waiting move is read
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    assert_int_equal(a->overs, 0);
    assert_int_equal(b->ply, 1);
    // A clock that runs out in honest time still does.
    world_pass(&w, 6000);
    assert_int_equal(a->overs, 1);
    world_close(&w);
}

static int64_t clock_of(const page *p, int seat) {
    const json_t *clocks = json_object_get(p->last, "clocks");
    return json_integer_value(json_array_get(json_object_get(clocks, "ms"), (size_t)seat));
}

// Who lives far away gets the network's time back, and nobody else pays for it.
static void test_lag_is_given_back(void **state) {
    world w;
    (void)state;
    world_open(&w, 7, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "\"clock\":{\"base\":60},");
    hub_lag(w.hub, a->conn, 300);
    world_pass(&w, 1000);
    world_play(&w, a, 0);
    assert_int_equal(clock_of(b, 0), 59300); // a second less what the network took
    assert_int_equal(clock_of(b, 1), 60000);
    world_pass(&w, 1000);
    world_play(&w, b, 0);
    assert_int_equal(clock_of(a, 1), 59000); // who is near gets nothing
    // Nobody can have more than the account holds by answering pings late.
    for (int i = 0; i < 40; i++) {
        hub_lag(w.hub, a->conn, 5000);
    }
    world_pass(&w, 5000);
    int64_t before = clock_of(a, 0);
    world_play(&w, a, 0);
    int64_t spent = before - clock_of(b, 0);
    assert_true(spent >= 4000 && spent <= 5000);
    world_close(&w);
}

// A move that is on its way when the clock runs out is waited for, as long as lag allows.
static void test_flag_waits_for_the_network(void **state) {
    world w;
    (void)state;
    world_open(&w, 8, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "\"clock\":{\"base\":2},");
    hub_lag(w.hub, a->conn, 400);
    world_pass(&w, 2200);
    assert_int_equal(a->overs, 0);
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    assert_int_equal(b->ply, 1);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_nobody_beats_themselves),
                                       TEST(test_pairs_rate_each_other_a_few_times),
                                       TEST(test_match_without_a_move_is_not_rated),
                                       TEST(test_nobody_is_acknowledged_for_another),
                                       TEST(test_word_of_another_is_worth_nothing),
                                       TEST(test_standstill_flags_nobody),
                                       TEST(test_lag_is_given_back),
                                       TEST(test_flag_waits_for_the_network)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
