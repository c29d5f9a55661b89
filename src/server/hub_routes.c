// SPDX-License-Identifier: MIT
// Which request is answered by what, and the answers about games.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/hub_impl.h"
#include "server/json_in.h"

// --- Replies -----------------------------------------------------------------

void hub_answer_id(hub *h, uint64_t request, int status, uint64_t seq, const char *token) {
    bytes *b = h->out.failed ? NULL : bytes_new(buffer_text(&h->out), h->out.size);
    hub_post(h, OUT_REPLY, seq, request, status, b, token);
    bytes_drop(b);
}

void hub_answer(hub *h, const hub_request *q, int status, uint64_t seq, const char *token) {
    hub_answer_id(h, q->id, status, seq, token);
}

void hub_fail_after(hub *h, uint64_t request, uint64_t seq, int status, const char *field,
                    const char *why) {
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"error\":");
    wire_string(&h->out, why);
    if (field) {
        buffer_add_text(&h->out, ",\"field\":");
        wire_string(&h->out, field);
    }
    buffer_add_text(&h->out, "}");
    hub_answer_id(h, request, status, seq, NULL);
}

void hub_fail_id(hub *h, uint64_t request, int status, const char *field, const char *why) {
    hub_fail_after(h, request, 0, status, field, why);
}

void hub_fail(hub *h, const hub_request *q, int status, const char *field, const char *why) {
    hub_fail_id(h, q->id, status, field, why);
}

// --- Games -------------------------------------------------------------------

static const char *const level_words[] = {"beginner", "easy",   "casual", "fair",
                                          "good",     "strong", "expert", "best"};
enum { LEVELS = 8 };

// Bots that may be chosen: the levels, and agents made for this very game.
static const tsr_agent_type *own_agent(const hub *h, const tsr_game *g, int *at) {
    while (*at < tsr_registry_agent_count(h->config.registry)) {
        const tsr_agent_type *t = tsr_registry_agent_at(h->config.registry, (*at)++);
        if (t->game && strcmp(t->game, g->name) == 0) {
            return t;
        }
    }
    return NULL;
}

int hub_is_bot(const hub *h, const tsr_game *g, const char *spec, char *name, size_t cap) {
    int n = 0, used = 0, at = 0;
    const tsr_agent_type *t;
    if (sscanf(spec, "level:n=%d%n", &n, &used) == 1 && !spec[used] && n >= 1 && n <= LEVELS &&
        used == 9) {
        (void)snprintf(name, cap, "Bot %d", n);
        return 1;
    }
    while ((t = own_agent(h, g, &at)) != NULL) {
        if (strcmp(t->name, spec) == 0) {
            (void)snprintf(name, cap, "Bot %s", t->name);
            return 1;
        }
    }
    return 0;
}

// Those that play every game.
static void add_levels(buffer *b) {
    for (int i = 1; i <= LEVELS; i++) {
        buffer_addf(b, "%s{\"spec\":\"level:n=%d\",\"label\":\"Level %d, %s\"}", i > 1 ? "," : "",
                    i, i, level_words[i - 1]);
    }
}

// Those that play this one.
static void add_bots(const hub *h, buffer *b, const tsr_game *g) {
    int at = 0, n = 0;
    const tsr_agent_type *t;
    buffer_add_text(b, ",\"bots\":[");
    while ((t = own_agent(h, g, &at)) != NULL) {
        buffer_addf(b, "%s{\"spec\":\"%s\",\"label\":\"%s\"}", n++ ? "," : "", t->name, t->name);
    }
    buffer_add_text(b, "]");
}

static void add_game(const hub *h, buffer *b, const tsr_game *g) {
    wire_open_game(b, g);
    add_bots(h, b, g);
    buffer_add_text(b, "}");
}

static void get_games(hub *h, const hub_request *q, const char *arg) {
    (void)arg;
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"levels\":[");
    add_levels(&h->out);
    buffer_add_text(&h->out, "],\"games\":[");
    for (int i = 0; i < tsr_registry_game_count(h->config.registry); i++) {
        buffer_add_text(&h->out, i ? "," : "");
        add_game(h, &h->out, tsr_registry_game_at(h->config.registry, i));
    }
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, 0, NULL);
}

static void add_words(const hub *h, buffer *b, const tsr_rules *r) {
    buffer_add_text(b, ",\"words\":{");
    if (h->config.words) {
        h->config.words(r, b);
    }
    buffer_add_text(b, "}");
}

// The rules a match is played by if the query names one of this game, else those of the
// game as it is offered. Taken: rules_cache_drop.
static rules_entry *rules_asked_for(hub *h, const hub_request *q, const tsr_game *g) {
    char id[32];
    const room *r =
        hub_query(q->query, "match", id, sizeof id) ? hub_room(h, ident_read(id)) : NULL;
    if (r && strcmp(r->entry->rules->g.name, g->name) == 0) {
        return rules_cache_hold(&h->rules, r->entry);
    }
    tsr_setup setup;
    tsr_setup_init(&setup, g);
    return rules_cache_take(&h->rules, &setup, NULL);
}

static void get_rules(hub *h, const hub_request *q, const char *name) {
    buffer text;
    const tsr_game *g = tsr_registry_game(h->config.registry, name, NULL);
    if (!g) {
        hub_fail(h, q, 404, NULL, "There is no such game.");
        return;
    }
    rules_entry *e = rules_asked_for(h, q, g);
    buffer_init(&text, NULL);
    if (e && h->config.leaflet) {
        h->config.leaflet(e->rules, &text);
    } else {
        buffer_add_text(&text, g->rules ? g->rules : "This game has no leaflet.");
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"text\":");
    wire_string(&h->out, buffer_text(&text));
    if (e) {
        add_words(h, &h->out, e->rules);
    }
    rules_cache_drop(&h->rules, e);
    buffer_add_text(&h->out, "}");
    buffer_deinit(&text);
    hub_answer(h, q, 200, 0, NULL);
}

// --- Routes ------------------------------------------------------------------

// Which match must be in memory before a route is asked.
typedef enum need {
    NEED_NONE,
    NEED_ROOM,    // that of the path
    NEED_REMATCH, // that one, and the one that followed it
    NEED_QUERY,   // that of the query, if there is one
    NEED_BODY     // that of the operator's order, if there is one
} need;

// `*` in a pattern is one part of the path, given to the route as its argument.
static const struct {
    const char *method, *pattern;
    hub_route *route;
    need need; // of a match
} routes[] = {
    {"GET", "/api/me", hub_get_me, NEED_NONE},
    {"POST", "/api/register", hub_post_register, NEED_NONE},
    {"POST", "/api/login", hub_post_login, NEED_NONE},
    {"POST", "/api/reset", hub_post_reset, NEED_NONE},
    {"GET", "/api/turns", hub_get_turns, NEED_NONE},
    {"POST", "/api/matches/*/turn", hub_post_turn, NEED_ROOM},
    {"POST", "/admin/*", hub_admin, NEED_BODY},
    {"POST", "/api/logout", hub_post_logout, NEED_NONE},
    {"POST", "/api/password", hub_post_password, NEED_NONE},
    {"POST", "/api/delete-account", hub_post_delete, NEED_NONE},
    {"GET", "/api/sessions", hub_get_sessions, NEED_NONE},
    {"POST", "/api/sessions/end", hub_post_end_session, NEED_NONE},
    {"POST", "/api/mail", hub_post_mail, NEED_NONE},
    {"POST", "/api/mail/confirm", hub_post_mail_confirm, NEED_NONE},
    {"POST", "/api/forgot", hub_post_forgot, NEED_NONE},
    {"GET", "/api/notices", hub_get_notices, NEED_NONE},
    {"POST", "/api/notices", hub_post_notices, NEED_NONE},
    {"POST", "/api/push", hub_post_push, NEED_NONE},
    {"POST", "/api/vacation", hub_post_vacation, NEED_NONE},
    {"GET", "/api/moderation", hub_get_desk, NEED_NONE},
    {"GET", "/api/moderation/*", hub_get_file, NEED_NONE},
    {"POST", "/api/moderation/*", hub_post_moderation, NEED_BODY},
    {"POST", "/api/block", hub_post_block, NEED_NONE},
    {"POST", "/api/report", hub_post_report, NEED_NONE},
    {"GET", "/api/users/*", hub_get_user, NEED_NONE},
    {"GET", "/api/games", get_games, NEED_NONE},
    {"GET", "/api/games/*/rules", get_rules, NEED_QUERY},
    {"GET", "/api/games/*/ranking", hub_get_ranking, NEED_NONE},
    {"POST", "/api/games/*/check", hub_post_check, NEED_NONE},
    {"GET", "/api/lobby", hub_get_lobby, NEED_NONE},
    {"GET", "/api/history", hub_get_history, NEED_NONE},
    {"GET", "/api/events", hub_get_events, NEED_NONE},
    {"POST", "/api/events", hub_post_event, NEED_NONE},
    {"GET", "/api/events/*", hub_get_event, NEED_NONE},
    {"POST", "/api/events/*/join", hub_post_event_join, NEED_NONE},
    {"POST", "/api/events/*/leave", hub_post_event_leave, NEED_NONE},
    {"POST", "/api/events/*/start", hub_post_event_start, NEED_NONE},
    {"POST", "/api/events/*/end", hub_post_event_end, NEED_NONE},
    {"POST", "/api/events/*/challenge", hub_post_event_challenge, NEED_NONE},
    {"GET", "/api/teams", hub_get_teams, NEED_NONE},
    {"POST", "/api/teams", hub_post_team, NEED_NONE},
    {"GET", "/api/teams/*", hub_get_team, NEED_NONE},
    {"POST", "/api/teams/*/join", hub_post_team_join, NEED_NONE},
    {"POST", "/api/teams/*/leave", hub_post_team_leave, NEED_NONE},
    {"POST", "/api/matches", hub_post_match, NEED_NONE},
    {"POST", "/api/records", hub_post_record, NEED_NONE},
    {"GET", "/api/published", hub_get_published, NEED_NONE},
    {"POST", "/api/published", hub_post_published, NEED_NONE},
    {"POST", "/api/published/*/remove", hub_post_unpublish, NEED_NONE},
    {"GET", "/api/matches/*", hub_get_match, NEED_NONE},
    {"POST", "/api/matches/*/join", hub_post_join, NEED_ROOM},
    {"POST", "/api/matches/*/rematch", hub_post_rematch, NEED_REMATCH},
    {"POST", "/api/matches/*/fork", hub_post_fork, NEED_ROOM},
    {"GET", "/api/matches/*/record", hub_get_record, NEED_NONE},
    {"GET", "/api/matches/*/course", hub_get_course, NEED_NONE},
    {"GET", "/api/matches/*/file", hub_get_file_of, NEED_NONE},
    {"GET", "/ws", hub_get_socket, NEED_QUERY},
};

static int fits(const char *pattern, const char *path, char *arg, size_t cap) {
    while (*pattern && *pattern == *path && *pattern != '*') {
        pattern++;
        path++;
    }
    if (*pattern != '*') {
        return !*pattern && !*path;
    }
    size_t n = strcspn(path, "/");
    if (n == 0 || n >= cap) {
        return 0;
    }
    memcpy(arg, path, n);
    arg[n] = '\0';
    return strcmp(pattern + 1, path + n) == 0;
}

static int is_limited(hub *h, const hub_request *q) {
    hub_ip *p = hub_ip_of(h, q->ip);
    return !h->config.no_limits && (!p || !bucket_take(&p->requests, 600, 60000, h->now_ms));
}

// The match that must be read before the request can be answered; 0 = none. Nothing is
// waited for twice: what is not there after the first time is not there.
static uint64_t missing(hub *h, const hub_request *q, need what, const char *arg, int tries) {
    char text[32] = "";
    if (what == NEED_BODY) {
        uint64_t match = hub_admin_match(q);
        return match && !hub_room(h, match) && tries == 0 ? match : 0;
    }
    if (what == NEED_NONE || (what == NEED_QUERY && !hub_query(q->query, "match", text, 32))) {
        return 0;
    }
    uint64_t id = ident_read(what == NEED_QUERY ? text : arg);
    const room *r = hub_room(h, id);
    if (!r) {
        return tries == 0 ? id : 0;
    }
    return what == NEED_REMATCH && r->rematch && !hub_room(h, r->rematch) && tries < 2 ? r->rematch
                                                                                       : 0;
}

// The operator's orders come by another door, and a program's word opens not everything.
static const char *refusal(hub *h, const hub_request *q) {
    static const char *const own[] = {
        "/api/register",   "/api/login",   "/api/logout",   "/api/password", "/api/delete-account",
        "/api/sessions",   "/api/mail",    "/api/notices",  "/api/push",     "/api/vacation",
        "/api/moderation", "/api/records", "/api/published"};
    if (strncmp(q->path, "/admin/", 7) == 0) {
        return q->is_operator ? NULL : "Orders are given on the server itself: tessera admin.";
    }
    const session *s = q->token ? hub_session(h, q->token) : NULL;
    if (!s || !s->scope) {
        return NULL;
    }
    if (s->scope == TOKEN_WATCH && strcmp(q->method, "GET") != 0) {
        return "This token may only look.";
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strncmp(q->path, own[i], strlen(own[i])) == 0) {
            return "A program's token cannot do this.";
        }
    }
    return NULL;
}

void hub_dispatch(hub *h, const hub_request *q, int tries) {
    char arg[128] = "";
    int path_known = 0;
    const session *s = h->config.annex && q->token ? hub_session(h, q->token) : NULL;
    if (h->config.annex && !(s && s->scope) &&
        hub_passed_on(h, q)) { // programs play games of the server's
        return;
    }
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!fits(routes[i].pattern, q->path, arg, sizeof arg)) {
            continue;
        }
        path_known = 1;
        if (strcmp(routes[i].method, q->method) != 0) {
            continue;
        }
        const char *why = refusal(h, q);
        if (why) {
            hub_fail(h, q, 403, NULL, why);
            return;
        }
        uint64_t id = missing(h, q, routes[i].need, arg, tries);
        if (!id) {
            routes[i].route(h, q, arg);
        } else if (!hub_wait_request(h, q, id, tries)) {
            hub_fail(h, q, 503, NULL, "The server has much to read now. Please try again.");
        }
        return;
    }
    hub_fail(h, q, path_known ? 405 : 404, NULL,
             path_known ? "That cannot be done here." : "There is nothing at this address.");
}

void hub_request_in(hub *h, const hub_request *q, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    h->requests++;
    int safe = strcmp(q->method, "GET") == 0;
    if (!q->is_operator && is_limited(h, q)) {
        h->limited++;
        hub_fail(h, q, 429, NULL, "Too many requests. Please wait a moment.");
    } else if (!safe && !q->same_origin) {
        hub_fail(h, q, 403, NULL, "This request did not come from the server's own page.");
    } else if (!hub_forward_request(h, q) && !hub_wait_session(h, q)) {
        hub_dispatch(h, q, 0);
    }
}
