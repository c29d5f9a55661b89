// SPDX-License-Identifier: MIT
// Reading the database: people, sessions, words, ratings, matches.
#include <stdio.h>
#include <string.h>

#include "server/gzip.h"
#include "server/names.h"
#include "server/store_sql.h"

static int read_user(store_db *db, sql_query *s, store_user *out) {
    int found = sql_row(db, s);
    if (found) {
        *out = (store_user){.id = sql_id_at(s, 0),
                            .since = sql_int_at(s, 3),
                            .banned = sql_int_at(s, 4),
                            .muted = sql_int_at(s, 5),
                            .away = sql_int_at(s, 6),
                            .away_days = (int)sql_int_at(s, 7),
                            .away_year = (int)sql_int_at(s, 8),
                            .moderator = (int)sql_int_at(s, 9),
                            .notices = (int)sql_int_at(s, 10)};
        (void)snprintf(out->mail, sizeof out->mail, "%s", sql_text_at(s, 11));
        out->away_from = sql_int_at(s, 12);
        (void)snprintf(out->name, sizeof out->name, "%s", sql_text_at(s, 1));
        (void)snprintf(out->password, sizeof out->password, "%s", sql_text_at(s, 2));
    }
    sql_done(s);
    return found;
}

int store_db_user(store_db *db, uint64_t id, store_user *out) {
    sql_bind_id(db->statement[SQL_GET_USER], 1, id);
    return read_user(db, db->statement[SQL_GET_USER], out);
}

int store_db_user_named(store_db *db, const char *name, store_user *out) {
    char look[NAME_LOOK_BYTES];
    sql_bind_text(db->statement[SQL_GET_NAMED], 1, name);
    if (read_user(db, db->statement[SQL_GET_NAMED], out)) {
        return 1;
    }
    name_look(name, look);
    sql_bind_text(db->statement[SQL_GET_LOOK], 1, look);
    return read_user(db, db->statement[SQL_GET_LOOK], out);
}

int store_db_session(store_db *db, const unsigned char hash[32], uint64_t *user) {
    sql_query *s = db->statement[SQL_GET_SESSION];
    sql_bind_hash(s, 1, hash);
    int found = sql_row(db, s);
    if (found) {
        *user = sql_id_at(s, 0);
    }
    sql_done(s);
    return found;
}

int store_db_token(store_db *db, const unsigned char hash[32], store_token *out) {
    sql_query *s = db->statement[SQL_GET_TOKEN];
    sql_bind_hash(s, 1, hash);
    int found = sql_row(db, s);
    if (found) {
        *out = (store_token){.user = sql_id_at(s, 0),
                             .kind = (token_kind)sql_int_at(s, 1),
                             .until = sql_int_at(s, 2)};
    }
    sql_done(s);
    return found;
}

int store_db_token_label(store_db *db, const unsigned char hash[32], char *out, size_t cap) {
    sql_query *s = db->statement[SQL_GET_TOKEN];
    sql_bind_hash(s, 1, hash);
    int found = sql_row(db, s);
    if (found) {
        (void)snprintf(out, cap, "%s", sql_text_at(s, 3));
    }
    sql_done(s);
    return found;
}

int store_db_is_blocked(store_db *db, uint64_t user, uint64_t other) {
    sql_query *s = db->statement[SQL_GET_BLOCK];
    sql_bind_id(s, 1, user);
    sql_bind_id(s, 2, other);
    int found = sql_row(db, s);
    sql_done(s);
    return found;
}

int store_db_has_match(store_db *db, uint64_t match) {
    sql_query *s = db->statement[SQL_HAS_MATCH];
    sql_bind_id(s, 1, match);
    int found = sql_row(db, s);
    sql_done(s);
    return found;
}

static void read_rating(sql_query *s, store_rating *out) {
    *out = (store_rating){.rating = sql_double_at(s, 1),
                          .rd = sql_double_at(s, 2),
                          .volatility = sql_double_at(s, 3),
                          .games = sql_int_at(s, 4)};
    (void)snprintf(out->game, sizeof out->game, "%s", sql_text_at(s, 0));
}

int store_db_sessions(store_db *db, uint64_t user, store_session *out, int cap) {
    sql_query *s = db->statement[SQL_GET_SESSIONS];
    int n = 0;
    sql_bind_id(s, 1, user);
    sql_bind_int(s, 2, cap);
    while (n < cap && sql_row(db, s)) {
        const unsigned char *hash = sql_hash_at(s, 0);
        if (hash) {
            memcpy(out[n].hash, hash, 32);
            out[n++].since = sql_int_at(s, 1);
        }
    }
    sql_done(s);
    return n;
}

int store_db_rating(store_db *db, uint64_t user, const char *game, store_rating *out) {
    sql_query *s = db->statement[SQL_GET_RATING];
    sql_bind_id(s, 1, user);
    sql_bind_text(s, 2, game);
    int found = sql_row(db, s);
    if (found) {
        read_rating(s, out);
    }
    sql_done(s);
    return found;
}

int store_db_ratings(store_db *db, uint64_t user, store_rating *out, int cap) {
    sql_query *s = db->statement[SQL_GET_RATINGS];
    int n = 0;
    sql_bind_id(s, 1, user);
    while (n < cap && sql_row(db, s)) {
        read_rating(s, &out[n++]);
    }
    sql_done(s);
    return n;
}

// A piece of a record, or, before those, all that was packed when the match was over.
static void read_piece(store_db *db, const sql_query *s, store_match *out, buffer *record) {
    size_t size = 0;
    if (sql_int_at(s, 0) >= 0) {
        out->pieces = sql_int_at(s, 0) + 1;
        buffer_add_text(record, sql_text_at(s, 1));
        return;
    }
    out->pieces = sql_int_at(s, 2);
    const void *body = sql_bytes_at(s, 3, &size);
    if (!body || !gzip_unpack(record, body, size)) {
        db->trouble = 1;
        (void)snprintf(db->why, sizeof db->why, "its packed record is damaged");
    }
}

int store_db_match(store_db *db, uint64_t match, store_match *out, buffer *meta, buffer *record) {
    sql_query *s = db->statement[SQL_GET_MATCH];
    sql_bind_id(s, 1, match);
    int found = sql_row(db, s);
    if (found) {
        *out =
            (store_match){.id = match, .state = (int)sql_int_at(s, 0), .updated = sql_int_at(s, 1)};
        buffer_add_text(meta, sql_text_at(s, 2));
    }
    sql_done(s);
    if (!found || !record) {
        return found;
    }
    s = db->statement[SQL_GET_LINES];
    sql_bind_id(s, 1, match);
    while (sql_row(db, s)) {
        read_piece(db, s, out, record);
    }
    sql_done(s);
    return !meta->failed && !record->failed;
}

int store_db_file(store_db *db, const unsigned char hash[32], buffer *text) {
    sql_query *s = db->statement[SQL_GET_FILE];
    sql_bind_hash(s, 1, hash);
    int found = sql_row(db, s);
    if (found) {
        buffer_add_text(text, sql_text_at(s, 0));
    }
    sql_done(s);
    return found && !text->failed;
}

int64_t store_db_chat(store_db *db, uint64_t match, int newest, void *self,
                      void (*each)(void *self, const char *who, const char *words)) {
    sql_query *s = db->statement[SQL_GET_CHAT];
    int64_t next = 0;
    sql_bind_id(s, 1, match);
    sql_bind_int(s, 2, newest);
    while (sql_row(db, s)) {
        next = sql_int_at(s, 0) + 1;
        each(self, sql_text_at(s, 1), sql_text_at(s, 2));
    }
    sql_done(s);
    return next;
}

int store_db_unfinished(store_db *db, uint64_t *out, int cap) {
    sql_query *s = db->statement[SQL_GET_UNFINISHED];
    int n = 0;
    sql_bind_int(s, 1, cap);
    while (n < cap && sql_row(db, s)) {
        out[n++] = sql_id_at(s, 0);
    }
    sql_done(s);
    return n;
}

void store_db_history(store_db *db, uint64_t user, int64_t before, int most, void *self,
                      void (*each)(void *self, const store_match *m, const char *meta)) {
    sql_query *s = db->statement[SQL_GET_HISTORY];
    sql_bind_id(s, 1, user);
    sql_bind_int(s, 2, before);
    sql_bind_int(s, 3, most);
    while (sql_row(db, s)) {
        const store_match m = {
            .id = sql_id_at(s, 0), .state = (int)sql_int_at(s, 1), .updated = sql_int_at(s, 2)};
        each(self, &m, sql_text_at(s, 3));
    }
    sql_done(s);
}
