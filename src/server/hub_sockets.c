// SPDX-License-Identifier: MIT
// Sockets: who may open one, what comes in through it, and what an address has open.
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

int hub_may_fetch(hub *h, uint64_t ip, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_ip *p = hub_ip_of(h, ip);
    int fine = h->config.no_limits || (p && bucket_take(&p->files, LIMIT_FILES, 60000, h->now_ms));
    h->limited += !fine;
    return fine;
}

// GET /ws: whether the socket may be opened. The match it names is in memory, if there is one.
void hub_get_socket(hub *h, const hub_request *q, const char *arg) {
    char id[32];
    const hub_ip *p = hub_ip_of(h, q->ip);
    const room *r = NULL;
    (void)arg;
    if (!p || (!h->config.no_limits && p->sockets >= LIMIT_SOCKETS_PER_IP)) {
        h->limited++;
        hub_fail(h, q, 429, NULL, "Too many connections are open from your address.");
        return;
    }
    if (hub_query(q->query, "match", id, sizeof id)) {
        r = hub_room(h, ident_read(id));
        if (!r || r->viewer_count >= LIMIT_VIEWERS) {
            hub_fail(h, q, r ? 503 : 404, NULL,
                     r ? "This match has too many viewers." : "There is no such match.");
            return;
        }
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, q, 101, 0, NULL);
}

void hub_connect(hub *h, uint64_t conn, const char *query, const char *token, uint64_t ip,
                 uint64_t now_ms) {
    char id[32] = "", word[36] = "", version[24] = "";
    hub_set_now(h, now_ms);
    hub_conn *c = calloc(1, sizeof *c);
    hub_ip *p = hub_ip_of(h, ip);
    if (!c || !p || !map_put(&h->conns, conn, c)) {
        free(c);
        hub_io_close(h, conn, 1011, "out of memory");
        return;
    }
    *c = (hub_conn){.id = conn, .ip = ip};
    p->sockets++;
    if (hub_forward_connect(h, c, query, token)) {
        return;
    }
    const session *s = hub_session(h, token);
    *c = (hub_conn){.id = conn,
                    .ip = ip,
                    .user = s ? s->user : 0,
                    .session = s ? session_key(s) : 0,
                    .scope = s ? s->scope : 0};
    if (hub_connect_on(h, c, query, s)) {
        return;
    }
    (void)hub_query(query, "s", word, sizeof word);
    (void)hub_query(query, "v", version, sizeof version);
    if (!hub_query(query, "match", id, sizeof id)) {
        c->in_lobby = 1;
        hub_post(h, OUT_SEND, 0, conn, 0, hub_lobby(h), NULL);
        return;
    }
    uint64_t match = ident_read(id), seen = strtoull(version, NULL, 10);
    // It may have left memory since it was allowed.
    if (hub_room(h, match) || !match || !hub_wait_socket(h, c, match, word, seen)) {
        hub_enter(h, c, match, word, seen);
    }
}

// A page has one socket at a time. What it said through the one before may still be on its way, by another
// door: it must not be done after the page was told, through the new one, that nothing was.
static void replace_older(hub *h, room *r, const hub_conn *c, const char *word) {
    const viewer *v = c->user && word[0] ? r->viewers : NULL;
    while (v) {
        hub_conn *old = map_get(&h->conns, v->conn);
        if (v->conn != c->id && v->user == c->user && strcmp(v->session, word) == 0) {
            room_leave(r, v->conn, h->play_ms);
            if (old) {
                old->room = 0;
                hub_post(h, OUT_CLOSE, 0, old->id, 1008, NULL, NULL);
            }
            v = r->viewers;
        } else {
            v = v->next;
        }
    }
}

void hub_enter(hub *h, hub_conn *c, uint64_t id, const char *word, uint64_t version) {
    room *r = hub_room(h, id);
    if (!r && id && !hub_is_mine(h, id)) { // it went elsewhere while this waited
        hub_post(h, OUT_CLOSE, 0, c->id, 1012, NULL, NULL);
        return;
    }
    if (!r || !room_enter(r, c->id, c->user, word, version, h->play_ms)) {
        hub_post(h, OUT_CLOSE, 0, c->id, 1008, NULL, NULL);
        return;
    }
    c->room = r->id;
    replace_older(h, r, c, word);
    if (c->user == r->owner || !r->payer) {
        r->payer = c->ip;
    }
    room_ask_bots(r); // they may have waited for somebody to look
}

void hub_disconnect(hub *h, uint64_t conn, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_conn *c = map_remove(&h->conns, conn);
    if (!c) {
        return;
    }
    if (c->away) {
        hub_forward_gone(h, c);
    } else if (c->in_lobby) {
        hub_pool_leave(h, conn);
    } else if (c->annex) {
        hub_leave_on(h, c);
    }
    room *r = map_get(&h->rooms, c->room);
    if (r) {
        room_leave(r, conn, h->play_ms);
    }
    hub_ip *p = hub_ip_of(h, c->ip);
    if (p && p->sockets > 0) {
        p->sockets--;
    }
    free(c);
}

void hub_lag(hub *h, uint64_t conn, uint32_t ms) {
    const hub_conn *c = map_get(&h->conns, conn);
    room *r = c ? map_get(&h->rooms, c->room) : NULL;
    if (c && c->away) {
        hub_forward_lag(h, c, ms);
    } else if (r) {
        room_clock_lag(r, c->user, ms);
    }
}

static int is_kind(const json_t *m, const char *kind) {
    const char *t = json_in_text(m, "t");
    return t && strcmp(t, kind) == 0;
}

// Whoever drags through a match looks more often than anybody acts.
static int may_say(hub *h, hub_conn *c, const json_t *m) {
    int fine =
        h->config.no_limits || (is_kind(m, "look") ? bucket_take(&c->looks, 300, 20000, h->now_ms)
                                                   : bucket_take(&c->rate, 100, 20000, h->now_ms));
    h->limited += !fine;
    return fine;
}

// What is said in a match that is being read again is heard when it is back.
int hub_say(hub *h, const hub_conn *c, const json_t *m) {
    room *r = map_get(&h->rooms, c->room);
    viewer *v = r ? room_viewer(r, c->id) : NULL;
    if (v && c->scope != TOKEN_WATCH) {
        room_message(r, v, m, h->play_ms);
    }
    return r != NULL;
}

void hub_receive(hub *h, uint64_t conn, const char *text, size_t size, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_conn *c = map_get(&h->conns, conn);
    if (!c) {
        return;
    }
    h->messages++;
    if (c->away && size <= LIMIT_FRAME) {
        hub_forward_text(h, c, text, size);
        return;
    }
    json_t *m = size <= LIMIT_FRAME ? json_in_object(text, size) : NULL;
    if (!m) {
        hub_post(h, OUT_CLOSE, 0, conn, 1008, NULL, NULL);
        return;
    }
    if (is_kind(m, "ping")) {
        static const char pong[] = "{\"t\":\"pong\"}";
        bytes *b = bytes_new(pong, sizeof pong - 1);
        hub_post(h, OUT_SEND, 0, conn, 0, b, NULL);
        bytes_drop(b);
    } else if (!may_say(h, c, m)) {
        hub_post(h, OUT_CLOSE, 0, conn, 1008, NULL, NULL);
    } else if (c->in_lobby) {
        hub_lobby_message(h, c, m);
    } else if (c->annex) {
        hub_say_on(h, c, text, size);
    } else if (!hub_say(h, c, m)) {
        hub_wait_message(h, c, m);
    }
    json_decref(m);
}
