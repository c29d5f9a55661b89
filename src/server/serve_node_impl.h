// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SERVE_NODE_IMPL_H
#define TSR_SERVER_SERVE_NODE_IMPL_H

// A server among others, as its two files know it: serve_node.c (what it does) and serve_node_figures.c (what an
// operator is told).

#include "server/bus.h"
#include "server/serve_impl.h"
#include "server/shard_states.h"

struct serve_node {
    bus *bus;
    store_leases now; // as last read
    shard_states shards;
    uint64_t going[TOWN_SHARDS]; // the change after which nothing of it is on its way
    int up, was_up;
    uint64_t mended_ms; // when the bus was last asked to
    uint64_t down_ms;   // since when nobody is heard
    uint32_t breaks;
    int ends;
    uint64_t came, went;
};

#endif
