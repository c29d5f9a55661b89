// SPDX-License-Identifier: MIT
// Moderators: accounts that the operator has made one (tessera admin moderator). They see what is
// reported, note what they know about somebody, mute and ban; every order is in the audit.
#include <stdio.h>
#include <string.h>

#include "server/hub_impl.h"

static const session *moderator_of(hub *h, const hub_request *q, store_user *u) {
    const session *s = hub_session(h, q->token);
    if (!s || !s->account || s->scope || !store_read_user(h->reader, s->user, u) || !u->moderator) {
        hub_fail(h, q, 403, NULL, "This is for moderators.");
        return NULL;
    }
    return s;
}

static void ask(hub *h, const hub_request *q, const char *name) {
    hub_ask *a = strlen(name) < NAME_BYTES ? hub_ask_new(ASK_DESK) : NULL;
    if (a) {
        a->request = q->id;
        (void)snprintf(a->name, sizeof a->name, "%s", name);
    }
    if (!hub_put_ask(h, a, q->ip)) {
        hub_fail(h, q, 503, NULL, "The server is busy. Please try again.");
    }
}

void hub_get_desk(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    (void)arg;
    if (moderator_of(h, q, &u)) {
        ask(h, q, "");
    }
}

void hub_get_file(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    if (moderator_of(h, q, &u)) {
        ask(h, q, arg);
    }
}

void hub_post_moderation(hub *h, const hub_request *q, const char *arg) {
    static const char *const allowed[] = {"settle", "mute", "unmute", "ban",
                                          "unban",  "note", "close"};
    store_user u;
    const session *s = moderator_of(h, q, &u);
    for (size_t i = 0; s && i < sizeof allowed / sizeof *allowed; i++) {
        if (strcmp(arg, allowed[i]) == 0) {
            hub_order(h, q, arg, s->name);
            return;
        }
    }
    if (s) {
        hub_fail(h, q, 404, NULL, "There is no such command.");
    }
}

int hub_may_speak(void *self, uint64_t user) {
    const hub *h = self;
    store_user u;
    return !store_read_user(h->reader, user, &u) || u.muted <= h->wall_s;
}
