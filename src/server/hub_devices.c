// SPDX-License-Identifier: MIT
// Where an account is signed in: a list, and an end to any of it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

enum { DEVICES_MOST = 50 };

// A session's name for its owner: the beginning of its hash, which is no secret.
static void name_of(const unsigned char hash[32], char out[17]) {
    for (int i = 0; i < 8; i++) {
        (void)snprintf(out + i * 2, 3, "%02x", hash[i]);
    }
}

static const session *signed_in(hub *h, const hub_request *q) {
    const session *s = hub_session(h, q->token);
    if (!s || !s->account) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
        return NULL;
    }
    return s;
}

void hub_get_sessions(hub *h, const hub_request *q, const char *arg) {
    store_session list[DEVICES_MOST];
    const session *s = signed_in(h, q);
    (void)arg;
    if (!s) {
        return;
    }
    int n = store_read_sessions(h->reader, s->user, list, DEVICES_MOST);
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"sessions\":[");
    for (int i = 0; i < n; i++) {
        char name[17];
        name_of(list[i].hash, name);
        buffer_addf(&h->out, "%s{\"id\":\"%s\",\"since\":%" PRId64 ",\"here\":%s}", i ? "," : "",
                    name, list[i].since, memcmp(list[i].hash, s->hash, 32) == 0 ? "true" : "false");
    }
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, 0, NULL);
}

// `id` is one of the list, or "others": all but this one.
void hub_post_end_session(hub *h, const hub_request *q, const char *arg) {
    store_session list[DEVICES_MOST];
    const session *s = signed_in(h, q);
    json_t *body = json_in_object(q->body, q->body_size);
    const char *id = json_in_text(body, "id");
    (void)arg;
    if (s && id) {
        store_batch *b = store_batch_new();
        int n = store_read_sessions(h->reader, s->user, list, DEVICES_MOST), ended = 0;
        for (int i = 0; i < n; i++) {
            char name[17];
            name_of(list[i].hash, name);
            int here = memcmp(list[i].hash, s->hash, 32) == 0;
            if (strcmp(id, "others") == 0 ? !here : !here && strcmp(id, name) == 0) {
                hub_end_session(h, list[i].hash, b);
                ended++;
            }
        }
        if (ended || strcmp(id, "others") == 0) {
            uint64_t seq = 0;
            if (ended) {
                seq = hub_commit(h, b);
            } else {
                store_batch_free(b);
            }
            buffer_clear(&h->out);
            buffer_addf(&h->out, "{\"ended\":%d}", ended);
            hub_answer(h, q, 200, seq, NULL);
        } else {
            store_batch_free(b);
            hub_fail(h, q, 404, "id", "There is no such session; sign out to end this one.");
        }
    } else if (s) {
        hub_fail(h, q, 400, "id", "Please name the session to end.");
    }
    json_decref(body);
}
