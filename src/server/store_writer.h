// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_WRITER_H
#define TSR_SERVER_STORE_WRITER_H

// The thread that writes. Batches that arrive while one commit is on its way to the
// disk go together in the next, so a thousand moves a second cost a few hundred
// syncs and nobody waits longer than two of them.
//
// A batch that the file refuses comes back, with those that build on it (store_refused.h);
// the others are written. When nothing can be written, every batch is void that the hub made
// before it heard of that, because later moves build on earlier ones. All functions are for one thread, the hub's.

#include "server/store.h"
#include "server/store_db.h"

typedef struct store_writer store_writer;

// Called in the writer's thread when something can be collected.
typedef void store_writer_wake(void *self);

// Takes `db` for the thread alone; *out is new: store_writer_close.
TSR_NODISCARD tsr_err store_writer_open(store_db *db, store_writer_wake *wake, void *self,
                                        store_writer **out, tsr_error *err);

// What became of changes that could not be written, for a database that may have written them all
// the same; in the writer's thread, which waits for it. Without one they are lost.
typedef store_outcome store_writer_mend(void *self, store_writer *w, sql_fault fault);
void store_writer_mends(store_writer *w, store_writer_mend *mend, void *self);
void store_writer_fence(store_writer *w);     // any thread: somebody else has taken over
int store_writer_is_closing(store_writer *w); // any thread: nobody waits for what cannot be written

// Writes what is left, ends the thread, closes the database. NULL is fine.
void store_writer_close(store_writer *w);

void store_writer_put(store_writer *w, store_batch *b); // takes it

store_news store_writer_news(store_writer *w); // since the last call

int store_writer_is_in_place(const store_writer *w); // store_db_is_in_place of its file

#endif
