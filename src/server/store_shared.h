// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SHARED_H
#define TSR_SERVER_STORE_SHARED_H

// One store for several hubs, each in a thread of its own: one writer, one life, one fence.
//
// Every hub has a store (store.h) of its own to talk to, and numbers its batches from 1 as always.
// Here they get numbers in the order in which they come, and what the store tells of those numbers is
// told to each hub in its own:
//
//     hub 0 puts 1, 2 -> 1, 3        the store: durable up to 3
//     hub 1 puts 1    -> 2           hub 0 hears: durable up to 2; hub 1: durable up to 1
//
// A batch that was refused goes back to the hub that made it, and only that hub's batches can build on
// it. What voids everything on its way (lost, unknown, fenced) voids it for every hub: each hears of it
// when it asks, and what it puts until then is dropped, because it builds on what is void.
//
// Questions come back to who asked. Glances are each hub's own reader.

#include "server/store.h"

typedef struct store_shared store_shared;

store_shared *store_shared_new(int hubs); // at most STORE_READERS + 1; NULL for lack of memory

// The store under it, taken once it is open; it must have been opened with store_shared_wake and the
// store_shared. An error: there is no reader to be had for every hub.
TSR_NODISCARD tsr_err store_shared_over(store_shared *all, store *base, tsr_error *err);
void store_shared_wake(
    void *all); // for threads of the store's: rings every hub that waits for something

// The store of one hub, which `wake` tells that there may be something to hear. All hubs' must be
// taken before the first of them is used.
store *store_shared_of(store_shared *all, int hub, store_wake *wake, void *self);

// Stops and closes the store under it; store_stop of a hub's own does nothing. In between hubs are
// freed, which take back what they had asked. NULL is fine for closing.
void store_shared_stop(store_shared *all);
void store_shared_close(store_shared *all);

#endif
