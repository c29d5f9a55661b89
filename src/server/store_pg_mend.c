// SPDX-License-Identifier: MIT
// After something could not be written to PostgreSQL: a new line, what became of it, and a new life where others
// have taken over.
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "server/store_pg_impl.h"

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

store_outcome store_pg_mend(void *self, store_writer *w, sql_fault fault) {
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
