// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SHARD_STATES_H
#define TSR_SERVER_SHARD_STATES_H

// What becomes of each shard at a server that shares them with others, from what the store's keeper has read
// (store_leases.h).
//
//     ELSEWHERE --it is ours--> HERE --it leaves, or is another's--> GOING --nothing is on its way--> LEFT --it is
//     not ours any more--> ELSEWHERE
//
// A shard that leaves before it was here has nothing on its way: it is LEFT at once, or nobody would ever have it.

#include "server/store_leases.h"

typedef enum shard_state { SHARD_ELSEWHERE, SHARD_HERE, SHARD_GOING, SHARD_LEFT } shard_state;

typedef struct shard_states {
    int8_t owner[LEASE_SHARDS]; // as the hub is to know it: nobody's while it goes
    shard_state state[LEASE_SHARDS];
} shard_states;

// Shards that the hub is to take up, to drop, and to look for elsewhere.
typedef struct shard_changes {
    unsigned char come[LEASE_SHARDS], go[LEASE_SHARDS], move[LEASE_SHARDS];
    int coming, going, moving;
} shard_changes;

void shard_states_init(shard_states *s); // none is here, and nobody is known to have any
void shard_states_see(shard_states *s, const store_leases *now, shard_changes *out);
int shard_states_has_any(const shard_states *s);

#endif
