// SPDX-License-Identifier: MIT
// Records that are packed when their match is over: the same text, in any store.
#include "server/world.h"

#include "server/database.h"
#include "server/store_pack.h"
#include "support/help.h"

enum { LIVE = 1, OVER = 2 };

static void apply(store_db *db, store_batch *b) {
    tsr_error err;
    if (store_db_begin(db, &err) != TSR_OK || store_db_apply(db, b, &err) != TSR_OK ||
        store_db_commit(db, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
    store_batch_free(b);
}

static void put_match(store_db *db, uint64_t id, int state, int64_t updated, const char *meta) {
    store_batch *b = store_batch_new();
    store_op *op = store_batch_add(b, STORE_MATCH, id, meta, NULL);
    op->n = state;
    op->at = updated;
    apply(db, b);
}

static void put_line(store_db *db, uint64_t id, int n, const char *text) {
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_LINES, id, text, NULL)->n = n;
    apply(db, b);
}

static void run(store_db *db, const char *text) {
    sql_link *l = store_db_link(db);
    assert_true(l->driver->run(l, text));
}

static int64_t count(store_db *db, const char *text) {
    sql_query *s = sql_prepare(store_db_link(db), text);
    assert_int_equal(sql_next(s), SQL_ROW);
    int64_t n = sql_int_at(s, 0);
    sql_drop(s);
    return n;
}

// What is read of it: the number of the next piece, and the text.
static int64_t read_text(store_db *db, uint64_t id, char out[400]) {
    store_match m;
    buffer meta, record;
    buffer_init(&meta, NULL);
    buffer_init(&record, NULL);
    assert_true(store_db_match(db, id, &m, &meta, &record));
    snprintf(out, 400, "%s", buffer_text(&record));
    buffer_deinit(&meta);
    buffer_deinit(&record);
    return m.pieces;
}

static void test_same_text(void **state) {
    store_db *db = database_open(":memory:", DATABASE_FRESH);
    char text[400];
    (void)state;
    put_match(db, 1, OVER, 10, "{}");
    put_line(db, 1, 0, "head\nmore\n");
    put_line(db, 1, 1, "1\tAnna\tok\n");
    put_line(db, 1, 2, "2\t\303\204nne\tok\n");
    put_match(db, 2, LIVE, 10, "{}"); // goes on
    put_line(db, 2, 0, "live\n");
    put_match(db, 3, OVER, 200, "{}"); // has just ended
    put_line(db, 3, 0, "new\n");
    put_match(db, 4, OVER, 10, "{}"); // was given up before it began
    assert_int_equal(store_pack_some(store_db_link(db), 100), 2);
    assert_int_equal(count(db, "SELECT count(*) FROM lines"), 2);
    assert_int_equal(count(db, "SELECT count(*) FROM records"), 1);
    assert_int_equal(read_text(db, 1, text), 3);
    assert_string_equal(text, "head\nmore\n1\tAnna\tok\n2\t\303\204nne\tok\n");
    assert_int_equal(read_text(db, 2, text), 1);
    assert_string_equal(text, "live\n");
    assert_int_equal(read_text(db, 3, text), 1);
    assert_string_equal(text, "new\n");
    assert_int_equal(read_text(db, 4, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(store_pack_some(store_db_link(db), 100), 0); // once
    put_match(db, 1, OVER, 20, "{\"again\":1}");                  // its description changes
    put_line(db, 1, 3, "late\n"); // and whatever comes behind is behind
    assert_int_equal(read_text(db, 1, text), 4);
    assert_non_null(strstr(text, "ok\nlate\n"));
    store_db_close(db);
}

// More than go into one transaction, the oldest first.
static void test_many(void **state) {
    store_db *db = database_open(":memory:", DATABASE_FRESH);
    store_batch *b = store_batch_new();
    char text[400];
    (void)state;
    for (uint64_t id = 1; id <= STORE_PACK_MOST + 3; id++) {
        store_op *op = store_batch_add(b, STORE_MATCH, id, "{}", NULL);
        op->n = OVER;
        op->at = 1000 - (int64_t)id;
        store_batch_add(b, STORE_LINES, id, "line\n", NULL)->n = 0;
    }
    apply(db, b);
    assert_int_equal(store_pack_some(store_db_link(db), 2000), STORE_PACK_MOST);
    assert_int_equal(count(db, "SELECT max(match) FROM lines"), 3);
    assert_int_equal(store_pack_some(store_db_link(db), 2000), 3);
    assert_int_equal(count(db, "SELECT count(*) FROM lines"), 0);
    assert_int_equal(read_text(db, 2, text), 1);
    assert_string_equal(text, "line\n");
    store_db_close(db);
}

// A name is taken out of a packed record as out of one that is not.
static void test_name_is_taken_out(void **state) {
    store_db *db = database_open(":memory:", DATABASE_FRESH);
    store_batch *b = store_batch_new();
    char text[400];
    (void)state;
    store_batch_add(b, STORE_USER, 77, NULL, NULL);
    store_batch_add(b, STORE_ACCOUNT, 77, "Anna", "hash");
    apply(db, b);
    put_match(db, 1, OVER, 10, "{\"seats\":[{\"user\":\"77\",\"name\":\"Anna\"}]}");
    put_line(db, 1, 0, "seat\t0\tAnna\n1\t0\tAnna\tok\tX 0,0\t0\tAnna plays\n");
    b = store_batch_new();
    store_batch_add(b, STORE_SEAT, 1, NULL, NULL)->b = 77;
    apply(db, b);
    assert_int_equal(store_pack_some(store_db_link(db), 100), 1);
    b = store_batch_new();
    store_batch_add(b, STORE_ACCOUNT_GONE, 77, NULL, NULL);
    apply(db, b);
    assert_int_equal(read_text(db, 1, text), 1);
    assert_string_equal(text,
                        "seat\t0\tDeleted 1\n1\t0\tDeleted 1\tok\tX 0,0\t0\tDeleted 1 plays\n");
    store_db_close(db);
}

// One that cannot be unpacked is told as damaged, and no other is.
static void test_damage(void **state) {
    store_db *db = database_open(":memory:", DATABASE_FRESH);
    char text[400], why[200];
    (void)state;
    for (uint64_t id = 1; id <= 2; id++) {
        put_match(db, id, OVER, 10, "{}");
        put_line(db, id, 0, "line\n");
    }
    assert_int_equal(store_pack_some(store_db_link(db), 100), 2);
    run(db, store_db_link(db)->driver->is_pg ? "UPDATE records SET body='\\x00' WHERE match=2"
                                             : "UPDATE records SET body=x'00' WHERE match=2");
    (void)read_text(db, 1, text);
    assert_false(store_db_trouble(db, why, sizeof why));
    (void)read_text(db, 2, text);
    assert_true(store_db_trouble(db, why, sizeof why));
    assert_string_equal(why, "its packed record is damaged");
    store_db_close(db);
}

// What cannot be written changes nothing.
static void test_failure(void **state) {
    store_db *db = database_open(":memory:", DATABASE_FRESH);
    char text[400];
    (void)state;
    put_match(db, 1, OVER, 10, "{}");
    put_line(db, 1, 0, "first\n");
    put_match(db, 2, OVER, 20, "{}");
    put_line(db, 2, 0, "second\n");
    run(db, store_db_link(db)->driver->is_pg
                ? "INSERT INTO records VALUES(2,1,1,'\\x00')" // in its way
                : "INSERT INTO records VALUES(2,1,1,x'00')");
    assert_int_equal(store_pack_some(store_db_link(db), 100), -1);
    assert_int_equal(count(db, "SELECT count(*) FROM lines"), 2);
    assert_int_equal(count(db, "SELECT count(*) FROM matches WHERE packed=1"), 0);
    assert_int_equal(read_text(db, 1, text), 1);
    assert_string_equal(text, "first\n");
    store_db_close(db);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_same_text), TEST(test_many),
                                       TEST(test_name_is_taken_out), TEST(test_damage),
                                       TEST(test_failure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
