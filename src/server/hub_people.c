// SPDX-License-Identifier: MIT
// People about each other: blocking somebody, and telling the operator of them.
//
// Who is blocked is not paired with the one who did, cannot take a seat at their open matches,
// and their remarks do not reach them. Reports wait for the operator: tessera admin reports.
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

// The account that is meant, or 0 after the request was refused.
static uint64_t other_of(hub *h, const hub_request *q, const session *s, const json_t *body) {
    store_user other;
    const char *name = json_in_text(body, "name");
    if (!s || !s->account) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
    } else if (!name || !store_read_user_named(h->reader, name, &other)) {
        hub_fail(h, q, 404, "name", "There is no account with that name.");
    } else if (other.id == s->user) {
        hub_fail(h, q, 400, "name", "That is you.");
    } else {
        return other.id;
    }
    return 0;
}

static void done(hub *h, const hub_request *q, store_batch *b) {
    uint64_t seq = hub_commit(h, b);
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, q, seq ? 200 : 503, seq, NULL);
}

void hub_post_block(hub *h, const hub_request *q, const char *arg) {
    json_t *body = json_in_object(q->body, q->body_size);
    const session *s = hub_session(h, q->token);
    uint64_t other = other_of(h, q, s, body);
    (void)arg;
    if (other) {
        store_batch *b = store_batch_new();
        store_op *op = store_batch_add(b, STORE_BLOCK, s->user, NULL, NULL);
        op->b = other;
        op->n = !json_is_false(json_object_get(body, "on"));
        done(h, q, b);
    }
    json_decref(body);
}

void hub_post_report(hub *h, const hub_request *q, const char *arg) {
    enum { WORDS = 500, A_DAY = 20, DAY_MS = 86400000 };
    json_t *body = json_in_object(q->body, q->body_size);
    session *s = hub_session(h, q->token);
    const char *words = json_in_text(body, "words"), *match = json_in_text(body, "match");
    uint64_t other = other_of(h, q, s, body);
    int letters = words ? json_in_letters(words) : -1;
    (void)arg;
    if (other && (letters < 1 || letters > WORDS)) {
        hub_fail(h, q, 400, "words", "Please describe what happened in 1 to 500 characters.");
    } else if (other && !h->config.no_limits &&
               !bucket_take(&s->reports, A_DAY, DAY_MS, h->now_ms)) {
        hub_fail(h, q, 429, NULL, "You have sent too many reports today.");
    } else if (other) {
        store_batch *b = store_batch_new();
        store_op *op = store_batch_add(b, STORE_REPORT, s->user, words, NULL);
        const char *const pairs[] = {"by", s->name, "about", json_in_text(body, "name"), NULL};
        op->b = other;
        op->n = (int64_t)(match ? ident_read(match) : 0);
        op->at = h->wall_s;
        hub_log(h, "report", pairs);
        done(h, q, b);
    }
    json_decref(body);
}

int hub_hears(void *self, uint64_t listener, uint64_t speaker) {
    hub *h = self;
    return !listener || listener == speaker || !store_read_is_blocked(h->reader, listener, speaker);
}
