// SPDX-License-Identifier: MIT
// Questions to the store, and who waits for the answers.
//
// Matches that are not in memory are read by another thread. A request or a socket that
// needs one is put aside and goes on when it is there; several that need the same wait for
// one reading. Questions are asked in turn of the addresses they come from.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

typedef struct waiter {
    int is_socket;
    uint64_t conn, version; // a socket
    char word[36];
    hub_request request; // or a request, with copies of its texts
    int tries;
    struct waiter *next;
} waiter;

typedef struct load {
    waiter *first, *last;
} load;

// --- Questions ---------------------------------------------------------------

void hub_hand_out_asks(hub *h) {
    hub_ask *a;
    while ((a = fair_take(h->asks)) != NULL) {
        h->io.ask(h->io.self, a);
    }
}

// Takes `a`; 0 if it cannot be asked now, and then it is gone.
int hub_put_ask(hub *h, hub_ask *a, uint64_t ip) {
    if (!a) {
        return 0;
    }
    a->registry = h->config.registry;
    a->cache = &h->rules;
    a->wall_s = h->wall_s;
    a->payer = ip;
    if (fair_put(h->asks, ip, a) != FAIR_TAKEN) {
        hub_ask_free(a);
        h->limited++;
        return 0;
    }
    hub_hand_out_asks(h);
    return 1;
}

// --- Waiting -----------------------------------------------------------------

static char *copy(const char *text, size_t size) {
    char *p = malloc(size + 1);
    if (p) {
        memcpy(p, text, size);
        p[size] = '\0';
    }
    return p;
}

// The copies are ours, whatever the request says of them.
void hub_free_request(hub_request *q) {
    const char *texts[] = {q->method, q->path, q->query, q->token, q->body};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        union {
            const char *in;
            void *out;
        } text = {.in = texts[i]};
        free(text.out);
    }
    q->method = q->path = q->query = q->token = q->body = NULL;
}

int hub_copy_request(hub_request *out, const hub_request *q) {
    *out = *q;
    out->method = copy(q->method, strlen(q->method));
    out->path = copy(q->path, strlen(q->path));
    out->query = copy(q->query, strlen(q->query));
    out->token = q->token ? copy(q->token, strlen(q->token)) : NULL;
    out->body = copy(q->body, q->body_size);
    if (out->method && out->path && out->query && out->body && !q->token == !out->token) {
        return 1;
    }
    hub_free_request(out);
    return 0;
}

static void free_waiter(waiter *w) {
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

static void free_load(hub *h, load *l) {
    while (l && l->first) {
        waiter *w = l->first;
        l->first = w->next;
        h->waiters--;
        free_waiter(w);
    }
    free(l);
}

static int ask_for(hub *h, uint64_t id, uint64_t ip) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    if (a) {
        a->match = id;
        a->now_ms = hub_wake_time(h, id);
    }
    return hub_put_ask(h, a, ip);
}

// Lets `w` (taken; NULL = nobody) wait for the match; 0 if it cannot. It is in the list
// before the question is asked: the answer may come at once.
static int wait_for(hub *h, uint64_t id, uint64_t ip, waiter *w) {
    load *known = map_get(&h->loads, id);
    load *l = known ? known : new_load(h, id);
    if (l && w) {
        *(l->last ? &l->last->next : &l->first) = w;
        l->last = w;
        h->waiters++;
    } else if (!l && w) {
        free_waiter(w);
    }
    if (l && !known && !ask_for(h, id, ip)) {
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

int hub_wait_nobody(hub *h, uint64_t id) {
    return wait_for(h, id, 1, NULL);
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

// --- Answers -----------------------------------------------------------------

static void go_on(hub *h, waiter *w, const hub_ask *a) {
    static const char sorry[] = "The record of this match is damaged. The operator has been told.";
    if (w->is_socket) {
        hub_conn *c = map_get(&h->conns, w->conn);
        if (c) {
            hub_enter(h, c, a->match, w->word, w->version);
        }
    } else if (a->found == ASK_DAMAGED) {
        hub_fail(h, &w->request, 500, NULL, sorry);
    } else {
        hub_dispatch(h, &w->request, w->tries + 1);
    }
}

static void loaded(hub *h, hub_ask *a) {
    load *l = map_remove(&h->loads, a->match);
    if (a->room && !hub_room_put(h, a->room)) {
        room_free(a->room);
    }
    a->room = NULL;
    while (l && l->first) {
        waiter *w = l->first;
        l->first = w->next;
        h->waiters--;
        go_on(h, w, a);
        free_waiter(w);
    }
    free(l);
}

void hub_note_damage(hub *h, uint64_t match, const char *why) {
    char id[IDENT_BYTES];
    ident_text(match, id);
    h->damaged++;
    const char *const pairs[] = {"match", id, "error", why, NULL};
    hub_log(h, "damage", pairs);
}

void hub_ask_done(hub *h, hub_ask *a, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    fair_done(h->asks, a->payer, a->kind == ASK_ROOM ? 4 : 1);
    if (a->found == ASK_DAMAGED) {
        hub_note_damage(h, a->match, a->why);
    }
    if (a->kind == ASK_ROOM) {
        loaded(h, a);
    } else {
        hub_look_done(h, a);
    }
    hub_ask_free(a);
    hub_hand_out_asks(h);
}

void hub_loads_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    hub_ask *a;
    while ((a = fair_any(h->asks)) != NULL) {
        hub_ask_free(a);
    }
    fair_free(h->asks);
    while ((s = map_next(&h->loads, &at)) != NULL) {
        free_load(h, s->value);
    }
    map_deinit(&h->loads);
}

void hub_ask_drop(hub *h, hub_ask *a) {
    fair_done(h->asks, a->payer, 1);
    hub_ask_free(a);
}
