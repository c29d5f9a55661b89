// SPDX-License-Identifier: MIT
// Who wants something done: offers pieces, and collects what came of them.
#include <libpq-fe.h>
#include <stdio.h>
#include <string.h>

#include "base/blake2s.h"
#include "queue/queue_impl.h"

enum { KEY = 33, COLLECT = 64 };

// --- The run -----------------------------------------------------------------

// The same work of the same build has the same key.
static void key_of(const char *build, const void *what, size_t size, char key[KEY]) {
    unsigned char digest[(KEY - 1) / 2];
    blake2s b;
    blake2s_init(&b, sizeof digest, NULL, 0);
    blake2s_add(&b, build, strlen(build) + 1);
    blake2s_add(&b, what, size);
    blake2s_end(&b, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        (void)snprintf(key + 2 * i, 3, "%02x", digest[i]);
    }
}

static tsr_err forget_old(queue *q, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, QUEUE_FORGET_D);
    return queue_do(
        q, "DELETE FROM work_runs WHERE seen < clock_timestamp() - $1 * interval '1 day'", &v, err);
}

// What was given up for an earlier owner may be tried for this one.
static tsr_err try_again(queue *q, int64_t run, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    return queue_do(q, "UPDATE work_pieces SET state=0, tries=0 WHERE run=$1 AND state=3", &v, err);
}

// Waits a little: the server may not yet have noticed that an earlier owner was killed.
static tsr_err take_over(queue *q, int64_t run, tsr_error *err) {
    enum { LOOKS = 20, PAUSE_MS = 100 };
    int mine = queue_own(q, run);
    for (int i = 0; !mine && i < LOOKS; i++) {
        queue_pause(PAUSE_MS);
        mine = queue_own(q, run);
    }
    return mine ? try_again(q, run, err)
                : tsr_fail(err, TSR_ERR_STATE,
                           "the queue: another process is already the owner of this run");
}

tsr_err queue_begin(queue *q, const char *build, const void *what, size_t size, int64_t *run,
                    tsr_error *err) {
    char key[KEY];
    queue_values v = {0};
    tsr_err e = forget_old(q, err);
    if (e) {
        return e;
    }
    key_of(build, what, size, key);
    queue_put_text(&v, key);
    queue_put_text(&v, build);
    queue_put_bytes(&v, what, size);
    PGresult *r = queue_ask(q,
                            "INSERT INTO work_runs(key, build, what) VALUES($1, $2, $3::bytea) "
                            "ON CONFLICT (key) DO UPDATE SET seen=clock_timestamp(), refusal='' "
                            "RETURNING id",
                            &v, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    *run = queue_int_at(r, 0, 0);
    PQclear(r);
    return take_over(q, *run, err);
}

tsr_err queue_leave(queue *q, int64_t run, int over, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    (void)queue_own(q, 0);
    // One that is left alone is not worked for, and may be taken up again at once.
    return queue_do(q,
                    over ? "DELETE FROM work_runs WHERE id=$1 AND "
                           "(pg_advisory_unlock(21827, $1::int4) OR true)"
                         : "UPDATE work_runs SET seen=clock_timestamp() - interval '1 hour' WHERE "
                           "id=$1 AND (pg_advisory_unlock(21827, $1::int4) OR true)",
                    &v, err);
}

// --- Pieces ------------------------------------------------------------------

tsr_err queue_offer(queue *q, int64_t run, uint64_t first, uint64_t end, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    queue_put_int(&v, (int64_t)first);
    queue_put_int(&v, (int64_t)end);
    return queue_do(q,
                    "INSERT INTO work_pieces(run, piece) SELECT $1::int4, n FROM "
                    "generate_series($2::int8, $3::int8 - 1) n ON CONFLICT DO NOTHING",
                    &v, err);
}

static tsr_err hand_over(const PGresult *r, queue_taker *take, void *self, tsr_error *err) {
    int enough = 0;
    for (int i = 0; i < PQntuples(r) && !enough; i++) {
        unsigned char *bytes = NULL;
        size_t size = 0;
        uint64_t piece = (uint64_t)queue_int_at(r, i, 0);
        int done = queue_int_at(r, i, 1) == QUEUE_DONE;
        if (done && !queue_bytes_at(r, i, 2, &bytes, &size)) {
            return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a result of %d bytes",
                            PQgetlength(r, i, 2) / 2);
        }
        const char *why = PQgetvalue(r, i, 3);
        enough = take(self, piece, (const char *)bytes, size, why);
        PQfreemem(bytes);
    }
    return TSR_OK;
}

tsr_err queue_collect(queue *q, int64_t run, uint64_t kept, uint64_t next, queue_taker *take,
                      void *self, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    queue_put_int(&v, (int64_t)next);
    queue_put_int(&v, COLLECT);
    queue_put_int(&v, (int64_t)kept);
    PGresult *r = queue_ask(q,
                            "WITH gone AS (DELETE FROM work_pieces WHERE run=$1 AND piece<$4) "
                            "SELECT piece, state, result, why FROM work_pieces WHERE run=$1 AND "
                            "piece>=$2 AND piece<$2::int8+$3::int8 AND state>=2 ORDER BY piece",
                            &v, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    tsr_err e = hand_over(r, take, self, err);
    PQclear(r);
    return e;
}

// --- That the owner is there -------------------------------------------------

static tsr_err free_overdue(queue *q, int64_t run, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    queue_put_int(&v, QUEUE_TRIES);
    return queue_do(q,
                    "UPDATE work_pieces SET state=CASE WHEN tries>=$2 THEN 3 ELSE 0 END, "
                    "why='nothing was heard of its worker' "
                    "WHERE run=$1 AND state=1 AND lease<clock_timestamp()",
                    &v, err);
}

tsr_err queue_beat(queue *q, int64_t run, queue_news *out, tsr_error *err) {
    queue_values v = {0};
    tsr_err e = free_overdue(q, run, err);
    if (e) {
        return e;
    }
    queue_put_int(&v, run);
    PGresult *r = queue_ask(q,
                            "WITH here AS (UPDATE work_runs SET seen=clock_timestamp() WHERE id=$1 "
                            "RETURNING refusal) "
                            "SELECT (SELECT refusal FROM here), "
                            "count(DISTINCT worker) FILTER (WHERE state=1), "
                            "count(*) FILTER (WHERE state=0), count(*) FILTER (WHERE tries>1) "
                            "FROM work_pieces WHERE run=$1",
                            &v, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    int there = !PQgetisnull(r, 0, 0);
    (void)snprintf(out->refusal, sizeof out->refusal, "%.*s", QUEUE_WHY - 1, PQgetvalue(r, 0, 0));
    out->workers = (int)queue_int_at(r, 0, 1);
    out->waiting = (uint64_t)queue_int_at(r, 0, 2);
    out->again = (uint64_t)queue_int_at(r, 0, 3);
    PQclear(r);
    return there ? TSR_OK : tsr_fail(err, TSR_ERR_STATE, "the queue: this work was deleted there");
}
