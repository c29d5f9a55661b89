// SPDX-License-Identifier: MIT
// What the hub does when the store does not know, or when somebody else has taken over; and which
// changes go together.
#include "server/world.h"

#include "server/ident.h"
#include "server/rated.h"
#include "support/help.h"

static void two(world *w, uint64_t seed) {
    char path[80];
    world_open(w, seed, 2);
    page *a = w->pages, *b = &w->pages[1];
    world_match(w, a, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(w, b, "POST", path, "{}"), 200);
    world_connect(w, b, a->match, 0);
}

static int lines_of(world *w, const page *p, const char *what) {
    buffer meta, record;
    store_match m;
    int n = 0;
    buffer_init(&meta, NULL);
    buffer_init(&record, NULL);
    assert_true(store_db_match(w->db, ident_read(p->match), &m, &meta, &record));
    for (const char *at = buffer_text(&record); (at = strstr(at, what)) != NULL; at++) {
        n++;
    }
    buffer_deinit(&meta);
    buffer_deinit(&record);
    return n;
}

// The line breaks while a move is written. Its page is told neither yes nor no, sees what is there
// now, asks again, and is acknowledged; the move is in the record once.
static void break_off(int is_written) {
    world w;
    two(&w, 1);
    page *a = w.pages, *b = &w.pages[1];
    w.held_back = 1;
    world_play(&w, a, 0);
    int fulls = a->fulls;
    w.unknown = is_written ? 2 : 1;
    world_sync(&w);
    w.held_back = 0;
    world_read(&w);
    assert_int_equal(a->acks + a->refusals, 0);
    assert_int_equal(a->fulls, fulls + 1);
    assert_int_equal(a->ply, is_written);
    assert_int_equal(b->ply, is_written);
    world_raw(&w, a, "{\"a\":1,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}");
    assert_int_equal(a->acks, 1);
    assert_int_equal(b->ply, 1);
    assert_int_equal(lines_of(&w, a, "\tok\tX 0,0\t"), 1);
    world_play(&w, b, 0);
    assert_int_equal(b->acks, 1);
    world_close(&w);
}

static void test_unknown_move(void **state) {
    (void)state;
    break_off(0);
    break_off(1);
}

// A request has to be answered, and the answer promises nothing.
static void test_unknown_request(void **state) {
    world w;
    (void)state;
    world_open(&w, 2, 1);
    w.unknown = 2;
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                               "{\"kind\":\"open\"}]}"),
                     503);
    assert_non_null(strstr(w.raw, "does not know"));
    assert_null(strstr(w.raw, "Nothing was changed"));
    world_close(&w);
}

// What was acknowledged before is not taken back because something later is lost.
static void test_repeat_is_not_refused(void **state) {
    world w;
    (void)state;
    two(&w, 3);
    page *a = w.pages, *b = &w.pages[1];
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    w.held_back = 1;
    world_play(&w, b, 0);
    world_raw(&w, a, "{\"a\":1,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}");
    w.fail_disk = 1;
    world_sync(&w);
    w.fail_disk = w.held_back = 0;
    world_read(&w);
    assert_int_equal(b->refusals, 1);
    assert_int_equal(a->refusals, 0); // it is there
    world_raw(&w, a, "{\"a\":1,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}");
    assert_int_equal(a->acks, 2);
    world_close(&w);
}

// Somebody else has taken over: nobody is told anything, everybody goes and comes back to what
// is there.
static void test_fenced(void **state) {
    world w;
    (void)state;
    two(&w, 4);
    page *a = w.pages, *b = &w.pages[1];
    w.held_back = 1;
    world_play(&w, a, 0);
    world_fence(&w);
    world_sync(&w);
    w.held_back = 0;
    assert_int_equal(a->acks + a->refusals, 0);
    assert_int_equal(a->closed, 1012);
    assert_int_equal(b->closed, 1012);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_connect(&w, a, a->match, 1);
    world_connect(&w, b, b->match, 1);
    assert_int_equal(a->ply, 0);
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    assert_int_equal(b->ply, 1);
    assert_int_equal(lines_of(&w, a, "\tok\t"), 1);
    world_close(&w);
}

// What is told from memory alone, a refusal or that a move is there, is told only by whoever still has the match.
static void test_memory_alone_is_not_enough(void **state) {
    world w;
    (void)state;
    two(&w, 4);
    w.may_be_fenced = 1;
    page *a = w.pages, *b = &w.pages[1];
    static const char bad[] = "{\"a\":7,\"t\":\"move\",\"seat\":0,\"ply\":5,\"text\":\"X 0,0\"}";
    world_raw(&w, a, bad);
    assert_int_equal(a->refusals, 1); // it is still here
    world_fence(&w);
    world_raw(&w, a, bad);
    assert_int_equal(a->refusals, 1);
    assert_int_equal(a->closed, 1012);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_connect(&w, a, a->match, 1);
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    world_fence(&w);
    world_raw(&w, a, "{\"a\":1,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 0,0\"}");
    assert_int_equal(a->acks, 1);
    assert_int_equal(a->closed, 1012);
    world_close(&w);
}

// A match in which a bot is to move goes on by itself in the new life, and once.
static void test_bots_go_on_after_a_fence(void **state) {
    world w;
    (void)state;
    world_open(&w, 5, 1);
    page *p = w.pages;
    world_match(&w, p, "tictactoe", 2,
                "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]");
    w.bots_wait = 1;
    world_play(&w, p, 0);
    world_pass(&w, 100); // the question is out
    assert_int_equal(w.thought_count, 1);
    w.held_back = 1;
    world_say(&w, p, "\"t\":\"chat\",\"text\":\"well?\"}");
    world_fence(&w);
    world_sync(&w);
    w.held_back = w.bots_wait = 0;
    world_disconnect(&w, p);
    world_connect(&w, p, p->match, 0);
    world_pass(&w, 5000);
    assert_int_equal(p->ply, 2);
    assert_int_equal(lines_of(&w, p, "\tok\t"), 2);
    world_close(&w);
}

// What was read before the fence may be old: it is read again.
static void test_old_answers_are_asked_again(void **state) {
    world w;
    (void)state;
    two(&w, 6);
    page *a = w.pages, *b = &w.pages[1];
    w.held_back = w.asks_wait = 1;
    world_play(&w, a, 0);
    w.unknown = 1;
    world_sync(&w); // the match is read again
    assert_int_equal(w.shelf->ask_count, 1);
    world_read_unheard(&w);
    assert_int_equal(w.shelf->ask_count, 0);
    w.held_back = 0;
    world_fence(&w);
    assert_int_equal(world_ask(&w, b, "POST", "/api/matches",
                               "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                               "{\"kind\":\"open\"}]}"),
                     503); // fenced
    assert_int_equal(w.shelf->ask_count, 1);
    assert_int_equal(a->closed, 1012);
    w.asks_wait = 0;
    world_disconnect(&w, a);
    world_connect(&w, a, a->match, 1);
    assert_int_equal(a->ply, 0);
    world_close(&w);
}

// Another server plays on while the old one hangs with a move in hand.
static void test_zombie_writes_nothing(void **state) {
    world w;
    (void)state;
    two(&w, 7);
    page *a = w.pages, *b = &w.pages[1];
    w.held_back = 1;
    world_play(&w, a, 0);
    world_take_over(&w);
    w.held_back = 0;
    world_connect(&w, a, a->match, 1);
    world_connect(&w, b, b->match, 1);
    world_raw(&w, a, "{\"a\":2,\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"X 1,1\"}");
    assert_int_equal(b->ply, 1);
    world_wake_zombie(&w);
    assert_int_equal(a->late_ack, 0);
    assert_int_equal(lines_of(&w, a, "\tok\t"), 1);
    assert_int_equal(lines_of(&w, a, "\tok\tX 1,1\t"), 1);
    world_close(&w);
}

// --- Sorts of changes --------------------------------------------------------

// A guest who makes a match is one change, the match another.
static void test_directory_is_apart(void **state) {
    world w;
    (void)state;
    world_open(&w, 8, 1);
    w.held_back = 1;
    (void)world_ask(&w, w.pages, "POST", "/api/matches",
                    "{\"game\":\"tictactoe\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                    "{\"kind\":\"open\"}]}");
    const store_batch *guest = w.shelf->first, *match = guest->next;
    assert_non_null(match);
    assert_null(match->next);
    for (int i = 0; i < guest->count; i++) {
        assert_true(store_is_directory(guest->ops[i].kind));
    }
    for (int i = 0; i < match->count; i++) {
        assert_false(store_is_directory(match->ops[i].kind));
    }
    world_close(&w);
}

static void apply(world *w, store_batch *b) {
    assert_int_equal(store_db_begin(w->db, NULL), TSR_OK);
    assert_int_equal(store_db_apply(w->db, b, NULL), TSR_OK);
    assert_int_equal(store_db_commit(w->db, NULL), TSR_OK);
    store_batch_free(b);
}

static void apply_result(world *w, uint64_t match, const char *who) {
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_RATED, match, "tictactoe", who);
    apply(w, b);
}

// Two hubs end matches of the same people without knowing of each other: both count, one after
// the other. Who has no account any more gets no rating, and counts for the other.
static void test_ratings_of_two_hubs(void **state) {
    world w;
    store_rating one, two, lone;
    (void)state;
    world_open(&w, 9, 1);
    store_batch *b = store_batch_new();
    static const char *const names[] = {"Anna", "Ben"};
    for (uint64_t u = 1; u <= 2; u++) {
        store_batch_add(b, STORE_USER, u, NULL, NULL);
        store_batch_add(b, STORE_ACCOUNT, u, names[u - 1], "hash");
    }
    apply(&w, b);
    apply_result(&w, 71, "1 1 2 2");
    assert_true(store_db_rating(w.db, 1, "tictactoe", &one));
    apply_result(&w, 72, "2 2 1 1");
    assert_true(store_db_rating(w.db, 1, "tictactoe", &two));
    assert_int_equal(two.games, 2);
    assert_true(two.rating > one.rating && one.rating > 1500);
    assert_true(store_db_rating(w.db, 2, "tictactoe", &two));
    assert_true(two.games == 2 && two.rating < 1500);
    apply_result(&w, 73, "1 2 3 1");
    assert_false(store_db_rating(w.db, 3, "tictactoe", &lone));
    assert_true(store_db_rating(w.db, 1, "tictactoe", &one));
    assert_int_equal(one.games, 3);
    world_close(&w);
}

static void test_results_as_text(void **state) {
    static const char *const none[] = {"", "1", "1 ", "1 2 ", "1 2 3", "a b", "1 2x", " "};
    rated in[2] = {{.user = 17, .rank = 2}, {.user = (uint64_t)1 << 49, .rank = 1}};
    rated out[RATED_MOST];
    buffer text;
    (void)state;
    buffer_init(&text, NULL);
    rated_write(&text, in, 2);
    assert_string_equal(buffer_text(&text), "17 2 562949953421312 1");
    assert_int_equal(rated_read(buffer_text(&text), out), 2);
    assert_true(out[0].user == 17 && out[1].user == in[1].user && out[1].rank == 1);
    buffer_deinit(&text);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(rated_read(none[i], out), 0);
    }
    assert_int_equal(rated_read("1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1", out), 0); // too many
}

// --- Who somebody is ---------------------------------------------------------

// Anna is signed in on two pages, and the server knows nobody.
static void begin_again(world *w, uint64_t seed) {
    static const char anna[] = "{\"name\":\"Anna\",\"password\":\"a quiet tall ship\"}";
    world_open(w, seed, 2);
    assert_int_equal(world_ask(w, w->pages, "POST", "/api/register", anna), 200);
    assert_int_equal(world_ask(w, &w->pages[1], "POST", "/api/login", anna), 200);
    world_crash(w);
}

// The hub does not wait for the disk to tell whose a word is.
static void test_who_is_read_elsewhere(void **state) {
    world w;
    (void)state;
    begin_again(&w, 10);
    w.asks_wait = 1;
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/sessions", ""), 0);
    assert_int_equal(w.shelf->ask_count, 1);
    world_read(&w);
    assert_int_equal(w.status, 200);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/sessions", ""), 200); // known now
    page nobody = {.token = "0123456789012345678901234567890x"};
    (void)world_ask(&w, &nobody, "GET", "/api/sessions", "");
    world_read(&w);
    assert_int_equal(w.status, 401);
    world_close(&w);
}

// A session that ends after it was read, and before the hub hears of it, has ended.
static void test_who_was_read_too_early(void **state) {
    world w;
    (void)state;
    begin_again(&w, 11);
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/sessions", ""), 200);
    w.asks_wait = 1;
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/sessions", ""), 0);
    uint64_t early = w.next_request;
    world_read_unheard(&w);
    w.hears_late = 1;
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", "/api/sessions/end", "{\"id\":\"others\"}"),
                     200);
    w.hears_late = 0;
    world_read(&w);
    (void)hub_hear(w.hub, w.now_ms);
    assert_int_equal(w.statuses[early % 64], 401);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_unknown_move),
                                       TEST(test_unknown_request),
                                       TEST(test_repeat_is_not_refused),
                                       TEST(test_fenced),
                                       TEST(test_memory_alone_is_not_enough),
                                       TEST(test_bots_go_on_after_a_fence),
                                       TEST(test_old_answers_are_asked_again),
                                       TEST(test_zombie_writes_nothing),
                                       TEST(test_directory_is_apart),
                                       TEST(test_ratings_of_two_hubs),
                                       TEST(test_results_as_text),
                                       TEST(test_who_is_read_elsewhere),
                                       TEST(test_who_was_read_too_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
