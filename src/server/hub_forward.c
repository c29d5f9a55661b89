// SPDX-License-Identifier: MIT
// The door and the hub behind it: sockets and requests of matches that another hub has (letter.h).
//
// A door knows nothing of what it passes on but where it goes. The hub that has the match takes it as if
// it had come to itself, under a number that says by which door (town_id).
#include <stdlib.h>
#include <string.h>

#include "server/hub_town.h"

enum { FORWARDS_MOST = 20000, PATIENCE_MS = 40000 }; // a program may wait for 30 s to be asked

// A request that another hub answers.
typedef struct forward {
    uint64_t request, since_ms;
    int to;
} forward;

enum { IS_SAME_ORIGIN = 1, IS_OPERATOR = 2 };      // of a request
enum { HAS_TOKEN = 1, HAS_BODY = 2, IS_TEXT = 4 }; // of a reply

static const char type_json[] = "application/json", type_text[] = "text/plain; charset=utf-8";

const char hub_changes_servers[] = "This match changes servers. Please try again in a moment.";

static int me(const hub *h) {
    return h->town->config.me;
}

// --- Where something goes ----------------------------------------------------

// The number that the path goes on with after `before`; 0 = another path.
static uint64_t number_after(const char *path, const char *before) {
    char word[IDENT_BYTES] = "";
    size_t n = strlen(before), size;
    if (strncmp(path, before, n) != 0 || (size = strcspn(path + n, "/")) != IDENT_LETTERS) {
        return 0;
    }
    memcpy(word, path + n, size);
    return ident_read(word);
}

// The match or event that a request is about; 0 = none.
static uint64_t subject_of(const hub_request *q) {
    char word[32];
    uint64_t id = number_after(q->path, "/api/matches/");
    id = id ? id : number_after(q->path, "/api/events/");
    if (!id && (strcmp(q->path, "/ws") == 0 || strncmp(q->path, "/api/games/", 11) == 0) &&
        hub_query(q->query, "match", word, sizeof word)) {
        id = ident_read(word);
    }
    if (!id &&
        (strncmp(q->path, "/admin/", 7) == 0 ||
         (strncmp(q->path, "/api/moderation/", 16) == 0 && strcmp(q->method, "POST") == 0))) {
        id = hub_admin_match(q);
    }
    return id;
}

// New matches go round.
static int next_maker(hub *h) {
    struct town *t = h->town;
    for (int i = 0; i < t->config.hubs; i++) {
        t->next_maker = (t->next_maker + 1) % t->config.hubs;
        if (t->config.has_shards(t->config.self, t->next_maker)) {
            return t->next_maker;
        }
    }
    return me(h);
}

// Who answers: what is about a match goes where that is, a new one anywhere, what is the same everywhere
// (games, leaflets) stays here, and everything else goes home.
static int who_answers(hub *h, const hub_request *q) {
    if (h->config.annex && hub_is_published(h, q)) {
        return me(h);
    }
    uint64_t id = subject_of(q);
    if (id) {
        return town_owner_of(h, id);
    }
    if (strcmp(q->path, "/api/matches") == 0) {
        return next_maker(h);
    }
    return strncmp(q->path, "/api/games", 10) == 0 ? me(h) : town_owner(h, 0);
}

static int who_has_socket(hub *h, const char *query) {
    char word[32];
    if (!hub_query(query, "match", word, sizeof word)) {
        return town_owner(h, 0); // the lobby
    }
    uint64_t match = ident_read(word);
    if (!match || (h->config.annex && hub_is_published_match(h, match))) {
        return me(h);
    }
    return town_owner_of(h, match);
}

// The lobby is at shard 0.
static int shard_of_socket(const char *query) {
    char word[32];
    return hub_query(query, "match", word, sizeof word) ? (int)(ident_read(word) % TOWN_SHARDS) : 0;
}

int hub_whose_socket(hub *h, const char *query) {
    return h->town ? who_has_socket(h, query) : 0;
}

// --- Out of the door ---------------------------------------------------------

static int send_request(hub *h, const hub_request *q, int to) {
    struct town *t = h->town;
    forward *f = t->forwards.count < FORWARDS_MOST ? calloc(1, sizeof *f) : NULL;
    uint64_t number = ++t->next_forward;
    if (!f || !map_put(&t->forwards, number, f)) {
        free(f);
        return 0;
    }
    *f = (forward){.request = q->id, .since_ms = h->now_ms, .to = to};
    letter l = {.word = LETTER_REQUEST,
                .number = number,
                .ip = q->ip,
                .value =
                    (q->same_origin ? IS_SAME_ORIGIN : 0) | (q->is_operator ? IS_OPERATOR : 0)};
    letter_text(&l, 0, q->method, strlen(q->method));
    letter_text(&l, 1, q->path, strlen(q->path));
    letter_text(&l, 2, q->query, strlen(q->query));
    letter_text(&l, 3, q->token, q->token ? strlen(q->token) : 0);
    letter_text(&l, 4, q->body, q->body_size);
    hub_send_letter(h, to, &l);
    return 1;
}

int hub_forward_request(hub *h, const hub_request *q) {
    int to = h->town ? who_answers(h, q) : 0;
    if (!h->town || to == me(h)) {
        return 0;
    }
    if (to < 0) {
        hub_fail(h, q, 503, NULL, hub_changes_servers);
    } else if (!send_request(h, q, to)) {
        hub_fail(h, q, 503, NULL, "The server has much to do now. Please try again.");
    }
    return 1;
}

int hub_forward_connect(hub *h, hub_conn *c, const char *query, const char *token) {
    int to = h->town && !town_is_foreign(c->id) ? who_has_socket(h, query) : 0;
    if (!h->town || town_is_foreign(c->id) || to == me(h)) {
        return 0;
    }
    c->away = to < 0 ? AWAY_LOST : to + 1;
    c->away_shard = shard_of_socket(query);
    if (to < 0) {
        h->io.close(h->io.self, c->id, 1012, "this match changes servers");
        return 1;
    }
    letter l = {.word = LETTER_CONNECT, .number = c->id, .ip = c->ip};
    letter_text(&l, 0, query, strlen(query));
    letter_text(&l, 1, token, token ? strlen(token) : 0);
    hub_send_letter(h, to, &l);
    return 1;
}

static void send_of(hub *h, const hub_conn *c, letter *l) {
    l->number = c->id;
    hub_send_letter(h, c->away - 1, l);
}

void hub_forward_text(hub *h, const hub_conn *c, const char *text, size_t size) {
    letter l = {.word = LETTER_TEXT};
    letter_text(&l, 0, text, size);
    send_of(h, c, &l);
}

void hub_forward_lag(hub *h, const hub_conn *c, uint32_t ms) {
    letter l = {.word = LETTER_LAG, .value = (int)(ms < INT32_MAX ? ms : INT32_MAX)};
    send_of(h, c, &l);
}

void hub_forward_gone(hub *h, const hub_conn *c) {
    letter l = {.word = LETTER_GONE};
    send_of(h, c, &l);
}

// --- In at the hub that has the match ----------------------------------------

static void take_request(hub *h, const letter *l) {
    const hub_request q = {.id = town_id(l->from, l->number),
                           .method = l->text[0],
                           .path = l->text[1],
                           .query = l->text[2],
                           .token = l->size[3] ? l->text[3] : NULL,
                           .body = l->text[4],
                           .body_size = l->size[4],
                           .same_origin = (l->value & IS_SAME_ORIGIN) != 0,
                           .is_operator = (l->value & IS_OPERATOR) != 0,
                           .ip = l->ip};
    uint64_t id = subject_of(&q);
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

// --- And back ----------------------------------------------------------------

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
                .user = (r->token ? HAS_TOKEN : 0u) | (r->body ? HAS_BODY : 0u) |
                        (strcmp(r->type, type_json) != 0 ? IS_TEXT : 0u)};
    letter_text(&l, 0, r->body ? r->body->data : "", r->body ? r->body->size : 0);
    letter_text(&l, 1, r->token, r->token ? strlen(r->token) : 0);
    hub_send_letter(h, town_door(r->id), &l);
}

static void take_reply(hub *h, const letter *l) {
    forward *f = map_get(&h->town->forwards, l->number);
    if (!f || f->to != l->from) {
        return; // it has been answered: nobody waits so long
    }
    bytes *body = l->user & HAS_BODY ? bytes_new(l->text[0], l->size[0]) : NULL;
    const hub_reply reply = {.id = f->request,
                             .status = body ? l->value : 503,
                             .type = l->user & IS_TEXT ? type_text : type_json,
                             .body = body,
                             .token = l->user & HAS_TOKEN ? l->text[1] : NULL};
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

// --- What is lost ------------------------------------------------------------

static void give_up(hub *h, uint64_t number) {
    static const char text[] = "{\"error\":\"The server does not know whether this was kept. "
                               "Please look before you try again.\"}";
    forward *f = map_remove(&h->town->forwards, number);
    bytes *body = bytes_new(text, sizeof text - 1);
    const hub_reply reply = {.id = f->request, .status = 503, .type = type_json, .body = body};
    h->io.reply(h->io.self, &reply);
    bytes_drop(body);
    free(f);
}

static void lose_forwards(hub *h, int peer, uint64_t before_ms) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->town->forwards, &at)) != NULL) {
        const forward *f = s->value;
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

void hub_forward_moved(hub *h, const unsigned char shards[TOWN_SHARDS]) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->conns, &at)) != NULL) {
        hub_conn *c = s->value;
        if (c->away > 0 && shards[c->away_shard]) {
            hub_forward_gone(h, c); // whoever had it may still be there
            c->away = AWAY_LOST;
            h->io.close(h->io.self, c->id, 1012, "this match changes servers");
        }
    }
}

void hub_forward_tick(hub *h) {
    if (h->town->forwards.count && h->now_ms > PATIENCE_MS) {
        lose_forwards(h, -1, h->now_ms - PATIENCE_MS);
    }
}
