// SPDX-License-Identifier: MIT
// Which request is answered by what.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/hub_impl.h"
#include "server/json_in.h"

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
    {"GET", "/api/games", hub_get_games, NEED_NONE},
    {"GET", "/api/games/*/rules", hub_get_rules, NEED_QUERY},
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
        return q->is_operator ? NULL : "This is done on the server itself, with tessera admin.";
    }
    const session *s = q->token ? hub_session(h, q->token) : NULL;
    if (!s || !s->scope) {
        return NULL;
    }
    if (s->scope == TOKEN_WATCH && strcmp(q->method, "GET") != 0) {
        return "This token is read-only.";
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strncmp(q->path, own[i], strlen(own[i])) == 0) {
            return "This cannot be done with a token.";
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
            hub_fail(h, q, 503, NULL, "The server is busy. Please try again.");
        }
        return;
    }
    hub_fail(h, q, path_known ? 405 : 404, NULL,
             path_known ? "This address does not support that method."
                        : "There is nothing at this address.");
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
