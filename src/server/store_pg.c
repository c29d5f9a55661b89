// SPDX-License-Identifier: MIT
// The store in a PostgreSQL database: three links, a writing thread, reading threads and a keeper.
#include "server/store_pg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tessera/host.h>

#include "server/sql_pg.h"
#include "server/store_pg_keeper.h"
#include "server/store_pg_months.h"
#include "server/store_pg_packer.h"
#include "server/store_pg_schema.h"
#include "server/store_pg_wide.h"
#include "server/store_writer.h"

typedef struct pg_store {
    store store;
    pg_keeper *keeper;
    pg_packer *packer;
    uint64_t life;  // under which the writer writes; its thread's own once it runs
    sql_link *line; // the writer's, in its handle
    store_writer *writer;
    store_db *glances; // the hub's thread's
    store_db *library; // the reading thread's
    workers *reading;
    store_db *more[STORE_READERS]; // for glances of other hubs
    int more_count;
    char *url;
    store_wake *wake;
    void *waker;
    uint64_t since_us; // when the oldest batch that waits was put; 0 = none waits
} pg_store;

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

enum { GLANCE_MS = 2000, LIBRARY_MS = 30000 }; // how long reading may take

static tsr_err open_reader(const char *url, int patience_ms, store_db **out, tsr_error *err) {
    sql_link *l = NULL;
    tsr_err e = sql_pg_open(url, "", patience_ms, &l, err);
    return e ? e : store_db_over(l, NULL, out, err);
}

static store_reader *another(store *base) {
    pg_store *s = of(base);
    store_db *db = NULL;
    if (s->more_count == STORE_READERS || open_reader(s->url, GLANCE_MS, &db, NULL) != TSR_OK) {
        return NULL;
    }
    s->more[s->more_count++] = db;
    return store_db_reader(db);
}

// --- After a failure ---------------------------------------------------------

// The line broke while something was written. The server's process at its other end may still be at
// it: it holds the fence's row, so whoever gets that row for changing knows that it is decided.
static int is_decided(pg_store *s, int backend, int64_t *alive) {
    char life[24], process[24];
    const char *const of_backend[] = {process}, *const of_life[] = {life};
    (void)snprintf(process, sizeof process, "%d", backend);
    (void)snprintf(life, sizeof life, "%" PRIu64, s->life);
    return sql_pg_do(s->line,
                     "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid=$1 AND "
                     "pid<>pg_backend_pid() AND application_name='tessera'",
                     1, of_backend, NULL) >= 0 &&
           sql_pg_do(s->line, "SELECT alive FROM fences WHERE life=$1 FOR UPDATE", 1, of_life,
                     alive) == 1;
}

static void breathe(void) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

static store_outcome mend_line(pg_store *s, store_writer *w) {
    int backend = sql_pg_backend(s->line);
    int64_t alive = 0;
    while (!store_writer_is_closing(w)) {
        if (sql_pg_again(s->line) && is_decided(s, backend, &alive)) {
            return alive ? STORE_UNKNOWN : STORE_FENCED;
        }
        breathe();
    }
    return STORE_UNKNOWN;
}

// What became of what could not be written; once this returns, whoever reads sees all of it that
// will ever be there.
static store_outcome mend(void *self, store_writer *w, sql_fault fault) {
    pg_store *s = self;
    store_outcome then = fault == SQL_FENCED ? STORE_FENCED
                         : fault == SQL_CUT  ? mend_line(s, w)
                                             : STORE_LOST;
    if (then == STORE_FENCED) {
        uint64_t life = 0;
        pg_keeper_fenced(s->keeper); // among those who share this is its end
        while (!life && !store_writer_is_closing(w) && !pg_keeper_is_late(s->keeper)) {
            life = pg_keeper_wait(s->keeper, s->life);
        }
        s->life = life ? life : s->life;
    }
    return then;
}

static void buried(void *self) {
    pg_store *s = self;
    store_writer_fence(s->writer);
}

static void changed(void *self) {
    pg_store *s = self;
    s->wake(s->waker);
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

static const store_engine engine = {.put = put,
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

// What is told as durable must be on the disk, and on the standby's where there is one.
static tsr_err must_sync(sql_link *l, tsr_error *err) {
    int64_t fine = 0;
    return sql_pg_do(l, "SELECT current_setting('synchronous_commit') NOT IN ('off','local')", 0,
                     NULL, &fine) == 1 &&
                   fine
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_ARGUMENT,
                          "the database's synchronous_commit is off or local: moves that were "
                          "acknowledged could be lost; set it to on for this user");
}

// A server that hangs in the midst of a transaction does not keep others from burying it.
static tsr_err open_writer(pg_store *s, const char *url, int lease_ms, store_wake *wake, void *self,
                           tsr_error *err) {
    char settings[80];
    store_db *db = NULL;
    (void)snprintf(settings, sizeof settings, "SET idle_in_transaction_session_timeout=%d",
                   lease_ms);
    tsr_err e = sql_pg_open(url, settings, SQL_PG_FOR_EVER, &s->line, err);
    e = e ? e : must_sync(s->line, err);
    e = e ? e : store_pg_bring(s->line, err);
    if (e) {
        sql_pg_close(s->line);
        return e;
    }
    s->store.first_month = store_pg_first_month(s->line);
    e = store_db_over(s->line, store_pg_wide(&s->life), &db, err); // the handle has the link now
    if (!e) {
        e = store_writer_open(db, wake, self, &s->writer, err);
        if (e) {
            store_db_close(db);
        } else {
            store_writer_mends(s->writer, mend, s);
        }
    }
    return e;
}

// Until this server may write, or is not wanted any more.
static tsr_err stand_by(pg_store *s, const store_pg_config *config, tsr_error *err) {
    while (!s->life && !config->is_over(config->self)) {
        s->life = pg_keeper_wait(s->keeper, 0);
    }
    return s->life ? TSR_OK
                   : tsr_fail(err, TSR_ERR_IO, "stopped while another server has the database");
}

static tsr_err open_all(pg_store *s, const store_pg_config *config, store_wake *wake, void *self,
                        tsr_error *err) {
    const char *url = config->url;
    const pg_keeper_config keeping = {.url = url,
                                      .lease_ms = config->lease_ms,
                                      .shares = config->shares,
                                      .buried = buried,
                                      .changed = changed,
                                      .self = s};
    s->wake = wake;
    s->waker = self;
    tsr_err e = open_writer(s, url, config->lease_ms, wake, self, err);
    e = e ? e : pg_keeper_open(&keeping, &s->keeper, err);
    e = e ? e : open_reader(url, GLANCE_MS, &s->glances, err);
    e = e ? e : open_reader(url, LIBRARY_MS, &s->library, err);
    if (!e) {
        s->reading = workers_open(1, 0, wake, self);
        e = s->reading ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    if (!e && config->shares) {
        int shards;
        s->life = pg_keeper_life(s->keeper, &shards);
    }
    e = e ? e : stand_by(s, config, err);
    return e ? e : pg_packer_open(url, config->pack_after_s, &s->packer, err);
}

tsr_err store_pg_open(const store_pg_config *config, store_wake *wake, void *self, store **out,
                      tsr_error *err) {
    pg_store *s = calloc(1, sizeof *s);
    if (!s) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    s->store.engine = &engine;
    s->url = strdup(config->url);
    tsr_err e = !s->url ? tsr_fail(err, TSR_ERR_MEMORY, "out of memory")
                        : open_all(s, config, wake, self, err);
    if (e) {
        if (s->reading) {
            workers_stop(s->reading);
        }
        shut(&s->store);
        return e;
    }
    *out = &s->store;
    return TSR_OK;
}
