// SPDX-License-Identifier: MIT
// What an operator is told of a server among others.
#include <inttypes.h>

#include "server/serve_node_impl.h"

int serve_node_is_cut(const server *s) {
    return s->node && !s->node->up;
}

static void add_shards(server *s, buffer *out) {
    const struct serve_node *n = s->node;
    uint32_t rooms[TOWN_SHARDS];
    hub_shard_rooms(s->hub, rooms);
    buffer_add_text(out, "# TYPE tessera_shard_matches gauge\n");
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (n->shards.state[i] == SHARD_HERE) {
            buffer_addf(out, "tessera_shard_matches{shard=\"%d\"} %" PRIu32 "\n", i, rooms[i]);
        }
    }
    buffer_add_text(out, "# TYPE tessera_shard_epoch counter\n");
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (n->shards.state[i] == SHARD_HERE) {
            buffer_addf(out, "tessera_shard_epoch{shard=\"%d\"} %" PRIu64 "\n", i, n->now.epoch[i]);
        }
    }
}

void serve_node_metrics(server *s, buffer *out) {
    const struct serve_node *n = s->node;
    if (!n) {
        return;
    }
    int there = 0;
    for (int i = 0; i < LEASE_PLACES; i++) {
        there += n->now.lives[i] != 0;
    }
    const bus_figures f = bus_count(n->bus);
    buffer_addf(out,
                "# TYPE tessera_nodes gauge\ntessera_nodes %d\n"
                "# TYPE tessera_node_place gauge\ntessera_node_place %d\n"
                "# TYPE tessera_shards_taken_total counter\ntessera_shards_taken_total %" PRIu64
                "\n# TYPE tessera_shards_given_total counter\ntessera_shards_given_total %" PRIu64
                "\n# TYPE tessera_bus_up gauge\ntessera_bus_up %d\n"
                "# TYPE tessera_bus_breaks_total counter\ntessera_bus_breaks_total %" PRIu32
                "\n# TYPE tessera_bus_letters_total counter\n"
                "tessera_bus_letters_total{way=\"out\"} %" PRIu64
                "\ntessera_bus_letters_total{way=\"in\"} %" PRIu64
                "\ntessera_bus_letters_total{way=\"lost\"} %" PRIu64 "\n",
                there, n->now.place, n->came, n->went, n->up, n->breaks, f.sent, f.came, f.lost);
    add_shards(s, out);
}
