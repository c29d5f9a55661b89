// SPDX-License-Identifier: MIT
// Who does it: takes pieces for as long as a lease, and gives them back as bytes.
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queue/queue_impl.h"

tsr_err queue_enlist(queue *q, int64_t *worker, tsr_error *err) {
    PGresult *r = queue_ask(q, "SELECT nextval('work_workers')", NULL, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    *worker = queue_int_at(r, 0, 0);
    PQclear(r);
    return TSR_OK;
}

// --- Which run ---------------------------------------------------------------

tsr_err queue_pick(queue *q, const char *build, int64_t present, const int64_t *refused,
                   int refusals, int64_t *run, tsr_error *err) {
    queue_values v = {0};
    buffer list;
    buffer_init(&list, NULL);
    queue_add_list(&list, refused, refusals);
    queue_put_text(&v, build);
    queue_put_int(&v, present);
    queue_put_text(&v, buffer_text(&list));
    queue_put_int(&v, QUEUE_SEEN_S);
    PGresult *r = queue_ask(q,
                            "SELECT id FROM work_runs r WHERE build=$1 AND id<>ALL($3::int8[]) AND "
                            "seen > clock_timestamp() - $4 * interval '1 second' AND "
                            "EXISTS (SELECT 1 FROM work_pieces WHERE run=r.id AND state=0) "
                            "ORDER BY id<>$2, id LIMIT 1",
                            &v, err);
    buffer_deinit(&list);
    if (!r) {
        return TSR_ERR_IO;
    }
    *run = PQntuples(r) ? queue_int_at(r, 0, 0) : 0;
    PQclear(r);
    return TSR_OK;
}

tsr_err queue_text(queue *q, int64_t run, char **what, size_t *size, tsr_error *err) {
    queue_values v = {0};
    unsigned char *bytes = NULL;
    queue_put_int(&v, run);
    PGresult *r = queue_ask(q, "SELECT what FROM work_runs WHERE id=$1", &v, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    if (PQntuples(r) && queue_bytes_at(r, 0, 0, &bytes, size)) {
        *what = malloc(*size + 1);
        if (*what) {
            memcpy(*what, bytes, *size);
            (*what)[*size] = '\0';
        }
    } else {
        *what = NULL;
    }
    PQfreemem(bytes);
    PQclear(r);
    return *what ? TSR_OK : tsr_fail(err, TSR_ERR_STATE, "the queue: the work is gone");
}

tsr_err queue_refuse(queue *q, int64_t run, const char *why, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    queue_put_text(&v, why);
    return queue_do(q, "UPDATE work_runs SET refusal=$2 WHERE id=$1", &v, err);
}

// --- Pieces ------------------------------------------------------------------

// Pieces that waited for the first time, or after somebody tried them.
static tsr_err claim(queue *q, int64_t run, int64_t worker, int most, int lease_ms, int again,
                     queue_piece *out, int *count, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, run);
    queue_put_int(&v, worker);
    queue_put_int(&v, most);
    queue_put_int(&v, lease_ms);
    const char *text =
        again ? "UPDATE work_pieces SET state=1, worker=$2, tries=tries+1, "
                "lease=clock_timestamp() + $4 * interval '1 ms' WHERE id=ANY(ARRAY(SELECT id FROM "
                "work_pieces WHERE run=$1 AND state=0 AND tries>0 ORDER BY tries, id LIMIT $3 "
                "FOR UPDATE SKIP LOCKED)) RETURNING id, piece, tries"
              : "UPDATE work_pieces SET state=1, worker=$2, tries=tries+1, "
                "lease=clock_timestamp() + $4 * interval '1 ms' WHERE id=ANY(ARRAY(SELECT id FROM "
                "work_pieces WHERE run=$1 AND state=0 AND tries=0 ORDER BY id LIMIT $3 "
                "FOR UPDATE SKIP LOCKED)) RETURNING id, piece, tries";
    PGresult *r = queue_ask(q, text, &v, err);
    if (!r) {
        return TSR_ERR_IO;
    }
    *count = PQntuples(r);
    for (int i = 0; i < *count; i++) {
        out[i] = (queue_piece){queue_int_at(r, i, 0), (uint64_t)queue_int_at(r, i, 1),
                               (int32_t)queue_int_at(r, i, 2)};
    }
    PQclear(r);
    return TSR_OK;
}

tsr_err queue_claim(queue *q, int64_t run, int64_t worker, int most, int lease_ms,
                    queue_piece out[QUEUE_CLAIM], int *count, tsr_error *err) {
    most = most < 1 ? 1 : most > QUEUE_CLAIM ? QUEUE_CLAIM : most;
    tsr_err e = claim(q, run, worker, 1, lease_ms, 1, out, count, err);
    return e || *count ? e : claim(q, run, worker, most, lease_ms, 0, out, count, err);
}

// All bytes travel in one piece; where each begins is counted on the way.
tsr_err queue_finish(queue *q, int64_t worker, const queue_piece *pieces, int count,
                     const char *bytes, const size_t *size, int *taken, tsr_error *err) {
    int64_t id[QUEUE_CLAIM], tries[QUEUE_CLAIM], begin[QUEUE_CLAIM], sizes[QUEUE_CLAIM];
    size_t all = 0;
    buffer list[4];
    queue_values v = {0};
    for (int i = 0; i < count; i++) {
        id[i] = pieces[i].id;
        tries[i] = pieces[i].tries;
        begin[i] = (int64_t)all + 1;
        sizes[i] = (int64_t)size[i];
        all += size[i];
    }
    const int64_t *const column[] = {id, tries, begin, sizes};
    for (int i = 0; i < 4; i++) {
        buffer_init(&list[i], NULL);
        queue_add_list(&list[i], column[i], count);
        queue_put_text(&v, buffer_text(&list[i]));
    }
    queue_put_bytes(&v, bytes, all);
    queue_put_int(&v, worker);
    PGresult *r = queue_ask(
        q,
        "UPDATE work_pieces p SET state=2, lease=NULL, result=substring($5::bytea, x.at, x.size) "
        "FROM unnest($1::int8[], $2::int4[], $3::int4[], $4::int4[]) x(id, tries, at, size) "
        "WHERE p.id=x.id AND p.tries=x.tries AND p.worker=$6 AND p.state=1",
        &v, err);
    for (int i = 0; i < 4; i++) {
        buffer_deinit(&list[i]);
    }
    if (!r) {
        return TSR_ERR_IO;
    }
    *taken = atoi(PQcmdTuples(r));
    PQclear(r);
    return TSR_OK;
}

tsr_err queue_fail(queue *q, int64_t worker, const queue_piece *piece, const char *why,
                   tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, piece->id);
    queue_put_int(&v, piece->tries);
    queue_put_int(&v, worker);
    queue_put_int(&v, QUEUE_TRIES);
    queue_put_text(&v, why);
    return queue_do(q,
                    "UPDATE work_pieces SET state=CASE WHEN tries>=$4 THEN 3 ELSE 0 END, why=$5 "
                    "WHERE id=$1 AND tries=$2 AND worker=$3 AND state=1",
                    &v, err);
}

// --- Workers -----------------------------------------------------------------

tsr_err queue_renew(queue *q, const int64_t *workers, int count, int lease_ms, tsr_error *err) {
    queue_values v = {0};
    buffer list;
    buffer_init(&list, NULL);
    queue_add_list(&list, workers, count);
    queue_put_text(&v, buffer_text(&list));
    queue_put_int(&v, lease_ms);
    tsr_err e = queue_do(q,
                         "UPDATE work_pieces SET lease=clock_timestamp() + $2 * interval '1 ms' "
                         "WHERE state=1 AND worker=ANY($1::int8[])",
                         &v, err);
    buffer_deinit(&list);
    return e;
}

tsr_err queue_bury(queue *q, int64_t worker, const char *why, tsr_error *err) {
    queue_values v = {0};
    queue_put_int(&v, worker);
    queue_put_int(&v, QUEUE_TRIES);
    queue_put_text(&v, why);
    return queue_do(q,
                    "UPDATE work_pieces SET state=CASE WHEN tries>=$2 AND $3::text IS NOT NULL "
                    "THEN 3 ELSE 0 END, why=COALESCE($3, why), "
                    "tries=tries - CASE WHEN $3::text IS NULL THEN 1 ELSE 0 END "
                    "WHERE state=1 AND worker=$1",
                    &v, err);
}
