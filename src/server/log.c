// SPDX-License-Identifier: MIT
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "server/wire_json.h"

void log_event(const char *event, ...) {
    buffer b;
    struct tm tm;
    char when[32];
    time_t now = time(NULL);
    va_list args;
    buffer_init(&b, NULL);
    (void)gmtime_r(&now, &tm);
    (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
    buffer_addf(&b, "{\"time\":\"%s\",\"event\":\"%s\"", when, event);
    va_start(args, event);
    for (const char *name; (name = va_arg(args, const char *)) != NULL;) {
        buffer_addf(&b, ",\"%s\":", name);
        wire_string(&b, va_arg(args, const char *));
    }
    va_end(args);
    buffer_add_text(&b, "}\n");
    (void)fputs(buffer_text(&b), stderr);
    buffer_deinit(&b);
}
