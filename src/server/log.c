// SPDX-License-Identifier: MIT
// Lines of the log, one JSON object each.
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "room/wire_json.h"

static void begin(buffer *b, const char *event) {
    struct tm tm;
    char when[32];
    time_t now = time(NULL);
    buffer_init(b, NULL);
    (void)gmtime_r(&now, &tm);
    (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    buffer_addf(b, "{\"time\":\"%s\",\"event\":\"%s\"", when, event);
}

static void add(buffer *b, const char *name, const char *text) {
    buffer_addf(b, ",\"%s\":", name);
    wire_string(b, text);
}

static void end(buffer *b) {
    buffer_add_text(b, "}\n");
    (void)fputs(buffer_text(b), stderr);
    buffer_deinit(b);
}

void log_event(const char *event, ...) {
    buffer b;
    va_list args;
    begin(&b, event);
    va_start(args, event);
    for (const char *name; (name = va_arg(args, const char *)) != NULL;) {
        add(&b, name, va_arg(args, const char *));
    }
    va_end(args);
    end(&b);
}

void log_pairs(const char *event, const char *const *pairs) {
    buffer b;
    begin(&b, event);
    for (; pairs[0]; pairs += 2) {
        add(&b, pairs[0], pairs[1]);
    }
    end(&b);
}
