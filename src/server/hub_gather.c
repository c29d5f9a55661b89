// SPDX-License-Identifier: MIT
// What hubs know together: which matches and events there are, and what has become of people.
//
// Every hub tells the one at home what it has to show, at most once a second and at least every five;
// there it is shown with its own. Who has ended a session or is erased is told to all: each takes it out of its own
// memory. What is shown may be some seconds old; who joins is decided by the hub that has the match.
#include <stdlib.h>
#include <string.h>

#include "server/hub_town.h"

enum { GATHER_MS = 1000, AGAIN_MS = 5000, FORGET_MS = 15000 };

// --- Life --------------------------------------------------------------------

tsr_err hub_town_open(hub *h, tsr_error *err) {
    if (!h->config.town) {
        return TSR_OK;
    }
    h->town = calloc(1, sizeof *h->town);
    if (!h->town) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    h->town->config = *h->config.town;
    h->config.town = &h->town->config;
    h->town->next_line = h->town->config.start;
    memcpy(h->guest_key, h->town->config.seal, sizeof h->guest_key);
    return TSR_OK;
}

static void forget_part(town_peer *p) {
    free(p->lobby);
    free(p->open);
    free(p->live);
    p->lobby = p->open = p->live = NULL;
}

void hub_town_close(hub *h) {
    struct town *t = h->town;
    if (t) {
        map_free(&t->forwards);
        map_free(&t->watches);
        for (int i = 0; i < t->config.hubs; i++) {
            forget_part(&t->peer[i]);
        }
        free(t);
        h->town = NULL;
    }
}

// --- What is heard -----------------------------------------------------------

// What was written here with the name since it was taken out is taken out again.
static void erase(hub *h, uint64_t user) {
    store_batch *b = store_batch_new();
    hub_events_give_up(h, user);
    store_batch_add(b, STORE_ACCOUNT_GONE, user, NULL, NULL);
    uint64_t seq = hub_commit(h, b);
    hub_forget_name(h, user, seq);
    hub_events_forget(h, user);
}

static void hear_people(hub *h, const letter *l) {
    unsigned char hash[32] = {0};
    uint64_t kept = 0;
    if (l->size[0] == sizeof hash) {
        memcpy(hash, l->text[0], sizeof hash);
        memcpy(&kept, hash, sizeof kept);
        kept = kept ? kept : 1;
    }
    h->town->people++;
    if (l->value == PEOPLE_ERASED) {
        erase(h, l->user);
    } else if (l->value == PEOPLE_SESSIONS) {
        hub_drop_sessions(h, l->user, kept);
    } else if (kept) {
        hub_drop_session(h, hash);
    }
}

static char *copy(const letter *l, int i) {
    char *p = malloc(l->size[i] + 1);
    if (p) {
        memcpy(p, l->text[i], l->size[i] + 1);
    }
    return p;
}

static void hear_lobby(hub *h, const letter *l) {
    town_peer *p = &h->town->peer[l->from];
    forget_part(p);
    p->lobby = copy(l, 0);
    p->open = copy(l, 1);
    p->live = copy(l, 2);
    p->lobby_ms = h->now_ms;
    h->lobby_changed = 1;
}

void hub_gather_letter(hub *h, const letter *l) {
    if (l->word == LETTER_PEOPLE) {
        hear_people(h, l);
    } else if (l->word == LETTER_LOBBY) {
        hear_lobby(h, l);
    } else if (hub_is_mine(h, l->number) && !hub_room(h, l->number)) {
        (void)hub_wait_nobody(h, l->number, 0);
    }
}

// --- What is shown -----------------------------------------------------------

static void add_events(hub *h, buffer *b, event_state state) {
    const char *comma = "";
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        const event *e = s->value;
        if (e->state == state && e->seq <= h->durable_seq) {
            buffer_add_text(b, comma);
            event_add_summary(b, e);
            comma = ",";
        }
    }
}

void hub_add_their_events(hub *h, buffer *b, int live, const char *comma) {
    for (int i = 0; h->town && i < h->town->config.hubs; i++) {
        const town_peer *p = &h->town->peer[i];
        const char *list = live ? p->live : p->open;
        if (list && *list) {
            buffer_add_text(b, comma);
            buffer_add_text(b, list);
            comma = ",";
        }
    }
}

static void tell_home(hub *h) {
    buffer part[3];
    letter l = {.word = LETTER_LOBBY};
    for (int i = 0; i < 3; i++) {
        buffer_init(&part[i], NULL);
    }
    hub_lobby_part(h, &part[0]);
    add_events(h, &part[1], EVENT_OPEN);
    add_events(h, &part[2], EVENT_LIVE);
    if (!part[0].failed && !part[1].failed && !part[2].failed) {
        for (int i = 0; i < 3; i++) {
            letter_text(&l, i, buffer_text(&part[i]), part[i].size);
        }
        hub_send_letter(h, town_owner(h, 0), &l);
    }
    for (int i = 0; i < 3; i++) {
        buffer_deinit(&part[i]);
    }
}

void hub_gather_forget(hub *h, int peer) {
    forget_part(&h->town->peer[peer]);
    h->lobby_changed = 1;
}

// Who has not told anything for long has nothing to show.
static void forget_silent(hub *h) {
    for (int i = 0; i < h->town->config.hubs; i++) {
        town_peer *p = &h->town->peer[i];
        if (p->lobby && h->now_ms - p->lobby_ms > FORGET_MS) {
            forget_part(p);
            h->lobby_changed = 1;
        }
    }
}

void hub_gather_tick(hub *h) {
    struct town *t = h->town;
    uint64_t passed = h->now_ms - t->gather_ms;
    if (passed < GATHER_MS || (hub_is_home(h) ? 0 : !h->lobby_changed && passed < AGAIN_MS)) {
        return;
    }
    t->gather_ms = h->now_ms;
    if (hub_is_home(h)) {
        forget_silent(h);
    } else {
        h->lobby_changed = 0;
        tell_home(h);
    }
}

void hub_gather_deinit(hub *h) {
    if (h->town) {
        room_free(h->town->given);
        h->town->given = NULL;
    }
}
