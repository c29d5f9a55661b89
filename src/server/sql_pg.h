// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SQL_PG_H
#define TSR_SERVER_SQL_PG_H

// A link (sql.h) to a PostgreSQL server.
//
// No answer within the link's patience is a broken line: whoever waits here may be the thread that
// serves everybody. Such a link is for reading: it makes itself a new line when the next statement
// comes. One that waits for ever is for writing: everything fails with SQL_CUT until sql_pg_again,
// because what was being written may be there.

#include <tessera/error.h>

#include "server/sql.h"

enum { SQL_PG_FOR_EVER = -1 };

// `patience_ms` for one statement; `settings` is said first on every line ("SET name=value"). *out is
// new: sql_pg_close.
TSR_NODISCARD tsr_err sql_pg_open(const char *url, const char *settings, int patience_ms,
                                  sql_link **out, tsr_error *err);
void sql_pg_close(sql_link *l); // NULL is fine

// Another patience and other settings, on this line and on all that come; 0: the line broke.
int sql_pg_set(sql_link *l, const char *settings, int patience_ms);

int sql_pg_is_up(const sql_link *l);
// Gives up the line and makes a new one, once; 0: there is none yet.
int sql_pg_again(sql_link *l);
int sql_pg_is_sound(const sql_link *l);   // a transaction is open, and nothing in it has failed
int sql_pg_backend(const sql_link *l);    // the number of the server's process at the other end
uint32_t sql_pg_lines(const sql_link *l); // how many lines there have been

void sql_pg_fenced(sql_link *l); // the last failure was that somebody else writes now

// A statement in one go. Each value is a text, or NULL; the first column of the first row comes back
// in `out` (may be NULL). How many rows were given or changed, -1: it failed.
int64_t sql_pg_do(sql_link *l, const char *text, int count, const char *const *values,
                  int64_t *out);

#endif
