// SPDX-License-Identifier: MIT
// Clocks of matches that are not in memory (hub_sleep.c): when a decision began, and when its time is up.
#include <stdlib.h>

#include "server/hub_impl.h"

typedef struct sleeper {
    uint64_t since_ms, deadline_ms; // in the rooms' time
} sleeper;

uint64_t hub_wake_time(hub *h, uint64_t id) {
    sleeper *s = map_get(&h->asleep, id);
    return s ? s->since_ms : h->play_ms;
}

int hub_note_clock(hub *h, const room *r) {
    if (r->state != ROOM_LIVE || r->deadline_ms == UINT64_MAX) {
        return 1;
    }
    sleeper *s = malloc(sizeof *s);
    if (!s) {
        return 0;
    }
    *s = (sleeper){.since_ms = r->since_ms + r->credit_ms, .deadline_ms = r->deadline_ms};
    if (!map_put(&h->asleep, r->id, s)) {
        free(s);
        return 0;
    }
    return 1;
}

uint64_t hub_next_due(const hub *h, size_t *at, uint64_t before_ms) {
    const map_slot *slot;
    while ((slot = map_next(&h->asleep, at)) != NULL) {
        const sleeper *s = slot->value;
        if (s->deadline_ms < before_ms) {
            return slot->key;
        }
    }
    return 0;
}

void hub_awake(hub *h, uint64_t id) {
    free(map_remove(&h->asleep, id));
}

void hub_sleep_leave(hub *h, const unsigned char *shards) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->asleep, &at)) != NULL) {
        if (shards[s->key % TOWN_SHARDS]) {
            free(map_remove(&h->asleep, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

void hub_sleep_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->asleep, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(&h->asleep);
}
