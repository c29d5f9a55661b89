// SPDX-License-Identifier: MIT
//
// Collects what is wrong with a rules file and puts it into words: the line, a mark below it,
// notes and help. It stops at a limit, never at the first mistake.
#include "lang/front/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

#include "lang/front/visible.h"

static const struct {
    int number;
    char level;
    const char *title;
} kinds[] = {
#define X(name, number, level, title) {number, level, title},
    DIAG_KINDS(X)
#undef X
};

void diag_init(diag_list *list) {
    list->count = 0;
    list->errors = 0;
    list->full = 0;
}

const char *diag_title(int number) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].number == number) {
            return kinds[i].title;
        }
    }
    return NULL;
}

// 0 an error, 1 a warning, 2 a note.
static int mildness(int number) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].number == number) {
            return kinds[i].level == 'n' ? 2 : kinds[i].level == 'w';
        }
    }
    return 0;
}

static int is_known(const diag_list *list, int count, diag_kind kind, span at) {
    for (int i = 0; i < count; i++) {
        const diag *d = &list->item[i];
        if (d->kind == kind && d->at.line == at.line && d->at.col == at.col &&
            d->at.file == at.file) {
            return 1;
        }
    }
    return 0;
}

// Texts quote the author, who may be anybody.
TSR_PRINTF(2, 0) static void set_text(char *out, const char *format, va_list args) {
    char text[DIAG_TEXT];
    (void)vsnprintf(text, sizeof text, format, args);
    visible_copy(out, DIAG_TEXT, text);
}

diag *diag_add(diag_list *list, diag_kind kind, span at, const char *format, ...) {
    // The last entry doubles as scratch space for what is not kept.
    int warning = mildness((int)kind);
    int known = is_known(list, list->count, kind, at);
    int fits = list->count < DIAG_MAX - 1;
    diag *d = &list->item[known || !fits ? DIAG_MAX - 1 : list->count];
    memset(d, 0, sizeof *d);
    d->kind = (uint8_t)kind;
    d->warning = (uint8_t)warning;
    d->at = at;
    va_list args;
    va_start(args, format);
    set_text(d->head, format, args);
    va_end(args);
    if (!known) {
        list->count += fits;
        list->full |= !fits;
        list->errors += !warning;
    }
    return d;
}

void diag_note(diag *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set_text(d->note, format, args);
    va_end(args);
}

void diag_help(diag *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set_text(d->help, format, args);
    va_end(args);
}

void diag_also(diag *d, span at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set_text(d->note2, format, args);
    va_end(args);
    d->also = at;
}

// --- Printing ----------------------------------------------------------------

static const char *line_start(const char *source, uint32_t line) {
    const char *p = source;
    for (uint32_t n = 1; n < line && *p; p++) {
        n += *p == '\n';
    }
    return p;
}

static int ends_line(char c) {
    return c == '\0' || c == '\n' || c == '\r';
}

// One character of the author's, and how many bytes it has.
static size_t put_visible(tsr_out *o, const char *p) {
    size_t n = visible_char(p);
    if (!n) {
        tsr_putf(o, "\\x%02x", (unsigned char)*p);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        tsr_put_char(o, p[i]);
    }
    return n;
}

static void put_source_line(tsr_out *o, const char *line, uint32_t number) {
    tsr_putf(o, "%3u | ", number);
    while (!ends_line(*line)) {
        line += put_visible(o, line);
    }
    tsr_put_char(o, '\n');
}

// Carets below a line that has just been printed, as wide as its characters were shown.
static void put_carets(tsr_out *o, const char *line, span at, char mark, const char *note) {
    size_t first = at.col ? at.col - 1u : 0, end = first + (at.len ? at.len : 1), width;
    tsr_put(o, "    | ");
    for (size_t i = 0; i < end; i += width) {
        size_t n = ends_line(*line) ? 1 : visible_char(line);
        width = n ? n : 1;
        for (size_t k = ends_line(*line) ? 1 : visible_columns(line); k > 0; k--) {
            tsr_put_char(o, i < first ? ' ' : mark);
        }
        line += ends_line(*line) ? 0 : width;
    }
    if (*note) {
        tsr_putf(o, " %s", note);
    }
    tsr_put_char(o, '\n');
}

static void put_place(tsr_out *o, const diag_source *source, span at, char mark, const char *note) {
    const char *line = line_start(source[at.file].text, at.line);
    put_source_line(o, line, at.line);
    put_carets(o, line, at, mark, note);
}

static int is_before(span a, span b) {
    return a.file != b.file ? a.file > b.file : a.line < b.line;
}

static void put_places(tsr_out *o, const diag *d, const diag_source *source) {
    int also = d->also.line != 0;
    if (also && is_before(d->also, d->at)) {
        put_place(o, source, d->also, '-', d->note2);
    }
    put_place(o, source, d->at, '^', d->note);
    if (also && d->also.file == d->at.file && d->also.line == d->at.line) {
        put_carets(o, line_start(source[d->at.file].text, d->at.line), d->also, '-', d->note2);
    } else if (also && is_before(d->at, d->also)) {
        put_place(o, source, d->also, '-', d->note2);
    }
}

static size_t columns_of(const char *text, size_t size) {
    size_t columns = 0, width;
    for (size_t i = 0; i < size; i += width ? width : 1) {
        width = visible_char(text + i);
        columns += visible_columns(text + i);
    }
    return columns;
}

int diag_text(const diag *d, const diag_source *source, char *buf, size_t cap) {
    static const char *const level[] = {"error", "warning", "note"};
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o, "%s %d: %s", level[d->warning], d->kind, d->head);
    size_t width = columns_of(buf, o.len < cap ? o.len : 0);
    do {
        tsr_put_char(&o, ' ');
    } while (++width < 80);
    for (const char *name = source[d->at.file].name; *name;) {
        name += put_visible(&o, name);
    }
    tsr_putf(&o, ":%u\n", d->at.line);
    if (d->at.line) {
        put_places(&o, d, source);
    }
    if (d->help[0]) {
        tsr_putf(&o, "      %s\n", d->help);
    }
    return tsr_out_end(&o);
}
