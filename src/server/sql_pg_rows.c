// SPDX-License-Identifier: MIT
// Rows that a PostgreSQL server gives, column by column.
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql_pg_impl.h"

int pg_columns(const sql_query *q) {
    return PQnfields(pg_query_of(q)->rows);
}

const char *pg_name_at(const sql_query *q, int i) {
    return PQfname(pg_query_of(q)->rows, i);
}

int pg_is_null_at(const sql_query *q, int i) {
    return PQgetisnull(pg_query_of(q)->rows, pg_query_of(q)->row, i);
}

int pg_is_int_at(const sql_query *q, int i) {
    enum { TYPE_INT2 = 21, TYPE_INT4 = 23 };
    Oid type = PQftype(pg_query_of(q)->rows, i);
    return type == PG_INT8 || type == TYPE_INT4 || type == TYPE_INT2;
}

int pg_is_double_at(const sql_query *q, int i) {
    enum { TYPE_FLOAT8 = 701 };
    return PQftype(pg_query_of(q)->rows, i) == TYPE_FLOAT8;
}

const char *pg_text_at(const sql_query *q, int i) {
    return pg_is_null_at(q, i) ? NULL : PQgetvalue(pg_query_of(q)->rows, pg_query_of(q)->row, i);
}

int64_t pg_int_at(const sql_query *q, int i) {
    return atoll(PQgetvalue(pg_query_of(q)->rows, pg_query_of(q)->row, i));
}

double pg_double_at(const sql_query *q, int i) {
    return strtod(PQgetvalue(pg_query_of(q)->rows, pg_query_of(q)->row, i), NULL);
}

static int hex(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

static int has_room(pg_query *q, size_t size) {
    unsigned char *more = size > q->bytes_room ? realloc(q->bytes, size) : NULL;
    if (more) {
        q->bytes = more;
        q->bytes_room = size;
    }
    return size <= q->bytes_room;
}

// As text they are \x and two digits each.
const void *pg_bytes_at(const sql_query *base, int i, size_t *size) {
    pg_query *q = pg_query_of(base);
    const char *text = PQgetvalue(q->rows, q->row, i);
    size_t n = strlen(text);
    *size = 0;
    if (n < 2 || !has_room(q, n / 2)) {
        return NULL;
    }
    for (size_t k = 0; k < n / 2 - 1; k++) {
        q->bytes[k] = (unsigned char)(hex(text[2 + 2 * k]) << 4 | hex(text[3 + 2 * k]));
    }
    *size = n / 2 - 1;
    return q->bytes;
}
