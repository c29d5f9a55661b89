// SPDX-License-Identifier: MIT
// Looking at matches and people: summaries, records, history, profiles.
#include <inttypes.h>
#include <stdlib.h>

#include "server/hub_impl.h"

void hub_get_match(hub *h, const hub_request *q, const char *arg) {
    const room *r = hub_room(h, ident_read(arg));
    if (!r) {
        hub_fail(h, q, 404, NULL, "There is no such match.");
        return;
    }
    buffer_clear(&h->out);
    room_add_summary(&h->out, r);
    hub_answer(h, q, 200, r->seq, NULL);
}

void hub_get_record(hub *h, const hub_request *q, const char *arg) {
    room *r = hub_room(h, ident_read(arg));
    uint32_t secret = TSR_HAS_HIDDEN | TSR_HAS_CHANCE;
    buffer meta;
    int state;
    int64_t updated, pieces;
    if (!r || !r->match) {
        hub_fail(h, q, 404, NULL, "There is no such match, or it has not begun.");
        return;
    }
    if (r->state != ROOM_OVER && (r->entry->rules->g.flags & secret)) {
        hub_fail(h, q, 403, NULL, "The record can be read when the match is over.");
        return;
    }
    buffer_init(&meta, NULL);
    buffer_clear(&h->out);
    if (!store_db_match(h->db, r->id, &state, &updated, &meta, &h->out, &pieces)) {
        h->out.failed = 1;
    }
    buffer_deinit(&meta);
    if (!h->out.failed && r->state != ROOM_OVER) {
        h->out.size = tsr_record_withhold_seed(h->out.bytes, h->out.size);
    }
    bytes *text = h->out.failed ? NULL : bytes_new(buffer_text(&h->out), h->out.size);
    hub_post(h, OUT_TEXT, r->seq, q->id, 200, text, NULL);
    bytes_drop(text);
}

// Summaries of a user's matches, newest first. Others (`own` is 0) are not led to private
// ones that are still being played: those are for whoever has the link.
static void add_history(hub *h, buffer *b, uint64_t user, int64_t before, int own) {
    enum { PAGE = 50 };
    uint64_t ids[PAGE];
    int64_t made[PAGE];
    const char *comma = "";
    int n = store_db_history(h->db, user, before, ids, made, PAGE);
    for (int i = 0; i < n; i++) {
        room *r = map_get(&h->rooms, ids[i]);
        room *shell = r ? NULL : hub_room_shell(h, ids[i]);
        const room *found = r ? r : shell;
        if (found && (own || found->is_public || found->state == ROOM_OVER)) {
            buffer_add_text(b, comma);
            room_add_summary(b, found);
            comma = ",";
        }
        room_free(shell);
    }
}

void hub_get_history(hub *h, const hub_request *q, const char *arg) {
    char text[24];
    const session *s = hub_session(h, q->token);
    int64_t before =
        hub_query(q->query, "before", text, sizeof text) ? strtoll(text, NULL, 10) : INT64_MAX;
    (void)arg;
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"matches\":[");
    if (s) {
        add_history(h, &h->out, s->user, before, 1);
    }
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, 0, NULL);
}

void hub_get_user(hub *h, const hub_request *q, const char *name) {
    store_user user;
    if (!store_db_user_named(h->db, name, &user)) {
        hub_fail(h, q, 404, NULL, "Nobody here has that name.");
        return;
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"name\":");
    wire_string(&h->out, user.name);
    buffer_addf(&h->out, ",\"since\":%" PRId64 ",\"ratings\":", user.since);
    hub_add_ratings(h, &h->out, user.id);
    buffer_add_text(&h->out, ",\"matches\":[");
    const session *s = hub_session(h, q->token);
    add_history(h, &h->out, user.id, INT64_MAX, s && s->user == user.id);
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, 0, NULL);
}
