// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SQLITE_H
#define TSR_SERVER_STORE_SQLITE_H

// The store (store.h) in one SQLite file of one server: a thread that writes, one that answers
// questions, and a lock that keeps a second server away. A commit here is there or it is not, and
// nobody can take over: nothing is ever unknown or fenced.

#include <tessera/error.h>

#include "server/store.h"

// Opens (and if need be makes) the file; `wake` may be called in other threads from now on.
// *out is new: store_stop, store_close.
TSR_NODISCARD tsr_err store_sqlite_open(const char *path, store_wake *wake, void *self, store **out,
                                        tsr_error *err);

#endif
