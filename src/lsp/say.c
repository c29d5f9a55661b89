// SPDX-License-Identifier: MIT
// What is said to an editor: answers, refusals, notes and messages, each a whole frame.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp.h"

// Takes `message`; NULL (no memory to make it) says nothing.
static void send(lsp *l, json_t *message) {
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    buffer out;
    buffer_init(&out, NULL);
    if (text) {
        buffer_addf(&out, "Content-Length: %zu\r\n\r\n", strlen(text));
        buffer_add_text(&out, text);
    }
    if (text && !out.failed) {
        l->say(l->self, buffer_text(&out), out.size);
    }
    buffer_deinit(&out);
    free(text);
    json_decref(message);
}

void lsp_notify(lsp *l, const char *method, json_t *params) {
    send(l, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void lsp_message(lsp *l, int kind, const char *text) {
    lsp_notify(l, "window/showMessage", json_pack("{s:i, s:s}", "type", kind, "message", text));
}

// `id` NULL: the request could not be read.
void lsp_refuse(lsp *l, json_t *id, int code, const char *why) {
    json_t *asker = id ? json_incref(id) : json_null();
    send(l, json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", asker, "error", "code",
                      code, "message", why));
}

void lsp_reply(lsp *l, json_t *id, json_t *result) {
    send(l, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void lsp_forget_wish(lsp *l) {
    json_decref(l->wish.id);
    free(l->wish.uri);
    memset(&l->wish, 0, sizeof l->wish);
}

void lsp_grant_wish(lsp *l, json_t *result) {
    lsp_reply(l, l->wish.id, result);
    lsp_forget_wish(l);
}

void lsp_drop_wish(lsp *l, int code, const char *why) {
    lsp_refuse(l, l->wish.id, code, why);
    lsp_forget_wish(l);
}
