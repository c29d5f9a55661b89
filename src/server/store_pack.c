// SPDX-License-Identifier: MIT
// Records of matches that are over become one packed row each.
#include "server/store_pack.h"

#include "base/buffer.h"
#include "server/gzip.h"

enum { CODEC_GZIP = 1 };

enum { READ, PUT, CLEAR, MARK, STATEMENTS };

static const char *const texts[STATEMENTS] = {
    [READ] = "SELECT n,text FROM lines WHERE match=?1 ORDER BY n",
    [PUT] = "INSERT INTO records(match,pieces,codec,body) VALUES(?1,?2,?3,?4)",
    [CLEAR] = "DELETE FROM lines WHERE match=?1 AND EXISTS(SELECT 1 FROM records WHERE match=?1)",
    [MARK] = "UPDATE matches SET packed=1 WHERE id=?1",
};

// Those to be packed; their rows are held to the end of the transaction. -1: it failed.
static int choose(sql_link *l, int64_t before, uint64_t out[STORE_PACK_MOST]) {
    sql_query *s = sql_prepare(
        l, l->driver->is_pg
               ? "SELECT id FROM matches WHERE state>=2 AND packed=0 AND updated<?1 ORDER "
                 "BY updated LIMIT ?2 FOR UPDATE SKIP LOCKED"
               : "SELECT id FROM matches WHERE state>=2 AND packed=0 AND updated<?1 ORDER "
                 "BY updated LIMIT ?2");
    sql_step code;
    int n = 0;
    sql_bind_int(s, 1, before);
    sql_bind_int(s, 2, STORE_PACK_MOST);
    while ((code = sql_next(s)) == SQL_ROW && n < STORE_PACK_MOST) {
        out[n++] = sql_id_at(s, 0);
    }
    sql_drop(s);
    return code == SQL_FAILED ? -1 : n;
}

static int run_on(sql_query *s, uint64_t match) {
    sql_bind_id(s, 1, match);
    return sql_finish(s);
}

// The record's text, and the number of the piece after its last; -1: it cannot be read.
static int64_t read_record(sql_query *s, uint64_t match, buffer *out) {
    sql_step code;
    int64_t pieces = 0;
    sql_bind_id(s, 1, match);
    while ((code = sql_next(s)) == SQL_ROW) {
        pieces = sql_int_at(s, 0) + 1;
        buffer_add_text(out, sql_text_at(s, 1));
    }
    sql_done(s);
    return code == SQL_FAILED || out->failed ? -1 : pieces;
}

static int put_record(sql_query *s, uint64_t match, int64_t pieces, const buffer *text) {
    buffer packed;
    buffer_init(&packed, NULL);
    gzip_pack(&packed, buffer_text(text), text->size);
    sql_bind_id(s, 1, match);
    sql_bind_int(s, 2, pieces);
    sql_bind_int(s, 3, CODEC_GZIP);
    sql_bind_bytes(s, 4, packed.bytes, packed.size);
    int fine = !packed.failed && sql_finish(s);
    buffer_deinit(&packed);
    return fine;
}

// One that was given up before it began has no record.
static int pack(sql_query *const s[STATEMENTS], uint64_t match) {
    buffer text;
    buffer_init(&text, NULL);
    int64_t pieces = read_record(s[READ], match, &text);
    int fine = pieces == 0 ||
               (pieces > 0 && put_record(s[PUT], match, pieces, &text) && run_on(s[CLEAR], match));
    buffer_deinit(&text);
    return fine && run_on(s[MARK], match);
}

static int pack_all(sql_link *l, const uint64_t *match, int count) {
    sql_query *s[STATEMENTS];
    int fine = 1;
    for (int i = 0; i < STATEMENTS; i++) {
        s[i] = sql_prepare(l, texts[i]);
    }
    for (int i = 0; i < count && fine; i++) {
        fine = pack(s, match[i]);
    }
    for (int i = 0; i < STATEMENTS; i++) {
        sql_drop(s[i]);
    }
    return fine;
}

int store_pack_some(sql_link *l, int64_t before) {
    uint64_t match[STORE_PACK_MOST];
    if (!l->driver->run(l, l->driver->is_pg ? "BEGIN" : "BEGIN IMMEDIATE")) {
        return -1;
    }
    int count = choose(l, before, match);
    if (count >= 0 && pack_all(l, match, count) && l->driver->run(l, "COMMIT")) {
        return count;
    }
    if (l->driver->is_writing(l)) {
        (void)l->driver->run(l, "ROLLBACK");
    }
    return -1;
}
