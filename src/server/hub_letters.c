// SPDX-License-Identifier: MIT
// Letters to other hubs, each with its place on a line (hub_lines.c); and what goes to a socket or answers a request,
// by a letter where that is at another hub's door.
#include <string.h>

#include "server/hub_town.h"

const char hub_type_json[] = "application/json", hub_type_text[] = "text/plain; charset=utf-8";

void hub_begin_line(struct town *t, town_peer *p) {
    p->out_line = ++t->next_line;
    p->out_count = 0;
}

// A letter for which there is no memory is lost like any other.
void hub_send_letter(hub *h, int to, letter *l) {
    struct town *t = h->town;
    if (to < 0 || to >= t->config.hubs || to == t->config.me) {
        return;
    }
    town_peer *p = &t->peer[to];
    if (!p->out_line) {
        hub_begin_line(t, p);
    }
    size_t size;
    l->from = t->config.me;
    l->line = p->out_line;
    l->count = ++p->out_count;
    char *data = letter_pack(l, &size);
    if (data) {
        t->config.mail->send(t->config.mail, to, data, size);
    }
}

int hub_is_there(const hub *h, int peer) {
    const hub_town *c = &h->town->config;
    return !c->is_there || c->is_there(c->self, peer);
}

int hub_send_all(hub *h, letter *l) {
    int sent = 0;
    for (int i = 0; i < h->town->config.hubs; i++) {
        if (i != h->town->config.me && hub_is_there(h, i)) {
            hub_send_letter(h, i, l);
            sent++;
        }
    }
    return sent;
}

void hub_emit_letter(hub *h, uint64_t to, const bytes *packed) {
    letter l;
    if (h->town && packed && letter_read(packed->data, packed->size, &l)) {
        if (to == TOWN_ALL) {
            (void)hub_send_all(h, &l);
        } else {
            hub_send_letter(h, (int)to, &l);
        }
    }
}

void hub_io_send(hub *h, uint64_t conn, bytes *message) {
    if (!town_is_foreign(conn)) {
        h->io.send(h->io.self, conn, message);
        return;
    }
    letter l = {.word = LETTER_SEND, .number = town_number(conn)};
    letter_text(&l, 0, message->data, message->size);
    hub_send_letter(h, town_door(conn), &l);
}

void hub_io_close(hub *h, uint64_t conn, int code, const char *why) {
    if (!town_is_foreign(conn)) {
        h->io.close(h->io.self, conn, code, why);
        return;
    }
    letter l = {.word = LETTER_CLOSE, .number = town_number(conn), .value = code};
    letter_text(&l, 0, why, strlen(why));
    hub_send_letter(h, town_door(conn), &l);
}

void hub_io_reply(hub *h, const hub_reply *r) {
    if (!town_is_foreign(r->id)) {
        h->io.reply(h->io.self, r);
        return;
    }
    letter l = {.word = LETTER_REPLY,
                .number = town_number(r->id),
                .value = r->status,
                .user = (r->token ? REPLY_HAS_TOKEN : 0u) | (r->body ? REPLY_HAS_BODY : 0u) |
                        (strcmp(r->type, hub_type_json) != 0 ? REPLY_IS_TEXT : 0u)};
    letter_text(&l, 0, r->body ? r->body->data : "", r->body ? r->body->size : 0);
    letter_text(&l, 1, r->token, r->token ? strlen(r->token) : 0);
    hub_send_letter(h, town_door(r->id), &l);
}
