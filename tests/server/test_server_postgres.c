// SPDX-License-Identifier: MIT
// The store in PostgreSQL: what is written many at a time, who may write, and what is told when the
// line breaks. TSR_TEST_STORE is the server's address (tests/server/stores.py gives it).
#include "server/world.h"

#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/database.h"
#include "server/ident.h"
#include "server/sql_pg.h"
#include "server/store_pg.h"
#include "server/store_pg_keeper.h"
#include "server/store_pg_schema.h"
#include "support/help.h"

enum { LEASE_MS = 600 };

static char address[400]; // with the part of the server that is this test's

static void ring(void *self) {
    const int *bell = self;
    uint64_t one = 1;
    (void)!write(*bell, &one, sizeof one);
}

static int never(void *self) {
    (void)self;
    return 0;
}

static int soon(void *self) {
    int *left = self;
    return (*left)-- <= 0;
}

typedef struct user { // of a store: what it has heard
    int bell;
    store *store;
    uint64_t seq, durable;
    store_outcome then;
    char why[200];
} user;

static int pack_after_s = INT_MAX; // nothing is packed but where a test wants it

static tsr_err try_store(user *u, int (*is_over)(void *self), void *self, tsr_error *err) {
    const store_pg_config config = {.url = address,
                                    .lease_ms = LEASE_MS,
                                    .pack_after_s = pack_after_s,
                                    .is_over = is_over,
                                    .self = self};
    *u = (user){.bell = eventfd(0, 0)};
    return store_pg_open(&config, ring, &u->bell, &u->store, err);
}

static void open_store(user *u) {
    tsr_error err;
    if (try_store(u, never, NULL, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
}

static void close_store(user *u) {
    store_stop(u->store);
    store_close(u->store);
    close(u->bell);
}

static void hear(user *u) {
    const store_news n = store_hear(u->store);
    u->durable = n.durable ? n.durable : u->durable;
    assert_null(n.refused);
    if (n.then != STORE_WELL) {
        u->then = n.then;
        memcpy(u->why, n.why, sizeof u->why);
    }
}

// Until everything that was put is durable, or something else is told.
static void wait_for_news(user *u) {
    u->then = STORE_WELL;
    hear(u);
    while (u->then == STORE_WELL && u->durable < u->seq) {
        uint64_t count;
        assert_int_equal(read(u->bell, &count, sizeof count), sizeof count);
        hear(u);
    }
}

static store_batch *new_batch(user *u) {
    store_batch *b = store_batch_new();
    b->seq = ++u->seq;
    b->epoch = 1;
    return b;
}

static void put_lines(user *u, uint64_t match, int n, const char *text) {
    store_batch *b = new_batch(u);
    store_batch_add(b, STORE_LINES, match, text, NULL)->n = n;
    store_put(u->store, b);
}

static void put_match(user *u, uint64_t match, int state, const char *meta) {
    store_batch *b = new_batch(u);
    store_batch_add(b, STORE_MATCH, match, meta, NULL)->n = state;
    store_put(u->store, b);
}

// As somebody else on the same database.
static int64_t run(const char *text) {
    sql_link *l = NULL;
    int64_t out = 0;
    assert_int_equal(sql_pg_open(address, "", 10000, &l, NULL), TSR_OK);
    assert_true(sql_pg_do(l, text, 0, NULL, &out) >= 0);
    sql_pg_close(l);
    return out;
}

static void read_match(user *u, uint64_t match, store_match *out, char *meta, char *record) {
    buffer a, b;
    buffer_init(&a, NULL);
    buffer_init(&b, NULL);
    assert_true(store_read_match(store_glance(u->store), match, out, &a, &b));
    snprintf(meta, 100, "%s", buffer_text(&a));
    snprintf(record, 400, "%s", buffer_text(&b));
    buffer_deinit(&a);
    buffer_deinit(&b);
}

// --- Writing -----------------------------------------------------------------

// Signs that mean something in a list of PostgreSQL's, and a match that is there twice in one go.
static void test_many_at_a_time(void **state) {
    user u;
    store_match m;
    char meta[100], record[400];
    (void)state;
    open_store(&u);
    for (int i = 0; i < 3; i++) {
        put_match(&u, 7, i, i == 2 ? "{\"last\":\"a\\b, {c}\"}" : "{}");
    }
    for (int i = 0; i < 300; i++) {
        put_lines(&u, 7 + (uint64_t)(i % 3), i / 3, i == 0 ? "\"{x},\\y\tNULL\n" : "line\n");
    }
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_WELL);
    read_match(&u, 7, &m, meta, record);
    assert_int_equal(m.state, 2);
    assert_int_equal(m.pieces, 100);
    assert_string_equal(meta, "{\"last\":\"a\\b, {c}\"}");
    assert_true(strncmp(record, "\"{x},\\y\tNULL\nline\n", 18) == 0);
    assert_int_equal(run("SELECT count(*) FROM lines"), 300);
    close_store(&u);
}

// What is over is packed by the store itself, and read as before; what goes on is not.
static void test_over_is_packed(void **state) {
    user u;
    store_match m;
    char meta[100], record[400];
    (void)state;
    open_store(&u);
    for (uint64_t match = 1; match <= 2; match++) {
        put_match(&u, match, (int)match, "{}");
        put_lines(&u, match, 0, "one\n");
        put_lines(&u, match, 1, "two\n");
    }
    wait_for_news(&u);
    close_store(&u);
    pack_after_s = 0;
    open_store(&u);
    pack_after_s = INT_MAX;
    while (run("SELECT count(*) FROM records") == 0) {
        (void)poll(NULL, 0, 10); // wall clock: between two looks
    }
    assert_int_equal(run("SELECT min(match) FROM records"), 2);
    assert_int_equal(run("SELECT count(*) FROM lines"), 2);
    read_match(&u, 2, &m, meta, record);
    assert_string_equal(record, "one\ntwo\n");
    assert_int_equal(m.pieces, 2);
    close_store(&u);
}

// Where a commit is told before it is on the disk, no move may be acknowledged.
// --- Months ------------------------------------------------------------------

static uint64_t in_month(int64_t month) {
    return ident_of_month(77, (uint32_t)month);
}

// Where a match lies.
static void assert_lies_in(const char *table, uint64_t match, const char *what) {
    char text[300];
    snprintf(text, sizeof text,
             "SELECT count(*) FROM %s WHERE %s=%" PRIu64 " AND tableoid::regclass::text=%s", table,
             strcmp(table, "matches") == 0 ? "id" : "match", match, what);
    assert_int_equal(run(text), 1);
}

static void play_in(user *u, uint64_t match) {
    put_match(u, match, 1, "{}");
    put_lines(u, match, 0, "first\n");
    store_batch *b = new_batch(u);
    store_batch_add(b, STORE_CHAT, match, "Ann", "hello");
    store_put(u->store, b);
}

// What is made before and after midnight of the last of the month lies in two parts, and is found in both.
static void test_a_month_ends(void **state) {
    user u;
    store_match m;
    char meta[100], record[400];
    (void)state;
    open_store(&u);
    int64_t now = run("SELECT month_of(clock_timestamp())");
    assert_int_equal(u.store->first_month, now); // nobody has played here before
    for (int i = 0; i < 2; i++) {
        char part[100];
        play_in(&u, in_month(now + i));
        wait_for_news(&u);
        assert_int_equal(u.then, STORE_WELL);
        snprintf(part, sizeof part, "part_of('matches',%" PRId64 ")", now + i);
        assert_lies_in("matches", in_month(now + i), part);
        snprintf(part, sizeof part, "part_of('chat',%" PRId64 ")", now + i);
        assert_lies_in("chat", in_month(now + i), part);
        read_match(&u, in_month(now + i), &m, meta, record);
        assert_string_equal(record, "first\n");
    }
    close_store(&u);
}

// Nobody has made the part in time: what was written goes there when somebody does, and nothing is missed meanwhile.
static void test_a_month_comes_late(void **state) {
    user u;
    store_match m;
    char meta[100], record[400], text[200];
    (void)state;
    open_store(&u);
    int64_t late = run("SELECT month_of(clock_timestamp())+5");
    play_in(&u, in_month(late));
    wait_for_news(&u);
    assert_lies_in("matches", in_month(late), "'matches_later'");
    snprintf(text, sizeof text,
             "SELECT make_month('matches','id',%" PRId64 "),make_month('chat','match',%" PRId64 ")",
             late, late);
    (void)run(text);
    assert_int_equal(run("SELECT count(*) FROM matches_later"), 0);
    assert_int_equal(run("SELECT count(*) FROM chat_later"), 0);
    read_match(&u, in_month(late), &m, meta, record);
    assert_string_equal(record, "first\n");
    put_lines(&u, in_month(late), 1, "second\n");
    put_match(&u, in_month(late), 2, "{}");
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_WELL);
    close_store(&u);
}

// As a program of the format before has left it: matches stay where they are, and months begin when such programs are gone.
static void test_old_database(void **state) {
    sql_link *l = NULL;
    user u;
    store_match m;
    char meta[100], record[400];
    (void)state;
    assert_int_equal(sql_pg_open(address, "", 10000, &l, NULL), TSR_OK);
    assert_int_equal(store_pg_bring_to(l, 7, NULL), TSR_OK);
    assert_true(l->driver->run(l, "INSERT INTO matches(id,state,updated,meta) VALUES(77,1,1,'{}');"
                                  "INSERT INTO lines VALUES(77,0,E'first\\n');"
                                  "INSERT INTO chat VALUES(77,0,'Ann','hello')"));
    assert_int_equal(store_pg_format(l), 7);
    sql_pg_close(l);
    open_store(&u);
    assert_int_equal(run("SELECT version FROM format"), STORE_PG_FORMAT);
    assert_int_equal(run("SELECT oldest_program FROM format"), 7);
    assert_int_equal(u.store->first_month,
                     run("SELECT month_of(clock_timestamp()+interval '14 days')+1"));
    read_match(&u, 77, &m, meta, record);
    assert_string_equal(record, "first\n");
    assert_lies_in("matches", 77, "'matches_0'");
    put_lines(&u, 77, 1, "second\n");
    wait_for_news(&u);
    read_match(&u, 77, &m, meta, record);
    assert_string_equal(record, "first\nsecond\n");
    close_store(&u);
}

// --- What is refused ---------------------------------------------------------

static void test_unsafe_is_refused(void **state) {
    static const char *const words[] = {"off", "local"};
    char safe[sizeof address];
    (void)state;
    memcpy(safe, address, sizeof safe);
    for (int i = 0; i < 2; i++) {
        user u;
        tsr_error err;
        size_t end = strlen(safe);
        snprintf(address + end, sizeof address - end, "%%20-c%%20synchronous_commit%%3D%s",
                 words[i]);
        assert_int_equal(try_store(&u, never, NULL, &err), TSR_ERR_ARGUMENT);
        assert_non_null(strstr(err.message, "synchronous_commit"));
        close(u.bell);
    }
    memcpy(address, safe, sizeof address);
}

// --- Who may write -----------------------------------------------------------

static void test_second_stands_by(void **state) {
    user a, b;
    int polls = 3;
    tsr_error err;
    (void)state;
    open_store(&a);
    assert_int_equal(try_store(&b, soon, &polls, &err), TSR_ERR_IO);
    assert_non_null(strstr(err.message, "another server"));
    close(b.bell);
    put_lines(&a, 1, 0, "a\n");
    wait_for_news(&a);
    assert_int_equal(a.then, STORE_WELL);
    close_store(&a);
    open_store(&b); // at once: the first has said goodbye
    put_lines(&b, 1, 1, "b\n");
    wait_for_news(&b);
    assert_int_equal(b.then, STORE_WELL);
    close_store(&b);
}

// Buried, rightly or wrongly: nothing of what it wanted to write is there, whatever it was, and it
// goes on under a new life.
static void fence(user *u, int with_match) {
    int64_t before = run("SELECT count(*) FROM lines");
    (void)run("UPDATE fences SET alive=false");
    put_lines(u, 9, 0, "zombie\n");
    if (with_match) {
        put_match(u, 9, 1, "{}");
    }
    wait_for_news(u);
    assert_int_equal(u->then, STORE_FENCED);
    assert_int_equal(run("SELECT count(*) FROM lines"), before);
    assert_int_equal(run("SELECT count(*) FROM matches WHERE id=9"), 0);
    u->durable = u->seq;
}

static void test_fenced(void **state) {
    user u;
    (void)state;
    open_store(&u);
    fence(&u, 0);
    fence(&u, 1);
    put_lines(&u, 9, 0, "again\n");
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_WELL);
    assert_int_equal(run("SELECT count(*) FROM lines WHERE match=9 AND text LIKE 'again%'"), 1);
    assert_int_equal(run("SELECT count(DISTINCT life) FROM shards"), 1);
    assert_true(run("SELECT min(epoch) FROM shards") >= 3);
    close_store(&u);
}

// Who has nothing to write hears of it, too: what is in memory may be old.
static void test_fenced_while_idle(void **state) {
    user u;
    (void)state;
    open_store(&u);
    (void)run("UPDATE fences SET alive=false");
    u.seq = 1; // waits for something
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_FENCED);
    // What was made before that was heard of is not written.
    close_store(&u);
}

// A batch without changes asks whether this store may write, and that is all it does.
static void test_nothing_to_write(void **state) {
    user u;
    (void)state;
    open_store(&u);
    assert_true(store_may_be_fenced(u.store));
    store_put(u.store, new_batch(&u));
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_WELL);
    (void)run("UPDATE fences SET alive=false");
    store_put(u.store, new_batch(&u));
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_FENCED);
    close_store(&u);
}

static void *hold_lives(void *arg) {
    (void)arg;
    (void)run("DO 'BEGIN LOCK TABLE lives; PERFORM pg_sleep(1); END'");
    return NULL;
}

// A database that has much to do when a server begins is no reason not to begin.
static void test_born_in_busy_times(void **state) {
    user u;
    pthread_t thread;
    pg_keeper *k = NULL;
    const pg_keeper_config config = {.url = address, .lease_ms = LEASE_MS, .shares = 1};
    (void)state;
    open_store(&u); // makes the tables
    close_store(&u);
    assert_int_equal(pthread_create(&thread, NULL, hold_lives, NULL), 0);
    while (!run("SELECT count(*) FROM pg_locks WHERE mode='AccessExclusiveLock' AND granted AND"
                " relation='lives'::regclass")) {
    }
    assert_int_equal(pg_keeper_open(&config, &k, NULL), TSR_OK);
    pthread_join(thread, NULL);
    pg_keeper_close(k);
}

// The disk, or the standby, stands still for longer than a lease: whoever beats is alive all the same.
static void test_slow_disk(void **state) {
    enum { LEASES = 3 };
    user u;
    int shards;
    pg_keeper *k = NULL;
    const pg_keeper_config config = {.url = address, .lease_ms = LEASE_MS, .shares = 1};
    (void)state;
    open_store(&u);
    close_store(&u);
    assert_int_equal(pg_keeper_open(&config, &k, NULL), TSR_OK);
    uint64_t life = pg_keeper_life(k, &shards);
    while (shards < 256) {
        (void)run("SELECT pg_sleep(0.01)");
        (void)pg_keeper_life(k, &shards);
    }
    (void)run("ALTER SYSTEM SET synchronous_standby_names='nobody'");
    (void)run("SELECT pg_reload_conf()");
    for (int i = 0; i < LEASES; i++) {
        (void)run("SELECT pg_sleep(0.6)");
        assert_int_equal(run("SELECT count(*) FROM lives l JOIN fences f ON f.life=l.id WHERE"
                             " f.alive AND l.expires>clock_timestamp()"),
                         1);
    }
    (void)run("ALTER SYSTEM RESET synchronous_standby_names");
    (void)run("SELECT pg_reload_conf()");
    assert_int_equal(pg_keeper_life(k, &shards), life);
    assert_false(pg_keeper_is_late(k));
    pg_keeper_close(k);
}

// Another server has what this one had: there is nothing to wait for.
static void test_gone(void **state) {
    user u;
    pg_keeper *other = NULL;
    (void)state;
    open_store(&u);
    assert_false(store_is_gone(u.store));
    const pg_keeper_config config = {.url = address, .lease_ms = LEASE_MS};
    assert_int_equal(pg_keeper_open(&config, &other, NULL), TSR_OK);
    (void)run(
        "WITH buried AS (UPDATE fences SET alive=false WHERE life=(SELECT min(id) FROM lives))"
        " UPDATE shards SET life=(SELECT max(id) FROM lives)");
    u.seq = 1; // waits for something
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_FENCED);
    assert_true(store_is_gone(u.store));
    close_store(&u);
    pg_keeper_close(other);
}

// --- The line breaks ---------------------------------------------------------

static const char cut_all[] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                              "application_name='tessera' "
                              "AND pid<>pg_backend_pid()";

// Neither yes nor no; whoever reads then sees what there is, and everything goes on.
static void test_line_breaks(void **state) {
    user u;
    store_match m;
    char meta[100], record[400];
    (void)state;
    open_store(&u);
    put_match(&u, 3, 1, "{}");
    put_lines(&u, 3, 0, "one\n");
    wait_for_news(&u);
    assert_true(run(cut_all) >= 3);
    put_lines(&u, 3, 1, "two\n");
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_UNKNOWN);
    u.durable = u.seq;
    read_match(&u, 3, &m, meta, record); // through a line that broke as well
    put_lines(&u, 3, (int)m.pieces, "three\n");
    wait_for_news(&u);
    assert_int_equal(u.then, STORE_WELL);
    assert_int_equal(run("SELECT count(*) FROM lines WHERE match=3 AND text LIKE 'three%'"), 1);
    close_store(&u);
}

// --- Who may write -------------------------------------------------------------------------------

typedef struct rival {
    pthread_t thread;
    pthread_barrier_t *start;
    pg_keeper *keeper;
} rival;

static void *begin_keeping(void *arg) {
    rival *r = arg;
    (void)pthread_barrier_wait(r->start);
    const pg_keeper_config config = {.url = address, .lease_ms = LEASE_MS};
    (void)!pg_keeper_open(&config, &r->keeper, NULL);
    return NULL;
}

// Keepers that begin in the same moment: one of them has all shards, and the others know it.
static void test_many_begin_at_once(void **state) {
    enum { ROUNDS = 20, RIVALS = 3 };
    user u;
    (void)state;
    open_store(&u); // makes the tables
    close_store(&u);
    for (int round = 0; round < ROUNDS; round++) {
        rival r[RIVALS];
        pthread_barrier_t start;
        int owners = 0;
        pthread_barrier_init(&start, NULL, RIVALS);
        for (int i = 0; i < RIVALS; i++) {
            r[i] = (rival){.start = &start};
            assert_int_equal(pthread_create(&r[i].thread, NULL, begin_keeping, &r[i]), 0);
        }
        for (int i = 0; i < RIVALS; i++) {
            pthread_join(r[i].thread, NULL);
            assert_non_null(r[i].keeper);
        }
        while (!owners) {
            for (int i = 0; i < RIVALS; i++) {
                owners += pg_keeper_wait(r[i].keeper, 0) != 0;
            }
        }
        for (int i = 0; i < RIVALS; i++) {
            pg_keeper_close(r[i].keeper);
        }
        pthread_barrier_destroy(&start);
        assert_int_equal(owners, 1);
    }
}

// A fresh part of the server for each test.
static int set_up(void **state) {
    char text[200];
    sql_link *l = NULL;
    (void)state;
    assert_int_equal(sql_pg_open(database_postgres(), "", 10000, &l, NULL), TSR_OK);
    snprintf(
        text, sizeof text,
        "SET client_min_messages=warning; DROP SCHEMA IF EXISTS s%ld CASCADE; CREATE SCHEMA s%ld",
        (long)getpid(), (long)getpid());
    assert_true(l->driver->run(l, text));
    sql_pg_close(l);
    return 0;
}

#define FRESH(f) cmocka_unit_test_setup(f, set_up)

int main(void) {
    const struct CMUnitTest tests[] = {FRESH(test_many_at_a_time),
                                       FRESH(test_over_is_packed),
                                       FRESH(test_a_month_ends),
                                       FRESH(test_a_month_comes_late),
                                       FRESH(test_old_database),
                                       FRESH(test_unsafe_is_refused),
                                       FRESH(test_second_stands_by),
                                       FRESH(test_fenced),
                                       FRESH(test_fenced_while_idle),
                                       FRESH(test_nothing_to_write),
                                       FRESH(test_born_in_busy_times),
                                       FRESH(test_slow_disk),
                                       FRESH(test_gone),
                                       FRESH(test_line_breaks),
                                       FRESH(test_many_begin_at_once)};
    if (!database_postgres()) {
        printf("skipped: TSR_TEST_STORE names no PostgreSQL server\n");
        return 77;
    }
    snprintf(address, sizeof address, "%s&options=-c%%20search_path%%3Ds%ld", database_postgres(),
             (long)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
