// SPDX-License-Identifier: MIT
// The line to the server, and the tables there.
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tessera/host.h>

#include "queue/queue_impl.h"

enum { PATIENCE_MS = 60000, PAUSE_MS = 100, VERSION = 1 };

struct queue {
    PGconn *line;
    int64_t run; // that this link owns, or 0
    int (*stopped)(void *self);
    void *self;
};

// The server finds out about a machine that is gone, and lets go of its locks; this end does so too.
static const char greeting[] = "SET client_min_messages=warning; SET tcp_keepalives_idle=15; "
                               "SET tcp_keepalives_interval=5; SET tcp_keepalives_count=3";

int queue_is_address(const char *word) {
    return strncmp(word, "postgres://", 11) == 0 || strncmp(word, "postgresql://", 13) == 0;
}

// --- Values ------------------------------------------------------------------

void queue_put_text(queue_values *v, const char *text) {
    v->at[v->count++] = text;
}

void queue_put_int(queue_values *v, int64_t value) {
    (void)snprintf(v->number[v->count], sizeof v->number[0], "%lld", (long long)value);
    queue_put_text(v, v->number[v->count]);
}

void queue_put_bytes(queue_values *v, const void *bytes, size_t size) {
    v->size[v->count] = (int)size;
    v->binary[v->count] = 1;
    v->at[v->count++] = bytes;
}

int64_t queue_int_at(const PGresult *r, int row, int column) {
    return atoll(PQgetvalue(r, row, column));
}

int queue_bytes_at(const PGresult *r, int row, int column, unsigned char **out, size_t *size) {
    *out = PQunescapeBytea((const unsigned char *)PQgetvalue(r, row, column), size);
    return *out != NULL;
}

void queue_add_list(buffer *b, const int64_t *numbers, int count) {
    for (int i = 0; i < count; i++) {
        buffer_addf(b, i ? ",%lld" : "{%lld", (long long)numbers[i]);
    }
    buffer_add_text(b, count ? "}" : "{}");
}

// --- Asking ------------------------------------------------------------------

static int is_good(const PGresult *r) {
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

// The server was not reached, stops, or begins; not a word about the statement.
static int is_broken(const queue *q, const PGresult *r) {
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    return PQstatus(q->line) != CONNECTION_OK || !state || strncmp(state, "57P", 3) == 0 ||
           strncmp(state, "08", 2) == 0;
}

static int run_plain(queue *q, const char *text) {
    PGresult *r = PQexec(q->line, text);
    int good = is_good(r);
    PQclear(r);
    return good;
}

// Two numbers: the first is the queue's own, so that no other lock of the database is meant.
static int lock_run(queue *q) {
    char text[96];
    (void)snprintf(text, sizeof text, "SELECT pg_try_advisory_lock(21827, %d)", (int)q->run);
    PGresult *r = PQexec(q->line, text);
    int locked = is_good(r) && PQgetvalue(r, 0, 0)[0] == 't';
    PQclear(r);
    return locked;
}

// Makes a new line of a broken one; 0: there is none yet.
static int is_up(queue *q) {
    if (PQstatus(q->line) == CONNECTION_OK) {
        return 1;
    }
    PQreset(q->line);
    return PQstatus(q->line) == CONNECTION_OK && run_plain(q, greeting) && (!q->run || lock_run(q));
}

void queue_pause(int ms) {
    (void)nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

static tsr_err refuse(const queue *q, const PGresult *r, tsr_error *err) {
    const char *why = r ? PQresultErrorMessage(r) : PQerrorMessage(q->line);
    return tsr_fail(err, TSR_ERR_IO, "the queue: %.*s", (int)strcspn(why, "\n"),
                    why[0] ? why : "no answer");
}

PGresult *queue_ask(queue *q, const char *text, const queue_values *v, tsr_error *err) {
    static const queue_values none = {0};
    uint64_t begun = tsr_now_ms();
    v = v ? v : &none;
    for (;;) {
        PGresult *r =
            is_up(q) ? PQexecParams(q->line, text, v->count, NULL, v->at, v->size, v->binary, 0)
                     : NULL;
        if (is_good(r)) {
            return r;
        }
        int over = tsr_now_ms() - begun > PATIENCE_MS || (q->stopped && q->stopped(q->self));
        if (over || !is_broken(q, r)) {
            (void)refuse(q, r, err);
            PQclear(r);
            return NULL;
        }
        PQclear(r);
        queue_pause(PAUSE_MS);
    }
}

tsr_err queue_do(queue *q, const char *text, const queue_values *v, tsr_error *err) {
    PGresult *r = queue_ask(q, text, v, err);
    PQclear(r);
    return r ? TSR_OK : TSR_ERR_IO;
}

void queue_until(queue *q, int (*stopped)(void *self), void *self) {
    q->stopped = stopped;
    q->self = self;
}

int queue_own(queue *q, int64_t run) {
    q->run = run;
    if (!run || lock_run(q)) {
        return 1;
    }
    q->run = 0;
    return 0;
}

// --- Tables ------------------------------------------------------------------

// A waiting piece is found by its run; one that is taken by its lease. Rows change twice in their life:
// the room for that is on their own page.
static const char tables[] =
    "BEGIN; SELECT pg_advisory_xact_lock(21827, 0);"
    "CREATE TABLE IF NOT EXISTS work_format(version int4 NOT NULL);"
    "INSERT INTO work_format SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM work_format);"
    "CREATE TABLE IF NOT EXISTS work_runs(id serial PRIMARY KEY, key text NOT NULL UNIQUE,"
    " build text NOT NULL, what bytea NOT NULL, refusal text NOT NULL DEFAULT '',"
    " seen timestamptz NOT NULL DEFAULT clock_timestamp());"
    "CREATE TABLE IF NOT EXISTS work_pieces(id bigserial PRIMARY KEY,"
    " run int4 NOT NULL REFERENCES work_runs ON DELETE CASCADE, piece int8 NOT NULL,"
    " state int2 NOT NULL DEFAULT 0, worker int8, tries int4 NOT NULL DEFAULT 0,"
    " lease timestamptz, result bytea, why text, UNIQUE(run, piece)) WITH (fillfactor=70);"
    "CREATE INDEX IF NOT EXISTS work_waits ON work_pieces(run, tries, id) WHERE state=0;"
    "CREATE INDEX IF NOT EXISTS work_taken ON work_pieces(lease) WHERE state=1;"
    "CREATE SEQUENCE IF NOT EXISTS work_workers; COMMIT";

// Whoever may use the tables need not be allowed to make them.
static tsr_err make_tables(queue *q, tsr_error *err) {
    PGresult *r = queue_ask(q, "SELECT to_regclass('work_workers') IS NULL", NULL, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    int missing = PQgetvalue(r, 0, 0)[0] == 't';
    PQclear(r);
    if (missing && !run_plain(q, tables)) {
        tsr_err e = refuse(q, NULL, err);
        (void)run_plain(q, "ROLLBACK");
        return e;
    }
    r = queue_ask(q, "SELECT max(version) FROM work_format", NULL, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    int version = (int)queue_int_at(r, 0, 0);
    PQclear(r);
    return version == VERSION
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_MISMATCH,
                          "the queue has format %d, and this program needs %d", version, VERSION);
}

// --- Life --------------------------------------------------------------------

tsr_err queue_open(const char *url, queue **out, tsr_error *err) {
    const char *const keys[] = {"dbname",          "connect_timeout",  "application_name",
                                "keepalives_idle", "tcp_user_timeout", NULL};
    const char *const words[] = {url, "5", "tessera queue", "15", "30000", NULL};
    queue *q = calloc(1, sizeof *q);
    if (!q) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    q->line = PQconnectdbParams(keys, words, 1);
    int up = PQstatus(q->line) == CONNECTION_OK && run_plain(q, greeting);
    tsr_err e = up ? make_tables(q, err) : refuse(q, NULL, err);
    if (e) {
        queue_close(q);
        return e;
    }
    *out = q;
    return TSR_OK;
}

// Not a word to the server, which would take it for the parent's.
void queue_let_go(queue *q) {
    (void)close(PQsocket(q->line));
}

void queue_close(queue *q) {
    if (q) {
        PQfinish(q->line);
        free(q);
    }
}
