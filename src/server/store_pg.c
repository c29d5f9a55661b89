// SPDX-License-Identifier: MIT
// The store in a PostgreSQL database: three links, a writing thread, reading threads and a keeper.
#include <inttypes.h>
#include <stdlib.h>

#include <tessera/host.h>

#include "server/store_pg_impl.h"

static pg_store *of(store *s) {
    return (pg_store *)s;
}

// --- Writing and reading -----------------------------------------------------

static void put(store *s, store_batch *b) {
    of(s)->since_us = of(s)->since_us ? of(s)->since_us : tsr_now_us();
    store_writer_put(of(s)->writer, b);
}

static store_news news(store *s) {
    store_news n = store_writer_news(of(s)->writer);
    if (n.durable && of(s)->since_us) {
        n.waited_us = tsr_now_us() - of(s)->since_us;
        of(s)->since_us = 0;
    }
    return n;
}

static void work(worker_job *job) {
    store_ask *a = job->arg;
    const pg_store *s = job->self;
    a->answer(a, store_db_reader(s->library));
}

static void ask(store *s, store_ask *a) {
    a->job = (worker_job){.work = work, .arg = a, .self = s};
    workers_put(of(s)->reading, &a->job);
}

static store_ask *answered(store *s) {
    worker_job *job = workers_done(of(s)->reading);
    return job ? job->arg : NULL;
}

static store_reader *glance(store *s) {
    return store_db_reader(of(s)->glances);
}

tsr_err store_pg_open_reader(const char *url, int patience_ms, store_db **out, tsr_error *err) {
    sql_link *l = NULL;
    tsr_err e = sql_pg_open(url, "", patience_ms, &l, err);
    return e ? e : store_db_over(l, NULL, out, err);
}

static store_reader *another(store *base) {
    pg_store *s = of(base);
    store_db *db = NULL;
    if (s->more_count == STORE_READERS ||
        store_pg_open_reader(s->url, PG_GLANCE_MS, &db, NULL) != TSR_OK) {
        return NULL;
    }
    s->more[s->more_count++] = db;
    return store_db_reader(db);
}

// --- Life --------------------------------------------------------------------

static int is_in_place(store *s) {
    (void)s;
    return 1; // nobody takes the file away under it
}

static int is_gone(store *s) {
    return pg_keeper_is_late(of(s)->keeper);
}

static int may_be_fenced(store *s) {
    (void)s;
    return 1;
}

static uint64_t room_left(store *s) {
    (void)s;
    return UINT64_MAX; // its own operator looks after that
}

static void metrics(store *s, buffer *out) {
    int shards = 0;
    uint64_t life = pg_keeper_life(of(s)->keeper, &shards);
    buffer_addf(out,
                "# TYPE tessera_store_life gauge\ntessera_store_life %" PRIu64
                "\n# TYPE tessera_store_shards gauge\ntessera_store_shards %d\n"
                "# TYPE tessera_store_packed_total counter\ntessera_store_packed_total %" PRIu64
                "\n",
                life, shards, pg_packer_count(of(s)->packer));
}

// --- Shared with others ------------------------------------------------------

static void leases(store *s, store_leases *out) {
    pg_keeper_leases(of(s)->keeper, out);
}

static void tell(store *s, const store_told *told) {
    pg_keeper_tell(of(s)->keeper, told);
}

static void nudge(store *s) {
    pg_keeper_nudge(of(s)->keeper);
}

// --- Its end -----------------------------------------------------------------

static void stop(store *base) {
    pg_store *s = of(base);
    workers_stop(s->reading);
    pg_packer_close(s->packer);
    s->packer = NULL;
    pg_keeper_hush(s->keeper);
    store_writer_close(s->writer);
    s->writer = NULL;
    pg_keeper_close(s->keeper);
    s->keeper = NULL;
}

static void shut(store *base) {
    pg_store *s = of(base);
    workers_close(s->reading);
    pg_packer_close(s->packer);
    pg_keeper_hush(s->keeper);
    store_writer_close(s->writer);
    pg_keeper_close(s->keeper);
    store_db_close(s->glances);
    store_db_close(s->library);
    for (int i = 0; i < s->more_count; i++) {
        store_db_close(s->more[i]);
    }
    free(s->url);
    free(s);
}

const store_engine store_pg_engine = {.put = put,
                                      .ask = ask,
                                      .answered = answered,
                                      .news = news,
                                      .glance = glance,
                                      .another = another,
                                      .is_in_place = is_in_place,
                                      .room = room_left,
                                      .metrics = metrics,
                                      .is_gone = is_gone,
                                      .may_be_fenced = may_be_fenced,
                                      .leases = leases,
                                      .tell = tell,
                                      .nudge = nudge,
                                      .stop = stop,
                                      .close = shut};
