// SPDX-License-Identifier: MIT
// Opening the store in PostgreSQL: its links, its threads, and waiting until this server may write.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_pg_impl.h"
#include "server/store_pg_months.h"
#include "server/store_pg_schema.h"
#include "server/store_pg_wide.h"

// --- What it hears -----------------------------------------------------------

static void buried(void *self) {
    pg_store *s = self;
    store_writer_fence(s->writer);
}

static void changed(void *self) {
    pg_store *s = self;
    s->wake(s->waker);
}

// --- Opening -----------------------------------------------------------------

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
            store_writer_mends(s->writer, store_pg_mend, s);
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
    e = e ? e : store_pg_open_reader(url, PG_GLANCE_MS, &s->glances, err);
    e = e ? e : store_pg_open_reader(url, PG_LIBRARY_MS, &s->library, err);
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
    s->store.engine = &store_pg_engine;
    s->url = strdup(config->url);
    tsr_err e = !s->url ? tsr_fail(err, TSR_ERR_MEMORY, "out of memory")
                        : open_all(s, config, wake, self, err);
    if (e) {
        if (s->reading) {
            workers_stop(s->reading);
        }
        store_close(&s->store);
        return e;
    }
    *out = &s->store;
    return TSR_OK;
}
