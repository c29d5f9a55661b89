// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SQL_H
#define TSR_SERVER_STORE_SQL_H

// The inside of a database's handle (store_db.h), shared by those who open it (store_open.c), write
// it (store_write.c) and read it (store_read.c): its statements, and how it writes many at a time.

#include <sys/stat.h>

#include "server/sql.h"
#include "server/store_db.h"

enum {
#define X(name, sql) SQL_##name,
#include "server/store_statements.def"
#undef X
    SQL_COUNT
};

// How a database writes that does it best many at a time: store_pg_wide.h.
typedef struct store_wide {
    tsr_err (*begin)(store_db *db, tsr_error *err); // before a change that is written alone
    int (*take)(store_db *db, const store_op *op);  // 1: it will be written with others
    tsr_err (*flush)(store_db *db, tsr_error *err); // writes those
    tsr_err (*commit)(store_db *db, tsr_error *err);
    void (*undo)(store_db *db);
    void (*close)(struct store_wide *w);
} store_wide;

struct store_db {
    store_reader reader; // first: a reader is its handle
    sql_link *link;
    sql_query *statement[SQL_COUNT];
    store_wide *wide; // NULL = one change after the other
    int alone;        // the present batch is written so that it can be undone
    char *path;       // NULL = in memory, or on another machine
    struct stat place;
    int trouble; // reading has failed since somebody asked
    char why[200];
};

extern const store_reads store_sql_reads; // store_reads.c

TSR_NODISCARD tsr_err sql_fail(const store_db *db, tsr_error *err, const char *what);
// The last failure: TSR_ERR_ARGUMENT if the change itself cannot be made, else TSR_ERR_IO.
TSR_NODISCARD tsr_err sql_problem(const store_db *db, tsr_error *err);
int sql_prepare_all(store_db *db); // 0: one cannot be

// The next row. That there is none and that it cannot be read are two things: the second is
// kept for store_db_trouble.
int sql_row(store_db *db, sql_query *q);

// Takes the link and `wide` (may be NULL), also if it fails.
TSR_NODISCARD tsr_err store_db_over(sql_link *l, store_wide *wide, store_db **out, tsr_error *err);

#endif
