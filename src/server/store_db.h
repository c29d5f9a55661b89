// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_DB_H
#define TSR_SERVER_STORE_DB_H

// A database: accounts, sessions, matches as the lines of their records, talk, ratings. It is an
// SQLite file, or (store_pg.h) in a PostgreSQL server.
//
// WAL and synchronous=FULL: what is committed survives a power cut. Several handles on
// one file are used (store_sqlite.h): the writer's thread has one (store_writer.h), others
// read. All statements are prepared; no text of a user becomes SQL. Not
// thread-safe: one handle a thread.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

#include "base/buffer.h"
#include "server/sql.h"
#include "server/store_batch.h"
#include "server/store_reader.h"

typedef struct store_db store_db;

// Opens (and if need be makes) the file; ":memory:" is one that lives as long as the
// handle. *out is new: store_db_close.
TSR_NODISCARD tsr_err store_db_open(const char *path, store_db **out, tsr_error *err);
void store_db_close(store_db *db); // NULL is fine

int store_is_address(const char *url); // postgres://...: no file

// Whether the file still lies where it was opened: one that was removed or replaced takes
// everything and keeps nothing. Any thread may ask.
int store_db_is_in_place(const store_db *db);

// Looks through the whole file for damage, with a handle of its own; `why` is "" if there is
// none. Takes long.
void store_db_check(const char *path, char *why, size_t cap);

// --- Writing -----------------------------------------------------------------

// begin, apply batch after batch, then commit, or undo on any failure. `err` names what
// SQLite said. Applying gives TSR_ERR_ARGUMENT where the change itself cannot be made, and
// TSR_ERR_IO where nothing can be written.
TSR_NODISCARD tsr_err store_db_begin(store_db *db, tsr_error *err);
TSR_NODISCARD tsr_err store_db_apply(store_db *db, const store_batch *b, tsr_error *err);
// The same, but nothing of a batch that cannot be made stays, and the others can go on.
TSR_NODISCARD tsr_err store_db_apply_alone(store_db *db, const store_batch *b, tsr_error *err);
TSR_NODISCARD tsr_err store_db_commit(store_db *db, tsr_error *err);
void store_db_undo(store_db *db);
sql_fault store_db_fault(store_db *db); // what made the last of these fail

// --- Reading -----------------------------------------------------------------

// Everybody but the file's own parts reads through this; it is the handle's, in its thread.
store_reader *store_db_reader(store_db *db);

// What each does stands in store_reader.h.
int store_db_trouble(store_db *db, char *why, size_t cap);
void store_db_note_trouble(store_db *db); // reading has failed, for the reason of just now
sql_link *store_db_link(store_db *db);    // for its other parts: store_events.h
int store_db_has_match(store_db *db, uint64_t match);
int store_db_user(store_db *db, uint64_t id, store_user *out);
// By name, or by what looks like it (names.h).
int store_db_user_named(store_db *db, const char *name, store_user *out);
int store_db_session(store_db *db, const unsigned char hash[32], uint64_t *user);
// Sessions of a user, the newest first; how many.
int store_db_sessions(store_db *db, uint64_t user, store_session *out, int cap);
int store_db_token(store_db *db, const unsigned char hash[32], store_token *out);
int store_db_token_label(store_db *db, const unsigned char hash[32], char *out, size_t cap);
int store_db_is_blocked(store_db *db, uint64_t user,
                        uint64_t other); // `user` wants none of `other`
int store_db_rating(store_db *db, uint64_t user, const char *game, store_rating *out);
int store_db_ratings(store_db *db, uint64_t user, store_rating *out, int cap); // how many

// A match's state, its meta appended to `meta`, and the record's text to `record` (may
// be NULL).
int store_db_match(store_db *db, uint64_t match, store_match *out, buffer *meta, buffer *record);

// A text that matches are played with, appended to `text`.
int store_db_file(store_db *db, const unsigned char hash[32], buffer *text);

// The newest remarks, oldest first: calls `each` for every one; returns the next number.
int64_t store_db_chat(store_db *db, uint64_t match, int newest, void *self,
                      void (*each)(void *self, const char *who, const char *words));

// Ids of matches that are not over, at most `cap`; how many.
int store_db_unfinished(store_db *db, uint64_t *out, int cap);

// Matches of a user that were made before `before` (INT64_MAX = all), newest first: calls
// `each` for every one.
void store_db_history(store_db *db, uint64_t user, int64_t before, int most, void *self,
                      void (*each)(void *self, const store_match *m, const char *meta));

#endif
