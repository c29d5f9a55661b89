// SPDX-License-Identifier: MIT
// Looking at matches and people: summaries, records, history, profiles. What is in memory is
// answered at once, the rest when it has been read (hub_load.c).
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

static const char busy[] = "The server is busy. Please try again.";

static void ask(hub *h, const hub_request *q, hub_ask *a) {
    const session *s = hub_session(h, q->token);
    if (a) {
        a->request = q->id;
        a->asker = s ? s->user : 0;
    }
    if (!hub_put_ask(h, a, q->ip)) {
        hub_fail(h, q, 503, NULL, busy);
    }
}

void hub_get_match(hub *h, const hub_request *q, const char *arg) {
    const room *r = hub_room(h, ident_read(arg));
    if (r) {
        buffer_clear(&h->out);
        room_add_summary(&h->out, r);
        hub_answer(h, q, 200, r->seq, NULL);
        return;
    }
    hub_ask *a = hub_ask_new(ASK_SUMMARY);
    if (a) {
        a->match = ident_read(arg);
    }
    ask(h, q, a);
}

void hub_get_record(hub *h, const hub_request *q, const char *arg) {
    hub_ask *a = hub_ask_new(ASK_RECORD);
    if (a) {
        a->match = ident_read(arg);
    }
    ask(h, q, a);
}

void hub_get_file_of(hub *h, const hub_request *q, const char *arg) {
    hub_ask *a = hub_ask_new(ASK_FILE);
    if (a) {
        a->match = ident_read(arg);
    }
    ask(h, q, a);
}

void hub_get_course(hub *h, const hub_request *q, const char *arg) {
    hub_ask *a = hub_ask_new(ASK_COURSE);
    if (a) {
        a->match = ident_read(arg);
    }
    ask(h, q, a);
}

void hub_get_ranking(hub *h, const hub_request *q, const char *name) {
    const tsr_game *g = tsr_registry_game(h->config.registry, name, NULL);
    hub_ask *a = g ? hub_ask_new(ASK_RANKING) : NULL;
    if (!g) {
        hub_fail(h, q, 404, NULL, "There is no such game.");
        return;
    }
    if (a) {
        (void)snprintf(a->name, sizeof a->name, "%s", g->name);
    }
    ask(h, q, a);
}

void hub_get_history(hub *h, const hub_request *q, const char *arg) {
    char text[24];
    const session *s = hub_session(h, q->token);
    hub_ask *a = s ? hub_ask_new(ASK_HISTORY) : NULL;
    (void)arg;
    if (!s) {
        buffer_clear(&h->out);
        buffer_add_text(&h->out, "{\"matches\":[]}");
        hub_answer(h, q, 200, 0, NULL);
        return;
    }
    if (a) {
        a->user = s->user;
        a->before =
            hub_query(q->query, "before", text, sizeof text) ? strtoll(text, NULL, 10) : INT64_MAX;
    }
    ask(h, q, a);
}

void hub_get_user(hub *h, const hub_request *q, const char *name) {
    hub_ask *a = strlen(name) < NAME_BYTES ? hub_ask_new(ASK_PROFILE) : NULL;
    if (a) {
        memcpy(a->name, name, strlen(name) + 1);
    }
    ask(h, q, a);
}

// --- Answers -----------------------------------------------------------------

// Others (`own` is 0) are not led to private matches that are still being played, nor to those that were
// played without the server: these are for whoever has the link. What is in memory is newer than what was read.
static void add_rows(hub *h, buffer *b, const hub_ask *a, int own) {
    const char *comma = "";
    for (int i = 0; i < a->row_count; i++) {
        const ask_row *row = &a->rows[i];
        const room *r = hub_room(h, row->match);
        if (!(own || (r ? room_is_shown(r) : row->shown))) {
            continue;
        }
        buffer_add_text(b, comma);
        comma = ",";
        if (r) {
            room_add_summary(b, r);
        } else {
            buffer_add(b, buffer_text(&a->text) + row->at, row->size);
        }
    }
}

static void add_profile(hub *h, buffer *b, const hub_ask *a) {
    buffer_add_text(b, "{\"name\":");
    wire_string(b, a->person.name);
    buffer_addf(b, ",\"since\":%" PRId64 ",\"ratings\":", a->person.since);
    hub_write_ratings(b, a->ratings, a->rating_count);
    buffer_add_text(b, ",\"matches\":[");
    add_rows(h, b, a, a->asker == a->user);
    buffer_add_text(b, "]}");
}

static void send_record(hub *h, const hub_ask *a) {
    bytes *text = bytes_new(buffer_text(&a->text), a->text.size);
    const room *r = hub_room(h, a->match);
    hub_post(h, OUT_TEXT, r ? r->seq : 0, a->request, 200, text, NULL);
    bytes_drop(text);
}

static const char *missing_words(const hub_ask *a) {
    return a->kind == ASK_PROFILE  ? "There is no account with that name."
           : a->kind == ASK_DESK   ? "There is no account with that name."
           : a->kind == ASK_EVENT  ? "There is no such event."
           : a->kind == ASK_TEAMS  ? "There is no such team."
           : a->kind == ASK_FILE   ? "This match does not use a custom file."
           : a->kind == ASK_RECORD ? "There is no such match, or it has not begun."
                                   : "There is no such match.";
}

void hub_look_done(hub *h, const hub_ask *a) {
    if (a->found == ASK_NOT_THERE) {
        hub_fail_id(h, a->request, 404, NULL, missing_words(a));
    } else if (a->found == ASK_SECRET) {
        hub_fail_id(h, a->request, 403, NULL, "This is available when the match is over.");
    } else if (a->found == ASK_DAMAGED) {
        hub_fail_id(h, a->request, 500, NULL,
                    "This cannot be read: the data is damaged. The operator has been notified.");
    } else if (a->kind == ASK_RECORD || a->kind == ASK_FILE) {
        send_record(h, a);
    } else {
        buffer_clear(&h->out);
        if (a->kind == ASK_PROFILE) {
            add_profile(h, &h->out, a);
        } else if (a->kind == ASK_HISTORY) {
            buffer_add_text(&h->out, "{\"matches\":[");
            add_rows(h, &h->out, a, 1);
            buffer_add_text(&h->out, "]}");
        } else if (a->kind == ASK_EVENTS) {
            hub_add_events(h, &h->out, a);
        } else {
            buffer_add(&h->out, buffer_text(&a->text), a->text.size);
        }
        hub_answer_id(h, a->request, 200, 0, NULL);
    }
}
