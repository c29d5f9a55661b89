// SPDX-License-Identifier: MIT
// Guests, accounts, sessions, ratings.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int sign_up(world *w, page *p, const char *name, const char *password) {
    char body[300];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return world_ask(w, p, "POST", "/api/register", body);
}

static int sign_in(world *w, page *p, const char *name, const char *password) {
    char body[300];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return world_ask(w, p, "POST", "/api/login", body);
}

static void test_guest_becomes_account(void **state) {
    world w;
    (void)state;
    world_open(&w, 1, 3);
    page *p = w.pages;
    assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
    assert_true(json_is_true(json_object_get(w.body, "guest")));
    char before[TOKEN_BYTES];
    memcpy(before, p->token, sizeof before);
    world_match(&w, p, "pegs", 1, "[{\"kind\":\"me\"}]");
    assert_int_equal(sign_up(&w, p, "Anna", "correct horse"), 200);
    assert_string_not_equal(before, p->token); // the secret has changed
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 1);
    assert_int_equal(sign_up(&w, p, "Anna2", "correct horse"), 409); // has one already
    assert_int_equal(sign_up(&w, &w.pages[1], "aNNA", "correct horse"), 409);
    assert_int_equal(sign_in(&w, &w.pages[1], "Anna", "wrong horse"), 403);
    assert_int_equal(sign_in(&w, &w.pages[1], "Nobody", "wrong horse"), 403);
    assert_int_equal(sign_in(&w, &w.pages[1], "anna", "correct horse"), 200);
    assert_string_equal(text_of(w.body, "name"), "Anna");
    world_crash(&w);
    assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
    assert_string_equal(text_of(w.body, "name"), "Anna");
    // The old secret is worth nothing.
    page thief = {0};
    memcpy(thief.token, before, sizeof before);
    assert_int_equal(world_ask(&w, &thief, "GET", "/api/me", ""), 200);
    assert_true(json_is_true(json_object_get(w.body, "guest")));
    world_close(&w);
}

static void test_bad_names_and_passwords(void **state) {
    static const char *const rows[][2] = {{"A", "long enough"},
                                          {"Guest 1", "long enough"},
                                          {"Anna", "short"},
                                          {"<script>", "long enough"},
                                          {" Anna", "long enough"},
                                          {"a name that is much too long", "long enough"},
                                          {"An\\tna", "long enough"},
                                          {"Anna\\u200b", "long enough"},
                                          {"\\u202eannA", "long enough"},
                                          {"An\\u3000na", "long enough"},
                                          {"An\\udb40\\udc41na", "long enough"}};
    world w;
    (void)state;
    world_open(&w, 2, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(sign_up(&w, w.pages, rows[i][0], rows[i][1]), 400);
        assert_non_null(json_object_get(w.body, "field"));
    }
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/register", "nonsense"), 400);
    world_close(&w);
}

static void test_passwords_change_and_accounts_go(void **state) {
    world w;
    (void)state;
    world_open(&w, 3, 2);
    page *p = w.pages, *q = &w.pages[1];
    assert_int_equal(world_ask(&w, p, "POST", "/api/password", "{}"), 401);
    assert_int_equal(sign_up(&w, p, "Anna", "first password"), 200);
    assert_int_equal(sign_in(&w, q, "Anna", "first password"), 200);
    assert_int_equal(world_ask(&w, p, "POST", "/api/password",
                               "{\"old\":\"wrong\",\"new\":\"second password\"}"),
                     403);
    assert_int_equal(
        world_ask(&w, p, "POST", "/api/password", "{\"old\":\"first password\",\"new\":\"x\"}"),
        400);
    assert_int_equal(world_ask(&w, p, "POST", "/api/password",
                               "{\"old\":\"first password\",\"new\":\"second password\"}"),
                     200);
    // The other device is signed out, this one is not.
    assert_int_equal(world_ask(&w, q, "GET", "/api/me", ""), 200);
    assert_true(json_is_true(json_object_get(w.body, "guest")));
    assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
    assert_string_equal(text_of(w.body, "name"), "Anna");
    assert_int_equal(sign_in(&w, q, "Anna", "first password"), 403);
    assert_int_equal(world_ask(&w, p, "POST", "/api/delete-account", "{\"password\":\"no no no\"}"),
                     403);
    assert_int_equal(
        world_ask(&w, p, "POST", "/api/delete-account", "{\"password\":\"second password\"}"), 200);
    assert_int_equal(sign_in(&w, q, "Anna", "second password"), 403);
    assert_int_equal(world_ask(&w, q, "GET", "/api/users/Anna", ""), 404);
    assert_int_equal(sign_up(&w, q, "Anna", "third password"), 200); // the name is free again
    world_close(&w);
}

static void test_guessing_is_slow(void **state) {
    world w;
    int status = 0, tries = 0;
    (void)state;
    world_open(&w, 4, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "first password"), 200);
    for (; tries < 40 && status != 429; tries++) {
        // All of these are her.
        static const char *const spelt[] = {"Anna", "anna", "ANNA", "aNNa"};
        status = sign_in(&w, &w.pages[1], spelt[tries % 4], "wrong");
    }
    assert_int_equal(status, 429);
    assert_in_range(tries, 15, 22);
    world_pass(&w, 60000); // some come back with time
    assert_int_equal(sign_in(&w, &w.pages[1], "Anna", "first password"), 200);
    world_close(&w);
}

static void test_logout(void **state) {
    world w;
    (void)state;
    world_open(&w, 5, 1);
    page *p = w.pages;
    assert_int_equal(sign_up(&w, p, "Anna", "first password"), 200);
    world_match(&w, p, "pegs", 1, "[{\"kind\":\"me\"}]");
    char token[TOKEN_BYTES];
    memcpy(token, p->token, sizeof token);
    assert_int_equal(world_ask(&w, p, "POST", "/api/logout", ""), 200);
    assert_int_equal(p->closed, 1008); // its sockets are closed as well
    memcpy(p->token, token, sizeof token);
    assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
    assert_true(json_is_true(json_object_get(w.body, "guest")));
    world_close(&w);
}

static void test_rated_match(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 6, 3);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Anna", "first password"), 200);
    assert_int_equal(world_ask(&w, a, "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"rated\":true,\"seats\":["
                               "{\"kind\":\"me\"},{\"kind\":\"open\"}]}"),
                     200);
    world_connect(&w, a, text_of(w.body, "id"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 403); // a guest
    assert_int_equal(sign_up(&w, b, "Ben", "first password"), 200);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 200);
    world_connect(&w, b, a->match, 0);
    world_play(&w, a, 0); // a match without a move is none
    world_say(&w, b, "\"t\":\"resign\",\"seat\":1}");
    assert_int_equal(world_ask(&w, a, "GET", "/api/users/Anna", ""), 200);
    const json_t *r = json_array_get(json_object_get(w.body, "ratings"), 0);
    assert_true(json_number_value(json_object_get(r, "rating")) > 1600);
    assert_int_equal(world_ask(&w, a, "GET", "/api/users/Ben", ""), 200);
    r = json_array_get(json_object_get(w.body, "ratings"), 0);
    assert_true(json_number_value(json_object_get(r, "rating")) < 1400);
    assert_int_equal(json_integer_value(json_object_get(r, "games")), 1);
    world_close(&w);
}

static void test_sessions_are_listed_and_ended(void **state) {
    world w;
    char body[80], id[20] = "";
    (void)state;
    world_open(&w, 9, 4);
    page *home = w.pages, *phone = &w.pages[1], *cafe = &w.pages[2];
    assert_int_equal(world_ask(&w, home, "GET", "/api/sessions", ""), 401); // guests have none
    assert_int_equal(sign_up(&w, home, "Al", "correct horse"), 200); // two letters are a name
    assert_int_equal(sign_in(&w, phone, "Al", "correct horse"), 200);
    assert_int_equal(sign_in(&w, cafe, "Al", "correct horse"), 200);
    assert_int_equal(sign_up(&w, &w.pages[3], "Ben", "correct horse"), 200);
    assert_int_equal(world_ask(&w, home, "GET", "/api/sessions", ""), 200);
    const json_t *list = json_object_get(w.body, "sessions");
    assert_int_equal(json_array_size(list), 3);
    int here = 0;
    for (size_t i = 0; i < 3; i++) {
        const json_t *s = json_array_get(list, i);
        here += json_is_true(json_object_get(s, "here"));
        if (json_is_true(json_object_get(s, "here"))) {
            snprintf(id, sizeof id, "%s", text_of(s, "id"));
        }
    }
    assert_int_equal(here, 1);
    // Not the present one, nor somebody else's, nor nonsense.
    snprintf(body, sizeof body, "{\"id\":\"%s\"}", id);
    assert_int_equal(world_ask(&w, home, "POST", "/api/sessions/end", body), 404);
    assert_int_equal(world_ask(&w, &w.pages[3], "POST", "/api/sessions/end", body), 404);
    assert_int_equal(world_ask(&w, home, "POST", "/api/sessions/end", "{}"), 400);
    // The phone ends the one at home: its socket is closed, its cookie worth nothing.
    world_match(&w, home, "pegs", 1, "[{\"kind\":\"me\"}]");
    assert_int_equal(world_ask(&w, phone, "POST", "/api/sessions/end", body), 200);
    assert_int_equal(home->closed, 1008);
    assert_int_equal(world_ask(&w, home, "GET", "/api/sessions", ""), 401);
    // And then all others.
    assert_int_equal(world_ask(&w, phone, "POST", "/api/sessions/end", "{\"id\":\"others\"}"), 200);
    assert_int_equal(json_integer_value(json_object_get(w.body, "ended")), 1);
    assert_int_equal(world_ask(&w, cafe, "GET", "/api/sessions", ""), 401);
    assert_int_equal(world_ask(&w, phone, "GET", "/api/sessions", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "sessions")), 1);
    world_crash(&w);
    assert_int_equal(world_ask(&w, cafe, "GET", "/api/sessions", ""), 401);
    assert_int_equal(world_ask(&w, &w.pages[3], "GET", "/api/sessions", ""), 200);
    world_close(&w);
}

// An end that the disk does not have yet counts, unless the disk loses it.
static void test_an_end_on_its_way(void **state) {
    static const char *const ends[][2] = {
        {"/api/sessions/end", "{\"id\":\"others\"}"},
        {"/api/password", "{\"old\":\"correct horse\",\"new\":\"battery staple\"}"}};
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        for (int i = 0; i < 2; i++) {
            world w;
            world_open(&w, 10, 2);
            page *home = w.pages, *phone = &w.pages[1];
            assert_int_equal(sign_up(&w, home, "Al", "correct horse"), 200);
            assert_int_equal(sign_in(&w, phone, "Al", "correct horse"), 200);
            w.held_back = 1;
            (void)world_ask(&w, phone, "POST", ends[i][0], ends[i][1]);
            assert_int_equal(world_ask(&w, home, "GET", "/api/sessions", ""), 401);
            w.fail_disk = lost;
            world_sync(&w);
            w.fail_disk = w.held_back = 0;
            assert_int_equal(world_ask(&w, home, "GET", "/api/sessions", ""), lost ? 200 : 401);
            assert_int_equal(world_ask(&w, phone, "GET", "/api/sessions", ""), 200);
            world_close(&w);
        }
    }
}

static void test_forgotten_session_is_ended_too(void **state) {
    world w;
    (void)state;
    world_open(&w, 10, 3);
    page *home = w.pages, *phone = &w.pages[1];
    assert_int_equal(sign_up(&w, home, "Anna", "first password"), 200);
    assert_int_equal(sign_in(&w, phone, "Anna", "first password"), 200);
    world_match(&w, phone, "pegs", 1, "[{\"kind\":\"me\"}]");
    // So many visitors that quiet ones leave memory; the phone only has its socket.
    for (int i = 0; i < 1100; i++) {
        page visitor = {0};
        assert_int_equal(world_ask(&w, &visitor, "GET", "/api/me", ""), 200);
        w.now_ms += 200;
    }
    w.now_ms += 3700000;
    world_pass(&w, 6000);
    phone->closed = 0;
    assert_int_equal(world_ask(&w, home, "POST", "/api/password",
                               "{\"old\":\"first password\",\"new\":\"second password\"}"),
                     200);
    assert_int_equal(phone->closed, 1008);
    world_close(&w);
}

// --- At the same moment ------------------------------------------------------

static void count_answers(const world *w, uint64_t first, int n, int out[600]) {
    memset(out, 0, 600 * sizeof *out);
    for (int i = 0; i < n; i++) {
        out[w->statuses[(first + (uint64_t)i) % 64]]++;
    }
}

// Many sign up while nothing has reached the disk: nobody hears of anybody else's name.
static void test_sign_ups_at_once(void **state) {
    enum { MANY = 40 };
    static const char letters[] = "abcdefghjkmpqrstuwxy"; // no two look alike
    world w;
    char name[16];
    int got[600];
    (void)state;
    world_open(&w, 20, MANY + 8);
    w.held_back = 1;
    uint64_t first = w.next_request + 1;
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "Visitor %c%c", "AB"[i / 20], letters[i % 20]);
        assert_int_equal(sign_up(&w, &w.pages[i], name, "correct horse"), 0); // waits for the disk
    }
    // The same names, spelt otherwise.
    for (int i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "VISITOR a%c", letters[i]);
        assert_int_equal(sign_up(&w, &w.pages[MANY + i], name, "correct horse"), 0);
    }
    world_sync(&w);
    w.held_back = 0;
    count_answers(&w, first, MANY, got);
    assert_int_equal(got[200], MANY);
    count_answers(&w, first + MANY, 8, got);
    assert_int_equal(got[409], 8);
    world_close(&w);
}

// What the disk loses was taken by nobody.
static void test_lost_name_is_free(void **state) {
    world w;
    int got[600];
    (void)state;
    world_open(&w, 21, 3);
    w.held_back = w.fail_disk = 1;
    uint64_t first = w.next_request + 1;
    assert_int_equal(sign_up(&w, w.pages, "Anna", "correct horse"), 0);
    assert_int_equal(sign_up(&w, &w.pages[1], "anna", "correct horse"), 0);
    world_sync(&w);
    count_answers(&w, first, 2, got);
    assert_int_equal(got[503], 2); // not "taken": it is not
    w.held_back = w.fail_disk = 0;
    assert_int_equal(sign_up(&w, &w.pages[1], "anna", "correct horse"), 200);
    assert_int_equal(sign_up(&w, &w.pages[2], "Anna", "correct horse"), 409);
    world_close(&w);
}

// One guest whose two requests are hashed at once becomes one account.
static void test_one_guest_one_account(void **state) {
    world w;
    int got[600];
    (void)state;
    world_open(&w, 22, 2);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    w.secrets_wait = 1;
    page twin = w.pages[0];
    uint64_t first = w.next_request + 1;
    assert_int_equal(sign_up(&w, w.pages, "Anna", "correct horse"), 0);
    assert_int_equal(sign_up(&w, &twin, "Ben", "correct horse"), 0);
    world_hash(&w);
    world_sync(&w);
    count_answers(&w, first, 2, got);
    assert_int_equal(got[200], 1);
    assert_int_equal(got[409], 1);
    w.secrets_wait = 0;
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/users/Anna", ""), 200);
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/users/Ben", ""), 404);
    world_close(&w);
}

// Two teams of one name: the second is refused, and nobody's change is lost by it.
static void test_teams_at_once(void **state) {
    world w;
    int got[600];
    (void)state;
    world_open(&w, 23, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "correct horse"), 200);
    assert_int_equal(sign_up(&w, &w.pages[1], "Ben", "correct horse"), 200);
    w.held_back = 1;
    uint64_t first = w.next_request + 1;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            world_ask(&w, &w.pages[i], "POST", "/api/teams", "{\"name\":\"The Rooks\"}"), 0);
    }
    world_sync(&w);
    w.held_back = 0;
    count_answers(&w, first, 2, got);
    assert_int_equal(got[200], 1);
    assert_int_equal(got[409], 1);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/teams", "{\"name\":\"Anna\"}"),
                     200); // no person's
    world_close(&w);
}

// The last two members leave at once: the team is gone, and its name free.
static void test_last_members_leave_at_once(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 24, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "correct horse"), 200);
    assert_int_equal(sign_up(&w, &w.pages[1], "Ben", "correct horse"), 200);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/teams", "{\"name\":\"Rooks\"}"), 200);
    snprintf(path, sizeof path, "/api/teams/%s/join", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", path, "{}"), 200);
    snprintf(path, sizeof path, "/api/teams/%s/leave", text_of(w.body, "id"));
    w.held_back = 1;
    assert_int_equal(world_ask(&w, w.pages, "POST", path, "{}"), 0);
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", path, "{}"), 0);
    world_sync(&w);
    w.held_back = 0;
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/teams", "{\"name\":\"Rooks\"}"), 200);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_guest_becomes_account),
                                       TEST(test_bad_names_and_passwords),
                                       TEST(test_passwords_change_and_accounts_go),
                                       TEST(test_guessing_is_slow),
                                       TEST(test_logout),
                                       TEST(test_an_end_on_its_way),
                                       TEST(test_sessions_are_listed_and_ended),
                                       TEST(test_forgotten_session_is_ended_too),
                                       TEST(test_sign_ups_at_once),
                                       TEST(test_lost_name_is_free),
                                       TEST(test_one_guest_one_account),
                                       TEST(test_teams_at_once),
                                       TEST(test_last_members_leave_at_once),
                                       TEST(test_rated_match)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
