// SPDX-License-Identifier: MIT
// What people might do to each other and to the server, and what a server that lives for
// months must not do by itself.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int sign_up(world *w, page *p, const char *name) {
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"long enough\"}", name);
    return world_ask(w, p, "POST", "/api/register", body);
}

static double rating_of(world *w, const char *name) {
    char path[80];
    snprintf(path, sizeof path, "/api/users/%s", name);
    assert_int_equal(world_ask(w, w->pages, "GET", path, ""), 200);
    const json_t *r = json_array_get(json_object_get(w->body, "ratings"), 0);
    return json_number_value(json_object_get(r, "rating"));
}

static int figure(world *w, const char *name) {
    buffer b;
    buffer_init(&b, NULL);
    hub_metrics(w->hub, &b);
    const char *at = strstr(buffer_text(&b), name);
    at = at ? strstr(at + strlen(name), name) : NULL; // the first names its kind
    int n = at ? atoi(at + strlen(name)) : -1;
    buffer_deinit(&b);
    return n;
}

// Pages 0 to `players` - 1 in one match, made by the first with `more` members.
static void seat_all(world *w, const char *game, int players, const char *more) {
    char body[400], path[80];
    int n = snprintf(body, sizeof body,
                     "{\"game\":\"%s\",\"players\":%d,%s\"seats\":[{\"kind\":\"me\"}", game,
                     players, more);
    for (int i = 1; i < players; i++) {
        n += snprintf(body + n, sizeof body - (size_t)n, ",{\"kind\":\"open\"}");
    }
    snprintf(body + n, sizeof body - (size_t)n, "]}");
    assert_int_equal(world_ask(w, w->pages, "POST", "/api/matches", body), 200);
    world_connect(w, w->pages, text_of(w->body, "id"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    for (int i = 1; i < players; i++) {
        assert_int_equal(world_ask(w, &w->pages[i], "POST", path, "{}"), 200);
        world_connect(w, &w->pages[i], w->pages[0].match, 0);
    }
}

static page *mover(world *w) {
    for (int i = 0; i < w->page_count; i++) {
        if (w->pages[i].conn && w->pages[i].ask) {
            return &w->pages[i];
        }
    }
    return NULL;
}

static void test_seed_is_nobodys_choice(void **state) {
    static const struct {
        const char *seats;
        int status;
    } rows[] = {
        {"[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"},{\"kind\":\"here\","
         "\"name\":\"Ben\"}]",
         200},
        {"[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"},{\"kind\":\"open\"}]", 400},
        {"[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"Ben\"},{\"kind\":\"invite\"}]", 400}};
    world w;
    char body[300];
    (void)state;
    world_open(&w, 1, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(body, sizeof body, "{\"game\":\"unicorns\",\"players\":3,\"seed\":7,\"seats\":%s}",
                 rows[i].seats);
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), rows[i].status);
    }
    world_close(&w);
}

static void test_numbers_are_numbers(void **state) {
    static const char *const rows[][2] = {{"\"clock\":{\"base\":-5}", "clock"},
                                          {"\"clock\":{\"base\":99999999}", "clock"},
                                          {"\"clock\":{\"move\":1e3}", "clock"},
                                          {"\"clock\":7", "clock"},
                                          {"\"options\":{\"size\":9.5}", "options"},
                                          {"\"options\":{\"size\":null}", "options"},
                                          {"\"options\":{\"size\":9223372036854775807}", "options"},
                                          {"\"players\":\"2\"", "players"},
                                          {"\"players\":-1", "players"},
                                          {"\"seed\":0.5", "seed"}};
    world w;
    char body[300];
    (void)state;
    world_open(&w, 2, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(
            body, sizeof body,
            "{\"game\":\"go\",%s,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"B\"}]}",
            rows[i][0]);
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), 400);
        assert_string_equal(text_of(w.body, "field"), rows[i][1]);
    }
    world_close(&w);
}

static void test_nobody_is_away_because_the_server_was(void **state) {
    world w;
    (void)state;
    world_open(&w, 3, 2);
    seat_all(&w, "tictactoe", 2, "");
    page *a = w.pages, *b = &w.pages[1];
    world_play(&w, a, 0);
    world_pass(&w, 120000);
    world_crash(&w);
    world_connect(&w, a, a->match, 0); // is faster than the other one
    world_say(&w, a, "\"t\":\"claim\",\"seat\":1}");
    assert_non_null(strstr(a->why, "not been away"));
    // Nor because the disk was.
    world_connect(&w, b, a->match, 0);
    world_pass(&w, 120000);
    w.fail_disk = 1;
    world_play(&w, b, 0);
    w.fail_disk = 0;
    world_pass(&w, 120000);
    a->why[0] = '\0';
    world_say(&w, a, "\"t\":\"claim\",\"seat\":1}");
    assert_non_null(strstr(a->why, "not been away"));
    assert_non_null(b->ask);
    world_close(&w);
}

static void test_leaving_saves_no_rating(void **state) {
    world w;
    (void)state;
    world_open(&w, 4, 2);
    assert_int_equal(sign_up(&w, &w.pages[0], "Anna"), 200);
    assert_int_equal(sign_up(&w, &w.pages[1], "Ben"), 200);
    seat_all(&w, "tictactoe", 2, "\"rated\":true,");
    page *a = w.pages;
    world_play(&w, a, 0);
    world_disconnect(&w, &w.pages[1]);
    world_pass(&w, 61000);
    world_say(&w, a, "\"t\":\"claim\",\"seat\":1}");
    assert_int_equal(a->overs, 1);
    assert_true(rating_of(&w, "Anna") > 1500);
    assert_true(rating_of(&w, "Ben") < 1500);
    world_close(&w);
}

static void test_leaving_a_table_of_three_comes_last(void **state) {
    static const char *const names[] = {"Anna", "Ben", "Cleo"};
    world w;
    (void)state;
    world_open(&w, 5, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sign_up(&w, &w.pages[i], names[i]), 200);
    }
    seat_all(&w, "azul", 3, "\"rated\":true,");
    world_say(&w, &w.pages[2], "\"t\":\"resign\",\"seat\":2}");
    for (int i = 0; i < 2000 && !w.pages[0].overs; i++) {
        page *p = mover(&w);
        if (p) {
            world_play(&w, p, (int)tsr_rng_below(&w.rng, 1000));
        } else {
            world_pass(&w, 100);
        }
    }
    assert_int_equal(w.pages[0].overs, 1);
    double left = rating_of(&w, "Cleo");
    assert_true(left > 0 && left < rating_of(&w, "Anna") && left < rating_of(&w, "Ben"));
    // The bot stays where it is, and nobody is rated for playing against it.
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/rematch", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[0], "POST", path, ""), 200);
    snprintf(path, sizeof path, "/api/matches/%s", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, &w.pages[0], "GET", path, ""), 200);
    assert_true(json_is_false(json_object_get(w.body, "rated")));
    world_close(&w);
}

static void test_left_matches_leave_memory(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 1);
    page *p = w.pages;
    for (int i = 0; i < 20; i++) {
        world_match(&w, p, "tictactoe", 2,
                    "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]");
        world_pass(&w, 1000);
        world_play(&w, p, 0);
        world_pass(&w, 1000);
        assert_int_equal(p->ply, 2);
        world_disconnect(&w, p);
    }
    assert_int_equal(figure(&w, "tessera_rooms_in_memory"), 20);
    world_pass(&w, 660000);
    assert_int_equal(figure(&w, "tessera_rooms_in_memory"), 0);
    // And go on as if nothing had been.
    world_connect(&w, p, p->match, 0);
    assert_int_equal(p->ply, 2);
    world_play(&w, p, 0);
    world_pass(&w, 1000);
    assert_int_equal(p->ply, 4); // the bot has answered
    world_close(&w);
}

static void test_running_clock_keeps_a_match_awake(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 7, 2);
    seat_all(&w, "tictactoe", 2, "\"clock\":{\"move\":3600},");
    world_disconnect(&w, &w.pages[0]);
    world_disconnect(&w, &w.pages[1]);
    world_pass(&w, 3700000);
    snprintf(path, sizeof path, "/api/matches/%s", w.pages[0].match);
    assert_int_equal(world_ask(&w, w.pages, "GET", path, ""), 200);
    assert_string_equal(text_of(w.body, "end"), "forfeit");
    world_close(&w);
}

static void test_guest_is_remembered_after_a_full_disk(void **state) {
    world w;
    (void)state;
    world_open(&w, 8, 1);
    page *p = w.pages;
    assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
    w.fail_disk = 1;
    static const char body[] = "{\"game\":\"pegs\",\"players\":1,\"seats\":[{\"kind\":\"me\"}]}";
    assert_int_equal(world_ask(&w, p, "POST", "/api/matches", body), 503);
    w.fail_disk = 0;
    assert_int_equal(world_ask(&w, p, "POST", "/api/matches", body), 200);
    world_crash(&w);
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 1);
    world_close(&w);
}

static void test_match_is_given_up_by_its_maker(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 9, 2);
    page *a = w.pages, *b = &w.pages[1];
    world_match(&w, a, "azul", 3, "[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 200);
    world_connect(&w, b, a->match, 0);
    world_say(&w, b, "\"t\":\"cancel\"}");
    assert_non_null(strstr(b->why, "only the creator"));
    world_say(&w, a, "\"t\":\"cancel\"}");
    assert_string_equal(text_of(json_object_get(b->full, "match"), "state"), "over");
    assert_null(json_object_get(b->full, "result")); // nobody has won
    assert_int_equal(world_ask(&w, b, "GET", "/api/lobby", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "open")), 0);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_crash(&w);
    // It can be looked at, and nothing more.
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 409);
    world_connect(&w, b, a->match, 0);
    assert_string_equal(text_of(json_object_get(b->full, "match"), "state"), "over");
    snprintf(path, sizeof path, "/api/matches/%s/record", a->match);
    assert_int_equal(world_ask(&w, b, "GET", path, ""), 404);
    snprintf(path, sizeof path, "/api/matches/%s/rematch", a->match);
    assert_int_equal(world_ask(&w, b, "POST", path, ""), 409);
    world_close(&w);
}

static void test_nobody_shouts_others_down(void **state) {
    world w;
    (void)state;
    world_open(&w, 10, 2);
    seat_all(&w, "tictactoe", 2, "");
    page *a = w.pages;
    for (int i = 0; i < 12; i++) {
        world_say(&w, a, "\"t\":\"chat\",\"text\":\"and %d\"}", i);
    }
    assert_int_equal(a->refusals, 2);
    world_pass(&w, 5000);
    world_say(&w, a, "\"t\":\"chat\",\"text\":\"calm again\"}");
    assert_int_equal(a->refusals, 2);
    // A draw may be offered again after one no; then it takes longer and longer.
    for (int i = 0; i < 2; i++) {
        world_say(&w, a, "\"t\":\"offer\",\"kind\":\"draw\"}");
        world_say(&w, &w.pages[1], "\"t\":\"answer\",\"kind\":\"draw\",\"yes\":false}");
    }
    assert_int_equal(a->refusals, 2);
    world_say(&w, a, "\"t\":\"offer\",\"kind\":\"draw\"}");
    assert_int_equal(a->refusals, 3);
    world_close(&w);
}

static void test_private_matches_stay_private(void **state) {
    world w;
    (void)state;
    world_open(&w, 11, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna"), 200);
    world_match(&w, w.pages, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"invite\"}]");
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/users/Anna", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 1);
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/users/Anna", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 0);
    world_match(&w, w.pages, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/users/Anna", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 1);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_seed_is_nobodys_choice),
                                       TEST(test_numbers_are_numbers),
                                       TEST(test_nobody_is_away_because_the_server_was),
                                       TEST(test_leaving_saves_no_rating),
                                       TEST(test_leaving_a_table_of_three_comes_last),
                                       TEST(test_left_matches_leave_memory),
                                       TEST(test_running_clock_keeps_a_match_awake),
                                       TEST(test_guest_is_remembered_after_a_full_disk),
                                       TEST(test_match_is_given_up_by_its_maker),
                                       TEST(test_nobody_shouts_others_down),
                                       TEST(test_private_matches_stay_private)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
