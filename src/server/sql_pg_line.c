// SPDX-License-Identifier: MIT
// The line to a PostgreSQL server: one exchange after another, within the link's patience, and what it means when
// one fails.
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql_pg_impl.h"

// --- Failures ----------------------------------------------------------------

void pg_note(pg_link *l, sql_fault fault, const char *why) {
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
    pg_note(l, SQL_CUT, why[0] ? why : "the line to the database broke");
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
        pg_note(l, fault_of(state), PQresultErrorMessage(r));
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
PGresult *pg_hear(pg_link *l, int sent) {
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

int pg_is_up(pg_link *l) {
    if (sql_pg_is_up(&l->link)) {
        return 1;
    }
    if (l->patience_ms == SQL_PG_FOR_EVER) {
        cut(l, "");
        return 0;
    }
    return sql_pg_again(&l->link);
}

PGresult *pg_exchange(pg_link *l, int sent) {
    PGresult *r = pg_hear(l, sent);
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
int pg_greet(pg_link *l) {
    l->cut = l->late = 0;
    l->lines++;
    l->backend = PQbackendPID(l->line);
    if (PQstatus(l->line) != CONNECTION_OK) {
        cut(l, PQerrorMessage(l->line));
    } else if (l->settings[0]) {
        PGresult *r = pg_exchange(l, PQsendQuery(l->line, l->settings));
        l->cut = r == NULL;
        PQclear(r);
    }
    return !l->cut;
}

int sql_pg_again(sql_link *l) {
    PQreset(pg_link_of(l)->line);
    return pg_greet(pg_link_of(l));
}

int pg_run(sql_link *base, const char *text) {
    pg_link *l = pg_link_of(base);
    PGresult *r = pg_is_up(l) ? pg_exchange(l, PQsendQuery(l->line, text)) : NULL;
    PQclear(r);
    return r != NULL;
}

int sql_pg_set(sql_link *base, const char *settings, int patience_ms) {
    pg_link *l = pg_link_of(base);
    (void)snprintf(l->settings, sizeof l->settings, "%s", settings);
    l->patience_ms = patience_ms;
    return pg_run(base, settings);
}

int sql_pg_backend(const sql_link *l) {
    return ((const pg_link *)l)->backend;
}

uint32_t sql_pg_lines(const sql_link *l) {
    return ((const pg_link *)l)->lines;
}

int64_t sql_pg_do(sql_link *base, const char *text, int count, const char *const *values,
                  int64_t *out) {
    pg_link *l = pg_link_of(base);
    PGresult *r =
        pg_is_up(l)
            ? pg_exchange(l, PQsendQueryParams(l->line, text, count, NULL, values, NULL, NULL, 0))
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
    pg_note(pg_link_of(l), SQL_FENCED, "another server has taken over");
}

const char *pg_error(sql_link *l) {
    return pg_link_of(l)->why;
}

sql_fault pg_fault(sql_link *l) {
    return pg_link_of(l)->fault;
}

int pg_is_writing(sql_link *l) {
    PGTransactionStatusType status = PQtransactionStatus(pg_link_of(l)->line);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

int sql_pg_is_sound(const sql_link *l) {
    return PQtransactionStatus(((const pg_link *)l)->line) == PQTRANS_INTRANS;
}

void sql_pg_close(sql_link *l) {
    if (l) {
        PQfinish(pg_link_of(l)->line);
        free(l);
    }
}
