// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_SCHEMA_H
#define TSR_SERVER_STORE_PG_SCHEMA_H

// The tables in PostgreSQL, and the steps from one format to the next. The formats have numbers of
// their own; the first was 5, which a SQLite file had then (store_schema.h).

#include <tessera/error.h>

#include "server/sql.h"

enum { STORE_PG_FORMAT = 8 };

// Brings the database to the present format. Several may try at once: one does it.
TSR_NODISCARD tsr_err store_pg_bring(sql_link *l, tsr_error *err);

// To another format, and no further: what programs of that time have left behind, for tests.
TSR_NODISCARD tsr_err store_pg_bring_to(sql_link *l, int format, tsr_error *err);

int store_pg_format(sql_link *l); // the database's, 0 = it is empty, -1 = it cannot be read

#endif
