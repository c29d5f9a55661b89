// SPDX-License-Identifier: MIT
// Writing to PostgreSQL many at a time.
#include "server/store_pg_wide.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/sql_pg.h"
#include "server/store_pg_heap.h"

typedef struct pg_wide {
    store_wide wide;
    const uint64_t *life;
    pg_heap heap[HEAPS];
    int begun;
} pg_wide;

static const struct {
    const char *text;
    int columns;
} statement[HEAPS] = {
    [HEAP_LINES] = {"INSERT INTO lines(match,n,text) SELECT * FROM"
                    " unnest($1::int8[],$2::int8[],$3::text[])",
                    3},
    [HEAP_CHAT] = {"INSERT INTO chat(match,n,who,words) SELECT * FROM"
                   " unnest($1::int8[],$2::int8[],$3::text[],$4::text[])",
                   4},
    [HEAP_SEATS] = {"INSERT INTO seats(\"user\",made,match) SELECT * FROM"
                    " unnest($1::int8[],$2::int8[],$3::int8[]) ON CONFLICT DO NOTHING",
                    3},
    // Of a match that is there twice the last counts.
    [HEAP_MATCHES] =
        {"INSERT INTO matches(id,state,updated,meta) SELECT DISTINCT ON (a) a,b,c,d FROM"
         " unnest($1::int8[],$2::int8[],$3::int8[],$4::text[]) WITH ORDINALITY"
         " x(a,b,c,d,n) ORDER BY a,n DESC ON CONFLICT(id) DO UPDATE SET"
         " state=excluded.state,updated=excluded.updated,meta=excluded.meta",
         4},
};

// Moves and nothing else: with the fence inside. Fewer rows than were sent: it is down.
static const char fenced_lines[] =
    "WITH f AS MATERIALIZED (SELECT 1 FROM fences WHERE life=$4 AND alive FOR SHARE) INSERT INTO"
    " lines(match,n,text) SELECT m,n,t FROM unnest($1::int8[],$2::int8[],$3::text[]) x(m,n,t) WHERE"
    " EXISTS(SELECT 1 FROM f)";

static pg_wide *of(store_db *db) {
    return (pg_wide *)db->wide;
}

static int take(store_db *db, const store_op *op) {
    return pg_heaps_take(of(db)->heap, op);
}

static tsr_err fail(store_db *db, tsr_error *err) {
    return sql_problem(db, err);
}

static tsr_err begin(store_db *db, tsr_error *err) {
    pg_wide *w = of(db);
    char life[24];
    const char *const values[] = {life};
    if (w->begun) {
        return TSR_OK;
    }
    (void)snprintf(life, sizeof life, "%" PRIu64, *w->life);
    if (!db->link->driver->run(db->link, "BEGIN")) {
        return fail(db, err);
    }
    w->begun = 1;
    return sql_pg_do(db->link, "SELECT fence($1)", 1, values, NULL) < 0 ? fail(db, err) : TSR_OK;
}

static tsr_err flush(store_db *db, tsr_error *err) {
    pg_wide *w = of(db);
    const char *values[HEAP_COLUMNS];
    tsr_err e = TSR_OK;
    for (int k = 0; k < HEAPS && !e; k++) {
        int columns = statement[k].columns;
        if (!w->heap[k].rows) {
            continue;
        }
        e = begin(db, err);
        if (!e && !pg_heap_values(&w->heap[k], columns, values)) {
            e = tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        }
        if (!e && sql_pg_do(db->link, statement[k].text, columns, values, NULL) < 0) {
            e = fail(db, err);
        }
    }
    pg_heaps_clear(w->heap);
    return e;
}

static int is_moves_only(const pg_wide *w) {
    return !w->begun && w->heap[HEAP_LINES].rows && !w->heap[HEAP_CHAT].rows &&
           !w->heap[HEAP_SEATS].rows && !w->heap[HEAP_MATCHES].rows;
}

static tsr_err write_moves(store_db *db, tsr_error *err) {
    pg_wide *w = of(db);
    pg_heap *h = &w->heap[HEAP_LINES];
    const char *values[HEAP_COLUMNS];
    char life[24];
    int rows = h->rows;
    if (!pg_heap_values(h, 3, values)) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    (void)snprintf(life, sizeof life, "%" PRIu64, *w->life);
    values[3] = life;
    int64_t written = sql_pg_do(db->link, fenced_lines, 4, values, NULL);
    pg_heaps_clear(w->heap);
    if (written >= 0 && written != rows) {
        sql_pg_fenced(db->link);
        written = -1;
    }
    return written < 0 ? fail(db, err) : TSR_OK;
}

// Whoever has nothing to write wants to know whether it may: what is told from memory is true only then.
static tsr_err ask_fence(store_db *db, tsr_error *err) {
    char life[24];
    const char *const values[] = {life};
    (void)snprintf(life, sizeof life, "%" PRIu64, *of(db)->life);
    int64_t alive =
        sql_pg_do(db->link, "SELECT 1 FROM fences WHERE life=$1 AND alive", 1, values, NULL);
    if (alive == 0) {
        sql_pg_fenced(db->link);
    }
    return alive == 1 ? TSR_OK : fail(db, err);
}

static tsr_err commit(store_db *db, tsr_error *err) {
    pg_wide *w = of(db);
    if (!w->begun && !pg_heaps_rows(w->heap)) {
        return ask_fence(db, err);
    }
    if (is_moves_only(w)) {
        return write_moves(db, err);
    }
    tsr_err e = flush(db, err);
    if (!e && w->begun && !sql_pg_is_sound(db->link)) { // PostgreSQL would say yes and undo it
        e = tsr_fail(err, TSR_ERR_IO, "writing failed: the transaction is broken");
    }
    if (!e && w->begun && !db->link->driver->run(db->link, "COMMIT")) {
        e = fail(db, err);
    }
    w->begun = e && w->begun;
    return e;
}

static void undo(store_db *db) {
    pg_wide *w = of(db);
    pg_heaps_clear(w->heap);
    if (w->begun && sql_pg_is_up(db->link)) {
        (void)db->link->driver->run(db->link, "ROLLBACK");
    }
    w->begun = 0;
}

// --- Life --------------------------------------------------------------------

static void shut(store_wide *base) {
    pg_wide *w = (pg_wide *)base;
    pg_heaps_deinit(w->heap);
    free(w);
}

store_wide *store_pg_wide(const uint64_t *life) {
    pg_wide *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->wide = (store_wide){.begin = begin,
                           .take = take,
                           .flush = flush,
                           .commit = commit,
                           .undo = undo,
                           .close = shut};
    w->life = life;
    pg_heaps_init(w->heap);
    return &w->wide;
}
