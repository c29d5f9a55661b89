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

void annex_removed(annexes *a, uint64_t request) {
    buffer b;
    if (request) {
        buffer_init(&b, NULL);
        buffer_add_text(&b, "{}");
        annex_reply(a, request, 200, &b);
        buffer_deinit(&b);
    }
}
