// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ADMIN_H
#define TSR_SERVER_ADMIN_H

// What whoever operates a server does besides running it, for `tessera admin`.
//
// Looking and copying go straight to the database, which may be in use: readers see the state
// of one instant and hold nobody up. Changing anything is an order (hub_admin.c): given to the
// server that runs, or, if none does, to a hub of our own.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>
#include <tessera/registry.h>

#include "base/buffer.h"

typedef struct admin_place {
    const char *db;    // the file; with `store` what the control socket lies beside, or NULL
    const char *store; // postgres://...: the database is there; NULL = it is the file
} admin_place;

// Gives an order, one JSON object: {"order":"ban","name":"Eve"}. `answer` gets the JSON that
// came back, also when it was refused (then *status is 400 or more).
TSR_NODISCARD tsr_err admin_order(const admin_place *at, const tsr_registry *registry,
                                  const char *order, int *status, buffer *answer, tsr_error *err);

// All accounts, or the one of that name (NULL = all): one JSON object a line.
TSR_NODISCARD tsr_err admin_users(const admin_place *at, const char *name, buffer *out,
                                  tsr_error *err);

// What people have reported and nobody has settled: one JSON object a line.
TSR_NODISCARD tsr_err admin_reports(const admin_place *at, buffer *out, tsr_error *err);

// Everything that is kept about a person: one JSON object.
TSR_NODISCARD tsr_err admin_export(const admin_place *at, const char *name, buffer *out,
                                   tsr_error *err);

typedef struct admin_verdict {
    uint64_t matches, plies, damaged;
} admin_verdict;

// Plays every record through by its rules; `each` (may be NULL) is told of every damaged one.
TSR_NODISCARD tsr_err admin_verify(const admin_place *at, const tsr_registry *registry, void *self,
                                   void (*each)(void *self, const char *match, const char *why),
                                   admin_verdict *out, tsr_error *err);

// For files; PostgreSQL has its own ways. Copies the file as it is at one instant to `to`, which
// must not exist; also while a server writes to it. What was acknowledged before the call is in
// the copy.
TSR_NODISCARD tsr_err admin_backup(const admin_place *at, const char *to, tsr_error *err);

// Puts a copy in the place of `db`, on which no server may run. The old one, if there is one,
// becomes `db`.old.
TSR_NODISCARD tsr_err admin_restore(const admin_place *at, const char *from, tsr_error *err);

// Packs the records of matches that have been over for an hour (store_pack.h); how many. No server may
// run on a file meanwhile; on PostgreSQL they may, and do it themselves.
TSR_NODISCARD tsr_err admin_pack(const admin_place *at, uint64_t *count, tsr_error *err);

// Brings the database to the format of this program; from which and to which.
TSR_NODISCARD tsr_err admin_migrate(const admin_place *at, int *from, int *to, tsr_error *err);

#endif
