// SPDX-License-Identifier: MIT
// The statements of the file, prepared once, filled and stepped through.
#include "server/store_sql.h"

#include <stdio.h>

#define USER_COLUMNS                                                                               \
    "id,name,password,since,banned,muted,away_until,away_days,away_year,moderator,notices,mail,"   \
    "away_from"

static const char *const statement_text[SQL_COUNT] = {
#define X(name, sql) sql,
#include "server/store_statements.def"
#undef X
};

tsr_err sql_fail(const store_db *db, tsr_error *err, const char *what) {
    return tsr_fail(err, TSR_ERR_IO, "%s: %s", what,
                    db->sql ? sqlite3_errmsg(db->sql) : "no memory");
}

int sql_prepare_all(store_db *db) {
    for (int i = 0; i < SQL_COUNT; i++) {
        if (sqlite3_prepare_v3(db->sql, statement_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &db->statement[i], NULL) != SQLITE_OK) {
            return 0;
        }
    }
    return 1;
}

void sql_bind_id(sqlite3_stmt *s, int i, uint64_t id) {
    sqlite3_bind_int64(s, i, (sqlite3_int64)id);
}

void sql_bind_text(sqlite3_stmt *s, int i, const char *text) {
    if (text) {
        sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(s, i);
    }
}

void sql_bind_hash(sqlite3_stmt *s, int i, const unsigned char hash[32]) {
    sqlite3_bind_blob(s, i, hash, 32, SQLITE_STATIC);
}

void sql_done(sqlite3_stmt *s) {
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
}

int sql_finish(sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    sql_done(s);
    return code == SQLITE_DONE;
}

int sql_row(store_db *db, sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        store_db_note_trouble(db);
    }
    return code == SQLITE_ROW;
}

const char *sql_text_at(sqlite3_stmt *s, int i) {
    const unsigned char *text = sqlite3_column_text(s, i);
    return text ? (const char *)text : "";
}

sqlite3 *store_db_sql(store_db *db) {
    return db->sql;
}

// --- Trouble -----------------------------------------------------------------

void store_db_note_trouble(store_db *db) {
    db->trouble = 1;
    (void)snprintf(db->why, sizeof db->why, "the database cannot be read: %s",
                   sqlite3_errmsg(db->sql));
}

int store_db_trouble(store_db *db, char *why, size_t cap) {
    int trouble = db->trouble;
    if (trouble) {
        (void)snprintf(why, cap, "%s", db->why);
    }
    db->trouble = 0;
    return trouble;
}
