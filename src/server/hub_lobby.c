// SPDX-License-Identifier: MIT
// The lobby: which matches are shown to somebody who looks for one.
//
// There are places for fifty that wait for players and thirty that are played. Whoever has
// made many does not get more of them than others: first comes the newest match of everybody,
// then everybody's second, and so on. The list is made once a second, for all.
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

enum { OPEN_MOST = 50, LIVE_MOST = 30 };

// A match and its place in the queue of its maker: the smaller, the earlier it is shown.
typedef struct entry {
    const room *room;
    uint64_t maker;
    int turn;
} entry;

static uint64_t maker_of(const room *r) {
    return r->payer ? r->payer : r->owner;
}

static int by_maker(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->maker != y->maker) {
        return x->maker < y->maker ? -1 : 1;
    }
    return x->room->made == y->room->made  ? (x->room->id < y->room->id ? -1 : 1)
           : x->room->made > y->room->made ? -1
                                           : 1;
}

static int by_turn(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->turn != y->turn) {
        return x->turn < y->turn ? -1 : 1;
    }
    return x->room->made == y->room->made  ? (x->room->id < y->room->id ? -1 : 1)
           : x->room->made > y->room->made ? -1
                                           : 1;
}

static void add_rooms(hub *h, buffer *b, room_state state, int most) {
    size_t at = 0, n = 0;
    const map_slot *s;
    entry *all = malloc((h->rooms.count + 1) * sizeof *all);
    while (all && (s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        if (r->is_public && r->state == state) {
            all[n++] = (entry){.room = r, .maker = maker_of(r)};
        }
    }
    if (all) {
        qsort(all, n, sizeof *all, by_maker);
        for (size_t i = 1; i < n; i++) {
            all[i].turn = all[i].maker == all[i - 1].maker ? all[i - 1].turn + 1 : 0;
        }
        qsort(all, n, sizeof *all, by_turn);
    }
    for (size_t i = 0; i < n && i < (size_t)most; i++) {
        buffer_add_text(b, i ? "," : "");
        room_add_summary(b, all[i].room);
    }
    free(all);
}

// Makes the list anew if something has changed and a second has passed; borrowed.
bytes *hub_lobby(hub *h) {
    if (h->lobby && (!h->lobby_changed || h->now_ms - h->lobby_ms < 1000)) {
        return h->lobby;
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"t\":\"lobby\",\"open\":[");
    add_rooms(h, &h->out, ROOM_OPEN, OPEN_MOST);
    buffer_add_text(&h->out, "],\"live\":[");
    add_rooms(h, &h->out, ROOM_LIVE, LIVE_MOST);
    buffer_add_text(&h->out, "]}");
    bytes_drop(h->lobby);
    h->lobby = h->out.failed ? NULL : bytes_new(buffer_text(&h->out), h->out.size);
    h->lobby_changed = 0;
    h->lobby_untold = 1;
    h->lobby_ms = h->now_ms;
    return h->lobby;
}

void hub_tell_lobby(hub *h) {
    size_t at = 0;
    const map_slot *s;
    bytes *lobby = hub_lobby(h);
    if (!h->lobby_untold) {
        return;
    }
    h->lobby_untold = 0;
    while ((s = map_next(&h->conns, &at)) != NULL) {
        const hub_conn *c = s->value;
        if (c->in_lobby) {
            hub_post(h, OUT_SEND, 0, c->id, 0, lobby, NULL);
        }
    }
}

void hub_get_lobby(hub *h, const hub_request *q, const char *arg) {
    (void)arg;
    hub_post(h, OUT_REPLY, 0, q->id, 200, hub_lobby(h), NULL);
}
