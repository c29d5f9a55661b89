// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_IMPL_H
#define TSR_SERVER_STORE_PG_IMPL_H

// What the parts of the store in PostgreSQL share: what it does (store_pg.c), how it is opened
// (store_pg_open.c), and what becomes of what could not be written (store_pg_mend.c).

#include "server/sql_pg.h"
#include "server/store_pg.h"
#include "server/store_pg_keeper.h"
#include "server/store_pg_packer.h"
#include "server/store_sql.h"
#include "server/store_writer.h"

enum { PG_GLANCE_MS = 2000, PG_LIBRARY_MS = 30000 }; // how long reading may take

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

extern const store_engine store_pg_engine;

TSR_NODISCARD tsr_err store_pg_open_reader(const char *url, int patience_ms, store_db **out,
                                           tsr_error *err);

// For the writer: what became of what could not be written. Once this returns, whoever reads sees all of it that
// will ever be there.
store_outcome store_pg_mend(void *self, store_writer *w, sql_fault fault);

#endif
