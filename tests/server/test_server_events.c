// SPDX-License-Identifier: MIT
// Events: every kind from entering to its end, in a world that crashes, with people who do not come.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int number_of(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

static void sign_up(world *w, int count) {
    for (int i = 0; i < count; i++) {
        char body[160];
        snprintf(body, sizeof body, "{\"name\":\"Player %c\",\"password\":\"a quiet tall ship\"}",
                 'A' + i);
        assert_int_equal(world_ask(w, &w->pages[i], "POST", "/api/register", body), 200);
    }
}

// An event made by the first page, which everybody enters; its number in `id`.
static void make_event(world *w, const char *kind, const char *game, const char *more, int count,
                       char id[16]) {
    char body[400], path[80];
    snprintf(body, sizeof body,
             "{\"kind\":\"%s\",\"title\":\"Friday\",\"game\":\"%s\",\"clock\":{\"base\":60},"
             "\"pause\":0%s}",
             kind, game, more);
    assert_int_equal(world_ask(w, w->pages, "POST", "/api/events", body), 200);
    snprintf(id, 16, "%s", text_of(w->body, "id"));
    snprintf(path, sizeof path, "/api/events/%s/join", id);
    for (int i = 0; i < count; i++) {
        assert_int_equal(world_ask(w, &w->pages[i], "POST", path, "{}"), 200);
    }
}

static int act(world *w, int who, const char *id, const char *what, const char *body) {
    char path[80];
    snprintf(path, sizeof path, "/api/events/%s/%s", id, what);
    return world_ask(w, &w->pages[who], "POST", path, body);
}

static const json_t *look(world *w, const char *id) {
    char path[80];
    snprintf(path, sizeof path, "/api/events/%s", id);
    assert_int_equal(world_ask(w, w->pages, "GET", path, ""), 200);
    return w->body;
}

// Somebody answers all they are asked: with the move of this index, or by giving up. How many.
static int answer_turns(world *w, int who, int index, int resigns) {
    page *p = &w->pages[who];
    assert_int_equal(world_ask(w, p, "GET", "/api/turns", ""), 200);
    json_t *turns = json_incref(json_object_get(w->body, "turns"));
    size_t i;
    json_t *turn;
    json_array_foreach(turns, i, turn) {
        char body[200], path[80];
        const json_t *moves = json_object_get(turn, "moves");
        const json_t *text = json_array_get(moves, (size_t)index % json_array_size(moves));
        snprintf(path, sizeof path, "/api/matches/%s/turn", text_of(turn, "match"));
        snprintf(body, sizeof body, "{\"seat\":%d,\"ply\":%d,\"text\":\"%s\",\"resign\":%s}",
                 number_of(turn, "seat"), number_of(turn, "ply"), json_string_value(text),
                 resigns ? "true" : "false");
        assert_int_equal(world_ask(w, p, "POST", path, body), 200);
    }
    int n = (int)i;
    json_decref(turns);
    return n;
}

static int is_over(world *w, const char *id) {
    return strcmp(text_of(look(w, id), "state"), "over") == 0;
}

// Everybody plays until the event is over.
static void play_out(world *w, const char *id, int count, int crashes) {
    for (int turn = 0; turn < 400 && !is_over(w, id); turn++) {
        for (int i = 0; i < count; i++) {
            answer_turns(w, i, turn + i, 0);
        }
        world_pass(w, 1100);
        if (crashes && turn % 7 == 3) {
            world_crash(w);
        }
    }
    assert_true(is_over(w, id));
}

static int times_met(const json_t *games, const char *a, const char *b) {
    size_t i;
    json_t *g;
    int n = 0;
    json_array_foreach(games, i, g) {
        const json_t *players = json_object_get(g, "players");
        const char *x = json_string_value(json_array_get(players, 0));
        const char *y = json_string_value(json_array_get(players, 1));
        n += y &&
             ((strcmp(x, a) == 0 && strcmp(y, b) == 0) || (strcmp(x, b) == 0 && strcmp(y, a) == 0));
    }
    return n;
}

// Points must be what the games say, whatever crashed in between; nobody meets twice.
static void check_swiss(world *w, const char *id, int count, int rounds) {
    const json_t *e = look(w, id);
    const json_t *games = json_object_get(e, "games"), *entries = json_object_get(e, "entries");
    double sum = 0, last = 1000;
    size_t i;
    json_t *x;
    assert_int_equal(number_of(e, "round"), rounds);
    assert_int_equal(json_array_size(games), (size_t)(rounds * ((count + 1) / 2)));
    assert_int_equal(json_array_size(entries), (size_t)count);
    json_array_foreach(entries, i, x) {
        double points = json_number_value(json_object_get(x, "points"));
        assert_true(points <= last);
        last = points;
        sum += points;
        for (size_t k = 0; k < i; k++) {
            const json_t *y = json_array_get(entries, k);
            assert_true(times_met(games, text_of(x, "name"), text_of(y, "name")) <= 1);
        }
    }
    assert_true(sum == rounds * ((count + 1) / 2));
}

static void test_swiss(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 1, 7);
    sign_up(&w, 7);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":3", 7, id);
    assert_int_equal(act(&w, 1, id, "start", "{}"), 403); // not theirs
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 409);
    play_out(&w, id, 7, 0);
    check_swiss(&w, id, 7, 3);
    assert_int_equal(act(&w, 1, id, "join", "{}"), 409); // it is over
    // It leaves memory and is read from the disk, the same.
    look(&w, id);
    char *before = strdup(w.raw);
    world_pass(&w, 700000);
    look(&w, id);
    assert_string_equal(w.raw, before);
    free(before);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/events", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "over")), 1);
    world_close(&w);
}

static void test_swiss_survives_crashes(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 2, 6);
    sign_up(&w, 6);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":3", 6, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    play_out(&w, id, 6, 1);
    check_swiss(&w, id, 6, 3);
    world_close(&w);
}

// The round is on disk and its matches are not: they are made when the server is back. The round
// is not on disk: it is paired then.
static void test_crash_between_pairing_and_matches(void **state) {
    (void)state;
    for (int keep = 0; keep <= 3; keep++) {
        world w;
        char id[16];
        world_open(&w, 3, 4);
        sign_up(&w, 4);
        make_event(&w, "swiss", "tictactoe", ",\"rounds\":1", 4, id);
        w.held_back = 1;
        (void)act(&w, 0, id, "start", "{}");
        world_write(&w, keep); // the first batches reach the disk
        w.held_back = 0;
        world_crash(&w);
        world_pass(&w, 2000);
        if (keep == 0) {
            assert_string_equal(text_of(look(&w, id), "state"), "open");
            assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
        }
        play_out(&w, id, 4, 0);
        check_swiss(&w, id, 4, 1);
        world_close(&w);
    }
}

// The disk fails while a round is paired: it is as if it had not been, and paired when it works.
static void test_full_disk(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 4, 4);
    sign_up(&w, 4);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":2", 4, id);
    w.fail_disk = 1;
    assert_int_equal(act(&w, 0, id, "start", "{}"), 503);
    w.fail_disk = 0;
    assert_string_equal(text_of(look(&w, id), "state"), "open");
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    play_out(&w, id, 4, 0);
    check_swiss(&w, id, 4, 2);
    world_close(&w);
}

static int place_of(const json_t *e, const char *name) {
    size_t i;
    json_t *x;
    json_array_foreach(json_object_get(e, "entries"), i, x) {
        if (strcmp(text_of(x, "name"), name) == 0) {
            return number_of(x, "place");
        }
    }
    return 0;
}

// The last of five never comes: loses twice, is not paired again, and the rest goes on with byes.
static void test_who_does_not_come(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 5, 5);
    sign_up(&w, 5);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":4,\"arrive\":20", 5, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    for (int turn = 0; turn < 400 && !is_over(&w, id); turn++) {
        for (int i = 0; i < 4; i++) {
            answer_turns(&w, i, turn + i, 0);
        }
        world_pass(&w, 2000);
    }
    const json_t *e = look(&w, id);
    assert_string_equal(text_of(e, "state"), "over");
    const json_t *last = json_array_get(json_object_get(e, "entries"), 4);
    assert_string_equal(text_of(last, "name"), "Player E");
    assert_string_equal(text_of(last, "state"), "out");
    assert_true(number_of(last, "played") <= 2);
    world_close(&w);
}

static void test_withdrawing(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 6, 4);
    sign_up(&w, 4);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":2", 4, id);
    assert_int_equal(act(&w, 3, id, "leave", "{}"), 200); // before it begins, and back
    assert_int_equal(act(&w, 3, id, "join", "{}"), 200);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    assert_int_equal(act(&w, 3, id, "leave", "{}"), 200); // their match is lost
    play_out(&w, id, 3, 0);
    assert_int_equal(place_of(look(&w, id), "Player D"), 4);
    world_close(&w);
}

// Draws are played again with seats exchanged; in the end one is left.
static void test_knockout(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 7, 6);
    sign_up(&w, 6);
    make_event(&w, "knockout", "connect4", "", 6, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    // The two seeded highest are passed over.
    assert_int_equal(json_array_size(json_object_get(look(&w, id), "games")), 4);
    for (int turn = 0; turn < 400 && !is_over(&w, id); turn++) {
        for (int i = 0; i < 6; i++) {
            answer_turns(&w, i, turn, i > 2); // D, E and F give up when they are asked
        }
        world_pass(&w, 1100);
    }
    const json_t *e = look(&w, id);
    assert_string_equal(text_of(e, "state"), "over");
    assert_int_equal(number_of(e, "round"), 3);
    assert_true(place_of(e, "Player A") == 1 || place_of(e, "Player B") == 1 ||
                place_of(e, "Player C") == 1); // the others have given up
    world_close(&w);
}

static void test_draws_are_replayed(void **state) {
    world w;
    char id[16], path[80];
    (void)state;
    world_open(&w, 8, 2);
    sign_up(&w, 2);
    make_event(&w, "knockout", "tictactoe", "", 2, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    for (int game = 0; game < 3; game++) { // each drawn by agreement
        const json_t *games = json_object_get(look(&w, id), "games");
        assert_int_equal(json_array_size(games), (size_t)game + 1);
        const json_t *g = json_array_get(games, (size_t)game);
        const json_t *first = json_array_get(json_object_get(g, "players"), 0);
        assert_string_equal(json_string_value(first), game % 2 ? "Player B" : "Player A");
        snprintf(path, sizeof path, "%s", text_of(g, "match"));
        world_connect(&w, w.pages, path, 0);
        world_connect(&w, &w.pages[1], path, 0);
        world_say(&w, w.pages, "\"t\":\"offer\",\"kind\":\"draw\"}");
        world_say(&w, &w.pages[1], "\"t\":\"answer\",\"kind\":\"draw\",\"yes\":true}");
        world_disconnect(&w, w.pages);
        world_disconnect(&w, &w.pages[1]);
        world_pass(&w, 2000);
    }
    assert_true(is_over(&w, id));
    assert_int_equal(place_of(look(&w, id), "Player A"), 1); // who was seeded higher
    world_close(&w);
}

static void test_arena(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 9, 5);
    sign_up(&w, 5);
    make_event(&w, "arena", "tictactoe", ",\"minutes\":2,\"arrive\":15", 4, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    for (int turn = 0; turn < 200 && !is_over(&w, id); turn++) {
        for (int i = 0; i < (turn > 10 ? 5 : 4); i++) {
            answer_turns(&w, i, turn + i, 0);
        }
        if (turn == 10) {
            assert_int_equal(act(&w, 4, id, "join", "{}"), 200); // late, and welcome
        }
        if (turn == 30) {
            assert_int_equal(act(&w, 4, id, "leave", "{}"), 200);
            assert_string_equal(text_of(look(&w, id), "state"), "live");
        }
        world_pass(&w, 1000);
    }
    const json_t *e = look(&w, id);
    assert_string_equal(text_of(e, "state"), "over");
    assert_true(json_array_size(json_object_get(e, "games")) > 6);
    assert_true(place_of(e, "Player E") > 0);
    world_close(&w);
}

// Who wins again and again counts double from the third on.
static void test_arena_streak(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 10, 2);
    sign_up(&w, 2);
    make_event(&w, "arena", "tictactoe", ",\"minutes\":1,\"arrive\":0", 2, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    for (int turn = 0; turn < 120 && !is_over(&w, id); turn++) {
        answer_turns(&w, 0, 0, 0);
        answer_turns(&w, 1, 0, 1);
        world_pass(&w, 1000);
    }
    const json_t *first = json_array_get(json_object_get(look(&w, id), "entries"), 0);
    int wins = number_of(first, "wins");
    assert_string_equal(text_of(first, "name"), "Player A");
    assert_true(wins > 3);
    assert_int_equal((int)json_number_value(json_object_get(first, "points")), 2 + 2 * (wins - 2));
    world_close(&w);
}

static void test_ladder(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 11, 8);
    sign_up(&w, 8);
    make_event(&w, "ladder", "tictactoe", "", 8, id);
    assert_int_equal(act(&w, 7, id, "challenge", "{\"name\":\"Player A\"}"), 409); // too far up
    assert_int_equal(act(&w, 3, id, "challenge", "{\"name\":\"Player E\"}"), 409); // below
    assert_int_equal(act(&w, 3, id, "challenge", "{\"name\":\"Nobody\"}"), 409);
    assert_int_equal(act(&w, 3, id, "challenge", "{\"name\":\"Player B\"}"), 200);
    assert_int_equal(act(&w, 4, id, "challenge", "{\"name\":\"Player B\"}"), 409); // is playing
    for (int turn = 0; turn < 12; turn++) {
        answer_turns(&w, 3, 0, 0);
        answer_turns(&w, 1, 0, 1);
        world_pass(&w, 1000);
    }
    world_crash(&w);
    const json_t *e = look(&w, id);
    static const char *const order[] = {"Player A", "Player D", "Player B", "Player C", "Player E"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(place_of(e, order[i]), i + 1);
    }
    world_close(&w);
}

static void test_simul(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 12, 5);
    sign_up(&w, 5);
    make_event(&w, "simul", "tictactoe", "", 5, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    assert_int_equal(json_array_size(json_object_get(look(&w, id), "games")), 4);
    play_out(&w, id, 5, 1);
    const json_t *e = look(&w, id);
    assert_int_equal(json_array_size(json_object_get(e, "games")), 4);
    world_close(&w);
}

// A game of three at a table, and five people: tables of three and two.
static void test_tables_of_more(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 13, 5);
    sign_up(&w, 5);
    make_event(&w, "swiss", "azul", ",\"rounds\":2,\"players\":3", 5, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    const json_t *games = json_object_get(look(&w, id), "games");
    assert_int_equal(json_array_size(games), 2);
    play_out(&w, id, 5, 0);
    assert_int_equal(number_of(look(&w, id), "round"), 2);
    world_close(&w);
}

static void test_teams(void **state) {
    world w;
    char id[16], path[80], body[80], team[2][16];
    (void)state;
    world_open(&w, 14, 4);
    sign_up(&w, 4);
    for (int i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Team %c\"}", 'X' + i);
        assert_int_equal(world_ask(&w, &w.pages[i], "POST", "/api/teams", body), 200);
        snprintf(team[i], sizeof team[i], "%s", text_of(w.body, "id"));
        snprintf(path, sizeof path, "/api/teams/%s/join", team[i]);
        assert_int_equal(world_ask(&w, &w.pages[i + 2], "POST", path, "{}"), 200);
    }
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/teams", "{\"name\":\"team x\"}"), 409);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/events",
                               "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"tictactoe\","
                               "\"clock\":{\"base\":60},\"pause\":0,\"teams\":true,\"rounds\":2}"),
                     200);
    snprintf(id, sizeof id, "%s", text_of(w.body, "id"));
    assert_int_equal(act(&w, 0, id, "join", "{}"), 403);
    for (int i = 0; i < 4; i++) {
        snprintf(body, sizeof body, "{\"team\":\"%s\"}", team[!(i % 2)]);
        assert_int_equal(act(&w, i, id, "join", body), 403); // not theirs
        snprintf(body, sizeof body, "{\"team\":\"%s\"}", team[i % 2]);
        assert_int_equal(act(&w, i, id, "join", body), 200);
    }
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    play_out(&w, id, 4, 0);
    const json_t *teams = json_object_get(look(&w, id), "team_points");
    assert_int_equal(json_array_size(teams), 2);
    double first = json_number_value(json_object_get(json_array_get(teams, 0), "points"));
    double second = json_number_value(json_object_get(json_array_get(teams, 1), "points"));
    assert_int_equal((int)(first + second), 4);
    snprintf(path, sizeof path, "/api/teams/%s", team[0]);
    assert_int_equal(world_ask(&w, w.pages, "GET", path, ""), 200);
    assert_string_equal(text_of(w.body, "leader"), "Player A");
    assert_int_equal(json_array_size(json_object_get(w.body, "members")), 2);
    snprintf(path, sizeof path, "/api/teams/%s/leave", team[0]);
    assert_int_equal(world_ask(&w, &w.pages[2], "POST", path, "{\"name\":\"Player A\"}"), 403);
    assert_int_equal(world_ask(&w, w.pages, "POST", path, "{\"name\":\"Player C\"}"), 200);
    assert_int_equal(world_ask(&w, w.pages, "POST", path, "{}"), 200);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/teams", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "teams")), 1);
    world_close(&w);
}

static void test_bad_requests(void **state) {
    static const char *const wrong[] = {
        "{}",
        "nothing",
        "{\"kind\":\"dance\",\"title\":\"x\",\"game\":\"chess\",\"clock\":{\"base\":60}}",
        "{\"kind\":\"swiss\",\"title\":\"\",\"game\":\"chess\",\"clock\":{\"base\":60}}",
        "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"chess\"}",
        "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"nothing\",\"clock\":{\"base\":60}}",
        "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"pegs\",\"clock\":{\"base\":60}}",
        "{\"kind\":\"simul\",\"title\":\"x\",\"game\":\"azul\",\"players\":3,\"clock\":{\"base\":"
        "60}}",
        "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"chess\",\"clock\":{\"base\":60},"
        "\"rounds\":900}",
        "{\"kind\":\"arena\",\"title\":\"x\",\"game\":\"chess\",\"clock\":{\"base\":60},"
        "\"minutes\":\"many\"}",
    };
    world w;
    char id[16];
    (void)state;
    world_open(&w, 15, 3);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/events", wrong[2]), 401); // a guest
    sign_up(&w, 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int status = world_ask(&w, w.pages, "POST", "/api/events", wrong[i]);
        assert_true(status == 400 || status == 404);
    }
    for (int i = 0; i < 3; i++) {
        make_event(&w, "swiss", "tictactoe", "", 0, id);
    }
    assert_int_equal(
        world_ask(
            &w, w.pages, "POST", "/api/events",
            "{\"kind\":\"swiss\",\"title\":\"x\",\"game\":\"chess\",\"clock\":{\"base\":60}}"),
        429);
    assert_int_equal(act(&w, 0, "0000000000", "join", "{}"), 404);
    assert_int_equal(act(&w, 1, id, "leave", "{}"), 409);
    assert_int_equal(act(&w, 1, id, "end", "{}"), 403);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200); // nobody came
    assert_true(is_over(&w, id));
    world_close(&w);
}

// A name goes from events, too, also from one that is over.
// Points of everybody together.
static double all_points(const json_t *e) {
    const json_t *entries = json_object_get(e, "entries");
    double sum = 0;
    for (size_t i = 0; i < json_array_size(entries); i++) {
        sum += json_number_value(json_object_get(json_array_get(entries, i), "points"));
    }
    return sum;
}

// Whoever made an event ends it in the midst of a round: what is over counts, and what is played on
// does not, before and after the event has left memory.
static void test_ended_halfway(void **state) {
    world w;
    char id[16];
    (void)state;
    for (int crashes = 0; crashes < 2; crashes++) {
        world_open(&w, 21, 4);
        sign_up(&w, 4);
        make_event(&w, "swiss", "tictactoe", ",\"rounds\":2", 4, id);
        assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
        for (int i = 0, resigned = 0; i < 4 && !resigned; i++) {
            resigned = answer_turns(&w, i, 0, 1);
        }
        assert_true(all_points(look(&w, id)) == 1);
        assert_int_equal(act(&w, 1, id, "end", "{}"), 403);
        assert_int_equal(act(&w, 0, id, "end", "{}"), 200);
        assert_int_equal(act(&w, 0, id, "end", "{}"), 409);
        assert_int_equal(act(&w, 1, id, "join", "{}"), 409);
        if (crashes) {
            world_crash(&w);
        }
        for (int i = 0; i < 4; i++) {
            answer_turns(&w, i, 0, 1); // the other match goes on, and is lost
        }
        world_pass(&w, 5000);
        assert_true(all_points(look(&w, id)) == 1);
        assert_int_equal(json_array_size(json_object_get(look(&w, id), "games")), 2);
        assert_true(is_over(&w, id));
        world_close(&w);
    }
}

// An account that goes in the midst of a round has lost its match: nobody waits for it.
static void test_account_goes_in_mid_round(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 22, 4);
    sign_up(&w, 4);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":2,\"arrive\":0", 4, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    for (int i = 0; i < 4; i++) {
        answer_turns(&w, i, 0, 0); // everybody has come
    }
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", "/api/delete-account",
                               "{\"password\":\"a quiet tall ship\"}"),
                     200);
    assert_true(all_points(look(&w, id)) == 1);
    assert_null(strstr(w.raw, "Player B"));
    play_out(&w, id, 1, 0);
    world_close(&w);
}

static void test_deleted_name(void **state) {
    world w;
    char id[16];
    (void)state;
    world_open(&w, 16, 4);
    sign_up(&w, 4);
    make_event(&w, "swiss", "tictactoe", ",\"rounds\":1", 4, id);
    assert_int_equal(act(&w, 0, id, "start", "{}"), 200);
    play_out(&w, id, 4, 0);
    world_pass(&w, 700000);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/delete-account",
                               "{\"password\":\"a quiet tall ship\"}"),
                     200);
    look(&w, id);
    assert_null(strstr(w.raw, "Player A"));
    assert_non_null(strstr(w.raw, "Deleted"));
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_swiss),
                                       TEST(test_swiss_survives_crashes),
                                       TEST(test_crash_between_pairing_and_matches),
                                       TEST(test_full_disk),
                                       TEST(test_who_does_not_come),
                                       TEST(test_withdrawing),
                                       TEST(test_knockout),
                                       TEST(test_draws_are_replayed),
                                       TEST(test_arena),
                                       TEST(test_arena_streak),
                                       TEST(test_ladder),
                                       TEST(test_simul),
                                       TEST(test_tables_of_more),
                                       TEST(test_teams),
                                       TEST(test_bad_requests),
                                       TEST(test_deleted_name),
                                       TEST(test_ended_halfway),
                                       TEST(test_account_goes_in_mid_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
