// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SCHEMA_H
#define TSR_SERVER_STORE_SCHEMA_H

// The tables of the database file, and how a file of an older release becomes one of this.
//
// A file carries the number of its format (user_version). Formats only ever move forward,
// one step after the other, each in a transaction of its own: a step that fails leaves the
// file as it was. A file of a newer program is refused.

#include <sqlite3.h>

#include <tessera/error.h>

enum { STORE_FORMAT = 6 };

TSR_NODISCARD tsr_err store_schema_bring(sqlite3 *sql, tsr_error *err);

// The format of the file, 0 = empty, -1 = cannot be read.
int store_schema_version(sqlite3 *sql);

#endif
