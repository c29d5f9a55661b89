// SPDX-License-Identifier: MIT
// SQL in an SQLite file.
#include "server/sql_lite.h"

#include <stdlib.h>

typedef struct lite_link {
    sql_link link;
    sqlite3 *sql;
} lite_link;

typedef struct lite_query {
    sql_query query;
    sqlite3_stmt *stmt;
} lite_query;

static sqlite3_stmt *of(const sql_query *q) {
    return ((const lite_query *)q)->stmt;
}

sqlite3 *sql_lite_of(sql_link *l) {
    return ((lite_link *)l)->sql;
}

// --- The file ----------------------------------------------------------------

static int run(sql_link *l, const char *text) {
    return sqlite3_exec(sql_lite_of(l), text, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *error(sql_link *l) {
    return sqlite3_errmsg(sql_lite_of(l));
}

// Whether it is the change that is wrong, and not the disk, the file or the machine.
static sql_fault fault(sql_link *l) {
    switch (sqlite3_errcode(sql_lite_of(l)) & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR: return SQL_REFUSES; // the last: a text within the row cannot be read
    default: return SQL_CANNOT;
    }
}

static int is_writing(sql_link *l) {
    return !sqlite3_get_autocommit(sql_lite_of(l));
}

static void shut(sql_link *l) {
    sqlite3_close(sql_lite_of(l));
    free(l);
}

// --- Statements --------------------------------------------------------------

static int values(const sql_query *q) {
    return sqlite3_bind_parameter_count(of(q));
}

static void set_int(sql_query *q, int i, int64_t value) {
    sqlite3_bind_int64(of(q), i, value);
}

static void set_double(sql_query *q, int i, double value) {
    sqlite3_bind_double(of(q), i, value);
}

static void set_text(sql_query *q, int i, const char *text) {
    if (text) {
        sqlite3_bind_text(of(q), i, text, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(of(q), i);
    }
}

static void set_bytes(sql_query *q, int i, const void *bytes, size_t size) {
    sqlite3_bind_blob(of(q), i, bytes, (int)size, SQLITE_STATIC);
}

static sql_step step(sql_query *q) {
    switch (sqlite3_step(of(q))) {
    case SQLITE_ROW: return SQL_ROW;
    case SQLITE_DONE: return SQL_END;
    default: return SQL_FAILED;
    }
}

static void reset(sql_query *q) {
    sqlite3_reset(of(q));
    sqlite3_clear_bindings(of(q));
}

static void drop(sql_query *q) {
    sqlite3_finalize(of(q));
    free(q);
}

// --- Rows --------------------------------------------------------------------

static int columns(const sql_query *q) {
    return sqlite3_column_count(of(q));
}

static const char *name_at(const sql_query *q, int i) {
    return sqlite3_column_name(of(q), i);
}

static int is_null_at(const sql_query *q, int i) {
    return sqlite3_column_type(of(q), i) == SQLITE_NULL;
}

static int is_int_at(const sql_query *q, int i) {
    return sqlite3_column_type(of(q), i) == SQLITE_INTEGER;
}

static int is_double_at(const sql_query *q, int i) {
    return sqlite3_column_type(of(q), i) == SQLITE_FLOAT;
}

static int64_t int_at(const sql_query *q, int i) {
    return sqlite3_column_int64(of(q), i);
}

static double double_at(const sql_query *q, int i) {
    return sqlite3_column_double(of(q), i);
}

static const char *text_at(const sql_query *q, int i) {
    return (const char *)sqlite3_column_text(of(q), i);
}

static const void *bytes_at(const sql_query *q, int i, size_t *size) {
    const void *bytes = sqlite3_column_blob(of(q), i);
    *size = (size_t)sqlite3_column_bytes(of(q), i);
    return bytes;
}

// --- Life --------------------------------------------------------------------

static sql_query *prepare(sql_link *l, const char *text, sql_values which);

static const sql_driver driver = {.prepare = prepare,
                                  .run = run,
                                  .error = error,
                                  .fault = fault,
                                  .is_writing = is_writing,
                                  .close = shut,
                                  .values = values,
                                  .set_int = set_int,
                                  .set_double = set_double,
                                  .set_text = set_text,
                                  .set_bytes = set_bytes,
                                  .step = step,
                                  .reset = reset,
                                  .drop = drop,
                                  .columns = columns,
                                  .name_at = name_at,
                                  .is_null_at = is_null_at,
                                  .is_int_at = is_int_at,
                                  .is_double_at = is_double_at,
                                  .int_at = int_at,
                                  .double_at = double_at,
                                  .text_at = text_at,
                                  .bytes_at = bytes_at};

static sql_query *prepare(sql_link *l, const char *text, sql_values which) {
    lite_query *q = calloc(1, sizeof *q);
    (void)which;
    if (!q || sqlite3_prepare_v3(sql_lite_of(l), text, -1, SQLITE_PREPARE_PERSISTENT, &q->stmt,
                                 NULL) != SQLITE_OK) {
        free(q);
        return NULL;
    }
    q->query.driver = &driver;
    return &q->query;
}

sql_link *sql_lite(sqlite3 *sql) {
    lite_link *l = calloc(1, sizeof *l);
    if (!l) {
        sqlite3_close(sql);
        return NULL;
    }
    l->link.driver = &driver;
    l->sql = sql;
    return &l->link;
}
