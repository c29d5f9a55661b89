// SPDX-License-Identifier: MIT
#include "server/store_db.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server/names.h"
#include "server/store_erase.h"
#include "server/store_schema.h"

// Statements, prepared once. X(name, sql)
#define STATEMENTS(X)                                                                              \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    X(COMMIT, "COMMIT")                                                                            \
    X(ROLLBACK, "ROLLBACK")                                                                        \
    X(PUT_MATCH, "INSERT INTO matches(id,state,updated,meta) VALUES(?1,?2,?3,?4) ON CONFLICT(id) " \
                 "DO UPDATE SET state=?2,updated=?3,meta=?4")                                      \
    X(PUT_LINES, "INSERT INTO lines(match,n,text) VALUES(?1,?2,?3)")                               \
    X(PUT_CHAT, "INSERT INTO chat(match,n,who,words) VALUES(?1,?2,?3,?4)")                         \
    X(PUT_SEAT, "INSERT OR IGNORE INTO seats(user,made,match) VALUES(?1,?2,?3)")                   \
    X(PUT_USER, "INSERT OR IGNORE INTO users(id,since) VALUES(?1,?2)")                             \
    X(PUT_ACCOUNT, "UPDATE users SET name=?2,password=?3,look=?4 WHERE id=?1")                     \
    X(PUT_PASSWORD, "UPDATE users SET password=?2 WHERE id=?1")                                    \
    X(DEL_ACCOUNT, "UPDATE users SET name=NULL,password=NULL,look=NULL,mail=NULL WHERE id=?1")     \
    X(DEL_RATINGS, "DELETE FROM ratings WHERE user=?1")                                            \
    X(DEL_TOKENS, "DELETE FROM tokens WHERE user=?1")                                              \
    X(DEL_SEATS, "DELETE FROM seats WHERE user=?1")                                                \
    X(PUT_SESSION, "INSERT OR REPLACE INTO sessions(hash,user,seen) VALUES(?1,?2,?3)")             \
    X(DEL_SESSION, "DELETE FROM sessions WHERE hash=?1")                                           \
    X(DEL_SESSIONS, "DELETE FROM sessions WHERE user=?1 AND hash<>?2")                             \
    X(PUT_RATING, "INSERT OR REPLACE INTO ratings(user,game,rating,rd,volatility,games) "          \
                  "VALUES(?1,?2,?3,?4,?5,?6)")                                                     \
    X(PUT_BAN, "UPDATE users SET banned=?2 WHERE id=?1")                                           \
    X(PUT_NAME, "UPDATE users SET name=?2,look=?3 WHERE id=?1")                                    \
    X(PUT_TOKEN, "INSERT INTO tokens(hash,user,kind,label,made,until) VALUES(?1,?2,?3,?4,?5,?6)")  \
    X(DEL_TOKEN, "DELETE FROM tokens WHERE hash=?1")                                               \
    X(DEL_LABEL, "DELETE FROM tokens WHERE user=?1 AND label=?2")                                  \
    X(PUT_REPORT, "INSERT INTO reports(at,who,about,match,words) VALUES(?1,?2,?3,?4,?5)")          \
    X(PUT_SETTLED, "UPDATE reports SET done=1 WHERE n=?1")                                         \
    X(PUT_BLOCK, "INSERT OR IGNORE INTO blocks(user,other) VALUES(?1,?2)")                         \
    X(DEL_BLOCK, "DELETE FROM blocks WHERE user=?1 AND other=?2")                                  \
    X(GET_BLOCK, "SELECT 1 FROM blocks WHERE user=?1 AND other=?2")                                \
    X(GET_TOKEN, "SELECT user,kind,until,label FROM tokens WHERE hash=?1")                         \
    X(GET_USER, "SELECT id,name,password,since,banned FROM users WHERE id=?1")                     \
    X(GET_NAMED, "SELECT id,name,password,since,banned FROM users WHERE name=?1")                  \
    X(GET_LOOK, "SELECT id,name,password,since,banned FROM users WHERE look=?1")                   \
    X(GET_SESSION, "SELECT user FROM sessions WHERE hash=?1")                                      \
    X(GET_SESSIONS, "SELECT hash,seen FROM sessions WHERE user=?1 ORDER BY seen DESC LIMIT ?2")    \
    X(GET_RATING, "SELECT game,rating,rd,volatility,games FROM ratings WHERE user=?1 AND game=?2") \
    X(GET_RATINGS, "SELECT game,rating,rd,volatility,games FROM ratings WHERE user=?1 "            \
                   "ORDER BY game")                                                                \
    X(GET_MATCH, "SELECT state,updated,meta FROM matches WHERE id=?1")                             \
    X(GET_LINES, "SELECT n,text FROM lines WHERE match=?1 ORDER BY n")                             \
    X(GET_CHAT, "SELECT n,who,words FROM chat WHERE match=?1 AND n>=(SELECT max(n)+1-?2 FROM "     \
                "chat WHERE match=?1) ORDER BY n")                                                 \
    X(GET_UNFINISHED, "SELECT id FROM matches WHERE state<2 ORDER BY updated DESC LIMIT ?1")       \
    X(GET_HISTORY, "SELECT m.id,m.state,m.updated,m.meta FROM seats s JOIN matches m ON "          \
                   "m.id=s.match WHERE s.user=?1 AND s.made<?2 ORDER BY s.made DESC LIMIT ?3")

enum {
#define X(name, sql) SQL_##name,
    STATEMENTS(X)
#undef X
        SQL_COUNT
};

static const char *const statement_text[SQL_COUNT] = {
#define X(name, sql) sql,
    STATEMENTS(X)
#undef X
};

// A page keeps its cookie for a year (http.c); nobody can come with an older one.
static const char forget[] = "DELETE FROM sessions WHERE seen < strftime('%s','now') - 31622400";

struct store_db {
    sqlite3 *sql;
    sqlite3_stmt *statement[SQL_COUNT];
    char *path; // NULL = in memory
    struct stat place;
    int trouble; // reading has failed since somebody asked
    char why[200];
};

static tsr_err fail(const store_db *db, tsr_error *err, const char *what) {
    return tsr_fail(err, TSR_ERR_IO, "%s: %s", what,
                    db->sql ? sqlite3_errmsg(db->sql) : "no memory");
}

static int run(store_db *db, const char *sql) {
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static tsr_err set_up(store_db *db, tsr_error *err) {
    sqlite3_busy_timeout(db->sql, 5000);
    if (!run(db, "PRAGMA journal_mode=WAL") || !run(db, "PRAGMA synchronous=FULL") ||
        !run(db, "PRAGMA cache_size=-8000") || !run(db, "PRAGMA trusted_schema=OFF")) {
        return fail(db, err, "the database cannot be used");
    }
    tsr_err e = store_schema_bring(db->sql, err);
    if (e) {
        return e;
    }
    if (!run(db, forget)) {
        return fail(db, err, "the database cannot be set up");
    }
    for (int i = 0; i < SQL_COUNT; i++) {
        if (sqlite3_prepare_v3(db->sql, statement_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &db->statement[i], NULL) != SQLITE_OK) {
            return fail(db, err, "a statement cannot be prepared");
        }
    }
    return TSR_OK;
}

tsr_err store_db_open(const char *path, store_db **out, tsr_error *err) {
    store_db *db = calloc(1, sizeof *db);
    if (!db) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err e = TSR_OK;
    if (sqlite3_open_v2(path, &db->sql,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK) {
        e = fail(db, err, path);
    } else {
        e = set_up(db, err);
    }
    if (!e && strcmp(path, ":memory:") != 0) {
        size_t size = strlen(path) + 1;
        db->path = malloc(size);
        e = db->path && stat(path, &db->place) == 0 ? TSR_OK : fail(db, err, path);
        if (db->path) {
            memcpy(db->path, path, size);
        }
    }
    if (e) {
        store_db_close(db);
        return e;
    }
    *out = db;
    return TSR_OK;
}

int store_db_is_in_place(const store_db *db) {
    struct stat now;
    return !db->path || (stat(db->path, &now) == 0 && now.st_dev == db->place.st_dev &&
                         now.st_ino == db->place.st_ino);
}

void store_db_check(const char *path, char *why, size_t cap) {
    sqlite3 *sql = NULL;
    sqlite3_stmt *s = NULL;
    why[0] = '\0';
    if (sqlite3_open_v2(path, &sql, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
            SQLITE_OK ||
        sqlite3_prepare_v2(sql, "PRAGMA quick_check(1)", -1, &s, NULL) != SQLITE_OK ||
        sqlite3_step(s) != SQLITE_ROW) {
        (void)snprintf(why, cap, "the database is damaged: %s", sqlite3_errmsg(sql));
    } else if (strcmp((const char *)sqlite3_column_text(s, 0), "ok") != 0) {
        (void)snprintf(why, cap, "the database is damaged: %s",
                       (const char *)sqlite3_column_text(s, 0));
    }
    sqlite3_finalize(s);
    sqlite3_close(sql);
}

void store_db_close(store_db *db) {
    if (!db) {
        return;
    }
    for (int i = 0; i < SQL_COUNT; i++) {
        sqlite3_finalize(db->statement[i]);
    }
    sqlite3_close(db->sql);
    free(db->path);
    free(db);
}

// --- Statements --------------------------------------------------------------

static sqlite3_stmt *use(store_db *db, int which) {
    return db->statement[which];
}

static void bind_id(sqlite3_stmt *s, int i, uint64_t id) {
    sqlite3_bind_int64(s, i, (sqlite3_int64)id);
}

static void bind_text(sqlite3_stmt *s, int i, const char *text) {
    if (text) {
        sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(s, i);
    }
}

static void bind_hash(sqlite3_stmt *s, int i, const unsigned char hash[32]) {
    sqlite3_bind_blob(s, i, hash, 32, SQLITE_STATIC);
}

static void done(sqlite3_stmt *s) {
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
}

// Runs a statement that gives no rows.
static int finish(sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    done(s);
    return code == SQLITE_DONE;
}

// The next row. That there is none and that it cannot be read are two things: the second
// is kept for store_db_trouble.
static int row(store_db *db, sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        db->trouble = 1;
        (void)snprintf(db->why, sizeof db->why, "the database cannot be read: %s",
                       sqlite3_errmsg(db->sql));
    }
    return code == SQLITE_ROW;
}

int store_db_trouble(store_db *db, char *why, size_t cap) {
    int trouble = db->trouble;
    if (trouble) {
        (void)snprintf(why, cap, "%s", db->why);
    }
    db->trouble = 0;
    return trouble;
}

static const char *text_at(sqlite3_stmt *s, int i) {
    const unsigned char *text = sqlite3_column_text(s, i);
    return text ? (const char *)text : "";
}

// --- Writing -----------------------------------------------------------------

tsr_err store_db_begin(store_db *db, tsr_error *err) {
    return finish(use(db, SQL_BEGIN)) ? TSR_OK : fail(db, err, "writing cannot begin");
}

tsr_err store_db_commit(store_db *db, tsr_error *err) {
    if (!store_db_is_in_place(db)) {
        return tsr_fail(err, TSR_ERR_IO, "the database file is gone or has been replaced");
    }
    return finish(use(db, SQL_COMMIT)) ? TSR_OK : fail(db, err, "writing failed");
}

void store_db_undo(store_db *db) {
    if (!sqlite3_get_autocommit(db->sql)) {
        (void)finish(use(db, SQL_ROLLBACK));
    }
}

static int apply_match(store_db *db, const store_op *op) {
    sqlite3_stmt *s;
    switch (op->kind) {
    case STORE_MATCH:
        s = use(db, SQL_PUT_MATCH);
        bind_id(s, 1, op->a);
        sqlite3_bind_int64(s, 2, op->n);
        sqlite3_bind_int64(s, 3, op->at);
        bind_text(s, 4, op->text);
        return finish(s);
    case STORE_LINES:
        s = use(db, SQL_PUT_LINES);
        bind_id(s, 1, op->a);
        sqlite3_bind_int64(s, 2, op->n);
        bind_text(s, 3, op->text);
        return finish(s);
    case STORE_CHAT:
        s = use(db, SQL_PUT_CHAT);
        bind_id(s, 1, op->a);
        sqlite3_bind_int64(s, 2, op->n);
        bind_text(s, 3, op->text);
        bind_text(s, 4, op->more);
        return finish(s);
    default:
        s = use(db, SQL_PUT_SEAT);
        bind_id(s, 1, op->b);
        sqlite3_bind_int64(s, 2, op->at);
        bind_id(s, 3, op->a);
        return finish(s);
    }
}

static int delete_account(store_db *db, uint64_t user) {
    static const int each[] = {SQL_DEL_ACCOUNT, SQL_DEL_RATINGS, SQL_DEL_SEATS, SQL_DEL_TOKENS};
    if (!store_erase_person(db->sql, user)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        bind_id(use(db, each[i]), 1, user);
        if (!finish(use(db, each[i]))) {
            return 0;
        }
    }
    return 1;
}

static int apply_session(store_db *db, const store_op *op) {
    sqlite3_stmt *s;
    if (op->kind == STORE_SESSION) {
        s = use(db, SQL_PUT_SESSION);
        bind_hash(s, 1, op->hash);
        bind_id(s, 2, op->a);
        sqlite3_bind_int64(s, 3, op->at);
    } else if (op->kind == STORE_SESSION_GONE) {
        s = use(db, SQL_DEL_SESSION);
        bind_hash(s, 1, op->hash);
    } else {
        s = use(db, SQL_DEL_SESSIONS);
        bind_id(s, 1, op->a);
        bind_hash(s, 2, op->hash);
    }
    return finish(s);
}

static int apply_person(store_db *db, const store_op *op) {
    char look[NAME_LOOK_BYTES];
    sqlite3_stmt *s;
    if (op->kind == STORE_ACCOUNT_GONE) {
        return delete_account(db, op->a);
    }
    if (op->kind == STORE_RATING) {
        s = use(db, SQL_PUT_RATING);
        bind_text(s, 2, op->text);
        sqlite3_bind_double(s, 3, op->rating);
        sqlite3_bind_double(s, 4, op->rd);
        sqlite3_bind_double(s, 5, op->volatility);
        sqlite3_bind_int64(s, 6, op->n);
    } else if (op->kind == STORE_USER) {
        s = use(db, SQL_PUT_USER);
        sqlite3_bind_int64(s, 2, op->at);
    } else if (op->kind == STORE_ACCOUNT) {
        s = use(db, SQL_PUT_ACCOUNT);
        bind_text(s, 2, op->text);
        bind_text(s, 3, op->more);
        name_look(op->text, look);
        bind_text(s, 4, look);
    } else {
        s = use(db, SQL_PUT_PASSWORD);
        bind_text(s, 2, op->text);
    }
    bind_id(s, 1, op->a);
    return finish(s);
}

static int apply_token(store_db *db, const store_op *op) {
    sqlite3_stmt *s;
    if (op->kind == STORE_TOKEN) {
        s = use(db, SQL_PUT_TOKEN);
        bind_hash(s, 1, op->hash);
        bind_id(s, 2, op->a);
        sqlite3_bind_int64(s, 3, op->n);
        bind_text(s, 4, op->text);
        sqlite3_bind_int64(s, 5, op->at);
        bind_id(s, 6, op->b);
    } else if (op->kind == STORE_TOKEN_GONE) {
        s = use(db, SQL_DEL_TOKEN);
        bind_hash(s, 1, op->hash);
    } else {
        s = use(db, SQL_DEL_LABEL);
        bind_id(s, 1, op->a);
        bind_text(s, 2, op->text);
    }
    return finish(s);
}

// What people do about each other, and the operator about them.
static int apply_order(store_db *db, const store_op *op) {
    char look[NAME_LOOK_BYTES];
    sqlite3_stmt *s;
    if (op->kind == STORE_BAN) {
        s = use(db, SQL_PUT_BAN);
        bind_id(s, 1, op->a);
        sqlite3_bind_int64(s, 2, op->at);
    } else if (op->kind == STORE_NAME) {
        s = use(db, SQL_PUT_NAME);
        bind_id(s, 1, op->a);
        bind_text(s, 2, op->text);
        name_look(op->text, look);
        bind_text(s, 3, look);
    } else if (op->kind == STORE_REPORT) {
        s = use(db, SQL_PUT_REPORT);
        sqlite3_bind_int64(s, 1, op->at);
        bind_id(s, 2, op->a);
        bind_id(s, 3, op->b);
        sqlite3_bind_int64(s, 4, op->n);
        bind_text(s, 5, op->text);
    } else if (op->kind == STORE_SETTLE) {
        s = use(db, SQL_PUT_SETTLED);
        sqlite3_bind_int64(s, 1, op->n);
    } else {
        s = use(db, op->n ? SQL_PUT_BLOCK : SQL_DEL_BLOCK);
        bind_id(s, 1, op->a);
        bind_id(s, 2, op->b);
    }
    return finish(s);
}

static int apply(store_db *db, const store_op *op) {
    switch (op->kind) {
    case STORE_TOKEN:
    case STORE_TOKEN_GONE:
    case STORE_TOKENS_GONE: return apply_token(db, op);
    case STORE_BAN:
    case STORE_NAME:
    case STORE_REPORT:
    case STORE_SETTLE:
    case STORE_BLOCK: return apply_order(db, op);
    case STORE_MATCH:
    case STORE_LINES:
    case STORE_CHAT:
    case STORE_SEAT: return apply_match(db, op);
    case STORE_SESSION:
    case STORE_SESSION_GONE:
    case STORE_SESSIONS_GONE: return apply_session(db, op);
    default: return apply_person(db, op);
    }
}

tsr_err store_db_apply(store_db *db, const store_batch *b, tsr_error *err) {
    for (int i = 0; i < b->count; i++) {
        if (!apply(db, &b->ops[i])) {
            return fail(db, err, "writing failed");
        }
    }
    return TSR_OK;
}

// --- Reading -----------------------------------------------------------------

static int read_user(store_db *db, sqlite3_stmt *s, store_user *out) {
    int found = row(db, s);
    if (found) {
        *out = (store_user){.id = (uint64_t)sqlite3_column_int64(s, 0),
                            .since = sqlite3_column_int64(s, 3),
                            .banned = sqlite3_column_int64(s, 4)};
        (void)snprintf(out->name, sizeof out->name, "%s", text_at(s, 1));
        (void)snprintf(out->password, sizeof out->password, "%s", text_at(s, 2));
    }
    done(s);
    return found;
}

int store_db_user(store_db *db, uint64_t id, store_user *out) {
    bind_id(use(db, SQL_GET_USER), 1, id);
    return read_user(db, use(db, SQL_GET_USER), out);
}

int store_db_user_named(store_db *db, const char *name, store_user *out) {
    char look[NAME_LOOK_BYTES];
    bind_text(use(db, SQL_GET_NAMED), 1, name);
    if (read_user(db, use(db, SQL_GET_NAMED), out)) {
        return 1;
    }
    name_look(name, look);
    bind_text(use(db, SQL_GET_LOOK), 1, look);
    return read_user(db, use(db, SQL_GET_LOOK), out);
}

int store_db_session(store_db *db, const unsigned char hash[32], uint64_t *user) {
    sqlite3_stmt *s = use(db, SQL_GET_SESSION);
    bind_hash(s, 1, hash);
    int found = row(db, s);
    if (found) {
        *user = (uint64_t)sqlite3_column_int64(s, 0);
    }
    done(s);
    return found;
}

int store_db_token(store_db *db, const unsigned char hash[32], store_token *out) {
    sqlite3_stmt *s = use(db, SQL_GET_TOKEN);
    bind_hash(s, 1, hash);
    int found = row(db, s);
    if (found) {
        *out = (store_token){.user = (uint64_t)sqlite3_column_int64(s, 0),
                             .kind = (token_kind)sqlite3_column_int(s, 1),
                             .until = sqlite3_column_int64(s, 2)};
    }
    done(s);
    return found;
}

int store_db_is_blocked(store_db *db, uint64_t user, uint64_t other) {
    sqlite3_stmt *s = use(db, SQL_GET_BLOCK);
    bind_id(s, 1, user);
    bind_id(s, 2, other);
    int found = row(db, s);
    done(s);
    return found;
}

static void read_rating(sqlite3_stmt *s, store_rating *out) {
    *out = (store_rating){.rating = sqlite3_column_double(s, 1),
                          .rd = sqlite3_column_double(s, 2),
                          .volatility = sqlite3_column_double(s, 3),
                          .games = sqlite3_column_int64(s, 4)};
    (void)snprintf(out->game, sizeof out->game, "%s", text_at(s, 0));
}

int store_db_sessions(store_db *db, uint64_t user, store_session *out, int cap) {
    sqlite3_stmt *s = use(db, SQL_GET_SESSIONS);
    int n = 0;
    bind_id(s, 1, user);
    sqlite3_bind_int(s, 2, cap);
    while (n < cap && row(db, s)) {
        if (sqlite3_column_bytes(s, 0) == 32) {
            memcpy(out[n].hash, sqlite3_column_blob(s, 0), 32);
            out[n++].since = sqlite3_column_int64(s, 1);
        }
    }
    done(s);
    return n;
}

int store_db_rating(store_db *db, uint64_t user, const char *game, store_rating *out) {
    sqlite3_stmt *s = use(db, SQL_GET_RATING);
    bind_id(s, 1, user);
    bind_text(s, 2, game);
    int found = row(db, s);
    if (found) {
        read_rating(s, out);
    }
    done(s);
    return found;
}

int store_db_ratings(store_db *db, uint64_t user, store_rating *out, int cap) {
    sqlite3_stmt *s = use(db, SQL_GET_RATINGS);
    int n = 0;
    bind_id(s, 1, user);
    while (n < cap && row(db, s)) {
        read_rating(s, &out[n++]);
    }
    done(s);
    return n;
}

int store_db_match(store_db *db, uint64_t match, store_match *out, buffer *meta, buffer *record) {
    sqlite3_stmt *s = use(db, SQL_GET_MATCH);
    bind_id(s, 1, match);
    int found = row(db, s);
    if (found) {
        *out = (store_match){
            .id = match, .state = sqlite3_column_int(s, 0), .updated = sqlite3_column_int64(s, 1)};
        buffer_add_text(meta, text_at(s, 2));
    }
    done(s);
    if (!found || !record) {
        return found;
    }
    s = use(db, SQL_GET_LINES);
    bind_id(s, 1, match);
    while (row(db, s)) {
        out->pieces = sqlite3_column_int64(s, 0) + 1;
        buffer_add_text(record, text_at(s, 1));
    }
    done(s);
    return !meta->failed && !record->failed;
}

int64_t store_db_chat(store_db *db, uint64_t match, int newest, void *self,
                      void (*each)(void *self, const char *who, const char *words)) {
    sqlite3_stmt *s = use(db, SQL_GET_CHAT);
    int64_t next = 0;
    bind_id(s, 1, match);
    sqlite3_bind_int(s, 2, newest);
    while (row(db, s)) {
        next = sqlite3_column_int64(s, 0) + 1;
        each(self, text_at(s, 1), text_at(s, 2));
    }
    done(s);
    return next;
}

int store_db_unfinished(store_db *db, uint64_t *out, int cap) {
    sqlite3_stmt *s = use(db, SQL_GET_UNFINISHED);
    int n = 0;
    sqlite3_bind_int(s, 1, cap);
    while (n < cap && row(db, s)) {
        out[n++] = (uint64_t)sqlite3_column_int64(s, 0);
    }
    done(s);
    return n;
}

void store_db_history(store_db *db, uint64_t user, int64_t before, int most, void *self,
                      void (*each)(void *self, const store_match *m, const char *meta)) {
    sqlite3_stmt *s = use(db, SQL_GET_HISTORY);
    bind_id(s, 1, user);
    sqlite3_bind_int64(s, 2, before);
    sqlite3_bind_int(s, 3, most);
    while (row(db, s)) {
        const store_match m = {.id = (uint64_t)sqlite3_column_int64(s, 0),
                               .state = sqlite3_column_int(s, 1),
                               .updated = sqlite3_column_int64(s, 2)};
        each(self, &m, text_at(s, 3));
    }
    done(s);
}
