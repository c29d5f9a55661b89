// SPDX-License-Identifier: MIT
// The file's life: opening it, whether it is still there, looking through it for damage.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_schema.h"
#include "server/store_sql.h"

// A page keeps its cookie for a year (http.c); nobody can come with an older one.
static const char forget[] = "DELETE FROM sessions WHERE seen < strftime('%s','now') - 31622400";

static int run(store_db *db, const char *sql) {
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static tsr_err set_up(store_db *db, tsr_error *err) {
    sqlite3_busy_timeout(db->sql, 5000);
    if (!run(db, "PRAGMA journal_mode=WAL") || !run(db, "PRAGMA synchronous=FULL") ||
        !run(db, "PRAGMA cache_size=-8000") || !run(db, "PRAGMA trusted_schema=OFF")) {
        return sql_fail(db, err, "the database cannot be used");
    }
    tsr_err e = store_schema_bring(db->sql, err);
    if (e) {
        return e;
    }
    if (!run(db, forget)) {
        return sql_fail(db, err, "the database cannot be set up");
    }
    return sql_prepare_all(db) ? TSR_OK : sql_fail(db, err, "a statement cannot be prepared");
}

tsr_err store_db_open(const char *path, store_db **out, tsr_error *err) {
    store_db *db = calloc(1, sizeof *db);
    if (!db) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err e = TSR_OK;
    db->reader.reads = &store_sqlite_reads;
    if (sqlite3_open_v2(path, &db->sql,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK) {
        e = sql_fail(db, err, path);
    } else {
        e = set_up(db, err);
    }
    if (!e && strcmp(path, ":memory:") != 0) {
        size_t size = strlen(path) + 1;
        db->path = malloc(size);
        e = db->path && stat(path, &db->place) == 0 ? TSR_OK : sql_fail(db, err, path);
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
