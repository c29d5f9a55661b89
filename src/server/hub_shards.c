// SPDX-License-Identifier: MIT
// Shards that come to this hub, go from it, or change hands among others, while people play.
//
// What comes is read, as at a start. What goes is forgotten at once: nothing is taken in it any more, what is
// on its way to the store is told of when it is there, and pages are sent to find the match where it is
// (1012). The shard may be another's once everything that was on its way has come to an end.
#include <stdlib.h>

#include "server/hub_town.h"

static int is_in(const unsigned char *shards, uint64_t id) {
    return shards[id % TOWN_SHARDS];
}

// --- What comes --------------------------------------------------------------

void hub_shards_come(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms) {
    hub_set_now(h, now_ms);
    uint64_t *ids = malloc(LIMIT_ROOMS * sizeof *ids);
    int n = ids ? store_read_unfinished(h->reader, ids, LIMIT_ROOMS) : 0;
    for (int i = 0; i < n; i++) {
        if (is_in(shards, ids[i]) && !hub_room(h, ids[i])) {
            (void)hub_wait_nobody(h, ids[i], 0);
        }
    }
    free(ids);
    hub_events_resume(h);
    h->lobby_changed = 1;
}

// --- What goes ---------------------------------------------------------------

// Nobody is paired here any more, and the lobby is shown elsewhere.
static void leave_home(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->conns, &at)) != NULL) {
        const hub_conn *c = s->value;
        if (c->in_lobby) {
            hub_pool_leave(h, c->id);
            hub_post(h, OUT_CLOSE, 0, c->id, 1012, NULL, NULL);
        }
    }
}

uint64_t hub_shards_go(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_loads_leave(h, shards);
    hub_rooms_leave(h, shards);
    hub_events_leave(h, shards);
    if (shards[0]) {
        leave_home(h);
    }
    h->lobby_changed = 1;
    return h->next_seq;
}

int hub_is_settled(const hub *h, uint64_t seq) {
    return h->durable_seq >= seq;
}

// --- Among others ------------------------------------------------------------

void hub_shards_move(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_forward_moved(h, shards);
    if (shards[0]) { // who shows the lobby now has heard nothing of what is here
        h->lobby_changed = 1;
        h->town->gather_ms = 0;
    }
}

void hub_peer_gone(hub *h, int peer, uint64_t last_line, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_lines_end(h, peer, last_line);
    hub_gather_forget(h, peer);
}

void hub_lines_lost(hub *h, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    for (int i = 0; i < h->town->config.hubs; i++) {
        if (i != h->town->config.me) {
            hub_lines_end(h, i, h->town->peer[i].in_line);
        }
    }
}

// --- For the operator --------------------------------------------------------

void hub_shard_rooms(const hub *h, uint32_t out[TOWN_SHARDS]) {
    size_t at = 0;
    const map_slot *s;
    for (int i = 0; i < TOWN_SHARDS; i++) {
        out[i] = 0;
    }
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        out[s->key % TOWN_SHARDS]++;
    }
}
