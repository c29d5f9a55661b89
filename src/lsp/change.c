// SPDX-License-Identifier: MIT
// Following the changes of a text; see change.h.
#include "lsp/change.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/frame.h"
#include "lsp/place.h"

enum { WORK_MOST = 1 << 28 }; // bytes looked at for one message: each change goes through the text

// `text` with `put` in place of the bytes from `from` to `to`.
static char *spliced(const char *text, size_t from, size_t to, const char *put) {
    size_t size = strlen(text), more = strlen(put), left = size - (to - from);
    if (left + more > FRAME_BODY) {
        return NULL;
    }
    char *out = malloc(left + more + 1);
    if (out) {
        memcpy(out, text, from);
        memcpy(out + from, put, more);
        memcpy(out + from + more, text + to, size - to + 1);
    }
    return out;
}

static char *changed_once(const char *text, const json_t *change, int utf16) {
    const char *put = json_string_value(json_object_get(change, "text"));
    const json_t *range = json_object_get(change, "range");
    place a, b;
    if (!put) {
        return NULL;
    }
    if (!range) {
        return spliced(text, 0, strlen(text), put);
    }
    if (!place_read(json_object_get(range, "start"), &a) ||
        !place_read(json_object_get(range, "end"), &b)) {
        return NULL;
    }
    size_t from = place_offset(text, a, utf16), to = place_offset(text, b, utf16);
    return from <= to ? spliced(text, from, to, put) : NULL;
}

char *change_text(const char *text, const json_t *changes, int utf16) {
    char *now = strdup(text);
    size_t work = 0;
    for (size_t i = 0; now && i < json_array_size(changes); i++) {
        work += strlen(now);
        char *next = work > WORK_MOST ? NULL : changed_once(now, json_array_get(changes, i), utf16);
        free(now);
        now = next;
    }
    return now;
}
