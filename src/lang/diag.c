// SPDX-License-Identifier: MIT
#include "lang/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

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

static int is_warning(int number) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].number == number) {
            return kinds[i].level == 'w';
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

diag *diag_add(diag_list *list, diag_kind kind, span at, const char *format, ...) {
    // The last entry doubles as scratch space for what is not kept.
    int warning = is_warning((int)kind);
    int known = is_known(list, list->count, kind, at);
    int fits = list->count < DIAG_MAX - 1;
    diag *d = &list->item[known || !fits ? DIAG_MAX - 1 : list->count];
    memset(d, 0, sizeof *d);
    d->kind = (uint8_t)kind;
    d->warning = (uint8_t)warning;
    d->at = at;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(d->head, sizeof d->head, format, args);
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
    (void)vsnprintf(d->note, sizeof d->note, format, args);
    va_end(args);
}

void diag_help(diag *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(d->help, sizeof d->help, format, args);
    va_end(args);
}

void diag_also(diag *d, span at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(d->note2, sizeof d->note2, format, args);
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

static void put_source_line(tsr_out *o, const char *source, uint32_t line) {
    const char *p = line_start(source, line);
    tsr_putf(o, "%3u | ", line);
    for (; *p && *p != '\n' && *p != '\r'; p++) {
        tsr_put_char(o, *p);
    }
    tsr_put_char(o, '\n');
}

// Carets below a line that has just been printed. The margin copies the width of
// the line's own bytes, so it lines up for plain text.
static void put_carets(tsr_out *o, span at, char mark, const char *note) {
    tsr_put(o, "    | ");
    for (uint16_t i = 1; i < at.col; i++) {
        tsr_put_char(o, ' ');
    }
    for (uint16_t i = 0; i < (at.len ? at.len : 1); i++) {
        tsr_put_char(o, mark);
    }
    if (*note) {
        tsr_putf(o, " %s", note);
    }
    tsr_put_char(o, '\n');
}

static void put_place(tsr_out *o, const diag_source *source, span at, char mark, const char *note) {
    put_source_line(o, source[at.file].text, at.line);
    put_carets(o, at, mark, note);
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
        put_carets(o, d->also, '-', d->note2);
    } else if (also && is_before(d->at, d->also)) {
        put_place(o, source, d->also, '-', d->note2);
    }
}

int diag_text(const diag *d, const diag_source *source, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o, "%s %d: %s", d->warning ? "warning" : "error", d->kind, d->head);
    size_t width = o.len;
    do {
        tsr_put_char(&o, ' ');
    } while (++width < 80);
    tsr_putf(&o, "%s:%u\n", source[d->at.file].name, d->at.line);
    if (d->at.line) {
        put_places(&o, d, source);
    }
    if (d->help[0]) {
        tsr_putf(&o, "      %s\n", d->help);
    }
    return tsr_out_end(&o);
}
