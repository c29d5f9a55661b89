// SPDX-License-Identifier: MIT
// Matches that leave memory, and come back in time.
//
// A match that is over, or in which nothing will happen until somebody comes, is put away
// when nobody looks: it is on the disk. One with a clock that has long to run is put away,
// too; of it the hub keeps a few bytes, when its decision began and when its time is up, so
// that being away costs and saves nobody a second.
#include <stdlib.h>

#include "server/hub_impl.h"

enum { QUIET_S = 600, FAR_MS = 900000, EARLY_MS = 20000 };

// A match that nobody has joined within a day is given up.
static void give_up(hub *h, room *r) {
    enum { DAY_S = 86400 };
    if (r->state == ROOM_OPEN && !r->viewers && h->wall_s - r->made > DAY_S) {
        room_give_up(r, h->play_ms);
    }
}

// Answers that wait for other players' are nowhere but in memory.
static int has_held_answers(const room *r) {
    uint32_t turn = tsr_turn(r->entry->rules, tsr_match_state(r->match));
    return tsr_match_waiting(r->match) != (turn & ((1u << r->players) - 1));
}

// Nothing will happen here until somebody comes back, or not for a long time.
static int is_asleep(const hub *h, const room *r) {
    uint32_t thinking = 0;
    for (int p = 0; p < r->players; p++) {
        thinking |= r->seat[p].asked;
    }
    int quiet = h->wall_s - r->updated > QUIET_S;
    int far = r->deadline_ms == UINT64_MAX || r->deadline_ms > h->play_ms + FAR_MS;
    // What waits for players is shown in the lobby, as long as there is place.
    int shown = (r->is_public || r->event) && h->rooms.count < LIMIT_ROOMS / 2;
    return quiet && ((r->state == ROOM_OPEN && !shown) ||
                     (r->state == ROOM_LIVE && !(r->event && shown) && !thinking && far &&
                      !r->offer.kind && !has_held_answers(r)));
}

// Those whose time is nearly up come back before it is.
static void wake(hub *h) {
    size_t at = 0;
    uint64_t id;
    while ((id = hub_next_due(h, &at, h->play_ms + EARLY_MS)) != 0) {
        (void)hub_wait_nobody(h, id, 1);
    }
}

void hub_rooms_sweep(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        give_up(h, r);
        int idle = r->state == ROOM_OVER || is_asleep(h, r);
        if (idle && !r->viewers && r->seq <= h->durable_seq && hub_note_clock(h, r)) {
            h->lobby_changed |= r->is_public;
            map_remove(&h->rooms, r->id);
            room_free(r);
            h->evicted++;
            at--; // another entry may have moved up into the gap
        }
    }
    wake(h);
}
