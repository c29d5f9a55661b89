// SPDX-License-Identifier: MIT
// The door: sockets and requests of matches that another hub has go out by letter (letter.h), and come in there by
// hub_arrive.c.
//
// A door knows nothing of what it passes on but where it goes. The hub that has the match takes it as if
// it had come to itself, under a number that says by which door (town_id).
#include <stdlib.h>
#include <string.h>

#include "server/hub_town.h"

enum { FORWARDS_MOST = 20000 };

const char hub_changes_servers[] =
    "This match is moving to another server. Please try again in a moment.";

static int me(const hub *h) {
    return h->town->config.me;
}

// --- Where something goes ----------------------------------------------------

// The number that the path goes on with after `before`; 0 = another path.
static uint64_t number_after(const char *path, const char *before) {
    char word[IDENT_BYTES] = "";
    size_t n = strlen(before), size;
    if (strncmp(path, before, n) != 0 || (size = strcspn(path + n, "/")) >= sizeof word) {
        return 0;
    }
    memcpy(word, path + n, size);
    return ident_read(word);
}

// The match or event that a request is about; 0 = none.
uint64_t hub_subject_of(const hub_request *q) {
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
    uint64_t id = hub_subject_of(q);
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
    town_forward *f = t->forwards.count < FORWARDS_MOST ? calloc(1, sizeof *f) : NULL;
    uint64_t number = ++t->next_forward;
    if (!f || !map_put(&t->forwards, number, f)) {
        free(f);
        return 0;
    }
    *f = (town_forward){.request = q->id, .since_ms = h->now_ms, .to = to};
    letter l = {.word = LETTER_REQUEST,
                .number = number,
                .ip = q->ip,
                .value = (q->same_origin ? REQUEST_SAME_ORIGIN : 0) |
                         (q->is_operator ? REQUEST_OPERATOR : 0)};
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
        hub_fail(h, q, 503, NULL, "The server is busy. Please try again.");
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

// --- What is lost ------------------------------------------------------------

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
