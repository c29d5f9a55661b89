// SPDX-License-Identifier: MIT
// Published games: answers that do not come from their processes.
#include "server/annex_impl.h"

#include "room/wire_json.h"

void annex_reply(annexes *a, uint64_t request, int status, const buffer *text) {
    bytes *body = text->failed ? NULL : bytes_new(buffer_text(text), text->size);
    const hub_reply r = {
        .id = request, .status = body ? status : 503, .type = "application/json", .body = body};
    a->config.reply(a->config.self, &r);
    bytes_drop(body);
}

void annex_answer(annexes *a, uint64_t request, int status, const char *words) {
    buffer b;
    buffer_init(&b, NULL);
    buffer_add_text(&b, "{\"error\":");
    wire_string(&b, words);
    buffer_add_text(&b, "}");
    annex_reply(a, request, status, &b);
    buffer_deinit(&b);
}

// Takes all keys out of a map and hands them on.
static void each_gone(annexes *a, map *m, const char *why,
                      void (*tell)(annexes *, uint64_t, const char *)) {
    map all = *m;
    size_t i = 0;
    const map_slot *s;
    *m = (map){0};
    while ((s = map_next(&all, &i)) != NULL) {
        tell(a, s->key, why);
    }
    map_deinit(&all);
}

static void tell_request(annexes *a, uint64_t request, const char *why) {
    annex_answer(a, request, 503, why);
}

static void tell_socket(annexes *a, uint64_t conn, const char *why) {
    (void)why;
    a->config.close(a->config.self, conn, 1012, "restart");
}

void annex_failed(annexes *a, annex *x, const char *why) {
    uint64_t publishing = x->publishing;
    each_gone(a, &x->requests, why, tell_request);
    each_gone(a, &x->conns, why, tell_socket);
    if (publishing) { // it was never there
        annex_remove(a, x);
        annex_answer(a, publishing, 400, why);
    }
}
