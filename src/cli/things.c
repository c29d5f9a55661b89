// SPDX-License-Identifier: MIT
// A reader for lists of flat objects: JSON as games write it, and whatever a plugin may
// write instead ends the list.
#include "cli/things.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 64, VALUE_MAX = 2048 };

int things_open(things *t, const tsr_rules *r) {
    int size = r->more.things(r, NULL, 0);
    *t = (things){.size = size > 0 ? (size_t)size : 0};
    t->json = malloc(t->size + 1);
    if (!t->json) {
        return 0;
    }
    t->json[0] = '\0';
    if (t->size) {
        (void)r->more.things(r, t->json, t->size + 1);
    }
    t->at = t->json;
    return 1;
}

void things_close(things *t) {
    free(t->json);
    *t = (things){0};
}

// The end of the string that begins at `p` with its quote, behind the closing one; NULL = none.
static const char *string_end(const char *p) {
    for (p++; *p && *p != '"'; p++) {
        p += *p == '\\' && p[1];
    }
    return *p ? p + 1 : NULL;
}

// Skips to the next of the characters `set` outside strings, at most to `end` (NULL = no bound).
static const char *skip_to(const char *p, const char *end, const char *set) {
    while (p && *p && p != end && !strchr(set, *p)) {
        p = *p == '"' && !strchr(set, '"') ? string_end(p) : p + 1;
    }
    return p && *p && p != end ? p : NULL;
}

int things_next(things *t, thing *out) {
    const char *begin = skip_to(t->at, NULL, "{"), *inner = begin;
    while (inner && *inner == '{') { // the innermost: others only hold lists
        begin = inner;
        inner = skip_to(inner + 1, NULL, "{}");
    }
    const char *end = inner;
    if (!end) {
        return 0;
    }
    *out = (thing){begin, end + 1};
    t->at = end + 1;
    return 1;
}

static void put(char *buf, size_t cap, size_t *n, char c) {
    if (*n + 1 < cap) {
        buf[(*n)++] = c;
    }
}

// Four hexadecimal digits; 0 if they are none.
static unsigned read_hex(const char *p) {
    unsigned value = 0;
    for (int i = 0; i < 4; i++, p++) {
        const char *digits = "0123456789abcdef", *at = *p ? strchr(digits, *p | 0x20) : NULL;
        if (!at) {
            return 0;
        }
        value = 16 * value + (unsigned)(at - digits);
    }
    return value;
}

// Undoes the escapes of the string at `p`; returns what follows it, or NULL.
static const char *read_string(const char *p, char *buf, size_t cap) {
    size_t n = 0;
    const char *end = string_end(p);
    for (p++; end && p + 1 < end; p++) {
        char c = *p;
        if (c == '\\') {
            c = *++p;
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
            if (c == 'u') { // control characters are all that is written so
                unsigned code = read_hex(p + 1);
                p += strlen(p) > 4 ? 4 : 0;
                c = code == '\n' || code == '\t' ? (char)code : ' ';
            }
        }
        put(buf, cap, &n, c);
    }
    buf[n] = '\0';
    return end;
}

// A number or a word: up to the comma or the brace. A list is passed over, and counts as nothing.
static const char *read_plain(const char *p, const char *stop, char *buf, size_t cap) {
    size_t n = 0;
    buf[0] = '\0';
    if (*p == '[') {
        return skip_to(p, stop, "]");
    }
    for (; p < stop && *p != ',' && *p != '}'; p++) {
        if (*p != ' ') {
            put(buf, cap, &n, *p);
        }
    }
    buf[n] = '\0';
    return p;
}

void thing_members(const thing *it, void (*each)(void *self, const char *key, const char *value),
                   void *self) {
    char key[KEY_MAX], value[VALUE_MAX];
    const char *p = it->begin;
    while ((p = skip_to(p, it->end, "\"")) != NULL) {
        p = read_string(p, key, sizeof key);
        p = p ? skip_to(p, it->end, ":") : NULL;
        for (p = p ? p + 1 : NULL; p && *p == ' '; p++) {
        }
        if (p) {
            p = *p == '"' ? read_string(p, value, sizeof value)
                          : read_plain(p, it->end, value, sizeof value);
        }
        if (!p) {
            return;
        }
        each(self, key, value);
    }
}

struct wanted {
    const char *key;
    char *buf;
    size_t cap;
    int found;
};

static void take_wanted(void *self, const char *key, const char *value) {
    struct wanted *w = self;
    if (!w->found && strcmp(key, w->key) == 0) {
        size_t n = strlen(value) < w->cap ? strlen(value) : w->cap - 1;
        memcpy(w->buf, value, n);
        w->buf[n] = '\0';
        w->found = 1;
    }
}

int thing_member(const thing *it, const char *key, char *buf, size_t cap) {
    struct wanted w = {key, buf, cap, 0};
    buf[0] = '\0';
    thing_members(it, take_wanted, &w);
    return w.found;
}
