// SPDX-License-Identifier: MIT
// What people expect of a club: to be paired, to be let alone, and to be heard by the operator.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static void sign_up(world *w, page *p, const char *name) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

static void enter_lobby(world *w, page *p) {
    if (!p->token[0]) {
        assert_int_equal(world_ask(w, p, "GET", "/api/me", ""), 200);
    }
    p->conn = ++w->next_conn;
    hub_connect(w->now.hubs[p->door], p->conn, "", p->token, p->conn, w->now_ms);
}

static int is_paired(const page *p) {
    return p->paired[0] != '\0';
}

static void seek(world *w, page *p, const char *game, const char *more) {
    world_say(w, p, "\"t\":\"seek\",\"game\":\"%s\"%s}", game, more);
}

static void test_people_who_want_the_same_meet(void **state) {
    world w;
    (void)state;
    world_open(&w, 1, 4);
    for (int i = 0; i < 4; i++) {
        enter_lobby(&w, &w.pages[i]);
    }
    page *a = w.pages, *b = &w.pages[1], *c = &w.pages[2], *d = &w.pages[3];
    seek(&w, a, "tictactoe", ",\"clock\":{\"base\":60}");
    seek(&w, b, "tictactoe", "");
    seek(&w, c, "connect4", ",\"clock\":{\"base\":60}");
    assert_int_equal(a->acks, 1);
    world_pass(&w, 3000);
    assert_false(is_paired(a) || is_paired(b) || is_paired(c)); // nobody wants the same
    seek(&w, d, "tictactoe", ",\"clock\":{\"base\":60}");
    world_pass(&w, 2000);
    assert_true(is_paired(a) && is_paired(d));
    assert_string_equal(a->paired, d->paired);
    world_disconnect(&w, a);
    world_connect(&w, a, a->paired, 0);
    world_disconnect(&w, d);
    world_connect(&w, d, d->paired, 0);
    assert_true((a->ask != NULL) != (d->ask != NULL)); // it has begun, and one of them moves
    // A wish that was changed counts as it is now, and one that was taken back not at all.
    seek(&w, b, "connect4", ",\"clock\":{\"base\":60}");
    world_say(&w, c, "\"t\":\"unseek\"}");
    world_pass(&w, 2000);
    assert_false(is_paired(b) || is_paired(c));
    seek(&w, c, "connect4", ",\"clock\":{\"base\":60}");
    world_disconnect(&w, b); // goes with its socket
    world_pass(&w, 2000);
    assert_false(is_paired(c));
    world_close(&w);
}

static void test_nobody_meets_themselves(void **state) {
    world w;
    (void)state;
    world_open(&w, 2, 2);
    enter_lobby(&w, w.pages);
    memcpy(w.pages[1].token, w.pages[0].token, sizeof w.pages[1].token);
    enter_lobby(&w, &w.pages[1]);
    seek(&w, w.pages, "tictactoe", "");
    seek(&w, &w.pages[1], "tictactoe", "");
    world_pass(&w, 60000);
    assert_false(is_paired(w.pages) || is_paired(&w.pages[1]));
    world_close(&w);
}

static void test_wishes_are_read_with_care(void **state) {
    static const char *const wrong[] = {"\"t\":\"seek\",\"game\":\"nothing\"}",
                                        "\"t\":\"seek\"}",
                                        "\"t\":\"seek\",\"game\":\"pegs\"}",
                                        "\"t\":\"seek\",\"game\":\"go\",\"clock\":7}",
                                        "\"t\":\"seek\",\"game\":\"go\",\"options\":{\"size\":-1}}",
                                        "\"t\":\"seek\",\"game\":\"chess\",\"rated\":true}",
                                        "\"t\":\"dance\"}"};
    world w;
    (void)state;
    world_open(&w, 3, 1);
    enter_lobby(&w, w.pages);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        world_say(&w, w.pages, "%s", wrong[i]);
        assert_int_equal(w.pages[0].refusals, (int)i + 1);
        assert_true(w.pages[0].why[0] != '\0');
    }
    world_close(&w);
}

// Wishes are matches to come, and limited like them.
static void test_wishes_are_counted(void **state) {
    world w;
    (void)state;
    world_open(&w, 7, 1);
    enter_lobby(&w, w.pages);
    for (int i = 0; i < 70; i++) {
        seek(&w, w.pages, "tictactoe", "");
        world_pass(&w, 300);
    }
    assert_true(w.pages[0].refusals >= 5);
    assert_non_null(strstr(w.pages[0].why, "many new matches"));
    world_close(&w);
}

// Three who play azul: a table of three is found.
static void test_tables_of_three(void **state) {
    world w;
    (void)state;
    world_open(&w, 4, 3);
    for (int i = 0; i < 3; i++) {
        enter_lobby(&w, &w.pages[i]);
        seek(&w, &w.pages[i], "azul", ",\"players\":3");
    }
    world_pass(&w, 2000);
    assert_true(is_paired(w.pages) && is_paired(&w.pages[1]) && is_paired(&w.pages[2]));
    world_close(&w);
}

static void test_blocked_people_are_let_alone(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 5, 2);
    page *a = w.pages, *b = &w.pages[1];
    sign_up(&w, a, "Anna");
    sign_up(&w, b, "Ben");
    // A match they are in already: no remarks any more, and everything else as before.
    world_match(&w, a, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 200);
    world_connect(&w, b, a->match, 0);
    assert_int_equal(world_ask(&w, a, "POST", "/api/block", "{\"name\":\"Ben\"}"), 200);
    world_say(&w, b, "\"t\":\"chat\",\"text\":\"you there\"}");
    assert_string_equal(text_of(a->last, "t"), "silence");
    assert_int_equal(b->refusals, 0);
    world_play(&w, a, 0);
    assert_int_equal(b->ply, 1);
    // No new ones.
    world_disconnect(&w, a);
    world_match(&w, a, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 403);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    enter_lobby(&w, a);
    enter_lobby(&w, b);
    seek(&w, a, "connect4", "");
    seek(&w, b, "connect4", "");
    world_pass(&w, 30000);
    assert_false(is_paired(a) || is_paired(b));
    assert_int_equal(world_ask(&w, a, "POST", "/api/block", "{\"name\":\"Ben\",\"on\":false}"),
                     200);
    world_pass(&w, 2000);
    assert_true(is_paired(a) && is_paired(b));
    world_close(&w);
}

static void test_reports_reach_the_log(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 2);
    sign_up(&w, w.pages, "Anna");
    sign_up(&w, &w.pages[1], "Ben");
    assert_int_equal(
        world_ask(&w, w.pages, "POST", "/api/report", "{\"name\":\"Ben\",\"words\":\"swears\"}"),
        200);
    assert_non_null(strstr(w.last_log, "report by=Anna about=Ben"));
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/report", "{\"name\":\"Ben\"}"), 400);
    assert_int_equal(
        world_ask(&w, w.pages, "POST", "/api/report", "{\"name\":\"Zoe\",\"words\":\"x\"}"), 404);
    int refused = 0;
    for (int i = 0; i < 30; i++) {
        refused += world_ask(&w, w.pages, "POST", "/api/report",
                             "{\"name\":\"Ben\",\"words\":\"again\"}") == 429;
    }
    assert_true(refused >= 9);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_people_who_want_the_same_meet),
                                       TEST(test_nobody_meets_themselves),
                                       TEST(test_wishes_are_read_with_care),
                                       TEST(test_wishes_are_counted),
                                       TEST(test_tables_of_three),
                                       TEST(test_blocked_people_are_let_alone),
                                       TEST(test_reports_reach_the_log)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
