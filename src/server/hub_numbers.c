// SPDX-License-Identifier: MIT
// Numbers of matches and events: whose they are, and new ones.
#include "server/hub_town.h"
#include "server/ident.h"

enum { OWN_BITS = 35, NUMBER_BITS = 10, MARK = 31 }; // of a match of a published game: hub_annex.c

// --- Whose -------------------------------------------------------------------

int town_owner(const hub *h, int shard) {
    const hub_town *c = &h->town->config;
    return c->owner(c->self, shard);
}

int town_owner_of(const hub *h, uint64_t id) {
    return town_owner(h, (int)(id % TOWN_SHARDS));
}

int hub_is_mine(const hub *h, uint64_t id) {
    return !h->town || town_owner_of(h, id) == h->town->config.me;
}

int hub_is_home(const hub *h) {
    return !h->town || town_owner(h, 0) == h->town->config.me;
}

// --- New ones ----------------------------------------------------------------

// A match's number that says where it is; 0 = another try.
static uint64_t place_id(const hub *h, uint64_t random) {
    uint64_t id = random & (((uint64_t)1 << 50) - 1);
    if (!h->config.published) {
        return id >> (OWN_BITS + NUMBER_BITS) == MARK ? 0 : id;
    }
    uint64_t place = (uint64_t)MARK << NUMBER_BITS | (uint64_t)(h->config.published - 1);
    return place << OWN_BITS | (id & (((uint64_t)1 << OWN_BITS) - 1));
}

int hub_published_of(uint64_t match) {
    return (match >> (OWN_BITS + NUMBER_BITS) & 31) == MARK
               ? (int)(match >> OWN_BITS & ((1u << NUMBER_BITS) - 1))
               : -1;
}

static uint64_t hub_new_id_anywhere(hub *h) {
    uint64_t id = 0;
    while (id == 0) {
        hub_random(h, &id, sizeof id);
        id = place_id(h, id);
    }
    return id;
}

uint64_t hub_new_id(hub *h) {
    enum { TRIES = 100000 }; // a hub without a shard is given no match to make
    uint64_t id = hub_new_id_anywhere(h);
    for (int i = 0; i < TRIES && !hub_is_mine(h, id); i++) {
        id = hub_new_id_anywhere(h);
    }
    return id;
}

// A match's number begins with its month where the store is cut so.
static uint64_t dated(const hub *h, uint64_t id) {
    uint32_t first = h->config.store->first_month, month = first ? ident_month(h->wall_s) : 0;
    return first && month >= first ? ident_of_month(id, month) : id;
}

uint64_t hub_new_match_id(hub *h) {
    return dated(h, hub_new_id(h));
}

uint64_t hub_new_match_id_anywhere(hub *h) {
    return dated(h, hub_new_id_anywhere(h));
}

uint64_t hub_new_match_id_beside(hub *h, uint64_t other) {
    return dated(h, (hub_new_id_anywhere(h) & ~(uint64_t)(TOWN_SHARDS - 1)) | other % TOWN_SHARDS);
}
