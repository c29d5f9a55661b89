// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_H
#define TSR_SERVER_STORE_PG_H

// The store (store.h) in a PostgreSQL database: a thread that writes, one that answers questions, a
// keeper that says who may write (store_pg_keeper.h), and one that packs what is over
// (store_pg_packer.h). Only in programs that were built with libpq.

#include <tessera/error.h>

#include "server/store.h"

typedef struct store_pg_config {
    const char *url; // postgres://...
    int lease_ms;
    int shares;                 // the matches with other servers, by their shards: store_leases.h
    int pack_after_s;           // matches that have been over for so long are packed: store_pack.h
    int (*is_over)(void *self); // asked while it waits: nobody wants it any more
    void *self;
} store_pg_config;

// Opens the database, brings it to the present format, and, unless it is shared, waits until this server may
// write: until another one that uses it has ended, or has given no sign of life for a lease. *out is new:
// store_stop, store_close.
TSR_NODISCARD tsr_err store_pg_open(const store_pg_config *config, store_wake *wake, void *self,
                                    store **out, tsr_error *err);

#endif
