// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HTTP_H
#define TSR_SERVER_HTTP_H

// HTTP, by libmicrohttpd, driven from the loop of the hub's thread.
//
// Requests below /api/ go to the hub and wait there without a thread for their
// reply; the rest are files of the page, /healthz and /metrics. /ws becomes a
// WebSocket (ws.h). One thread.

#include <stdint.h>

#include <tessera/error.h>

#include "base/buffer.h"
#include "server/hub.h"

typedef struct http http;

typedef struct http_config {
    const char *listen; // address, such as "127.0.0.1"
    int port;           // 0 = any free one
    const char *origin; // "https://games.example" behind a proxy, or NULL
    const char *proxy;  // whose X-Forwarded-For is believed, or NULL
    int no_limits;
    void *self;
    void (*request)(void *self, const hub_request *q);
    // 0, or the status to refuse a socket with.
    int (*may_connect)(void *self, const char *query, uint64_t ip);
    // Takes the socket over; `release` must be called with `handle` when it is done with.
    void (*connect)(void *self, int fd, const char *early, size_t early_size, const char *query,
                    const char *token, uint64_t ip, void (*release)(void *handle), void *handle);
    void (*metrics)(void *self, buffer *out);
} http_config;

// *out is new: http_close.
TSR_NODISCARD tsr_err http_open(const http_config *config, http **out, tsr_error *err);
void http_close(http *h); // NULL is fine

int http_port(const http *h);
int http_epoll(const http *h);  // readable when http_run should be called
int http_is_due(const http *h); // 1 when it should be called though nothing is readable
void http_run(http *h);         // and every now and then, for its timeouts
void http_reply(http *h, const hub_reply *reply);

#endif
