// SPDX-License-Identifier: MIT
// Reading frames; see frame.h.
#include "lsp/frame.h"

#include <string.h>
#include <strings.h>

#include <tessera/alloc.h>

void frame_init(frame *f) {
    memset(f, 0, sizeof *f);
    buffer_init(&f->in, NULL);
}

void frame_deinit(frame *f) {
    buffer_deinit(&f->in);
}

// Drops what was handed out and what is passed over.
static void forget(frame *f) {
    size_t gone = f->used;
    size_t left = f->in.size - gone;
    size_t passed = f->skip < left ? (size_t)f->skip : left;
    f->skip -= passed;
    gone += passed;
    if (gone) {
        memmove(f->in.bytes, f->in.bytes + gone, f->in.size - gone);
        f->in.size -= gone;
    }
    f->used = 0;
}

void frame_add(frame *f, const char *bytes, size_t size) {
    forget(f);
    size_t passed = f->skip < size ? (size_t)f->skip : size;
    f->skip -= passed;
    buffer_add(&f->in, bytes + passed, size - passed);
    f->broken |= f->in.failed;
}

// The number that a field's value is; -1 if it is none, or absurd.
static int64_t number_of(const char *at, const char *end) {
    int64_t n = 0;
    int digits = 0;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    for (; at < end && *at >= '0' && *at <= '9' && digits < 12; at++, digits++) {
        n = n * 10 + (*at - '0');
    }
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return digits && at == end ? n : -1;
}

static const char *find_crlf(const char *at, const char *end) {
    for (; end - at >= 2; at++) {
        if (at[0] == '\r' && at[1] == '\n') {
            return at;
        }
    }
    return NULL;
}

// The length that a head tells, lines from `at` to `end`; -1 if it does not, or twice.
static int64_t length_in(const char *at, const char *end) {
    static const char name[] = "content-length:";
    int64_t length = -1;
    while (at < end) {
        const char *line_end = find_crlf(at, end);
        size_t n = sizeof name - 1;
        if ((size_t)(line_end - at) >= n && strncasecmp(at, name, n) == 0) {
            if (length >= 0) {
                return -1;
            }
            length = number_of(at + n, line_end);
            if (length < 0) {
                return -1;
            }
        }
        at = line_end + 2;
    }
    return length;
}

// Where the head ends, behind its empty line; NULL if it has not come yet.
static const char *head_end(const char *at, const char *end) {
    const char *line = at;
    for (const char *cr; (cr = find_crlf(line, end)) != NULL; line = cr + 2) {
        if (cr == line) {
            return cr + 2;
        }
    }
    return NULL;
}

frame_got frame_take(frame *f, const char **body, size_t *size) {
    forget(f);
    const char *start = buffer_text(&f->in), *end = start + f->in.size;
    size_t look = f->in.size < FRAME_HEAD ? f->in.size : FRAME_HEAD;
    const char *rest = f->broken ? NULL : head_end(start, start + look);
    if (!rest) {
        f->broken |= f->in.size >= FRAME_HEAD;
        return f->broken ? FRAME_BROKEN : FRAME_NOTHING;
    }
    int64_t length = length_in(start, rest - 2);
    if (length < 0) {
        f->broken = 1;
        return FRAME_BROKEN;
    }
    if (length > FRAME_BODY) {
        f->used = (size_t)(rest - start);
        f->skip = (uint64_t)length;
        return FRAME_TOO_LONG;
    }
    if (end - rest < length) {
        return FRAME_NOTHING;
    }
    *body = rest;
    *size = (size_t)length;
    f->used = (size_t)(rest - start) + (size_t)length;
    return FRAME_MESSAGE;
}
