// SPDX-License-Identifier: MIT
// The tables of each format, and the steps from one to the next.
#include "server/store_schema.h"

#include <stdio.h>
#include <string.h>

#include "server/limits.h"
#include "server/names.h"

// Format 1: the first.
static const char format_1[] =
    "CREATE TABLE IF NOT EXISTS users(id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE,"
    " password TEXT, since INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS sessions(hash BLOB PRIMARY KEY, user INTEGER NOT NULL,"
    " seen INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS sessions_of ON sessions(user);"
    "CREATE TABLE IF NOT EXISTS matches(id INTEGER PRIMARY KEY, state INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, meta TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS unfinished ON matches(updated) WHERE state<2;"
    "CREATE TABLE IF NOT EXISTS lines(match INTEGER NOT NULL, n INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(match,n)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS chat(match INTEGER NOT NULL, n INTEGER NOT NULL,"
    " who TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY(match,n)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS seats(user INTEGER NOT NULL, made INTEGER NOT NULL,"
    " match INTEGER NOT NULL, PRIMARY KEY(user,made,match)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS ratings(user INTEGER NOT NULL, game TEXT NOT NULL,"
    " rating REAL NOT NULL, rd REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,"
    " PRIMARY KEY(user,game)) WITHOUT ROWID;";

// Format 2: names are one by what they look like (`look`), accounts can be banned, tokens
// (bots, links to a new password, invitations), what people report, whom they block.
static const char format_2[] =
    "ALTER TABLE users ADD COLUMN look TEXT;"
    "ALTER TABLE users ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN mail TEXT;"
    "CREATE TABLE tokens(hash BLOB PRIMARY KEY, user INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " label TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tokens_of ON tokens(user);"
    "CREATE TABLE reports(n INTEGER PRIMARY KEY, at INTEGER NOT NULL, who INTEGER NOT NULL,"
    " about INTEGER NOT NULL, match INTEGER NOT NULL, words TEXT NOT NULL,"
    " done INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE blocks(user INTEGER NOT NULL, other INTEGER NOT NULL,"
    " PRIMARY KEY(user,other)) WITHOUT ROWID;";
// Format 3: events and teams; vacations; notices by mail and push; moderators, what they note and do.
static const char format_3[] =
    "CREATE TABLE events(id INTEGER PRIMARY KEY, state INTEGER NOT NULL, updated INTEGER NOT NULL,"
    " meta TEXT NOT NULL);"
    "CREATE INDEX events_by ON events(state,updated);"
    "CREATE TABLE entries(event INTEGER NOT NULL, n INTEGER NOT NULL, user INTEGER NOT NULL,"
    " state INTEGER NOT NULL, meta TEXT NOT NULL, PRIMARY KEY(event,n)) WITHOUT ROWID;"
    "CREATE INDEX entries_of ON entries(user);"
    "CREATE TABLE games(event INTEGER NOT NULL, n INTEGER NOT NULL, match INTEGER NOT NULL,"
    " over INTEGER NOT NULL, meta TEXT NOT NULL, PRIMARY KEY(event,n)) WITHOUT ROWID;"
    "CREATE TABLE teams(id INTEGER PRIMARY KEY, leader INTEGER NOT NULL, made INTEGER NOT NULL,"
    " name TEXT NOT NULL, look TEXT UNIQUE NOT NULL);"
    "CREATE TABLE members(team INTEGER NOT NULL, user INTEGER NOT NULL,"
    " PRIMARY KEY(team,user)) WITHOUT ROWID;"
    "CREATE INDEX members_of ON members(user);"
    "ALTER TABLE users ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN moderator INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN away_from INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN away_until INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN away_days INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN away_year INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN notices INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE pushes(endpoint TEXT PRIMARY KEY, user INTEGER NOT NULL, keys TEXT NOT NULL,"
    " made INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX pushes_of ON pushes(user);"
    "CREATE TABLE notes(n INTEGER PRIMARY KEY, about INTEGER NOT NULL, at INTEGER NOT NULL,"
    " by TEXT NOT NULL, words TEXT NOT NULL);"
    "CREATE TABLE audit(n INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL,"
    " what TEXT NOT NULL);";
// Format 4: texts that matches are played with (decks), by their SHA-256.
static const char format_4[] = "CREATE TABLE files(hash BLOB PRIMARY KEY, text TEXT NOT NULL);";
// Format 5: rankings are read from their beginning.
static const char format_5[] = "CREATE INDEX ratings_best ON ratings(game,rating-2*rd);";
// Format 6: records of matches that are over can be packed (store_pack.h).
static const char format_6[] =
    "ALTER TABLE matches ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX to_pack ON matches(updated) WHERE state>=2 AND packed=0;"
    "CREATE TABLE records(match INTEGER PRIMARY KEY, pieces INTEGER NOT NULL,"
    " codec INTEGER NOT NULL, body BLOB NOT NULL);";
static const char format_2_index[] = "CREATE UNIQUE INDEX users_look ON users(look);";

static int run(sqlite3 *sql, const char *text) {
    return sqlite3_exec(sql, text, NULL, NULL, NULL) == SQLITE_OK;
}

int store_schema_version(sqlite3 *sql) {
    sqlite3_stmt *s;
    int version = -1;
    if (sqlite3_prepare_v2(sql, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK) {
        version = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) : -1;
        sqlite3_finalize(s);
    }
    return version;
}

// Gives every account its look. Names of the first format that look alike stay as they
// are: the older one keeps the plain look, the others have their number behind it.
static int fill_looks(sqlite3 *sql) {
    sqlite3_stmt *all = NULL, *put = NULL;
    int fine =
        sqlite3_prepare_v2(sql,
                           "SELECT id,name FROM users WHERE name IS NOT NULL ORDER BY since,id", -1,
                           &all, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(sql,
                           "UPDATE users SET look=CASE WHEN EXISTS(SELECT 1 FROM users WHERE "
                           "look=?2) THEN ?2||'#'||?1 ELSE ?2 END WHERE id=?1",
                           -1, &put, NULL) == SQLITE_OK;
    while (fine && sqlite3_step(all) == SQLITE_ROW) {
        char look[NAME_LOOK_BYTES];
        name_look((const char *)sqlite3_column_text(all, 1), look);
        sqlite3_bind_int64(put, 1, sqlite3_column_int64(all, 0));
        sqlite3_bind_text(put, 2, look, -1, SQLITE_STATIC);
        fine = sqlite3_step(put) == SQLITE_DONE;
        sqlite3_reset(put);
    }
    sqlite3_finalize(all);
    sqlite3_finalize(put);
    return fine;
}

static int to_1(sqlite3 *sql) {
    return run(sql, format_1);
}

static int to_2(sqlite3 *sql) {
    return run(sql, format_2) && run(sql, "CREATE INDEX users_look_now ON users(look)") &&
           fill_looks(sql) && run(sql, "DROP INDEX users_look_now") && run(sql, format_2_index);
}

static int to_3(sqlite3 *sql) {
    return run(sql, format_3);
}

static int to_4(sqlite3 *sql) {
    return run(sql, format_4);
}

static int to_5(sqlite3 *sql) {
    return run(sql, format_5);
}

static int to_6(sqlite3 *sql) {
    return run(sql, format_6);
}

static int (*const steps[STORE_FORMAT])(sqlite3 *sql) = {to_1, to_2, to_3, to_4, to_5, to_6};

static tsr_err step(sqlite3 *sql, int to, tsr_error *err) {
    char number[40];
    (void)snprintf(number, sizeof number, "PRAGMA user_version=%d", to);
    if (run(sql, "BEGIN IMMEDIATE") && steps[to - 1](sql) && run(sql, number) &&
        run(sql, "COMMIT")) {
        return TSR_OK;
    }
    char why[200];
    (void)snprintf(why, sizeof why, "%s", sqlite3_errmsg(sql));
    (void)run(sql, "ROLLBACK");
    return tsr_fail(err, TSR_ERR_IO, "the database cannot be brought to format %d: %s", to, why);
}

tsr_err store_schema_bring(sqlite3 *sql, tsr_error *err) {
    int version = store_schema_version(sql);
    if (version < 0) {
        return tsr_fail(err, TSR_ERR_IO, "the database cannot be read: %s", sqlite3_errmsg(sql));
    }
    if (version > STORE_FORMAT) {
        return tsr_fail(err, TSR_ERR_MISMATCH,
                        "the database has format %d, and this program knows format %d", version,
                        STORE_FORMAT);
    }
    tsr_err e = TSR_OK;
    while (!e && version < STORE_FORMAT) {
        e = step(sql, ++version, err);
    }
    return e;
}
