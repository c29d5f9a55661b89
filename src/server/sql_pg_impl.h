// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SQL_PG_IMPL_H
#define TSR_SERVER_SQL_PG_IMPL_H

// What the parts of a link to PostgreSQL share: its line (sql_pg_line.c), its statements (sql_pg.c) and the rows that
// come back (sql_pg_rows.c).

#include <stdint.h>

#include "server/sql_pg.h"

typedef struct pg_conn PGconn; // libpq's
typedef struct pg_result PGresult;

enum { PG_VALUES_MOST = 8, PG_INT8 = 20, PG_TEXT = 25, PG_BYTES = 17 }; // the latter are types

typedef struct pg_link {
    sql_link link;
    PGconn *line;
    int patience_ms;
    char settings[160];
    int backend;        // the server's process at the other end
    uint32_t lines;     // ever made: statements are prepared anew on each
    uint32_t statement; // names of statements
    int cut;            // the line broke, or gave no answer in time
    int late;           // the latter
    sql_fault fault;
    char why[256];
} pg_link;

typedef struct pg_query {
    sql_query query;
    pg_link *of;
    char *text; // with $1 for ?1
    char name[16];
    uint32_t line; // on which it is prepared; 0 = on none
    sql_values which;
    int count;
    const char *value[PG_VALUES_MOST];
    char number[PG_VALUES_MOST][32];
    int size[PG_VALUES_MOST], format[PG_VALUES_MOST];
    PGresult *rows;
    int row;
    unsigned char *bytes; // of the column that was read so last
    size_t bytes_room;
} pg_query;

static inline pg_link *pg_link_of(sql_link *l) {
    return (pg_link *)l;
}

static inline pg_query *pg_query_of(const sql_query *q) {
    union {
        const sql_query *in;
        pg_query *out;
    } query = {.in = q};
    return query.out;
}

// --- The line (sql_pg_line.c) ------------------------------------------------

void pg_note(pg_link *l, sql_fault fault, const char *why);
int pg_is_up(pg_link *l);                    // made anew for those who read
int pg_greet(pg_link *l);                    // the first words on a new line; 0: there is none
PGresult *pg_hear(pg_link *l, int sent);     // the last result; NULL: none came
PGresult *pg_exchange(pg_link *l, int sent); // the same if it is good
int pg_run(sql_link *l, const char *text);   // what drivers do: sql.h
const char *pg_error(sql_link *l);
sql_fault pg_fault(sql_link *l);
int pg_is_writing(sql_link *l);

// --- Rows (sql_pg_rows.c) ----------------------------------------------------

int pg_columns(const sql_query *q);
const char *pg_name_at(const sql_query *q, int i);
int pg_is_null_at(const sql_query *q, int i);
int pg_is_int_at(const sql_query *q, int i);
int pg_is_double_at(const sql_query *q, int i);
const char *pg_text_at(const sql_query *q, int i);
int64_t pg_int_at(const sql_query *q, int i);
double pg_double_at(const sql_query *q, int i);
const void *pg_bytes_at(const sql_query *q, int i, size_t *size);

#endif
