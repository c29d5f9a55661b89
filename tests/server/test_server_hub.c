// SPDX-License-Identifier: MIT
// Matches through the hub: playing, durability, resending, secrets, offers, forks.
#include "server/ident.h"
#include "server/world.h"

#include "conformance/planted/planted.h"
#include "support/help.h"

static const char two_open[] = "[{\"kind\":\"me\"},{\"kind\":\"open\"}]";
static const char me_and_bot[] = "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]";

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int number_of(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

// Two pages in one live match of `game`.
static void two(world *w, const char *game) {
    char path[80];
    world_match(w, &w->pages[0], game, 2, two_open);
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    assert_int_equal(world_ask(w, &w->pages[1], "POST", path, "{\"seat\":1}"), 200);
    world_connect(w, &w->pages[1], w->pages[0].match, 0);
}

static page *mover(world *w) {
    for (int i = 0; i < w->page_count; i++) {
        if (w->pages[i].conn && w->pages[i].ask) {
            return &w->pages[i];
        }
    }
    return NULL;
}

static void play_out(world *w) {
    page *p;
    for (int i = 0; (p = mover(w)) != NULL && i < 500; i++) {
        world_play(w, p, (int)tsr_rng_below(&w->rng, 1000));
    }
}

static void test_two_play_to_the_end(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 1, 2);
    two(&w, "tictactoe");
    play_out(&w);
    assert_int_equal(w.pages[0].overs, 1);
    assert_int_equal(w.pages[1].overs, 1);
    snprintf(path, sizeof path, "/api/matches/%s/record", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", path, ""), 200);
    assert_non_null(strstr(w.raw, "\nresult\t"));
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/history", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 1);
    // Nobody looks any more: it leaves memory, and can be looked at again.
    world_disconnect(&w, &w.pages[0]);
    world_disconnect(&w, &w.pages[1]);
    world_pass(&w, 6000);
    world_connect(&w, &w.pages[0], w.pages[0].match, 0);
    assert_string_equal(text_of(json_object_get(w.pages[0].full, "match"), "state"), "over");
    world_close(&w);
}

static void test_bot_answers(void **state) {
    world w;
    (void)state;
    world_open(&w, 2, 1);
    world_match(&w, &w.pages[0], "tictactoe", 2, me_and_bot);
    while (w.pages[0].overs == 0) {
        if (w.pages[0].ask) {
            world_play(&w, &w.pages[0], 0);
        }
        world_pass(&w, 100);
    }
    assert_true(w.pages[0].acks >= 3);
    world_close(&w);
}

static void test_told_only_when_on_disk(void **state) {
    world w;
    (void)state;
    world_open(&w, 3, 2);
    two(&w, "tictactoe");
    w.held_back = 1;
    int events = w.pages[1].events;
    world_play(&w, &w.pages[0], 0);
    assert_int_equal(w.pages[0].acks, 0);
    assert_int_equal(w.pages[1].events, events);
    // Somebody who comes in meanwhile must not see it either.
    world_disconnect(&w, &w.pages[1]);
    int fulls = w.pages[1].fulls;
    world_connect(&w, &w.pages[1], w.pages[1].match, 0);
    assert_int_equal(w.pages[1].fulls, fulls);
    world_sync(&w);
    assert_int_equal(w.pages[0].acks, 1);
    assert_int_equal(w.pages[1].fulls, fulls + 1);
    assert_int_equal(w.pages[1].ply, 1);
    world_close(&w);
}

static void test_disk_fails_and_recovers(void **state) {
    world w;
    (void)state;
    world_open(&w, 4, 2);
    two(&w, "tictactoe");
    world_play(&w, &w.pages[0], 0);
    w.fail_disk = 1;
    int acks = w.pages[1].acks;
    world_play(&w, &w.pages[1], 0);
    assert_int_equal(w.pages[1].acks, acks); // not acknowledged
    assert_non_null(strstr(w.pages[1].why, "disk"));
    assert_int_equal(w.pages[0].ply, 1); // and nobody believes in it
    assert_int_equal(w.pages[1].ply, 1);
    assert_non_null(w.pages[1].ask);
    assert_int_equal(world_ask(&w, &w.pages[0], "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                               "{\"kind\":\"open\"}]}"),
                     503);
    w.fail_disk = 0;
    world_play(&w, &w.pages[1], 0);
    assert_int_equal(w.pages[1].acks, acks + 1);
    assert_int_equal(w.pages[0].ply, 2);
    play_out(&w);
    assert_int_equal(w.pages[0].overs, 1);
    world_close(&w);
}

static void test_resending_is_safe(void **state) {
    world w;
    const char *move = "{\"a\":1,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 1,1\"}";
    (void)state;
    world_open(&w, 5, 2);
    two(&w, "tictactoe");
    world_raw(&w, &w.pages[0], move);
    world_raw(&w, &w.pages[0], move);
    assert_int_equal(w.pages[0].acks, 2);
    assert_int_equal(w.pages[1].ply, 1);
    // The same over a new socket, and after a crash, when numbers are forgotten.
    world_disconnect(&w, &w.pages[0]);
    world_connect(&w, &w.pages[0], w.pages[0].match, 1);
    world_raw(&w, &w.pages[0], move);
    assert_int_equal(w.pages[0].acks, 3);
    world_crash(&w);
    world_connect(&w, &w.pages[0], w.pages[0].match, 1);
    world_raw(&w, &w.pages[0], move);
    assert_int_equal(w.pages[0].acks, 4);
    assert_int_equal(w.pages[0].ply, 1);
    assert_int_equal(w.pages[0].refusals, 0);
    world_close(&w);
}

static void test_unstored_move_is_gone_after_a_crash(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 2);
    two(&w, "tictactoe");
    world_play(&w, &w.pages[0], 4);
    w.held_back = 1;
    world_play(&w, &w.pages[1], 0);
    w.held_back = 0;
    world_crash(&w);
    world_connect(&w, &w.pages[1], w.pages[1].match, 1);
    assert_int_equal(w.pages[1].ply, 1);
    assert_non_null(w.pages[1].ask);
    world_play(&w, &w.pages[1], 0);
    assert_int_equal(w.pages[1].ply, 2);
    world_close(&w);
}

static void test_wrong_messages(void **state) {
    static const struct {
        int page;
        const char *text, *why;
    } rows[] = {
        {1, "\"t\":\"move\",\"seat\":1,\"ply\":1,\"text\":\"O 0,0\"}", "turn"},
        {1, "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}", "not your seat"},
        {2, "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}", "not your seat"},
        {0, "\"t\":\"move\",\"seat\":0,\"ply\":2,\"text\":\"X 0,0\"}", "moved on"},
        {0, "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 9,9\"}", ""},
        {0, "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"rubbish\"}", "not a move"},
        {0, "\"t\":\"move\",\"seat\":0,\"ply\":1}", "not a move"},
        {0, "\"t\":\"move\",\"seat\":77,\"ply\":1,\"text\":\"X 0,0\"}", "not your seat"},
        {2, "\"t\":\"chat\",\"text\":\"hello\"}", "only players"},
        {2, "\"t\":\"resign\",\"seat\":0}", "not your seat"},
        {2, "\"t\":\"offer\",\"kind\":\"draw\"}", "only players"},
        {0, "\"t\":\"offer\",\"kind\":\"bribe\"}", "no such offer"},
        {0, "\"t\":\"answer\",\"kind\":\"draw\",\"yes\":true}", "no longer open"},
        {0, "\"t\":\"undo\",\"seat\":0}", "nothing you may undo"},
        {0, "\"t\":\"look\",\"ply\":99}", "no such move"},
        {0, "\"t\":\"sing\"}", "no such message"},
        {0, "\"x\":1}", "type"},
        {0, "\"t\":\"why\",\"seat\":0,\"pick\":[99999]}", "cannot be picked"},
        {0, "\"t\":\"claim\",\"seat\":1}", "not been away"},
    };
    world w;
    (void)state;
    world_open(&w, 7, 3);
    two(&w, "tictactoe");
    assert_int_equal(world_ask(&w, &w.pages[2], "GET", "/api/me", ""), 200);
    world_connect(&w, &w.pages[2], w.pages[0].match, 0);
    assert_null(w.pages[2].ask); // a watcher is asked nothing
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        page *p = &w.pages[rows[i].page];
        int refusals = p->refusals;
        world_say(&w, p, "%s", rows[i].text);
        assert_int_equal(p->refusals, refusals + 1);
        assert_non_null(strstr(p->why, rows[i].why));
    }
    assert_int_equal(w.pages[0].ply, 0);
    world_raw(&w, &w.pages[1], "this is not JSON");
    assert_int_equal(w.pages[1].closed, 1008);
    world_close(&w);
}

static void test_flood_is_closed(void **state) {
    world w;
    (void)state;
    world_open(&w, 8, 2);
    two(&w, "tictactoe");
    for (int i = 0; i < 300 && !w.pages[1].closed; i++) {
        world_raw(&w, &w.pages[1], "{\"t\":\"ping\"}"); // pings are free
    }
    assert_int_equal(w.pages[1].closed, 0);
    for (int i = 0; i < 300 && !w.pages[1].closed; i++) {
        world_say(&w, &w.pages[1], "\"t\":\"sing\"}");
    }
    assert_int_equal(w.pages[1].closed, 1008);
    world_close(&w);
}

static void test_clock_runs_out_and_survives(void **state) {
    world w;
    page *p;
    char path[80];
    (void)state;
    world_open(&w, 9, 2);
    p = w.pages;
    assert_int_equal(world_ask(&w, p, "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                               "{\"kind\":\"open\"}],\"clock\":{\"base\":60,\"increment\":1}}"),
                     200);
    world_connect(&w, p, text_of(w.body, "id"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/join", p->match);
    assert_int_equal(world_ask(&w, &p[1], "POST", path, "{}"), 200);
    world_connect(&w, &p[1], p->match, 0);
    world_pass(&w, 20000);
    world_play(&w, p, 0);
    const json_t *ms = json_object_get(json_object_get(p->last, "clocks"), "ms");
    ms = ms ? ms : json_object_get(json_object_get(p[1].last, "clocks"), "ms");
    int left = (int)json_integer_value(json_array_get(ms, 0));
    assert_in_range(left, 40000, 42000); // 60 - 20 + 1
    world_crash(&w);
    world_connect(&w, p, p->match, 0);
    world_connect(&w, &p[1], p->match, 0);
    ms = json_object_get(json_object_get(p->full, "clocks"), "ms");
    assert_int_equal(json_integer_value(json_array_get(ms, 0)), left);
    world_pass(&w, 61000);
    assert_int_equal(p->overs, 1); // the second player did not answer
    const json_t *result = json_object_get(p->last, "result");
    assert_int_equal(number_of(json_array_get(result, 0), "rank"), 1);
    assert_string_equal(text_of(p->last, "end"), "forfeit");
    world_close(&w);
}

static void test_offers(void **state) {
    world w;
    (void)state;
    world_open(&w, 10, 2);
    two(&w, "tictactoe");
    page *a = w.pages, *b = &w.pages[1];
    world_play(&w, a, 0);
    world_say(&w, a, "\"t\":\"offer\",\"kind\":\"takeback\"}");
    assert_string_equal(text_of(b->last, "t"), "offer");
    world_say(&w, b, "\"t\":\"answer\",\"kind\":\"takeback\",\"yes\":false}");
    assert_int_equal(a->ply, 1);
    world_say(&w, a, "\"t\":\"offer\",\"kind\":\"takeback\"}");
    assert_non_null(strstr(a->why, "refused")); // nobody is asked again at once
    world_pass(&w, 11000);
    world_say(&w, a, "\"t\":\"offer\",\"kind\":\"takeback\"}");
    world_say(&w, b, "\"t\":\"answer\",\"kind\":\"takeback\",\"yes\":true}");
    assert_int_equal(a->ply, 0);
    assert_non_null(a->ask);
    world_play(&w, a, 3);
    world_say(&w, b, "\"t\":\"offer\",\"kind\":\"draw\"}");
    world_play(&w, b, 0); // moving on takes the offer back
    world_say(&w, a, "\"t\":\"answer\",\"kind\":\"draw\",\"yes\":true}");
    assert_non_null(strstr(a->why, "no longer open"));
    world_say(&w, b, "\"t\":\"offer\",\"kind\":\"draw\"}");
    world_say(&w, a, "\"t\":\"answer\",\"kind\":\"draw\",\"yes\":true}");
    assert_int_equal(a->overs, 1);
    assert_int_equal(b->overs, 1);
    world_close(&w);
}

static void test_shared_device_takes_back(void **state) {
    world w;
    (void)state;
    world_open(&w, 19, 1);
    page *p = w.pages;
    world_match(&w, p, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"Ben\"}]");
    world_play(&w, p, 0);
    world_say(&w, p, "\"t\":\"offer\",\"kind\":\"takeback\"}"); // Ben is shown, but has not moved
    assert_int_equal(p->ply, 0);
    assert_int_equal(p->seat, 0);
    world_close(&w);
}

static void test_resign_and_rematch(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 11, 2);
    two(&w, "tictactoe");
    page *a = w.pages, *b = &w.pages[1];
    snprintf(path, sizeof path, "/api/matches/%s/rematch", a->match);
    assert_int_equal(world_ask(&w, a, "POST", path, "{}"), 409);
    world_say(&w, a, "\"t\":\"resign\",\"seat\":0}");
    assert_int_equal(b->overs, 1);
    assert_int_equal(world_ask(&w, a, "POST", path, "{}"), 200);
    char next[32];
    snprintf(next, sizeof next, "%s", text_of(w.body, "id"));
    assert_string_equal(text_of(b->last, "kind"), "rematch");
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 200);
    assert_string_equal(text_of(w.body, "id"), next);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_connect(&w, a, next, 0);
    world_connect(&w, b, next, 0);
    assert_null(a->ask); // seats have rotated
    assert_non_null(b->ask);
    assert_int_equal(b->seat, 0);
    world_close(&w);
}

// Where the store is cut by months, matches that are made before and after the end of one have that in their numbers.
static void test_a_month_ends(void **state) {
    enum { LAST_OF_APRIL_2026 = 1777593595 }; // five seconds are left of it
    world w;
    char path[80], next[32];
    (void)state;
    world_open(&w, 22, 2);
    w.first_month = 3;
    w.later_s = LAST_OF_APRIL_2026 - WORLD_WALL_S - (int64_t)(w.now_ms / 1000);
    world_crash(&w);
    two(&w, "tictactoe");
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(strlen(a->match), IDENT_LONG);
    assert_memory_equal(a->match, "03", 2);
    world_say(&w, a, "\"t\":\"resign\",\"seat\":0}");
    world_pass(&w, 10000);
    snprintf(path, sizeof path, "/api/matches/%s/rematch", a->match);
    assert_int_equal(world_ask(&w, a, "POST", path, "{}"), 200);
    snprintf(next, sizeof next, "%s", text_of(w.body, "id"));
    assert_memory_equal(next, "04", 2);
    assert_int_equal(ident_read(next) % 256, ident_read(a->match) % 256);
    assert_int_equal(world_ask(&w, b, "POST", path, "{}"), 200);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_sync(&w);
    world_crash(&w);
    world_connect(&w, b, next, 0);
    assert_non_null(b->ask);
    world_close(&w);
}

static void test_leaver_is_replaced(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 12, 3);
    world_match(&w, &w.pages[0], "azul", 3,
                "[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", w.pages[0].match);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(world_ask(&w, &w.pages[i], "POST", path, "{}"), 200);
        world_connect(&w, &w.pages[i], w.pages[0].match, 0);
    }
    page *p = mover(&w);
    int seat = p->seat, ply = p->ply;
    world_say(&w, p, "\"t\":\"resign\",\"seat\":%d}", seat);
    world_pass(&w, 200);
    page *next = mover(&w);
    assert_non_null(next);
    assert_ptr_not_equal(next, p);
    assert_true(next->ply > ply); // a bot has moved
    // Another one only goes away: after a minute a bot may take over.
    int away = next->seat;
    world_disconnect(&w, next);
    page *third = &w.pages[(int)(3 - (p - w.pages) - (next - w.pages))];
    world_pass(&w, 30000);
    world_say(&w, third, "\"t\":\"claim\",\"seat\":%d}", away);
    assert_non_null(strstr(third->why, "not been away"));
    world_pass(&w, 31000);
    int acks = third->acks;
    world_say(&w, third, "\"t\":\"claim\",\"seat\":%d}", away);
    assert_int_equal(third->acks, acks + 1);
    world_pass(&w, 500);
    assert_non_null(third->ask);
    world_close(&w);
}

static void test_fork(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 13, 2);
    two(&w, "tictactoe");
    for (int i = 0; i < 3; i++) {
        world_play(&w, mover(&w), 0);
    }
    snprintf(path, sizeof path, "/api/matches/%s/fork", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[0], "POST", path, "{\"ply\":2}"), 200);
    char id[32];
    snprintf(id, sizeof id, "%s", text_of(w.body, "id"));
    world_disconnect(&w, &w.pages[0]);
    world_connect(&w, &w.pages[0], id, 0);
    assert_non_null(w.pages[0].ask);
    assert_int_equal(json_array_size(json_object_get(w.pages[0].ask, "moves")), 7);
    world_crash(&w); // a match with a start of its own comes back, too
    world_connect(&w, &w.pages[0], id, 0);
    assert_int_equal(json_array_size(json_object_get(w.pages[0].ask, "moves")), 7);
    world_close(&w);
}

static void test_curtain(void **state) {
    world w;
    (void)state;
    world_open(&w, 14, 1);
    assert_int_equal(tsr_registry_add_game(w.registry, &planted_cards, NULL), TSR_OK);
    page *p = w.pages;
    world_match(&w, p, planted_cards.name, 2,
                "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"Ben\"}]");
    for (int i = 0; i < 60 && !p->overs; i++) {
        const json_t *curtain = json_object_get(p->last, "curtain");
        curtain = curtain ? curtain : json_object_get(p->full, "curtain");
        if (!p->ask) {
            // Behind the curtain there is nothing at all.
            assert_true(json_is_integer(curtain));
            assert_true(json_is_null(
                json_object_get(json_object_get(p->last, "scene") ? p->last : p->full, "scene")));
            world_say(&w, p, "\"t\":\"look\",\"ply\":0}");
            assert_non_null(strstr(p->why, "nothing to look at"));
            int seat = (int)json_integer_value(curtain);
            world_say(&w, p, "\"t\":\"show\",\"seat\":%d}", seat);
            assert_int_equal(p->seat, seat);
            assert_non_null(p->ask);
        }
        world_play(&w, p, (int)tsr_rng_below(&w.rng, 100));
        // What came last may be the ack; look at the event before it through `full`.
        world_disconnect(&w, p);
        world_connect(&w, p, p->match, 0);
    }
    assert_true(p->overs == 1);
    world_close(&w);
}

// Whatever others hold, what is sent to one seat depends on that seat's view alone: a
// page that joins late gets the same scene as the view gives.
static void test_record_is_secret_while_played(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 15, 2);
    two(&w, "azul");
    snprintf(path, sizeof path, "/api/matches/%s/record", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[0], "GET", path, ""), 403);
    snprintf(path, sizeof path, "/api/matches/%s/fork", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[0], "POST", path, "{}"), 403);
    world_close(&w);
}

static void test_invitations(void **state) {
    world w;
    char path[80], body[80];
    (void)state;
    world_open(&w, 16, 3);
    world_match(&w, &w.pages[0], "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"invite\"}]");
    const char *link =
        json_string_value(json_array_get(json_object_get(w.pages[0].full, "invites"), 0));
    assert_non_null(link);
    snprintf(body, sizeof body, "{\"invite\":\"%s\"}", strrchr(link, '/') + 1);
    snprintf(path, sizeof path, "/api/matches/%s/join", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", path, "{\"seat\":1}"), 409);
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", path, "{\"invite\":\"wrong\"}"), 403);
    world_connect(&w, &w.pages[2], w.pages[0].match, 0);
    assert_null(json_object_get(w.pages[2].full, "invites")); // not for everybody
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", path, body), 200);
    assert_int_equal(world_ask(&w, &w.pages[2], "POST", path, body), 403); // used
    assert_non_null(w.pages[0].ask);
    assert_int_equal(world_ask(&w, &w.pages[0], "GET", "/api/lobby", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "live")), 0); // private
    world_close(&w);
}

static void test_abandoned_match_is_given_up(void **state) {
    world w;
    (void)state;
    world_open(&w, 18, 1);
    world_match(&w, w.pages, "tictactoe", 2, two_open);
    world_disconnect(&w, w.pages);
    w.now_ms += 90000000; // more than a day
    world_pass(&w, 6000);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/lobby", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "open")), 0);
    world_close(&w);
}

static void test_wrong_requests(void **state) {
    static const struct {
        const char *method, *path, *body;
        int status;
    } rows[] = {
        {"GET", "/api/nothing", "", 404},
        {"POST", "/api/games", "", 405},
        {"GET", "/api/matches/xyz", "", 404},
        {"GET", "/api/users/nobody", "", 404},
        {"GET", "/api/games/nothing/rules", "", 404},
        {"POST", "/api/matches", "", 400},
        {"POST", "/api/matches", "[]", 400},
        {"POST", "/api/matches", "{\"game\":\"nothing\"}", 404},
        {"POST", "/api/matches", "{\"game\":\"tictactoe\",\"players\":7,\"seats\":[]}", 400},
        {"POST", "/api/matches", "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[]}", 400},
        {"POST", "/api/matches",
         "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"x\"}]}",
         400},
        {"POST", "/api/matches",
         "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\","
         "\"spec\":\"mcts:time=1h\"}]}",
         400},
        {"POST", "/api/matches",
         "{\"game\":\"azul\",\"players\":2,\"options\":{\"zzz\":\"1\"},\"seats\":[{\"kind\":\"me\"}"
         ","
         "{\"kind\":\"open\"}]}",
         400},
        {"POST", "/api/matches/0000000001/join", "{}", 404},
        {"POST", "/api/matches/0000000001/rematch", "{}", 404},
        {"POST", "/api/matches/0000000001/fork", "{}", 404},
        {"GET", "/api/matches/0000000001/record", "", 404},
    };
    world w;
    (void)state;
    world_open(&w, 17, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(world_ask(&w, w.pages, rows[i].method, rows[i].path, rows[i].body),
                         rows[i].status);
        assert_non_null(json_object_get(w.body, "error"));
    }
    // From another origin nothing may change.
    const hub_request foreign = {.id = ++w.next_request,
                                 .method = "POST",
                                 .path = "/api/matches",
                                 .query = "",
                                 .body = "{}",
                                 .body_size = 2,
                                 .ip = 7};
    hub_request_in(w.hub, &foreign, w.now_ms);
    assert_int_equal(w.status, 403);
    world_close(&w);
}

// Agents that start programs, read files or think as long as they like are for the
// command line: from the network only the listed bots come in, however they are spelt.
static void test_only_listed_bots(void **state) {
    static const char *const specs[] = {"exec:/bin/sh",
                                        "exec:cmd=/bin/sh",
                                        "uci:/usr/bin/stockfish",
                                        "uci:stockfish",
                                        "gtp:gnugo",
                                        "human",
                                        "random",
                                        "mcts",
                                        "level:n=3,exec=/bin/sh",
                                        "level:n=9",
                                        "level:n=0",
                                        "level:n=-1",
                                        "level:n=03",
                                        "level:n=3 ",
                                        " level:n=3",
                                        "level:n=3;exec:x",
                                        "LEVEL:n=3",
                                        "",
                                        "level:n=3\\u0000x"};
    world w;
    (void)state;
    world_open(&w, 19, 1);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        char body[300];
        snprintf(body, sizeof body,
                 "{\"game\":\"chess\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                 "{\"kind\":\"bot\",\"spec\":\"%s\"}]}",
                 specs[i]);
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), 400);
    }
    // Nor does anybody name a file of the server's.
    static const char *const files[] = {"{\"deck\":\"/etc/passwd\"}", "{\"deck\":\"x.cards\"}"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char body[300];
        snprintf(body, sizeof body,
                 "{\"game\":\"unicorns\",\"players\":2,\"options\":%s,\"seats\":[{\"kind\":\"me\"},"
                 "{\"kind\":\"open\"}]}",
                 files[i]);
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), 400);
    }
    world_close(&w);
}

// Makes a match and compares what the answer tells with what the socket says first.
static void told_twice(world *w, const char *game, const char *seats) {
    static const char *const parts[] = {"t",    "you",     "scene", "ask",
                                        "seat", "curtain", "turn",  "log"};
    char body[300];
    page *p = w->pages;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"players\":2,\"seats\":%s,\"full\":true}", game,
             seats);
    assert_int_equal(world_ask(w, p, "POST", "/api/matches", body), 200);
    json_t *full = json_incref(json_object_get(w->body, "full"));
    world_connect(w, p, text_of(w->body, "id"), 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        assert_true(
            json_equal(json_object_get(full, parts[i]), json_object_get(p->full, parts[i])));
    }
    json_decref(full);
}

static void test_told_with_the_answer(void **state) {
    world w;
    (void)state;
    world_open(&w, 40, 1);
    told_twice(&w, "tictactoe", me_and_bot);
    assert_true(json_is_object(json_object_get(w.pages[0].full, "ask")));
    told_twice(&w, "unicorns", "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"Ben\"}]");
    assert_true(json_is_integer(json_object_get(w.pages[0].full, "curtain")));
    world_match(&w, w.pages, "tictactoe", 2, me_and_bot);
    assert_null(json_object_get(w.body, "full")); // it was not asked for
    world_close(&w);
}

// Two requests at once must not make two sessions: one of them can say that it has one.
static void test_known_or_refused(void **state) {
    world w;
    char body[300];
    (void)state;
    world_open(&w, 41, 1);
    snprintf(body, sizeof body,
             "{\"game\":\"tictactoe\",\"players\":2,\"seats\":%s,\"known\":true}", me_and_bot);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), 401);
    assert_string_equal(w.pages[0].token, "");
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches", body), 200);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_two_play_to_the_end),
                                       TEST(test_told_with_the_answer),
                                       TEST(test_known_or_refused),
                                       TEST(test_bot_answers),
                                       TEST(test_told_only_when_on_disk),
                                       TEST(test_disk_fails_and_recovers),
                                       TEST(test_resending_is_safe),
                                       TEST(test_unstored_move_is_gone_after_a_crash),
                                       TEST(test_wrong_messages),
                                       TEST(test_flood_is_closed),
                                       TEST(test_clock_runs_out_and_survives),
                                       TEST(test_offers),
                                       TEST(test_resign_and_rematch),
                                       TEST(test_a_month_ends),
                                       TEST(test_shared_device_takes_back),
                                       TEST(test_leaver_is_replaced),
                                       TEST(test_fork),
                                       TEST(test_curtain),
                                       TEST(test_record_is_secret_while_played),
                                       TEST(test_invitations),
                                       TEST(test_abandoned_match_is_given_up),
                                       TEST(test_wrong_requests),
                                       TEST(test_only_listed_bots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
