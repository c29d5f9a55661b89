// SPDX-License-Identifier: MIT
// Published games: which requests and sockets go to their own place (annex.h), and with whose name.
//
// A published game is called by-NNxxxxxx. Its place gives its matches numbers that begin with z and the
// game's own number, so a match's number alone says where it is; this hub gives nobody such a number,
// and those it gave before there were published games are looked for here first.
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

enum { GAME_NAME = 16, HOUR_MS = 3600000 };

// --- Numbers -----------------------------------------------------------------

// The published game that a match belongs to; -1 = it is one of our own, or none.
static int game_of_match(hub *h, uint64_t match) {
    int game = hub_published_of(match);
    if (game < 0 || !h->config.annex->has(h->config.annex_self, game)) {
        return -1;
    }
    return hub_room(h, match) || store_read_has_match(h->reader, match) ? -1 : game;
}

// --- Requests ----------------------------------------------------------------

// The part of a path up to the next slash; what follows it.
static const char *part(const char *path, char *out, size_t cap) {
    size_t n = strcspn(path, "/");
    (void)snprintf(out, cap, "%.*s", (int)n, path);
    return path + n;
}

static int game_named(const hub *h, const char *name) {
    return strncmp(name, "by-", 3) == 0 ? h->config.annex->find(h->config.annex_self, name) : -1;
}

static int game_of_wish(const hub *h, const hub_request *q) {
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "game");
    int game = name ? game_named(h, name) : -1;
    json_decref(body);
    return game;
}

// Which published game a request is for, -1 = for none; the path it is asked by there.
static int game_asked(hub *h, const hub_request *q, const char **path) {
    static const char games[] = "/api/games/", matches[] = "/api/matches",
                      published[] = "/api/published/";
    char word[40];
    *path = q->path;
    if (strncmp(q->path, games, sizeof games - 1) == 0) {
        (void)part(q->path + sizeof games - 1, word, sizeof word);
        return game_named(h, word);
    }
    if (strncmp(q->path, published, sizeof published - 1) == 0) {
        const char *rest = part(q->path + sizeof published - 1, word, sizeof word);
        *path = strcmp(rest, "/history") == 0 ? "/api/history" : "/api/games";
        return !*rest || strcmp(rest, "/history") == 0 ? game_named(h, word) : -1;
    }
    if (strcmp(q->path, matches) == 0 && strcmp(q->method, "POST") == 0) {
        return game_of_wish(h, q);
    }
    if (strncmp(q->path, matches, sizeof matches - 1) == 0 && q->path[sizeof matches - 1] == '/') {
        (void)part(q->path + sizeof matches, word, sizeof word);
        return game_of_match(h, ident_read(word));
    }
    return strcmp(q->path, "/ws") == 0 && hub_query(q->query, "match", word, sizeof word)
               ? game_of_match(h, ident_read(word))
               : -1;
}

int hub_is_published(hub *h, const hub_request *q) {
    const char *path;
    return game_asked(h, q, &path) >= 0;
}

int hub_is_published_match(hub *h, uint64_t match) {
    return game_of_match(h, match) >= 0;
}

static int has_sockets_enough(hub *h, const hub_request *q) {
    const hub_ip *p = hub_ip_of(h, q->ip);
    return strcmp(q->path, "/ws") == 0 &&
           (!p || (!h->config.no_limits && p->sockets >= LIMIT_SOCKETS_PER_IP));
}

int hub_passed_on(hub *h, const hub_request *q) {
    const char *path;
    int game = h->config.annex ? game_asked(h, q, &path) : -1;
    if (game < 0) {
        return 0;
    }
    char token[TOKEN_BYTES];
    const session *s = hub_session_or_guest(h, q, token);
    if (!s || has_sockets_enough(h, q)) {
        h->limited++;
        hub_fail(h, q, s ? 429 : 503, NULL,
                 s ? "Too many connections are open from your address."
                   : "The server has too many visitors. Please try again later.");
        return 1;
    }
    hub_request there = *q;
    there.path = path;
    const hub_person who = {s->user, s->name, token};
    h->config.annex->ask(h->config.annex_self, game, &there, &who);
    return 1;
}

// --- Sockets -----------------------------------------------------------------

int hub_connect_on(hub *h, hub_conn *c, const char *query, const session *s) {
    char id[32];
    int game = h->config.annex && hub_query(query, "match", id, sizeof id)
                   ? game_of_match(h, ident_read(id))
                   : -1;
    if (game < 0) {
        return 0;
    }
    const hub_person who = {s ? s->user : 0, s ? s->name : "", ""};
    c->annex = game + 1;
    h->config.annex->connect(h->config.annex_self, game, c->id, query, c->ip, &who);
    return 1;
}

void hub_say_on(hub *h, const hub_conn *c, const char *text, size_t size) {
    if (c->scope != TOKEN_WATCH) {
        h->config.annex->say(h->config.annex_self, c->annex - 1, c->id, text, size);
    }
}

void hub_leave_on(hub *h, const hub_conn *c) {
    h->config.annex->gone(h->config.annex_self, c->annex - 1, c->id);
}

// --- Publishing --------------------------------------------------------------

void hub_get_published(hub *h, const hub_request *q, const char *arg) {
    const session *s = hub_session(h, q->token);
    (void)arg;
    if (!h->config.annex) {
        hub_fail(h, q, 404, NULL, "This server publishes no games.");
        return;
    }
    buffer_clear(&h->out);
    h->config.annex->list(h->config.annex_self, s ? s->user : 0, &h->out);
    hub_answer(h, q, 200, 0, NULL);
}

static int may_publish(hub *h, const hub_request *q, const session *s, problem *p) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    if (!h->config.annex) {
        hub_complain(p, 404, NULL, "This server publishes no games.");
    } else if (!s || !s->account) {
        hub_complain(p, 401, NULL, "Please sign in first: publishing a game requires an account.");
    } else if (!h->config.no_limits &&
               (!ip || !bucket_take(&ip->published, LIMIT_PUBLISHED, HOUR_MS, h->now_ms))) {
        h->limited++;
        hub_complain(p, 429, NULL,
                     "Too many games were published from your address. Please wait a while.");
    }
    return !p->status;
}

void hub_post_published(hub *h, const hub_request *q, const char *arg) {
    problem p = {0};
    const session *s = hub_session(h, q->token);
    json_t *body = json_in_object(q->body, q->body_size);
    const char *rules = json_in_text(body, "rules");
    (void)arg;
    if (!rules || !*rules) {
        hub_complain(&p, 400, "rules", "The rules must be sent as text.");
    } else if (strlen(rules) > LIMIT_FILE) {
        hub_complain(&p, 413, "rules", "The rules are longer than 48 KB.");
    } else if (may_publish(h, q, s, &p)) {
        const hub_person who = {s->user, s->name, ""};
        h->config.annex->publish(h->config.annex_self, q, &who, rules, json_in_true(body, "open"));
    }
    if (p.status) {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

void hub_post_unpublish(hub *h, const hub_request *q, const char *name) {
    const session *s = hub_session(h, q->token);
    int game = h->config.annex ? game_named(h, name) : -1;
    if (game < 0 || !s || !s->account) {
        hub_fail(h, q, game < 0 ? 404 : 401, NULL,
                 game < 0 ? "There is no such game." : "Please sign in first.");
    } else {
        h->config.annex->remove(h->config.annex_self, q, s->user, game);
    }
}
