// SPDX-License-Identifier: MIT
// Rooms in memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

room *hub_room(const hub *h, uint64_t id) {
    return map_get(&h->rooms, id);
}

int hub_room_add(hub *h, room *r) {
    h->lobby_changed |= r->is_public;
    r->heard = h->heard;
    return h->rooms.count < LIMIT_ROOMS && map_put(&h->rooms, r->id, r);
}

room *hub_new_room(hub *h, rules_entry *entry, const session *s, uint64_t ip) {
    uint64_t id = hub_new_match_id(h);
    while (map_get(&h->rooms, id)) {
        id = hub_new_match_id(h);
    }
    room *r = room_new(&h->host, &h->rules, entry, id);
    if (r) {
        r->owner = s->user;
        r->payer = ip;
        hub_random(h, &r->seed, sizeof r->seed);
        hub_random(h, &r->seed_high, sizeof r->seed_high);
    }
    return r;
}

// A room that was read from the disk belongs to the hub from now on. An answer that a bot owes to
// what was in memory before it is not taken for one to this.
static void adopt(hub *h, room *r) {
    r->host = &h->host;
    hub_random(h, &r->questions, sizeof r->questions);
    r->questions >>= 1;
    for (int p = 0; p < r->players; p++) {
        r->seat[p].left_ms = h->play_ms; // nobody could be here before
    }
}

// A match of another hub's is never in memory here but when it is over, to be looked at.
int hub_room_put(hub *h, room *r) {
    if (map_get(&h->rooms, r->id) ||
        (!hub_is_mine(h, r->id) && (r->stored_state != ROOM_OVER || r->state != ROOM_OVER))) {
        return 0;
    }
    adopt(h, r);
    if (!hub_room_add(h, r)) {
        return 0;
    }
    hub_awake(h, r->id);
    if (r->stored_state == ROOM_LIVE) {
        if (r->lines.size || r->state == ROOM_OVER) {
            room_store(r, NULL, r->state == ROOM_OVER); // what a crash kept from being written
        }
        room_ask_bots(r);
    }
    return 1;
}

// Reads a match here and now: at the start. NULL if it is not there or damaged.
static room *read_now(hub *h, uint64_t id) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    room *r = NULL;
    if (a) {
        a->match = id;
        a->registry = h->config.registry;
        a->cache = &h->rules;
        a->wall_s = h->wall_s;
        a->now_ms = h->play_ms;
        hub_ask_answer(a, h->reader);
        if (a->found == ASK_DAMAGED) {
            hub_note_damage(h, id, a->why);
        }
        r = a->room;
        a->room = NULL;
    }
    hub_ask_free(a);
    return r;
}

tsr_err hub_rooms_resume(hub *h, tsr_error *err) {
    uint64_t *ids = malloc(LIMIT_ROOMS * sizeof *ids);
    if (!ids) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    int n = store_read_unfinished(h->reader, ids, LIMIT_ROOMS);
    for (int i = 0; i < n; i++) {
        room *r = hub_is_mine(h, ids[i]) ? read_now(h, ids[i]) : NULL;
        if (r && !hub_room_put(h, r)) {
            room_free(r);
        }
    }
    free(ids);
    return TSR_OK;
}

// Takes it out of memory; those who are in it are the caller's.
static viewer *forget(hub *h, room *r) {
    viewer *viewers = r->viewers;
    h->lobby_changed |= r->is_public;
    r->viewers = NULL;
    map_remove(&h->rooms, r->id);
    room_free(r);
    return viewers;
}

static void reload(hub *h, room *r, uint64_t after) {
    uint64_t id = r->id, version = r->version;
    viewer *viewers = forget(h, r);
    hub_wait_again(h, id, viewers, version, after);
}

// Who has gone meanwhile is not in it any more.
static void let_back(hub *h, room *r, viewer *viewers) {
    viewer **end = &r->viewers;
    while (viewers) {
        viewer *v = viewers;
        const hub_conn *c = map_get(&h->conns, v->conn);
        viewers = v->next;
        v->next = NULL;
        if (c && c->room == r->id) {
            *end = v;
            end = &v->next;
            r->viewer_count++;
        } else {
            free(v);
        }
    }
}

void hub_room_back(hub *h, room *r, uint64_t id, viewer *viewers, uint64_t version) {
    if (r) {
        adopt(h, r);
    }
    int mine = hub_is_mine(h, id);
    if (!r || !mine || map_get(&h->rooms, id) || !hub_room_add(h, r)) {
        room_free(r);
        hub_send_away(h, viewers, 0, mine ? 1011 : 1012);
        return;
    }
    let_back(h, r, viewers);
    r->version = version + 1;
    room_count_present(r);
    for (viewer *v = r->viewers; v; v = v->next) {
        room_place_eyes(r, v);
        room_send_full(r, v, h->play_ms);
    }
    room_ask_bots(r);
}

void hub_rooms_leave(hub *h, const unsigned char *shards) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        uint64_t seq = r->seq;
        if (shards[r->id % TOWN_SHARDS]) {
            hub_send_away(h, forget(h, r), seq, 1012);
            at--; // another entry may have moved up into the gap
        }
    }
    hub_sleep_leave(h, shards);
}

void hub_rooms_fenced(hub *h) {
    uint64_t *ids = malloc(LIMIT_ROOMS * sizeof *ids);
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        hub_send_away(h, forget(h, s->value), 0, 1012);
        at--; // another entry may have moved up into the gap
    }
    hub_sleep_deinit(h); // what was known of their clocks
    int n = ids ? store_read_unfinished(h->reader, ids, LIMIT_ROOMS) : 0;
    for (int i = 0; i < n; i++) {
        if (hub_is_mine(h, ids[i])) {
            (void)hub_wait_nobody(h, ids[i], 0);
        }
    }
    free(ids);
}

void hub_rooms_lost(hub *h, uint64_t from, uint64_t to) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        if (r->seq >= from && r->seq <= to) {
            reload(h, r, 0);
            at--; // another entry may have moved up into the gap
        }
    }
}

// A room that was read after an earlier refusal has nothing of what was on its way then.
void hub_rooms_refused(hub *h, const store_batch *b) {
    for (int i = 0; i < b->count; i++) {
        int ours = store_subject_of(b->ops[i].kind) == ABOUT_MATCH;
        room *r = ours ? hub_room(h, b->ops[i].a) : NULL;
        if (r && r->heard <= b->heard) {
            reload(h, r, 0);
        }
    }
    hub_rooms_lost(h, b->seq, b->seq); // those that only waited for it
}

void hub_forget_name(hub *h, uint64_t user, uint64_t seq) {
    size_t at = 0;
    const map_slot *s;
    hub_loads_outdated(h, seq);
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        if (room_seats_of(r, user)) {
            reload(h, r, seq);
            at--; // another entry may have moved up into the gap
        }
    }
}

void hub_rooms_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room_free(s->value);
    }
    map_deinit(&h->rooms);
    room_forget_logs(&h->host);
    free(h->host.state);
    free(h->host.after);
    free(h->host.walk);
}
