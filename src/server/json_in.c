// SPDX-License-Identifier: MIT
// JSON from strangers: how deep, how long, and which letters.
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

// The character at `at` of UTF-8 that the parser has found right; *at goes behind it.
static uint32_t next_character(const unsigned char **at) {
    const unsigned char *s = *at;
    int more = *s < 0xc0 ? 0 : *s < 0xe0 ? 1 : *s < 0xf0 ? 2 : 3;
    uint32_t c = more ? *s & (0x3fu >> more) : *s;
    for (s++; more && *s; more--, s++) {
        c = c << 6 | (*s & 0x3fu);
    }
    *at = s;
    return c;
}

int json_in_visible(const char *text) {
    // Controls, blanks of all widths, what joins, hides or turns text round, private letters.
    static const struct {
        uint32_t first, last;
    } hidden[] = {{0x80, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},
                  {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
                  {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800},
                  {0x3000, 0x3000}, {0x3164, 0x3164}, {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},
                  {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        uint32_t c = next_character(&at);
        for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
            if (c >= hidden[i].first && c <= hidden[i].last) {
                return 0;
            }
        }
    }
    return 1;
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
