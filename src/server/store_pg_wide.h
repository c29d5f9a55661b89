// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_WIDE_H
#define TSR_SERVER_STORE_PG_WIDE_H

// Writing to PostgreSQL many at a time, and only while the fence is up.
//
// Changes of matches are gathered and written with one statement a table: each value is a list. Moves
// alone, which is what nearly always comes, are one statement with the fence in it: one trip to the
// server and back. Anything else is a transaction that begins with the fence.

#include "server/store_sql.h"

// For a handle that writes under the life `*life`, which must not change between begin and commit.
// NULL for lack of memory; the handle frees it.
store_wide *store_pg_wide(const uint64_t *life);

#endif
