// SPDX-License-Identifier: MIT
// SQL in a PostgreSQL server, through libpq.
#include "server/sql_pg.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"

enum { VALUES_MOST = 8, TYPE_INT8 = 20, TYPE_TEXT = 25, TYPE_BYTES = 17 };

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
    const char *value[VALUES_MOST];
    char number[VALUES_MOST][32];
    int size[VALUES_MOST], format[VALUES_MOST];
    PGresult *rows;
    int row;
    unsigned char *bytes; // of the column that was read so last
    size_t bytes_room;
} pg_query;

static pg_link *of(sql_link *l) {
    return (pg_link *)l;
}

// --- Failures ----------------------------------------------------------------

static void note(pg_link *l, sql_fault fault, const char *why) {
    l->fault = fault;
    (void)snprintf(l->why, sizeof l->why, "%.*s", (int)strcspn(why, "\n"), why);
}

// A statement that the server did not carry out: by its five letters.
static sql_fault fault_of(const char *state) {
    if (strcmp(state, "TS001") == 0) {
        return SQL_FENCED;
    }
    if (strncmp(state, "23", 2) == 0 || strncmp(state, "22", 2) == 0) {
        return SQL_REFUSES; // of the data, or of what must hold
    }
    if (strncmp(state, "40", 2) == 0 && strcmp(state, "40003") != 0) {
        return SQL_CROSSED;
    }
    // The server ends the line: told to stop, or because the transaction stood still.
    int ends = strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0 ||
               strcmp(state, "25P03") == 0;
    return ends ? SQL_CUT : SQL_CANNOT;
}

static void cut(pg_link *l, const char *why) {
    l->cut = 1;
    note(l, SQL_CUT, why[0] ? why : "the line to the database broke");
}

static int is_good(pg_link *l, const PGresult *r) {
    ExecStatusType status = PQresultStatus(r);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        return 1;
    }
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    if (!state || PQstatus(l->line) == CONNECTION_BAD) {
        cut(l, PQerrorMessage(l->line));
    } else {
        note(l, fault_of(state), PQresultErrorMessage(r));
        l->cut = l->fault == SQL_CUT;
    }
    return 0;
}

// --- One exchange ------------------------------------------------------------

// Until there is something to read; 0: not in time.
static int wait_for_input(pg_link *l) {
    struct pollfd p = {.fd = PQsocket(l->line), .events = POLLIN};
    int n;
    do {
        n = poll(&p, 1, l->patience_ms);
    } while (n < 0 && errno == EINTR);
    l->late = n == 0;
    return n > 0 && PQconsumeInput(l->line);
}

// The last result of what was sent; NULL: the line broke, or there was no answer in time.
static PGresult *hear(pg_link *l, int sent) {
    PGresult *last = NULL;
    while (sent) {
        while (PQisBusy(l->line)) {
            if (!wait_for_input(l)) {
                PQclear(last);
                return NULL;
            }
        }
        PGresult *r = PQgetResult(l->line);
        if (!r) {
            return last;
        }
        PQclear(last);
        last = r;
    }
    return NULL;
}

static int is_up(pg_link *l) {
    if (sql_pg_is_up(&l->link)) {
        return 1;
    }
    if (l->patience_ms == SQL_PG_FOR_EVER) {
        cut(l, "");
        return 0;
    }
    return sql_pg_again(&l->link);
}

static PGresult *exchange(pg_link *l, int sent) {
    PGresult *r = hear(l, sent);
    if (!is_good(l, r)) {
        PQclear(r);
        return NULL;
    }
    return r;
}

// --- The line ----------------------------------------------------------------

int sql_pg_is_up(const sql_link *l) {
    const pg_link *p = (const pg_link *)l;
    return !p->cut && PQstatus(p->line) == CONNECTION_OK;
}

// The first words on a new line; 0: there is none.
static int greet(pg_link *l) {
    l->cut = l->late = 0;
    l->lines++;
    l->backend = PQbackendPID(l->line);
    if (PQstatus(l->line) != CONNECTION_OK) {
        cut(l, PQerrorMessage(l->line));
    } else if (l->settings[0]) {
        PGresult *r = exchange(l, PQsendQuery(l->line, l->settings));
        l->cut = r == NULL;
        PQclear(r);
    }
    return !l->cut;
}

int sql_pg_again(sql_link *l) {
    PQreset(of(l)->line);
    return greet(of(l));
}

static int run(sql_link *base, const char *text) {
    pg_link *l = of(base);
    PGresult *r = is_up(l) ? exchange(l, PQsendQuery(l->line, text)) : NULL;
    PQclear(r);
    return r != NULL;
}

int sql_pg_set(sql_link *base, const char *settings, int patience_ms) {
    pg_link *l = of(base);
    (void)snprintf(l->settings, sizeof l->settings, "%s", settings);
    l->patience_ms = patience_ms;
    return run(base, settings);
}

int sql_pg_backend(const sql_link *l) {
    return ((const pg_link *)l)->backend;
}

uint32_t sql_pg_lines(const sql_link *l) {
    return ((const pg_link *)l)->lines;
}

int64_t sql_pg_do(sql_link *base, const char *text, int count, const char *const *values,
                  int64_t *out) {
    pg_link *l = of(base);
    PGresult *r =
        is_up(l) ? exchange(l, PQsendQueryParams(l->line, text, count, NULL, values, NULL, NULL, 0))
                 : NULL;
    if (!r) {
        return -1;
    }
    int has_rows = PQresultStatus(r) == PGRES_TUPLES_OK;
    int64_t n = has_rows ? PQntuples(r) : atoll(PQcmdTuples(r));
    if (out && has_rows && n) {
        const char *value = PQgetvalue(r, 0, 0);
        *out = value[0] == 't' ? 1 : value[0] == 'f' ? 0 : atoll(value);
    }
    PQclear(r);
    return n;
}

void sql_pg_fenced(sql_link *l) {
    note(of(l), SQL_FENCED, "another server has taken over");
}

static const char *error(sql_link *l) {
    return of(l)->why;
}

static sql_fault fault(sql_link *l) {
    return of(l)->fault;
}

static int is_writing(sql_link *l) {
    PGTransactionStatusType status = PQtransactionStatus(of(l)->line);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

int sql_pg_is_sound(const sql_link *l) {
    return PQtransactionStatus(((const pg_link *)l)->line) == PQTRANS_INTRANS;
}

void sql_pg_close(sql_link *l) {
    if (l) {
        PQfinish(of(l)->line);
        free(l);
    }
}

// --- Statements --------------------------------------------------------------

static pg_query *pg(const sql_query *q) {
    union {
        const sql_query *in;
        pg_query *out;
    } query = {.in = q};
    return query.out;
}

static int values(const sql_query *q) {
    return pg(q)->count;
}

static void put(sql_query *base, int i, const char *value, size_t size, int format) {
    pg_query *q = pg(base);
    if (i >= 1 && i <= VALUES_MOST) {
        q->value[i - 1] = value;
        q->size[i - 1] = (int)size;
        q->format[i - 1] = format;
    }
}

static void set_int(sql_query *q, int i, int64_t value) {
    char *number = pg(q)->number[i - 1];
    (void)snprintf(number, sizeof pg(q)->number[0], "%lld", (long long)value);
    put(q, i, number, 0, 0);
}

static void set_double(sql_query *q, int i, double value) {
    char *number = pg(q)->number[i - 1];
    (void)snprintf(number, sizeof pg(q)->number[0], "%.17g", value);
    put(q, i, number, 0, 0);
}

static void set_text(sql_query *q, int i, const char *text) {
    put(q, i, text, 0, 0);
}

static void set_bytes(sql_query *q, int i, const void *bytes, size_t size) {
    put(q, i, bytes, size, 1);
}

static int make_ready(pg_query *q) {
    static const Oid types[VALUES_MOST] = {TYPE_INT8, TYPE_INT8, TYPE_INT8,  TYPE_INT8,
                                           TYPE_TEXT, TYPE_TEXT, TYPE_BYTES, TYPE_TEXT};
    pg_link *l = q->of;
    if (q->line == l->lines) {
        return 1;
    }
    (void)snprintf(q->name, sizeof q->name, "s%u", ++l->statement);
    int is_op = q->which == SQL_OP_VALUES;
    PGresult *r = exchange(
        l, PQsendPrepare(l->line, q->name, q->text, is_op ? q->count : 0, is_op ? types : NULL));
    PQclear(r);
    q->line = r ? l->lines : 0;
    return r != NULL;
}

static PGresult *ask(pg_query *q) {
    if (!is_up(q->of) || !make_ready(q)) {
        return NULL;
    }
    return exchange(q->of, PQsendQueryPrepared(q->of->line, q->name, q->count, q->value, q->size,
                                               q->format, 0));
}

// That the line broke some time ago is found out when it is used: who reads asks once more.
static int asks_again(const pg_link *l) {
    return l->cut && !l->late && l->patience_ms != SQL_PG_FOR_EVER;
}

static sql_step step(sql_query *base) {
    pg_query *q = pg(base);
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
    pg_query *q = pg(base);
    PQclear(q->rows);
    q->rows = NULL;
    memset(q->value, 0, sizeof q->value);
}

static void drop(sql_query *base) {
    pg_query *q = pg(base);
    char text[32];
    reset(base);
    if (q->line && q->line == q->of->lines && sql_pg_is_up(&q->of->link)) {
        (void)snprintf(text, sizeof text, "DEALLOCATE %s", q->name);
        PQclear(hear(q->of, PQsendQuery(q->of->line, text)));
    }
    free(q->bytes);
    free(q->text);
    free(q);
}

// --- Rows --------------------------------------------------------------------

static int columns(const sql_query *q) {
    return PQnfields(pg(q)->rows);
}

static const char *name_at(const sql_query *q, int i) {
    return PQfname(pg(q)->rows, i);
}

static int is_null_at(const sql_query *q, int i) {
    return PQgetisnull(pg(q)->rows, pg(q)->row, i);
}

static int is_int_at(const sql_query *q, int i) {
    enum { TYPE_INT2 = 21, TYPE_INT4 = 23 };
    Oid type = PQftype(pg(q)->rows, i);
    return type == TYPE_INT8 || type == TYPE_INT4 || type == TYPE_INT2;
}

static int is_double_at(const sql_query *q, int i) {
    enum { TYPE_FLOAT8 = 701 };
    return PQftype(pg(q)->rows, i) == TYPE_FLOAT8;
}

static const char *text_at(const sql_query *q, int i) {
    return is_null_at(q, i) ? NULL : PQgetvalue(pg(q)->rows, pg(q)->row, i);
}

static int64_t int_at(const sql_query *q, int i) {
    return atoll(PQgetvalue(pg(q)->rows, pg(q)->row, i));
}

static double double_at(const sql_query *q, int i) {
    return strtod(PQgetvalue(pg(q)->rows, pg(q)->row, i), NULL);
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
static const void *bytes_at(const sql_query *base, int i, size_t *size) {
    pg_query *q = pg(base);
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

// --- Life --------------------------------------------------------------------

static sql_query *prepare(sql_link *l, const char *text, sql_values which);

static const sql_driver driver = {.is_pg = 1,
                                  .prepare = prepare,
                                  .run = run,
                                  .error = error,
                                  .fault = fault,
                                  .is_writing = is_writing,
                                  .close = sql_pg_close,
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

// Prepared at its first use, and again on every new line.
static sql_query *prepare(sql_link *l, const char *text, sql_values which) {
    pg_query *q = calloc(1, sizeof *q);
    size_t size = strlen(text) + 1;
    char *copy = q ? malloc(size) : NULL;
    if (!copy) {
        free(q);
        note(of(l), SQL_CANNOT, "out of memory");
        return NULL;
    }
    memcpy(copy, text, size);
    for (char *at = strchr(copy, '?'); at; at = strchr(at, '?')) {
        *at = '$';
        int number = atoi(at + 1);
        q->count = number > q->count ? number : q->count;
    }
    q->query.driver = &driver;
    q->of = of(l);
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
    if (!greet(l)) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "the database cannot be reached: %s", l->why);
        sql_pg_close(&l->link);
        return e;
    }
    *out = &l->link;
    return TSR_OK;
}
