// SPDX-License-Identifier: MIT
// The file's life: opening it, whether it is still there, looking through it for damage.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql_lite.h"
#include "server/store_schema.h"
#include "server/store_sql.h"

// A page keeps its cookie for a year (http.c); nobody can come with an older one.
static const char forget[] = "DELETE FROM sessions WHERE seen < strftime('%s','now') - 31622400";

static int run(store_db *db, const char *sql) {
    return db->link->driver->run(db->link, sql);
}

static tsr_err set_up(store_db *db, tsr_error *err) {
    sqlite3 *sql = sql_lite_of(db->link);
    sqlite3_busy_timeout(sql, 5000);
    if (!run(db, "PRAGMA journal_mode=WAL") || !run(db, "PRAGMA synchronous=FULL") ||
        !run(db, "PRAGMA cache_size=-8000") || !run(db, "PRAGMA trusted_schema=OFF")) {
        return sql_fail(db, err, "the database cannot be used");
    }
    tsr_err e = store_schema_bring(sql, err);
    if (e) {
        return e;
    }
    if (!run(db, forget)) {
        return sql_fail(db, err, "the database cannot be set up");
    }
    return sql_prepare_all(db) ? TSR_OK : sql_fail(db, err, "a statement cannot be prepared");
}

// The link to the file, also if it could not be opened: it knows why. NULL for lack of memory.
static sql_link *open_file(const char *path, int *opened) {
    sqlite3 *sql = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    *opened = sqlite3_open_v2(path, &sql, flags, NULL) == SQLITE_OK;
    return sql ? sql_lite(sql) : NULL;
}

static tsr_err note_place(store_db *db, const char *path, tsr_error *err) {
    size_t size = strlen(path) + 1;
    db->path = malloc(size);
    if (!db->path || stat(path, &db->place) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: it cannot be looked at", path);
    }
    memcpy(db->path, path, size);
    return TSR_OK;
}

static store_db *new_handle(sql_link *link) { // takes it
    store_db *db = link ? calloc(1, sizeof *db) : NULL;
    if (db) {
        db->reader.reads = &store_sql_reads;
        db->link = link;
    } else if (link) {
        link->driver->close(link);
    }
    return db;
}

tsr_err store_db_open(const char *path, store_db **out, tsr_error *err) {
    int opened = 0;
    store_db *db = new_handle(open_file(path, &opened));
    if (!db) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err e = opened ? set_up(db, err) : sql_fail(db, err, path);
    if (!e && strcmp(path, ":memory:") != 0) {
        e = note_place(db, path, err);
    }
    if (e) {
        store_db_close(db);
        return e;
    }
    *out = db;
    return TSR_OK;
}

tsr_err store_db_over(sql_link *l, store_wide *wide, store_db **out, tsr_error *err) {
    store_db *db = new_handle(l);
    if (!db) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    db->wide = wide;
    if (!sql_prepare_all(db)) {
        tsr_err e = sql_fail(db, err, "a statement cannot be prepared");
        store_db_close(db);
        return e;
    }
    *out = db;
    return TSR_OK;
}

int store_is_address(const char *url) {
    return strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0;
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
        sql_drop(db->statement[i]);
    }
    if (db->wide) {
        db->wide->close(db->wide);
    }
    db->link->driver->close(db->link);
    free(db->path);
    free(db);
}
