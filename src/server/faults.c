// SPDX-License-Identifier: MIT
#include "server/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_json.h"

// One message: its first line, and those below it that are indented.
typedef struct fault {
    int line, column; // 0 = none given
    const char *text; // the sentence, without its place
    size_t text_size;
    const char *more, *end; // further lines
} fault;

static const char *line_end(const char *at) {
    return at + strcspn(at, "\n");
}

static const char *next_line(const char *at) {
    at = line_end(at);
    return at + (*at == '\n');
}

// "NAME:12:28" at `at`; what is behind it, or NULL if it is not there.
static const char *read_place(const char *at, const char *name, fault *f) {
    int line = 0, column = 0, used = 0;
    size_t n = strlen(name);
    if (strncmp(at, name, n) != 0 || sscanf(at + n, ":%9d:%9d%n", &line, &column, &used) != 2 ||
        !used) {
        return NULL;
    }
    f->line = line;
    f->column = column;
    return at + n + used;
}

// "NAME:3:1: sentence", "line 3: sentence", or a sentence alone.
static void read_head(const char *at, const char *name, fault *f) {
    const char *behind = read_place(at, name, f);
    int line = 0;
    if (!behind && sscanf(at, "line %9d", &line) == 1) {
        f->line = line;
    }
    f->text = behind && behind[0] == ':' ? behind + 1 + (behind[1] == ' ') : at;
    f->text_size = (size_t)(line_end(f->text) - f->text);
}

// The message at `at`; returns where the next one begins.
static const char *read_fault(const char *at, const char *name, fault *f) {
    *f = (fault){0};
    read_head(at, name, f);
    at = next_line(at);
    const char *behind = *at == ' ' ? read_place(at + strspn(at, " "), name, f) : NULL;
    if (behind && behind == line_end(behind)) {
        at = next_line(at); // the place has a line of its own
    }
    f->more = at;
    while (*at == ' ') {
        at = next_line(at);
    }
    f->end = at;
    return at;
}

int faults_any(const char *report) {
    for (; *report; report = next_line(report)) {
        if (*report != ' ' && *report != '\n' && strncmp(report, "warning", 7) != 0) {
            return 1;
        }
    }
    return 0;
}

static void add_text(buffer *b, const char *key, const char *text, size_t size) {
    char *copy = strndup(text, size);
    buffer_addf(b, ",\"%s\":", key);
    wire_string(b, copy ? copy : "");
    free(copy);
}

static void add_fault(buffer *b, const fault *f) {
    buffer_addf(b, "{\"warning\":%s", strncmp(f->text, "warning", 7) == 0 ? "true" : "false");
    if (f->line) {
        buffer_addf(b, ",\"line\":%d", f->line);
    }
    if (f->column) {
        buffer_addf(b, ",\"column\":%d", f->column);
    }
    add_text(b, "text", f->text, f->text_size);
    if (f->end > f->more) {
        add_text(b, "more", f->more, (size_t)(f->end - f->more));
    }
    buffer_add_text(b, "}");
}

void faults_add(buffer *b, const char *report, const char *name) {
    const char *comma = "";
    buffer_add_text(b, "[");
    while (*report) {
        fault f;
        report = read_fault(report, name, &f);
        if (f.text_size) {
            buffer_add_text(b, comma);
            add_fault(b, &f);
            comma = ",";
        }
    }
    buffer_add_text(b, "]");
}
