// SPDX-License-Identifier: MIT
// A server among others on one store (serve --bus): which shards it has, and letters to the rest.
//
// The store's keeper says who has what (store_leases.h); here that becomes what the hub goes by. A shard that comes
// is the hub's from the moment it is told; one that is to go is nobody's for the hub at once, and given back
// when nothing of it is on its way any more. Whoever learns of a change nudges the others, so that nobody waits
// for a beat.
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_node_impl.h"

enum { LINE_BITS = 32 }; // so many lines in a life: letter.h

// --- What the hub is told of the others --------------------------------------

static int owner(void *self, int shard) {
    const struct serve_node *n = self;
    int place = n->shards.owner[shard];
    return place == n->now.place || n->up ? place : LEASE_NOBODY;
}

static int has_shards(void *self, int place) {
    const struct serve_node *n = self;
    return (place == n->now.place || n->up) &&
           memchr(n->shards.owner, place, sizeof n->shards.owner) != NULL;
}

static int is_there(void *self, int place) {
    const struct serve_node *n = self;
    return n->now.there[place] != 0;
}

void serve_node_fill(server *s, hub_town *out) {
    struct serve_node *n = s->node;
    *out = (hub_town){.me = n->now.place,
                      .hubs = TOWN_HUBS,
                      .mail = bus_box(n->bus),
                      .self = n,
                      .owner = owner,
                      .has_shards = has_shards,
                      .is_there = is_there,
                      .start = n->now.life << LINE_BITS};
    memcpy(out->seal, n->now.seal, sizeof out->seal);
}

// --- Shards ------------------------------------------------------------------

// What goes is left once nothing of it is on its way.
static void settle(struct serve_node *n, const hub *h) {
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (n->shards.state[i] == SHARD_GOING && hub_is_settled(h, n->going[i])) {
            n->shards.state[i] = SHARD_LEFT;
        }
    }
}

static void see_peers(server *s, const store_leases *before, uint64_t now_ms) {
    for (int i = 0; i < LEASE_PLACES; i++) {
        uint64_t life = before->lives[i];
        int mine = i == s->node->now.place;
        if (!mine && life && life != s->node->now.lives[i]) {
            hub_peer_gone(s->hub, i, ((life + 1) << LINE_BITS) - 1, now_ms);
        } else if (!mine && before->there[i] && !s->node->now.there[i]) {
            hub_peer_gone(s->hub, i, 0, now_ms); // it may come back
        }
    }
}

static void carry_out(server *s, const shard_changes *c, uint64_t now_ms) {
    struct serve_node *n = s->node;
    if (c->going) {
        uint64_t seq = hub_shards_go(s->hub, c->go, now_ms);
        for (int i = 0; i < TOWN_SHARDS; i++) {
            n->going[i] = c->go[i] ? seq : n->going[i];
        }
    }
    if (c->coming) {
        hub_shards_come(s->hub, c->come, now_ms);
    }
    if (c->moving) {
        hub_shards_move(s->hub, c->move, now_ms);
    }
    if (c->coming) {
        bus_nudge(n->bus);
    }
    n->came += (uint64_t)c->coming;
    n->went += (uint64_t)c->going;
}

static void see_shards(server *s, uint64_t now_ms) {
    struct serve_node *n = s->node;
    const store_leases before = n->now;
    shard_changes c;
    store_read_leases(s->store, &n->now);
    bus_know(n->bus, &n->now);
    see_peers(s, &before, now_ms);
    settle(n, s->hub);
    shard_states_see(&n->shards, &n->now, &c);
    carry_out(s, &c, now_ms);
}

// --- The bus -----------------------------------------------------------------

// After the line was down letters may be missing, and nobody can say which.
static void see_bus(server *s, uint64_t now_ms) {
    struct serve_node *n = s->node;
    uint32_t breaks = bus_breaks(n->bus);
    int up = bus_is_up(n->bus);
    if (breaks != n->breaks) {
        n->breaks = breaks;
        hub_lines_lost(s->hub, now_ms);
    }
    if (up != n->up) {
        log_event("bus", "state", up ? "other servers can be reached" : "no line to other servers",
                  NULL);
        n->down_ms = now_ms;
    }
    n->up = up;
    n->was_up = n->was_up || up;
}

// A line that breaks for a moment is no reason to give everything away.
static int hears(const server *s, uint64_t now_ms) {
    const struct serve_node *n = s->node;
    return n->up || (n->was_up && now_ms - n->down_ms < (uint64_t)s->config.lease_ms / 2);
}

static void tell_store(server *s, uint64_t now_ms) {
    struct serve_node *n = s->node;
    store_told told = {.hears_others = hears(s, now_ms), .ends = n->ends};
    for (int i = 0; i < TOWN_SHARDS; i++) {
        told.left[i] = n->shards.state[i] == SHARD_LEFT && n->now.leaving[i];
    }
    store_tell(s->store, &told);
    if (bus_was_nudged(n->bus)) {
        store_nudge(s->store);
    }
}

void serve_node_hear(server *s) {
    enum { MEND_MS = 1000 };
    size_t size;
    uint64_t now_ms = tsr_now_ms();
    if (!s->node->up && now_ms - s->node->mended_ms >= MEND_MS) {
        s->node->mended_ms = now_ms;
        bus_mend(s->node->bus);
    }
    see_bus(s, now_ms);
    see_shards(s, now_ms);
    for (char *data; (data = bus_take(s->node->bus, &size)) != NULL; free(data)) {
        hub_letter_in(s->hub, data, size, now_ms);
    }
    tell_store(s, now_ms);
}

// --- Life --------------------------------------------------------------------

tsr_err serve_node_open(server *s, tsr_error *err) {
    struct serve_node *n = calloc(1, sizeof *n);
    if (!n) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    s->node = n;
    store_read_leases(s->store, &n->now);
    shard_states_init(&n->shards);
    const bus_config config = {.url = s->config.bus,
                               .authorities = getenv("TESSERA_BUS_CA"),
                               .leases = &n->now,
                               .ring = serve_wake,
                               .self = s};
    return bus_open(&config, &n->bus, err);
}

int serve_node_has_any(const server *s) {
    return s->node && shard_states_has_any(&s->node->shards);
}

void serve_node_leave(server *s) {
    if (s->node) {
        s->node->ends = 1;
        serve_node_hear(s);
    }
}

void serve_node_close(server *s) {
    if (s->node) {
        if (s->node->bus) {
            bus_nudge(s->node->bus);
        }
        bus_close(s->node->bus);
        free(s->node);
        s->node = NULL;
    }
}
