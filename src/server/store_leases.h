// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_LEASES_H
#define TSR_SERVER_STORE_LEASES_H

// Who has which matches where several servers share one store: a table of shards (the last eight bits of a
// match's number) and of the places at which servers are.
//
// A server is at one place for as long as it lives; the same place may be another server's later. The
// table is a few beats old at most. That it calls a shard ours is true until the store says
// STORE_FENCED; what it says of others is a hint where to send what is for them.
//
// A shard that is to be given away is `leaving`: whoever has it forgets what is in it, waits until nothing of
// it is on its way to the store, and says so (store_tell). Then it is nobody's, and somebody takes it.

#include <stdint.h>

enum { LEASE_SHARDS = 256, LEASE_PLACES = 64, LEASE_NOBODY = -1 };

typedef struct store_leases {
    int place;                    // this server's
    uint64_t life;                // and its life: a number that is never used twice
    int8_t owner[LEASE_SHARDS];   // the place, or LEASE_NOBODY: also if that cannot be reached
    uint64_t epoch[LEASE_SHARDS]; // how often it has been taken
    unsigned char leaving[LEASE_SHARDS];
    uint64_t lives[LEASE_PLACES]; // whose life is at each place, 0 = nobody's
    uint64_t there[LEASE_PLACES]; // the same, of those that letters can reach
    unsigned char seal[32];       // known to all who share the store, and to nobody else
} store_leases;

// What whoever has the shards tells the store.
typedef struct store_told {
    int hears_others;                 // letters of other servers come through
    int ends;                         // it wants no shard any more
    unsigned char left[LEASE_SHARDS]; // nothing of these is on its way
} store_told;

#endif
