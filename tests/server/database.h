// SPDX-License-Identifier: MIT
#ifndef TESTS_SERVER_DATABASE_H
#define TESTS_SERVER_DATABASE_H

// The database of a test: an SQLite file or memory; or, where TSR_TEST_STORE is the address of a
// PostgreSQL server, a part of that which belongs to this process.

#include "server/store_db.h"

typedef enum database_state {
    DATABASE_FRESH, // as it is at the beginning
    DATABASE_AGAIN  // what is there, with another handle
} database_state;

store_db *database_open(const char *path, database_state state); // `path` is SQLite's
const char *database_postgres(void);                             // its address, or NULL

#endif
