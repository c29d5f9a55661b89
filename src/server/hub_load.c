// SPDX-License-Identifier: MIT
// Questions to the store, and who waits for the answers.
//
// Matches that are not in memory are read by another thread. A request or a socket that
// needs one is put aside and goes on when it is there; several that need the same wait for
// one reading. Questions are asked in turn of the addresses they come from. Those of the hub
// itself, which reads a match again because the store did not take a change, come before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_load.h"

// --- Questions ---------------------------------------------------------------

static void hand_out(hub *h, hub_ask *a) {
    a->life = h->life;
    store_ask_for(h->store, &a->ask);
}

void hub_hand_out_asks(hub *h) {
    hub_ask *a;
    while ((a = fair_take(h->asks)) != NULL) {
        hand_out(h, a);
    }
}

// Takes `a`; 0 if it cannot be asked now, and then it is gone.
int hub_put_ask(hub *h, hub_ask *a, uint64_t ip) {
    if (!a) {
        return 0;
    }
    a->registry = h->config.registry;
    a->cache = &h->rules;
    a->summaries = h->summaries;
    a->wall_s = h->wall_s;
    a->payer = ip;
    if (a->free) {
        hand_out(h, a);
        return 1;
    }
    if (fair_put(h->asks, ip, a) != FAIR_TAKEN) {
        hub_ask_free(a);
        h->limited++;
        return 0;
    }
    hub_hand_out_asks(h);
    return 1;
}

// --- Waiting -----------------------------------------------------------------

void hub_free_waiter(waiter *w) {
    json_decref(w->said);
    if (!w->is_socket) {
        hub_free_request(&w->request);
    }
    free(w);
}

static waiter *keep_request(const hub_request *q, int tries) {
    waiter *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->tries = tries;
    if (!hub_copy_request(&w->request, q)) {
        free(w);
        return NULL;
    }
    return w;
}

static load *new_load(hub *h, uint64_t id) {
    load *l = calloc(1, sizeof *l);
    if (l && !map_put(&h->loads, id, l)) {
        free(l);
        l = NULL;
    }
    return l;
}

static void free_viewers(load *l) {
    while (l->viewers) {
        viewer *v = l->viewers;
        l->viewers = v->next;
        free(v);
    }
}

static void free_load(hub *h, load *l) {
    if (l) {
        free_viewers(l);
    }
    while (l && l->first) {
        waiter *w = l->first;
        l->first = w->next;
        h->waiters--;
        hub_free_waiter(w);
    }
    free(l);
}

int hub_ask_for_match(hub *h, uint64_t id, uint64_t ip) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    if (a) {
        a->free = ip == ASK_NOBODY;
        a->match = id;
        a->now_ms = hub_wake_time(h, id);
    }
    return hub_put_ask(h, a, ip);
}

// Lets `w` (taken; NULL = nobody) wait for the match; 0 if it cannot.
static int wait_for(hub *h, uint64_t id, uint64_t ip, waiter *w) {
    load *known = map_get(&h->loads, id);
    load *l = known ? known : new_load(h, id);
    if (l && w) {
        *(l->last ? &l->last->next : &l->first) = w;
        l->last = w;
        h->waiters++;
    } else if (!l && w) {
        hub_free_waiter(w);
    }
    if (l && !known && !hub_ask_for_match(h, id, ip)) {
        free_load(h, map_remove(&h->loads, id));
        return 0;
    }
    return l != NULL;
}

enum { WAITERS_MOST = 4000 };

int hub_wait_request(hub *h, const hub_request *q, uint64_t id, int tries) {
    waiter *w = h->waiters < WAITERS_MOST ? keep_request(q, tries) : NULL;
    return w && wait_for(h, id, q->ip, w);
}

int hub_wait_nobody(hub *h, uint64_t id, int in_turn) {
    return wait_for(h, id, in_turn ? ASK_THE_HUB : ASK_NOBODY, NULL);
}

// Once they have been told of everything up to `seq`.
void hub_send_away(hub *h, viewer *viewers, uint64_t seq, int code) {
    while (viewers) {
        viewer *v = viewers;
        viewers = v->next;
        hub_post(h, OUT_CLOSE, seq, v->conn, code, NULL, NULL);
        free(v);
    }
}

void hub_wait_again(hub *h, uint64_t id, viewer *viewers, uint64_t version, uint64_t after) {
    load *l = map_get(&h->loads, id);
    if (!l && after > h->durable_seq) {
        l = new_load(h, id); // hub_loads_due asks
    } else if (!l && wait_for(h, id, ASK_NOBODY, NULL)) {
        l = map_get(&h->loads, id);
    }
    if (!l || l->again) { // the second cannot be: it was in memory
        hub_send_away(h, viewers, 0, hub_is_mine(h, id) ? 1011 : 1012);
        return;
    }
    l->again = 1;
    l->viewers = viewers;
    l->version = version;
    l->after = after > h->durable_seq ? after : 0;
    l->unasked = l->after != 0;
}

void hub_loads_outdated(hub *h, uint64_t seq) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->loads, &at)) != NULL) {
        load *l = s->value;
        l->after = seq;
    }
}

void hub_loads_due(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->loads, &at)) != NULL) {
        load *l = s->value;
        if (l->unasked && l->after <= h->durable_seq) {
            l->after = 0;
            l->unasked = !hub_ask_for_match(h, s->key, ASK_NOBODY);
        }
    }
}

// The question is on its way; what it brings is not kept, because the match is another's.
static void send_waiters_away(hub *h, load *l) {
    while (l->first) {
        waiter *w = l->first;
        l->first = w->next;
        h->waiters--;
        if (w->is_socket) {
            hub_post(h, OUT_CLOSE, 0, w->conn, 1012, NULL, NULL);
        } else {
            hub_fail(h, &w->request, 503, NULL, hub_changes_servers);
        }
        hub_free_waiter(w);
    }
    l->last = NULL;
}

static void send_viewers_away(hub *h, load *l) {
    for (const viewer *v = l->viewers; v; v = v->next) {
        hub_post(h, OUT_CLOSE, 0, v->conn, 1012, NULL, NULL);
    }
    free_viewers(l);
    l->again = 0;
}

void hub_loads_leave(hub *h, const unsigned char *shards) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->loads, &at)) != NULL) {
        if (shards[s->key % TOWN_SHARDS]) {
            send_waiters_away(h, s->value);
            send_viewers_away(h, s->value);
        }
    }
}

// Who was in a match goes back to it through a new socket, which may be another server's.
void hub_loads_fenced(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->loads, &at)) != NULL) {
        send_viewers_away(h, s->value);
    }
}

int hub_wait_socket(hub *h, const hub_conn *c, uint64_t id, const char *word, uint64_t version) {
    waiter *w = h->waiters < WAITERS_MOST ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        return 0;
    }
    w->is_socket = 1;
    w->conn = c->id;
    w->version = version;
    (void)snprintf(w->word, sizeof w->word, "%s", word);
    return wait_for(h, id, c->ip, w);
}

void hub_wait_message(hub *h, const hub_conn *c, json_t *m) {
    const load *l = c->room ? map_get(&h->loads, c->room) : NULL;
    waiter *w = l && l->again && h->waiters < WAITERS_MOST ? calloc(1, sizeof *w) : NULL;
    if (w) {
        w->is_socket = 1;
        w->conn = c->id;
        w->said = json_incref(m);
        (void)wait_for(h, c->room, c->ip, w);
    }
}

// --- Answers -----------------------------------------------------------------

void hub_drop_ask(hub_ask *a) {
    if (a->waiting) {
        hub_free_request(a->waiting);
        free(a->waiting);
    }
    hub_ask_free(a);
}

void hub_loads_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    hub_ask *a;
    while ((a = (hub_ask *)store_answered(h->store)) != NULL) {
        hub_drop_ask(a);
    }
    while ((a = fair_any(h->asks)) != NULL) {
        hub_drop_ask(a);
    }
    fair_free(h->asks);
    while ((s = map_next(&h->loads, &at)) != NULL) {
        free_load(h, s->value);
    }
    map_deinit(&h->loads);
}
