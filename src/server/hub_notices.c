// SPDX-License-Identifier: MIT
// Turn notices for slow matches: whoever must decide and does not look is told by mail or push,
// if they want it and the server can.
//
// A notice is due some minutes after the question, so that nobody is told of what they see, and
// one person is told of something at most once an hour. Notices are kept in memory alone: after
// a restart everybody who must decide is asked again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

enum {
    SLOW_MS = 3600000,
    AFTER_MS = 180000,
    QUIET_MS = 3600000,
    DUE_MOST = 20000,
    OUT_MOST = 200,
    TRIES = 5
};

typedef struct due {
    uint64_t match, due_ms; // 0 = nothing is
    uint64_t quiet_ms;      // nothing before
    int tries;              // how often the match was not in memory
} due;

static int is_slow(const room *r) {
    int timed = r->clock.base_ms || r->clock.move_ms;
    return !timed || r->clock.base_ms >= SLOW_MS || r->clock.move_ms >= SLOW_MS;
}

static int can_tell(const hub *h) {
    return h->io.notify && (h->config.mail || h->config.push_key[0]);
}

void hub_notice_turn(hub *h, const room *r, int seat) {
    const room_seat *s = &r->seat[seat];
    if (!can_tell(h) || !s->account || s->present || !is_slow(r)) {
        return;
    }
    due *d = map_get(&h->due, s->user);
    if (!d && h->due.count < DUE_MOST && (d = calloc(1, sizeof *d)) != NULL &&
        !map_put(&h->due, s->user, d)) {
        free(d);
        d = NULL;
    }
    if (d && !d->due_ms) {
        uint64_t soon = h->now_ms + (h->config.no_limits ? 0 : AFTER_MS);
        d->match = r->id;
        d->due_ms = soon > d->quiet_ms ? soon : d->quiet_ms;
    }
}

// --- Sending -----------------------------------------------------------------

static void hand_out(hub *h, hub_notice *n) {
    if (h->notices_out >= OUT_MOST || !h->io.notify) {
        h->notices_lost++;
        free(n);
        return;
    }
    h->notices_out++;
    h->io.notify(h->io.self, n);
}

// What tells of a change waits until that is on disk: a link must open something.
void hub_send_notice(hub *h, hub_notice *n, uint64_t seq) {
    n->seq = seq;
    n->next = NULL;
    if (seq <= h->durable_seq) {
        hand_out(h, n);
        return;
    }
    hub_notice **at = &h->held;
    while (*at) {
        at = &(*at)->next;
    }
    *at = n;
}

static void hand_out_held(hub *h) {
    while (h->held && h->held->seq <= h->durable_seq) {
        hub_notice *n = h->held;
        h->held = n->next;
        hand_out(h, n);
    }
}

void hub_notices_lost(hub *h) {
    while (h->held) {
        hub_notice *n = h->held;
        h->held = n->next;
        h->notices_lost++;
        free(n);
    }
}

void hub_notices_refused(hub *h, uint64_t seq) {
    hub_notice **at = &h->held;
    while (*at) {
        hub_notice *n = *at;
        if (n->seq == seq) {
            *at = n->next;
            h->notices_lost++;
            free(n);
        } else {
            at = &n->next;
        }
    }
}

static void seal_subject(hub_notice *n, const char *game) {
    (void)snprintf(n->subject, sizeof n->subject, "It is your turn: %.60s", game);
}

static void mail_turn(hub *h, const store_user *u, const room *r, const char *id) {
    hub_notice *n = calloc(1, sizeof *n);
    if (n) {
        (void)snprintf(n->to, sizeof n->to, "%s", u->mail);
        seal_subject(n, r->entry->rules->g.title);
        (void)snprintf(n->text, sizeof n->text,
                       "Hello %s,\n\nit is your turn in a match of %s:\n%s/m/%s\n\nTo stop these "
                       "mails, change the setting on your page:\n%s/u/%s\n",
                       u->name, r->entry->rules->g.title, h->config.origin, id, h->config.origin,
                       u->name);
        hub_send_notice(h, n, 0);
    }
}

typedef struct pushing {
    hub *h;
    const room *r;
    const char *id;
} pushing;

static void push_turn(void *self, const char *endpoint, const char *keys) {
    const pushing *p = self;
    hub_notice *n = calloc(1, sizeof *n);
    buffer text;
    if (!n) {
        return;
    }
    buffer_init(&text, NULL);
    buffer_add_text(&text, "{\"title\":");
    wire_string(&text, p->r->entry->rules->g.title);
    buffer_addf(&text, ",\"text\":\"It is your turn.\",\"url\":\"/m/%s\"}", p->id);
    n->is_push = 1;
    (void)snprintf(n->to, sizeof n->to, "%s", endpoint);
    (void)snprintf(n->keys, sizeof n->keys, "%s", keys);
    (void)snprintf(n->text, sizeof n->text, "%s", buffer_text(&text));
    buffer_deinit(&text);
    hub_send_notice(p->h, n, 0);
}

// Whether the match still waits for them, and they are not there.
static const room *still_asks(const hub *h, const due *d, uint64_t user) {
    const room *r = hub_room(h, d->match);
    if (!r || r->state != ROOM_LIVE) {
        return NULL;
    }
    uint32_t asked = room_seats_of(r, user) & tsr_match_waiting(r->match);
    return asked && !r->seat[tsr_mover(asked)].present ? r : NULL;
}

// A match that has left memory is read first; it takes a moment.
static int must_be_read(hub *h, due *d) {
    if (!hub_room(h, d->match) && d->tries < TRIES && hub_wait_nobody(h, d->match, 1)) {
        d->tries++;
        return 1;
    }
    d->tries = 0;
    return 0;
}

static void tell(hub *h, due *d, uint64_t user) {
    char id[IDENT_BYTES];
    store_user u;
    if (must_be_read(h, d)) {
        return;
    }
    const room *r = still_asks(h, d, user);
    d->due_ms = 0;
    if (!r || !store_read_user(h->reader, user, &u) || !u.notices || u.banned > h->wall_s) {
        return;
    }
    d->quiet_ms = h->now_ms + (h->config.no_limits ? 0 : QUIET_MS);
    ident_text(r->id, id);
    if ((u.notices & NOTICE_BY_MAIL) && u.mail[0] && h->config.mail) {
        mail_turn(h, &u, r, id);
    }
    if ((u.notices & NOTICE_BY_PUSH) && h->config.push_key[0]) {
        pushing p = {h, r, id};
        store_read_pushes(h->reader, user, &p, push_turn);
    }
}

void hub_notices_tick(hub *h) {
    size_t at = 0;
    const map_slot *s;
    hand_out_held(h);
    if (!h->due.count || h->now_ms - h->due_ms < 1000) {
        return;
    }
    h->due_ms = h->now_ms;
    while ((s = map_next(&h->due, &at)) != NULL) {
        due *d = s->value;
        if (d->due_ms && d->due_ms <= h->now_ms) {
            tell(h, d, s->key);
        } else if (!d->due_ms && d->quiet_ms <= h->now_ms) {
            free(map_remove(&h->due, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

void hub_notice_done(hub *h, hub_notice *n, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    h->notices_out--;
    h->notices_sent += n->result == NOTICE_SENT;
    h->notices_lost += n->result == NOTICE_FAILED;
    if (n->result == NOTICE_GONE) {
        store_batch *b = store_batch_new();
        store_batch_add(b, STORE_PUSH_GONE, 0, n->to, NULL);
        (void)hub_commit(h, b);
    } else if (n->result == NOTICE_FAILED) {
        const char *const pairs[] = {"by", n->is_push ? "push" : "mail", "error", n->why, NULL};
        hub_log(h, "notice", pairs);
    }
    free(n);
}

void hub_notices_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->due, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(&h->due);
    hub_notices_lost(h);
}
