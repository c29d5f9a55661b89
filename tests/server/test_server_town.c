// SPDX-License-Identifier: MIT
// Several hubs on one store: whatever door somebody comes to, they find every match, the same lobby and
// the same people; and what a lost letter costs.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/ident.h"
#include "server/store_sqlite.h"
#include "server/world.h"

#include "support/help.h"

enum { HUBS = 3 };

static const char *text_of(const json_t *j, const char *name) {
    return json_string_value(json_object_get(j, name));
}

static int hub_of(const char *match) {
    return (int)(ident_read(match) % 256 % HUBS);
}

static void sign_up(world *w, page *p, const char *name) {
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

// Two people at a table of the game; the second comes through the lobby.
static void meet(world *w, page *a, page *b, const char *game) {
    char path[80];
    world_match(w, a, game, 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(w, b, "POST", path, "{}"), 200);
    world_connect(w, b, a->match, 0);
}

static void play_on(world *w, page *a, page *b, int plies) {
    for (int i = 0; i < plies && (a->ask || b->ask); i++) {
        page *p = a->ask ? a : b;
        int64_t n = world_play(w, p, 0);
        assert_int_equal(p->last_ack, n);
    }
}

// Every pair of doors, and matches of every hub.
static void test_any_door_leads_to_any_match(void **state) {
    world w;
    int seen[HUBS] = {0};
    (void)state;
    world_open_town(&w, 1, 2, HUBS);
    for (int i = 0; i < HUBS * HUBS * 2; i++) {
        page *a = w.pages, *b = &w.pages[1];
        a->door = i % HUBS;
        b->door = i / HUBS % HUBS;
        meet(&w, a, b, "tictactoe");
        seen[hub_of(a->match)]++;
        play_on(&w, a, b, 9);
        assert_true(a->overs && b->overs);
        a->overs = b->overs = 0;
        world_disconnect(&w, a);
        world_disconnect(&w, b);
        world_pass(&w, 12000); // so that nobody has made too many matches
        char path[80];
        snprintf(path, sizeof path, "/api/matches/%s/record", a->match);
        assert_int_equal(world_ask(&w, b, "GET", path, ""), 200);
    }
    for (int i = 0; i < HUBS; i++) {
        assert_true(seen[i] > 0);
    }
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/history", ""), 200);
    assert_true(json_array_size(json_object_get(w.body, "matches")) == HUBS * HUBS * 2);
    world_close(&w);
}

static void test_one_lobby_for_all(void **state) {
    world w;
    (void)state;
    world_open_town(&w, 2, 2 * HUBS + 1, HUBS);
    for (int i = 0; i < 2 * HUBS; i++) {
        world_match(&w, &w.pages[i], "reversi", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    }
    page *visitor = &w.pages[2 * HUBS];
    for (int door = 0; door < HUBS; door++) {
        visitor->door = door;
        world_pass(&w, 2500);
        assert_int_equal(world_ask(&w, visitor, "GET", "/api/lobby", ""), 200);
        assert_int_equal(json_array_size(json_object_get(w.body, "open")), 2 * HUBS);
    }
    // Who takes a seat is not waited for any more.
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/join", w.pages[1].match);
    assert_int_equal(world_ask(&w, visitor, "POST", path, "{}"), 200);
    world_pass(&w, 2500);
    assert_int_equal(world_ask(&w, visitor, "GET", "/api/lobby", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "open")), 2 * HUBS - 1);
    assert_int_equal(json_array_size(json_object_get(w.body, "live")), 1);
    world_close(&w);
}

static void test_pairing_across_doors(void **state) {
    world w;
    (void)state;
    world_open_town(&w, 3, 2, HUBS);
    int elsewhere = 0;
    for (int i = 0; i < 6; i++) {
        page *a = w.pages, *b = &w.pages[1];
        for (int k = 0; k < 2; k++) {
            page *p = &w.pages[k];
            p->door = (i + k) % HUBS;
            p->paired[0] = '\0';
            assert_int_equal(world_ask(&w, p, "GET", "/api/me", ""), 200);
            p->conn = ++w.next_conn;
            hub_connect(w.now.hubs[p->door], p->conn, "", p->token, 100 + (uint64_t)k, w.now_ms);
            world_carry(&w);
            world_say(&w, p, "\"t\":\"seek\",\"game\":\"tictactoe\",\"players\":2}");
            assert_string_equal(text_of(p->answer, "t"), "ack");
        }
        world_pass(&w, 2000);
        assert_string_equal(a->paired, b->paired);
        assert_true(a->paired[0]);
        elsewhere += hub_of(a->paired) != 0;
        for (int k = 0; k < 2; k++) {
            world_disconnect(&w, &w.pages[k]);
            world_connect(&w, &w.pages[k], w.pages[k].paired, 0);
        }
        play_on(&w, a, b, 9);
        assert_true(a->overs && b->overs);
        a->overs = b->overs = 0;
        world_disconnect(&w, a);
        world_disconnect(&w, b);
        world_pass(&w, 30000);
    }
    assert_true(elsewhere > 0); // matches are spread, wherever people meet
    world_close(&w);
}

static void test_turns_are_gathered(void **state) {
    world w;
    (void)state;
    world_open_town(&w, 4, 2, HUBS);
    page *a = w.pages, *b = &w.pages[1];
    sign_up(&w, a, "Anna");
    sign_up(&w, b, "Ben");
    for (int i = 0; i < HUBS; i++) {
        meet(&w, a, b, "reversi");
        world_disconnect(&w, a);
        world_disconnect(&w, b);
    }
    a->door = 1;
    (void)world_ask(&w, a, "GET", "/api/turns", "");
    world_pass(&w, 600);
    assert_int_equal(w.status, 200);
    json_t *turns = json_incref(json_object_get(w.body, "turns"));
    assert_int_equal(json_array_size(turns), HUBS);
    // Ben waits, and hears of the first that is his.
    b->door = 2;
    assert_int_equal(world_ask(&w, b, "GET", "/api/turns?wait=20", ""), 0);
    uint64_t waits = w.next_request;
    const json_t *turn = json_array_get(turns, 1);
    char path[80], body[200];
    snprintf(path, sizeof path, "/api/matches/%s/turn", text_of(turn, "match"));
    snprintf(body, sizeof body, "{\"seat\":0,\"ply\":1,\"text\":\"%s\"}",
             json_string_value(json_array_get(json_object_get(turn, "moves"), 0)));
    assert_int_equal(world_ask(&w, a, "POST", path, body), 200);
    world_pass(&w, 700);
    assert_int_equal(w.statuses[waits % 64], 200);
    json_decref(turns);
    world_close(&w);
}

// A match of each hub with both in it.
static void sit_everywhere(world *w, page *a, page *b, char match[HUBS][32]) {
    for (int have = 0; have < HUBS;) {
        meet(w, a, b, "reversi");
        int k = hub_of(a->match);
        if (!match[k][0]) {
            snprintf(match[k], 32, "%s", a->match);
            have++;
        }
        world_disconnect(w, a);
        world_disconnect(w, b);
        world_pass(w, 11000);
    }
}

static void test_signing_out_is_heard_everywhere(void **state) {
    world w;
    char match[HUBS][32] = {0};
    (void)state;
    world_open_town(&w, 5, 3, HUBS);
    page *a = w.pages, *b = &w.pages[1], *same = &w.pages[2];
    sign_up(&w, a, "Anna");
    sign_up(&w, b, "Ben");
    sit_everywhere(&w, a, b, match);
    for (int k = 0; k < HUBS; k++) {
        char token[TOKEN_BYTES];
        memcpy(token, a->token, sizeof token);
        memcpy(same->token, a->token, sizeof same->token);
        world_connect(&w, same, match[k], 0);
        assert_int_equal(same->seat, 0);
        assert_int_equal(world_ask(&w, a, "POST", "/api/logout", "{}"), 200);
        world_pass(&w, 100);
        assert_int_equal(same->closed, 1008);
        world_disconnect(&w, same);
        memcpy(same->token, token, sizeof token);
        world_connect(&w, same, match[k], 0);
        assert_int_equal(same->seat, -1); // the word is worth nothing
        world_disconnect(&w, same);
        a->token[0] = '\0';
        assert_int_equal(world_ask(&w, a, "POST", "/api/login",
                                   "{\"name\":\"Anna\",\"password\":\"a quiet tall ship\"}"),
                         200);
    }
    world_close(&w);
}

static void test_erased_everywhere(void **state) {
    world w;
    char match[HUBS][32] = {0};
    (void)state;
    world_open_town(&w, 6, 2, HUBS);
    page *a = w.pages, *b = &w.pages[1];
    sign_up(&w, a, "Anna");
    sign_up(&w, b, "Ben");
    sit_everywhere(&w, a, b, match);
    assert_int_equal(
        world_ask(&w, a, "POST", "/api/delete-account", "{\"password\":\"a quiet tall ship\"}"),
        200);
    world_pass(&w, 500);
    for (int k = 0; k < HUBS;
         k++) { // what is written of it from now on does not tell the name either
        char path[80];
        world_connect(&w, b, match[k], 0);
        world_say(&w, b, "\"t\":\"resign\",\"seat\":1}");
        world_disconnect(&w, b);
        world_pass(&w, 100);
        snprintf(path, sizeof path, "/api/matches/%s", match[k]);
        assert_int_equal(world_ask(&w, b, "GET", path, ""), 200);
        assert_null(strstr(w.raw, "Anna"));
        snprintf(path, sizeof path, "/api/matches/%s/record", match[k]);
        assert_int_equal(world_ask(&w, b, "GET", path, ""), 200);
        assert_null(strstr(w.raw, "Anna"));
    }
    world_close(&w);
}

// A lost letter costs a socket, which the page opens anew, and nothing else.
static void test_a_lost_letter(void **state) {
    world w;
    (void)state;
    world_open_town(&w, 7, 2, HUBS);
    page *a = w.pages, *b = &w.pages[1];
    meet(&w, a, b, "reversi");
    a->door = b->door = (hub_of(a->match) + 1) % HUBS;
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_connect(&w, a, a->match, 0);
    world_connect(&w, b, a->match, 0);
    for (int i = 0; i < 6; i++) {
        page *p = a->ask ? a : b;
        w.mail_lost = 1; // every one
        int64_t n = world_play(&w, p, 0);
        assert_true(p->last_ack != n);
        w.mail_lost = 0;
        world_pass(&w, 1500); // the next beat tells
        assert_int_equal(a->closed, 1012);
        assert_int_equal(b->closed, 1012);
        world_disconnect(&w, a);
        world_disconnect(&w, b);
        world_connect(&w, a, a->match, 1);
        world_connect(&w, b, a->match, 1);
        play_on(&w, a, b, 3);
    }
    world_close(&w);
}

// What one hub's change is refused for is nobody else's business; what is lost is lost for all.
static void test_one_store_for_all(void **state) {
    world w;
    char match[HUBS][32] = {0};
    (void)state;
    world_open_town(&w, 8, 2, HUBS);
    page *a = w.pages, *b = &w.pages[1];
    sit_everywhere(&w, a, b, match);
    a->door = b->door = 0;
    w.held_back = 1;
    world_connect(&w, a, match[1], 0);
    int64_t n = world_play(&w, a, 0);
    world_connect(&w, b, match[2], 0); // watches: it is Anna's turn
    w.poison = 1;                      // the first that is written
    w.held_back = 0;
    world_pass(&w, 100);
    assert_true(a->last_ack != n);
    assert_string_equal(text_of(a->answer, "t"), "refuse");
    assert_int_equal(b->refusals, 0);
    n = world_play(&w, a, 0); // it was read again
    assert_int_equal(a->last_ack, n);
    world_disconnect(&w, a);
    world_connect(&w, a, match[2], 0);
    w.held_back = 1;
    n = world_play(&w, a, 0);
    w.held_back = 0;
    w.fail_disk = 1;
    world_sync(&w);
    w.fail_disk = 0;
    world_pass(&w, 100);
    assert_true(a->last_ack != n);
    n = world_play(&w, a, 0);
    assert_int_equal(a->last_ack, n);
    world_close(&w);
}

// Yesterday there was one hub, today there are three.
static void test_another_number_of_hubs(void **state) {
    world w;
    char match[12][32];
    (void)state;
    world_open_town(&w, 9, 2, 1);
    page *a = w.pages, *b = &w.pages[1];
    for (int i = 0; i < 12; i++) {
        meet(&w, a, b, "reversi");
        play_on(&w, a, b, i);
        snprintf(match[i], sizeof match[i], "%s", a->match);
        world_disconnect(&w, a);
        world_disconnect(&w, b);
        world_pass(&w, 11000);
    }
    world_prepare_hubs(&w, HUBS);
    world_crash(&w);
    for (int i = 0; i < 12; i++) {
        a->door = i % HUBS;
        world_connect(&w, a, match[i], 0);
        world_connect(&w, b, match[i], 0);
        assert_int_equal(json_integer_value(json_object_get(a->full, "ply")), i);
        play_on(&w, a, b, 2);
        world_disconnect(&w, a);
        world_disconnect(&w, b);
    }
    world_close(&w);
}

// Every shard goes to the next hub in the midst of a match: what was on its way is told of first, nobody has the
// match until that has settled, and then it goes on where it was.
static void test_shards_change_hands(void **state) {
    world w;
    (void)state;
    world_open_town(&w, 10, 2, HUBS);
    page *a = w.pages, *b = &w.pages[1];
    b->door = 1;
    meet(&w, a, b, "reversi");
    for (int i = 0; i < 2 * HUBS; i++) {
        play_on(&w, a, b, 3);
        page *p = a->ask ? a : b;
        w.held_back = 1;
        int64_t n = world_play(&w, p, 0);
        world_move_shards(&w, 1);
        world_carry(&w);
        assert_true(p->last_ack != n);
        assert_int_equal(world_shards_arrive(&w), 0); // the move is on its way
        assert_int_equal(world_ask(&w, p, "POST", "/api/matches/0000000000/join", "{}"), 503);
        w.held_back = 0;
        world_sync(&w);
        assert_int_equal(p->last_ack, n);
        world_carry(&w);
        assert_int_equal(a->closed, 1012);
        assert_int_equal(b->closed, 1012);
        assert_int_equal(world_shards_arrive(&w), 1);
        for (int k = 0; k < 2; k++) {
            world_disconnect(&w, &w.pages[k]);
            w.pages[k].closed = 0;
            w.pages[k].door = (w.pages[k].door + 1) % HUBS;
            world_connect(&w, &w.pages[k], a->match, 0);
        }
        assert_int_equal(json_integer_value(json_object_get(a->full, "ply")), 4 * (i + 1));
    }
    world_close(&w);
}

// --- Threads -----------------------------------------------------------------

enum { BATCHES = 300 };

typedef struct writer {
    pthread_t thread;
    sem_t bell;
    store *store;
    int number, asked, answers;
    uint64_t durable;
} writer;

typedef struct question {
    store_ask ask;
    int asked, found;
} question;

static void ring(void *self) {
    writer *w = self;
    assert_int_equal(sem_post(&w->bell), 0);
}

static void look(store_ask *a, store_reader *r) {
    question *q = (question *)a;
    store_user u;
    q->found = store_read_user(r, (uint64_t)q->asked, &u);
}

static void put_user(writer *w, uint64_t seq) {
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_USER, 1000 * (uint64_t)(w->number + 1) + seq, NULL, NULL);
    b->seq = seq;
    b->epoch = 1;
    store_put(w->store, b);
}

static void hear(writer *w) {
    store_news n = store_hear(w->store);
    assert_int_equal(n.then, STORE_WELL);
    assert_true(!n.durable || n.durable > w->durable);
    w->durable = n.durable ? n.durable : w->durable;
    for (store_ask *a; (a = store_answered(w->store)) != NULL; w->answers++) {
        const question *q = (question *)a;
        assert_int_equal(q->asked / 1000,
                         w->number + 1); // its own, of what it had been told is there
        assert_true(q->found);
        free(a);
    }
}

// Puts what it has, and asks for what was called durable.
static void *write_all(void *self) {
    writer *w = self;
    for (uint64_t seq = 1; seq <= BATCHES; seq++) {
        put_user(w, seq);
        if (seq % 10 == 0) {
            hear(w);
        }
        if (seq % 50 == 0 && w->durable) {
            question *q = calloc(1, sizeof *q);
            *q = (question){.ask.answer = look, .asked = 1000 * (w->number + 1) + (int)w->durable};
            store_ask_for(w->store, &q->ask);
            w->asked++;
        }
    }
    while (w->durable < BATCHES || w->answers < w->asked) {
        assert_int_equal(sem_wait(&w->bell), 0);
        hear(w);
    }
    return NULL;
}

static void test_threads_on_one_store(void **state) {
    char path[] = "/tmp/tessera-town-XXXXXX";
    writer w[HUBS] = {0};
    store *base = NULL;
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    store_shared *all = store_shared_new(HUBS);
    for (int i = 0; i < HUBS; i++) {
        w[i].number = i;
        assert_int_equal(sem_init(&w[i].bell, 0, 0), 0);
        store *own = store_shared_of(all, i, ring, &w[i]);
        w[i].store = own;
    }
    assert_int_equal(store_sqlite_open(path, store_shared_wake, all, &base, NULL), TSR_OK);
    assert_int_equal(store_shared_over(all, base, NULL), TSR_OK);
    for (int i = 0; i < HUBS; i++) {
        assert_int_equal(pthread_create(&w[i].thread, NULL, write_all, &w[i]), 0);
    }
    for (int i = 0; i < HUBS; i++) {
        assert_int_equal(pthread_join(w[i].thread, NULL), 0);
        sem_destroy(&w[i].bell);
    }
    store_shared_stop(all);
    store_shared_close(all);
    unlink(path);
    char more[64];
    snprintf(more, sizeof more, "%s-wal", path);
    unlink(more);
    snprintf(more, sizeof more, "%s-shm", path);
    unlink(more);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_any_door_leads_to_any_match),
                                       TEST(test_one_lobby_for_all),
                                       TEST(test_pairing_across_doors),
                                       TEST(test_turns_are_gathered),
                                       TEST(test_signing_out_is_heard_everywhere),
                                       TEST(test_erased_everywhere),
                                       TEST(test_a_lost_letter),
                                       TEST(test_one_store_for_all),
                                       TEST(test_another_number_of_hubs),
                                       TEST(test_shards_change_hands),
                                       TEST(test_threads_on_one_store)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
