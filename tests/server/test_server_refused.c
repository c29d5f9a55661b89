// SPDX-License-Identifier: MIT
// Changes that the file refuses, and changes that are on their way: neither takes anything from
// anybody else.
#include "server/world.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/database.h"
#include "server/store_writer.h"
#include "support/help.h"

// --- The writer --------------------------------------------------------------

static void ring(void *self) {
    uint64_t one = 1;
    assert_int_equal(write(*(int *)self, &one, sizeof one), sizeof one);
}

static void put_lines(store_writer *w, uint64_t seq, uint64_t match, int64_t n, uint64_t heard) {
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_LINES, match, "a move\n", NULL)->n = n;
    b->seq = seq;
    b->epoch = 1;
    b->heard = heard;
    store_writer_put(w, b);
}

static void put_team(store_writer *w, uint64_t seq, uint64_t team) {
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_LINES, 70 + team, "with it\n", NULL);
    store_batch_add(b, STORE_TEAM, team, "Rooks", "rooks")->b = 1;
    b->seq = seq;
    b->epoch = 1;
    store_writer_put(w, b);
}

// Takes news until everything up to `seq` has been seen to; adds the refused numbers to a mask.
static uint64_t wait_for(store_writer *w, int bell, uint64_t seq) {
    uint64_t refused = 0, seen = 0, count;
    while (seen < seq) {
        struct pollfd p = {.fd = bell, .events = POLLIN};
        assert_int_equal(poll(&p, 1, 60000), 1); // only a hang takes that long
        assert_int_equal(read(bell, &count, sizeof count), sizeof count);
        store_news news = store_writer_news(w);
        assert_false(news.then);
        seen = news.durable > seen ? news.durable : seen;
        for (const store_batch *b = news.refused; b; b = b->next) {
            assert_non_null(b->why);
            refused |= (uint64_t)1 << b->seq;
        }
        store_batch_free_all(news.refused);
    }
    return refused;
}

static int is_stored(store_db *db, uint64_t match) {
    char sql[80];
    int found = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM lines WHERE match=%d", (int)match);
    sql_query *q = sql_prepare(store_db_link(db), sql);
    assert_int_equal(sql_next(q), SQL_ROW);
    found = (int)sql_int_at(q, 0);
    sql_drop(q);
    return found;
}

// A bad batch in the midst of others: they are written, and nothing of it is.
static void test_bad_batch_is_refused_alone(void **state) {
    char path[] = "/tmp/tessera-refused-XXXXXX", more[64];
    store_writer *w = NULL;
    store_db *db = NULL, *reader = NULL;
    int bell = eventfd(0, 0);
    (void)state;
    close(mkstemp(path));
    db = database_open(path, DATABASE_FRESH);
    reader = database_open(path, DATABASE_AGAIN);
    assert_int_equal(store_writer_open(db, ring, &bell, &w, NULL), TSR_OK);
    put_lines(w, 1, 10, 0, 0);
    put_team(w, 2, 1);
    put_team(w, 3, 2); // the same name
    put_lines(w, 4, 11, 0, 0);
    put_lines(w, 5, 72, 1, 0); // builds on what was refused
    put_lines(w, 6, 10, 1, 0);
    assert_int_equal(wait_for(w, bell, 6), 1u << 3 | 1u << 5);
    put_lines(w, 7, 72, 0, 0); // still by one who has not heard of it
    assert_int_equal(wait_for(w, bell, 7), 1u << 7);
    put_lines(w, 8, 72, 0, 3);
    assert_int_equal(wait_for(w, bell, 8), 0);
    assert_int_equal(is_stored(reader, 10), 2);
    assert_int_equal(is_stored(reader, 11), 1);
    assert_int_equal(is_stored(reader, 71), 1);
    assert_int_equal(is_stored(reader, 72), 1);
    store_writer_close(w);
    store_db_close(reader);
    close(bell);
    for (const char *const *end = (const char *const[]){"", "-wal", "-shm", NULL}; *end; end++) {
        snprintf(more, sizeof more, "%s%s", path, *end);
        unlink(more);
    }
}

// --- The hub -----------------------------------------------------------------

static void pair_up(world *w, page *a, page *b) {
    char path[80];
    world_match(w, a, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(w, b, "POST", path, "{}"), 200);
    world_connect(w, b, a->match, 0);
}

// Somebody's move is refused, with what was said after it: the others hear nothing of it, and the
// match goes on from where the disk has it.
static void refuse_one(int at_once) {
    world w;
    world_open(&w, 31, 4);
    page *a = w.pages, *b = a + 1, *c = a + 2, *d = a + 3;
    pair_up(&w, a, b);
    pair_up(&w, c, d);
    w.held_back = 1;
    w.at_once = at_once;
    world_play(&w, a, 0);
    world_say(&w, a, "\"t\":\"chat\",\"text\":\"have a look at this\"}");
    world_play(&w, c, 0);
    w.poison = 1;
    world_sync(&w);
    w.held_back = 0;
    assert_int_equal(a->acks, 0);
    assert_true(a->refusals >= 1);
    assert_non_null(strstr(a->why, "could not keep"));
    assert_int_equal(c->acks, 1);
    assert_int_equal(c->refusals, 0);
    assert_int_equal(d->ply, 1);
    assert_int_equal(a->ply, 0);
    assert_int_equal(b->ply, 0);
    assert_non_null(strstr(w.last_log, "refused"));
    world_play(&w, a, 0);
    assert_int_equal(a->acks, 1);
    assert_int_equal(b->ply, 1);
    world_crash(&w); // and the disk has the same
    world_connect(&w, b, b->match, 0);
    assert_int_equal(b->ply, 1);
    world_close(&w);
}

static void test_others_hear_nothing_of_it(void **state) {
    (void)state;
    refuse_one(0);
    refuse_one(1); // the hub hears of the first while the second is on its way
}

// What is refused is answered, and counts as not done.
static void test_refused_request(void **state) {
    world w;
    (void)state;
    world_open(&w, 32, 1);
    w.poison = 1;
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/register",
                               "{\"name\":\"Anna\",\"password\":\"a quiet tall ship\"}"),
                     500);
    assert_non_null(strstr(w.raw, "Nothing was changed"));
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/register",
                               "{\"name\":\"Anna\",\"password\":\"a quiet tall ship\"}"),
                     200);
    world_close(&w);
}

// --- On their way ------------------------------------------------------------

static void sign_up(world *w, page *p, const char *name) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

static int answers(const world *w, uint64_t from, int status) {
    int n = 0;
    for (uint64_t id = from; id <= w->next_request; id++) {
        n += w->statuses[id % 64] == status;
    }
    return n;
}

// Ten teams are the most for one person, also for one who asks for twelve in the same moment, and
// joining counts like making one.
static void test_teams_on_their_way_count(void **state) {
    world w;
    char body[40], path[80];
    (void)state;
    world_open(&w, 33, 2);
    sign_up(&w, w.pages, "Anna");
    sign_up(&w, w.pages + 1, "Ben");
    assert_int_equal(world_ask(&w, w.pages + 1, "POST", "/api/teams", "{\"name\":\"Bishops\"}"),
                     200);
    snprintf(path, sizeof path, "/api/teams/%s/join",
             json_string_value(json_object_get(w.body, "id")));
    w.held_back = 1;
    uint64_t first = w.next_request + 1;
    for (int i = 0; i < 12; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Team %d\"}", 20 + i);
        world_ask(&w, w.pages, "POST", "/api/teams", body);
    }
    world_ask(&w, w.pages, "POST", path, "{}");
    world_sync(&w);
    w.held_back = 0;
    assert_int_equal(answers(&w, first, 200), 10);
    assert_int_equal(answers(&w, first, 429), 3);
    assert_int_equal(world_ask(&w, w.pages, "POST", path, "{}"), 429);
    world_close(&w);
}

// Two rated matches end in the same moment: both count.
static void test_ratings_on_their_way_count(void **state) {
    world w;
    (void)state;
    world_open(&w, 34, 4);
    page *a = w.pages;
    sign_up(&w, a, "Anna");
    sign_up(&w, a + 1, "Ben");
    memcpy(a[2].token, a[0].token, sizeof a[2].token); // a second window of Anna's
    sign_up(&w, a + 3, "Cleo");
    for (int i = 0; i < 4; i += 2) {
        char path[80];
        assert_int_equal(world_ask(&w, a + i, "POST", "/api/matches",
                                   "{\"game\":\"tictactoe\",\"rated\":true,\"seats\":"
                                   "[{\"kind\":\"me\"},{\"kind\":\"open\"}]}"),
                         200);
        world_connect(&w, a + i, json_string_value(json_object_get(w.body, "id")), 0);
        snprintf(path, sizeof path, "/api/matches/%s/join", a[i].match);
        assert_int_equal(world_ask(&w, a + i + 1, "POST", path, "{}"), 200);
        world_connect(&w, a + i + 1, a[i].match, 0);
        world_play(&w, a + i, 0);
    }
    w.held_back = 1;
    world_say(&w, a + 1, "\"t\":\"resign\",\"seat\":1}");
    world_say(&w, a + 3, "\"t\":\"resign\",\"seat\":1}");
    world_sync(&w);
    w.held_back = 0;
    assert_int_equal(world_ask(&w, a, "GET", "/api/users/Anna", ""), 200);
    const json_t *r = json_array_get(json_object_get(w.body, "ratings"), 0);
    assert_int_equal(json_integer_value(json_object_get(r, "games")), 2);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_bad_batch_is_refused_alone), TEST(test_others_hear_nothing_of_it),
        TEST(test_refused_request), TEST(test_teams_on_their_way_count),
        TEST(test_ratings_on_their_way_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
