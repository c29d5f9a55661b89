// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HTTP_H
#define TSR_SERVER_HTTP_H

// HTTP, by libmicrohttpd, driven from the loop of the hub's thread.
//
// Requests below /api/ go to the hub and wait there without a thread for their
// reply; so does /ws, which becomes a WebSocket (ws.h) if the reply is 101. The rest are
// files of the page, /healthz (the loop turns) and /readyz (and it can store and read).
// /metrics is for this machine alone. One thread.

#include <stdint.h>

#include <tessera/error.h>

#include "base/buffer.h"
#include "server/engine_files.h"
#include "server/hub.h"

typedef struct http http;

typedef struct http_config {
    const char *listen; // address, such as "127.0.0.1"
    int port;           // 0 = any free one
    const char *origin; // "https://games.example" behind a proxy, or NULL
    const char *proxy;  // whose X-Forwarded-For is believed, or NULL
    int no_limits;
    const engine_files *engine; // for pages, or NULL; kept by whoever opened it
    void *self;
    void (*request)(void *self, const hub_request *q);
    int (*may_fetch)(void *self, uint64_t ip); // another file of the page
    // Takes the socket over.
    void (*connect)(void *self, int fd, const char *early, size_t early_size, const char *query,
                    const char *token, uint64_t ip);
    int (*ready)(void *self, buffer *out); // 1 if so; the reasons as JSON
    void (*metrics)(void *self, buffer *out);
} http_config;

// *out is new: http_close.
TSR_NODISCARD tsr_err http_open(const http_config *config, http **out, tsr_error *err);
void http_close(http *h); // NULL is fine

int http_port(const http *h);
int http_descriptor(const http *h); // readable when http_run should be called
int http_is_due(const http *h);     // 1 when it should be called though nothing is readable
void http_run(http *h);             // and every now and then, for its timeouts
void http_reply(http *h, const hub_reply *reply);

#endif
