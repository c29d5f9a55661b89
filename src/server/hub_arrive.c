// SPDX-License-Identifier: MIT
// What comes by letter from the door of another hub, as if it had come to this one; and the answers to what this one
// passed on (hub_forward.c).
#include <stdlib.h>
#include <string.h>

#include "server/hub_town.h"

enum { PATIENCE_MS = 40000 }; // a program may wait for 30 s to be asked

static void take_request(hub *h, const letter *l) {
    const hub_request q = {.id = town_id(l->from, l->number),
                           .method = l->text[0],
                           .path = l->text[1],
                           .query = l->text[2],
                           .token = l->size[3] ? l->text[3] : NULL,
                           .body = l->text[4],
                           .body_size = l->size[4],
                           .same_origin = (l->value & REQUEST_SAME_ORIGIN) != 0,
                           .is_operator = (l->value & REQUEST_OPERATOR) != 0,
                           .ip = l->ip};
    uint64_t id = hub_subject_of(&q);
    h->requests++;
    if (id && !hub_is_mine(h, id)) { // it went elsewhere meanwhile
        hub_fail(h, &q, 503, NULL, hub_changes_servers);
    } else if (!hub_wait_session(h, &q)) {
        hub_dispatch(h, &q, 0);
    }
}

static void take_connect(hub *h, const letter *l) {
    char word[32];
    uint64_t conn = town_id(l->from, l->number);
    uint64_t match = hub_query(l->text[0], "match", word, sizeof word) ? ident_read(word) : 0;
    if (!hub_is_mine(h, match)) { // the lobby is at shard 0
        hub_io_close(h, conn, 1012, "this match changes servers");
        return;
    }
    hub_connect(h, conn, l->text[0], l->size[1] ? l->text[1] : NULL, l->ip, h->now_ms);
}

static void take_reply(hub *h, const letter *l) {
    town_forward *f = map_get(&h->town->forwards, l->number);
    if (!f || f->to != l->from) {
        return; // it has been answered: nobody waits so long
    }
    bytes *body = l->user & REPLY_HAS_BODY ? bytes_new(l->text[0], l->size[0]) : NULL;
    const hub_reply reply = {.id = f->request,
                             .status = body ? l->value : 503,
                             .type = l->user & REPLY_IS_TEXT ? hub_type_text : hub_type_json,
                             .body = body,
                             .token = l->user & REPLY_HAS_TOKEN ? l->text[1] : NULL};
    h->io.reply(h->io.self, &reply);
    bytes_drop(body);
    free(map_remove(&h->town->forwards, l->number));
}

static void take_send(hub *h, const letter *l) {
    const hub_conn *c = map_get(&h->conns, l->number);
    if (!c || c->away != l->from + 1) {
        return;
    }
    bytes *b = bytes_new(l->text[0], l->size[0]);
    h->sent++;
    if (b) {
        h->io.send(h->io.self, c->id, b);
    } else {
        h->io.close(h->io.self, c->id, 1011, "out of memory");
    }
    bytes_drop(b);
}

static void take_close(hub *h, const letter *l) {
    const hub_conn *c = map_get(&h->conns, l->number);
    if (c && c->away == l->from + 1) {
        h->io.close(h->io.self, c->id, l->value, l->text[0]);
    }
}

void hub_forward_letter(hub *h, const letter *l) {
    uint64_t conn = town_id(l->from, l->number);
    switch (l->word) {
    case LETTER_REQUEST: take_request(h, l); break;
    case LETTER_CONNECT: take_connect(h, l); break;
    case LETTER_TEXT: hub_receive(h, conn, l->text[0], l->size[0], h->now_ms); break;
    case LETTER_LAG: hub_lag(h, conn, (uint32_t)l->value); break;
    case LETTER_GONE: hub_disconnect(h, conn, h->now_ms); break;
    case LETTER_REPLY: take_reply(h, l); break;
    case LETTER_SEND: take_send(h, l); break;
    case LETTER_CLOSE: take_close(h, l); break;
    default: break;
    }
}

static void give_up(hub *h, uint64_t number) {
    static const char text[] = "{\"error\":\"The server does not know whether this was stored. "
                               "Please check before you try again.\"}";
    town_forward *f = map_remove(&h->town->forwards, number);
    bytes *body = bytes_new(text, sizeof text - 1);
    const hub_reply reply = {.id = f->request, .status = 503, .type = hub_type_json, .body = body};
    h->io.reply(h->io.self, &reply);
    bytes_drop(body);
    free(f);
}

static void lose_forwards(hub *h, int peer, uint64_t before_ms) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->town->forwards, &at)) != NULL) {
        const town_forward *f = s->value;
        if (f->to == peer || f->since_ms < before_ms) {
            give_up(h, s->key);
            at--; // another entry may have moved up into the gap
        }
    }
}

// Pages of ours that were there come back through new sockets; pages of theirs are not here any more.
void hub_forward_lost(hub *h, int peer) {
    size_t at = 0;
    const map_slot *s;
    lose_forwards(h, peer, 0);
    while ((s = map_next(&h->conns, &at)) != NULL) {
        hub_conn *c = s->value;
        if (c->away == peer + 1) {
            c->away = AWAY_LOST;
            h->io.close(h->io.self, c->id, 1012, "the line to the match is broken");
        } else if (town_is_foreign(c->id) && town_door(c->id) == peer) {
            hub_disconnect(h, c->id, h->now_ms);
            at--; // the same
        }
    }
}

void hub_forward_tick(hub *h) {
    if (h->town->forwards.count && h->now_ms > PATIENCE_MS) {
        lose_forwards(h, -1, h->now_ms - PATIENCE_MS);
    }
}
