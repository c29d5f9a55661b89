// SPDX-License-Identifier: MIT
//
// The formatter: two blanks a level, one blank between words, comments in one column, at
// most one empty line in a row. Lines that go on keep their place below the line they
// belong to, and what the author lined up with the line above or below stays so.
// Pictures and texts in quotes are left alone. A formatted file formats to itself.
#include <tessera/lang.h>

#include <string.h>

#include <tessera/text.h>

#include "lang/front/letter.h"

enum { FMT_DEPTH = 32, COMMENT_COLUMN = 37 };

typedef struct formatter {
    tsr_out o;
    int indent[FMT_DEPTH]; // columns of the source's blocks
    int depth;
    int statement;   // source column of the statement we are in
    int opens;       // the line above ended with a colon
    int in_picture;  // deeper lines are left alone
    int blank_lines; // waiting to be written
    int started;
    const char *source;
    const char *line; // the source line we are in
} formatter;

static int starts_with_connective(const char *s) {
    static const char *const words[] = {"then", "or",  "else",  "otherwise", "if",
                                        "when", "and", "where", "|",         "&"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (strncmp(s, words[i], n) == 0 && !letter_goes_on(s[n])) {
            return 1;
        }
    }
    return 0;
}

// Whether a word, or a comment if `s` is one, begins at this column of the line at `line`.
static int begins_at(const char *line, size_t column, char sign) {
    for (size_t i = 0; i < column; i++) {
        if (line[i] == '\0' || line[i] == '\n') {
            return 0;
        }
    }
    char c = line[column];
    return column && line[column - 1] == ' ' && c != ' ' && c != '\0' && c != '\n' &&
           (c == '#') == (sign == '#');
}

// Whether the author lined up what stands at `s` with the line above or below.
static int is_lined_up(const formatter *f, const char *s) {
    size_t column = (size_t)(s - f->line);
    const char *next = strchr(f->line, '\n');
    const char *above = f->line;
    if (next && begins_at(next + 1, column, *s)) {
        return 1;
    }
    if (above == f->source) {
        return 0;
    }
    for (above--; above > f->source && above[-1] != '\n'; above--) {
    }
    return begins_at(above, column, *s);
}

static void pad_to(formatter *f, int *columns, int wanted) {
    for (; *columns < wanted; (*columns)++) {
        tsr_put_char(&f->o, ' ');
    }
}

// Words with one blank between, up to a comment; returns the number of columns.
static int put_words(formatter *f, const char *s, size_t n) {
    int columns = 0, blank = 0, quoted = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '"') {
            quoted = !quoted;
        }
        if (s[i] == ' ' && !quoted) {
            blank = 1;
            continue;
        }
        if (blank && columns) {
            tsr_put_char(&f->o, ' ');
            columns++;
            if (s[i - 2] == ' ' && is_lined_up(f, s + i)) {
                pad_to(f, &columns, (int)i);
            }
        }
        blank = 0;
        tsr_put_char(&f->o, s[i]);
        columns++;
    }
    return columns;
}

static size_t comment_at(const char *s, size_t n) {
    int quoted = 0;
    for (size_t i = 0; i < n; i++) {
        quoted ^= s[i] == '"';
        if (s[i] == '#' && !quoted) {
            return i;
        }
    }
    return n;
}

static void put_line(formatter *f, int margin, const char *s, size_t n) {
    size_t code = comment_at(s, n);
    size_t end = code;
    while (end > 0 && s[end - 1] == ' ') {
        end--;
    }
    for (int i = 0; i < margin; i++) {
        tsr_put_char(&f->o, ' ');
    }
    int columns = margin + put_words(f, s, end);
    if (code < n) {
        if (end) {
            int wanted = is_lined_up(f, s + code) ? margin + (int)code : COMMENT_COLUMN;
            tsr_put(&f->o, "  ");
            columns += 2;
            pad_to(f, &columns, wanted);
        }
        for (size_t i = code; i < n; i++) {
            tsr_put_char(&f->o, s[i]);
        }
    }
    tsr_put_char(&f->o, '\n');
}

static int opens_picture(const char *s, size_t n) {
    char line[32];
    size_t k = 0;
    for (size_t i = 0; i < n && k + 1 < sizeof line; i++) {
        if (s[i] != ' ' || (k && line[k - 1] != ' ')) {
            line[k++] = s[i];
        }
    }
    while (k && line[k - 1] == ' ') {
        k--;
    }
    line[k] = '\0';
    return strcmp(line, "setup") == 0 || strcmp(line, "board drawn") == 0 ||
           strcmp(line, "board shape") == 0;
}

static void open_level(formatter *f, int column) {
    while (f->depth > 0 && f->indent[f->depth] > column) {
        f->depth--;
    }
    if (column > f->indent[f->depth] && f->depth + 1 < FMT_DEPTH) {
        f->indent[++f->depth] = column;
    }
}

static void put_raw(formatter *f, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        tsr_put_char(&f->o, s[i]);
    }
    tsr_put_char(&f->o, '\n');
}

static void format_line(formatter *f, const char *s, size_t n) {
    size_t column = 0;
    f->line = s;
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\r')) {
        n--;
    }
    while (column < n && s[column] == ' ') {
        column++;
    }
    if (column == n) {
        f->blank_lines = f->started;
        return;
    }
    if (f->blank_lines) {
        tsr_put_char(&f->o, '\n');
    }
    f->blank_lines = 0;
    f->started = 1;
    const char *text = s + column;
    size_t size = n - column, code = comment_at(text, size);
    if (f->in_picture && (int)column > f->statement) {
        put_raw(f, s, n);
        return;
    }
    f->in_picture = 0;
    if (code == 0) { // a comment alone stands with what is around it
        put_line(f, 2 * f->depth * ((int)column > 0), text, size);
        return;
    }
    if (!f->opens && (int)column > f->statement && starts_with_connective(text)) {
        put_line(f, 2 * f->depth + (int)column - f->statement, text, size);
    } else {
        open_level(f, (int)column);
        f->statement = (int)column;
        put_line(f, 2 * f->depth, text, size);
        f->in_picture = opens_picture(text, code);
    }
    while (code > 0 && text[code - 1] == ' ') {
        code--;
    }
    f->opens = code > 0 && text[code - 1] == ':';
}

int tsr_lang_format(const tsr_lang_source *source, const tsr_alloc *alloc, char *buf, size_t cap,
                    tsr_lang_report *report) {
    tsr_game *game = NULL;
    if (tsr_lang_compile(source, alloc, &game, report)) {
        return -1; // what cannot be understood is not touched
    }
    tsr_lang_free(game);
    formatter f = {.o = tsr_out_to(buf, cap), .source = source->text};
    const char *at = source->text;
    while (*at) {
        const char *eol = strchr(at, '\n');
        size_t n = eol ? (size_t)(eol - at) : strlen(at);
        format_line(&f, at, n);
        at += n + (eol != NULL);
    }
    return tsr_out_end(&f.o);
}
