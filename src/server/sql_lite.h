// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SQL_LITE_H
#define TSR_SERVER_SQL_LITE_H

// A link (sql.h) to an SQLite file.

#include <sqlite3.h>

#include "server/sql.h"

sql_link *sql_lite(sqlite3 *sql); // takes it; NULL for lack of memory, and then it is closed
sqlite3 *sql_lite_of(sql_link *l);

#endif
