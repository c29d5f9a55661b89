// SPDX-License-Identifier: MIT
// What is wrong with a card file, told to its author.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tessera/json.h>

#include "unicorns/cards.h"

static void TSR_PRINTF(6, 0) add(uni_report *report, int number, int warning, uni_place place,
                                 const char *hint, const char *format, va_list args) {
    if (!warning) {
        report->error_count++;
    }
    if (report->message_count >= UNI_MESSAGES) {
        report->full = 1;
        return;
    }
    uni_message *m = &report->message[report->message_count++];
    *m = (uni_message){0};
    m->number = (uint8_t)number;
    m->warning = (uint8_t)warning;
    m->place = place;
    vsnprintf(m->text, sizeof m->text, format, args);
    snprintf(m->hint, sizeof m->hint, "%s", hint ? hint : "");
}

void uni_complain(uni_report *report, int number, uni_place place, const char *hint,
                  const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(report, number, 0, place, hint, format, args);
    va_end(args);
}

void uni_warn(uni_report *report, int number, uni_place place, const char *hint, const char *format,
              ...) {
    va_list args;
    va_start(args, format);
    add(report, number, 1, place, hint, format, args);
    va_end(args);
}

// The source line of a place; its length through `size`.
static const char *line_at(const uni_source *src, int line, size_t *size) {
    const char *at = src->text, *end = src->text + src->size;
    for (; line > 1 && at < end; line--) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    *size = (size_t)((stop ? stop : end) - at);
    return at;
}

static bool goes_on(char c) { // a letter's further bytes
    return ((unsigned char)c & 0xc0) == 0x80;
}

// The line as it is, but for what would steer whoever's terminal and for bytes that are no UTF-8.
static void put_letters(tsr_out *o, const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        unsigned char letter[5] = {0};
        memcpy(letter, text + i, size - i < 4 ? size - i : 4);
        int n = tsr_utf8_size(letter);
        bool fine = n > 0 && letter[0] >= ' ' && letter[0] != 0x7f;
        tsr_putf(o, "%.*s", fine ? n : 1, fine ? text + i : "?");
        i += (size_t)(fine ? n : 1);
    }
}

static void put_source_line(tsr_out *o, const uni_source *src, uni_place place) {
    size_t whole;
    const char *text = line_at(src, place.line, &whole);
    size_t size = whole < 160 ? whole : 160;
    while (size > 0 && size < whole && goes_on(text[size])) {
        size--; // not half a letter
    }
    tsr_putf(o, "%7d | ", place.line);
    put_letters(o, text, size);
    tsr_put(o, "\n        | ");
    for (int i = 1; i < place.column && (size_t)i <= size; i++) {
        tsr_put(o, goes_on(text[i - 1]) ? "" : " ");
    }
    for (int i = 0; (i < place.length && (size_t)(place.column + i) <= size) || i == 0; i++) {
        bool inside = i > 0 && goes_on(text[place.column + i - 1]);
        tsr_put(o, inside ? "" : "^");
    }
    tsr_put_char(o, '\n');
}

int uni_report_text(const uni_report *report, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0; i < report->message_count; i++) {
        const uni_message *m = &report->message[i];
        const uni_source *src = &report->source[m->place.file];
        tsr_putf(&o, "%s %d: %s\n", m->warning ? "warning" : "error", m->number, m->text);
        if (m->place.line) {
            tsr_putf(&o, "  %s:%d:%d\n", src->name, m->place.line, m->place.column);
            put_source_line(&o, src, m->place);
        }
        if (m->hint[0]) {
            tsr_putf(&o, "  %s\n", m->hint);
        }
    }
    if (report->full) {
        tsr_put(&o, "and more of the kind; these first\n");
    }
    return tsr_out_end(&o);
}

tsr_err uni_report_error(const uni_report *report, tsr_error *err) {
    for (int i = 0; i < report->message_count; i++) {
        const uni_message *m = &report->message[i];
        if (!m->warning) {
            // Whoever reads the error knows which file this is, but not its parents.
            const char *file = m->place.file ? report->source[m->place.file].name : "";
            return tsr_fail_at(err, TSR_ERR_PARSE, m->place.line, m->place.column, "%s%s%s%s%s",
                               file, m->place.file ? ": " : "", m->text, m->hint[0] ? "; " : "",
                               m->hint);
        }
    }
    return tsr_fail(err, TSR_ERR_PARSE, "the deck cannot be read");
}
