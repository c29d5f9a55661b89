// SPDX-License-Identifier: MIT
// A server among others on one store (serve --bus): which shards it has, and letters to the rest.
//
// The store's keeper says who has what (store_leases.h); here that becomes what the hub goes by. A shard that comes
// is the hub's from the moment it is told; one that is to go is nobody's for the hub at once, and given back
// when nothing of it is on its way any more. Whoever learns of a change nudges the others, so that nobody waits
// for a beat.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_impl.h"
#ifdef TSR_NATS
#include "server/bus.h"

enum { LINE_BITS = 32 }; // so many lines in a life: letter.h

typedef enum shard_state { ELSEWHERE, HERE, GOING, LEFT } shard_state;

struct serve_node {
    bus *bus;
    store_leases now;          // as last read
    int8_t owner[TOWN_SHARDS]; // as the hub knows it
    shard_state state[TOWN_SHARDS];
    uint64_t going[TOWN_SHARDS]; // the change after which nothing of it is on its way
    int up, was_up;
    uint64_t down_ms; // since when nobody is heard
    uint32_t breaks;
    int ends;
    uint64_t came, went;
};

// --- What the hub is told of the others --------------------------------------

static int owner(void *self, int shard) {
    const struct serve_node *n = self;
    int place = n->owner[shard];
    return place == n->now.place || n->up ? place : LEASE_NOBODY;
}

static int has_shards(void *self, int place) {
    const struct serve_node *n = self;
    return (place == n->now.place || n->up) && memchr(n->owner, place, sizeof n->owner) != NULL;
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

typedef struct changes {
    unsigned char come[TOWN_SHARDS], go[TOWN_SHARDS], move[TOWN_SHARDS];
    int coming, going, moving;
} changes;

static void next_state(struct serve_node *n, const hub *h, int i, changes *c) {
    int mine = n->now.owner[i] == n->now.place, leaving = n->now.leaving[i];
    if (n->state[i] == GOING && hub_is_settled(h, n->going[i])) {
        n->state[i] = LEFT;
    }
    if (n->state[i] == HERE && (!mine || leaving)) {
        n->state[i] = GOING;
        c->go[i] = 1;
        c->going++;
    } else if (n->state[i] == LEFT && !(mine && leaving)) {
        n->state[i] = ELSEWHERE;
    }
    if (n->state[i] == ELSEWHERE && mine && leaving) { // it is to go before it was here
        n->state[i] = LEFT;
    } else if (n->state[i] == ELSEWHERE && mine) {
        n->state[i] = HERE;
        c->come[i] = 1;
        c->coming++;
    }
}

// What the hub goes by, from what was read.
static void compare(struct serve_node *n, const hub *h, changes *c) {
    for (int i = 0; i < TOWN_SHARDS; i++) {
        int8_t before = n->owner[i];
        int mine = n->now.owner[i] == n->now.place;
        next_state(n, h, i, c);
        n->owner[i] = (int8_t)(n->state[i] == HERE ? n->now.place
                               : mine              ? LEASE_NOBODY
                                                   : n->now.owner[i]);
        c->move[i] = before != n->owner[i] && before != n->now.place;
        c->moving += c->move[i];
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

static void carry_out(server *s, const changes *c, uint64_t now_ms) {
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
    changes c = {0};
    store_read_leases(s->store, &n->now);
    bus_know(n->bus, &n->now);
    see_peers(s, &before, now_ms);
    compare(n, s->hub, &c);
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
        told.left[i] = n->state[i] == LEFT && n->now.leaving[i];
    }
    store_tell(s->store, &told);
    if (bus_was_nudged(n->bus)) {
        store_nudge(s->store);
    }
}

void serve_node_hear(server *s) {
    size_t size;
    uint64_t now_ms = tsr_now_ms();
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
    memset(n->owner, LEASE_NOBODY, sizeof n->owner);
    const bus_config config = {.url = s->config.bus,
                               .authorities = getenv("TESSERA_BUS_CA"),
                               .leases = &n->now,
                               .ring = serve_wake,
                               .self = s};
    return bus_open(&config, &n->bus, err);
}

int serve_node_has_any(const server *s) {
    for (int i = 0; s->node && i < TOWN_SHARDS; i++) {
        if (s->node->state[i] != ELSEWHERE) {
            return 1;
        }
    }
    return 0;
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

// --- For the operator --------------------------------------------------------

int serve_node_is_cut(const server *s) {
    return s->node && !s->node->up;
}

static void add_shards(server *s, buffer *out) {
    const struct serve_node *n = s->node;
    uint32_t rooms[TOWN_SHARDS];
    hub_shard_rooms(s->hub, rooms);
    buffer_add_text(out, "# TYPE tessera_shard_matches gauge\n");
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (n->state[i] == HERE) {
            buffer_addf(out, "tessera_shard_matches{shard=\"%d\"} %" PRIu32 "\n", i, rooms[i]);
        }
    }
    buffer_add_text(out, "# TYPE tessera_shard_epoch counter\n");
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (n->state[i] == HERE) {
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
#else
tsr_err serve_node_open(server *s, tsr_error *err) {
    (void)s;
    return tsr_fail(err, TSR_ERR_ARGUMENT, "--bus: this program was built without NATS (libnats)");
}

void serve_node_fill(server *s, hub_town *out) {
    (void)s;
    *out = (hub_town){0};
}

void serve_node_hear(server *s) {
    (void)s;
}

int serve_node_has_any(const server *s) {
    (void)s;
    return 0;
}

void serve_node_leave(server *s) {
    (void)s;
}

void serve_node_close(server *s) {
    (void)s;
}

int serve_node_is_cut(const server *s) {
    (void)s;
    return 0;
}

void serve_node_metrics(server *s, buffer *out) {
    (void)s;
    (void)out;
}
#endif
