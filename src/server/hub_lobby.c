// SPDX-License-Identifier: MIT
// The lobby: which matches are shown to somebody who looks for one.
//
// There are places for fifty that wait for players and thirty that are played. Whoever has
// made many does not get more of them than others: first comes the newest match of everybody,
// then everybody's second, and so on. The list is made once a second, for all, of what all hubs have.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_town.h"

enum { OPEN_MOST = 50, LIVE_MOST = 30 };

// A match and its place in the queue of its maker: the smaller, the earlier it is shown.
typedef struct entry {
    uint64_t maker, id;
    int64_t made;
    const room *room; // or, where another hub has it,
    const char *text; // its summary
    size_t size;
    int turn;
} entry;

typedef struct entries {
    entry *list;
    size_t count, room;
} entries;

static uint64_t maker_of(const room *r) {
    return r->payer ? r->payer : r->owner;
}

static int by_age(const entry *x, const entry *y) {
    return x->made == y->made ? (x->id < y->id ? -1 : 1) : x->made > y->made ? -1 : 1;
}

static int by_maker(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->maker == y->maker ? by_age(x, y) : x->maker < y->maker ? -1 : 1;
}

static int by_turn(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->turn == y->turn ? by_age(x, y) : x->turn < y->turn ? -1 : 1;
}

static void add_entry(entries *all, const entry *e) {
    if (all->count == all->room) {
        size_t most = all->room ? 2 * all->room : 256;
        entry *more = realloc(all->list, most * sizeof *more);
        if (!more) {
            return; // it is not shown this time
        }
        all->list = more;
        all->room = most;
    }
    all->list[all->count++] = *e;
}

// What another hub has told: its hub_lobby_part.
static void add_part(entries *all, const char *part, room_state state) {
    entry e = {0};
    int of, used;
    while (part && sscanf(part, "%d %" SCNu64 " %" SCNd64 " %" SCNu64 " %zu%n", &of, &e.maker,
                          &e.made, &e.id, &e.size, &used) == 5) {
        e.text = part + used + 1;
        if (of == (int)state) {
            add_entry(all, &e);
        }
        part = e.text + e.size;
    }
}

// All that could be shown, the first to be shown first; those of other hubs, too, if `others`.
static entries in_order(hub *h, room_state state, int others) {
    entries all = {0};
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        if (r->is_public && r->state == state) {
            add_entry(&all,
                      &(entry){.room = r, .maker = maker_of(r), .id = r->id, .made = r->made});
        }
    }
    for (int i = 0; others && h->town && i < h->town->config.hubs; i++) {
        add_part(&all, h->town->peer[i].lobby, state);
    }
    if (all.count) {
        qsort(all.list, all.count, sizeof *all.list, by_maker);
    }
    for (size_t i = 1; i < all.count; i++) {
        int same = all.list[i].maker == all.list[i - 1].maker;
        all.list[i].turn = same ? all.list[i - 1].turn + 1 : 0;
    }
    if (all.count) {
        qsort(all.list, all.count, sizeof *all.list, by_turn);
    }
    return all;
}

static void add_rooms(hub *h, buffer *b, room_state state, int most) {
    entries all = in_order(h, state, 1);
    for (size_t i = 0; i < all.count && i < (size_t)most; i++) {
        const entry *e = &all.list[i];
        buffer_add_text(b, i ? "," : "");
        if (e->room) {
            room_add_summary(b, e->room);
        } else {
            buffer_add(b, e->text, e->size);
        }
    }
    free(all.list);
}

static void add_own(hub *h, buffer *out, room_state state, int most) {
    entries all = in_order(h, state, 0);
    buffer text;
    buffer_init(&text, NULL);
    for (size_t i = 0; i < all.count && i < (size_t)most; i++) {
        const entry *e = &all.list[i];
        buffer_clear(&text);
        room_add_summary(&text, e->room);
        buffer_addf(out, "%d %" PRIu64 " %" PRId64 " %" PRIu64 " %zu ", (int)state, e->maker,
                    e->made, e->id, text.size);
        buffer_add(out, buffer_text(&text), text.size);
        out->failed |= text.failed;
    }
    buffer_deinit(&text);
    free(all.list);
}

void hub_lobby_part(hub *h, buffer *out) {
    add_own(h, out, ROOM_OPEN, OPEN_MOST);
    add_own(h, out, ROOM_LIVE, LIVE_MOST);
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
    bytes *lobby = hub_is_home(h) ? hub_lobby(h) : NULL; // others are told by hub_gather.c
    if (!lobby || !h->lobby_untold) {
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
