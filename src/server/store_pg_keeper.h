// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_KEEPER_H
#define TSR_SERVER_STORE_PG_KEEPER_H

// Who may write the matches of a PostgreSQL database: lives, their fences, and 256 shards that each
// belong to one life (a match's shard is its number's last eight bits).
//
// A keeper is a thread with a life: a number that is never used twice. It says that it lives (a beat,
// twelve in a lease), buries lives whose lease is over or whose line to the database is gone, and
// takes the shards of the buried. Burying lowers a fence: a row that every writing transaction of
// that life holds, so burial waits for those that are under way and lets none begin after it. So at
// the moment it is done all that the dead life has ever written is there, and it will never write
// again, whatever it believes. No clock is in this argument: a lease decides only when somebody is
// buried, rightly or wrongly.
//
// Nobody is buried because of a lease by a keeper whose own beats have not been on time for a whole lease: after a
// standstill of the database everybody's lease is over, and the first one back would bury all. Nobody is buried
// because of a line by one whose own is younger than a lease: after a crash of the database all lines are gone.
//
// A keeper of a server that is alone wants all shards, and a second one stands by until nobody has any; when it
// is buried, it begins another life. One of a server that shares them (store_pg_shards.h) is at a place among the
// others, takes and gives away its share, and ends when it is buried: the server begins anew.

#include <stdint.h>

#include <tessera/error.h>

#include "server/store_leases.h"

typedef struct pg_keeper pg_keeper;

// Called in the keeper's thread.
typedef void pg_keeper_call(void *self);

typedef struct pg_keeper_config {
    const char *url;
    int lease_ms;
    int shares;              // with others
    pg_keeper_call *buried;  // its life was found to be; or NULL
    pg_keeper_call *changed; // who has which shard; or NULL
    void *self;
} pg_keeper_config;

// Begins a life. *out is new: pg_keeper_close.
TSR_NODISCARD tsr_err pg_keeper_open(const pg_keeper_config *config, pg_keeper **out,
                                     tsr_error *err);
void pg_keeper_hush(pg_keeper *k);  // nobody is called any more; NULL is fine
void pg_keeper_close(pg_keeper *k); // gives up its shards; NULL is fine

// Whether waiting for a life that may write is in vain, because others have the shards, or because this one was
// buried among those who share them; in any thread.
int pg_keeper_is_late(pg_keeper *k);
void pg_keeper_fenced(pg_keeper *k); // in any thread: that the life is buried was found elsewhere

// Of one that shares, in any thread: who has which shard, and what it is to know of its server. It beats at once
// when shards have been left, or when it is nudged.
void pg_keeper_leases(pg_keeper *k, store_leases *out);
void pg_keeper_tell(pg_keeper *k, const store_told *told);
void pg_keeper_nudge(pg_keeper *k);

// For the operator, in any thread: its life, and how many shards that has.
uint64_t pg_keeper_life(pg_keeper *k, int *shards);

// Waits a moment for a life other than `not` to have all shards; that life, or 0: not yet.
uint64_t pg_keeper_wait(pg_keeper *k, uint64_t not );

#endif
