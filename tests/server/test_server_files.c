// SPDX-License-Identifier: MIT
// Decks of people's own: looked at, played with, stored with their match, and in nobody's way.
#include "server/world.h"

#include <inttypes.h>

#include "server/faults.h"
#include "server/room.h"

#define DECK                                                                                       \
    "deck \"Tiny\"\nplayers 2..4\ndeal 3\nkeep 5\nstart \"Foal\"\nwin 3 for 2..4\n"                \
    "trait foal  always if this would go to hand or discard: nursery instead\n"                    \
    "baby \"Foal\" x10  is foal\nbasic \"Pony\" x30\nmagical \"Racer\" x10  enter: draw 1\n"
#define ONE_BOT "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]"

// A request's body with a file in it; free it.
static char *body_with(const char *file, size_t size, const char *seats) {
    json_t *j = json_pack("{s:s,s:i,s:o}", "game", "unicorns", "players", 2, "file",
                          json_stringn(file, size));
    if (seats) {
        json_object_set_new(j, "seats", json_loads(seats, 0, NULL));
    }
    char *text = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    return text;
}

static int check(world *w, page *p, const char *file) {
    char *body = body_with(file, strlen(file), NULL);
    int status = world_ask(w, p, "POST", "/api/games/unicorns/check", body);
    free(body);
    return status;
}

static int make(world *w, page *p, const char *file, const char *seats) {
    char *body = body_with(file, strlen(file), seats);
    int status = world_ask(w, p, "POST", "/api/matches", body);
    free(body);
    return status;
}

static const char *text_of(const json_t *j, const char *name) {
    const char *text = json_string_value(json_object_get(j, name));
    return text ? text : "";
}

static const json_t *thing(const world *w, const char *name) {
    const json_t *cards = json_object_get(json_object_get(w->body, "things"), "cards");
    for (size_t i = 0; i < json_array_size(cards); i++) {
        if (strcmp(text_of(json_array_get(cards, i), "name"), name) == 0) {
            return json_array_get(cards, i);
        }
    }
    return NULL;
}

// --- Looking -----------------------------------------------------------------

static void test_faults(void **state) {
    buffer b;
    (void)state;
    buffer_init(&b, NULL);
    faults_add(&b,
               "error 1: no\n  deck:12:28\n     12 | x\n        | ^\n  try y\n"
               "warning 16: odd\n  base.cards:3:4\n  more\ndeck:3:7: tab\nline 9: late\nlast\n",
               "deck");
    json_t *all = json_loads(buffer_text(&b), 0, NULL);
    assert_int_equal(json_array_size(all), 5);
    const json_t *f = json_array_get(all, 0);
    assert_int_equal(json_integer_value(json_object_get(f, "line")), 12);
    assert_int_equal(json_integer_value(json_object_get(f, "column")), 28);
    assert_string_equal(text_of(f, "text"), "error 1: no");
    assert_string_equal(text_of(f, "more"), "     12 | x\n        | ^\n  try y\n");
    f = json_array_get(all, 1); // a place in another file is none in this
    assert_true(json_is_true(json_object_get(f, "warning")));
    assert_null(json_object_get(f, "line"));
    f = json_array_get(all, 2);
    assert_string_equal(text_of(f, "text"), "tab");
    assert_int_equal(json_integer_value(json_object_get(f, "line")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(all, 3), "line")), 9);
    assert_null(json_object_get(json_array_get(all, 4), "line"));
    assert_true(faults_any("error 1: no\n") && !faults_any("warning 1: no\n  line\n"));
    json_decref(all);
    buffer_deinit(&b);
}

static void test_a_deck_is_looked_at(void **state) {
    world w;
    (void)state;
    world_open(&w, 1, 1);
    page *p = &w.pages[0];
    assert_int_equal(check(&w, p, DECK "magic \"Fence\" x4  play: retrun a unicorn of others\n"),
                     200);
    assert_true(json_is_false(json_object_get(w.body, "fine")));
    const json_t *f = json_array_get(json_object_get(w.body, "faults"), 0);
    assert_int_equal(json_integer_value(json_object_get(f, "line")), 11);
    assert_int_equal(json_integer_value(json_object_get(f, "column")), 25);
    assert_non_null(strstr(text_of(f, "text"), "retrun"));
    assert_non_null(strstr(text_of(f, "more"), "did you mean `return`?"));
    assert_true(json_is_null(json_object_get(w.body, "things")));

    assert_int_equal(check(&w, p, DECK), 200);
    assert_true(json_is_true(json_object_get(w.body, "fine")));
    assert_string_equal(text_of(thing(&w, "Racer"), "class"), "magical");
    assert_non_null(strstr(text_of(thing(&w, "Racer"), "text"), "draw a card"));

    // The text is right, but not for so many.
    char *body = strdup(
        "{\"players\":8,\"file\":\"deck \\\"T\\\" from \\\"base.cards\\\"\\nplayers 2..3\\n\"}");
    assert_int_equal(world_ask(&w, p, "POST", "/api/games/unicorns/check", body), 200);
    free(body);
    assert_true(json_is_false(json_object_get(w.body, "fine")));
    assert_non_null(strstr(w.raw, "2 to 3 players"));
    world_close(&w);
}

static void test_other_games(void **state) {
    world w;
    (void)state;
    world_open(&w, 2, 1);
    page *p = &w.pages[0];
    assert_int_equal(
        world_ask(&w, p, "POST", "/api/games/projectl/check", "{\"file\":\"I W1\\nZ\\n\"}"), 200);
    const json_t *f = json_array_get(json_object_get(w.body, "faults"), 0);
    assert_int_equal(json_integer_value(json_object_get(f, "line")), 1);
    assert_int_equal(world_ask(&w, p, "POST", "/api/games/chess/check", "{\"file\":\"x\"}"), 400);
    assert_string_equal(text_of(w.body, "error"), "This game has no option for a file.");
    assert_int_equal(world_ask(&w, p, "POST", "/api/games/poker/check", "{\"file\":\"x\"}"), 404);
    assert_int_equal(world_ask(&w, p, "GET", "/api/games", ""), 200);
    assert_non_null(strstr(w.raw, "\"kind\":\"file\""));
    world_close(&w);
}

// --- Playing -----------------------------------------------------------------

static void play_some(world *w, page *p, int moves) {
    for (int i = 0; i < moves; i++) {
        for (int k = 0; k < 100 && !p->ask && !p->overs; k++) {
            world_pass(w, 500);
        }
        if (!p->overs) {
            world_play(w, p, i);
        }
    }
}

static void test_a_deck_is_played(void **state) {
    world w;
    char path[80], match[32];
    (void)state;
    world_open(&w, 3, 2);
    page *p = &w.pages[0], *other = &w.pages[1];
    assert_int_equal(make(&w, p, DECK, ONE_BOT), 200);
    snprintf(match, sizeof match, "%s", text_of(w.body, "id"));
    world_connect(&w, p, match, 0);
    char name[RULES_FILE_NAME];
    snprintf(name, sizeof name, "%s", text_of(json_object_get(p->full, "match"), "file"));
    assert_true(strncmp(name, "deck-", 5) == 0 &&
                strlen(name) == strlen("deck-0123456789abcdef.txt"));
    play_some(&w, p, 6);
    int ply = p->ply;
    assert_true(ply > 6);

    // Spectators can read the deck.
    snprintf(path, sizeof path, "/api/matches/%s/file", match);
    assert_int_equal(world_ask(&w, other, "GET", path, ""), 200);
    assert_string_equal(w.raw, DECK);

    // It survives the server, and goes on with the same cards.
    world_crash(&w);
    assert_int_equal(world_ask(&w, other, "GET", path, ""), 200);
    assert_string_equal(w.raw, DECK);
    world_connect(&w, p, match, 0);
    assert_int_equal(p->ply, ply);
    play_some(&w, p, 400);
    assert_int_equal(p->overs, 1);

    // The record names the deck by what it says, so that both can be kept side by side.
    snprintf(path, sizeof path, "/api/matches/%s/record", match);
    assert_int_equal(world_ask(&w, other, "GET", path, ""), 200);
    snprintf(path, sizeof path, "\ndata\t%s\n", name);
    assert_non_null(strstr(w.raw, path));

    // Again, and from a position in it: the same deck.
    snprintf(path, sizeof path, "/api/matches/%s/fork", match);
    assert_int_equal(world_ask(&w, other, "POST", path, "{\"ply\":6}"), 200);
    snprintf(path, sizeof path, "/api/matches/%s/file", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, other, "GET", path, ""), 200);
    assert_string_equal(w.raw, DECK);
    snprintf(path, sizeof path, "/api/matches/%s/rematch", match);
    assert_int_equal(world_ask(&w, p, "POST", path, "{}"), 200);
    snprintf(path, sizeof path, "/api/matches/%s", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, p, "GET", path, ""), 200);
    assert_string_equal(text_of(w.body, "file"), name);
    world_close(&w);
}

static void test_two_decks_are_two_games(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 4, 2);
    for (int i = 0; i < 2; i++) {
        page *p = &w.pages[i];
        const char *deck = i ? DECK "instant \"Whoa\" x6  answer: stop\n" : DECK;
        assert_int_equal(make(&w, p, deck, ONE_BOT), 200);
        world_connect(&w, p, text_of(w.body, "id"), 0);
        snprintf(path, sizeof path, "/api/matches/%s/file", p->match);
        assert_int_equal(world_ask(&w, p, "GET", path, ""), 200);
        assert_string_equal(w.raw, deck);
    }
    // Without a file it is the deck that comes with the game.
    world_match(&w, &w.pages[0], "unicorns", 2, ONE_BOT);
    snprintf(path, sizeof path, "/api/matches/%s/file", w.pages[0].match);
    assert_int_equal(world_ask(&w, &w.pages[0], "GET", path, ""), 404);
    world_close(&w);
}

static void test_wrong_decks_make_no_match(void **state) {
    world w;
    (void)state;
    world_open(&w, 5, 1);
    assert_int_equal(
        make(&w, &w.pages[0], "deck \"T\" from \"base.cards\"\nmagic \"A\" play: fly\n", ONE_BOT),
        400);
    assert_string_equal(text_of(w.body, "field"), "file");
    assert_non_null(strstr(text_of(w.body, "error"), "Line 2: "));
    world_close(&w);
}

// --- Attacks -----------------------------------------------------------------

static void test_files_of_the_server_are_not_read(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 1);
    const char *const names[] = {"/etc/passwd", "../base.cards", "README.md", "deck"};
    for (int i = 0; i < 4; i++) {
        char deck[100];
        snprintf(deck, sizeof deck, "deck \"T\" from \"%s\"\n", names[i]);
        assert_int_equal(check(&w, &w.pages[0], deck), 200);
        assert_true(json_is_false(json_object_get(w.body, "fine")));
        assert_non_null(strstr(w.raw, "there is no deck"));
    }
    // Two that build on each other.
    assert_int_equal(check(&w, &w.pages[0],
                           "deck \"A\" from \"b\"\nfile \"b\"\ndeck \"B\" from \"c\"\n"
                           "file \"c\"\ndeck \"C\" from \"b\"\n"),
                     200);
    assert_true(json_is_false(json_object_get(w.body, "fine")));
    world_close(&w);
}

static void test_bad_bytes(void **state) {
    world w;
    (void)state;
    world_open(&w, 7, 1);
    page *p = &w.pages[0];
    char *big = malloc(LIMIT_FILE + 2);
    memset(big, 'x', LIMIT_FILE + 1);
    big[LIMIT_FILE + 1] = '\0';
    assert_int_equal(check(&w, p, big), 413);
    big[LIMIT_FILE] = '\0';
    assert_int_equal(check(&w, p, big), 200);
    memset(big, '\n', LIMIT_FILE / 2); // a sign takes two bytes of the request
    big[LIMIT_FILE / 2] = '\0';
    assert_int_equal(check(&w, p, big), 200);
    free(big);
    const char *const path = "/api/games/unicorns/check";
    assert_int_equal(world_ask(&w, p, "POST", path, "{\"file\":\"\xff\xfe\"}"), 400);
    assert_int_equal(world_ask(&w, p, "POST", path, "{\"file\":\"a\\u0000b\"}"), 400);
    assert_int_equal(world_ask(&w, p, "POST", path, "{\"file\":\"\"}"), 400);
    assert_int_equal(world_ask(&w, p, "POST", path, "{\"file\":[1]}"), 400);
    assert_int_equal(world_ask(&w, p, "POST", path, "{}"), 400);
    assert_int_equal(check(&w, p, "deck \"T\x01\" from \"base.cards\"\n"), 200);
    assert_true(json_is_false(json_object_get(w.body, "fine")));
    assert_int_equal(world_ask(&w, p, "POST", "/api/matches",
                               "{\"game\":\"unicorns\",\"players\":2,\"file\":7,\"seats\":" ONE_BOT
                               "}"),
                     400);
    world_close(&w);
}

// Somebody sends ten thousand; another one's comes second, and none of them is kept.
static void test_a_flood(void **state) {
    world w;
    int taken = 0;
    char deck[100], *body;
    (void)state;
    world_open(&w, 8, 2);
    w.files_wait = 1;
    for (int i = 0; i < 10000; i++) {
        snprintf(deck, sizeof deck, "deck \"T%d\" from \"base.cards\"\n", i);
        body = body_with(deck, strlen(deck), NULL);
        taken += world_ask(&w, &w.pages[0], "POST", "/api/games/unicorns/check", body) == 0;
        assert_true(w.status == 0 || w.status == 429);
        free(body);
    }
    assert_true(taken <= LIMIT_FILES_EACH + 1);
    assert_int_equal(w.file_count, 1); // one at a time is handed out
    assert_int_equal(check(&w, &w.pages[1], DECK), 0);
    uint64_t mine = w.next_request;
    hub_file *first = w.files[0];
    w.file_count = 0;
    first->cost_us = 400000;
    hub_file_done(w.hub, first, w.now_ms);
    assert_int_equal(w.file_count, 1); // the next one is the other's
    assert_true(w.files[0]->request.id == mine);
    world_look(&w);
    w.files_wait = 0;
    world_close(&w);
}

// Rules stay shared, and the cache stays small, whatever is sent.
static void test_the_cache_is_bounded(void **state) {
    world w;
    (void)state;
    world_open(&w, 9, 1);
    for (int i = 0; i < 3 * RULES_KEPT; i++) {
        char deck[900];
        snprintf(deck, sizeof deck, DECK "basic \"N%d\"\n", i);
        w.now_ms += 2000;
        assert_int_equal(check(&w, &w.pages[0], deck), 200);
        assert_true(json_is_true(json_object_get(w.body, "fine")));
    }
    world_close(&w);
}

static void test_ratings_are_for_the_game_itself(void **state) {
    world w;
    (void)state;
    world_open(&w, 10, 1);
    page *p = &w.pages[0];
    assert_int_equal(world_ask(&w, p, "POST", "/api/register",
                               "{\"name\":\"Robby\",\"password\":\"correct horse\"}"),
                     200);
    char *body = body_with(DECK, strlen(DECK), "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    json_t *j = json_loads(body, 0, NULL);
    free(body);
    json_object_set_new(j, "rated", json_true());
    body = json_dumps(j, 0);
    json_decref(j);
    assert_int_equal(world_ask(&w, p, "POST", "/api/matches", body), 200);
    free(body);
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, p, "GET", path, ""), 200);
    assert_true(json_is_false(json_object_get(w.body, "rated")));
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_a_deck_is_looked_at),
        cmocka_unit_test(test_other_games),
        cmocka_unit_test(test_a_deck_is_played),
        cmocka_unit_test(test_two_decks_are_two_games),
        cmocka_unit_test(test_wrong_decks_make_no_match),
        cmocka_unit_test(test_files_of_the_server_are_not_read),
        cmocka_unit_test(test_bad_bytes),
        cmocka_unit_test(test_a_flood),
        cmocka_unit_test(test_the_cache_is_bounded),
        cmocka_unit_test(test_ratings_are_for_the_game_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
