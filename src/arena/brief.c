// SPDX-License-Identifier: MIT
#include "arena/brief.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// --- Writing -----------------------------------------------------------------

void brief_put(buffer *b, const char *word, const char *value) {
    if (!value) {
        return;
    }
    buffer_addf(b, "%s ", word);
    for (const char *c = value; *c; c++) {
        if (*c == '\n' || *c == '\\') {
            buffer_add_text(b, *c == '\n' ? "\\n" : "\\\\");
        } else {
            buffer_add(b, c, 1);
        }
    }
    buffer_add_text(b, "\n");
}

void brief_put_int(buffer *b, const char *word, int64_t value) {
    buffer_addf(b, "%s %" PRId64 "\n", word, value);
}

void brief_put_uint(buffer *b, const char *word, uint64_t value) {
    buffer_addf(b, "%s %" PRIu64 "\n", word, value);
}

// --- Reading -----------------------------------------------------------------

// What the next line of this word says, from `*at` on, which moves behind it; NULL: there is none.
static const char *next_of(const char **at, const char *word, size_t *size) {
    size_t n = strlen(word);
    while (**at) {
        const char *line = *at;
        size_t length = strcspn(line, "\n");
        *at = line + length + (line[length] == '\n');
        if (length > n && strncmp(line, word, n) == 0 && line[n] == ' ') {
            *size = length - n - 1;
            return line + n + 1;
        }
    }
    return NULL;
}

int brief_count(const char *text, const char *word) {
    size_t size;
    int n = 0;
    while (next_of(&text, word, &size)) {
        n++;
    }
    return n;
}

static char *unescaped(const char *from, size_t size) {
    char *out = malloc(size + 1);
    size_t n = 0;
    for (size_t i = 0; out && i < size; i++) {
        int escapes = from[i] == '\\' && i + 1 < size;
        i += (size_t)escapes;
        out[n++] = escapes && from[i] == 'n' ? '\n' : from[i];
    }
    if (out) {
        out[n] = '\0';
    }
    return out;
}

char *brief_get(const char *text, const char *word, int index) {
    size_t size = 0;
    const char *found = next_of(&text, word, &size);
    while (found && index-- > 0) {
        found = next_of(&text, word, &size);
    }
    return found ? unescaped(found, size) : NULL;
}

int brief_get_int(const char *text, const char *word, int64_t min, int64_t max, int64_t *out) {
    size_t size;
    char *end = NULL;
    const char *found = next_of(&text, word, &size);
    if (!found) {
        return 0;
    }
    errno = 0;
    int64_t value = strtoll(found, &end, 10);
    if (errno || size == 0 || end != found + size || value < min || value > max) {
        return 0;
    }
    *out = value;
    return 1;
}

int brief_get_uint(const char *text, const char *word, uint64_t *out) {
    size_t size;
    char *end = NULL;
    const char *found = next_of(&text, word, &size);
    if (!found) {
        return 0;
    }
    errno = 0;
    uint64_t value = strtoull(found, &end, 10);
    if (errno || size == 0 || found[0] == '-' || end != found + size) {
        return 0;
    }
    *out = value;
    return 1;
}

int brief_get_all(const char *text, const char *word, char ***out, int *count) {
    int n = brief_count(text, word);
    char **all = calloc((size_t)n + 1, sizeof *all);
    size_t size;
    for (int i = 0; all && i < n; i++) {
        const char *found = next_of(&text, word, &size);
        all[i] = found ? unescaped(found, size) : NULL;
        if (!all[i]) {
            brief_free_all(all);
            return 0;
        }
    }
    *out = all;
    *count = n;
    return all != NULL;
}

void brief_free_all(char **all) {
    for (char **at = all; at && *at; at++) {
        free(*at);
    }
    free(all);
}
