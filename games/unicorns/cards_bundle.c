// SPDX-License-Identifier: MIT
// Several card files in one text: the deck that is played, then those it builds on.
//
//     deck "Winter party" from "winter.cards"
//     ...
//     file "winter.cards"
//     deck "Winter" from "base.cards"
//     ...
//
// The engine opens no files. Whoever can (the program, a server's page) asks uni_deck_wants
// which one is missing, appends it with its line, and asks again.
#include <string.h>

#include <tessera/text.h>

#include "unicorns/cards_draft.h"

static const char FILE_LINE[] = "file \"";
enum { FILE_LINE_SIZE = sizeof FILE_LINE - 1 };

static const char *line_end(const char *at, const char *end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return stop ? stop : end;
}

static bool is_file_line(const char *at, const char *end) {
    return end - at > FILE_LINE_SIZE && memcmp(at, FILE_LINE, FILE_LINE_SIZE) == 0;
}

// The next `file` line at or after `at`, or `end`.
static const char *next_file(const char *at, const char *end) {
    while (at < end && !is_file_line(at, end)) {
        at = line_end(at, end);
        at += at < end;
    }
    return at;
}

size_t uni_bundle_at(const char *text, size_t size) {
    return size ? (size_t)(next_file(text, text + size) - text) : 0;
}

bool uni_bundled(const uni_source *bundle, const char *name, size_t length, uni_source *out) {
    const char *at = bundle->text, *end = at ? at + bundle->size : at;
    while (at < end) {
        const char *own = at + FILE_LINE_SIZE, *stop = line_end(at, end);
        const char *quote = own < stop ? memchr(own, '"', (size_t)(stop - own)) : NULL;
        const char *body = stop < end ? stop + 1 : end;
        const char *next = next_file(body, end);
        if (quote && (size_t)(quote - own) == length && memcmp(own, name, length) == 0) {
            *out = (uni_source){NULL, body, (size_t)(next - body)};
            return true;
        }
        at = next;
    }
    return false;
}

static bool is_builtin(const char *name, size_t length) {
    for (int i = 0; i < uni_builtin_count(); i++) {
        const char *own = uni_builtin(i).name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return true;
        }
    }
    return false;
}

// Steps to what stands between the next quotes of a line; false = there are no more.
static bool next_quoted(const char **at, const char *stop, const char **name, size_t *length) {
    const char *open = memchr(*at, '"', (size_t)(stop - *at));
    const char *close = open ? memchr(open + 1, '"', (size_t)(stop - open - 1)) : NULL;
    if (!close) {
        return false;
    }
    *name = open + 1;
    *length = (size_t)(close - open - 1);
    *at = close + 1;
    return true;
}

// The first deck named behind `from`, on a line that begins with `deck`, that is not at hand.
static bool missing_on(const uni_source *bundle, const char *at, const char *stop,
                       const char **name, size_t *length) {
    uni_source found;
    if (stop - at < 5 || memcmp(at, "deck ", 5) != 0 || !next_quoted(&at, stop, name, length)) {
        return false; // that was its own title
    }
    while (next_quoted(&at, stop, name, length)) {
        if (*length && !is_builtin(*name, *length) &&
            !uni_bundled(bundle, *name, *length, &found)) {
            return true;
        }
    }
    return false;
}

int uni_deck_wants(const char *text, size_t size, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    size_t first = uni_bundle_at(text, size);
    uni_source bundle = {NULL, text + first, size - first};
    const char *end = text + size;
    for (const char *at = text; at < end;) {
        const char *stop = line_end(at, end), *name = NULL;
        size_t length = 0;
        if (missing_on(&bundle, at, stop, &name, &length)) {
            tsr_putf(&o, "%.*s", (int)length, name);
            break;
        }
        at = stop < end ? stop + 1 : end;
    }
    return tsr_out_end(&o);
}
