// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ADMIN_PLACE_H
#define TSR_SERVER_ADMIN_PLACE_H

// Where an operator's database is, opened: an SQLite file, or a PostgreSQL database.

#include "server/admin.h"
#include "server/store_db.h"

// For looking: the link alone, whatever the format; and a handle, of the present one (it is brought to it).
// *out is new: its driver's close; store_db_close.
TSR_NODISCARD tsr_err admin_open_link(const admin_place *at, sql_link **out, tsr_error *err);
TSR_NODISCARD tsr_err admin_open_db(const admin_place *at, store_db **out, tsr_error *err);

// For changing: nobody else may write while it is held.
typedef struct admin_hold {
    store_db *db;
    int lock;      // of a file; -1 = none
    uint64_t life; // in a PostgreSQL database
    struct pg_keeper *keeper;
} admin_hold;

TSR_NODISCARD tsr_err admin_hold_db(const admin_place *at, admin_hold *out, tsr_error *err);
void admin_release(admin_hold *h); // also one that could not be had

// Brings a PostgreSQL database to the present format; from which, and to which.
TSR_NODISCARD tsr_err admin_bring_store(const admin_place *at, int *from, int *to, tsr_error *err);

#endif
