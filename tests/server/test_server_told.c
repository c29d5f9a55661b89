// SPDX-License-Identifier: MIT
// What is told of a match afterwards: its log to whoever comes in, its course when it is over, and who
// plays a game best.
#include "server/world.h"

#include "support/help.h"

static const char open_seats[] = "[{\"kind\":\"me\"},{\"kind\":\"open\"}]";

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int number_of(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

// --- The log -----------------------------------------------------------------

// The first page and the second play, the third watches.
static void open_three(world *w, uint64_t seed, const char *game) {
    char path[80];
    world_open(w, seed, 3);
    world_match(w, &w->pages[0], game, 2, open_seats);
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    for (int i = 0; i < 3; i++) {
        w->pages[i].heard = json_array();
    }
    assert_int_equal(world_ask(w, &w->pages[1], "POST", path, "{\"seat\":1}"), 200);
    world_connect(w, &w->pages[1], w->pages[0].match, 0);
    world_connect(w, &w->pages[2], w->pages[0].match, 0);
}

static void close_three(world *w) {
    for (int i = 0; i < 3; i++) {
        json_decref(w->pages[i].heard);
        w->pages[i].heard = NULL;
    }
    world_close(w);
}

static void play_some(world *w, int decisions) {
    while (decisions > 0) {
        int left = decisions;
        for (int i = 0; i < 2; i++) {
            if (w->pages[i].ask) {
                world_play(w, &w->pages[i], (int)tsr_rng_below(&w->rng, 1000));
                decisions--;
            }
        }
        if (left == decisions) {
            return; // it is over
        }
    }
}

static void come_again(world *w, page *p) {
    world_disconnect(w, p);
    world_connect(w, p, w->pages[0].match, 0);
}

// The sentences of an entry: of an event's steps, or as whoever comes in is told. New.
static json_t *sentences(const json_t *entry) {
    json_t *out = json_array(), *step;
    size_t i;
    json_array_foreach(json_object_get(entry, "steps"), i, step) {
        if (json_object_get(step, "sentence")) {
            json_array_append(out, json_object_get(step, "sentence"));
        }
    }
    json_array_extend(out, json_object_get(entry, "told"));
    return out;
}

static const json_t *entry_of(const json_t *log, int ply) {
    size_t i;
    json_t *entry;
    json_array_foreach(log, i, entry) {
        if (number_of(entry, "ply") == ply) {
            return entry;
        }
    }
    return NULL;
}

// Everything the page was told while it happened stands in the log it gets now, word for word;
// how many sentences.
static size_t tells_the_same(const page *p) {
    const json_t *log = json_object_get(p->full, "log");
    size_t count = 0, m, i;
    json_t *text, *entry;
    json_array_foreach(p->heard, m, text) {
        json_t *message = json_loads(json_string_value(text), 0, NULL);
        int is_event = strcmp(text_of(message, "t"), "event") == 0;
        json_array_foreach(is_event ? json_object_get(message, "log") : NULL, i, entry) {
            json_t *then = sentences(entry);
            json_t *now = sentences(entry_of(log, number_of(entry, "ply")));
            assert_true(json_equal(then, now));
            count += json_array_size(then);
            json_decref(then);
            json_decref(now);
        }
        json_decref(message);
    }
    return count;
}

static void test_who_comes_in_hears_what_happened(void **state) {
    static const char *const games[] = {"azul", "unicorns", "reversi", "projectl"};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        world w;
        open_three(&w, 5 + g, games[g]);
        for (int round = 0; round < 3; round++) {
            play_some(&w, 16);
            for (int i = 0; i < 3; i++) {
                come_again(&w, &w.pages[i]);
                assert_true(tells_the_same(&w.pages[i]) > 0 || round < 2);
            }
        }
        close_three(&w);
    }
}

// What was kept of the log is what is made anew, for each pair of eyes, also after a step back.
static void test_kept_logs_are_true(void **state) {
    world w;
    json_t *kept[3];
    (void)state;
    open_three(&w, 11, "unicorns");
    for (int round = 0; round < 4; round++) {
        play_some(&w, 6);
        if (round == 2) {
            world_say(&w, &w.pages[0], "\"t\":\"offer\",\"kind\":\"takeback\"}");
            world_say(&w, &w.pages[1], "\"t\":\"answer\",\"kind\":\"takeback\",\"yes\":true}");
        }
        for (int i = 0; i < 3; i++) {
            come_again(&w, &w.pages[i]);
            kept[i] = json_deep_copy(json_object_get(w.pages[i].full, "log"));
        }
        world_crash(&w); // nothing is kept now
        for (int i = 0; i < 3; i++) {
            world_connect(&w, &w.pages[i], w.pages[0].match, 0);
            assert_true(json_equal(kept[i], json_object_get(w.pages[i].full, "log")));
            json_decref(kept[i]);
        }
    }
    close_three(&w);
}

// Hands are hidden: what one player drew stands in no other log.
static void test_logs_keep_secrets(void **state) {
    world w;
    (void)state;
    open_three(&w, 12, "unicorns");
    play_some(&w, 12);
    for (int i = 0; i < 3; i++) {
        come_again(&w, &w.pages[i]);
    }
    json_t *a = json_object_get(w.pages[0].full, "log");
    assert_false(json_equal(a, json_object_get(w.pages[1].full, "log")));
    assert_false(json_equal(a, json_object_get(w.pages[2].full, "log")));
    close_three(&w);
}

// --- The course --------------------------------------------------------------

static int ask_course(world *w) {
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/course", w->pages[0].match);
    return world_ask(w, &w->pages[0], "GET", path, "");
}

static int value_at(const world *w, size_t point, size_t seat) {
    const json_t *values = json_object_get(w->body, "values");
    return (int)json_integer_value(json_array_get(json_array_get(values, point), seat));
}

static void test_course_of_scores(void **state) {
    world w;
    (void)state;
    open_three(&w, 21, "reversi");
    play_some(&w, 4);
    assert_int_equal(ask_course(&w), 403); // not while it is played
    play_some(&w, 200);
    assert_int_equal(w.pages[0].overs, 1);
    assert_int_equal(ask_course(&w), 200);
    assert_string_equal(text_of(w.body, "kind"), "score");
    const json_t *plies = json_object_get(w.body, "plies");
    size_t points = json_array_size(plies);
    assert_int_equal(points, json_array_size(json_object_get(w.body, "values")));
    assert_int_equal(json_integer_value(json_array_get(plies, points - 1)), w.pages[0].ply);
    assert_int_equal(value_at(&w, 0, 0), value_at(&w, 0, 1));
    come_again(&w, &w.pages[0]);
    const json_t *result = json_object_get(w.pages[0].full, "result");
    for (size_t p = 0; p < 2; p++) {
        int score = number_of(json_array_get(result, p), "score");
        assert_int_equal(value_at(&w, points - 1, p), score);
    }
    close_three(&w);
}

// A game that counts no points is judged; whoever gives up has lost, however it stood.
static void test_course_of_chances(void **state) {
    world w;
    (void)state;
    open_three(&w, 22, "chess");
    play_some(&w, 6);
    world_say(&w, &w.pages[0], "\"t\":\"resign\",\"seat\":0}");
    assert_int_equal(ask_course(&w), 200);
    assert_string_equal(text_of(w.body, "kind"), "chance");
    size_t points = json_array_size(json_object_get(w.body, "values"));
    assert_int_equal(points, 7);
    assert_in_range(value_at(&w, 0, 0), 400, 600);
    assert_int_equal(value_at(&w, points - 1, 0), 0);
    assert_int_equal(value_at(&w, points - 1, 1), 1000);
    close_three(&w);
}

static void test_course_of_nothing(void **state) {
    world w;
    (void)state;
    world_open(&w, 23, 1);
    world_match(&w, w.pages, "tictactoe", 2, open_seats);
    world_say(&w, w.pages, "\"t\":\"cancel\"}"); // given up before it began
    assert_int_equal(ask_course(&w), 200);
    assert_string_equal(text_of(w.body, "kind"), "none");
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/matches/nothing/course", ""), 404);
    world_close(&w);
}

// --- Rankings ----------------------------------------------------------------

static void sign_up(world *w, page *p, const char *name) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

static void rated(world *w, page *winner, page *loser) {
    char path[80];
    assert_int_equal(world_ask(w, winner, "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"rated\":true,\"seats\":["
                               "{\"kind\":\"me\"},{\"kind\":\"open\"}]}"),
                     200);
    world_connect(w, winner, text_of(w->body, "id"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/join", winner->match);
    assert_int_equal(world_ask(w, loser, "POST", path, "{}"), 200);
    world_connect(w, loser, winner->match, 0);
    world_play(w, winner, 0);
    world_say(w, loser, "\"t\":\"resign\",\"seat\":1}");
    world_disconnect(w, winner);
    world_disconnect(w, loser);
}

static void test_ranking(void **state) {
    static const char *const names[] = {"Anna", "Ben", "Cem"};
    world w;
    (void)state;
    world_open(&w, 31, 3);
    for (int i = 0; i < 3; i++) {
        sign_up(&w, &w.pages[i], names[i]);
    }
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/games/tictactoe/ranking", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "best")), 0);
    rated(&w, &w.pages[2], &w.pages[0]);
    rated(&w, &w.pages[0], &w.pages[1]);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/games/tictactoe/ranking", ""), 200);
    const json_t *best = json_object_get(w.body, "best");
    assert_int_equal(json_array_size(best), 3);
    assert_string_equal(text_of(json_array_get(best, 0), "name"), "Cem");
    assert_string_equal(text_of(json_array_get(best, 2), "name"), "Ben");
    assert_int_equal(number_of(json_array_get(best, 1), "games"), 2);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/games/chess/ranking", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "best")), 0);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/games/nosuch/ranking", ""), 404);
    // Who leaves is on no list.
    assert_int_equal(world_ask(&w, &w.pages[2], "POST", "/api/delete-account",
                               "{\"password\":\"a quiet tall ship\"}"),
                     200);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/games/tictactoe/ranking", ""), 200);
    best = json_object_get(w.body, "best");
    assert_string_equal(text_of(json_array_get(best, 0), "name"), "Anna");
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_who_comes_in_hears_what_happened),
                                       TEST(test_kept_logs_are_true),
                                       TEST(test_logs_keep_secrets),
                                       TEST(test_course_of_scores),
                                       TEST(test_course_of_chances),
                                       TEST(test_course_of_nothing),
                                       TEST(test_ranking)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
