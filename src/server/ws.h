// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_WS_H
#define TSR_SERVER_WS_H

// Open WebSockets: bytes of sockets into messages and back, by wslay, in one set
// instance. What is to be sent is gathered and written once per turn of the loop
// (ws_flush); whoever reads too slowly is dropped. One thread.
//
// Nobody has the loop for long: of each socket a few kilobytes are read in a turn, the rest
// waits for the next one; and every frame, also those that never become a message (pings,
// pongs, pieces), is taken from a budget of frames and bytes. Whoever exceeds it is closed.

#include <stddef.h>
#include <stdint.h>

#include "server/bytes.h"

typedef struct ws_set ws_set;

typedef struct ws_events {
    void *self;
    void (*message)(void *self, uint64_t conn, const char *text, size_t size);
    void (*gone)(void *self, uint64_t conn); // after which its number means nothing
    // How long a ping and its answer took; may be NULL.
    void (*lag)(void *self, uint64_t conn, uint32_t ms);
    int no_limits; // no budget of frames and bytes: closed networks
} ws_events;

// `watched` is a set of watch.h, kept and not closed. NULL for lack of memory.
ws_set *ws_new(int watched, const ws_events *events);
void ws_free(ws_set *s); // closes all; NULL is fine

// Takes over a connected, non-blocking socket, and closes it in the end; `early` are bytes that
// came with the request. The number of the connection, or 0: there is no room for it.
uint64_t ws_add(ws_set *s, int fd, const char *early, size_t early_size, uint64_t now_ms);

// For the tags of that set: numbers below WS_FIRST are the loop's own.
enum { WS_FIRST = 16 };
void ws_ready(ws_set *s, uint64_t conn, unsigned what, uint64_t now_ms);

void ws_send(ws_set *s, uint64_t conn, bytes *message); // held until it is written
void ws_close(ws_set *s, uint64_t conn, int code, const char *why);

// Writes what has gathered.
void ws_flush(ws_set *s);

// Drops sockets that have been silent for a minute, and measures how far away the others are: of
// many a hundredth each time it is called, so that nobody waits for all of them.
void ws_sweep(ws_set *s, uint64_t now_ms);

// Says goodbye to all, for a stop.
void ws_goodbye(ws_set *s, int code, const char *why);

#endif
