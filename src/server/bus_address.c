// SPDX-License-Identifier: MIT
// Which addresses of NATS servers may be used: those of this machine, and lines that are closed to others.
#include <string.h>

#include "server/bus.h"

static int is_this_machine(const char *host, size_t size) {
    static const char *const own[] = {"localhost", "127.", "[::1]", "::1"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        size_t n = strlen(own[i]);
        if (size >= n && strncmp(host, own[i], n) == 0 &&
            (own[i][n - 1] == '.' || size == n || host[n] == ':')) {
            return 1;
        }
    }
    return 0;
}

static int is_one_safe(const char *url, size_t size) {
    const char *host = memchr(url, ':', size);
    int scheme = host && size - (size_t)(host - url) > 3 && strncmp(host, "://", 3) == 0;
    host = scheme ? host + 3 : url;
    size_t left = size - (size_t)(host - url);
    const char *at = memchr(host, '@', left);
    int closed = scheme && strncmp(url, "tls://", 6) == 0 && at;
    left -= at ? (size_t)(at + 1 - host) : 0;
    return closed || is_this_machine(at ? at + 1 : host, left);
}

int bus_is_safe(const char *url) {
    int safe = *url != '\0';
    for (const char *at = url; safe && *at;) {
        size_t size = strcspn(at, ",");
        safe = is_one_safe(at, size);
        at += size + (at[size] == ',');
    }
    return safe;
}
