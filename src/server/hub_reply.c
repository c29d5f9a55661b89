// SPDX-License-Identifier: MIT
// Answers to requests: what was written into the hub's buffer, or what went wrong.
#include <stdio.h>

#include "server/hub_impl.h"

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

// --- What stands in the way --------------------------------------------------

void hub_complain(problem *p, int status, const char *field, const char *why) {
    p->status = status;
    p->field = field;
    (void)snprintf(p->why, sizeof p->why, "%s", why);
}

void hub_complain_err(problem *p, const char *field, const tsr_error *err) {
    (void)snprintf(p->why, sizeof p->why, "%.240s.", err->message);
    if (p->why[0] >= 'a' && p->why[0] <= 'z') {
        p->why[0] = (char)(p->why[0] - 'a' + 'A');
    }
    p->status = 400;
    p->field = field;
}
