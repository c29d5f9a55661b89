// SPDX-License-Identifier: MIT
#include "server/json_in.h"

#include "server/limits.h"

// How deep brackets are nested; quotes are skipped. Wrong text may be counted
// wrongly, but never too low: the parser sees the same brackets.
static int depth_of(const char *bytes, size_t size) {
    int depth = 0, deepest = 0, quoted = 0;
    for (size_t i = 0; i < size; i++) {
        char c = bytes[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = 1;
        } else if (c == '{' || c == '[') {
            depth++;
            deepest = depth > deepest ? depth : deepest;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return deepest;
}

json_t *json_in_object(const char *bytes, size_t size) {
    if (size == 0 || size > LIMIT_BODY || depth_of(bytes, size) > LIMIT_JSON_DEPTH) {
        return NULL;
    }
    json_t *j = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
    if (j && !json_is_object(j)) {
        json_decref(j);
        return NULL;
    }
    return j;
}

const char *json_in_text(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

int64_t json_in_int(const json_t *object, const char *name, int64_t min, int64_t max,
                    int64_t otherwise) {
    const json_t *v = json_object_get(object, name);
    int64_t n = json_is_integer(v) ? (int64_t)json_integer_value(v) : otherwise;
    return json_is_integer(v) && n >= min && n <= max ? n : otherwise;
}

int json_in_true(const json_t *object, const char *name) {
    return json_is_true(json_object_get(object, name));
}

int json_in_letters(const char *text) {
    int n = 0;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7f) {
            return -1;
        }
        n += (c & 0xc0) != 0x80;
    }
    return n;
}
