// SPDX-License-Identifier: MIT
// Counting lines and letters; see place.h.
#include "lsp/place.h"

#include <string.h>

static const char *line_start(const char *text, uint32_t line) {
    for (; line > 0; line--) {
        const char *end = strchr(text, '\n');
        if (!end) {
            return text + strlen(text);
        }
        text = end + 1;
    }
    return text;
}

// Bytes and UTF-16 units of the letter at `s`.
static size_t letter(const char *s, uint32_t *units) {
    unsigned char c = (unsigned char)*s;
    size_t n = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    *units = n == 4 ? 2 : 1;
    return n;
}

int place_read(const json_t *at, place *out) {
    const json_t *line = json_object_get(at, "line"), *letter = json_object_get(at, "character");
    json_int_t y = json_integer_value(line), x = json_integer_value(letter);
    if (!json_is_integer(line) || !json_is_integer(letter) || y < 0 || x < 0 || y > INT32_MAX ||
        x > INT32_MAX) {
        return 0;
    }
    *out = (place){(uint32_t)y, (uint32_t)x};
    return 1;
}

size_t place_offset(const char *text, place p, int utf16) {
    const char *at = line_start(text, p.line);
    uint32_t done = 0, units;
    while (*at && *at != '\n' && done < p.character) {
        size_t n = letter(at, &units);
        done += utf16 ? units : (uint32_t)n;
        at += n;
    }
    return (size_t)(at - text);
}

place place_of(const char *text, size_t offset, int utf16) {
    const char *end = text + offset, *start = text;
    place p = {0, 0};
    for (const char *at; (at = memchr(start, '\n', (size_t)(end - start))) != NULL;
         start = at + 1) {
        p.line++;
    }
    uint32_t units;
    for (const char *at = start; at < end;) {
        size_t n = letter(at, &units);
        p.character += utf16 ? units : (uint32_t)n;
        at += n;
    }
    return p;
}

size_t place_of_column(const char *text, uint32_t line, uint32_t column) {
    const char *at = line_start(text, line ? line - 1 : 0);
    size_t width = strcspn(at, "\n"), wanted = column ? column - 1 : 0;
    at += wanted < width ? wanted : width;
    while (at > text && ((unsigned char)*at & 0xc0) == 0x80) {
        at--; // never inside a letter
    }
    return (size_t)(at - text);
}
