// SPDX-License-Identifier: MIT
// SQL in a PostgreSQL server, through libpq: statements, prepared on every line anew.
#include "server/sql_pg.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql_pg_impl.h"

// --- Statements --------------------------------------------------------------

static int values(const sql_query *q) {
    return pg_query_of(q)->count;
}

static void put(sql_query *base, int i, const char *value, size_t size, int format) {
    pg_query *q = pg_query_of(base);
    if (i >= 1 && i <= PG_VALUES_MOST) {
        q->value[i - 1] = value;
        q->size[i - 1] = (int)size;
        q->format[i - 1] = format;
    }
}

static void set_int(sql_query *q, int i, int64_t value) {
    char *number = pg_query_of(q)->number[i - 1];
    (void)snprintf(number, sizeof pg_query_of(q)->number[0], "%lld", (long long)value);
    put(q, i, number, 0, 0);
}

static void set_double(sql_query *q, int i, double value) {
    char *number = pg_query_of(q)->number[i - 1];
    (void)snprintf(number, sizeof pg_query_of(q)->number[0], "%.17g", value);
    put(q, i, number, 0, 0);
}

static void set_text(sql_query *q, int i, const char *text) {
    put(q, i, text, 0, 0);
}

static void set_bytes(sql_query *q, int i, const void *bytes, size_t size) {
    put(q, i, bytes, size, 1);
}

static int make_ready(pg_query *q) {
    static const Oid types[PG_VALUES_MOST] = {PG_INT8, PG_INT8, PG_INT8,  PG_INT8,
                                              PG_TEXT, PG_TEXT, PG_BYTES, PG_TEXT};
    pg_link *l = q->of;
    if (q->line == l->lines) {
        return 1;
    }
    (void)snprintf(q->name, sizeof q->name, "s%u", ++l->statement);
    int is_op = q->which == SQL_OP_VALUES;
    PGresult *r = pg_exchange(
        l, PQsendPrepare(l->line, q->name, q->text, is_op ? q->count : 0, is_op ? types : NULL));
    PQclear(r);
    q->line = r ? l->lines : 0;
    return r != NULL;
}

static PGresult *ask(pg_query *q) {
    if (!pg_is_up(q->of) || !make_ready(q)) {
        return NULL;
    }
    return pg_exchange(q->of, PQsendQueryPrepared(q->of->line, q->name, q->count, q->value, q->size,
                                                  q->format, 0));
}

// That the line broke some time ago is found out when it is used: who reads asks once more.
static int asks_again(const pg_link *l) {
    return l->cut && !l->late && l->patience_ms != SQL_PG_FOR_EVER;
}

static sql_step step(sql_query *base) {
    pg_query *q = pg_query_of(base);
    if (!q->rows) {
        q->row = -1;
        q->rows = ask(q);
        if (!q->rows && asks_again(q->of)) {
            q->rows = ask(q);
        }
    }
    if (!q->rows) {
        return SQL_FAILED;
    }
    return ++q->row < PQntuples(q->rows) ? SQL_ROW : SQL_END;
}

static void reset(sql_query *base) {
    pg_query *q = pg_query_of(base);
    PQclear(q->rows);
    q->rows = NULL;
    memset(q->value, 0, sizeof q->value);
}

static void drop(sql_query *base) {
    pg_query *q = pg_query_of(base);
    char text[32];
    reset(base);
    if (q->line && q->line == q->of->lines && sql_pg_is_up(&q->of->link)) {
        (void)snprintf(text, sizeof text, "DEALLOCATE %s", q->name);
        PQclear(pg_hear(q->of, PQsendQuery(q->of->line, text)));
    }
    free(q->bytes);
    free(q->text);
    free(q);
}

// --- Life --------------------------------------------------------------------

static sql_query *prepare(sql_link *l, const char *text, sql_values which);

static const sql_driver driver = {.is_pg = 1,
                                  .prepare = prepare,
                                  .run = pg_run,
                                  .error = pg_error,
                                  .fault = pg_fault,
                                  .is_writing = pg_is_writing,
                                  .close = sql_pg_close,
                                  .values = values,
                                  .set_int = set_int,
                                  .set_double = set_double,
                                  .set_text = set_text,
                                  .set_bytes = set_bytes,
                                  .step = step,
                                  .reset = reset,
                                  .drop = drop,
                                  .columns = pg_columns,
                                  .name_at = pg_name_at,
                                  .is_null_at = pg_is_null_at,
                                  .is_int_at = pg_is_int_at,
                                  .is_double_at = pg_is_double_at,
                                  .int_at = pg_int_at,
                                  .double_at = pg_double_at,
                                  .text_at = pg_text_at,
                                  .bytes_at = pg_bytes_at};

// Prepared at its first use, and again on every new line.
static sql_query *prepare(sql_link *l, const char *text, sql_values which) {
    pg_query *q = calloc(1, sizeof *q);
    size_t size = strlen(text) + 1;
    char *copy = q ? malloc(size) : NULL;
    if (!copy) {
        free(q);
        pg_note(pg_link_of(l), SQL_CANNOT, "out of memory");
        return NULL;
    }
    memcpy(copy, text, size);
    for (char *at = strchr(copy, '?'); at; at = strchr(at, '?')) {
        *at = '$';
        int number = atoi(at + 1);
        q->count = number > q->count ? number : q->count;
    }
    q->query.driver = &driver;
    q->of = pg_link_of(l);
    q->text = copy;
    q->which = which;
    return &q->query;
}

tsr_err sql_pg_open(const char *url, const char *settings, int patience_ms, sql_link **out,
                    tsr_error *err) {
    pg_link *l = calloc(1, sizeof *l);
    const char *const keys[] = {"dbname", "connect_timeout", "application_name", NULL};
    const char *const words[] = {url, "5", "tessera", NULL};
    if (!l) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    l->link.driver = &driver;
    l->patience_ms = patience_ms;
    (void)snprintf(l->settings, sizeof l->settings, "%s", settings);
    l->line = PQconnectdbParams(keys, words, 1);
    if (!pg_greet(l)) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "the database cannot be reached: %s", l->why);
        sql_pg_close(&l->link);
        return e;
    }
    *out = &l->link;
    return TSR_OK;
}
