// SPDX-License-Identifier: MIT
// Which store it is, and its news, for the hub and for the operator.

#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_impl.h"
#include "server/store_db.h"
#include "server/store_sqlite.h"
#ifdef TSR_POSTGRES
#include "server/store_pack.h"
#include "server/store_pg.h"
#endif

// --- Which -------------------------------------------------------------------

#ifdef TSR_POSTGRES
static int is_stopped(void *self) {
    return serve_is_asked_to_stop(self);
}

static tsr_err open_postgres(server *s, store_wake *wake, void *self, store **out, tsr_error *err) {
    const store_pg_config config = {.url = s->config.store,
                                    .lease_ms = s->config.lease_ms,
                                    .shares = s->config.bus != NULL,
                                    .pack_after_s = STORE_PACK_AFTER_S,
                                    .is_over = is_stopped,
                                    .self = s};
    if (!s->config.bus) {
        log_event("store", "state", "waits until it may write", NULL);
    }
    return store_pg_open(&config, wake, self, out, err);
}
#else
static tsr_err open_postgres(server *s, store_wake *wake, void *self, store **out, tsr_error *err) {
    (void)s;
    (void)wake;
    (void)self;
    (void)out;
    return tsr_fail(err, TSR_ERR_ARGUMENT,
                    "--store: this program was built without PostgreSQL (libpq)");
}
#endif

tsr_err serve_open_base(server *s, store_wake *wake, void *self, store **out, tsr_error *err) {
    if (!s->config.store) {
        return store_sqlite_open(s->config.db, wake, self, out, err);
    }
    return store_is_address(s->config.store)
               ? open_postgres(s, wake, self, out, err)
               : tsr_fail(
                     err, TSR_ERR_ARGUMENT,
                     "--store takes postgres://user@host/database, and not '%s'; a file is --db",
                     s->config.store);
}

// --- News --------------------------------------------------------------------

static const char *const words[] = {
    [STORE_LOST] = "error", [STORE_UNKNOWN] = "unknown", [STORE_FENCED] = "taken over"};

void serve_take_news(server *s) {
    const store_news news = hub_hear(s->hub, tsr_now_ms());
    s->commits = news.commits;
    s->batches = news.batches;
    if (news.waited_us) {
        timing_add(&s->times, timing_disk(), news.waited_us);
    }
    s->outcomes[news.then]++;
    s->taken_over = s->taken_over || (news.then == STORE_FENCED && store_is_gone(s->store));
    if (news.then != STORE_WELL) {
        if (!s->disk_fails) {
            log_event("disk", words[news.then], news.why, NULL);
        }
        s->disk_fails = 1;
    } else if (news.durable && s->disk_fails) {
        s->disk_fails = 0;
        log_event("disk", "state", "writing works again", NULL);
    }
}
