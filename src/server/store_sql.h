// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SQL_H
#define TSR_SERVER_STORE_SQL_H

// The inside of the file's handle (store_db.h), shared by those who open it (store_open.c), write
// it (store_write.c) and read it (store_read.c): its statements and how they are filled and
// stepped through.

#include <sqlite3.h>
#include <sys/stat.h>

#include "server/store_db.h"

enum {
#define X(name, sql) SQL_##name,
#include "server/store_statements.def"
#undef X
    SQL_COUNT
};

struct store_db {
    store_reader reader; // first: a reader is its handle
    sqlite3 *sql;
    sqlite3_stmt *statement[SQL_COUNT];
    char *path; // NULL = in memory
    struct stat place;
    int trouble; // reading has failed since somebody asked
    char why[200];
};

extern const store_reads store_sqlite_reads; // store_sqlite_reads.c

TSR_NODISCARD tsr_err sql_fail(const store_db *db, tsr_error *err, const char *what);
int sql_prepare_all(store_db *db); // 0: one cannot be

// Values of a statement, by number from 1. Texts and hashes are borrowed until it is done.
void sql_bind_id(sqlite3_stmt *s, int i, uint64_t id);
void sql_bind_text(sqlite3_stmt *s, int i, const char *text); // NULL is fine
void sql_bind_hash(sqlite3_stmt *s, int i, const unsigned char hash[32]);

// The next row. That there is none and that it cannot be read are two things: the second is
// kept for store_db_trouble.
int sql_row(store_db *db, sqlite3_stmt *s);
const char *sql_text_at(sqlite3_stmt *s, int i); // "" for NULL; good until the next row
void sql_done(sqlite3_stmt *s);                  // the statement can be used again
int sql_finish(sqlite3_stmt *s);                 // runs one that gives no rows; 0: it failed

#endif
