// SPDX-License-Identifier: MIT
// What an HTTP request says: whose it is, where it comes from, and whether it is clear.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/http_impl.h"
#include "server/peer.h"

const char *http_header(struct MHD_Connection *c, const char *name) {
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static enum MHD_Result keep_last(void *self, enum MHD_ValueKind kind, const char *key,
                                 const char *value) {
    const char **last = self;
    (void)kind;
    if (key && value && strcasecmp(key, "X-Forwarded-For") == 0) {
        *last = value;
    }
    return MHD_YES;
}

// The last header of that name: one that the visitor sent itself comes before the proxy's.
static const char *forwarded(struct MHD_Connection *c) {
    const char *last = NULL;
    MHD_get_connection_values(c, MHD_HEADER_KIND, keep_last, (void *)&last);
    return last;
}

static const struct sockaddr *peer_of(struct MHD_Connection *c) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

uint64_t http_address(const http *h, struct MHD_Connection *c) {
    return peer_number(peer_of(c), forwarded(c), h->config.proxy);
}

// A program's token is sent on purpose; a browser's cookie goes with whatever page asks.
static const char *bearer_of(struct MHD_Connection *c) {
    const char *value = http_header(c, "Authorization");
    return value && strncasecmp(value, "Bearer ", 7) == 0 ? value + 7 : NULL;
}

// Whether the Origin is our own: as configured, or the host the request was sent to.
int http_is_same_origin(const http *h, struct MHD_Connection *c) {
    const char *origin = http_header(c, "Origin"), *host = http_header(c, "Host");
    if (!origin) {
        return bearer_of(c) != NULL;
    }
    if (h->config.origin) {
        return strcmp(origin, h->config.origin) == 0;
    }
    const char *name = strstr(origin, "://");
    return name && host && strcmp(name + 3, host) == 0;
}

int http_is_secure(const http *h) {
    return h->config.origin && strncmp(h->config.origin, "https://", 8) == 0;
}

const char *http_cookie_name(const http *h) {
    return http_is_secure(h) ? "__Host-tsr_session" : "tsr_session";
}

const char *http_token(const http *h, struct MHD_Connection *c) {
    const char *bearer = bearer_of(c);
    return bearer ? bearer : MHD_lookup_connection_value(c, MHD_COOKIE_KIND, http_cookie_name(h));
}

static enum MHD_Result add_argument(void *self, enum MHD_ValueKind kind, const char *key,
                                    const char *value) {
    buffer *b = self;
    (void)kind;
    if (key && value && b->size < 200) {
        buffer_addf(b, "%s%s=%s", b->size ? "&" : "", key, value);
    }
    return MHD_YES;
}

void http_query(struct MHD_Connection *c, char *out, size_t cap) {
    buffer b;
    buffer_init(&b, NULL);
    MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, add_argument, &b);
    (void)snprintf(out, cap, "%s", buffer_text(&b));
    buffer_deinit(&b);
}

// A connection of this machine itself, and not one that a proxy here passes on.
int http_is_local(struct MHD_Connection *c) {
    return peer_is_local(peer_of(c)) && !forwarded(c) && !http_header(c, "Forwarded");
}

static enum MHD_Result count_header(void *self, enum MHD_ValueKind kind, const char *key,
                                    const char *value) {
    static const char *const names[] = {"Host", "Content-Length", "Transfer-Encoding"};
    int *counts = self;
    (void)kind;
    (void)value;
    for (int i = 0; key && i < 3; i++) {
        counts[i] += strcasecmp(key, names[i]) == 0;
    }
    return MHD_YES;
}

// Whether there is no doubt where the request goes and where it ends: a proxy in front of us
// might see another end, and what follows as somebody else's request.
int http_is_clear(struct MHD_Connection *c, const char *version) {
    int counts[3] = {0};
    const char *coding = http_header(c, "Transfer-Encoding");
    MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, counts);
    int one_host = counts[0] == 1 || (counts[0] == 0 && strcmp(version, "HTTP/1.1") != 0);
    int one_end = counts[1] + counts[2] <= 1 && (!coding || strcasecmp(coding, "chunked") == 0);
    return one_host && one_end;
}
